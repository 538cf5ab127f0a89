"""The statement around a place in a file, told by indentation alone.

Turns: the lines of a file + a place → the first and the last line of the longest statement around it that is short enough.
"""

import re
from collections.abc import Sequence

MAX_STATEMENT_LINES = 40
"""A longer statement, such as a whole suite of tests, is not shown: what lies in it around the place is."""

_TAB = 8
_GOES_ON = re.compile(
    r"[)\]}{.,]|(else|elif|elsif|elseif|except|finally|catch|rescue|ensure|end|then|do)\b",
)
"""What a line begins with that belongs to the statement whose first line is above it, at the same indentation."""

_NO_CODE = ("#", "//", "--", "/*", "*")
"""What a line begins with whose indentation says nothing: comments, and what is written for a preprocessor."""


def statement_around(
    lines: Sequence[str], first: int, last: int, apart: Sequence[tuple[int, int]] = ()
) -> tuple[int, int]:
    """Return the first and last line, from 1 on, of the longest short statement around some lines.

    Of `it("adds", () => {` and what follows, that is all of it, and not what it lies in if that is long. What stands
    `apart`, such as a class around the lines, is not in it as a whole.
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
    """Return the statement that begins in some line, or the one right around it; nothing if none is near."""
    head = _head(lines, first, is_outer=is_outer)
    return None if head is None else (head, _end(lines, head, last))


def _head(lines: Sequence[str], first: int, *, is_outer: bool) -> int | None:
    """Return the line in which a statement begins that has a line in it or, if it is an outer one, deeper in it."""
    depth = _depth(lines[first - 1]) - is_outer
    for place in range(first, max(0, first - MAX_STATEMENT_LINES - 1), -1):
        line = lines[place - 1]
        if _is_code(line) and _depth(line) <= depth:
            depth = _depth(line)
            if not _GOES_ON.match(line.lstrip()):
                return place
    return None


def _end(lines: Sequence[str], head: int, last: int) -> int:
    """Return the last line of a statement, or one that is farther away than a short one has."""
    depth = _depth(lines[head - 1])
    too_far = head + MAX_STATEMENT_LINES
    for place in range(last + 1, min(len(lines), too_far) + 1):
        line = lines[place - 1]
        if not line.strip():
            continue
        if _depth(line) > depth:
            last = place
        elif _is_code(line):
            if _depth(line) < depth or not _GOES_ON.match(line.lstrip()):
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
