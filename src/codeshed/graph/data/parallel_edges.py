"""Merges edges with the same source, target and kind: the highest confidence, and what any policy sees.

Turns: columns of edges sorted by key, and the first position of each key → one value per key.
"""

from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from codeshed.graph.data.arrays import NO_ROW, Bytes, Flags, Ints, Longs
from codeshed.graph.data.columns import offsets_of_lengths
from codeshed.graph.data.kinds import EdgeFlag, ProvenanceCode

MAX_SITES_PER_EDGE = 64
"""How many sites of an edge are kept; the others are only counted."""

_KINDS = 16
_PROVENANCES = 8
_CERTAIN = 100
_EVEN = 50
"""Of several candidates only one can be meant: inferred edges below this confidence, in hundredths, are candidates."""

_Number = TypeVar("_Number", np.int32, np.int64, np.uint8)


def edge_keys(sources: Ints, targets: Ints, kinds: Bytes, n_nodes: int) -> Longs:
    """Return a number for each edge that sorts by source, target and kind; parallel edges share it."""
    return (sources.astype(np.int64) * n_nodes + targets) * _KINDS + kinds


def reduce_runs(function: np.ufunc, values: NDArray[_Number], firsts: Longs) -> NDArray[_Number]:
    """Reduce each run of values to one."""
    return np.asarray(function.reduceat(values, firsts) if len(firsts) else values)


def are_guesses(confidences: Bytes, provenances: Bytes) -> Flags:
    """Return a mask of the edges that lead to one of several candidates, without knowing which is meant."""
    is_share = (provenances == int(ProvenanceCode.INFERRED)) & (confidences < _EVEN)
    return np.asarray((provenances == int(ProvenanceCode.HEURISTIC)) | is_share)


def most_confident(confidences: Bytes, provenances: Bytes, firsts: Longs) -> tuple[Bytes, Bytes]:
    """Return the highest confidence of each run, with the best provenance that has it."""
    doubt = (_CERTAIN - confidences.astype(np.int32)) * _PROVENANCES + provenances
    least = reduce_runs(np.minimum, doubt, firsts)
    return (_CERTAIN - least // _PROVENANCES).astype(np.uint8), (least % _PROVENANCES).astype(np.uint8)


def are_superseded(through: Ints, firsts: Longs) -> Flags:
    """Return a mask of the dispatched calls of runs that also have a direct one: this one is kept as it is."""
    is_direct = through == NO_ROW
    if is_direct.all() or not len(firsts):
        return np.zeros(len(through), dtype=np.bool_)
    has_direct = np.logical_or.reduceat(is_direct, firsts)
    n_parallel = np.diff(np.append(firsts, len(through)))
    return np.asarray(~is_direct & np.repeat(has_direct, n_parallel))


def surest_through(through: Ints, confidences: Bytes, provenances: Bytes, firsts: Longs) -> Ints:
    """Return the `through` of the most confident edge of each run; of equals the first method counts."""
    if not len(through) or int(through.max()) == NO_ROW:
        return through[firsts]
    doubt = (_CERTAIN - confidences.astype(np.int64)) * _PROVENANCES + provenances
    n_methods = int(through.max()) + 2
    least = reduce_runs(np.minimum, doubt * n_methods + (through - NO_ROW), firsts)
    return (least % n_methods + NO_ROW).astype(np.int32)


def merge_flags(flags: Bytes, firsts: Longs) -> Bytes:
    """Return the union of the flags of each run; RECOVERED, EXACT and TYPE_ONLY only if all edges have them."""
    any_of = reduce_runs(np.bitwise_or, flags, firsts)
    all_of = reduce_runs(np.bitwise_and, flags, firsts)
    common = np.uint8(EdgeFlag.RECOVERED | EdgeFlag.EXACT | EdgeFlag.TYPE_ONLY)
    return np.asarray((any_of & ~common) | (all_of & common), dtype=np.uint8)


def csr_adjacency(sources: Ints, targets: Ints, n_nodes: int) -> tuple[Longs, Longs, Ints]:
    """Return the CSR offsets of edges by source and by target, and the order of edges by target."""
    return (
        offsets_of_lengths(np.bincount(sources, minlength=n_nodes)),
        offsets_of_lengths(np.bincount(targets, minlength=n_nodes)),
        np.argsort(targets, kind="stable").astype(np.int32),
    )
