"""Whether what a node holds is known by types alone: declared ones, constructors, and what follows from these.

Turns: where nodes come from → yes or no. Values that were followed through the project, by way of parameters without
a type or fields that anybody may set, are no certainty, however few they are.
"""

from dataclasses import dataclass, field

from codeshed.resolve.flow.graph import NOTHING
from codeshed.resolve.flow.members import Members
from codeshed.resolve.flow.state import FlowState
from codeshed.resolve.flow.values import ValueKind

_MAX_DEPTH = 30
# fmt: off
_CERTAIN_KINDS = frozenset({
    ValueKind.EXTERNAL, ValueKind.EXTERNAL_INSTANCE, ValueKind.MODULE, ValueKind.FOLDER, ValueKind.TEXT,
    ValueKind.CONTAINER, ValueKind.CONTAINER_METHOD, ValueKind.SUPER,
})
# fmt: on


@dataclass(slots=True)
class Origins:
    """Where nodes come from, as it was met while the program was read."""

    typed: set[int] = field(default_factory=set)
    """Nodes whose declared or checked type says all there is to know."""
    member: dict[int, tuple[int, str]] = field(default_factory=dict)
    """Members: the node of the receiver, and the name."""
    callee: dict[int, int] = field(default_factory=dict)
    """Results of calls: the node of what is called."""
    element: dict[int, int] = field(default_factory=dict)
    """What is taken out of a container, by key or one after another."""
    sources: dict[int, list[int]] = field(default_factory=dict)
    """Variables and fields: the nodes that are stored into them."""
    open: set[int] = field(default_factory=set)
    """Variables into which more may flow than is stored in plain sight."""
    stored_names: set[str] = field(default_factory=set)
    """Names of fields that are stored on something else than a method's own receiver."""

    def store(self, source: int, target: int) -> None:
        """Remember that a node is stored into a variable or field."""
        self.sources.setdefault(target, []).append(source)


class Certainty:
    """Answers for one node at a time, and remembers."""

    def __init__(self, state: FlowState, members: Members, origins: Origins) -> None:
        self._state = state
        self._members = members
        self._origins = origins
        self._known: dict[int, bool] = {NOTHING: True}

    def holds(self, node: int) -> bool:
        """Whether all values of a node are known by types alone."""
        return self._holds(node, 0)

    def _holds(self, node: int, depth: int) -> bool:
        known = self._known.get(node)
        if known is None:
            if depth > _MAX_DEPTH:
                return False
            # Until it is known better: what rests on itself alone rests on nothing.
            self._known[node] = False
            known = self._known[node] = self._find(node, depth + 1)
        return known

    def _find(self, node: int, depth: int) -> bool:
        origins = self._origins
        if node in origins.typed or self._state.is_constant(node):
            return True
        if node in origins.open:
            return False
        if node in origins.member:
            receiver, name = origins.member[node]
            return self._holds(receiver, depth) and self._is_member_certain(receiver, name, depth)
        if node in origins.callee:
            callee = origins.callee[node]
            return self._holds(callee, depth) and self._is_result_certain(callee)
        return self._is_content_certain(node, depth)

    def _is_content_certain(self, node: int, depth: int) -> bool:
        """Whether what is taken out of a container, or stored into a variable, is known by types alone."""
        container = self._origins.element.get(node)
        if container is not None:
            return self._holds(container, depth) and self._is_typed_container(container)
        sources = self._origins.sources.get(node)
        return sources is not None and all(self._holds(source, depth) for source in sources)

    def _is_member_certain(self, receiver: int, name: str, depth: int) -> bool:
        state = self._state
        for value in state.graph.values[receiver]:
            kind = state.values.kinds[value]
            number = state.values.numbers[value]
            if kind is ValueKind.INSTANCE:
                if not self._is_instance_member_certain(number, name, depth):
                    return False
            elif kind is ValueKind.CLASS:
                if self._members.class_that_defines(number, name) is None:
                    return False
            elif kind not in _CERTAIN_KINDS:
                return False
        return True

    def _is_instance_member_certain(self, number: int, name: str, depth: int) -> bool:
        state = self._state
        owner = self._members.class_that_defines(number, name)
        if owner is not None and self._members.is_method(owner, name):
            return self._is_method_certain(owner, name)
        nodes = [
            state.instance_field(each, name)
            for each in state.hierarchy.own_order(number)
            if self._members.is_field(each, name)
        ]
        if owner is not None:
            nodes.append(state.variable(state.program.classes[owner].scope, name))
        if any(node in self._origins.typed for node in nodes):
            return True
        if not nodes or name in self._origins.stored_names:
            return False
        return all(self._holds(node, depth) for node in nodes)

    def _is_method_certain(self, owner: int, name: str) -> bool:
        """Whether taking a member that a `def` makes gives a method, or a property of declared type."""
        state = self._state
        node = state.variable(state.program.classes[owner].scope, name)
        for value in state.graph.values[node]:
            if state.values.kinds[value] is ValueKind.FUNCTION:
                flow = state.functions[state.values.numbers[value]]
                if flow.is_property and not flow.is_result_closed:
                    return False
        return True

    def _is_result_certain(self, callee: int) -> bool:
        state = self._state
        for value in state.graph.values[callee]:
            kind = state.values.kinds[value]
            number = state.values.numbers[value]
            if kind in {ValueKind.FUNCTION, ValueKind.BOUND}:
                flow = state.functions[number]
                gives_receiver = kind is ValueKind.BOUND and flow.returned == frozenset({0})
                if not flow.is_result_closed and not (gives_receiver and not state.graph.values[flow.result]):
                    return False
            elif kind is ValueKind.CLASS:
                if self._members.class_that_defines(number, "__new__") is not None:
                    return False
            elif kind is not ValueKind.EXTERNAL:
                return False
        return True

    def _is_typed_container(self, node: int) -> bool:
        state = self._state
        return all(
            state.values.kinds[value] is ValueKind.CONTAINER and state.is_typed_container(value)
            for value in state.graph.values[node]
        )
