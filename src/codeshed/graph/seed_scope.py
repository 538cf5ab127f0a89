"""What a seed stands for: a type or a module means all that it contains too.

Turns: a row → rows. Containment is read here and followed nowhere.
"""

from collections.abc import Sequence

from codeshed.graph.code_graph import CodeGraph
from codeshed.graph.kinds import EdgeKind, NodeKind

_MAX_NESTED = 32


def rows_of_seed(graph: CodeGraph, row: int) -> tuple[int, ...]:
    """Return the node, and of a type or module all functions, variables and types within it, in the order of rows."""
    found = {row: None}
    level = [row]
    for _ in range(_MAX_NESTED):
        level = [inner for each in level for inner in _members(graph, each) if inner not in found]
        found.update(dict.fromkeys(level))
        if not level:
            break
    return (row, *sorted(each for each in found if each != row))


def rows_within(graph: CodeGraph, rows: Sequence[int]) -> tuple[int, ...]:
    """Return nodes and all that lies within them, in functions too: what changes with their text. In the order of rows."""
    found = dict.fromkeys(rows)
    waiting = list(rows)
    while waiting:
        new = [each for each in _contained(graph, waiting.pop()) if each not in found]
        found.update(dict.fromkeys(new))
        waiting += new
    return tuple(sorted(found))


def _members(graph: CodeGraph, row: int) -> list[int]:
    if graph.nodes.kinds[row] not in {NodeKind.TYPE, NodeKind.MODULE}:
        return []
    return _contained(graph, row)


def _contained(graph: CodeGraph, row: int) -> list[int]:
    edges = graph.edges
    begin, end = int(edges.out_starts[row]), int(edges.out_starts[row + 1])
    is_member = edges.kinds[begin:end] == EdgeKind.CONTAINS
    return list(edges.targets[begin:end][is_member].tolist())
