"""The scope of a seed: a type, module or function stands for all that it contains.

Turns: a row → rows. Containment edges are read here, and followed by no walk.
"""

from collections.abc import Sequence

from codeshed.graph.data.code_graph import CodeGraph
from codeshed.graph.data.kinds import EdgeKind, NodeFlag, NodeKind


def rows_of_seed(graph: CodeGraph, row: int) -> tuple[int, ...]:
    """Return a node followed by all functions, variables and types within it, in row order.

    What an inner function does is part of what the outer function does.
    """
    return (row, *(each for each in rows_within(graph, (row,)) if each != row))


def rows_of_seeds(graph: CodeGraph, rows: Sequence[int]) -> tuple[int, ...]:
    """Return several nodes followed by all within them, each once."""
    return tuple(dict.fromkeys((*rows, *(each for row in rows for each in rows_of_seed(graph, row)))))


def rows_within(graph: CodeGraph, rows: Sequence[int]) -> tuple[int, ...]:
    """Return nodes and all that they contain, locals of functions too, in row order: what changes with their text."""
    found = dict.fromkeys(rows)
    waiting = list(rows)
    while waiting:
        new = [each for each in _members(graph, waiting.pop()) if each not in found]
        found.update(dict.fromkeys(new))
        waiting += new
    return tuple(sorted(found))


def outer_first(graph: CodeGraph, rows: Sequence[int]) -> tuple[int, ...]:
    """Return nodes in their order, without duplicates, but enclosing nodes directly before the first node within them."""
    known = frozenset(rows)
    found: dict[int, None] = {}
    for row in rows:
        around = [each for each in _owners(graph, row) if each in known and _is_in_text(graph, row, each)]
        found.update(dict.fromkeys((*reversed(around), row)))
    return tuple(found)


def _owners(graph: CodeGraph, row: int) -> list[int]:
    """Return the nodes that contain a node, the innermost first."""
    edges = graph.edges
    found: list[int] = []
    while True:
        begin, end = int(edges.in_starts[row]), int(edges.in_starts[row + 1])
        incoming = edges.in_order[begin:end]
        owners = edges.sources[incoming[edges.kinds[incoming] == EdgeKind.CONTAINS]].tolist()
        if not owners or owners[0] in found:
            return found
        row = int(owners[0])
        found.append(row)


def _is_in_text(graph: CodeGraph, row: int, owner: int) -> bool:
    """Whether a node is written within the text of its owner; a method may be written elsewhere."""
    nodes = graph.nodes
    if nodes.files[row] != nodes.files[owner]:
        return False
    inner, outer = nodes.spans[row], nodes.spans[owner]
    is_between = outer[0] <= inner[0] and inner[2] <= outer[2]
    return bool(nodes.kinds[owner] == NodeKind.MODULE or is_between)


def with_constructors(graph: CodeGraph, row: int) -> tuple[int, ...]:
    """Return a type and its own constructors, since calling these instantiates it; of any other node, only itself."""
    if graph.nodes.kinds[row] != NodeKind.TYPE:
        return (row,)
    return (row, *(each for each in _members(graph, row) if graph.nodes.flags[each] & NodeFlag.CONSTRUCTOR))


def _members(graph: CodeGraph, row: int) -> list[int]:
    edges = graph.edges
    begin, end = int(edges.out_starts[row]), int(edges.out_starts[row + 1])
    is_member = edges.kinds[begin:end] == EdgeKind.CONTAINS
    return list(edges.targets[begin:end][is_member].tolist())
