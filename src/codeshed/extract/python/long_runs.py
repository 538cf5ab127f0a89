"""Blanking of long runs of comments and of continued lines, on which the parser takes quadratic time.

Turns: a source → one of the same length and lines for the parser. At each comment the grammar looks ahead
over all comments behind it, and likewise over lines of only a backslash: seconds for ten thousand lines,
minutes for a hundred thousand.
"""

import re

from codeshed.model.text.python_lexemes import Lexeme, iter_lexemes

MAX_RUN = 200
"""Runs of up to so many lines are left alone."""

_COMMENTS = re.compile(rb"(?:^[ \t\f\r]*+(?:#[^\n]*+)?\n)++", re.MULTILINE)
_CONTINUATIONS = re.compile(rb"(?:^[ \t\f]*+\\\r?\n)++", re.MULTILINE)


def without_long_runs(content: bytes) -> bytes:
    """Return a source in which long runs are blank.

    The first and last comment of a run stay, so that the block around them ends where it did. A statement
    that continues over more backslashes than that is broken, and reported as a syntax error.
    """
    comments = _long_runs(_COMMENTS, content)
    continuations = _long_runs(_CONTINUATIONS, content)
    if not comments and not continuations:
        return content
    patched = bytearray(content)
    for begin, end in continuations:
        patched[begin:end] = content[begin:end].replace(b"\\", b" ")
    for begin, end in _inner_comments(content, comments):
        patched[begin:end] = b" " * (end - begin)
    return bytes(patched)


def _long_runs(pattern: re.Pattern[bytes], content: bytes) -> list[tuple[int, int]]:
    return [
        match.span()
        for match in pattern.finditer(content)
        if content.count(b"\n", match.start(), match.end()) > MAX_RUN
    ]


def _inner_comments(content: bytes, runs: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Return the comments of runs except the first and last of each; `#` in a string is no comment."""
    if not runs:
        return []
    inner: list[tuple[int, int]] = []
    pending = iter(runs)
    run = next(pending, None)
    in_run: list[tuple[int, int]] = []
    for kind, begin, end in iter_lexemes(content):
        if kind is not Lexeme.COMMENT:
            continue
        while run is not None and run[1] <= begin:
            inner += in_run[1:-1]
            in_run = []
            run = next(pending, None)
        if run is not None and run[0] <= begin:
            in_run.append((begin, end))
    return inner + in_run[1:-1]
