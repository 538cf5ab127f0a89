"""The one bounded traversal.

Turns: CodeGraph + a start + TraversalConfig → WalkResult: what is reached, how far away it is, along which edge, and
what was cut. A walk goes level by level and takes the nodes of a level in the order of their symbols, so that a cap
always leaves the same ones out. It costs what it visits: nothing of it is as large as the graph.
"""

import enum

import msgspec
import numpy as np

from codeshed.graph.arrays import Flags, Ints, Longs
from codeshed.graph.code_graph import CodeGraph
from codeshed.graph.columns import run_starts, stretches
from codeshed.graph.kinds import EdgeKind
from codeshed.graph.traversal import TraversalConfig
from codeshed.model.limits import TruncationRecord

_SCOPE = "graph"
_SLACK = 1e-6
_N_KINDS = max(EdgeKind) + 1


class Direction(enum.Enum):
    """Along edges, to what a node uses; or against them, to what uses it."""

    FORWARD = "forward"
    BACKWARD = "backward"


class Reached(msgspec.Struct, frozen=True, kw_only=True):
    """A node that a walk came to: its row, its distance from the start, and the edge by which it was reached.

    Of several edges it is the first one from the nearest nodes. `direction` says which of its ends is the node: the
    target of an edge that was walked forward, the source of one that was walked backward.
    """

    row: int
    distance: int
    edge: int
    direction: Direction


class WalkResult(msgspec.Struct, frozen=True, kw_only=True):
    """What a walk reached, by distance and symbol, without the start; and each cap that cut it short.

    `n_visited` counts all nodes that were reached, also those that are too simple to be listed.
    """

    start: int
    reached: tuple[Reached, ...]
    n_visited: int
    truncation: tuple[TruncationRecord, ...]

    @property
    def rows(self) -> tuple[int, ...]:
        """The rows of the nodes, in their order."""
        return tuple(each.row for each in self.reached)


def forward_impact(graph: CodeGraph, start: int, config: TraversalConfig) -> WalkResult:
    """Walk to what a node uses: from a caller to those it calls."""
    return _result(graph, start, _walk(graph, start, Direction.FORWARD, config), config)


def backward_impact(graph: CodeGraph, start: int, config: TraversalConfig) -> WalkResult:
    """Walk to what uses a node: from one that is called to its callers."""
    return _result(graph, start, _walk(graph, start, Direction.BACKWARD, config), config)


def bidirectional_impact(graph: CodeGraph, start: int, config: TraversalConfig) -> WalkResult:
    """Walk to what a node uses, and to what uses it, under one cap on nodes.

    A node that lies both ways counts once, at its shorter distance. What others use besides is not reached: no way
    turns round.
    """
    forward = _walk(graph, start, Direction.FORWARD, config)
    backward = _walk(graph, start, Direction.BACKWARD, config)
    return _result(graph, start, _united(forward, backward, config.max_nodes), config)


class _Walked(msgspec.Struct, frozen=True, kw_only=True):
    """Nodes by distance and row, and the nearest of those that each cap left out."""

    reached: list[Reached]
    beyond_nodes: frozenset[int] = frozenset()
    beyond_depth: frozenset[int] = frozenset()


def _walk(graph: CodeGraph, start: int, direction: Direction, config: TraversalConfig) -> _Walked:
    is_followed = _followed_kinds(config)
    visited = frontier = np.array([start], dtype=np.int32)
    reached: list[Reached] = []
    distance = 0
    while len(frontier):
        edges, ends = _next_edges(graph, frontier, direction, is_followed, config)
        edges, ends = _unvisited(edges, ends, visited)
        room = config.max_nodes - len(reached)
        if distance == config.max_depth:
            return _Walked(reached=reached, beyond_depth=frozenset(ends.tolist()))
        distance += 1
        reached += [
            Reached(row=row, distance=distance, edge=edge, direction=direction)
            for row, edge in zip(ends[:room].tolist(), edges[:room].tolist(), strict=True)
        ]
        if len(ends) > room:
            return _Walked(reached=reached, beyond_nodes=frozenset(ends[room:].tolist()))
        visited = np.sort(np.concatenate((visited, ends)))
        frontier = ends[_is_entered(graph, ends, config)]
    return _Walked(reached=reached)


def _next_edges(
    graph: CodeGraph, frontier: Ints, direction: Direction, is_followed: Flags, config: TraversalConfig
) -> tuple[Longs | Ints, Ints]:
    """Return the edges that lead on from some nodes, and their other ends."""
    table = graph.edges
    starts = table.out_starts if direction is Direction.FORWARD else table.in_starts
    begins = starts[frontier].astype(np.int64)
    edges: Longs | Ints = stretches(begins, starts[frontier + 1] - begins)
    if direction is Direction.BACKWARD:
        edges = table.in_order[edges]
    is_chosen = is_followed[table.kinds[edges]]
    if config.min_edge_confidence > 0:
        is_chosen &= table.confidence[edges] >= config.min_edge_confidence * 100 - _SLACK
    edges = edges[is_chosen]
    return edges, (table.targets if direction is Direction.FORWARD else table.sources)[edges]


def _unvisited(edges: Longs | Ints, ends: Ints, visited: Ints) -> tuple[Longs | Ints, Ints]:
    """Return each end that is new once, in the order of rows, with the first edge that leads to it.

    Nodes of a level are in order, and so are the edges of each: a stable sort by end leaves the first edge in front.
    """
    places = np.searchsorted(visited, ends)
    is_new = visited[np.minimum(places, len(visited) - 1)] != ends
    edges, ends = edges[is_new], ends[is_new]
    order = np.argsort(ends, kind="stable")
    firsts = order[run_starts(ends[order])]
    return edges[firsts], ends[firsts]


def _followed_kinds(config: TraversalConfig) -> Flags:
    is_followed = np.full(_N_KINDS, config.allowed_edge_types is None, dtype=np.bool_)
    is_followed[[int(kind) for kind in config.allowed_edge_types or ()]] = True
    return is_followed


def _is_entered(graph: CodeGraph, rows: Ints, config: TraversalConfig) -> Flags:
    is_entered = np.ones(len(rows), dtype=np.bool_)
    for kind in config.excluded_node_types:
        is_entered &= graph.nodes.kinds[rows] != kind
    return is_entered


def _united(forward: _Walked, backward: _Walked, max_nodes: int) -> _Walked:
    """Return the nodes of both ways, each once, as many as there is room for."""
    by_row: dict[int, Reached] = {}
    for each in (*forward.reached, *backward.reached):
        known = by_row.setdefault(each.row, each)
        if each.distance < known.distance:
            by_row[each.row] = each
    nearest = sorted(by_row.values(), key=lambda each: (each.distance, each.row))
    kept = {each.row for each in nearest[:max_nodes]}
    cut = {each.row for each in nearest[max_nodes:]}
    return _Walked(
        reached=nearest[:max_nodes],
        beyond_nodes=(forward.beyond_nodes | backward.beyond_nodes | cut) - kept,
        beyond_depth=(forward.beyond_depth | backward.beyond_depth) - kept,
    )


def _result(graph: CodeGraph, start: int, walked: _Walked, config: TraversalConfig) -> WalkResult:
    listed = walked.reached
    if config.min_complexity is not None:
        complexity = graph.nodes.complexity
        listed = [each for each in listed if complexity[each.row] >= config.min_complexity]
    return WalkResult(
        start=start,
        reached=tuple(listed),
        n_visited=len(walked.reached),
        truncation=_truncation(walked, config),
    )


def _truncation(walked: _Walked, config: TraversalConfig) -> tuple[TruncationRecord, ...]:
    """Say what was cut. What lies behind the nodes that were left out is not known, so there may be more of it."""
    cuts = (
        ("maxDepth", config.max_depth, len(walked.beyond_depth)),
        ("maxNodes", config.max_nodes, len(walked.beyond_nodes)),
    )
    return tuple(
        TruncationRecord(
            scope=_SCOPE,
            cap=cap,
            limit=limit,
            omitted=n_omitted,
            note="counts the nearest nodes that were left out; what lies behind them is not counted",
        )
        for cap, limit, n_omitted in cuts
        if limit is not None and n_omitted
    )
