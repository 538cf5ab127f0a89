"""The shortest way from some nodes to others.

Turns: starts + goals → Way: first over what runs (calls, what overrides them, decorators), then over every other dependency.
"""

from collections.abc import Sequence
from typing import Literal

import msgspec
import numpy as np

from codeshed.graph.code_graph import CodeGraph
from codeshed.graph.edge_choice import KINDS_BY_GRAPH
from codeshed.graph.evidence_cuts import evidence_records
from codeshed.graph.keys import key_ranks, row_of
from codeshed.graph.kinds import EdgeKind
from codeshed.graph.surface import node_of
from codeshed.graph.traversal import TraversalConfig
from codeshed.graph.unseen import unseen_causes
from codeshed.graph.walk import Direction, Reached, WalkLimits, WalkResult, walk
from codeshed.graph.witness import Witnesses
from codeshed.graph.work import Work
from codeshed.model.basis import Cause
from codeshed.model.caps import Caps
from codeshed.model.limits import TruncationRecord, one_for_each_cap
from codeshed.model.surface import GraphNodeV1, WitnessPathV1

RUNNING = frozenset({EdgeKind.CALL, EdgeKind.OVERRIDDEN_BY, EdgeKind.ANNOTATES})
"""What leads from code to other code that runs because of it."""

ALL_KINDS = frozenset(kind for kinds in KINDS_BY_GRAPH.values() for kind in kinds) - {EdgeKind.DATAFLOW}
"""Everything that the code says; that a type is given here and taken there is no way by itself."""


class WayAttempt(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """One search: which way, over which types of edges, how many nodes it saw, and whether it found a way.

    A search that is complete saw all that can be reached; one that is not was cut by a cap.
    """

    direction: Literal["forward", "backward"]
    edge_types: tuple[str, ...]
    is_found: bool
    is_complete: bool
    nodes_visited: int
    work_units_used: int


class Way(msgspec.Struct, frozen=True, kw_only=True):
    """The way that was found, its nodes, all searches in their order, and what was cut of them."""

    path: WitnessPathV1 | None
    nodes: tuple[GraphNodeV1, ...]
    attempts: tuple[WayAttempt, ...]
    truncation: tuple[TruncationRecord, ...]
    causes: tuple[Cause, ...]

    @property
    def is_forward(self) -> bool:
        """Whether the last search went along the edges."""
        return self.attempts[-1].direction == "forward"


class WayRequest(msgspec.Struct, frozen=True, kw_only=True):
    """Over which edges, one choice after the other, how sure they must be, and how much may be looked at."""

    caps: Caps
    kinds: tuple[frozenset[EdgeKind], ...] = (RUNNING, ALL_KINDS)
    min_confidence: float = 0.0


def find_way(
    graph: CodeGraph, starts: Sequence[int], goals: Sequence[int], request: WayRequest, work: Work
) -> Way:
    """Return the shortest way from the starts to the goals; if there is none, from the goals to the starts."""
    attempts: list[WayAttempt] = []
    cuts: dict[str, TruncationRecord] = {}
    causes: dict[str, Cause] = {}
    begins = tuple(row for row in starts if row not in frozenset(goals))
    for is_forward in (True, False):
        origin, ends = (begins, frozenset(goals)) if is_forward else (tuple(goals), frozenset(begins))
        for kinds in request.kinds:
            result = _search(graph, origin, ends, kinds, request=request, work=work)
            found = _surest(graph, [each for each in result.reached if each.row in ends])
            attempts.append(_attempt(result, kinds, is_forward=is_forward, is_found=found is not None))
            if found is not None:
                witnesses = Witnesses(graph, result, max_sites=request.caps.max_call_sites)
                path = witnesses.path_to(found)
                steps = (step.edge for step in witnesses.steps_to(found))
                # A search before this one that was cut might have found a way that is to be preferred.
                truncation = one_for_each_cap(
                    (*cuts.values(), *result.truncation, *evidence_records(graph, (), steps, request.caps))
                )
                return Way(
                    path=path,
                    nodes=tuple(
                        node_of(graph, row, distance=place)
                        for place, ref in enumerate(path.nodes)
                        if (row := row_of(graph, ref)) is not None
                    ),
                    attempts=tuple(attempts),
                    truncation=truncation,
                    causes=unseen_causes(graph, result, (Direction.FORWARD,), truncation),
                )
            cuts.update((each.cap, each) for each in result.truncation)
            for cause in unseen_causes(graph, result, (Direction.FORWARD,), result.truncation):
                known = causes.setdefault(cause.code, cause)
                causes[cause.code] = max(known, cause, key=lambda each: each.count)
    return Way(
        path=None,
        nodes=(),
        attempts=tuple(attempts),
        truncation=tuple(cuts.values()),
        causes=tuple(causes.values()),
    )


def _search(
    graph: CodeGraph,
    origin: Sequence[int],
    ends: frozenset[int],
    kinds: frozenset[EdgeKind],
    *,
    request: WayRequest,
    work: Work,
) -> WalkResult:
    caps = request.caps
    config = TraversalConfig(
        max_depth=caps.max_depth,
        max_nodes=caps.max_nodes,
        allowed_edge_types=kinds,
        min_edge_confidence=request.min_confidence,
    )
    limits = WalkLimits(max_fanout=caps.max_fanout_per_node, goals=ends)
    return walk(graph, origin, (Direction.FORWARD,), config, limits, work=work)


def _surest(graph: CodeGraph, reached: Sequence[Reached]) -> Reached | None:
    """Return the nearest of some nodes, of equally near ones the surest, then the first by key."""
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
