"""Shortest paths from some nodes to others, and shortest cycles through a node.

Turns: starts + goals → ShortestPath: first over execution edges (calls, those of overrides included, and decorators), then over all
dependencies.
"""

from collections.abc import Sequence
from typing import Literal

import msgspec
import numpy as np

from codeshed.graph.answers.answer_nodes_and_edges import answer_node
from codeshed.graph.answers.evidence_truncation import evidence_records
from codeshed.graph.data.code_graph import CodeGraph
from codeshed.graph.data.kinds import EdgeKind
from codeshed.graph.data.node_keys import key_ranks, row_of
from codeshed.graph.incompleteness.incompleteness_causes import incompleteness_causes
from codeshed.graph.walk.bounded_walk import Direction, ReachedNode, WalkLimits, WalkResult, walk
from codeshed.graph.walk.edge_filter import KINDS_BY_GRAPH
from codeshed.graph.walk.traversal_config import TraversalConfig
from codeshed.graph.walk.witness_paths import WitnessPaths
from codeshed.graph.walk.work_budget import WorkCounter
from codeshed.model.answers.answer_basis import Cause
from codeshed.model.answers.answer_graph import GraphNodeV1, WitnessPathV1
from codeshed.model.answers.caps import Caps
from codeshed.model.answers.truncation import TruncationRecord, merge_truncation_records

EXECUTION_KINDS = frozenset({EdgeKind.CALL, EdgeKind.ANNOTATES})
"""Edges from code to code that runs because of it."""

ALL_KINDS = frozenset(kind for kinds in KINDS_BY_GRAPH.values() for kind in kinds) - {EdgeKind.DATAFLOW}
"""All dependencies that code states; data flow is no path by itself."""


_MAX_DETOUR = 2
"""How much longer than the shortest a surer way may be."""

_SURER = (0.9, 0.75, 0.5)
"""The least confidence of the edges of surer ways, tried in this order."""


class WayAttempt(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """One search: its direction, the edge types followed, how many nodes it visited, and whether it found a path.

    A search that is complete saw everything reachable; one that is not was cut by a cap.
    """

    direction: Literal["forward", "backward"]
    edge_types: tuple[str, ...]
    is_found: bool
    is_complete: bool
    nodes_visited: int
    work_units_used: int


class ShortestPath(msgspec.Struct, frozen=True, kw_only=True):
    """The path that was found, its nodes, all searches in order, and what was cut of them."""

    path: WitnessPathV1 | None
    nodes: tuple[GraphNodeV1, ...]
    attempts: tuple[WayAttempt, ...]
    truncation: tuple[TruncationRecord, ...]
    causes: tuple[Cause, ...]

    @property
    def is_forward(self) -> bool:
        """Whether the last search went along the edges."""
        return self.attempts[-1].direction == "forward"


class ShortestPathRequest(msgspec.Struct, frozen=True, kw_only=True):
    """Which sets of edge kinds to try in order, their minimum confidence, and the caps."""

    caps: Caps
    kinds: tuple[frozenset[EdgeKind], ...] = (EXECUTION_KINDS, ALL_KINDS)
    min_confidence: float = 0.0


def find_shortest_path(
    graph: CodeGraph,
    starts: Sequence[int],
    goals: Sequence[int],
    request: ShortestPathRequest,
    work: WorkCounter,
) -> ShortestPath:
    """Return the surest of the shortest few paths from the starts to the goals or, if there is none, the other way round.

    A node that is both counts as a goal, unless no other start is left: from a member to its own class.
    """
    attempts: list[WayAttempt] = []
    cuts: list[TruncationRecord] = []
    causes: list[Cause] = []
    begins = tuple(row for row in starts if row not in frozenset(goals)) or tuple(starts)
    goals = tuple(row for row in goals if row not in frozenset(begins))
    for is_forward in (True, False):
        origin, ends = (begins, frozenset(goals)) if is_forward else (tuple(goals), frozenset(begins))
        for kinds in request.kinds:
            result = _search(graph, origin, ends, kinds, request=request, work=work)
            found = _best(graph, [each for each in result.reached if each.row in ends])
            if found is None:
                seen = _with_last_level(result)
            else:
                result, found, seen = _surer(
                    graph, origin, ends, kinds, (result, found), request=request, work=work
                )
            attempts.append(_attempt(result, kinds, is_forward=is_forward, is_found=found is not None))
            if found is not None:
                witnesses = WitnessPaths(graph, result, max_sites=request.caps.max_call_sites)
                path = witnesses.path_to(found)
                steps = (step.edge for step in witnesses.steps_to(found))
                # An earlier search that was cut might have found a better path.
                truncation = merge_truncation_records(
                    (*cuts, *result.truncation, *evidence_records(graph, (), steps, request.caps))
                )
                return ShortestPath(
                    path=path,
                    nodes=tuple(
                        answer_node(graph, row, distance=place)
                        for place, ref in enumerate(path.nodes)
                        if (row := row_of(graph, ref)) is not None
                    ),
                    attempts=tuple(attempts),
                    truncation=truncation,
                    causes=incompleteness_causes(graph, seen, (Direction.FORWARD,), truncation),
                )
            cuts += result.truncation
            causes += incompleteness_causes(graph, seen, (Direction.FORWARD,), result.truncation)
    return _no_path(attempts, merge_truncation_records(cuts), causes)


def find_shortest_cycle(
    graph: CodeGraph, row: int, request: ShortestPathRequest, work: WorkCounter
) -> ShortestPath:
    """Return the shortest cycle through a node; an edge to itself is a cycle of length one.

    It is a first step forward, and the shortest path from its end back to the node, found by a backward walk.
    """
    attempts: list[WayAttempt] = []
    cuts: list[TruncationRecord] = []
    causes: list[Cause] = []
    for kinds in request.kinds:
        ahead = _first_steps(graph, row, kinds, request=request, work=work)
        first_steps = {each.row: each for each in ahead.reached}
        own = _own_step(graph, row, ahead)
        back = ahead
        if own is None:
            limits = WalkLimits(max_fanout=request.caps.max_fanout_per_node, goals=frozenset(first_steps))
            back = walk(graph, (row,), (Direction.BACKWARD,), _config(request, kinds), limits, work=work)
        witnesses = WitnessPaths(graph, back, max_sites=request.caps.max_call_sites)
        cycle = own or _shortest_cycle(graph, row, first_steps, back, witnesses)
        attempts.append(_attempt(back, kinds, is_forward=True, is_found=cycle is not None))
        cuts += [*ahead.truncation, *(() if back is ahead else back.truncation)]
        if cycle is not None:
            cuts += evidence_records(graph, (), cycle.edges, request.caps)
            truncation = merge_truncation_records(cuts)
            return ShortestPath(
                path=witnesses.path_over(cycle.rows, cycle.edges, cycle.confidence),
                nodes=tuple(
                    answer_node(graph, each, distance=place) for place, each in enumerate(cycle.rows)
                ),
                attempts=tuple(attempts),
                truncation=truncation,
                causes=incompleteness_causes(graph, ahead, (Direction.FORWARD,), truncation),
            )
        causes += incompleteness_causes(graph, back, (Direction.BACKWARD,), merge_truncation_records(cuts))
    return _no_path(attempts, merge_truncation_records(cuts), causes)


def _no_path(
    attempts: Sequence[WayAttempt], truncation: tuple[TruncationRecord, ...], causes: Sequence[Cause]
) -> ShortestPath:
    """Return that no path was found, with the largest count of each cause among the searches."""
    most: dict[str, Cause] = {}
    for cause in causes:
        known = most.setdefault(cause.code, cause)
        most[cause.code] = max(known, cause, key=lambda each: each.count)
    return ShortestPath(
        path=None, nodes=(), attempts=tuple(attempts), truncation=truncation, causes=tuple(most.values())
    )


def _first_steps(
    graph: CodeGraph, row: int, kinds: frozenset[EdgeKind], *, request: ShortestPathRequest, work: WorkCounter
) -> WalkResult:
    """Walk one step from a node; the depth limit is no truncation here."""
    config = msgspec.structs.replace(_config(request, kinds), max_depth=1)
    limits = WalkLimits(max_fanout=request.caps.max_fanout_per_node)
    ahead = walk(graph, (row,), (Direction.FORWARD,), config, limits, work=work)
    cuts = tuple(each for each in ahead.truncation if each.cap != "maxDepth")
    return msgspec.structs.replace(ahead, truncation=cuts)


class _Cycle(msgspec.Struct, frozen=True, kw_only=True):
    """The nodes of a cycle, which begins and ends with the same one, the edges between them, and the confidence."""

    rows: tuple[int, ...]
    edges: tuple[int, ...]
    confidence: float


def _own_step(graph: CodeGraph, row: int, ahead: WalkResult) -> _Cycle | None:
    """Return the edge of highest confidence from a node to itself."""
    table = graph.edges
    own = [edge for edge in ahead.edges if table.sources[edge] == row == table.targets[edge]]
    if not own:
        return None
    edge = min(own, key=lambda each: (-int(table.confidence[each]), int(table.kinds[each])))
    return _Cycle(rows=(row, row), edges=(edge,), confidence=int(table.confidence[edge]) / 100)


def _shortest_cycle(
    graph: CodeGraph, row: int, first_steps: dict[int, ReachedNode], back: WalkResult, witnesses: WitnessPaths
) -> _Cycle | None:
    """Return the cycle over the nearest first step, then of highest confidence, then first by key."""
    found = _best(
        graph,
        [
            msgspec.structs.replace(each, confidence=each.confidence * first_steps[each.row].confidence)
            for each in back.reached
            if each.row in first_steps
        ],
    )
    if found is None:
        return None
    steps = witnesses.steps_to(found)[::-1]
    return _Cycle(
        rows=(row, *(each.row for each in steps), row),
        edges=(first_steps[found.row].edge, *(each.edge for each in steps)),
        confidence=found.confidence,
    )


def _config(request: ShortestPathRequest, kinds: frozenset[EdgeKind]) -> TraversalConfig:
    return TraversalConfig(
        max_depth=request.caps.max_depth,
        max_nodes=request.caps.max_nodes,
        allowed_edge_types=kinds,
        min_edge_confidence=request.min_confidence,
    )


def _search(
    graph: CodeGraph,
    origin: Sequence[int],
    ends: frozenset[int],
    kinds: frozenset[EdgeKind],
    *,
    request: ShortestPathRequest,
    work: WorkCounter,
) -> WalkResult:
    limits = WalkLimits(max_fanout=request.caps.max_fanout_per_node, goals=ends)
    return walk(graph, origin, (Direction.FORWARD,), _config(request, kinds), limits, work=work)


def _surer(
    graph: CodeGraph,
    origin: Sequence[int],
    ends: frozenset[int],
    kinds: frozenset[EdgeKind],
    shortest: tuple[WalkResult, ReachedNode],
    *,
    request: ShortestPathRequest,
    work: WorkCounter,
) -> tuple[WalkResult, ReachedNode, WalkResult]:
    """Return the surest of the shortest few ways: one by surer edges alone that is little longer, if that is surer.

    The second walk is the first one with all nodes from which a way could have gone on: a call there may hide a surer way.
    The result of the walk counts what all of these walks visited, and has the records of all that were cut: one that was might
    have found a surer way. That it ends at the longest way is no truncation.
    """
    walked, best = shortest
    longest = best.distance + _MAX_DETOUR
    n_visited, n_units = walked.n_visited, walked.n_work_units
    cuts = [*walked.truncation]
    expanded = dict.fromkeys(walked.expanded_rows)
    for confidence in _SURER:
        if best.confidence >= confidence:
            break
        surer = msgspec.structs.replace(
            request,
            min_confidence=max(confidence, request.min_confidence),
            caps=msgspec.structs.replace(request.caps, max_depth=min(longest, request.caps.max_depth)),
        )
        result = _search(graph, origin, ends, kinds, request=surer, work=work)
        n_visited += result.n_visited
        n_units += result.n_work_units
        cuts += (
            each for each in result.truncation if each.cap != "maxDepth" or longest > request.caps.max_depth
        )
        found = _best(graph, [each for each in result.reached if each.row in ends])
        length = longest if found is None else found.distance
        expanded |= dict.fromkeys(each.row for each in result.reached if each.distance < length)
        if found is not None and found.confidence > best.confidence:
            walked, best = result, found
    truncation = merge_truncation_records(cuts)
    counted = msgspec.structs.replace(
        walked, n_visited=n_visited, n_work_units=n_units, truncation=truncation
    )
    return counted, best, msgspec.structs.replace(shortest[0], expanded_rows=tuple(expanded))


def _with_last_level(result: WalkResult) -> WalkResult:
    """Return a walk without a goal with all it reached among the expanded nodes, if nothing is beyond: it saw their edges."""
    if result.cuts.beyond_depth or result.cuts.is_final:
        return result
    return msgspec.structs.replace(result, expanded_rows=(*result.starts, *result.rows))


def _best(graph: CodeGraph, reached: Sequence[ReachedNode]) -> ReachedNode | None:
    """Return the nearest node, then that of highest confidence, then the first by key."""
    if not reached:
        return None
    ranks = key_ranks(graph, np.array([each.row for each in reached], dtype=np.int32)).tolist()
    return min(
        zip(reached, ranks, strict=True), key=lambda each: (each[0].distance, -each[0].confidence, each[1])
    )[0]


def _attempt(
    result: WalkResult, kinds: frozenset[EdgeKind], *, is_forward: bool, is_found: bool
) -> WayAttempt:
    return WayAttempt(
        direction="forward" if is_forward else "backward",
        edge_types=tuple(sorted(kind.label for kind in kinds)),
        is_found=is_found,
        is_complete=not result.truncation,
        nodes_visited=result.n_visited,
        work_units_used=result.n_work_units,
    )
