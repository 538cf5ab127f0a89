"""A graph pack prepared for drawing: nodes with short ids, and edges between them.

Turns: GraphContextPackV1 → DrawnGraph. An ambiguous reference becomes one marked edge to each of its candidates.
"""

import msgspec

from codeshed.model.answers.answer_graph import GraphEdgeV1, GraphNodeV1
from codeshed.model.answers.node_references import (
    CandidateRef,
    FileRef,
    ReferenceEnvelope,
    SeedRef,
    SymbolRef,
    node_key,
)
from codeshed.query.graph_pack import GraphContextPackV1
from codeshed.render.wording import printable


class DrawnNode(msgspec.Struct, frozen=True, kw_only=True):
    """A node with an id that is valid in every format."""

    id: str
    name: str
    node: GraphNodeV1


class DrawnEdge(msgspec.Struct, frozen=True, kw_only=True):
    """An edge between two nodes; `is_guess` marks an edge to one of several candidates of a call."""

    source: DrawnNode
    target: DrawnNode
    edge: GraphEdgeV1
    is_guess: bool

    @property
    def label(self) -> str:
        """The edge type, and its confidence unless it is certain."""
        sure = self.edge.confidence
        return self.edge.edge_type if sure in {None, 1.0} else f"{self.edge.edge_type} {sure:g}"


class DrawnGraph(msgspec.Struct, frozen=True, kw_only=True):
    """The nodes and edges of a pack, in its order; the seed comes first."""

    nodes: tuple[DrawnNode, ...]
    edges: tuple[DrawnEdge, ...]


def prepare_drawing(pack: GraphContextPackV1) -> DrawnGraph:
    """Return a pack as nodes and edges to draw."""
    nodes = tuple(
        DrawnNode(id=f"n{place}", name=printable(node_key(each.ref).partition(":")[2]), node=each)
        for place, each in enumerate(pack.nodes)
    )
    by_key = {node_key(each.node.ref): each for each in nodes}
    edges = []
    for edge in pack.edges:
        is_guess = isinstance(edge.from_, ReferenceEnvelope) or isinstance(edge.to, ReferenceEnvelope)
        edges += [
            DrawnEdge(source=by_key[source], target=by_key[target], edge=edge, is_guess=is_guess)
            for source in _keys(edge.from_)
            for target in _keys(edge.to)
            if source in by_key and target in by_key
        ]
    return DrawnGraph(nodes=nodes, edges=tuple(edges))


def _keys(end: SeedRef) -> tuple[str, ...]:
    if isinstance(end, ReferenceEnvelope):
        return tuple(_candidate_key(each) for each in end.candidates)
    return (node_key(end),)


def _candidate_key(candidate: CandidateRef) -> str:
    if candidate.symbol_id is not None:
        return node_key(SymbolRef(symbol_id=candidate.symbol_id))
    return node_key(FileRef(path=candidate.path or ""))
