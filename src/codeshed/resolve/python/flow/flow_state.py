"""The nodes of one file: of variables, fields, function results and containers.

Turns: what a node stands for → its number. Nodes of other files are foreign: their values come from there, and values
put into them are sent there.
"""

from collections.abc import Callable
from dataclasses import dataclass, field

from codeshed.model.facts.python_facts import ScopeKind
from codeshed.resolve.python.flow.abstract_values import OMITTED, ValueKind, ValueTable
from codeshed.resolve.python.flow.container_values import (
    MAX_KEYS,
    Container,
    Watcher,
    key_of_text,
    part_key,
    text_of_key,
)
from codeshed.resolve.python.flow.flow_graph import FlowGraph
from codeshed.resolve.python.names.assigned_types import AssignedTypes
from codeshed.resolve.python.names.class_hierarchy import ClassHierarchy
from codeshed.resolve.python.names.program import Program
from codeshed.resolve.python.names.scopes import ScopeLookup
from codeshed.resolve.python.names.static_names import StaticNames
from codeshed.resolve.python.names.value_keys import (
    GENERATOR,
    KEYWORDS,
    REST,
    SEPARATOR,
    TYPED,
    TYPED_TUPLE,
    NodeKey,
    ValueKey,
)
from codeshed.resolve.python.tables.function_shapes import EMPTY_NODE, FunctionFlow
from codeshed.resolve.python.tables.stored_fields import StoredFields
from codeshed.resolve.python.tables.symbol_tables import SymbolTables

Declare = Callable[[int], None]
"""Gives the parameters of a function their nodes and declared values."""

_SHARED_SCOPES = (ScopeKind.MODULE, ScopeKind.CLASS)


class FunctionFlows(dict[int, FunctionFlow]):
    """The functions that a file uses, each described when it is first looked up."""

    def __init__(self, state: "FlowState") -> None:
        super().__init__()
        self._state = state

    def __missing__(self, number: int) -> FunctionFlow:
        """Describe a function and read its signature."""
        made = self[number] = self._state.make_function(number)
        self._state.declare(number)
        return made


@dataclass(slots=True)
class FlowState:
    """One file of a program, its nodes and its containers."""

    tables: SymbolTables
    file: int
    graph: FlowGraph = field(default_factory=FlowGraph)
    values: ValueTable = field(default_factory=ValueTable)
    containers: list[Container] = field(default_factory=list)
    n_stores: dict[tuple[int, str], int] = field(default_factory=dict)
    """How often a name of a scope is bound by anything but a definition or an import."""
    foreign_keys: dict[int, NodeKey] = field(default_factory=dict)
    """The keys of nodes of other files."""
    ambiguous_nodes: set[int] = field(default_factory=set)
    """Nodes that hold all possible values, such as the attributes with a prefix for `getattr(x, f"on_{y}")`."""
    program: Program = field(init=False)
    names: ScopeLookup = field(init=False)
    static: StaticNames = field(init=False)
    assigned_types: AssignedTypes = field(init=False)
    hierarchy: ClassHierarchy = field(init=False)
    fields: StoredFields = field(init=False)
    functions: FunctionFlows = field(init=False)
    path: str = field(init=False)
    declare: Declare = field(init=False)
    _variables: dict[tuple[int, str], int] = field(default_factory=dict)
    _fields: dict[tuple[int, str], int] = field(default_factory=dict)
    _function_fields: dict[tuple[int, str], int] = field(default_factory=dict)
    _constants: dict[int, int] = field(default_factory=dict)
    _container_by_key: dict[tuple[object, ...], int] = field(default_factory=dict)
    _typed_values: set[int] = field(default_factory=set)
    _made_containers: list[int] = field(default_factory=list)
    _container_names: dict[str, str] = field(default_factory=dict)
    _foreign_nodes: dict[NodeKey, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Set the shortcuts to the symbol tables."""
        self.program = self.tables.program
        self.names = self.tables.names
        self.static = self.tables.static
        self.assigned_types = AssignedTypes(self.static)
        self.hierarchy = self.tables.hierarchy
        self.fields = self.tables.fields
        self.functions = FunctionFlows(self)
        self.path = self.program.files[self.file].path
        self.declare = _declare_nothing

    def close(self) -> None:
        """Break reference cycles; the state cannot be used afterwards."""
        self.graph.close()
        for container in self.containers:
            container.watchers = ()
        self.containers.clear()
        self.declare = _declare_nothing
        del self.functions

    def is_assigned(self, scope: int, name: str) -> bool:
        """Whether a name of a scope is bound by anything but a definition or an import."""
        if self.program.scopes[scope].kind in _SHARED_SCOPES:
            return self.tables.is_assigned(scope, name)
        return self.is_stored(scope, name) or any(
            parameter.name == name for parameter in self.program.scopes[scope].parameters
        )

    def is_stored(self, scope: int, name: str) -> bool:
        """Whether the code of this file rebinds a function's name, such as a parameter."""
        return (scope, name) in self.n_stores

    def variable_node(self, scope: int, name: str) -> int:
        """Return the node of a scope's variable."""
        key = (scope, name)
        node = self._variables.get(key)
        if node is None:
            if self.program.scope_file[scope] == self.file:
                node = self.graph.add_node()
            else:
                node = self.foreign_node(("v", *self._scope_key(scope, name)))
            self._variables[key] = node
        return node

    def parameter_node(self, number: int, index: int) -> int:
        """Return the node of a function's parameter."""
        function = self.program.functions[number]
        if index >= len(function.parameters):
            return EMPTY_NODE
        return self.variable_node(function.scope, function.parameters[index].name)

    def field_node(self, number: int, name: str) -> int:
        """Return the node of a field of a class's instances."""
        key = (number, name)
        node = self._fields.get(key)
        if node is None:
            each = self.program.classes[number]
            is_own = each.file == self.file
            node = self.graph.add_node() if is_own else self.foreign_node(("f", each.symbol, name, 0))
            self._fields[key] = node
        return node

    def function_attribute_node(self, number: int, name: str) -> int:
        """Return the node of an attribute of a function."""
        key = (number, name)
        node = self._function_fields.get(key)
        if node is None:
            node = self._function_fields[key] = self._function_node("a", number, name)
        return node

    def make_function(self, number: int) -> FunctionFlow:
        """Describe a function; its nodes are made on demand."""
        return self.tables.shapes.new_flow(number)

    def result_node(self, number: int) -> int:
        """Return the node of what a function returns."""
        flow = self.functions[number]
        if flow.result == EMPTY_NODE:
            flow.result = self._function_node("r", number, "")
        return flow.result

    def yield_node(self, number: int) -> int:
        """Return the node of what a function yields."""
        flow = self.functions[number]
        if flow.yields == EMPTY_NODE:
            flow.yields = self._function_node("y", number, "")
        return flow.yields

    def constant_node(self, value: int) -> int:
        """Return a node that always holds one value."""
        if value not in self._constants:
            self._constants[value] = self.graph.add_constant_node(value)
        return self._constants[value]

    def is_typed_container(self, value: int) -> bool:
        """Whether a container represents a declared type."""
        return value in self._typed_values

    def new_container(self, type_name: str) -> int:
        """Make a container and return its value."""
        self._made_containers.append(len(self.containers))
        name = self._container_names.get(type_name)
        if name is None:
            name = self._container_names[type_name] = f"{self.path}{SEPARATOR}{type_name}"
        key = (int(ValueKind.CONTAINER), name, len(self._made_containers), ())
        return self._add_container(Container(type_name, key, self.graph.add_node()))

    def made_container(self, ordinal: int) -> int | None:
        """Return the number of the nth container that this file made."""
        return self._made_containers[ordinal - 1] if 0 < ordinal <= len(self._made_containers) else None

    def foreign_container(self, key: ValueKey, type_name: str) -> int:
        """Return the value of a container that another file made."""
        value = self._container_by_key.get(key)
        if value is None:
            rest = self.foreign_node(part_key(key, "rest"))
            container = Container(type_name, key, rest, is_foreign=True)
            container.keys = self.foreign_node(part_key(key, "keys"))
            value = self._container_by_key[key] = self._add_container(container)
        return value

    def typed_container(self, type_name: str, held: frozenset[int]) -> int:
        """Return the container value of a declared type such as `list[Cart]`; equal types share it."""
        key = (TYPED, type_name, held)
        value = self._container_by_key.get(key)
        if value is None:
            value = self._container_by_key[key] = self._add_container(
                Container(
                    type_name, (TYPED, type_name, -1, ()), self.graph.add_node(), element_values=(held,)
                )
            )
            self._typed_values.add(value)
            rest = self.container_of(value).rest
            for each in sorted(held):
                self.graph.add_value(rest, each)
        return value

    def typed_tuple(self, parts: tuple[frozenset[int], ...]) -> int:
        """Return the container value of a declared tuple; equal types share it."""
        key = (TYPED_TUPLE, parts)
        value = self._container_by_key.get(key)
        if value is None:
            value = self._container_by_key[key] = self._add_container(
                Container(
                    "tuple",
                    (TYPED_TUPLE, "tuple", len(parts), ()),
                    self.graph.add_node(),
                    element_values=parts,
                )
            )
            self._typed_values.add(value)
            for index, held in enumerate(parts):
                node = self.item_node(self.container_of(value), index)
                for each in sorted(held):
                    self.graph.add_value(node, each)
        return value

    def generator_of(self, number: int) -> int:
        """Return the value that a generator function returns: a container of what it yields."""
        key = (GENERATOR, number)
        value = self._container_by_key.get(key)
        if value is None:
            name, index = self.program.function_key(number)
            container = Container("generator", (GENERATOR, name, index, ()), self.graph.add_node())
            value = self._container_by_key[key] = self._add_container(container)
            self.graph.add_edge(self.yield_node(number), container.rest)
        return value

    def rest_of(self, number: int) -> int:
        """Return the container of a function's `*args`."""
        return self._surplus(number, REST, "tuple")

    def keywords_of(self, number: int) -> int:
        """Return the container of a function's `**kwargs`."""
        return self._surplus(number, KEYWORDS, "dict")

    def container_of(self, value: int) -> Container:
        """Return the container of a container value."""
        return self.containers[self.values.numbers[value]]

    def new_property(self) -> int:
        """Make a value for `property(getter, setter, deleter)`, whose functions are its items."""
        container = self.new_container("property")
        return self.values.intern(ValueKind.PROPERTY, self.values.numbers[container])

    def item_node(self, container: Container, key: object) -> int:
        """Return the node of a known key of a container; beyond MAX_KEYS keys, that of unknown keys."""
        node = container.items.get(key)
        if node is not None:
            return node
        if len(container.items) >= MAX_KEYS:
            return container.rest
        if container.is_foreign:
            node = self.foreign_node(part_key(container.key, text_of_key(key)))
        else:
            node = self.graph.add_node()
        container.set_item(key, node)
        if container.keys:
            self.graph.add_value(container.keys, self.values.intern(ValueKind.KEY, name=text_of_key(key)))
        if container.is_gathered:
            self.graph.add_edge(node, container.all_items)
        for watcher in container.watchers:
            watcher(key, node)
        return node

    def watch(self, container: Container, watcher: Watcher) -> None:
        """Call a watcher with each known key of a container and its node, now or later."""
        container.watchers = (*container.watchers, watcher)
        for key, node in tuple(container.items.items()):
            watcher(key, node)
        self._learn_keys(container)

    def keys_node(self, container: Container) -> int:
        """Return the node that holds a container's keys, for other files."""
        if not container.keys:
            container.keys = self.graph.add_node()
            for key in container.items:
                self.graph.add_value(container.keys, self.values.intern(ValueKind.KEY, name=text_of_key(key)))
            self.graph.listen(container.keys, FlowState._learn_key, self, container)
        return container.keys

    def _add_container(self, container: Container) -> int:
        number = len(self.containers)
        self.containers.append(container)
        container.all_items = self.graph.add_lazy_node(FlowState._gather, self, container)
        return self.values.intern(ValueKind.CONTAINER, number)

    def _gather(self, container: Container) -> None:
        """Let all items of a container flow to one node, now that something depends on it."""
        container.is_gathered = True
        self.graph.add_edge(container.rest, container.all_items)
        for node in tuple(container.items.values()):
            self.graph.add_edge(node, container.all_items)
        self._learn_keys(container)

    def _learn_keys(self, container: Container) -> None:
        """Start to listen for keys that other files use."""
        if container.is_foreign and not container.is_learning:
            container.is_learning = True
            self.graph.listen(container.keys, FlowState._learn_key, self, container)

    def _learn_key(self, container: Container, value: int) -> None:
        if value == OMITTED:
            self.graph.add_value(container.all_items, OMITTED)
        else:
            self.item_node(container, key_of_text(self.values.names[value]))

    def _surplus(self, number: int, kind: int, type_name: str) -> int:
        structure_key = (kind, number)
        value = self._container_by_key.get(structure_key)
        if value is None:
            name, index = self.program.function_key(number)
            key = (kind, name, index, ())
            if self.program.functions[number].file == self.file:
                value = self._add_container(Container(type_name, key, self.graph.add_node()))
            else:
                value = self.foreign_container(key, type_name)
            self._container_by_key[structure_key] = value
        return value

    def _function_node(self, kind: str, number: int, part: str) -> int:
        if self.program.functions[number].file == self.file:
            return self.graph.add_node()
        name, index = self.program.function_key(number)
        return self.foreign_node((kind, name, part, index))

    def _scope_key(self, scope: int, name: str) -> tuple[str, str, int]:
        number = self.program.class_of_scope.get(scope)
        if number is not None:
            return self.program.classes[number].symbol, name, 0
        number = self.program.function_of_scope.get(scope)
        if number is not None:
            owner, index = self.program.function_key(number)
            return owner, name, index
        return self.program.files[self.program.scope_file[scope]].path, name, 0

    def find_foreign_node(self, key: NodeKey) -> int | None:
        """Return the node that stands for another file's node, if there is one already."""
        return self._foreign_nodes.get(key)

    def foreign_node(self, key: NodeKey) -> int:
        """Return the node that stands for another file's node."""
        node = self._foreign_nodes.get(key)
        if node is None:
            node = self._foreign_nodes[key] = self.graph.add_foreign_node()
            self.foreign_keys[node] = key
        return node


def _declare_nothing(number: int) -> None:
    """Placeholder until signatures can be read."""
    del number
