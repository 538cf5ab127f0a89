"""GraphFigures: how much a graph holds."""

import msgspec

from codeshed.graph.call_shares import CallShares
from codeshed.graph.code_graph import CodeGraph
from codeshed.graph.kinds import NodeFlag


class GraphFigures(msgspec.Struct, frozen=True, kw_only=True):
    """How much a graph holds: symbols of the repository, those it uses of other packages, edges, calls by outcome."""

    n_symbols: int
    n_external_symbols: int
    n_edges: int
    calls: CallShares


def graph_figures(graph: CodeGraph) -> GraphFigures:
    """Count what a graph holds."""
    n_external = int(((graph.nodes.flags & int(NodeFlag.EXTERNAL)) != 0).sum())
    return GraphFigures(
        n_symbols=len(graph.nodes) - n_external,
        n_external_symbols=n_external,
        n_edges=len(graph.edges),
        calls=graph.calls,
    )
