"""Nodes that hold values, and edges along which values flow, to a fixpoint.

A node is a variable, a field, a result or an expression. What is added to a node flows to its successors, and tells
its listeners, which may add nodes and edges. The order of work follows the order in which it arises, so that it
repeats. Some nodes are shared with other graphs: what they come to hold is kept until it is taken.
"""

from collections import deque
from collections.abc import Callable

MAX_VALUES = 48
"""How many values a node may hold; a node that would hold more says nothing useful and takes no more."""

NOTHING = 0
"""The node that holds nothing, ever: what nobody asks for may be sent there."""

Listener = Callable[[int], None]
"""Told a value."""

Hook = Callable[[int], None]
"""Told a node."""


class FlowGraph:
    """Nodes, edges and listeners; `run` brings everything to rest."""

    def __init__(self) -> None:
        self.values: list[set[int]] = []
        self._successors: list[list[int] | None] = []
        self._listeners: list[list[Listener] | None] = []
        self._pending: list[set[int] | None] = []
        self._queue: deque[int] = deque()
        self._edges: set[int] = set()
        self._shared: set[int] = set()
        self._hooks: dict[int, Hook] = {}
        self._arrived: dict[int, set[int]] = {}
        self._wanted: list[int] = []
        self.add_node()

    def add_node(self) -> int:
        """Make a node that holds nothing."""
        self.values.append(set())
        self._successors.append(None)
        self._listeners.append(None)
        self._pending.append(None)
        return len(self.values) - 1

    def add_foreign_node(self) -> int:
        """Make a node that stands for one of another graph: asked for once something here depends on it."""
        node = self.add_lazy_node(self._wanted.append)
        self._shared.add(node)
        return node

    def add_lazy_node(self, hook: Hook) -> int:
        """Make a node that is filled by a hook, called with the node once something depends on it."""
        node = self.add_node()
        self._hooks[node] = hook
        return node

    def share(self, node: int) -> None:
        """Keep what a node comes to hold for other graphs."""
        self._shared.add(node)

    @property
    def has_work(self) -> bool:
        """Whether anything waits to be done, or to be taken."""
        return bool(self._queue or self._wanted or self._arrived)

    def take_arrived(self) -> dict[int, set[int]]:
        """Return what shared nodes came to hold since this was asked for last."""
        taken, self._arrived = self._arrived, {}
        return taken

    def take_wanted(self) -> list[int]:
        """Return the foreign nodes that something here began to depend on."""
        taken = list(self._wanted)
        self._wanted.clear()
        return taken

    def add_value(self, node: int, value: int) -> None:
        """Let a node hold a value."""
        held = self.values[node]
        if value in held or node == NOTHING:
            return
        if len(held) >= MAX_VALUES:
            return
        held.add(value)
        pending = self._pending[node]
        if pending is None:
            self._pending[node] = {value}
            self._queue.append(node)
        else:
            pending.add(value)

    def add_edge(self, source: int, target: int) -> None:
        """Let everything that a node holds, now or later, flow to another."""
        if source == target or NOTHING in (source, target):
            return
        key = source << 32 | target
        if key in self._edges:
            return
        self._edges.add(key)
        if source in self._hooks:
            self._hooks.pop(source)(source)
        successors = self._successors[source]
        if successors is None:
            self._successors[source] = [target]
        else:
            successors.append(target)
        held = self.values[source]
        if held:
            self._add_values(target, held)

    def listen(self, node: int, listener: Listener) -> None:
        """Call a listener with every value that a node holds, now or later."""
        if node == NOTHING:
            return
        if node in self._hooks:
            self._hooks.pop(node)(node)
        listeners = self._listeners[node]
        if listeners is None:
            self._listeners[node] = [listener]
        else:
            listeners.append(listener)
        pending = self._pending[node]
        for value in sorted(self.values[node]):
            if pending is None or value not in pending:
                listener(value)

    def run(self) -> None:
        """Let values flow until nothing changes."""
        queue = self._queue
        while queue:
            node = queue.popleft()
            new = self._pending[node]
            self._pending[node] = None
            if new is None:
                continue
            if node in self._shared:
                self._arrived.setdefault(node, set()).update(new)
            successors = self._successors[node]
            if successors is not None:
                for target in successors:
                    self._add_values(target, new)
            listeners = self._listeners[node]
            if listeners is not None:
                for value in sorted(new):
                    for listener in tuple(listeners):
                        listener(value)

    def _add_values(self, node: int, values: set[int]) -> None:
        held = self.values[node]
        new = values - held
        if not new:
            return
        if len(held) + len(new) > MAX_VALUES:
            new = set(sorted(new)[: MAX_VALUES - len(held)])
            if not new:
                return
        held |= new
        pending = self._pending[node]
        if pending is None:
            self._pending[node] = new
            self._queue.append(node)
        else:
            pending |= new
