"""What all parts of the flow share: the program, its values, and the nodes of variables, fields and results."""

from dataclasses import dataclass, field

from codeshed.resolve.flow.fields import FieldNames, find_field_names
from codeshed.resolve.flow.functions import FunctionFlow, close_over_calls, describe_function
from codeshed.resolve.flow.graph import NOTHING, FlowGraph
from codeshed.resolve.flow.values import Container, ValueKind, Values, Watcher
from codeshed.resolve.hierarchy import Hierarchy
from codeshed.resolve.names import Names
from codeshed.resolve.program import Program
from codeshed.resolve.static import StaticNames

MAX_KEYS = 64
"""How many keys of a container are told apart."""


@dataclass(slots=True)
class FlowState:
    """The program and its nodes."""

    program: Program
    names: Names
    static: StaticNames
    hierarchy: Hierarchy
    graph: FlowGraph
    values: Values
    functions: list[FunctionFlow]
    fields: FieldNames
    containers: list[Container] = field(default_factory=list)
    assigned: set[tuple[int, str]] = field(default_factory=set)
    """Scopes and their names that something else than a definition or an import gives a value."""
    n_stores: dict[tuple[int, str], int] = field(default_factory=dict)
    """How often these are stored."""
    reassigned: set[tuple[int, str]] = field(default_factory=set)
    """The same without parameters, which have a value from the beginning."""
    _variables: list[dict[str, int]] = field(default_factory=list)
    _fields: dict[tuple[int, str], int] = field(default_factory=dict)
    _function_fields: dict[tuple[int, str], int] = field(default_factory=dict)
    _constants: dict[int, int] = field(default_factory=dict)
    _typed: dict[tuple[str, frozenset[int]], int] = field(default_factory=dict)
    _generators: dict[int, int] = field(default_factory=dict)
    _constant_nodes: set[int] = field(default_factory=set)
    _typed_values: set[int] = field(default_factory=set)

    def variable(self, scope: int, name: str) -> int:
        """Return the node of a scope's variable."""
        known = self._variables[scope]
        if name not in known:
            known[name] = self.graph.add_node()
        return known[name]

    def variable_of_parameter(self, number: int, index: int) -> int:
        """Return the node of a function's parameter."""
        function = self.program.functions[number]
        if index >= len(function.parameters):
            return NOTHING
        return self.variable(function.scope, function.parameters[index].name)

    def instance_field(self, number: int, name: str) -> int:
        """Return the node of a field that instances of a class have."""
        key = (number, name)
        if key not in self._fields:
            self._fields[key] = self.graph.add_node()
        return self._fields[key]

    def function_field(self, number: int, name: str) -> int:
        """Return the node of an attribute of a function."""
        key = (number, name)
        if key not in self._function_fields:
            self._function_fields[key] = self.graph.add_node()
        return self._function_fields[key]

    def constant(self, value: int) -> int:
        """Return a node that holds one value for good."""
        if value not in self._constants:
            node = self._constants[value] = self.graph.add_node()
            self.graph.add_value(node, value)
        return self._constants[value]

    def is_constant(self, node: int) -> bool:
        """Whether a node holds one value for good."""
        if len(self._constant_nodes) != len(self._constants):
            self._constant_nodes = set(self._constants.values())
        return node in self._constant_nodes

    def is_typed_container(self, value: int) -> bool:
        """Whether a container stands for a declared type."""
        if len(self._typed_values) != len(self._typed):
            self._typed_values = set(self._typed.values())
        return value in self._typed_values

    def new_container(self, type_name: str) -> int:
        """Make a container and return it as a value."""
        rest, anything = self.graph.add_node(), self.graph.add_node()
        self.graph.add_edge(rest, anything)
        self.containers.append(Container(type_name, rest, anything))
        return self.values.get(ValueKind.CONTAINER, len(self.containers) - 1)

    def typed_container(self, type_name: str, held: frozenset[int]) -> int:
        """Return the container value of a declared type such as `list[Cart]`, the same for equal types."""
        key = (type_name, held)
        if key not in self._typed:
            value = self._typed[key] = self.new_container(type_name)
            rest = self.container_of(value).rest
            for each in sorted(held):
                self.graph.add_value(rest, each)
        return self._typed[key]

    def generator_of(self, number: int) -> int:
        """Return what a generator function returns: a container of all that it yields."""
        if number not in self._generators:
            value = self._generators[number] = self.new_container("generator")
            self.graph.add_edge(self.functions[number].yields, self.container_of(value).rest)
        return self._generators[number]

    def container_of(self, value: int) -> Container:
        """Return the container that a value stands for."""
        return self.containers[self.values.numbers[value]]

    def new_property(self) -> int:
        """Make a property of functions that are given to a call, and return it as a value."""
        container = self.new_container("property")
        return self.values.get(ValueKind.PROPERTY, self.values.numbers[container])

    def item(self, container: Container, key: object) -> int:
        """Return the node of what a container holds under a known key; of very many keys only the first are known."""
        if key not in container.items:
            if len(container.items) >= MAX_KEYS:
                return container.rest
            node = container.items[key] = self.graph.add_node()
            self.graph.add_edge(node, container.anything)
            for watcher in tuple(container.watchers):
                watcher(key, node)
        return container.items[key]

    def watch(self, container: Container, watcher: Watcher) -> None:
        """Call a watcher with every key of a container and its node, now or later."""
        container.watchers.append(watcher)
        for key, node in tuple(container.items.items()):
            watcher(key, node)


def make_state(program: Program, names: Names, static: StaticNames, hierarchy: Hierarchy) -> FlowState:
    """Make the nodes that every function needs."""
    graph = FlowGraph()
    functions = [describe_function(function, program, static) for function in program.functions]
    close_over_calls(functions, program, static)
    for each in functions:
        each.result = graph.add_node()
        each.yields = graph.add_node()
    return FlowState(
        program=program,
        names=names,
        static=static,
        hierarchy=hierarchy,
        graph=graph,
        values=Values(),
        functions=functions,
        fields=find_field_names(program, functions),
        _variables=[{} for _ in program.scopes],
    )
