"""Runtime checks of numbers and flags that callers of the Python API pass, and rounding of confidences.

Turns: any value → whether it is valid; a confidence from 0 to 1 → whole hundredths, as columns store it.
"""

import enum
import math

MAX_NUMBER = 2**31 - 1
"""The largest number that fits a column of a graph."""

_SLACK = 1e-6


def is_fraction(value: object) -> bool:
    """Whether a value is a number from 0 to 1."""
    return isinstance(value, int | float) and 0.0 <= value <= 1.0


def is_whole_number(value: object, *, at_least: int, at_most: int | None = None) -> bool:
    """Whether a value is an integer within limits; True and False are not."""
    if not isinstance(value, int) or isinstance(value, bool):
        return False
    return value >= at_least and (at_most is None or value <= at_most)


def are_flags(value: object, kind: type[enum.IntFlag]) -> bool:
    """Whether a value is a combination of flags of an enum."""
    return isinstance(value, kind) and not int(value) & ~sum(kind)


def floor_to_hundredths(confidence: float) -> int:
    """Return a confidence in whole hundredths, rounded down: 0.496 must not pass a limit of 0.5."""
    return math.floor(confidence * 100 + _SLACK)
