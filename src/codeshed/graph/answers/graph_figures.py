"""GraphFigures: how much a graph holds."""

import msgspec
import numpy as np

from codeshed.graph.data.call_shares import CallShares
from codeshed.graph.data.code_graph import CodeGraph
from codeshed.graph.data.kinds import NodeFlag
from codeshed.graph.walk.frontier import is_dependency


class GraphFigures(msgspec.Struct, frozen=True, kw_only=True):
    """How much a graph holds: symbols of the repository, those it uses of other packages, edges, calls by outcome."""

    n_symbols: int
    n_external_symbols: int
    n_edges: int
    calls: CallShares


def count_edges(graph: CodeGraph) -> int:
    """Return how many edges answers know: those that only the published listings read are left out."""
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
