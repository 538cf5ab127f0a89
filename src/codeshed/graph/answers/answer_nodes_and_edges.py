"""Converts nodes and edges to the form that answers show.

Turns: rows → GraphNodeV1 and GraphEdgeV1. The candidates of a call are shown as one edge to an ambiguous reference.
"""

from collections import defaultdict
from collections.abc import Sequence

import msgspec

from codeshed.graph.data.arrays import NO_ROW
from codeshed.graph.data.call_site_ids import call_site_ids
from codeshed.graph.data.code_graph import CodeGraph
from codeshed.graph.data.kinds import EdgeKind, NodeFlag, NodeKind, ProvenanceCode, visibility_of_flags
from codeshed.graph.data.node_keys import ref_of
from codeshed.graph.seeds.seed_references import candidate_of_row, reference_envelope
from codeshed.graph.seeds.signature_text import signature_text
from codeshed.graph.walk.bounded_walk import WalkResult
from codeshed.graph.walk.edge_filter import GRAPH_BY_KIND
from codeshed.graph.walk.witness_paths import are_candidates, sites_of
from codeshed.model.answers.answer_graph import (
    EdgeEvidence,
    GraphEdgeV1,
    GraphNodeV1,
    VisibilityName,
    edge_key,
)
from codeshed.model.languages.language import language_of_path
from codeshed.model.languages.language_traits import traits_of
from codeshed.model.semantic import Visibility
from codeshed.model.symbol_ids import qualified_name

_OF_UNKNOWN_RECEIVER = "the type of the receiver is not known; these have a member of its name"
_OF_POSSIBLE_OVERRIDES = "these override the method that is called, and little tells which of them run"
_Sites = tuple[tuple[int, ...], ...]
_NAME_BY_VISIBILITY: dict[Visibility, VisibilityName] = {
    Visibility.PUBLIC: "public",
    Visibility.PROTECTED: "protected",
    Visibility.INTERNAL: "internal",
    Visibility.PRIVATE: "private",
}


def answer_node(
    graph: CodeGraph, row: int, *, distance: int | None = None, confidence: float | None = None
) -> GraphNodeV1:
    """Return a node with the facts that answers show."""
    nodes = graph.nodes
    symbol = nodes.symbols[row]
    line = int(nodes.spans[row][0])
    path = graph.file_path(row)
    return GraphNodeV1(
        ref=ref_of(graph, row),
        distance=distance,
        label=qualified_name(symbol),
        file=path,
        kind=kind_name(graph, row),
        name=nodes.names[row],
        signature=signature_text(
            nodes.names[row],
            nodes.details[row],
            shows_positional=traits_of(language_of_path(path or "")).marks_parameter_kinds,
        ),
        visibility=visibility_name(graph, row),
        confidence=None if confidence is None else round(confidence, 6),
        line=line or None,
        tokens=int(nodes.sizes[row]),
    )


def visibility_name(graph: CodeGraph, row: int) -> VisibilityName | None:
    """Return the visibility of a definition as a word, None if it is not known."""
    visibility = visibility_of_flags(int(graph.nodes.flags[row]))
    return None if visibility is None else _NAME_BY_VISIBILITY[visibility]


def kind_name(graph: CodeGraph, row: int) -> str:
    """Return the kind of a node as a word: function, method, class, variable, field, module; or external."""
    nodes = graph.nodes
    if int(nodes.flags[row]) & NodeFlag.EXTERNAL:
        return "external"
    kind = NodeKind(int(nodes.kinds[row]))
    enclosing = int(nodes.enclosing[row])
    is_member = enclosing != NO_ROW and nodes.kinds[enclosing] == NodeKind.TYPE
    match kind:
        case NodeKind.FUNCTION:
            return "method" if is_member else "function"
        case NodeKind.VARIABLE:
            return "field" if is_member else "variable"
        case NodeKind.TYPE:
            found = graph.types.get(nodes.symbols[row])
            return "class" if found is None else found.kind.value.lower()
        case NodeKind.MODULE:
            return "module"


def answer_edges(
    graph: CodeGraph, result: WalkResult, *, max_sites: int, max_candidates: int
) -> tuple[GraphEdgeV1, ...]:
    """Return the edges of a walk, sorted by key."""
    are_guesses = are_candidates(graph, result.edges)
    found = [
        _edge(graph, edge, max_sites)
        for edge, is_guess in zip(result.edges, are_guesses, strict=True)
        if not is_guess
    ]
    found += [
        _ambiguous(graph, edges, max_sites, max_candidates)
        for edges in group_call_candidates(graph, result.edges)
    ]
    return tuple(sorted(found, key=edge_key))


def group_call_candidates(graph: CodeGraph, edges: Sequence[int]) -> tuple[tuple[int, ...], ...]:
    """Group candidate edges by their call sites and the method called; within a group, the highest confidence comes first, then by key."""
    groups: defaultdict[tuple[int, int, _Sites], list[int]] = defaultdict(list)
    for edge, is_guess in zip(edges, are_candidates(graph, edges), strict=True):
        if is_guess:
            ends = int(graph.edges.sources[edge]), int(graph.edges.through[edge])
            groups[*ends, _all_sites(graph, edge)].append(edge)
    table = graph.edges

    def order(edge: int) -> tuple[int, str]:
        return -int(table.confidence[edge]), graph.nodes.symbols[int(table.targets[edge])]

    return tuple(tuple(sorted(group, key=order)) for group in groups.values())


def _all_sites(graph: CodeGraph, edge: int) -> _Sites:
    sites = graph.edges.sites
    begin, end = int(sites.starts[edge]), int(sites.starts[edge + 1])
    return tuple(tuple(sites.spans[site].tolist()) for site in range(begin, end))


def _edge(graph: CodeGraph, edge: int, max_sites: int) -> GraphEdgeV1:
    table = graph.edges
    kind = EdgeKind(int(table.kinds[edge]))
    through = int(table.through[edge])
    return GraphEdgeV1(
        edge_type=kind.label,
        graph=GRAPH_BY_KIND.get(kind),
        from_=ref_of(graph, int(table.sources[edge])),
        to=ref_of(graph, int(table.targets[edge])),
        confidence=int(table.confidence[edge]) / 100,
        evidence=_evidence(graph, edge, max_sites),
        through=None if through == NO_ROW else ref_of(graph, through),
    )


def _evidence(graph: CodeGraph, edge: int, max_sites: int) -> EdgeEvidence:
    table = graph.edges
    is_call = table.kinds[edge] == EdgeKind.CALL
    return EdgeEvidence(
        call_site_ids=call_site_ids(graph, edge, max_sites) if is_call else None,
        provenance=ProvenanceCode(int(table.provenance[edge])).label,
        sites=sites_of(graph, edge, max_sites),
        n_sites=int(table.n_sites[edge]),
    )


def _ambiguous(graph: CodeGraph, edges: Sequence[int], max_sites: int, max_candidates: int) -> GraphEdgeV1:
    """Return the candidates of a call as one edge."""
    table = graph.edges
    first = _edge(graph, edges[0], max_sites)
    return msgspec.structs.replace(
        first,
        to=reference_envelope(
            "ambiguous",
            graph.nodes.names[int(table.targets[edges[0]])],
            tuple(
                candidate_of_row(
                    graph, int(table.targets[edge]), confidence=int(table.confidence[edge]) / 100
                )
                for edge in edges[:max_candidates]
            ),
            reason=_OF_UNKNOWN_RECEIVER if first.through is None else _OF_POSSIBLE_OVERRIDES,
        ),
    )
