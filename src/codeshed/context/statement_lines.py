"""The statement around a place in a file, found by indentation alone.

Turns: the lines of a file + a place → the longest enclosing statement that is short enough, by its first and last line.
"""

import re
from collections.abc import Sequence

MAX_STATEMENT_LINES = 40
"""A longer statement, such as a whole test suite, is not shown: the statement within it around the place is."""

_TAB = 8
_CONTINUES = re.compile(
    r"[)\]}{.,]|(else|elif|elsif|elseif|except|finally|catch|rescue|ensure|end|then|do)\b",
)
"""The start of a line that continues a statement at the same indentation: closing brackets, `else`, `catch`."""

_NO_CODE = ("#", "//", "--", "/*", "*")
"""The start of lines whose indentation is ignored: comments and preprocessor directives."""


def statement_around(
    lines: Sequence[str], first: int, last: int, apart: Sequence[tuple[int, int]] = ()
) -> tuple[int, int]:
    """Return the first and last line, from 1, of the longest short statement around some lines.

    For a place in `it("adds", () => {` that is the whole call, and not the suite around it if that is long.
    Statements that contain a whole span of `apart`, such as the class around the lines, are excluded.
    """
    first = min(max(first, 1), max(1, len(lines)))
    found = first, min(max(first, last), len(lines), first + MAX_STATEMENT_LINES - 1)
    wider = _statement(lines, *found, is_outer=False)
    while wider is not None and wider[1] - wider[0] < MAX_STATEMENT_LINES and not _has(wider, apart):
        found = wider
        wider = _statement(lines, *found, is_outer=True)
    return found


def _has(lines: tuple[int, int], spans: Sequence[tuple[int, int]]) -> bool:
    return any(lines[0] <= first and last <= lines[1] for first, last in spans)


def _statement(lines: Sequence[str], first: int, last: int, *, is_outer: bool) -> tuple[int, int] | None:
    """Return the statement that begins at a line, or the one directly around it; None if there is none nearby."""
    head = _head(lines, first, is_outer=is_outer)
    return None if head is None else (head, _end(lines, head, last))


def _head(lines: Sequence[str], first: int, *, is_outer: bool) -> int | None:
    """Return the first line of the statement that a line belongs to or, for an outer one, is nested in."""
    depth = _depth(lines[first - 1]) - is_outer
    for place in range(first, max(0, first - MAX_STATEMENT_LINES - 1), -1):
        line = lines[place - 1]
        if _is_code(line) and _depth(line) <= depth:
            depth = _depth(line)
            if not _CONTINUES.match(line.lstrip()):
                return place
    return None


def _end(lines: Sequence[str], head: int, last: int) -> int:
    """Return the last line of a statement, or one beyond the limit."""
    depth = _depth(lines[head - 1])
    too_far = head + MAX_STATEMENT_LINES
    for place in range(last + 1, min(len(lines), too_far) + 1):
        line = lines[place - 1]
        if not line.strip():
            continue
        if _depth(line) > depth:
            last = place
        elif _is_code(line):
            if _depth(line) < depth or not _CONTINUES.match(line.lstrip()):
                break
            last = place
    else:
        return max(last, too_far) if len(lines) > too_far else last
    return last


def _depth(line: str) -> int:
    expanded = line.expandtabs(_TAB)
    return len(expanded) - len(expanded.lstrip())


def _is_code(line: str) -> bool:
    text = line.lstrip()
    return bool(text) and not text.startswith(_NO_CODE)
