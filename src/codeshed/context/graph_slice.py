"""The graph slice of a context: the most relevant edges and their ends.

Turns: nodes and edges around a seed → GraphSliceV1, whole or with its best edges.
"""

from collections.abc import Sequence

import msgspec

from codeshed.context.costs import ABSENT, CostedSlice, PartCosts
from codeshed.model.answers.answer_graph import GraphEdgeV1, GraphNodeV1, edge_key, end_key
from codeshed.model.answers.context_answer import GraphSliceV1
from codeshed.model.answers.node_references import ReferenceEnvelope, candidate_key, node_key

_IMPORTING = frozenset({"import", "export"})


def edges_by_value(nodes: Sequence[GraphNodeV1], edges: Sequence[GraphEdgeV1]) -> tuple[GraphEdgeV1, ...]:
    """Sort edges: the nearest first, then by confidence; edges within the seed's text, to externals and imports come later."""
    by_key = {node_key(each.ref): each for each in nodes}

    def rank(edge: GraphEdgeV1) -> tuple[int, bool, bool, bool, float, tuple[str, str, str, float, str]]:
        ends = [by_key.get(end_key(end)) for end in (edge.from_, edge.to)]
        distances = [1 if each is None else each.distance or 0 for each in ends]
        is_inner = max(distances) == 0
        is_outside = any(each is not None and each.kind == "external" for each in ends)
        is_import = edge.edge_type in _IMPORTING
        return min(distances), is_inner, is_outside, is_import, -(edge.confidence or 0.0), edge_key(edge)

    return tuple(sorted(edges, key=rank))


def slim_node(node: GraphNodeV1) -> GraphNodeV1:
    """Drop the fields of a node that its name or a piece of code shows."""
    return GraphNodeV1(
        ref=node.ref, distance=node.distance, kind=node.kind, confidence=node.confidence, line=node.line
    )


def slim_edge(edge: GraphEdgeV1) -> GraphEdgeV1:
    """Keep only the first site of an edge; `n_sites` still counts all."""
    if edge.evidence is None:
        return edge
    calls = edge.evidence.call_site_ids
    evidence = msgspec.structs.replace(
        edge.evidence, call_site_ids=calls[:1] if calls else calls, sites=edge.evidence.sites[:1]
    )
    return msgspec.structs.replace(edge, evidence=evidence)


class GraphSlices:
    """Prefixes of the ranked edges around a seed, of any length."""

    def __init__(self, whole: GraphSliceV1, seeds: frozenset[str], costs: PartCosts) -> None:
        self.whole = whole
        self._node_by_key = {node_key(each.ref): each for each in whole.nodes}
        self._seeds = seeds
        self._costs = costs
        self._starts = frozenset(node_key(each.ref) for each in whole.nodes if each.distance == 0)
        self._written = set(seeds)
        ranked = edges_by_value(whole.nodes, whole.edges)
        frame = costs.slice_frame(whole.seed) + sum(
            costs.node(each) for key, each in self._node_by_key.items() if key in seeds
        )
        self.costed = CostedSlice(ranked, frame, self._cost)

    def first(self, n_edges: int) -> GraphSliceV1 | None:
        """Return the slice with its first edges, their ends, and the seeds."""
        if n_edges == ABSENT:
            return None
        if n_edges == len(self.whole.edges):
            return self.whole
        chosen = self.costed.items[:n_edges]
        keys = self._seeds.union(*(self._ends(each) for each in chosen))
        return msgspec.structs.replace(
            self.whole,
            nodes=tuple(each for key, each in self._node_by_key.items() if key in keys),
            edges=tuple(sorted(chosen, key=edge_key)),
        )

    def _cost(self, edge: GraphEdgeV1) -> int:
        """Return the cost of an edge with the nodes that no earlier edge brought; the last edge brings all others."""
        new = self._ends(edge) - self._written
        if edge is self.costed.items[-1]:
            new |= self._node_by_key.keys() - self._written
        self._written |= new
        nodes = sum(self._costs.node(self._node_by_key[key]) for key in new)
        return self._costs.edge(edge, self._starts) + nodes

    def _ends(self, edge: GraphEdgeV1) -> set[str]:
        """Return the nodes that an edge joins; an ambiguous end joins all its candidates."""
        found: set[str] = set()
        for end in (edge.from_, edge.to):
            if isinstance(end, ReferenceEnvelope):
                found.update(key for each in end.candidates if (key := candidate_key(each)))
            else:
                found.add(node_key(end))
        return found & self._node_by_key.keys()
