"""Types that match an interface structurally, without evidence that they are used for it.

Turns: the nodes of a walk → the number of such types on the way. They have a heuristic `inherits` edge to the
interface; the edges between methods are left out where too many types match.
"""

from collections.abc import Iterable, Iterator, Sequence

from codeshed.graph.data.arrays import NO_ROW
from codeshed.graph.data.code_graph import CodeGraph
from codeshed.graph.data.kinds import EdgeKind, NodeKind, ProvenanceCode
from codeshed.graph.walk.bounded_walk import Direction, WalkResult
from codeshed.model.languages.language import language_of_path
from codeshed.model.languages.language_traits import traits_of


class StructuralCandidates:
    """Finds types with heuristic `inherits` edges, in languages whose types match by shape."""

    def __init__(self, graph: CodeGraph) -> None:
        self._graph = graph

    def count(self, result: WalkResult, directions: Sequence[Direction]) -> int:
        """Return how many types may be used for interfaces whose methods are called on the way."""
        found: set[int] = set()
        if Direction.FORWARD in directions:
            found.update(each for row in result.rows for each in self._matching_types(row))
        if Direction.BACKWARD in directions:
            found.update(self.of_methods(result.expanded_rows))
        return len(found)

    def of_methods(self, rows: Iterable[int]) -> frozenset[int]:
        """Return the types of methods that may run when a method of a structurally matching interface is called."""
        return frozenset(owner for row in rows for owner in self._matching_owner(row))

    def _matching_types(self, row: int) -> Iterator[int]:
        """Yield the types that match the interface of a method."""
        interface = self._owner(row)
        if interface is None:
            return
        table = self._graph.edges
        begin, end = int(table.in_starts[interface]), int(table.in_starts[interface + 1])
        for edge in table.in_order[begin:end].tolist():
            if self._is_guess(edge):
                yield int(table.sources[edge])

    def _matching_owner(self, row: int) -> Iterator[int]:
        """Yield the type of a method if it matches an interface with a method of the same name that is called."""
        owner = self._owner(row)
        if owner is None:
            return
        table, nodes = self._graph.edges, self._graph.nodes
        name = nodes.names[row]
        for edge in range(int(table.out_starts[owner]), int(table.out_starts[owner + 1])):
            if not self._is_guess(edge):
                continue
            method = self._graph.find_row(f"{nodes.symbols[int(table.targets[edge])]}.{name}")
            if method is not None and self._is_called(method):
                yield owner
                return

    def _is_called(self, row: int) -> bool:
        table = self._graph.edges
        begin, end = int(table.in_starts[row]), int(table.in_starts[row + 1])
        return bool((table.kinds[table.in_order[begin:end]] == EdgeKind.CALL).any())

    def _is_guess(self, edge: int) -> bool:
        table = self._graph.edges
        return bool(
            table.kinds[edge] == EdgeKind.INHERITS and table.provenance[edge] == ProvenanceCode.HEURISTIC
        )

    def _owner(self, row: int) -> int | None:
        nodes = self._graph.nodes
        owner = int(nodes.enclosing[row]) if nodes.kinds[row] == NodeKind.FUNCTION else NO_ROW
        if owner == NO_ROW or nodes.kinds[owner] != NodeKind.TYPE:
            return None
        path = self._graph.file_path(row)
        language = None if path is None else language_of_path(path)
        return owner if traits_of(language).has_guessed_implementers else None
