"""Figures of a set of footprints.

Turns: sizes in ascending order → percentiles by nearest rank, and a histogram.
"""

from collections.abc import Sequence

import msgspec


class Bucket(msgspec.Struct, frozen=True, kw_only=True):
    """How many footprints are at least `low` and less than `high`."""

    low: int
    high: int
    count: int


class Distribution(msgspec.Struct, frozen=True, kw_only=True):
    """Figures of a set of footprints; percentiles by nearest rank. Without footprints, all but the count are null."""

    count: int
    mean: float | None
    min: int | None
    max: int | None
    p50: int | None
    p90: int | None
    p99: int | None


def nearest_rank(ordered: Sequence[int], percent: int) -> int:
    """Return the smallest value that at least `percent` of the values do not exceed."""
    return ordered[max(0, -(-percent * len(ordered) // 100) - 1)]


def distribution_of(ordered: Sequence[int]) -> Distribution:
    """Return the figures of sizes in ascending order."""
    if not ordered:
        return Distribution(count=0, mean=None, min=None, max=None, p50=None, p90=None, p99=None)
    return Distribution(
        count=len(ordered),
        mean=round(sum(ordered) / len(ordered), 2),
        min=ordered[0],
        max=ordered[-1],
        p50=nearest_rank(ordered, 50),
        p90=nearest_rank(ordered, 90),
        p99=nearest_rank(ordered, 99),
    )


def buckets_of(ordered: Sequence[int]) -> tuple[Bucket, ...]:
    """Count by powers of two, from the smallest value's bucket to the largest's, empty ones included."""
    if not ordered:
        return ()
    exponents = [value.bit_length() for value in ordered]
    return tuple(
        Bucket(
            low=0 if exponent == 0 else 1 << (exponent - 1),
            high=1 << exponent,
            count=exponents.count(exponent),
        )
        for exponent in range(exponents[0], exponents[-1] + 1)
    )
