"""Which classes have methods of the same names.

Turns: the methods of classes → pairs of classes with how many names they share. A name that many classes have pairs
none of them, so that the number of pairs grows with that of methods.
"""

import msgspec
import numpy as np

from codeshed.build.link.ordering import different
from codeshed.graph.data.arrays import Ints, Longs
from codeshed.graph.data.columns import run_starts

MAX_TYPES_PER_METHOD = 32
"""A name that methods of more classes have says nothing of any two of them."""


class SharedMethods(msgspec.Struct, frozen=True, kw_only=True):
    """Pairs of classes, the first before the second, and how many names they share; the names that were left out."""

    firsts: Ints
    seconds: Ints
    counts: Ints
    capped_names: Ints


def find_shared_methods(names: Ints, owners: Ints, n_owners: int) -> SharedMethods:
    """Count shared names, given each method by its name and the class that it belongs to."""
    keys = different(names.astype(np.int64) * n_owners + owners)
    names, owners = (keys // n_owners).astype(np.int32), (keys % n_owners).astype(np.int32)
    starts = run_starts(names)
    lengths = np.diff(starts, append=len(names))
    is_capped = lengths > MAX_TYPES_PER_METHOD
    ends = np.repeat(np.where(is_capped, starts, starts + lengths), lengths)
    places = np.arange(len(names))
    n_after = np.maximum(ends - places - 1, 0)
    firsts = np.repeat(places, n_after)
    seconds = firsts + 1 + np.arange(len(firsts)) - np.repeat(np.cumsum(n_after) - n_after, n_after)
    pairs: Longs = np.sort(owners[firsts].astype(np.int64) * n_owners + owners[seconds])
    pair_starts = run_starts(pairs)
    return SharedMethods(
        firsts=(pairs[pair_starts] // n_owners).astype(np.int32),
        seconds=(pairs[pair_starts] % n_owners).astype(np.int32),
        counts=np.diff(pair_starts, append=len(pairs)).astype(np.int32),
        capped_names=names[starts[is_capped]],
    )
