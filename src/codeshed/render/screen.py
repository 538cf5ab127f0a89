"""Answers that fit one screen.

Turns: the same answer in shorter and shorter forms → the first that fits, else the shortest.
"""

from collections.abc import Iterable, Sequence

SCREEN = 40
"""So many lines an answer has at most, unless all of it is asked for."""


def first_fitting(forms: Iterable[Sequence[str]]) -> list[str]:
    """Return the first form of an answer that fits one screen; if none does, the last."""
    lines: Sequence[str] = ()
    for lines in forms:
        if len(lines) <= SCREEN:
            break
    return list(lines)
