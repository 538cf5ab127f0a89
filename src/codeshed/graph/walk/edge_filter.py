"""Edge filters: which edges an answer follows, by graph, by edge type, by confidence.

Turns: EdgeFilters → TraversalConfig. Containment is in no graph, so no walk follows it.
"""

from collections.abc import Sequence

import msgspec
import numpy as np

from codeshed.errors import InvalidOptionError
from codeshed.graph.data.code_graph import CodeGraph
from codeshed.graph.data.kinds import EdgeKind
from codeshed.graph.walk.traversal_config import TraversalConfig
from codeshed.model.answers.answer_graph import GraphName
from codeshed.model.answers.truncation import WarningRecord

KINDS_BY_GRAPH: dict[GraphName, frozenset[EdgeKind]] = {
    "callGraph": frozenset({EdgeKind.CALL}),
    "importGraph": frozenset({EdgeKind.IMPORT, EdgeKind.EXPORT}),
    "usageGraph": frozenset({EdgeKind.USAGE, EdgeKind.READ, EdgeKind.WRITE, EdgeKind.DATAFLOW}),
    "symbolEdges": frozenset({EdgeKind.OVERRIDDEN_BY, EdgeKind.ANNOTATES, EdgeKind.INHERITS}),
}

GRAPH_BY_KIND: dict[EdgeKind, GraphName] = {
    kind: graph for graph, kinds in KINDS_BY_GRAPH.items() for kind in kinds
}

_CODE_BY_GRAPH: dict[GraphName, str] = {
    "callGraph": "MISSING_CALL_EDGES",
    "importGraph": "MISSING_IMPORT_EDGES",
    "usageGraph": "MISSING_USAGE_EDGES",
    "symbolEdges": "MISSING_SYMBOL_EDGES",
}


class EdgeFilters(msgspec.Struct, frozen=True, kw_only=True):
    """The graphs and edge types to follow, all if none is named, and their minimum confidence."""

    graphs: tuple[GraphName, ...] = ()
    edge_types: tuple[str, ...] = ()
    min_confidence: float = 0.0


def kinds_of(filters: EdgeFilters) -> frozenset[EdgeKind]:
    """Return the kinds of edges to follow: the types named, as far as the graphs named have them."""
    by_label = {kind.label: kind for kind in GRAPH_BY_KIND}
    unknown = [each for each in filters.edge_types if each not in by_label]
    if unknown:
        raise InvalidOptionError(
            f"no type of edge is called {unknown[0]!r}", hint=f"types are {', '.join(sorted(by_label))}"
        )
    kinds = frozenset(
        kind for graph in filters.graphs or tuple(KINDS_BY_GRAPH) for kind in KINDS_BY_GRAPH[graph]
    )
    chosen = frozenset(by_label[each] for each in filters.edge_types)
    for each in filters.edge_types:
        if by_label[each] not in kinds:
            graph = GRAPH_BY_KIND[by_label[each]]
            raise InvalidOptionError(
                f"--graph {' --graph '.join(filters.graphs)} and --edge-type {each} exclude each other",
                hint=f"edges of the type {each} are in the {graph}: choose that, or leave out --graph",
            )
    return kinds & chosen if chosen else kinds


def traversal_of(filters: EdgeFilters, *, max_depth: int, max_nodes: int) -> TraversalConfig:
    """Return the walk configuration of these filters."""
    return TraversalConfig(
        max_depth=max_depth,
        max_nodes=max_nodes,
        allowed_edge_types=kinds_of(filters),
        min_edge_confidence=filters.min_confidence,
    )


def missing_graphs(graph: CodeGraph, filters: EdgeFilters) -> tuple[WarningRecord, ...]:
    """Warn about graphs that were named but have no edge in the index."""
    counts = np.bincount(graph.edges.kinds, minlength=max(EdgeKind) + 1) if filters.graphs else ()
    return tuple(
        WarningRecord(
            code=_CODE_BY_GRAPH[name],
            message=f"the index has no edge of the {name}: nothing is reached through it",
            data={"graph": name},
        )
        for name in filters.graphs
        if not any(counts[kind] for kind in KINDS_BY_GRAPH[name])
    )


def graph_names(texts: Sequence[str]) -> tuple[GraphName, ...]:
    """Parse names of graphs."""
    names = {str(name): name for name in KINDS_BY_GRAPH}
    for text in texts:
        if text not in names:
            raise InvalidOptionError(f"no graph is called {text!r}", hint=f"graphs are {', '.join(names)}")
    return tuple(names[text] for text in dict.fromkeys(texts))
