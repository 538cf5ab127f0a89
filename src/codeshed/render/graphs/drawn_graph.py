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
from codeshed.model.symbol_ids import EXTERNAL_PREFIX
from codeshed.query.graph_pack import GraphContextPackV1
from codeshed.render.layout.columns import label
from codeshed.render.phrases.wording import plural, printable


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


class ShownPack(msgspec.Struct, frozen=True, kw_only=True):
    """What is drawn of a pack, and how many nodes of other packages are left out of the drawing."""

    nodes: tuple[GraphNodeV1, ...]
    edges: tuple[GraphEdgeV1, ...]
    n_externals: int

    @property
    def note_lines(self) -> list[str]:
        """A line that says how much is left out, if anything is."""
        left_out = f"{plural(self.n_externals, 'node')} of other packages: --externals shows them"
        return [f"{label('LEFT OUT')}{left_out}"] if self.n_externals else []


def select_shown(pack: GraphContextPackV1, *, externals: bool) -> ShownPack:
    """Return the nodes and edges to draw: those of the repository, the seed, and with `externals` all others."""
    kept = [
        node for place, node in enumerate(pack.nodes) if externals or place == 0 or not _is_external(node)
    ]
    keys = {node_key(node.ref) for node in kept}
    edges = tuple(
        edge
        for edge in pack.edges
        if all(keys.intersection(_keys(end)) or not _keys(end) for end in (edge.from_, edge.to))
    )
    return ShownPack(
        nodes=tuple(kept),
        edges=edges if len(kept) < len(pack.nodes) else pack.edges,
        n_externals=len(pack.nodes) - len(kept),
    )


def _is_external(node: GraphNodeV1) -> bool:
    return isinstance(node.ref, SymbolRef) and node.ref.symbol_id.startswith(EXTERNAL_PREFIX)


class DrawnGraph(msgspec.Struct, frozen=True, kw_only=True):
    """The nodes and edges of a pack, in its order; the seed comes first."""

    nodes: tuple[DrawnNode, ...]
    edges: tuple[DrawnEdge, ...]


def prepare_drawing(pack: ShownPack) -> DrawnGraph:
    """Return nodes and edges with the names and ids that a drawing needs."""
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
