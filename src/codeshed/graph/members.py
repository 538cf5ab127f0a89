"""What a node stands for in a question: a class and a module stand for what is defined in them too.

Turns: a row → rows, in their order.
"""

import numpy as np

from codeshed.graph.code_graph import CodeGraph
from codeshed.graph.kinds import NodeFlag, NodeKind


def with_members(graph: CodeGraph, row: int) -> tuple[int, ...]:
    """Return a node and all that is defined within it, at any depth: the methods of a class, all code of a file."""
    kind, symbol, file = graph.nodes.kinds[row], graph.nodes.symbols[row], int(graph.nodes.files[row])
    if file < 0 or kind not in {NodeKind.TYPE, NodeKind.MODULE}:
        return (row,)
    rows = np.sort(graph.file_index.find_in_files(range(file, file + 1))).tolist()
    if kind == NodeKind.MODULE:
        return tuple(rows)
    return (row, *(each for each in rows if graph.nodes.symbols[each].startswith(f"{symbol}.")))


def with_constructors(graph: CodeGraph, row: int) -> tuple[int, ...]:
    """Return a type and its own constructors: who calls these makes one of it; any other node is itself."""
    if graph.nodes.kinds[row] != NodeKind.TYPE:
        return (row,)
    return (
        row,
        *(
            each
            for each in with_members(graph, row)
            if graph.nodes.flags[each] & NodeFlag.CONSTRUCTOR and graph.nodes.enclosing[each] == row
        ),
    )
