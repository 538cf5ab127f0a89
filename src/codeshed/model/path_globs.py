"""Globs of rules and settings, with the meaning of picomatch, on paths from the root of a repository.

Turns: patterns → a function that says whether a path matches one of them. `**` spans folders, `{a,b}` are alternatives, `!(x)`
and its like are extended globs, and names that begin with a dot match only if the pattern writes the dot.
"""

from collections.abc import Callable, Iterable
from functools import cache

from wcmatch import glob

PathMatcher = Callable[[str], bool]
"""Whether a path matches."""

_FLAGS = glob.GLOBSTAR | glob.BRACE | glob.EXTGLOB | glob.CASE | glob.FORCEUNIX


@cache
def _compiled(pattern: str) -> "glob.WcMatcher[str]":
    return glob.compile(pattern, flags=_FLAGS)


def match_any(patterns: Iterable[str]) -> PathMatcher:
    """Return a function that says whether a path matches one of some patterns: `match_any(["src/**"])("src/a.py")`."""
    matchers = tuple(_compiled(each).match for each in patterns)
    return lambda path: any(match(path) for match in matchers)
