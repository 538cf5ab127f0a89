"""GraphFigures: the size of a graph."""

import msgspec
import numpy as np

from codeshed.graph.data.call_shares import CallShares
from codeshed.graph.data.code_graph import CodeGraph
from codeshed.graph.data.kinds import NodeFlag
from codeshed.graph.walk.frontier import is_dependency


class GraphFigures(msgspec.Struct, frozen=True, kw_only=True):
    """The size of a graph: symbols of the repository, externals, edges, and calls by outcome."""

    n_symbols: int
    n_external_symbols: int
    n_edges: int
    calls: CallShares


def count_edges(graph: CodeGraph) -> int:
    """Return the number of edges that answers use; those that exist for the published listings only are excluded."""
    return int(is_dependency(graph, np.arange(len(graph.edges))).sum())


def graph_figures(graph: CodeGraph) -> GraphFigures:
    """Count what a graph holds."""
    n_external = int(((graph.nodes.flags & int(NodeFlag.EXTERNAL)) != 0).sum())
    return GraphFigures(
        n_symbols=len(graph.nodes) - n_external,
        n_external_symbols=n_external,
        n_edges=count_edges(graph),
        calls=graph.calls,
    )
