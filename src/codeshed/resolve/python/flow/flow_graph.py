"""The flow graph: nodes that hold abstract values, and edges along which values flow, to a fixpoint.

A node is a variable, a field, a function result or an expression. A value added to a node flows to its successors and
is passed to its listeners, which may add nodes and edges: this is how calls are bound as callees become known. Work
is done in the order in which it arises, so it is deterministic. Some nodes are shared with the graphs of other files:
their new values are kept until they are taken.
"""

from collections import deque
from collections.abc import Callable
from typing import Any, TypeAlias, TypeVarTuple, Unpack

from codeshed.resolve.python.flow.abstract_values import OMITTED
from codeshed.resolve.python.flow.value_sets import (
    NO_VALUES,
    PackedValues,
    as_set,
    difference_of,
    pack_values,
    sorted_values,
    union_of,
)
from codeshed.resolve.python.tables.function_shapes import EMPTY_NODE

MAX_VALUES = 48
"""How many values a node may hold; with more it says little, so that `OMITTED` stands for further ones."""

_Arguments = TypeVarTuple("_Arguments")

_Listener: TypeAlias = tuple[Any, ...]
"""A function, and its arguments before the value."""

_MANY = 8
"""With more successors than this, a node keeps them in a dict instead of a tuple."""

_SHARED, _CONSTANT, _FOREIGN, _LAZY = 1, 2, 4, 8
"""Flags of nodes: new values are kept for other graphs; never changes; stands in for a node of another graph and is
not requested yet; not filled yet."""

_UNREQUESTED = _FOREIGN | _LAZY


class FlowGraph:
    """Nodes, edges and listeners; `run` computes the fixpoint."""

    __slots__ = (
        "_fillers",
        "_listeners",
        "_marks",
        "_new_shared_values",
        "_pending",
        "_queue",
        "_requested",
        "_sets",
        "_successors",
        "_values_by_node",
    )

    def __init__(self) -> None:
        self._values_by_node: list[PackedValues] = []
        self._successors: list[int | tuple[int, ...] | dict[int, None]] = []
        self._listeners: list[_Listener | list[_Listener] | None] = []
        self._marks = bytearray()
        self._pending: dict[int, PackedValues] = {}
        self._queue: deque[int] = deque()
        self._fillers: dict[int, _Listener] = {}
        self._new_shared_values: dict[int, PackedValues] = {}
        self._requested: list[int] = []
        self._sets: dict[frozenset[int], frozenset[int]] = {}
        self.add_node()

    @property
    def n_nodes(self) -> int:
        """How many nodes there are."""
        return len(self._values_by_node)

    def close(self) -> None:
        """Drop all nodes; otherwise listeners and their arguments would refer to each other."""
        self._values_by_node.clear()
        self._successors.clear()
        self._listeners.clear()
        self._fillers.clear()

    def add_node(self) -> int:
        """Add an empty node."""
        self._values_by_node.append(NO_VALUES)
        self._successors.append(EMPTY_NODE)
        self._listeners.append(None)
        self._marks.append(0)
        return len(self._values_by_node) - 1

    def add_constant_node(self, value: int) -> int:
        """Add a node that always holds one value."""
        node = self.add_node()
        self._marks[node] = _CONSTANT
        self._add_values(node, value)
        return node

    def is_constant(self, node: int) -> bool:
        """Whether a node always holds one value."""
        return bool(self._marks[node] & _CONSTANT)

    def add_foreign_node(self) -> int:
        """Add a node that stands for a node of another graph, requested once something here depends on it."""
        node = self.add_node()
        self._marks[node] = _SHARED | _FOREIGN
        return node

    def add_lazy_node(self, fill: Callable[[Unpack[_Arguments]], None], *arguments: *_Arguments) -> int:
        """Add a node that a function fills once something depends on it."""
        node = self.add_node()
        self._marks[node] = _LAZY
        self._fillers[node] = (fill, *arguments)
        return node

    def share(self, node: int) -> None:
        """Keep the new values of a node for other graphs."""
        self._marks[node] |= _SHARED

    @property
    def has_work(self) -> bool:
        """Whether anything is left to do or to be taken."""
        return bool(self._queue or self._requested or self._new_shared_values)

    def take_new_shared_values(self) -> dict[int, PackedValues]:
        """Take the values that shared nodes got since the last call."""
        taken, self._new_shared_values = self._new_shared_values, {}
        return taken

    def take_requested(self) -> list[int]:
        """Take the foreign nodes that something here began to depend on."""
        taken, self._requested = self._requested, []
        return taken

    def values(self, node: int) -> list[int]:
        """Return the values of a node, ordered by number."""
        return sorted_values(self._values_by_node[node])

    def packed_values(self, node: int) -> PackedValues:
        """Return the values of a node as they are stored."""
        return self._values_by_node[node]

    def is_empty(self, node: int) -> bool:
        """Whether a node holds no value."""
        return self._values_by_node[node] is NO_VALUES

    def is_cut(self, node: int) -> bool:
        """Whether values of a node were left out, or of one that its values come from."""
        held = self._values_by_node[node]
        return held == OMITTED if isinstance(held, int) else OMITTED in held

    def add_value(self, node: int, value: int) -> None:
        """Add a value to a node."""
        if node != EMPTY_NODE:
            self._add_values(node, value)

    def add_edge(self, source: int, target: int) -> None:
        """Let all values of a node, present and future, flow to another."""
        if source == target or EMPTY_NODE in (source, target) or self._has_edge(source, target):
            return
        if self._marks[source] & _UNREQUESTED:
            self._request(source)
        successors = self._successors[source]
        if isinstance(successors, int):
            self._successors[source] = (successors, target) if successors else target
        elif isinstance(successors, dict):
            successors[target] = None
        elif len(successors) < _MANY:
            self._successors[source] = (*successors, target)
        else:
            self._successors[source] = dict.fromkeys((*successors, target))
        held = self._values_by_node[source]
        if held is not NO_VALUES:
            self._add_values(target, held)

    def _has_edge(self, source: int, target: int) -> bool:
        successors = self._successors[source]
        return successors == target if isinstance(successors, int) else target in successors

    def listen(
        self, node: int, listener: Callable[[Unpack[_Arguments], int], None], *arguments: *_Arguments
    ) -> None:
        """Call a listener with each value of a node, present and future; `arguments` precede the value."""
        if node == EMPTY_NODE:
            return
        if self._marks[node] & _UNREQUESTED:
            self._request(node)
        listeners = self._listeners[node]
        if listeners is None:
            self._listeners[node] = (listener, *arguments)
        elif isinstance(listeners, list):
            listeners.append((listener, *arguments))
        else:
            self._listeners[node] = [listeners, (listener, *arguments)]
        for value in sorted_values(
            difference_of(self._values_by_node[node], self._pending.get(node, NO_VALUES))
        ):
            listener(*arguments, value)

    def run(self) -> None:
        """Propagate values until nothing changes."""
        queue, new_shared_values = self._queue, self._new_shared_values
        while queue:
            node = queue.popleft()
            new = self._pending.pop(node)
            if self._marks[node] & _SHARED:
                new_shared_values[node] = union_of(new_shared_values.get(node, NO_VALUES), new)
            successors = self._successors[node]
            if not isinstance(successors, int):
                for target in successors:
                    self._add_values(target, new)
            elif successors:
                self._add_values(successors, new)
            if self._listeners[node] is not None:
                for value in sorted_values(new):
                    self._notify(node, value)
        self._sets.clear()
        self._pending, self._queue = {}, deque()

    def forget_listeners(self) -> None:
        """Drop all listeners, once no more values will flow."""
        self._listeners = [None] * len(self._values_by_node)

    def _notify(self, node: int, value: int) -> None:
        listeners = self._listeners[node]
        if isinstance(listeners, list):
            for listener in tuple(listeners):
                listener[0](*listener[1:], value)
        elif listeners is not None:
            listeners[0](*listeners[1:], value)

    def _request(self, node: int) -> None:
        """Have a node filled, now that something depends on it."""
        mark = self._marks[node]
        self._marks[node] = mark & ~_UNREQUESTED
        if mark & _FOREIGN:
            self._requested.append(node)
        else:
            filler = self._fillers.pop(node)
            filler[0](*filler[1:])

    def _add_values(self, node: int, values: PackedValues) -> None:
        held = self._values_by_node[node]
        if held is NO_VALUES:
            self._values_by_node[node] = values
        else:
            if held == values:
                return
            values = difference_of(values, held)
            if values is NO_VALUES:
                return
            values = self._join(node, as_set(held), as_set(values))
            if values is NO_VALUES:
                return
        pending = self._pending.get(node)
        if pending is None:
            self._pending[node] = values
            self._queue.append(node)
        else:
            self._pending[node] = union_of(pending, values)

    def _join(self, node: int, held: frozenset[int], new: frozenset[int]) -> PackedValues:
        """Add new values to a node, as many as there is room for, and `OMITTED` if that is not all; return these."""
        n_free = MAX_VALUES - len(held)
        if len(new) > n_free:
            chosen = sorted(new - {OMITTED})[: max(n_free, 0)]
            new = frozenset(chosen if OMITTED in held else (OMITTED, *chosen))
        union = held | new
        self._values_by_node[node] = self._sets.setdefault(union, union)
        return pack_values(new)
