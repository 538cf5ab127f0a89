"""Attribute lookup on abstract values.

Turns: a value and a name → the node of that attribute. Lookup follows the language: the MRO is searched, functions
are bound to the receiver, properties and descriptors are called, `super()` starts behind a class. For an attribute
that a class lacks, its subclasses are searched too: an object declared as a mixin may be any class that uses it.
"""

import itertools
from collections.abc import Callable
from typing import ClassVar

from codeshed.model.facts.python_facts import Define
from codeshed.resolve.python.flow.abstract_values import ValueKind
from codeshed.resolve.python.flow.flow_state import FlowState
from codeshed.resolve.python.names.builtin_members import builtin_type, has_member, may_have_member
from codeshed.resolve.python.names.class_hierarchy import is_generic_marker

MAX_DESCENDANTS = 40
"""How many subclasses are searched for an attribute that a class lacks."""

MAX_PREFIXED = 2000
"""How many methods of a class and its subclasses one prefix stands for."""

_MAX_PREFIXED_DESCENDANTS = 200
_MAX_PROVIDERS = 8
_MAX_DOTS = 6
_MEMBERS_OF_OBJECT = frozenset(
    {
        *("__new__", "__init__", "__repr__", "__str__", "__hash__", "__eq__", "__ne__", "__lt__", "__le__"),
        *("__gt__", "__ge__", "__getattribute__", "__setattr__", "__delattr__", "__format__", "__sizeof__"),
        *("__reduce__", "__reduce_ex__", "__init_subclass__", "__subclasshook__", "__dir__"),
    }
)
"""Every class has these from `object`."""
INSTANCE_MEMBER = 1
"""Marks an external that is an attribute of an instance, whose own type is not known."""


class AttributeLookup:
    """Looks attributes up; each result is memoized."""

    def __init__(self, state: FlowState) -> None:
        self._state = state
        self._node_by_member: dict[tuple[int, str], int] = {}
        self._is_method: dict[tuple[int, str], bool] = {}

    def member_node(self, value: int, name: str) -> int:
        """Return the node of `value.name`."""
        key = (value, name)
        known = self._node_by_member.get(key)
        if known is None:
            known = self._node_by_member[key] = self._state.graph.add_node()
            fill = self._FILL_BY_KIND.get(self._state.values.kinds[value])
            if fill is not None:
                fill(self, known, value, name)
        return known

    def find_names_with_prefix(self, value: int, prefix: str) -> list[str]:
        """Return the names with a prefix that a class or its instance, or a subclass, binds."""
        state = self._state
        if state.values.kinds[value] not in {ValueKind.INSTANCE, ValueKind.CLASS}:
            return []
        number = state.values.numbers[value]
        related = (
            *state.hierarchy.project_mro(number),
            *state.hierarchy.subclasses_of(number, MAX_DESCENDANTS),
        )
        found = {bound for each in related for bound in self.names_bound_by(each) if bound.startswith(prefix)}
        return sorted(found)

    def find_prefixed_members(self, value: int) -> list[int]:
        """Return the nodes of the members that a value stands for: those of its class, the bases and the subclasses.

        A member may be a method by another name, as in `visit_item = pass_node`.
        """
        state = self._state
        receiver, prefix = state.values.receivers[value], state.values.names[value]
        number = state.values.numbers[receiver]
        of_class = (
            state.values.class_ if state.values.kinds[receiver] is ValueKind.CLASS else state.values.instance
        )
        related = (
            *state.hierarchy.project_mro(number),
            *state.hierarchy.subclasses_of(number, _MAX_PREFIXED_DESCENDANTS),
        )
        found = (
            self.member_node(of_class(each), name)
            for each in dict.fromkeys(related)
            for name in sorted(self.names_bound_by(each))
            if name.startswith(prefix)
        )
        return list(itertools.islice(found, MAX_PREFIXED))

    def find_providers(self, number: int, name: str) -> tuple[int, ...]:
        """Return the subclasses that first define a method which a class lacks; none if these are many.

        Where code calls such a method on an object of the class, the object is of one of them.
        """
        state = self._state
        owners = (
            state.program.functions[method].owner for method in state.tables.find_methods_below(number, name)
        )
        below = {each for each in owners if each is not None and each != number}
        first = (each for each in below if below.isdisjoint(state.hierarchy.project_mro(each)[1:]))
        found = tuple(sorted(first))
        return found if len(found) <= _MAX_PROVIDERS else ()

    def find_defining_class(self, number: int, name: str, *, after: int | None = None) -> int | None:
        """Return the first class in the MRO whose body binds a name; search begins behind `after`.

        The dependencies on all these classes are recorded with the MRO.
        """
        order = self._state.hierarchy.project_mro(number)
        begin = order.index(after) + 1 if after is not None and after in order else 0
        classes, bound = self._state.program.classes, self._state.program.scope_bound_names
        candidates = order[begin:] if begin else order
        return next((each for each in candidates if name in bound[classes[each].scope]), None)

    def binds_name(self, number: int, name: str) -> bool:
        """Whether the body of a class binds a name."""
        return name in self.names_bound_by(number)

    def names_bound_by(self, number: int) -> frozenset[str]:
        """Return the names that the body of a class binds."""
        program = self._state.program
        scope = program.classes[number].scope
        program.tracker.current.keys.add(program.scope_interface_key[scope])
        return program.scope_bound_names[scope]

    def binds_variable(self, number: int, name: str) -> bool:
        """Whether a class or its bases bind a name other than by a function or class statement."""
        owner = self.find_defining_class(number, name)
        return owner is not None and not self.is_method(owner, name)

    def is_field(self, number: int, name: str) -> bool:
        """Whether the methods of a class assign an attribute on their first parameter."""
        return name in self._state.fields.of_class(number)

    def store(self, name: str, source: int, value: int) -> None:
        """Let a node's values flow into `value.name`."""
        state = self._state
        number = state.values.numbers[value]
        match state.values.kinds[value]:
            case ValueKind.INSTANCE:
                state.graph.add_edge(source, state.field_node(number, name))
            case ValueKind.CLASS if not self.is_method(number, name):
                state.graph.add_edge(source, state.variable_node(state.program.classes[number].scope, name))
            case ValueKind.MODULE:
                state.graph.add_edge(
                    source, state.variable_node(state.program.files[number].first_scope, name)
                )
            case ValueKind.FUNCTION:
                state.graph.add_edge(source, state.function_attribute_node(number, name))
            case _:
                pass

    def _fill_instance(self, node: int, value: int, name: str) -> None:
        state = self._state
        number = state.values.numbers[value]
        if name == "__class__":
            state.graph.add_value(node, state.values.class_(number))
            return
        owner = self.find_defining_class(number, name)
        if owner is not None:
            self._bind_from(node, owner, name, value)
        is_stored = state.tables.is_stored_anywhere(name)
        is_known = owner is not None
        is_method = owner is not None and self.is_method(owner, name)
        for each in state.hierarchy.project_mro(number):
            # A method that is replaced on one object is still the method of all others.
            if is_stored and (not is_method or self.is_field(each, name)):
                state.graph.add_edge(state.field_node(each, name), node)
                if owner is None:
                    self._bind_from(node, each, name, value)
            is_known = is_known or self.is_field(each, name)
        if not is_method and not state.hierarchy.has_more_subclasses(number, MAX_DESCENDANTS):
            descendants = state.hierarchy.subclasses_of(number, MAX_DESCENDANTS)
            self._fill_from_subclasses(node, value, descendants, name, is_known=is_known)
        elif not is_known:
            for each in self.find_providers(number, name):
                state.graph.add_edge(self.member_node(state.values.instance(each), name), node)
        if not is_known:
            self._fill_from_externals(node, value, number, name)

    def _fill_from_subclasses(
        self, node: int, value: int, descendants: tuple[int, ...], name: str, *, is_known: bool
    ) -> None:
        """Search subclasses: an instance may be of any class below, which may have what the class lacks."""
        state = self._state
        for each in descendants:
            if is_known:
                if self.is_field(each, name):
                    state.graph.add_edge(state.field_node(each, name), node)
                if self.binds_name(each, name):
                    self._bind_from(node, each, name, value)
            elif self.find_defining_class(each, name) is not None or self.is_field(each, name):
                state.graph.add_edge(self.member_node(state.values.instance(each), name), node)

    def _fill_from_externals(self, node: int, value: int, number: int, name: str) -> None:
        state = self._state
        getter = self.find_defining_class(number, "__getattr__")
        if getter is not None and not (name.startswith("__") and name.endswith("__")):
            state.graph.listen(
                self.member_node(value, "__getattr__"), AttributeLookup._return_result_to, self, node
            )
        external_owner = self._external_owner(number, name)
        if external_owner is not None:
            member = state.values.intern(ValueKind.EXTERNAL, INSTANCE_MEMBER, f"{external_owner}.{name}")
            state.graph.add_value(node, member)
        elif state.hierarchy.traits_of(number).has_unknown_base:
            state.graph.add_value(node, state.values.opaque())

    def _external_owner(self, number: int, name: str) -> str | None:
        """Return the first external class in the MRO that may have an attribute."""
        externals = self._state.hierarchy.external_ancestors(number)
        known = (each for each in externals if not is_generic_marker(each))
        return next((each for each in known if may_have_member(each, name)), None)

    def _return_result_to(self, node: int, function: int) -> None:
        values = self._state.values
        if values.kinds[function] in {ValueKind.BOUND, ValueKind.FUNCTION}:
            self._state.graph.add_edge(self._state.result_node(values.numbers[function]), node)

    def _fill_class(self, node: int, value: int, name: str) -> None:
        state = self._state
        number = state.values.numbers[value]
        owner = self.find_defining_class(number, name)
        if owner is not None:
            if self._is_enum_member(number, owner, name):
                state.graph.add_value(node, state.values.instance(number))
            else:
                self._bind_from(node, owner, name, value)
            return
        if state.tables.is_stored_anywhere(name):
            for each in state.hierarchy.project_mro(number):
                self._bind_from(node, each, name, value)
        has_own = self._fill_from_metaclasses(node, number, name)
        external_owner = self._external_owner(number, name)
        if external_owner is not None and not has_own:
            state.graph.add_value(node, state.values.external(f"{external_owner}.{name}"))
        is_special = name.startswith("__") and name.endswith("__")
        for each in () if is_special else state.hierarchy.subclasses_of(number, MAX_DESCENDANTS):
            if self.binds_name(each, name):
                self._bind_from(node, each, name, state.values.class_(each))

    def _is_enum_member(self, number: int, owner: int, name: str) -> bool:
        is_enum = self._state.hierarchy.traits_of(number).is_enum
        return is_enum and not name.startswith("_") and not self.is_method(owner, name)

    def _fill_from_metaclasses(self, node: int, number: int, name: str) -> bool:
        """Let attributes of the project's metaclasses flow to a node; return whether there are any.

        What `object` defines is found there first: `cls.__new__` is never the one of the metaclass.
        """
        if name in _MEMBERS_OF_OBJECT:
            return False
        state = self._state
        is_found = False
        for each in state.hierarchy.project_mro(number):
            for meta in state.hierarchy.declared_traits_of(each).metaclasses:
                if isinstance(meta, int) and self.find_defining_class(meta, name) is not None:
                    state.graph.add_edge(self.member_node(state.values.instance(meta), name), node)
                    is_found = True
        return is_found

    def _fill_module(self, node: int, value: int, name: str) -> None:
        state = self._state
        file = state.values.numbers[value]
        module = state.program.files[file]
        source = state.names.find_defining_file(file, name)
        if source is not None:
            scope = state.program.files[source].first_scope
            state.graph.add_edge(state.variable_node(scope, name), node)
        elif state.tables.is_stored_anywhere(name):
            state.graph.add_edge(state.variable_node(module.first_scope, name), node)
        if module.path.endswith("__init__.py"):
            self._fill_submodule(node, module.path.rpartition("/")[0], name)
        if source is None:
            for each in state.names.external_wildcard_imports(file)[-1:]:
                state.graph.add_value(node, state.values.external(f"{each}.{name}"))

    def _fill_folder(self, node: int, value: int, name: str) -> None:
        self._fill_submodule(node, self._state.values.names[value], name)

    def _fill_submodule(self, node: int, folder: str, name: str) -> None:
        state = self._state
        target = state.program.find_module_below(folder, name)
        if isinstance(target, int):
            state.graph.add_value(node, state.values.intern(ValueKind.MODULE, target))
        elif target is not None:
            state.graph.add_value(node, state.values.intern(ValueKind.FOLDER, name=target.path))

    def _fill_external(self, node: int, value: int, name: str) -> None:
        """An attribute of an external module or class has a dotted name; what its attributes have is unknown."""
        values = self._state.values
        dotted = values.names[value]
        is_named = values.numbers[value] != INSTANCE_MEMBER and dotted.count(".") < _MAX_DOTS
        self._state.graph.add_value(
            node, values.external(f"{dotted}.{name}") if is_named else values.opaque()
        )

    def _fill_external_instance(self, node: int, value: int, name: str) -> None:
        values = self._state.values
        dotted = values.names[value]
        if may_have_member(dotted, name):
            member = values.intern(ValueKind.EXTERNAL, INSTANCE_MEMBER, f"{dotted}.{name}")
            self._state.graph.add_value(node, member)

    def _fill_container(self, node: int, value: int, name: str) -> None:
        values = self._state.values
        if not has_member(builtin_type(self._state.container_of(value).type_name), name):
            return
        method = values.intern(ValueKind.CONTAINER_METHOD, values.numbers[value], name)
        self._state.graph.add_value(node, method)

    def _fill_text(self, node: int, _: int, name: str) -> None:
        if has_member("str", name):
            member = self._state.values.intern(ValueKind.EXTERNAL, INSTANCE_MEMBER, f"builtins.str.{name}")
            self._state.graph.add_value(node, member)

    def _fill_function(self, node: int, value: int, name: str) -> None:
        state = self._state
        state.graph.add_edge(state.function_attribute_node(state.values.numbers[value], name), node)

    def _fill_opaque(self, node: int, value: int, _: str) -> None:
        self._state.graph.add_value(node, value)

    def _fill_super(self, node: int, value: int, name: str) -> None:
        state = self._state
        number = state.values.numbers[value]
        receiver = state.values.receivers[value]
        owner = self.find_defining_class(number, name, after=number)
        if owner is not None:
            self._bind_from(node, owner, name, receiver)
            return
        # The super of a mixin is whatever follows it in the MRO of the classes that use it.
        for each in state.hierarchy.subclasses_of(number, MAX_DESCENDANTS):
            owner = self.find_defining_class(each, name, after=number)
            if owner is not None:
                self._bind_from(node, owner, name, receiver)
        external_owner = self._external_owner(number, name) or "builtins.object"
        if not state.hierarchy.traits_of(number).has_unknown_base:
            state.graph.add_value(node, state.values.external(f"{external_owner}.{name}"))

    def is_method(self, number: int, name: str) -> bool:
        """Whether the body of a class binds a name by a function or class statement."""
        key = (number, name)
        if key not in self._is_method:
            scope = self._state.program.classes[number].scope
            statements = self._state.static.bindings_of_name(scope, name)
            self._is_method[key] = any(isinstance(statement, Define) for statement in statements)
        return self._is_method[key]

    def _bind_from(self, node: int, owner: int, name: str, receiver: int) -> None:
        """Let what the body of a class binds to a name flow to a node, bound to a receiver."""
        state = self._state
        source = state.variable_node(state.program.classes[owner].scope, name)
        state.graph.listen(source, AttributeLookup._bind, self, node, receiver)

    def _bind(self, node: int, receiver: int, value: int) -> None:
        state = self._state
        kind = state.values.kinds[value]
        if kind is ValueKind.FUNCTION:
            self._bind_function(node, receiver, value)
        elif kind is ValueKind.INSTANCE:
            self._bind_descriptor(node, value)
        elif kind is ValueKind.PROPERTY:
            getter = state.item_node(state.container_of(value), 0)
            state.graph.listen(getter, AttributeLookup._return_result_to, self, node)
        else:
            state.graph.add_value(node, value)

    def _bind_function(self, node: int, receiver: int, value: int) -> None:
        state = self._state
        number = state.values.numbers[value]
        flow = state.functions[number]
        if flow.accessor:
            return
        if not flow.is_property:
            state.graph.add_value(node, self._method(receiver, value))
        elif state.values.kinds[receiver] is ValueKind.INSTANCE:
            state.graph.add_edge(state.result_node(number), node)
            if flow.is_generator:
                state.graph.add_value(node, state.generator_of(number))
            if 0 in flow.returned:
                state.graph.add_value(node, receiver)

    def _method(self, receiver: int, value: int) -> int:
        """Return the value of a function accessed on a receiver: the function itself, or a bound or class method."""
        values = self._state.values
        number = values.numbers[value]
        flow = self._state.functions[number]
        kind = values.kinds[receiver]
        if flow.is_static or (kind is not ValueKind.INSTANCE and not flow.is_class_method):
            return value
        if not flow.is_class_method:
            return values.bound(number, receiver)
        if kind is ValueKind.INSTANCE or kind is ValueKind.CLASS:
            return values.bound(number, values.class_(values.numbers[receiver]))
        return value

    def _bind_descriptor(self, node: int, value: int) -> None:
        state = self._state
        if self.find_defining_class(state.values.numbers[value], "__get__") is None:
            state.graph.add_value(node, value)
        else:
            state.graph.listen(
                self.member_node(value, "__get__"), AttributeLookup._return_result_to, self, node
            )

    _FILL_BY_KIND: ClassVar[dict[ValueKind, Callable[["AttributeLookup", int, int, str], None]]] = {
        ValueKind.INSTANCE: _fill_instance,
        ValueKind.CLASS: _fill_class,
        ValueKind.MODULE: _fill_module,
        ValueKind.FOLDER: _fill_folder,
        ValueKind.EXTERNAL: _fill_external,
        ValueKind.EXTERNAL_INSTANCE: _fill_external_instance,
        ValueKind.CONTAINER: _fill_container,
        ValueKind.TEXT: _fill_text,
        ValueKind.SUPER: _fill_super,
        ValueKind.FUNCTION: _fill_function,
        ValueKind.OPAQUE: _fill_opaque,
    }
    """How the node of an attribute is filled, by the kind of the value."""
