"""Witness paths: why a node was reached.

Turns: WalkResult → one WitnessPathV1 per node: the path that the walk took from a start to it.
"""

from collections.abc import Sequence

import numpy as np

from codeshed.graph.data.arrays import NO_ROW
from codeshed.graph.data.code_graph import CodeGraph
from codeshed.graph.data.kinds import EdgeKind
from codeshed.graph.data.node_keys import ref_of
from codeshed.graph.data.parallel_edges import are_guesses
from codeshed.graph.walk.bounded_walk import ReachedNode, WalkResult
from codeshed.model.answers.answer_graph import EdgeSite, PathEdge, WitnessPathV1

_GUESSED = (int(EdgeKind.CALL), int(EdgeKind.READ), int(EdgeKind.WRITE), int(EdgeKind.OVERRIDDEN_BY))
"""Kinds of edges with candidates: calls, uses of members, and overrides that may run instead."""


class WitnessPaths:
    """Follows a walk back from the nodes that it reached."""

    def __init__(self, graph: CodeGraph, result: WalkResult, *, max_sites: int) -> None:
        self._graph = graph
        self._max_sites = max_sites
        self._reached = {
            (each.direction, each.row): each for each in (*result.reached_by_direction, *result.reached)
        }
        self._starts = frozenset(result.starts)

    def steps_to(self, reached: ReachedNode) -> tuple[ReachedNode, ...]:
        """Return the nodes on the path to a node, without the start."""
        steps = [reached]
        while steps[-1].previous not in self._starts:
            steps.append(self._reached[steps[-1].direction, steps[-1].previous])
        return tuple(reversed(steps))

    def path_to(self, reached: ReachedNode) -> WitnessPathV1:
        """Return the path to a node."""
        steps = self.steps_to(reached)
        rows = (steps[0].previous, *(each.row for each in steps))
        return self.path_over(rows, [each.edge for each in steps], reached.confidence)

    def path_over(self, rows: Sequence[int], edges: Sequence[int], confidence: float) -> WitnessPathV1:
        """Return the path over given nodes, by the edges between them."""
        unresolved = tuple(place for place, edge in enumerate(edges, 1) if is_candidate(self._graph, edge))
        return WitnessPathV1(
            to=ref_of(self._graph, rows[-1]),
            distance=len(edges),
            nodes=tuple(ref_of(self._graph, row) for row in rows),
            edges=tuple(self._edge(edge) for edge in edges),
            confidence=round(confidence, 6),
            partial=bool(unresolved),
            unresolved_at=unresolved,
        )

    def _edge(self, edge: int) -> PathEdge:
        table = self._graph.edges
        through = int(table.through[edge])
        return PathEdge(
            from_=ref_of(self._graph, int(table.sources[edge])),
            to=ref_of(self._graph, int(table.targets[edge])),
            edge_type=EdgeKind(int(table.kinds[edge])).label,
            confidence=int(table.confidence[edge]) / 100,
            sites=sites_of(self._graph, edge, self._max_sites),
            through=None if through == NO_ROW else ref_of(self._graph, through),
        )


def is_candidate(graph: CodeGraph, edge: int) -> bool:
    """Whether an edge leads to one of several candidates of a call."""
    return are_candidates(graph, (edge,))[0]


def are_candidates(graph: CodeGraph, edges: Sequence[int]) -> list[bool]:
    """Return a mask of the edges that lead to one of several candidates of a call."""
    rows = np.array(edges, dtype=np.int64)
    table = graph.edges
    is_guess = are_guesses(table.confidence[rows], table.provenance[rows])
    return list((is_guess & np.isin(table.kinds[rows], _GUESSED)).tolist())


def sites_of(graph: CodeGraph, edge: int, max_sites: int) -> tuple[EdgeSite, ...]:
    """Return the first sites of an edge."""
    sites = graph.edges.sites
    begin, end = int(sites.starts[edge]), int(sites.starts[edge + 1])
    return tuple(
        EdgeSite(
            file=graph.files[int(sites.files[site])],
            start_line=int(sites.spans[site][0]),
            start_col=int(sites.spans[site][1]),
            end_line=int(sites.spans[site][2]),
            end_col=int(sites.spans[site][3]),
        )
        for site in range(begin, min(end, begin + max_sites))
        if sites.files[site] != NO_ROW
    )
