"""The code of the repository itself, which all footprints are compared with.

Turns: CodeGraph → the rows of its functions, and the size of all its code.
"""

from codeshed.graph.data.code_graph import CodeGraph
from codeshed.graph.data.kinds import NodeFlag, NodeKind


def own_functions(graph: CodeGraph) -> list[int]:
    """Return the rows of the functions and methods of the repository, by symbol."""
    nodes = graph.nodes
    is_own = (nodes.kinds == NodeKind.FUNCTION) & ((nodes.flags & int(NodeFlag.EXTERNAL)) == 0)
    rows: list[int] = is_own.nonzero()[0].tolist()
    return rows


def size_of_code(graph: CodeGraph) -> int:
    """Return the size of all code of the repository; variables count by themselves too, as in footprints."""
    return int(graph.nodes.sizes[(graph.nodes.flags & int(NodeFlag.EXTERNAL)) == 0].sum())
