"""How edges with the same source, target and kind become one: the surest, seen by all.

Turns: columns of edges in the order of their keys, and where each key begins → one value for each key.
"""

from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from codeshed.graph.data.arrays import Bytes, Flags, Ints, Longs
from codeshed.graph.data.columns import starts_of
from codeshed.graph.data.kinds import EdgeFlag, ProvenanceCode

MAX_SITES_PER_EDGE = 64
"""Sites kept per edge; an edge counts the others."""

_KINDS = 16
_PROVENANCES = 8
_CERTAIN = 100
_EVEN = 50
"""Of several things that are inferred, each has less than this, in hundredths, if only one of them is meant."""

_Number = TypeVar("_Number", np.int32, np.int64, np.uint8)


def edge_keys(sources: Ints, targets: Ints, kinds: Bytes, n_nodes: int) -> Longs:
    """Return a number for each edge, in the order of edges, that only parallel ones share."""
    return (sources.astype(np.int64) * n_nodes + targets) * _KINDS + kinds


def reduced(function: np.ufunc, values: NDArray[_Number], firsts: Longs) -> NDArray[_Number]:
    """Return one value for each run of values."""
    return np.asarray(function.reduceat(values, firsts) if len(firsts) else values)


def are_guesses(confidences: Bytes, provenances: Bytes) -> Flags:
    """Say of each edge whether it leads to one of several things that may be meant, and nothing tells which."""
    is_share = (provenances == int(ProvenanceCode.INFERRED)) & (confidences < _EVEN)
    return np.asarray((provenances == int(ProvenanceCode.HEURISTIC)) | is_share)


def surest(confidences: Bytes, provenances: Bytes, firsts: Longs) -> tuple[Bytes, Bytes]:
    """Return the confidence and the provenance of the surest edge of each run."""
    doubt = (_CERTAIN - confidences.astype(np.int32)) * _PROVENANCES + provenances
    least = reduced(np.minimum, doubt, firsts)
    return (_CERTAIN - least // _PROVENANCES).astype(np.uint8), (least % _PROVENANCES).astype(np.uint8)


def merged_flags(flags: Bytes, firsts: Longs) -> Bytes:
    """Return the flags of each run: those of any edge, but recovered or exact only if that is true of each."""
    any_of = reduced(np.bitwise_or, flags, firsts)
    all_of = reduced(np.bitwise_and, flags, firsts)
    common = np.uint8(EdgeFlag.RECOVERED | EdgeFlag.EXACT)
    return np.asarray((any_of & ~common) | (all_of & common), dtype=np.uint8)


def adjacency(sources: Ints, targets: Ints, n_nodes: int) -> tuple[Longs, Longs, Ints]:
    """Return where the edges from and to each node begin, and the order of edges by target."""
    return (
        starts_of(np.bincount(sources, minlength=n_nodes)),
        starts_of(np.bincount(targets, minlength=n_nodes)),
        np.argsort(targets, kind="stable").astype(np.int32),
    )
