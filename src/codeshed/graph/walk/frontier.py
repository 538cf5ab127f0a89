"""Expands one frontier of a walk.

Turns: Frontier + TraversalConfig → FrontierEdges: the edges to follow, within the caps on fanout and work.
"""

import msgspec
import numpy as np
import numpy.typing as npt

from codeshed.graph.data.arrays import Flags, Ints, Longs
from codeshed.graph.data.code_graph import CodeGraph
from codeshed.graph.data.columns import concatenate_ranges, offsets_of_lengths
from codeshed.graph.data.kinds import EdgeFlag, EdgeKind, NodeFlag, NodeKind
from codeshed.graph.data.node_keys import key_ranks
from codeshed.graph.walk.traversal_config import TraversalConfig
from codeshed.graph.walk.work_budget import WorkCounter

_SLACK = 1e-6
_N_KINDS = max(EdgeKind) + 1
_CERTAIN = 100
_LISTINGS = np.uint8(EdgeFlag.IN_V1 | EdgeFlag.IN_V2)
_IN_CLOSURE = np.uint8(EdgeFlag.IN_CLOSURE)


class Frontier(msgspec.Struct, frozen=True, kw_only=True):
    """The nodes at one distance, sorted by key, with the confidence of the path to each."""

    rows: Ints
    confidences: npt.NDArray[np.float64]
    is_forward: bool


class FrontierEdges(msgspec.Struct, frozen=True, kw_only=True):
    """The edges that lead on from a frontier: their far ends, their owner's position in the frontier, and path confidences.

    `n_entered` nodes were expanded before work or time ran out. `n_below_confidence` edges were below the
    confidence limit. `n_left_out` edges were beyond the cap on fanout; `first_left_out` is the first node that had
    such edges. `max_fanout_seen` is the largest fanout of a node.
    """

    edges: Longs
    ends: Ints
    owners: Longs
    confidences: npt.NDArray[np.float64]
    n_entered: int
    n_work_units: int
    n_below_confidence: int
    n_left_out: int
    max_fanout_seen: int
    first_left_out: int | None
    not_entered: tuple[int, ...]
    is_out_of_time: bool


def expand_frontier(
    graph: CodeGraph,
    frontier: Frontier,
    config: TraversalConfig,
    *,
    max_fanout: int | None,
    work: WorkCounter | None,
) -> FrontierEdges:
    """Return the edges that lead on from the nodes of a frontier."""
    table = graph.edges
    starts = table.out_starts if frontier.is_forward else table.in_starts
    begins = starts[frontier.rows].astype(np.int64)
    lengths = starts[frontier.rows + 1] - begins
    is_out_of_time = work is not None and work.is_out_of_time()
    n_entered, n_units = _affordable(lengths, work, is_out_of_time=is_out_of_time)
    edges = concatenate_ranges(begins[:n_entered], lengths[:n_entered])
    owners = np.repeat(np.arange(n_entered), lengths[:n_entered])
    if not frontier.is_forward:
        edges = table.in_order[edges].astype(np.int64)
    is_chosen = _followed_kinds(config)[table.kinds[edges]] & is_dependency(graph, edges)
    is_sure = table.confidence[edges] >= config.min_edge_confidence * _CERTAIN - _SLACK
    n_below_confidence = int(np.count_nonzero(is_chosen & ~is_sure))
    if config.only_effects and not frontier.is_forward:
        is_chosen &= has_effect(graph, edges)
    edges, owners = edges[is_chosen & is_sure], owners[is_chosen & is_sure]
    ends = (table.targets if frontier.is_forward else table.sources)[edges]
    kept, max_fanout_seen = _limit_fanout(graph, edges, ends, owners, max_fanout)
    is_left_out = np.ones(len(edges), dtype=np.bool_)
    is_left_out[kept] = False
    left_out = np.flatnonzero(is_left_out)
    first = int(frontier.rows[owners[left_out[0]]]) if len(left_out) else None
    edges, ends, owners = edges[kept], ends[kept], owners[kept]
    return FrontierEdges(
        edges=edges,
        ends=ends,
        owners=owners,
        confidences=frontier.confidences[owners] * table.confidence[edges] / _CERTAIN,
        n_entered=n_entered,
        n_work_units=n_units,
        n_below_confidence=n_below_confidence,
        n_left_out=len(left_out),
        max_fanout_seen=max_fanout_seen,
        first_left_out=first,
        not_entered=tuple(frontier.rows[n_entered:].tolist()),
        is_out_of_time=is_out_of_time,
    )


def is_dependency(graph: CodeGraph, edges: Longs) -> Flags:
    """Return a mask of the edges that are real dependencies; some exist for the published listings only.

    The listings treat a class local to a function as that function.
    """
    flags = graph.edges.flags[edges]
    return np.asarray(((flags & _LISTINGS) == 0) | ((flags & _IN_CLOSURE) != 0))


def has_effect(graph: CodeGraph, edges: Longs) -> Flags:
    """Return a mask of the edges whose source may notice a change of the target.

    What a method in a test overrides outside of tests, or a constructor overrides, runs as before. Neither notices the code
    that defines a variable, by writing it, another value of that variable.
    """
    table, nodes = graph.edges, graph.nodes
    sources, targets, kinds = table.sources[edges], table.targets[edges], table.kinds[edges]
    in_test = int(NodeFlag.TEST)
    is_only_in_test = ((nodes.flags[targets] & in_test) != 0) & ((nodes.flags[sources] & in_test) == 0)
    is_constructor = (nodes.flags[targets] & int(NodeFlag.CONSTRUCTOR)) != 0
    is_plain_override = (kinds == EdgeKind.OVERRIDDEN_BY) & (is_only_in_test | is_constructor)
    is_module = (nodes.kinds[sources] == NodeKind.MODULE) & (nodes.files[sources] == nodes.files[targets])
    is_definition = (kinds == EdgeKind.WRITE) & (is_module | (nodes.enclosing[targets] == sources))
    return np.asarray(~(is_plain_override | is_definition))


def _affordable(lengths: Longs, work: WorkCounter | None, *, is_out_of_time: bool) -> tuple[int, int]:
    """Return how many nodes can be expanded, in order, and the work units that this takes: one per node and per edge."""
    if is_out_of_time:
        return 0, 0
    costs = np.cumsum(lengths + 1)
    n_entered = len(lengths) if work is None else int(np.searchsorted(costs, work.n_left, side="right"))
    n_units = int(costs[n_entered - 1]) if n_entered else 0
    if work is not None:
        work.add(n_units)
    return n_entered, n_units


def _limit_fanout(
    graph: CodeGraph, edges: Longs, ends: Ints, owners: Longs, max_fanout: int | None
) -> tuple[Longs, int]:
    """Return the positions of the edges within each node's fanout cap, and the largest fanout.

    The edges of highest confidence stay, then the first by key.
    """
    counts = np.bincount(owners, minlength=1)
    max_fanout_seen = int(counts.max())
    if max_fanout is None or max_fanout_seen <= max_fanout:
        return np.arange(len(edges)), max_fanout_seen
    table = graph.edges
    order = np.lexsort(
        (table.kinds[edges], key_ranks(graph, ends), -table.confidence[edges].astype(np.int64), owners)
    )
    rank = np.arange(len(edges)) - offsets_of_lengths(counts)[owners[order]]
    return np.sort(order[rank < max_fanout]), max_fanout_seen


def _followed_kinds(config: TraversalConfig) -> Flags:
    is_followed = np.full(_N_KINDS, config.allowed_edge_types is None, dtype=np.bool_)
    is_followed[[int(kind) for kind in config.allowed_edge_types or ()]] = True
    return is_followed
