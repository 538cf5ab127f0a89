"""Globs of paths: `src/**`, `*.py`, `tests/*/conftest.py`.

Turns: a glob → whether a path matches. `*` and `?` stay within one name, `**` goes through folders; a glob without a slash
matches names in any folder, and one that ends with a slash all that is below.
"""

import re
from collections.abc import Callable, Sequence

_PIECE = re.compile(r"(\*\*/|\*\*|\*|\?)")
_MEANING = {"**/": "(?:[^/]+/)*", "**": ".*", "*": "[^/]*", "?": "[^/]"}


def matches_any(globs: Sequence[str]) -> Callable[[str], bool]:
    """Return a function that says whether a path matches one of some globs; without globs, every path does."""
    if not globs:
        return lambda _: True
    pattern = re.compile("|".join(f"(?:{_pattern(glob)})" for glob in globs))
    return lambda path: pattern.fullmatch(path) is not None


def _pattern(glob: str) -> str:
    written = glob.removeprefix("./")
    if written.endswith("/"):
        written += "**"
    elif "/" not in written:
        written = f"**/{written}"
    return "".join(_MEANING.get(piece, re.escape(piece)) for piece in _PIECE.split(written.lstrip("/")))
