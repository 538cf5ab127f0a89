"""Methods that may run when a method of an external or anonymous interface is called.

Turns: the nodes of a walk → the number of such methods on the way. With structural interfaces (Go), a call of an
external method may run any method of the same name; reflection by name may run any exported method.
"""

from collections.abc import Iterator, Sequence

import numpy as np

from codeshed.graph.data.arrays import NO_ROW
from codeshed.graph.data.code_graph import CodeGraph
from codeshed.graph.data.columns import concatenate_ranges
from codeshed.graph.data.kinds import EdgeKind, NodeFlag, NodeKind, ProvenanceCode
from codeshed.graph.incompleteness.structural_languages import StructuralFiles
from codeshed.graph.walk.bounded_walk import Direction, WalkResult

_REFLECTION = "MethodByName"
"""The method of Go's `reflect` package that finds methods by name."""


class ExternalInterfaceCalls:
    """Examines calls of external methods in languages with structural interfaces."""

    def __init__(self, graph: CodeGraph) -> None:
        self._graph = graph
        self._structural = StructuralFiles(graph)

    def count(self, result: WalkResult, directions: Sequence[Direction]) -> int:
        """Return how many external methods are called on the way that may run methods of the repository, or the reverse."""
        found: set[int] = set()
        if Direction.FORWARD in directions:
            called = self._called_external_methods(result.expanded_rows)
            found.update(
                each for each in called if self._is_reflection(each) or any(self._methods_like(each))
            )
        if Direction.BACKWARD in directions:
            found.update(row for row in result.expanded_rows if self._is_method(row) and self._may_run(row))
        return len(found)

    def _called_external_methods(self, callers: Sequence[int]) -> set[int]:
        """Return the external methods that nodes call on objects; a function of a package is declared, and no such method."""
        table = self._graph.edges
        rows = np.array(callers, dtype=np.int64)
        begins = table.out_starts[rows].astype(np.int64)
        edges = concatenate_ranges(begins, table.out_starts[rows + 1] - begins)
        is_call = (table.kinds[edges] == EdgeKind.CALL) & (table.provenance[edges] != ProvenanceCode.DECLARED)
        edges = edges[is_call]
        is_outside = (self._graph.nodes.flags[table.targets[edges]] & int(NodeFlag.EXTERNAL)) != 0
        return {
            int(table.targets[edge])
            for edge in edges[is_outside].tolist()
            if self._structural.has(int(table.sources[edge]))
        }

    def _may_run(self, row: int) -> bool:
        """Whether code calls an external method of the same name, or finds methods by reflection."""
        name = self._graph.nodes.names[row]
        is_seen = name[:1].isupper()
        return self._is_called_externally(name) or (is_seen and self._is_called_externally(_REFLECTION))

    def _is_called_externally(self, name: str) -> bool:
        table = self._graph.edges
        named = self._graph.name_index.find(name)
        for row in named[(self._graph.nodes.flags[named] & int(NodeFlag.EXTERNAL)) != 0].tolist():
            begin, end = int(table.in_starts[row]), int(table.in_starts[row + 1])
            if any(map(self._is_call_of_external_method, table.in_order[begin:end].tolist())):
                return True
        return False

    def _is_call_of_external_method(self, edge: int) -> bool:
        table, nodes = self._graph.edges, self._graph.nodes
        is_on_object = (
            table.kinds[edge] == EdgeKind.CALL and table.provenance[edge] != ProvenanceCode.DECLARED
        )
        is_outside = bool(int(nodes.flags[table.targets[edge]]) & NodeFlag.EXTERNAL)
        return bool(is_on_object) and is_outside and self._structural.has(int(table.sources[edge]))

    def _methods_like(self, outside: int) -> Iterator[int]:
        """Yield the methods of repository types with the name of an external one."""
        named = self._graph.name_index.find(self._graph.nodes.names[outside])
        return filter(self._is_method, named.tolist())

    def _is_reflection(self, row: int) -> bool:
        return self._graph.nodes.names[row] == _REFLECTION

    def _is_method(self, row: int) -> bool:
        nodes = self._graph.nodes
        owner = int(nodes.enclosing[row]) if nodes.kinds[row] == NodeKind.FUNCTION else NO_ROW
        is_of_type = owner != NO_ROW and nodes.kinds[owner] == NodeKind.TYPE
        is_own = not int(nodes.flags[row]) & (NodeFlag.EXTERNAL | NodeFlag.INTERFACE_METHOD)
        return bool(is_of_type) and is_own and self._structural.has(row)
