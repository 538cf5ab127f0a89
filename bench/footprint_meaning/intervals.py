"""Means and odds ratios with intervals of 95 %, by drawing groups again."""

import random
from collections.abc import Callable, Sequence
from typing import TypeVar

ROUNDS = 2000
Drawn = TypeVar("Drawn")
_TAIL = 0.025


def mean(values: Sequence[float]) -> float:
    """Return the mean."""
    return sum(values) / len(values)


def bootstrap(values: Sequence[Drawn], statistic: Callable[[Sequence[Drawn]], float]) -> tuple[float, float]:
    """Return the interval of a statistic over values drawn again; the same values give the same interval."""
    chance = random.Random(0)
    drawn = sorted(statistic(chance.choices(values, k=len(values))) for _ in range(ROUNDS))
    at = int(ROUNDS * _TAIL)
    return drawn[at], drawn[-at - 1]


def odds_ratio(groups: Sequence[tuple[int, int]]) -> float:
    """Return the odds ratio of matched pairs: those with the outcome in the first only, by those in the second only.

    A half is added to both, so that it is never infinite.
    """
    return (sum(first for first, _ in groups) + 0.5) / (sum(second for _, second in groups) + 0.5)
