"""Globs of rules and settings, with the meaning of picomatch, on paths from the root of a repository.

Turns: patterns → a function that says whether a path matches one of them. `**` spans folders, `{a,b}` are alternatives, `!(x)`
and its like are extended globs, a leading `!` negates, and names that begin with a dot match only if the pattern writes the
dot. wcmatch matches; what picomatch reads otherwise is rewritten for it.
"""

import re
from collections.abc import Callable, Iterable
from functools import cache

from wcmatch import glob

PathMatcher = Callable[[str], bool]
"""Whether a path matches."""

_FLAGS = glob.GLOBSTAR | glob.BRACE | glob.EXTGLOB | glob.CASE | glob.FORCEUNIX
_LEADING_GLOBSTAR = re.compile(r"\*\*(?=[^/*])")


def match_any(patterns: Iterable[str]) -> PathMatcher:
    """Return a function that says whether a path matches one of some patterns: `match_any(["src/**"])("src/a.py")`."""
    matchers = tuple(_matcher(each) for each in patterns)
    return lambda path: any(match(path) for match in matchers)


@cache
def _matcher(pattern: str) -> PathMatcher:
    plain, is_negated = _without_prefixes(pattern)
    match = glob.compile(_as_wcmatch_reads(plain), flags=_FLAGS).match
    return lambda path: (path == plain or match(path)) is not is_negated


def _without_prefixes(pattern: str) -> tuple[str, bool]:
    """Return a pattern without `./` and `!` before it, and whether it is negated; `!(` begins an extended glob."""
    is_negated = False
    while True:
        if pattern.startswith("./"):
            pattern = pattern[2:]
        elif pattern.startswith("!") and not pattern.startswith("!("):
            pattern, is_negated = pattern[1:], not is_negated
        else:
            return pattern, is_negated


def _as_wcmatch_reads(pattern: str) -> str:
    """Write a pattern for wcmatch: only `^` negates a class, `**` before a name at the start spans folders, `a/**` is `a` too."""
    plain = pattern.replace("[!", "[\\!")
    plain = f"**/{plain[1:]}" if _LEADING_GLOBSTAR.match(plain) else plain
    is_below = plain.endswith("/**") and not plain.endswith("*/**")
    return f"{plain.removesuffix('/**')}{{,/**}}" if is_below else plain
