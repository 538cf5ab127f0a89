"""Nodes and edges as answers show them.

Turns: rows → GraphNodeV1 and GraphEdgeV1. Candidates of one call are one edge, to a reference that may mean each.
"""

from collections import defaultdict

import msgspec

from codeshed.graph.arrays import NO_ROW
from codeshed.graph.call_sites import call_site_ids
from codeshed.graph.code_graph import CodeGraph
from codeshed.graph.edge_choice import GRAPH_BY_KIND
from codeshed.graph.keys import ref_of
from codeshed.graph.kinds import EdgeKind, NodeFlag, NodeKind, ProvenanceCode
from codeshed.graph.seed_refs import candidate
from codeshed.graph.signature_text import signature_text
from codeshed.graph.walk import WalkResult
from codeshed.graph.witness import is_candidate, sites_of
from codeshed.model.identity import qualified_name
from codeshed.model.references import ReferenceEnvelope
from codeshed.model.surface import EdgeEvidence, GraphEdgeV1, GraphNodeV1, edge_key

_Sites = tuple[tuple[int, ...], ...]


def node_of(
    graph: CodeGraph, row: int, *, distance: int | None = None, confidence: float | None = None
) -> GraphNodeV1:
    """Return a node with what is worth knowing of it at a glance."""
    nodes = graph.nodes
    symbol = nodes.symbols[row]
    line = int(nodes.spans[row][0])
    return GraphNodeV1(
        ref=ref_of(graph, row),
        distance=distance,
        label=qualified_name(symbol),
        file=graph.file_path(row),
        kind=kind_name(graph, row),
        name=nodes.names[row],
        signature=signature_text(nodes.names[row], nodes.details[row]),
        confidence=None if confidence is None else round(confidence, 6),
        line=line or None,
        tokens=int(nodes.sizes[row]),
    )


def kind_name(graph: CodeGraph, row: int) -> str:
    """Return what a node is, in one word: function, method, class, variable, field, module; or external."""
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


def edges_of(
    graph: CodeGraph, result: WalkResult, *, max_sites: int, max_candidates: int
) -> tuple[GraphEdgeV1, ...]:
    """Return the edges of a walk in their order."""
    plain = [edge for edge in result.edges if not is_candidate(graph, edge)]
    guesses: defaultdict[tuple[int, _Sites], list[int]] = defaultdict(list)
    for edge in result.edges:
        if is_candidate(graph, edge):
            guesses[int(graph.edges.sources[edge]), _all_sites(graph, edge)].append(edge)
    found = [_edge(graph, edge, max_sites) for edge in plain]
    found += [_ambiguous(graph, edges, max_sites, max_candidates) for edges in guesses.values()]
    return tuple(sorted(found, key=edge_key))


def _all_sites(graph: CodeGraph, edge: int) -> _Sites:
    sites = graph.edges.sites
    begin, end = int(sites.starts[edge]), int(sites.starts[edge + 1])
    return tuple(tuple(sites.spans[site].tolist()) for site in range(begin, end))


def _edge(graph: CodeGraph, edge: int, max_sites: int) -> GraphEdgeV1:
    table = graph.edges
    kind = EdgeKind(int(table.kinds[edge]))
    return GraphEdgeV1(
        edge_type=kind.label,
        graph=GRAPH_BY_KIND.get(kind),
        from_=ref_of(graph, int(table.sources[edge])),
        to=ref_of(graph, int(table.targets[edge])),
        confidence=int(table.confidence[edge]) / 100,
        evidence=_evidence(graph, edge, max_sites),
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


def _ambiguous(graph: CodeGraph, edges: list[int], max_sites: int, max_candidates: int) -> GraphEdgeV1:
    """Return candidates of the same calls as one edge."""
    table = graph.edges
    targets = sorted(
        edges, key=lambda edge: (-int(table.confidence[edge]), graph.nodes.symbols[int(table.targets[edge])])
    )
    first = _edge(graph, edges[0], max_sites)
    return msgspec.structs.replace(
        first,
        confidence=int(table.confidence[targets[0]]) / 100,
        to=ReferenceEnvelope(
            status="ambiguous",
            target_name=graph.nodes.names[int(table.targets[edges[0]])],
            candidates=tuple(
                candidate(graph, int(table.targets[edge]), confidence=int(table.confidence[edge]) / 100)
                for edge in targets[:max_candidates]
            ),
            resolved=None,
            reason="the receiver of the call is not known; these have a method of its name",
        ),
    )
