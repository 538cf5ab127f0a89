"""Methods that may run by way of an interface of another package, or of one without a name.

Turns: what a walk came to → how many such methods there are on the way. Where a type implements an interface by having its
methods, a call of a method outside may run any method of its name; one that finds methods by a text may run any that others see.
"""

from collections.abc import Iterator, Sequence

from codeshed.graph.data.arrays import NO_ROW
from codeshed.graph.data.code_graph import CodeGraph
from codeshed.graph.data.kinds import EdgeKind, NodeFlag, NodeKind, ProvenanceCode
from codeshed.graph.incompleteness.structural_languages import StructuralFiles
from codeshed.graph.walk.bounded_walk import Direction, WalkResult

_MAX_NAMED = 1000
"""How many definitions of a name are looked at."""

_BY_TEXT = "MethodByName"
"""The method of the library by which code finds methods that it does not name."""


class OutsideInterfaces:
    """Looks at calls of methods outside, in languages whose types need not name what they implement."""

    def __init__(self, graph: CodeGraph) -> None:
        self._graph = graph
        self._structural = StructuralFiles(graph)

    def count(self, result: WalkResult, directions: Sequence[Direction]) -> int:
        """Return how many methods outside are called on the way that methods here may run for, or the other way round."""
        found: set[int] = set()
        if Direction.FORWARD in directions:
            called = {each for row in result.rows_entered for each in self._called_outside(row)}
            found.update(each for each in called if self._is_by_text(each) or any(self._methods_like(each)))
        if Direction.BACKWARD in directions:
            found.update(row for row in result.rows_entered if self._is_method(row) and self._may_run(row))
        return len(found)

    def _called_outside(self, row: int) -> Iterator[int]:
        """Yield the methods outside that code calls on objects: what it calls by its package alone is declared."""
        table = self._graph.edges
        for edge in range(int(table.out_starts[row]), int(table.out_starts[row + 1])):
            if self._is_call_outside(edge):
                yield int(table.targets[edge])

    def _may_run(self, row: int) -> bool:
        """Whether code calls a method outside that has the name of a method, or finds methods by texts."""
        name = self._graph.nodes.names[row]
        is_seen = name[:1].isupper()
        return self._is_called_outside(name) or (is_seen and self._is_called_outside(_BY_TEXT))

    def _is_called_outside(self, name: str) -> bool:
        table = self._graph.edges
        for row in self._graph.name_index.find(name)[:_MAX_NAMED].tolist():
            if int(self._graph.nodes.flags[row]) & NodeFlag.EXTERNAL:
                begin, end = int(table.in_starts[row]), int(table.in_starts[row + 1])
                if any(map(self._is_call_outside, table.in_order[begin:end].tolist())):
                    return True
        return False

    def _is_call_outside(self, edge: int) -> bool:
        table, nodes = self._graph.edges, self._graph.nodes
        is_on_object = (
            table.kinds[edge] == EdgeKind.CALL and table.provenance[edge] != ProvenanceCode.DECLARED
        )
        is_outside = bool(int(nodes.flags[table.targets[edge]]) & NodeFlag.EXTERNAL)
        return bool(is_on_object) and is_outside and self._structural.has(int(table.sources[edge]))

    def _methods_like(self, outside: int) -> Iterator[int]:
        """Yield the methods of types of the repository that have the name of one outside."""
        named = self._graph.name_index.find(self._graph.nodes.names[outside])
        return filter(self._is_method, named[:_MAX_NAMED].tolist())

    def _is_by_text(self, row: int) -> bool:
        return self._graph.nodes.names[row] == _BY_TEXT

    def _is_method(self, row: int) -> bool:
        nodes = self._graph.nodes
        owner = int(nodes.enclosing[row]) if nodes.kinds[row] == NodeKind.FUNCTION else NO_ROW
        is_of_type = owner != NO_ROW and nodes.kinds[owner] == NodeKind.TYPE
        is_own = not int(nodes.flags[row]) & (NodeFlag.EXTERNAL | NodeFlag.INTERFACE_METHOD)
        return bool(is_of_type) and is_own and self._structural.has(row)
