"""The one bounded traversal: breadth-first search with caps.

Turns: CodeGraph + start rows + TraversalConfig → WalkResult: the nodes reached, their distances, the edges by which
they were reached, and what was cut. A walk expands one frontier after another, each in the order of the nodes' keys, so
that a cap always leaves the same nodes out. It allocates nothing of the size of the graph: its cost is that of what it
visits.
"""

import enum
from collections.abc import Sequence

import msgspec
import numpy as np
import numpy.typing as npt

from codeshed.errors import InvalidOptionError
from codeshed.graph.data.argument_checks import is_whole_number
from codeshed.graph.data.arrays import Flags, Ints, Longs
from codeshed.graph.data.code_graph import CodeGraph
from codeshed.graph.data.columns import run_starts
from codeshed.graph.data.node_keys import in_key_order, key_ranks
from codeshed.graph.walk.frontier import Frontier, FrontierEdges, expand_frontier
from codeshed.graph.walk.traversal_config import TraversalConfig
from codeshed.graph.walk.walk_truncation import WalkCuts, cut_records
from codeshed.graph.walk.work_budget import WorkCounter
from codeshed.model.answers.truncation import Scope, TruncationRecord

_Products = npt.NDArray[np.float64]
_DECIMALS = 9
"""Confidences are compared rounded: the order of multiplication must not decide."""


class Direction(enum.Enum):
    """Along edges, to what a node uses; or against them, to what uses it."""

    FORWARD = "forward"
    BACKWARD = "backward"


class WalkLimits(msgspec.Struct, frozen=True, kw_only=True):
    """Limits of a walk in addition to its config: edges followed from one node, edges in the result; None is no limit.

    `requested_depth` is the depth that the caller asked for, if a cap lowered it. With `are_starts_counted`, the
    starts count among the nodes of the result. With `goals`, the walk ends after the first frontier that has a
    goal; that is no truncation. `are_edges_listed` False saves work for callers that only need the nodes.
    """

    max_fanout: int | None = None
    max_edges: int | None = None
    requested_depth: int | None = None
    are_starts_counted: bool = False
    scope: Scope = "graph"
    goals: frozenset[int] = frozenset()
    are_edges_listed: bool = True


class ReachedNode(msgspec.Struct, frozen=True, kw_only=True):
    """A node that a walk reached: its distance from the nearest start, and the last edge of the path to it.

    `previous` is the node before it, on the path with the highest confidence among the shortest ones; the
    confidence of a path is the product of those of its edges. Ties go to the first path by the keys of its nodes,
    compared from the start, then by the codes of edge kinds. `direction` tells which end of the edge the node is:
    the target if the walk went forward, the source if it went backward. `steps` counts the edges of the path that
    are not free; where some are, a path of the fewest steps comes before the shortest.
    """

    row: int
    distance: int
    steps: int
    edge: int
    direction: Direction
    previous: int
    confidence: float


class WalkResult(msgspec.Struct, frozen=True, kw_only=True):
    """The nodes that a walk reached, by distance and key, without the starts; and a record for each cap that cut it.

    `edges` are the rows of the edges seen between these nodes. `n_visited` counts all reached nodes, including
    those below `min_complexity`, which are not listed; `expanded_rows` are the nodes whose edges were followed.
    `reached_by_direction` has a node once for each direction in which it was reached, so that every path leads back
    to a start in one direction.
    """

    starts: tuple[int, ...]
    reached: tuple[ReachedNode, ...]
    reached_by_direction: tuple[ReachedNode, ...]
    edges: tuple[int, ...]
    expanded_rows: tuple[int, ...]
    n_visited: int
    n_work_units: int
    n_edges_below_confidence: int
    truncation: tuple[TruncationRecord, ...]

    @property
    def rows(self) -> tuple[int, ...]:
        """The rows of the reached nodes, in order."""
        return tuple(each.row for each in self.reached)


NO_LIMITS = WalkLimits()


def forward_impact(graph: CodeGraph, start: int, config: TraversalConfig) -> WalkResult:
    """Walk to what a node uses: from a caller to its callees."""
    return walk(graph, (start,), (Direction.FORWARD,), config)


def backward_impact(graph: CodeGraph, start: int, config: TraversalConfig) -> WalkResult:
    """Walk to what uses a node: from a callee to its callers."""
    return walk(graph, (start,), (Direction.BACKWARD,), config)


def bidirectional_impact(graph: CodeGraph, start: int, config: TraversalConfig) -> WalkResult:
    """Walk to what a node uses, and to what uses it, under one cap on nodes.

    A node that is reached in both directions counts once, at its shorter distance. Paths never turn round: what the
    users of a node use besides is not reached.
    """
    return walk(graph, (start,), (Direction.FORWARD, Direction.BACKWARD), config)


def walk(
    graph: CodeGraph,
    starts: Sequence[int],
    directions: Sequence[Direction],
    config: TraversalConfig,
    limits: WalkLimits = NO_LIMITS,
    *,
    work: WorkCounter | None = None,
) -> WalkResult:
    """Walk from all starts at once, in each direction separately; `work` limits all of it together."""
    _check(graph, starts, directions)
    first = np.array(sorted(dict.fromkeys(starts)), dtype=np.int32)
    walked = [
        _walk(graph, _WalkOrigin(starts=first, direction=each), config, limits, work) for each in directions
    ]
    max_reached = _max_reached(first, config, limits)
    united = walked[0] if len(walked) == 1 else _united(walked, graph, max_reached)
    edges, beyond_edges = (
        _edges_between(graph, united, first, limits.max_edges) if limits.are_edges_listed else ((), ())
    )
    cuts = msgspec.structs.replace(united.cuts, beyond_edges=beyond_edges)
    listed = united.reached
    if config.min_complexity is not None:
        complexity = graph.nodes.complexity
        listed = [each for each in listed if complexity[each.row] >= config.min_complexity]
    return WalkResult(
        starts=tuple(first.tolist()),
        reached=tuple(listed),
        reached_by_direction=tuple(reached for each in walked for reached in each.reached),
        edges=edges,
        expanded_rows=tuple(dict.fromkeys(row for each in united.entered for row in each.tolist())),
        n_visited=len(united.reached),
        n_work_units=united.n_work_units,
        n_edges_below_confidence=united.n_edges_below_confidence,
        truncation=cut_records(graph, cuts, config, limits, work),
    )


def _check(graph: CodeGraph, starts: Sequence[int], directions: Sequence[Direction]) -> None:
    """Reject starts that are no rows of the graph."""
    is_plain = set(map(type, starts)) == {int} and min(starts) >= 0 and max(starts) < len(graph.nodes)
    for start in () if is_plain else starts:
        if not is_whole_number(start, at_least=0) or start >= len(graph.nodes):
            raise InvalidOptionError(
                f"a walk cannot start at {start!r}: the graph has the rows 0 to {len(graph.nodes) - 1}",
                hint="graph.find_row gives the row of a symbol, and None if there is no such symbol",
            )
    if not directions:
        raise InvalidOptionError("a walk needs a direction", hint="forward, backward, or both")


def _max_reached(starts: Ints, config: TraversalConfig, limits: WalkLimits) -> int:
    """Return how many nodes may be reached in addition to the starts."""
    return max(0, config.max_nodes - len(starts) * limits.are_starts_counted)


class _Walked(msgspec.Struct, frozen=True, kw_only=True):
    """The nodes reached in one direction, by distance and key, the edges seen, and what each cap left out."""

    reached: list[ReachedNode]
    seen_edges: list[Longs]
    entered: list[Ints]
    n_work_units: int
    n_edges_below_confidence: int
    cuts: WalkCuts


class _WalkOrigin(msgspec.Struct, frozen=True, kw_only=True):
    """The starts and the direction of a walk."""

    starts: Ints
    direction: Direction


class _Level(msgspec.Struct, frozen=True, kw_only=True):
    """Nodes as many steps away, sorted by key: the confidence, rank and length of the path to each."""

    rows: Ints
    confidences: _Products
    ranks: Longs
    distances: Longs


def _walk(
    graph: CodeGraph,
    origin: _WalkOrigin,
    config: TraversalConfig,
    limits: WalkLimits,
    work: WorkCounter | None,
) -> _Walked:
    frontier = in_key_order(graph, origin.starts)
    n_starts = len(frontier)
    level = fresh = _Level(
        rows=frontier,
        confidences=np.ones(n_starts),
        ranks=np.arange(n_starts),
        distances=np.zeros(n_starts, dtype=np.int64),
    )
    free = msgspec.structs.replace(config, allowed_edge_types=config.free_edge_types)
    visited = origin.starts
    reached: list[ReachedNode] = []
    seen: list[Longs] = []
    entered: list[Ints] = []
    cuts = WalkCuts()
    steps = n_units = n_below_confidence = 0
    max_reached = _max_reached(origin.starts, config, limits)
    while len(level.rows) and not cuts.is_final:
        # What free edges lead to is no step away: it joins the level before the others are followed.
        is_free = bool(config.free_edge_types) and len(fresh.rows) > 0
        is_last = steps == config.max_depth and not is_free
        before = fresh if is_free else level
        expansion = expand_frontier(
            graph,
            Frontier(
                rows=before.rows,
                confidences=before.confidences,
                is_forward=origin.direction is Direction.FORWARD,
            ),
            free if is_free else config,
            # The last frontier is expanded only to see edges among the nodes reached: fanout does not matter.
            max_fanout=None if is_last else limits.max_fanout,
            work=work,
        )
        n_units += expansion.n_work_units
        n_below_confidence += 0 if is_free else expansion.n_below_confidence
        cuts = cuts.with_frontier(expansion)
        new = _unvisited(graph, expansion, visited, before)
        if is_last:
            return _Walked(
                reached=reached,
                seen_edges=[*seen, expansion.edges],
                entered=entered,
                n_work_units=n_units,
                n_edges_below_confidence=n_below_confidence,
                cuts=msgspec.structs.replace(cuts, beyond_depth=frozenset(expansion.ends[new].tolist())),
            )
        if not is_free:
            entered.append(before.rows[: expansion.n_entered])
            steps += 1
        seen.append(expansion.edges)
        room = max_reached - len(reached)
        ends = expansion.ends[new]
        distances = before.distances[expansion.owners[new]] + 1
        reached += [
            ReachedNode(
                row=row,
                distance=distance,
                steps=steps,
                edge=edge,
                direction=origin.direction,
                previous=previous,
                confidence=sure,
            )
            for row, distance, edge, previous, sure in zip(
                ends[:room].tolist(),
                distances[:room].tolist(),
                expansion.edges[new[:room]].tolist(),
                before.rows[expansion.owners[new[:room]]].tolist(),
                expansion.confidences[new[:room]].tolist(),
                strict=True,
            )
        ]
        if not limits.goals.isdisjoint(ends[:room].tolist()):
            beyond = ends[room:].tolist()
            if not limits.goals.isdisjoint(beyond):
                # A goal at the same distance, maybe of higher confidence, was left out.
                cuts = msgspec.structs.replace(cuts, beyond_nodes=tuple(beyond))
            break
        if len(ends) > room:
            cuts = msgspec.structs.replace(cuts, beyond_nodes=tuple(ends[room:].tolist()))
        visited = np.sort(np.concatenate((visited, ends)))
        is_entered = _is_entered(graph, ends, config)
        fresh = _Level(
            rows=ends[is_entered],
            confidences=expansion.confidences[new][is_entered],
            ranks=_ranks_of_paths(before.ranks[expansion.owners[new]])[is_entered],
            distances=distances[is_entered],
        )
        level = _joined(graph, level, fresh) if is_free else fresh
    return _Walked(
        reached=reached,
        seen_edges=seen,
        entered=entered,
        n_work_units=n_units,
        n_edges_below_confidence=n_below_confidence,
        cuts=cuts,
    )


def _joined(graph: CodeGraph, level: _Level, added: _Level) -> _Level:
    """Add nodes to a level; the paths to them come last."""
    rows = np.concatenate((level.rows, added.rows))
    order = np.argsort(key_ranks(graph, rows), kind="stable")
    return _Level(
        rows=rows[order],
        confidences=np.concatenate((level.confidences, added.confidences))[order],
        ranks=np.concatenate((level.ranks, added.ranks + len(level.rows)))[order],
        distances=np.concatenate((level.distances, added.distances))[order],
    )


def _unvisited(graph: CodeGraph, expansion: FrontierEdges, visited: Ints, before: _Level) -> Longs:
    """Return the positions of edges to new nodes, one per node, sorted by key: the edge of the best path.

    The best path is the shortest, then that of the highest confidence, then that of the lowest rank; `before` has the paths
    to the frontier's nodes.
    """
    ends = expansion.ends
    places = np.searchsorted(visited, ends)
    new = np.flatnonzero(visited[np.minimum(places, len(visited) - 1)] != ends)
    keys = key_ranks(graph, ends[new])
    order = np.lexsort(
        (
            graph.edges.kinds[expansion.edges[new]],
            before.ranks[expansion.owners[new]],
            -np.round(expansion.confidences[new], _DECIMALS),
            before.distances[expansion.owners[new]],
            keys,
        )
    )
    in_order = new[order]
    return in_order[run_starts(keys[order])]


def _ranks_of_paths(ranks_before: Longs) -> Longs:
    """Return the ranks of the paths to nodes sorted by key, from the ranks of the paths to their predecessors."""
    ranks = np.empty(len(ranks_before), dtype=np.int64)
    ranks[np.argsort(ranks_before, kind="stable")] = np.arange(len(ranks_before))
    return ranks


def _is_entered(graph: CodeGraph, rows: Ints, config: TraversalConfig) -> Flags:
    is_entered = np.ones(len(rows), dtype=np.bool_)
    for kind in config.excluded_node_types:
        is_entered &= graph.nodes.kinds[rows] != kind
    return is_entered


def _united(walked: Sequence[_Walked], graph: CodeGraph, max_reached: int) -> _Walked:
    """Merge the nodes of both directions without duplicates, up to the cap."""
    paths = _PathsBack(
        graph=graph, reached={(each.direction, each.row): each for one in walked for each in one.reached}
    )
    by_row: dict[int, ReachedNode] = {}
    for each in (reached for one in walked for reached in one.reached):
        known = by_row.setdefault(each.row, each)
        if known is not each and _is_preferred(paths, each, known):
            by_row[each.row] = each
    ranks = dict(zip(by_row, key_ranks(graph, np.array(list(by_row), dtype=np.int32)).tolist(), strict=True))
    nearest = sorted(by_row.values(), key=lambda each: (each.distance, ranks[each.row]))
    kept = frozenset(each.row for each in nearest[:max_reached])
    cuts = walked[0].cuts
    for other in walked[1:]:
        cuts = cuts.united_with(other.cuts)
    return _Walked(
        reached=nearest[:max_reached],
        seen_edges=[edges for each in walked for edges in each.seen_edges],
        entered=[rows for each in walked for rows in each.entered],
        n_work_units=sum(each.n_work_units for each in walked),
        n_edges_below_confidence=sum(each.n_edges_below_confidence for each in walked),
        cuts=cuts.with_result(kept, tuple(each.row for each in nearest[max_reached:])),
    )


class _PathsBack(msgspec.Struct, frozen=True, kw_only=True):
    """All reached nodes by direction and row, to follow paths back."""

    graph: CodeGraph
    reached: dict[tuple[Direction, int], ReachedNode]


def _is_preferred(paths: _PathsBack, one: ReachedNode, other: ReachedNode) -> bool:
    """Whether one path to a node is better than another: shorter, then of higher confidence, then first by keys."""
    nearness = [(each.distance, -round(each.confidence, _DECIMALS)) for each in (one, other)]
    if nearness[0] != nearness[1]:
        return nearness[0] < nearness[1]
    return _keys_before(paths, one) < _keys_before(paths, other)


def _keys_before(paths: _PathsBack, reached: ReachedNode) -> list[int]:
    """Return the key ranks of the nodes on a path, without its end."""
    rows = []
    step: ReachedNode | None = reached
    while step is not None:
        rows.append(step.previous)
        step = paths.reached.get((step.direction, step.previous))
    return list(key_ranks(paths.graph, np.array(rows[::-1], dtype=np.int32)).tolist())


def _edges_between(
    graph: CodeGraph, walked: _Walked, starts: Ints, max_edges: int | None
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the edges seen between the nodes of a walk, and those beyond the cap, which are the farthest."""
    rows = np.array([*starts.tolist(), *(each.row for each in walked.reached)], dtype=np.int64)
    in_order = np.sort(rows)
    found: dict[int, None] = {}
    for edges in walked.seen_edges:
        places = [
            np.searchsorted(in_order, ends[edges]) for ends in (graph.edges.sources, graph.edges.targets)
        ]
        is_inside = np.ones(len(edges), dtype=np.bool_)
        for place, ends in zip(places, (graph.edges.sources, graph.edges.targets), strict=True):
            is_inside &= in_order[np.minimum(place, len(in_order) - 1)] == ends[edges]
        found.update(dict.fromkeys(edges[is_inside].tolist()))
    nearest = list(found)
    kept = nearest if max_edges is None else nearest[:max_edges]
    return tuple(sorted(kept)), tuple(nearest[len(kept) :])
