"""Answers that fit on one screen.

Turns: ever shorter forms of an answer → the first that fits, else the shortest.
"""

from collections.abc import Iterable, Sequence

SCREEN = 40
"""The maximal number of lines of an answer, unless everything is asked for."""


def first_that_fits(forms: Iterable[Sequence[str]]) -> list[str]:
    """Return the first form that fits on one screen; if none does, the last."""
    lines: Sequence[str] = ()
    for lines in forms:
        if len(lines) <= SCREEN:
            break
    return list(lines)
