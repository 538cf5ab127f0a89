"""Percentiles of footprints."""

from collections.abc import Sequence


def nearest_rank(ordered: Sequence[int], percent: int) -> int:
    """Return the smallest value that at least `percent` of the values do not exceed."""
    return ordered[max(0, -(-percent * len(ordered) // 100) - 1)]
