"""Whether a node's values are certain: determined by declared types, constructors, and what follows from these.

Turns: the origins of nodes → yes or no. Values that reached a node through an untyped parameter, or through a field
that any code may assign, are not certain, however few they are. Certain calls are reported as `typed`, others as
`inferred`.
"""

from collections.abc import Iterable

import msgspec

from codeshed.resolve.python.flow.abstract_values import ValueKind
from codeshed.resolve.python.flow.flow_state import FlowState
from codeshed.resolve.python.flow.value_members import AttributeLookup
from codeshed.resolve.python.tables.function_shapes import EMPTY_NODE

_NEVER = -1
"""Stands for a node that is never certain."""

# fmt: off
_CERTAIN_KINDS = frozenset({
    ValueKind.EXTERNAL, ValueKind.EXTERNAL_INSTANCE, ValueKind.MODULE, ValueKind.FOLDER, ValueKind.TEXT,
    ValueKind.CONTAINER, ValueKind.CONTAINER_METHOD, ValueKind.SUPER,
})
# fmt: on


class NodeOrigins(msgspec.Struct):
    """Where the values of nodes come from, as recorded while the file is read."""

    typed: set[int] = msgspec.field(default_factory=set)
    """Nodes whose declared or inferred type is exhaustive."""
    member: dict[int, tuple[int, str]] = msgspec.field(default_factory=dict)
    """Attributes: the node of the receiver, and the name."""
    callee: dict[int, int] = msgspec.field(default_factory=dict)
    """Results of calls: the node of the callee."""
    element: dict[int, int] = msgspec.field(default_factory=dict)
    """Elements of containers, by subscript or iteration: the node of the container."""
    sources: dict[int, list[int]] = msgspec.field(default_factory=dict)
    """Variables and fields: the nodes assigned to them."""
    open: set[int] = msgspec.field(default_factory=set)
    """Variables that may get values in other ways than by visible assignments."""
    stored_names: set[str] = msgspec.field(default_factory=set)
    """Names of fields that are assigned on something else than a method's own receiver."""

    def store(self, source: int, target: int) -> None:
        """Record that a node is assigned to a variable or field."""
        self.sources.setdefault(target, []).append(source)


class NodeCertainty:
    """Decides for the nodes of one file; other files report which of their nodes are certain.

    A node is certain if all nodes that it needs are. It is the least fixpoint: a cycle of nodes makes none of them
    certain.
    """

    def __init__(self, state: FlowState, members: AttributeLookup, origins: NodeOrigins) -> None:
        self._state = state
        self._members = members
        self._origins = origins
        self._known: dict[int, bool] = {EMPTY_NODE: True}
        self._certain_foreign_nodes: set[int] = set()
        self.stored_names: frozenset[str] = frozenset()
        """Names of fields that any file assigns on something else than a method's own receiver."""
        self.needed_foreign_nodes: dict[int, None] = {}
        """Nodes of other files that some node needs."""
        self.tested_names: set[str] = set()
        """Names that were looked up in `stored_names`."""

    def assume_certain(self, nodes: Iterable[int]) -> None:
        """Assume that nodes of other files are certain, and reconsider those that were not."""
        n_before = len(self._certain_foreign_nodes)
        self._certain_foreign_nodes.update(nodes)
        if len(self._certain_foreign_nodes) == n_before:
            return
        self._known = {node: True for node, is_certain in self._known.items() if is_certain}

    def is_certain_for_others(self, node: int, name: str) -> bool:
        """Whether a field or variable is certain for other files, which may assign it by its name."""
        return node in self._origins.typed or (not self._is_stored(name) and self.is_certain(node))

    def _is_stored(self, name: str) -> bool:
        self.tested_names.add(name)
        return name in self.stored_names

    def is_certain(self, node: int) -> bool:
        """Whether a node is certain."""
        known = self._known
        if node in known:
            return known[node]
        # A node in progress counts as uncertain, so cycles are uncertain.
        known[node] = False
        path = [(node, iter(self._needs(node)))]
        while path:
            current, needs = path[-1]
            needed = next(needs, None)
            if needed is None:
                known[current] = True
                path.pop()
            elif needed not in known and needed != _NEVER:
                known[needed] = False
                path.append((needed, iter(self._needs(needed))))
            elif needed == _NEVER or not known[needed]:
                path.pop()
                while path:
                    # All nodes on the path need the uncertain one, so they are uncertain too.
                    path.pop()
        return known[node]

    def _needs(self, node: int) -> tuple[int, ...]:
        """Return the nodes that must all be certain for a node to be certain."""
        origins = self._origins
        if node in origins.typed or self._state.graph.is_constant(node):
            return ()
        if node in self._state.foreign_keys:
            self.needed_foreign_nodes[node] = None
            return () if node in self._certain_foreign_nodes else (_NEVER,)
        is_cut = self._state.graph.is_cut(node)
        if is_cut or node in origins.open or node in self._state.ambiguous_nodes:
            return (_NEVER,)
        if node in origins.member:
            receiver, name = origins.member[node]
            return (receiver, *self._needs_of_member(receiver, name))
        if node in origins.callee:
            callee = origins.callee[node]
            return (callee,) if self._is_result_certain(callee) else (_NEVER,)
        return self._needs_of_stored(node)

    def _needs_of_stored(self, node: int) -> tuple[int, ...]:
        """Return what an element of a container, or a variable, needs."""
        container = self._origins.element.get(node)
        if container is not None:
            return (container,) if self._is_typed_container(container) else (_NEVER,)
        sources = self._origins.sources.get(node)
        return (_NEVER,) if sources is None else tuple(dict.fromkeys(sources))

    def _needs_of_member(self, receiver: int, name: str) -> tuple[int, ...]:
        state = self._state
        found: dict[int, None] = {}
        for value in state.graph.values(receiver):
            kind = state.values.kinds[value]
            number = state.values.numbers[value]
            if kind is ValueKind.INSTANCE:
                found.update(dict.fromkeys(self._needs_of_instance_member(number, name)))
            elif kind is ValueKind.CLASS:
                if self._members.find_defining_class(number, name) is None:
                    return (_NEVER,)
            elif kind not in _CERTAIN_KINDS:
                return (_NEVER,)
        return tuple(found)

    def _needs_of_instance_member(self, number: int, name: str) -> tuple[int, ...]:
        state = self._state
        owner = self._members.find_defining_class(number, name)
        if owner is not None and self._members.is_method(owner, name):
            return () if self._is_method_certain(owner, name) else (_NEVER,)
        nodes = [
            state.field_node(each, name)
            for each in state.hierarchy.project_mro(number)
            if self._members.is_field(each, name)
        ]
        if owner is not None:
            nodes.append(state.variable_node(state.program.classes[owner].scope, name))
        if any(node in self._origins.typed for node in nodes):
            return ()
        # For a field of another file, that file decides whether others assign it.
        is_stored = self._is_stored(name) and any(node not in state.foreign_keys for node in nodes)
        return (_NEVER,) if is_stored or not nodes else tuple(nodes)

    def _is_method_certain(self, owner: int, name: str) -> bool:
        """Whether an attribute bound by a `def` is a plain method, or a property with a declared type."""
        state = self._state
        node = state.variable_node(state.program.classes[owner].scope, name)
        for value in state.graph.values(node):
            if state.values.kinds[value] is ValueKind.PROPERTY:
                return False
            if state.values.kinds[value] is ValueKind.FUNCTION:
                flow = state.functions[state.values.numbers[value]]
                if flow.is_property and not flow.is_result_closed:
                    return False
        return True

    def _is_result_certain(self, callee: int) -> bool:
        state = self._state
        for value in state.graph.values(callee):
            kind = state.values.kinds[value]
            number = state.values.numbers[value]
            if kind in {ValueKind.FUNCTION, ValueKind.BOUND}:
                flow = state.functions[number]
                returns_receiver = kind is ValueKind.BOUND and flow.returned == frozenset({0})
                if not flow.is_result_closed and not (returns_receiver and state.graph.is_empty(flow.result)):
                    return False
            elif kind is ValueKind.CLASS:
                if self._members.find_defining_class(number, "__new__") is not None:
                    return False
            elif kind is not ValueKind.EXTERNAL:
                return False
        return True

    def _is_typed_container(self, node: int) -> bool:
        state = self._state
        return all(
            state.values.kinds[value] is ValueKind.CONTAINER and state.is_typed_container(value)
            for value in state.graph.values(node)
        )
