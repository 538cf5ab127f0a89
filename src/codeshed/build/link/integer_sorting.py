"""Sorting of integer arrays.

Turns: unsorted numbers → the permutation that sorts them, or the distinct ones among them.
"""

from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from codeshed.graph.data.arrays import Ints, Longs
from codeshed.graph.data.columns import run_starts

_Number = TypeVar("_Number", np.int32, np.int64)
_WORD_BITS = 63


def stable_argsort(numbers: Longs) -> Longs:
    """Return the stable argsort of non-negative numbers.

    Value and index are packed into one word where both fit: sorting words is faster than an argsort.
    """
    n_bits = len(numbers).bit_length()
    if len(numbers) and int(numbers.max()).bit_length() + n_bits > _WORD_BITS:
        return np.argsort(numbers, kind="stable")
    packed = (numbers << n_bits) | np.arange(len(numbers), dtype=np.int64)
    packed.sort()
    return packed & ((1 << n_bits) - 1)


def sorted_unique(numbers: NDArray[_Number]) -> NDArray[_Number]:
    """Return the distinct numbers, sorted.

    `np.unique` imports further modules at its first call, which takes longer than all of our calls.
    """
    in_order = np.sort(numbers)
    return in_order[run_starts(in_order)]


def rank_values(numbers: Ints, bound: int) -> tuple[Ints, Longs]:
    """Return the distinct numbers below a bound, sorted, and the rank of each number among them."""
    is_there = np.zeros(bound, dtype=np.bool_)
    is_there[numbers] = True
    places = np.cumsum(is_there) - 1
    return np.flatnonzero(is_there).astype(np.int32), places[numbers]
