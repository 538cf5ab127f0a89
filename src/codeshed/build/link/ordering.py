"""The order of numbers.

Turns: numbers without any order → the places that bring them into one, or the different ones among them.
"""

from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from codeshed.graph.data.arrays import Ints, Longs
from codeshed.graph.data.columns import run_starts

_Number = TypeVar("_Number", np.int32, np.int64)
_WORD_BITS = 63


def stable_order(numbers: Longs) -> Longs:
    """Return the places of numbers, none of them negative, by number and then by place.

    Sorting numbers together with their places, in one word each, is faster than sorting places by their numbers.
    """
    n_bits = len(numbers).bit_length()
    if len(numbers) and int(numbers.max()).bit_length() + n_bits > _WORD_BITS:
        return np.argsort(numbers, kind="stable")
    packed = (numbers << n_bits) | np.arange(len(numbers), dtype=np.int64)
    packed.sort()
    return packed & ((1 << n_bits) - 1)


def different(numbers: NDArray[_Number]) -> NDArray[_Number]:
    """Return the different ones among numbers in order.

    What numpy has for that loads modules of its own at its first use, which take longer than any of our calls of it.
    """
    in_order = np.sort(numbers)
    return in_order[run_starts(in_order)]


def ranked(numbers: Ints, bound: int) -> tuple[Ints, Longs]:
    """Return the different ones among numbers below a bound in order, and for each number its place among these."""
    is_there = np.zeros(bound, dtype=np.bool_)
    is_there[numbers] = True
    places = np.cumsum(is_there) - 1
    return np.flatnonzero(is_there).astype(np.int32), places[numbers]
