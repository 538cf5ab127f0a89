"""The boundary of a file's flow graph: values and nodes of one file, under keys that hold in every file.

Turns: values and nodes of a file ↔ ValueKeys and NodeKeys.
"""

from codeshed.resolve.python.flow.abstract_values import ValueKind
from codeshed.resolve.python.flow.call_flow import CallBinder
from codeshed.resolve.python.flow.container_values import Container, key_of_text
from codeshed.resolve.python.names.value_keys import (
    GENERATOR,
    REST,
    SEPARATOR,
    TYPED,
    TYPED_TUPLE,
    NodeKey,
    ValueKey,
)
from codeshed.resolve.python.tables.function_shapes import EMPTY_NODE

_FUNCTIONS = (ValueKind.FUNCTION, ValueKind.BOUND)
_CLASSES = (ValueKind.CLASS, ValueKind.INSTANCE, ValueKind.SUPER)
_TYPED_KINDS = (TYPED, TYPED_TUPLE)
_NO_COMPONENTS: tuple[()] = ()


class KeyTranslator:
    """Translates between the numbers of one file and keys."""

    def __init__(self, calls: CallBinder) -> None:
        self._calls = calls
        self._state = calls.state
        self._key_by_value: dict[int, ValueKey] = {}
        self._value_by_key: dict[ValueKey, int] = {}
        self._key_by_foreign_partial: dict[int, ValueKey] = {}

    def key_of(self, value: int) -> ValueKey:
        """Return the key of a value."""
        key = self._key_by_value.get(value)
        if key is None:
            key = self._key_by_value[value] = self._find_key(value)
            self._value_by_key.setdefault(key, value)
        return key

    def value_of(self, key: ValueKey) -> int | None:
        """Return the value of a key, None if what it names no longer exists."""
        value = self._value_by_key.get(key)
        if value is None:
            value = self._find_value(key)
            if value is not None:
                self._value_by_key[key] = value
                self._key_by_value.setdefault(value, key)
        return value

    def _find_key(self, value: int) -> ValueKey:
        state, values = self._state, self._state.values
        kind, number, name = values.kinds[value], values.numbers[value], values.names[value]
        components: tuple[object, ...] = _NO_COMPONENTS
        if values.receivers[value] >= 0:
            components = self.key_of(values.receivers[value])
        if kind in _FUNCTIONS:
            name, number = state.program.function_key(number)
        elif kind in _CLASSES:
            name, number = state.program.classes[number].symbol, 0
        elif kind is ValueKind.MODULE:
            name, number = state.program.files[number].path, 0
        elif kind is ValueKind.CONTAINER:
            return self._key_of_container(state.containers[number])
        elif kind is ValueKind.PROPERTY:
            _, name, number, _ = state.containers[number].key
        elif kind is ValueKind.CONTAINER_METHOD:
            number, components = 0, self._key_of_container(state.containers[number])
        elif kind is ValueKind.PARTIAL:
            return self._key_of_partial(value)
        return int(kind), name, number, components

    def _key_of_container(self, container: Container) -> ValueKey:
        kind, name, number, _ = container.key
        if kind in _TYPED_KINDS:
            parts = tuple(tuple(sorted(map(self.key_of, held))) for held in container.element_values)
            return kind, name, number, parts
        return container.key

    def _key_of_partial(self, value: int) -> ValueKey:
        """The key of a partial: the call that made it, and which arguments it was passed."""
        key = self._key_by_foreign_partial.get(value)
        if key is not None:
            return key
        made_by = self._calls.partial_of(value)
        spreads = tuple(int(index in made_by.starred) for index in range(len(made_by.positional)))
        return int(ValueKind.PARTIAL), self._state.path, made_by.number, (spreads, tuple(made_by.keywords))

    def _find_value(self, key: ValueKey) -> int | None:
        kind, name, number, components = key
        if kind >= TYPED or kind == ValueKind.CONTAINER:
            return self._container_of(key)
        if kind == ValueKind.PROPERTY:
            return self._property_of(key)
        if kind == ValueKind.PARTIAL:
            return self._partial_of(key)
        found: int | None = number
        receiver = -1
        if kind in _FUNCTIONS:
            found, name = self._function_of(name, number), ""
        elif kind in _CLASSES:
            found, name = self._state.program.find_class(name), ""
        elif kind == ValueKind.MODULE:
            found, name = self._state.program.find_file(name), ""
        elif kind == ValueKind.CONTAINER_METHOD:
            container = self.value_of(components)
            found = None if container is None else self._state.values.numbers[container]
            components = _NO_COMPONENTS
        if components:
            value = self.value_of(components)
            found = None if value is None else found
            receiver = -1 if value is None else value
        return None if found is None else self._state.values.intern(ValueKind(kind), found, name, receiver)

    def _function_of(self, name: str, index: int) -> int | None:
        program = self._state.program
        if index < 0:
            return program.find_function(name)
        scope = self._scope_at(name, index)
        return None if scope is None else program.function_of_scope.get(scope)

    def _scope_at(self, path: str, index: int) -> int | None:
        program = self._state.program
        file = program.find_file(path)
        if file is None or index >= len(program.files[file].facts.scopes):
            return None
        return program.files[file].first_scope + index

    def _container_of(self, key: ValueKey) -> int | None:
        state = self._state
        kind, name, number, parts = key
        if kind in _TYPED_KINDS:
            known = [[self.value_of(each) for each in held] for held in parts]
            held = tuple(frozenset(each for each in part if each is not None) for part in known)
            return state.typed_tuple(held) if kind == TYPED_TUPLE else state.typed_container(name, held[0])
        if kind == ValueKind.CONTAINER:
            path, _, type_name = name.partition(SEPARATOR)
            if path != state.path:
                return state.foreign_container(key, type_name)
            made = state.made_container(number)
            return None if made is None else state.values.intern(ValueKind.CONTAINER, made)
        function = self._function_of(name, number)
        if function is None:
            return None
        if kind == GENERATOR:
            return state.generator_of(function)
        return state.rest_of(function) if kind == REST else state.keywords_of(function)

    def _property_of(self, key: ValueKey) -> int | None:
        _, name, number, _ = key
        container = self._container_of((int(ValueKind.CONTAINER), name, number, ()))
        if container is None:
            return None
        return self._state.values.intern(ValueKind.PROPERTY, self._state.values.numbers[container])

    def _partial_of(self, key: ValueKey) -> int | None:
        _, path, number, (spreads, names) = key
        if path == self._state.path:
            value = self._state.values.intern(ValueKind.PARTIAL, number)
            return value if self._calls.is_partial(value) else None
        positional = tuple(
            self._state.foreign_node(("p", path, f"a{index}", number)) for index in range(len(spreads))
        )
        starred = tuple(index for index, spread in enumerate(spreads) if spread)
        keywords = {name: self._state.foreign_node(("p", path, f"k{name}", number)) for name in names}
        made = self._calls.new_partial(
            self._calls.new_call(positional, keywords, EMPTY_NODE, starred=starred)
        )
        self._key_by_foreign_partial[made] = key
        return made

    def node_of(self, key: NodeKey) -> int | None:
        """Return this file's node for a key, None if what it names no longer exists."""
        kind, name, part, number = key
        if kind == "v":
            scope = self._scope_of(name, number)
            return None if scope is None else self._state.variable_node(scope, part)
        if kind == "f":
            owner = self._state.program.find_class(name)
            return None if owner is None else self._state.field_node(owner, part)
        if kind == "p":
            return self._node_of_partial(number, part)
        if kind.startswith("c"):
            return self._node_of_container((int(kind[1:]), name, number, ()), part)
        return self._node_of_function(kind, self._function_of(name, number), part)

    def _node_of_function(self, kind: str, number: int | None, part: str) -> int | None:
        if number is None:
            return None
        if kind == "a":
            return self._state.function_attribute_node(number, part)
        return self._state.result_node(number) if kind == "r" else self._state.yield_node(number)

    def _scope_of(self, name: str, index: int) -> int | None:
        program = self._state.program
        owner = program.find_class(name)
        if owner is not None:
            return program.classes[owner].scope
        if index >= 0 and "::" not in name:
            return self._scope_at(name, index)
        function = program.find_function(name)
        return None if function is None else program.functions[function].scope

    def _node_of_container(self, key: ValueKey, part: str) -> int | None:
        value = self._container_of(key)
        if value is None:
            return None
        container = self._state.container_of(value)
        if part == "rest":
            return container.rest
        return (
            self._state.keys_node(container)
            if part == "keys"
            else self._state.item_node(container, key_of_text(part))
        )

    def _node_of_partial(self, number: int, part: str) -> int | None:
        value = self._state.values.intern(ValueKind.PARTIAL, number)
        if not self._calls.is_partial(value):
            return None
        made_by = self._calls.partial_of(value)
        if part.startswith("k"):
            return made_by.keywords.get(part[1:])
        return made_by.positional[int(part[1:])]
