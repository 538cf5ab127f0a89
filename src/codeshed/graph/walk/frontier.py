"""One level of a walk: the edges that lead on from some nodes.

Turns: Level + TraversalConfig → LevelEdges: those that may be followed, as many as the caps on ways and work allow.
"""

import msgspec
import numpy as np
import numpy.typing as npt

from codeshed.graph.data.arrays import Flags, Ints, Longs
from codeshed.graph.data.code_graph import CodeGraph
from codeshed.graph.data.columns import starts_of, stretches
from codeshed.graph.data.kinds import EdgeFlag, EdgeKind
from codeshed.graph.data.node_keys import key_ranks
from codeshed.graph.walk.traversal_config import TraversalConfig
from codeshed.graph.walk.work_budget import Work

_SLACK = 1e-6
_N_KINDS = max(EdgeKind) + 1
_CERTAIN = 100
_LISTINGS = np.uint8(EdgeFlag.IN_V1 | EdgeFlag.IN_V2)
_IN_CLOSURE = np.uint8(EdgeFlag.IN_CLOSURE)


class Level(msgspec.Struct, frozen=True, kw_only=True):
    """Nodes of one distance by key, and how sure the way to each is."""

    rows: Ints
    sureness: npt.NDArray[np.float64]
    is_forward: bool


class LevelEdges(msgspec.Struct, frozen=True, kw_only=True):
    """Edges that lead on: their other ends, the place in the level of the node they leave, how sure the way over each is.

    `n_entered` nodes of the level were looked at, the others found no work left or no time. `n_unsure` edges were below the
    confidence limit, `n_left_out` beyond the cap on ways from one node, the first time at `first_left_out`, which has
    `n_most_ways`.
    """

    edges: Longs
    ends: Ints
    owners: Longs
    sureness: npt.NDArray[np.float64]
    n_entered: int
    n_work_units: int
    n_unsure: int
    n_left_out: int
    n_most_ways: int
    first_left_out: int | None
    not_entered: tuple[int, ...]
    is_out_of_time: bool


def look_around(
    graph: CodeGraph, level: Level, config: TraversalConfig, *, max_fanout: int | None, work: Work | None
) -> LevelEdges:
    """Return the edges that lead on from the nodes of a level."""
    table = graph.edges
    starts = table.out_starts if level.is_forward else table.in_starts
    begins = starts[level.rows].astype(np.int64)
    lengths = starts[level.rows + 1] - begins
    is_out_of_time = work is not None and work.is_out_of_time()
    n_entered, n_units = _affordable(lengths, work, is_out_of_time=is_out_of_time)
    edges = stretches(begins[:n_entered], lengths[:n_entered])
    owners = np.repeat(np.arange(n_entered), lengths[:n_entered])
    if not level.is_forward:
        edges = table.in_order[edges].astype(np.int64)
    is_chosen = _followed_kinds(config)[table.kinds[edges]] & is_dependency(graph, edges)
    is_sure = table.confidence[edges] >= config.min_edge_confidence * _CERTAIN - _SLACK
    n_unsure = int(np.count_nonzero(is_chosen & ~is_sure))
    edges, owners = edges[is_chosen & is_sure], owners[is_chosen & is_sure]
    ends = (table.targets if level.is_forward else table.sources)[edges]
    kept, n_most = _fanned(graph, edges, ends, owners, max_fanout)
    is_left_out = np.ones(len(edges), dtype=np.bool_)
    is_left_out[kept] = False
    left_out = np.flatnonzero(is_left_out)
    first = int(level.rows[owners[left_out[0]]]) if len(left_out) else None
    edges, ends, owners = edges[kept], ends[kept], owners[kept]
    return LevelEdges(
        edges=edges,
        ends=ends,
        owners=owners,
        sureness=level.sureness[owners] * table.confidence[edges] / _CERTAIN,
        n_entered=n_entered,
        n_work_units=n_units,
        n_unsure=n_unsure,
        n_left_out=len(left_out),
        n_most_ways=n_most,
        first_left_out=first,
        not_entered=tuple(level.rows[n_entered:].tolist()),
        is_out_of_time=is_out_of_time,
    )


def is_dependency(graph: CodeGraph, edges: Longs) -> Flags:
    """Say which edges are more than a reading of the published listings, which count a local class as its function."""
    flags = graph.edges.flags[edges]
    return np.asarray(((flags & _LISTINGS) == 0) | ((flags & _IN_CLOSURE) != 0))


def _affordable(lengths: Longs, work: Work | None, *, is_out_of_time: bool) -> tuple[int, int]:
    """Return how many nodes can be looked at, in their order, and the units of work that this takes.

    One unit is for a node, one for each of its edges.
    """
    if is_out_of_time:
        return 0, 0
    costs = np.cumsum(lengths + 1)
    n_entered = len(lengths) if work is None else int(np.searchsorted(costs, work.n_left, side="right"))
    n_units = int(costs[n_entered - 1]) if n_entered else 0
    if work is not None:
        work.add(n_units)
    return n_entered, n_units


def _fanned(
    graph: CodeGraph, edges: Longs, ends: Ints, owners: Longs, max_fanout: int | None
) -> tuple[Longs, int]:
    """Return the places of at most so many edges of each node, the surest first, then by key; and the most of one."""
    counts = np.bincount(owners, minlength=1)
    n_most = int(counts.max())
    if max_fanout is None or n_most <= max_fanout:
        return np.arange(len(edges)), n_most
    table = graph.edges
    order = np.lexsort(
        (table.kinds[edges], key_ranks(graph, ends), -table.confidence[edges].astype(np.int64), owners)
    )
    rank = np.arange(len(edges)) - starts_of(counts)[owners[order]]
    return np.sort(order[rank < max_fanout]), n_most


def _followed_kinds(config: TraversalConfig) -> Flags:
    is_followed = np.full(_N_KINDS, config.allowed_edge_types is None, dtype=np.bool_)
    is_followed[[int(kind) for kind in config.allowed_edge_types or ()]] = True
    return is_followed
