"""Expands the frontiers of a walk.

Turns: Frontier + TraversalConfig → FrontierEdges: the edges to follow, within the caps on fanout and work. The frontiers of
both directions share one budget of work: at each distance, their nodes are expanded in one order, that of the keys.
"""

from collections.abc import Sequence

import msgspec
import numpy as np
import numpy.typing as npt

from codeshed.graph.data.arrays import NO_ROW, Flags, Ints, Longs
from codeshed.graph.data.code_graph import CodeGraph
from codeshed.graph.data.columns import concatenate_ranges, offsets_of_lengths
from codeshed.graph.data.kinds import EdgeFlag, EdgeKind, NodeFlag, NodeKind, ProvenanceCode
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


class AffordableNodes(msgspec.Struct, frozen=True, kw_only=True):
    """How many nodes of each frontier can be expanded, in order, and the units of work that this takes."""

    counts: tuple[int, ...]
    n_work_units: int
    is_out_of_time: bool


class FrontierEdges(msgspec.Struct, frozen=True, kw_only=True):
    """The edges that lead on from a frontier: their far ends, their owner's position in the frontier, and path confidences.

    `n_entered` nodes were expanded before work or time ran out. `below_confidence` are the edges below the confidence
    limit. `left_out` are those beyond the cap on fanout; `first_left_out` is the first node that had such edges.
    `max_fanout_seen` is the largest fanout of a node.
    """

    edges: Longs
    ends: Ints
    owners: Longs
    confidences: npt.NDArray[np.float64]
    n_entered: int
    below_confidence: Longs
    left_out: Longs
    max_fanout_seen: int
    first_left_out: int | None
    not_entered: Ints


def affordable_nodes(
    graph: CodeGraph, frontiers: Sequence[Frontier], work: WorkCounter | None
) -> AffordableNodes:
    """Charge the work of expanding as many nodes of the frontiers as the budget has room for, each whole or not at all.

    A unit is one node, or one edge. All frontiers together are expanded in the order of the nodes' keys.
    """
    costs = [edge_counts(graph, each.rows, is_forward=each.is_forward) + 1 for each in frontiers]
    if work is None:
        return AffordableNodes(
            counts=tuple(map(len, costs)),
            n_work_units=sum(int(each.sum()) for each in costs),
            is_out_of_time=False,
        )
    if work.is_out_of_time():
        return AffordableNodes(counts=(0,) * len(costs), n_work_units=0, is_out_of_time=True)
    positions = np.repeat(np.arange(len(costs)), [len(each) for each in costs])
    keys = np.concatenate([key_ranks(graph, each.rows) for each in frontiers])
    order = np.arange(len(keys)) if len(costs) == 1 else np.lexsort((positions, keys))
    totals = np.cumsum(np.concatenate(costs)[order])
    n_entered = int(np.searchsorted(totals, work.n_left, side="right"))
    n_units = int(totals[n_entered - 1]) if n_entered else 0
    work.add(n_units)
    counts = np.bincount(positions[order[:n_entered]], minlength=len(costs))
    return AffordableNodes(counts=tuple(counts.tolist()), n_work_units=n_units, is_out_of_time=False)


def edge_counts(graph: CodeGraph, rows: Ints, *, is_forward: bool) -> Longs:
    """Return how many edges each node has in a direction."""
    starts = graph.edges.out_starts if is_forward else graph.edges.in_starts
    return np.asarray(starts[rows + 1].astype(np.int64) - starts[rows])


def expand_frontier(
    graph: CodeGraph,
    frontier: Frontier,
    config: TraversalConfig,
    *,
    max_fanout: int | None,
    n_entered: int,
) -> FrontierEdges:
    """Return the edges that lead on from the first nodes of a frontier."""
    table = graph.edges
    starts = table.out_starts if frontier.is_forward else table.in_starts
    rows = frontier.rows[:n_entered]
    begins = starts[rows].astype(np.int64)
    lengths = edge_counts(graph, rows, is_forward=frontier.is_forward)
    edges = concatenate_ranges(begins, lengths)
    owners = np.repeat(np.arange(n_entered), lengths)
    if not frontier.is_forward:
        edges = table.in_order[edges].astype(np.int64)
    is_chosen = _followed_kinds(config)[table.kinds[edges]] & is_dependency(graph, edges)
    is_sure = table.confidence[edges] >= config.min_edge_confidence * _CERTAIN - _SLACK
    below_confidence = edges[is_chosen & ~is_sure]
    if config.only_effects and not frontier.is_forward:
        is_chosen &= has_effect(graph, edges)
    edges, owners = edges[is_chosen & is_sure], owners[is_chosen & is_sure]
    ends = (table.targets if frontier.is_forward else table.sources)[edges]
    kept, max_fanout_seen = _limit_fanout(graph, edges, ends, owners, max_fanout)
    is_left_out = np.ones(len(edges), dtype=np.bool_)
    is_left_out[kept] = False
    left_out = np.flatnonzero(is_left_out)
    first = int(frontier.rows[owners[left_out[0]]]) if len(left_out) else None
    left_out_edges = edges[left_out]
    edges, ends, owners = edges[kept], ends[kept], owners[kept]
    return FrontierEdges(
        edges=edges,
        ends=ends,
        owners=owners,
        confidences=frontier.confidences[owners] * table.confidence[edges] / _CERTAIN,
        n_entered=n_entered,
        below_confidence=below_confidence,
        left_out=left_out_edges,
        max_fanout_seen=max_fanout_seen,
        first_left_out=first,
        not_entered=frontier.rows[n_entered:],
    )


def is_dependency(graph: CodeGraph, edges: Longs) -> Flags:
    """Return a mask of the edges that are real dependencies; some exist for the published listings only.

    The listings treat a class local to a function as that function.
    """
    flags = graph.edges.flags[edges]
    return np.asarray(((flags & _LISTINGS) == 0) | ((flags & _IN_CLOSURE) != 0))


def has_effect(graph: CodeGraph, edges: Longs) -> Flags:
    """Return a mask of the edges whose source may notice a change of the target.

    What a method in a test overrides outside of tests, or a constructor overrides, runs as before; so does code outside of
    tests to which only values get from there: a test makes it run code of its own. Neither notices the code that defines a variable, by writing it, another value of
    that variable.
    """
    table, nodes = graph.edges, graph.nodes
    sources, targets, kinds = table.sources[edges], table.targets[edges], table.kinds[edges]
    in_test = int(NodeFlag.TEST)
    is_only_in_test = ((nodes.flags[targets] & in_test) != 0) & ((nodes.flags[sources] & in_test) == 0)
    is_constructor = (nodes.flags[targets] & int(NodeFlag.CONSTRUCTOR)) != 0
    is_plain_override = (kinds == EdgeKind.OVERRIDDEN_BY) & (is_only_in_test | is_constructor)
    is_guess = (table.through[edges] != NO_ROW) | (table.provenance[edges] >= ProvenanceCode.INFERRED)
    is_call_of_test = is_guess & is_only_in_test
    is_module = (nodes.kinds[sources] == NodeKind.MODULE) & (nodes.files[sources] == nodes.files[targets])
    is_definition = (kinds == EdgeKind.WRITE) & (is_module | (nodes.enclosing[targets] == sources))
    return np.asarray(~(is_plain_override | is_call_of_test | is_definition))


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
