"""The code of the repository itself, which all footprints are compared with.

Turns: CodeGraph → the rows of its functions, and the size of all its code.
"""

from codeshed.graph.data.code_graph import CodeGraph
from codeshed.graph.data.kinds import EdgeKind, NodeFlag, NodeKind


def own_functions(graph: CodeGraph) -> list[int]:
    """Return the rows of the functions and methods of the repository, by symbol."""
    nodes = graph.nodes
    is_own = (nodes.kinds == NodeKind.FUNCTION) & ((nodes.flags & int(NodeFlag.EXTERNAL)) == 0)
    rows: list[int] = is_own.nonzero()[0].tolist()
    return rows


def size_of_code(graph: CodeGraph) -> int:
    """Return the size of all code of the repository; variables count by themselves too, as in footprints."""
    return int(graph.nodes.sizes[(graph.nodes.flags & int(NodeFlag.EXTERNAL)) == 0].sum())


def methods_of_type(graph: CodeGraph, type_row: int) -> tuple[int, ...]:
    """Return the methods of a type, by symbol; the footprint of a type is the union of theirs."""
    edges = graph.edges
    begin, end = edges.out_starts[type_row], edges.out_starts[type_row + 1]
    return tuple(
        int(edges.targets[edge])
        for edge in range(begin, end)
        if edges.kinds[edge] == EdgeKind.CONTAINS
        and graph.nodes.kinds[edges.targets[edge]] == NodeKind.FUNCTION
    )
