"""Nodes that hold values, and edges along which values flow, to a fixpoint.

A node is a variable, a field, a result or an expression. What is added to a node flows to its successors, and tells
its listeners, which may add nodes and edges. The order of work follows the order in which it arises, so that it
repeats. Some nodes are shared with other graphs: what they come to hold is kept until it is taken.
"""

from collections import deque
from collections.abc import Callable
from typing import Any, TypeAlias, TypeVarTuple, Unpack

from codeshed.resolve.python.flow.value_sets import NO_VALUES, Held, as_held, as_set, joined, ordered, without
from codeshed.resolve.python.tables.function_shapes import EMPTY_NODE

MAX_VALUES = 48
"""How many values a node may hold; a node that would hold more says nothing useful and takes no more."""

_Told = TypeVarTuple("_Told")

_Listener: TypeAlias = tuple[Any, ...]
"""A function, and what it is called with before the value."""

_MANY = 8
"""From this many successors on, they are looked up rather than searched through."""

_SHARED, _CONSTANT, _FOREIGN, _LAZY = 1, 2, 4, 8
"""Marks of nodes: kept for other graphs; never changes; stands for a node of another graph and is not asked for yet;
not filled yet."""

_UNASKED = _FOREIGN | _LAZY


class FlowGraph:
    """Nodes, edges and listeners; `run` brings everything to rest."""

    __slots__ = (
        "_arrived",
        "_fillers",
        "_held",
        "_listeners",
        "_marks",
        "_pending",
        "_queue",
        "_sets",
        "_successors",
        "_wanted",
    )

    def __init__(self) -> None:
        self._held: list[Held] = []
        self._successors: list[int | tuple[int, ...] | dict[int, None]] = []
        self._listeners: list[_Listener | list[_Listener] | None] = []
        self._marks = bytearray()
        self._pending: dict[int, Held] = {}
        self._queue: deque[int] = deque()
        self._fillers: dict[int, _Listener] = {}
        self._arrived: dict[int, Held] = {}
        self._wanted: list[int] = []
        self._sets: dict[frozenset[int], frozenset[int]] = {}
        self.add_node()

    @property
    def n_nodes(self) -> int:
        """How many nodes there are."""
        return len(self._held)

    def close(self) -> None:
        """Let go of all nodes; listeners and what they tell hold each other otherwise."""
        self._held.clear()
        self._successors.clear()
        self._listeners.clear()
        self._fillers.clear()

    def add_node(self) -> int:
        """Make a node that holds nothing."""
        self._held.append(NO_VALUES)
        self._successors.append(EMPTY_NODE)
        self._listeners.append(None)
        self._marks.append(0)
        return len(self._held) - 1

    def add_constant_node(self, value: int) -> int:
        """Make a node that holds one value for good."""
        node = self.add_node()
        self._marks[node] = _CONSTANT
        self._add_values(node, value)
        return node

    def is_constant(self, node: int) -> bool:
        """Whether a node holds one value for good."""
        return bool(self._marks[node] & _CONSTANT)

    def add_foreign_node(self) -> int:
        """Make a node that stands for one of another graph: asked for once something here depends on it."""
        node = self.add_node()
        self._marks[node] = _SHARED | _FOREIGN
        return node

    def add_lazy_node(self, fill: Callable[[Unpack[_Told]], None], *told: *_Told) -> int:
        """Make a node that is filled by a function, called once something depends on it."""
        node = self.add_node()
        self._marks[node] = _LAZY
        self._fillers[node] = (fill, *told)
        return node

    def share(self, node: int) -> None:
        """Keep what a node comes to hold for other graphs."""
        self._marks[node] |= _SHARED

    @property
    def has_work(self) -> bool:
        """Whether anything waits to be done, or to be taken."""
        return bool(self._queue or self._wanted or self._arrived)

    def take_arrived(self) -> dict[int, Held]:
        """Return what shared nodes came to hold since this was asked for last."""
        taken, self._arrived = self._arrived, {}
        return taken

    def take_wanted(self) -> list[int]:
        """Return the foreign nodes that something here began to depend on."""
        taken, self._wanted = self._wanted, []
        return taken

    def values(self, node: int) -> list[int]:
        """Return what a node holds, in the order of the values' numbers."""
        return ordered(self._held[node])

    def held(self, node: int) -> Held:
        """Return what a node holds as it is kept."""
        return self._held[node]

    def is_empty(self, node: int) -> bool:
        """Whether a node holds nothing."""
        return self._held[node] is NO_VALUES

    def add_value(self, node: int, value: int) -> None:
        """Let a node hold a value."""
        if node != EMPTY_NODE:
            self._add_values(node, value)

    def add_edge(self, source: int, target: int) -> None:
        """Let everything that a node holds, now or later, flow to another."""
        if source == target or EMPTY_NODE in (source, target) or self._has_edge(source, target):
            return
        if self._marks[source] & _UNASKED:
            self._ask_for(source)
        successors = self._successors[source]
        if isinstance(successors, int):
            self._successors[source] = (successors, target) if successors else target
        elif isinstance(successors, dict):
            successors[target] = None
        elif len(successors) < _MANY:
            self._successors[source] = (*successors, target)
        else:
            self._successors[source] = dict.fromkeys((*successors, target))
        held = self._held[source]
        if held is not NO_VALUES:
            self._add_values(target, held)

    def _has_edge(self, source: int, target: int) -> bool:
        successors = self._successors[source]
        return successors == target if isinstance(successors, int) else target in successors

    def listen(self, node: int, listener: Callable[[Unpack[_Told], int], None], *told: *_Told) -> None:
        """Call a listener with every value that a node holds, now or later; `told` comes before the value."""
        if node == EMPTY_NODE:
            return
        if self._marks[node] & _UNASKED:
            self._ask_for(node)
        listeners = self._listeners[node]
        if listeners is None:
            self._listeners[node] = (listener, *told)
        elif isinstance(listeners, list):
            listeners.append((listener, *told))
        else:
            self._listeners[node] = [listeners, (listener, *told)]
        for value in ordered(without(self._held[node], self._pending.get(node, NO_VALUES))):
            listener(*told, value)

    def run(self) -> None:
        """Let values flow until nothing changes."""
        queue, arrived = self._queue, self._arrived
        while queue:
            node = queue.popleft()
            new = self._pending.pop(node)
            if self._marks[node] & _SHARED:
                arrived[node] = joined(arrived.get(node, NO_VALUES), new)
            successors = self._successors[node]
            if not isinstance(successors, int):
                for target in successors:
                    self._add_values(target, new)
            elif successors:
                self._add_values(successors, new)
            if self._listeners[node] is not None:
                for value in ordered(new):
                    self._tell(node, value)
        self._sets.clear()
        self._pending, self._queue = {}, deque()

    def forget_listeners(self) -> None:
        """Let go of all listeners, now that no values will flow any more."""
        self._listeners = [None] * len(self._held)

    def _tell(self, node: int, value: int) -> None:
        listeners = self._listeners[node]
        if isinstance(listeners, list):
            for listener in tuple(listeners):
                listener[0](*listener[1:], value)
        elif listeners is not None:
            listeners[0](*listeners[1:], value)

    def _ask_for(self, node: int) -> None:
        """Let a node be filled, now that something depends on it."""
        mark = self._marks[node]
        self._marks[node] = mark & ~_UNASKED
        if mark & _FOREIGN:
            self._wanted.append(node)
        else:
            filler = self._fillers.pop(node)
            filler[0](*filler[1:])

    def _add_values(self, node: int, values: Held) -> None:
        held = self._held[node]
        if held is NO_VALUES:
            self._held[node] = values
        else:
            if held == values:
                return
            values = without(values, held)
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
            self._pending[node] = joined(pending, values)

    def _join(self, node: int, held: frozenset[int], new: frozenset[int]) -> Held:
        """Let a node hold new values with those that it holds, as many as there is room for; return these."""
        n_free = MAX_VALUES - len(held)
        if len(new) > n_free:
            new = frozenset(sorted(new)[:n_free])
        union = held | new
        self._held[node] = self._sets.setdefault(union, union)
        return as_held(new)
