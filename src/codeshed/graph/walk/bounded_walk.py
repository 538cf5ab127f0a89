"""The one bounded traversal: breadth-first search with caps.

Turns: CodeGraph + start rows + TraversalConfig → WalkResult: the nodes reached, their distances, the edges by which
they were reached, and what was cut. A walk expands one frontier after another, each in the order of the nodes' keys, so
that a cap always leaves the same nodes out. A walk in both directions goes level by level: it expands the nodes of one
distance in both before it goes on. It allocates nothing of the size of the graph: its cost is that of what it visits.
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
from codeshed.graph.data.kinds import EdgeKind, NodeFlag
from codeshed.graph.data.node_keys import in_key_order, key_ranks
from codeshed.graph.walk.frontier import (
    AffordableNodes,
    Frontier,
    FrontierEdges,
    affordable_nodes,
    expand_frontier,
)
from codeshed.graph.walk.listed_edges import LookedAt, ShownNodes, list_edges
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


class ListedEdges(enum.Enum):
    """None, those that the walk sees on its way, or all between the nodes that it reached.

    A walk in one direction that no cap cuts sees all. Where it saw only some, looking for the others costs work, which
    counts.
    """

    NONE = "none"
    SEEN = "seen"
    ALL = "all"


class WalkLimits(msgspec.Struct, frozen=True, kw_only=True):
    """Limits of a walk in addition to its config: edges followed from one node, edges in the result; None is no limit.

    `requested_depth` is the depth that the caller asked for, if a cap lowered it. With `are_starts_counted`, the
    starts count among the nodes of the result. With `goals`, the walk ends after the first frontier that has a
    goal; that is no truncation. `edges` says which edges between the reached nodes the result lists.
    """

    max_fanout: int | None = None
    max_edges: int | None = None
    requested_depth: int | None = None
    are_starts_counted: bool = False
    scope: Scope = "graph"
    goals: frozenset[int] = frozenset()
    edges: ListedEdges = ListedEdges.SEEN


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

    `edges` are the rows of the edges between these nodes. `n_visited` counts all reached nodes, including
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
    cuts: WalkCuts
    truncation: tuple[TruncationRecord, ...]

    @property
    def rows(self) -> tuple[int, ...]:
        """The rows of the reached nodes, in order."""
        return tuple(each.row for each in self.reached)


NO_LIMITS = WalkLimits()

_ALL_EDGES = WalkLimits(edges=ListedEdges.ALL)


def forward_impact(graph: CodeGraph, start: int, config: TraversalConfig) -> WalkResult:
    """Walk to what a node uses: from a caller to its callees."""
    return walk(graph, (start,), (Direction.FORWARD,), config, _ALL_EDGES)


def backward_impact(graph: CodeGraph, start: int, config: TraversalConfig) -> WalkResult:
    """Walk to what uses a node: from a callee to its callers."""
    return walk(graph, (start,), (Direction.BACKWARD,), config, _ALL_EDGES)


def bidirectional_impact(graph: CodeGraph, start: int, config: TraversalConfig) -> WalkResult:
    """Walk to what a node uses, and to what uses it, under one cap on nodes.

    A node that is reached in both directions counts once, at its shorter distance. Paths never turn round: what the
    users of a node use besides is not reached.
    """
    return walk(graph, (start,), (Direction.FORWARD, Direction.BACKWARD), config, _ALL_EDGES)


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
    walked = _walk(graph, first, directions, config, limits, work=work)
    reached, cuts = _united(graph, walked.sides), walked.cuts
    below_confidence = [*walked.below_confidence]
    n_work_units = walked.n_work_units
    rows = np.array([*in_key_order(graph, first).tolist(), *(each.row for each in reached)], dtype=np.int32)
    edges: tuple[int, ...] = ()
    if limits.edges is not ListedEdges.NONE:
        listed = list_edges(
            graph,
            ShownNodes(
                rows=rows,
                distances=np.array(
                    [*(0 for _ in first), *(each.distance for each in reached)], dtype=np.int64
                ),
            ),
            LookedAt(
                edges=walked.seen_edges,
                forward=_looked_at(walked.sides, Direction.FORWARD),
                backward=_looked_at(walked.sides, Direction.BACKWARD),
            ),
            config,
            work,
            cuts=cuts,
            is_completed=limits.edges is ListedEdges.ALL,
            max_edges=limits.max_edges,
        )
        edges, cuts = listed.edges, listed.cuts
        below_confidence.append(listed.below_confidence)
        n_work_units += listed.n_work_units
    cuts = _with_common_names(graph, cuts, walked.sides, rows, config)
    shown = reached
    if config.min_complexity is not None:
        complexity = graph.nodes.complexity
        shown = [each for each in reached if complexity[each.row] >= config.min_complexity]
    return WalkResult(
        starts=tuple(first.tolist()),
        reached=tuple(shown),
        reached_by_direction=tuple(each for side in walked.sides for each in side.reached),
        edges=edges,
        expanded_rows=tuple(
            dict.fromkeys(row for side in walked.sides for rows in side.entered for row in rows.tolist())
        ),
        n_visited=len(reached),
        n_work_units=n_work_units,
        n_edges_below_confidence=len(np.unique(np.concatenate(below_confidence))) if below_confidence else 0,
        cuts=cuts,
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


class _Level(msgspec.Struct, frozen=True, kw_only=True):
    """Nodes as many steps away, sorted by key: the confidence, rank and length of the path to each."""

    rows: Ints
    confidences: _Products
    ranks: Longs
    distances: Longs


class _Side:
    """One direction of a walk: the level that it has come to, and what it has reached so far.

    `fresh` is what the last edges added to the level. `entered` are the nodes whose edges were followed, `looked_at` those
    whose edges were seen.
    """

    def __init__(self, graph: CodeGraph, starts: Ints, direction: Direction) -> None:
        rows = in_key_order(graph, starts)
        self.direction = direction
        self.level = self.fresh = _Level(
            rows=rows,
            confidences=np.ones(len(rows)),
            ranks=np.arange(len(rows)),
            distances=np.zeros(len(rows), dtype=np.int64),
        )
        self.visited = starts
        self.reached: list[ReachedNode] = []
        self.entered: list[Ints] = []
        self.looked_at: list[Ints] = []

    def frontier(self, *, is_free: bool) -> Frontier:
        """Return the nodes to expand: all of the level, or what the last edges added to it."""
        level = self.fresh if is_free else self.level
        return Frontier(
            rows=level.rows, confidences=level.confidences, is_forward=self.direction is Direction.FORWARD
        )

    def note_expanded(self, expansion: FrontierEdges, *, is_entered: bool) -> None:
        """Note the nodes of the level whose edges were seen, and whether these were followed."""
        expanded = self.level.rows[: expansion.n_entered]
        self.looked_at.append(expanded)
        if is_entered:
            self.entered.append(expanded)

    def go_on(
        self,
        graph: CodeGraph,
        expansion: FrontierEdges,
        kept: Longs,
        config: TraversalConfig,
        *,
        steps: int,
        is_free: bool,
    ) -> None:
        """Add the nodes at the ends of new edges; they are the next level, or join this one if the edges are free."""
        before = self.fresh if is_free else self.level
        owners = expansion.owners[kept]
        ends, confidences = expansion.ends[kept], expansion.confidences[kept]
        distances = before.distances[owners] + 1
        self.reached += [
            ReachedNode(
                row=row,
                distance=distance,
                steps=steps,
                edge=edge,
                direction=self.direction,
                previous=previous,
                confidence=sure,
            )
            for row, distance, edge, previous, sure in zip(
                ends.tolist(),
                distances.tolist(),
                expansion.edges[kept].tolist(),
                before.rows[owners].tolist(),
                confidences.tolist(),
                strict=True,
            )
        ]
        is_entered = _is_entered(graph, ends, config)
        self.fresh = _Level(
            rows=ends[is_entered],
            confidences=confidences[is_entered],
            ranks=_ranks_of_paths(before.ranks[owners])[is_entered],
            distances=distances[is_entered],
        )
        self.level = _joined(graph, self.level, self.fresh) if is_free else self.fresh


class _Walked(msgspec.Struct, frozen=True, kw_only=True):
    """All directions of a walk, the edges seen, and what each cap left out."""

    sides: tuple[_Side, ...]
    seen_edges: list[Longs]
    below_confidence: list[Longs]
    n_work_units: int
    cuts: WalkCuts


def _walk(
    graph: CodeGraph,
    starts: Ints,
    directions: Sequence[Direction],
    config: TraversalConfig,
    limits: WalkLimits,
    *,
    work: WorkCounter | None,
) -> _Walked:
    """Walk level by level: at each step, expand the frontiers of all directions.

    What free edges lead to is no step away: it joins the level before the others are followed.
    """
    free = msgspec.structs.replace(config, allowed_edge_types=config.free_edge_types)
    sides = tuple(_Side(graph, starts, each) for each in directions)
    shown = starts
    n_left = _max_reached(starts, config, limits)
    seen: list[Longs] = []
    below_confidence: list[Longs] = []
    cuts = WalkCuts()
    steps = n_units = 0
    while any(len(each.level.rows) for each in sides) and not cuts.is_final:
        is_free = bool(config.free_edge_types) and any(len(each.fresh.rows) for each in sides)
        is_last = steps == config.max_depth and not is_free
        frontiers = [each.frontier(is_free=is_free) for each in sides]
        affordable = affordable_nodes(graph, frontiers, work)
        n_units += affordable.n_work_units
        # The last frontier is expanded only to see edges among the nodes reached: fanout does not matter.
        max_fanout = None if is_last else limits.max_fanout
        levels = _expand_all(graph, frontiers, affordable, free if is_free else config, max_fanout)
        seen += [edges for each in levels for edges in (each.edges, each.left_out)]
        if not is_free:
            below_confidence += [each.below_confidence for each in levels]
            for side, level in zip(sides, levels, strict=True):
                side.note_expanded(level, is_entered=not is_last)
        new = _new_edges(graph, sides, levels, is_free=is_free)
        ends = [level.ends[each] for level, each in zip(levels, new, strict=True)]
        fresh = in_key_order(graph, np.setdiff1d(np.concatenate(ends), shown))
        for level in levels:
            cuts = cuts.with_frontier(level)
        unexpanded = in_key_order(graph, np.unique(np.concatenate([each.not_entered for each in levels])))
        cuts = cuts.with_unexpanded(unexpanded.tolist(), is_out_of_time=affordable.is_out_of_time)
        if is_last:
            cuts = msgspec.structs.replace(cuts, beyond_depth=frozenset(fresh.tolist()))
            break
        steps += not is_free
        kept, beyond = fresh[:n_left], fresh[n_left:]
        n_left -= len(kept)
        shown = np.sort(np.concatenate((shown, kept)))
        for side, level, each in zip(sides, levels, new, strict=True):
            side.visited = np.sort(np.concatenate((side.visited, level.ends[each])))
            kept_edges = each[np.isin(level.ends[each], shown)]
            side.go_on(graph, level, kept_edges, config, steps=steps, is_free=is_free)
        if not limits.goals.isdisjoint(kept.tolist()):
            if not limits.goals.isdisjoint(beyond.tolist()):
                # A goal at the same distance, maybe of higher confidence, was left out.
                cuts = msgspec.structs.replace(cuts, beyond_nodes=tuple(beyond.tolist()))
            break
        cuts = msgspec.structs.replace(cuts, beyond_nodes=tuple(beyond.tolist()))
        if cuts.is_out_of_work:
            ahead = in_key_order(graph, np.unique(np.concatenate([each.level.rows for each in sides])))
            cuts = cuts.with_unexpanded(ahead.tolist(), is_out_of_time=affordable.is_out_of_time)
    return _Walked(
        sides=sides, seen_edges=seen, below_confidence=below_confidence, n_work_units=n_units, cuts=cuts
    )


def _expand_all(
    graph: CodeGraph,
    frontiers: Sequence[Frontier],
    affordable: AffordableNodes,
    config: TraversalConfig,
    max_fanout: int | None,
) -> list[FrontierEdges]:
    return [
        expand_frontier(graph, frontier, config, max_fanout=max_fanout, n_entered=n_entered)
        for frontier, n_entered in zip(frontiers, affordable.counts, strict=True)
    ]


def _new_edges(
    graph: CodeGraph, sides: Sequence[_Side], levels: Sequence[FrontierEdges], *, is_free: bool
) -> list[Longs]:
    """Return for each direction the positions of the edges to new nodes."""
    return [
        _unvisited(graph, level, side.visited, side.fresh if is_free else side.level)
        for side, level in zip(sides, levels, strict=True)
    ]


_CAPPED_KINDS = (
    (EdgeKind.DATAFLOW, NodeFlag.COMMON_TYPE, "of_common_types"),
    (EdgeKind.INHERITS, NodeFlag.COMMON_METHOD, "of_common_methods"),
)


def _with_common_names(
    graph: CodeGraph,
    cuts: WalkCuts,
    sides: Sequence[_Side],
    rows: Ints,
    config: TraversalConfig,
) -> WalkCuts:
    """Add the nodes whose edges of a followed kind the index does not have all.

    Edges may be missing from a node that was expanded, or between any two nodes of the result.
    """
    expanded = np.concatenate([rows[:0], *(each for side in sides for each in side.entered)])
    for kind, flag, field in _CAPPED_KINDS:
        if config.allowed_edge_types is not None and kind not in config.allowed_edge_types:
            continue
        capped = rows[(graph.nodes.flags[rows] & int(flag)) != 0]
        if len(capped) > 1 or np.isin(capped, expanded).any():
            cuts = msgspec.structs.replace(cuts, **{field: tuple(capped.tolist())})
    return cuts


def _looked_at(sides: Sequence[_Side], direction: Direction) -> Ints:
    """Return the nodes whose edges in a direction were seen."""
    found = [rows for each in sides if each.direction is direction for rows in each.looked_at]
    return np.sort(np.concatenate(found)) if found else np.zeros(0, dtype=np.int32)


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


def _united(graph: CodeGraph, sides: Sequence[_Side]) -> list[ReachedNode]:
    """Merge the nodes of all directions without duplicates, by distance and key."""
    if len(sides) == 1:
        return sides[0].reached
    paths = _PathsBack(
        graph=graph, reached={(each.direction, each.row): each for side in sides for each in side.reached}
    )
    by_row: dict[int, ReachedNode] = {}
    for each in (reached for side in sides for reached in side.reached):
        known = by_row.setdefault(each.row, each)
        if known is not each and _is_preferred(paths, each, known):
            by_row[each.row] = each
    ranks = dict(zip(by_row, key_ranks(graph, np.array(list(by_row), dtype=np.int32)).tolist(), strict=True))
    return sorted(by_row.values(), key=lambda each: (each.distance, ranks[each.row]))


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
