"""Types that may implement an interface, though not all of its methods are known to be there.

Turns: rows → the number of such types. With structural interfaces, a type that embeds an external type may have more
methods than are visible.
"""

from collections.abc import Iterable, Iterator

from codeshed.graph.data.arrays import NO_ROW
from codeshed.graph.data.code_graph import CodeGraph
from codeshed.graph.data.kinds import EdgeKind, NodeKind
from codeshed.graph.incompleteness.external_bases import ExternalBases
from codeshed.graph.incompleteness.structural_languages import StructuralFiles
from codeshed.model.semantic import TypeKind


class UnprovenImplementers:
    """Finds types that have some of the methods of an interface."""

    def __init__(self, graph: CodeGraph) -> None:
        self._graph = graph
        self._outside = ExternalBases(graph)
        self._structural = StructuralFiles(graph)

    def count(self, rows: Iterable[int]) -> int:
        """Return how many types may have a method that runs in place of one of these interface methods."""
        methods_by_interface: dict[int, set[str]] = {}
        for row in rows:
            interface = self._interface(row)
            if interface is not None:
                methods_by_interface.setdefault(interface, set()).add(self._graph.nodes.names[row])
        return len(
            {
                owner
                for interface, names in methods_by_interface.items()
                for name in sorted(names)
                for owner in self._possible(interface, name)
            }
        )

    def _interface(self, row: int) -> int | None:
        """Return the interface of a method, in languages with structural interfaces."""
        owner = self._owner(row) if self._structural.has(row) else None
        return None if owner is None or self._kind(owner) is not TypeKind.INTERFACE else owner

    def _possible(self, interface: int, name: str) -> Iterator[int]:
        """Yield types that have a method of a name, lack others of the interface, and may have these from an external type."""
        proven = frozenset(self._graph.types.find_implementors(self._graph.nodes.symbols[interface]))
        required = self._method_names(interface)
        for row in self._graph.name_index.find(name).tolist():
            owner = self._owner(row) if self._structural.has(row) else None
            if owner is None or self._kind(owner) is TypeKind.INTERFACE:
                continue
            is_proven = self._graph.nodes.symbols[owner] in proven
            if not is_proven and self._outside.of_method(row) and not required <= self._method_names(owner):
                yield owner

    def _owner(self, row: int) -> int | None:
        nodes = self._graph.nodes
        owner = int(nodes.enclosing[row]) if nodes.kinds[row] == NodeKind.FUNCTION else NO_ROW
        return owner if owner != NO_ROW and nodes.kinds[owner] == NodeKind.TYPE else None

    def _kind(self, row: int) -> TypeKind | None:
        known = self._graph.types.get(self._graph.nodes.symbols[row])
        return None if known is None else known.kind

    def _method_names(self, owner: int) -> frozenset[str]:
        nodes, edges = self._graph.nodes, self._graph.edges
        begin, end = int(edges.out_starts[owner]), int(edges.out_starts[owner + 1])
        is_member = edges.kinds[begin:end] == EdgeKind.CONTAINS
        members = edges.targets[begin:end][is_member].tolist()
        return frozenset(nodes.names[each] for each in members if nodes.kinds[each] == NodeKind.FUNCTION)
