"""Receivers: the classes before the dot, and the functions that these define under a name.

Turns: an expression in a scope → classes and functions, by names alone or by the values at a node.
"""

from collections.abc import Iterator

import msgspec

from codeshed.model.facts.python_facts import Assign, Attribute, Call, Expression, Name
from codeshed.resolve.python.flow.abstract_values import ValueKind
from codeshed.resolve.python.flow.file_flow import FileFlow
from codeshed.resolve.python.flow.value_members import MAX_DESCENDANTS
from codeshed.resolve.python.names.sites import MemberSite, Usage
from codeshed.resolve.python.names.static_names import Referent, ReferentKind
from codeshed.resolve.resolution_evidence import DECLARED, INFERRED, TYPED, Evidence

MAX_ALIASES = 5
"""How many aliases are followed; they may be cyclic."""

_DEFINING_USES = frozenset({Usage.STORE, Usage.DELETE})
"""Uses that give the class a member of its own, whatever its subclasses have."""

_CONTAINERS = frozenset(
    {
        *(
            "builtins.list",
            "builtins.dict",
            "builtins.tuple",
            "builtins.set",
            "builtins.frozenset",
            "builtins.str",
        ),
        *("collections.OrderedDict", "collections.defaultdict", "collections.deque", "collections.Counter"),
        *("collections.UserDict", "collections.UserList", "builtins.bytes"),
    }
)
_CONTAINER_METHODS = frozenset(
    {"__iter__", "__len__", "__contains__", "__getitem__", "__eq__", "__str__", "__repr__"}
)
"""Special methods that builtin containers define, so later alternatives are not tried."""


class ReceiverClass(msgspec.Struct, frozen=True):
    """A class before the dot: of an instance, or the class object itself.

    For `super()`, attribute lookup begins behind the class `after` in the MRO.
    """

    number: int
    is_instance: bool
    known: Evidence
    after: int | None = None


class ReceiverLookup:
    """Finds receivers and their functions."""

    def __init__(self, file_flow: FileFlow) -> None:
        self._state = file_flow.state
        self._members = file_flow.members
        self._certainty = file_flow.certainty
        self._declared_memo: dict[tuple[int, str], int | None] = {}
        self._method_memo: dict[tuple[int, str], int | None] = {}

    def find_self_or_super(self, scope: int, value: Expression) -> ReceiverClass | None:
        """Return the class of `self`, `cls` or `super()`."""
        program = self._state.program
        if isinstance(value, Name):
            key = (scope, value.name)
            if key not in self._declared_memo:
                self._declared_memo[key] = self._class_of_receiver(scope, value.name)
            number = self._declared_memo[key]
            return None if number is None else ReceiverClass(number, is_instance=True, known=DECLARED)
        if isinstance(value, Call) and isinstance(value.function, Name) and value.function.name == "super":
            if value.arguments and not isinstance(value.arguments[0].value, Name):
                return None
            current = scope
            while current >= 0 and current not in program.class_of_scope:
                current = program.scope_parent[current]
            if current >= 0:
                number = program.class_of_scope[current]
                return ReceiverClass(number, is_instance=True, known=DECLARED, after=number)
        return None

    def _class_of_receiver(self, scope: int, name: str) -> int | None:
        program = self._state.program
        owner = self._state.names.find_binding_scope(scope, name)
        number = None if owner is None else program.function_of_scope.get(owner)
        if number is None or owner is None or self._state.is_stored(owner, name):
            return None
        function = program.functions[number]
        is_first = bool(function.parameters) and function.parameters[0].name == name
        is_method = function.owner is not None and not self._state.functions[number].is_static
        return function.owner if is_first and is_method else None

    def find_receivers(self, site: MemberSite, referents: tuple[Referent, ...]) -> Iterator[ReceiverClass]:
        """Yield the classes whose attribute a site uses, with evidence.

        `referents` are those of the expression before the dot.
        """
        for receiver in self._direct_receivers(site, referents):
            yield receiver
            if site.usage not in _DEFINING_USES:
                yield from self._subclasses_with(receiver, site.member.name)

    def _subclasses_with(self, receiver: ReceiverClass, name: str) -> Iterator[ReceiverClass]:
        """Yield the subclasses that define what a class lacks: its instances may be of these classes.

        This covers mixins, and classes that leave something to their subclasses.
        """
        hierarchy, number = self._state.hierarchy, receiver.number
        is_special = name.startswith("__") and name.endswith("__")
        if is_special or receiver.after is not None or self._has_member(number, name):
            return
        if not hierarchy.has_more_subclasses(number, MAX_DESCENDANTS):
            for each in hierarchy.subclasses_of(number, MAX_DESCENDANTS):
                if self._has_member(each, name):
                    yield ReceiverClass(each, is_instance=receiver.is_instance, known=INFERRED)

    def _has_member(self, number: int, name: str) -> bool:
        """Whether a class or one of its bases binds a name, or assigns it on its instances."""
        if self._members.find_defining_class(number, name) is not None:
            return True
        return any(self._members.is_field(each, name) for each in self._state.hierarchy.project_mro(number))

    def _direct_receivers(self, site: MemberSite, referents: tuple[Referent, ...]) -> Iterator[ReceiverClass]:
        """Yield the classes before the dot: of `self` and the like, by name, or of values that reached it."""
        value = site.member.value
        declared = self.find_self_or_super(site.scope, value)
        if declared is not None:
            yield declared
            return
        state = self._state
        is_variable = isinstance(value, Name) and self._is_assigned(site.scope, value.name)
        if referents and not is_variable:
            for referent in referents:
                if referent.kind is ReferentKind.CLASS:
                    yield ReceiverClass(referent.number, is_instance=False, known=DECLARED)
            return
        known = TYPED if self._certainty.is_certain(site.receiver) else INFERRED
        for each in state.graph.values(site.receiver):
            kind = state.values.kinds[each]
            if kind in {ValueKind.INSTANCE, ValueKind.CLASS}:
                yield ReceiverClass(
                    state.values.numbers[each], is_instance=kind is ValueKind.INSTANCE, known=known
                )

    def _is_assigned(self, scope: int, name: str) -> bool:
        owner = self._state.names.find_binding_scope(scope, name)
        return owner is not None and self._state.is_assigned(owner, name)

    def find_method(self, receiver: ReceiverClass, name: str) -> int | None:
        """Return the function that a class or its bases define under a name."""
        owner = self._members.find_defining_class(receiver.number, name, after=receiver.after)
        return None if owner is None else self.find_own_method(owner, name)

    def find_special_method(self, number: int, names: tuple[str, ...]) -> int | None:
        """Return the first of some special methods that instances of a class have."""
        for name in names:
            owner = self._members.find_defining_class(number, name)
            method = None if owner is None else self.find_own_method(owner, name)
            if method is not None:
                return method
            if name in _CONTAINER_METHODS and not _CONTAINERS.isdisjoint(
                self._state.hierarchy.external_ancestors(number)
            ):
                return None
        return None

    def find_own_method(self, owner: int, name: str) -> int | None:
        """Return the function that the body of a class defines last under a name."""
        key = (owner, name)
        if key not in self._method_memo:
            flows = self._state.functions
            scope = self._state.program.classes[owner].scope
            found = [
                referent.number
                for referent in self._state.static.resolve_in_scope(scope, name)
                if referent.kind is ReferentKind.FUNCTION
                and not flows[referent.number].is_overload
                and not flows[referent.number].accessor
            ]
            self._method_memo[key] = found[-1] if found else None
        return self._method_memo[key]

    def accessor_of(self, number: int, name: str, accessor: str) -> int | None:
        """Return the setter or deleter of a property."""
        for each in self._state.hierarchy.project_mro(number):
            scope = self._state.program.classes[each].scope
            for referent in self._state.static.resolve_in_scope(scope, name):
                is_accessor = referent.kind is ReferentKind.FUNCTION and (
                    self._state.functions[referent.number].accessor == accessor
                )
                if is_accessor:
                    return referent.number
        return None

    def find_named_functions(self, scope: int, value: Expression, depth: int = 0) -> dict[str, int | None]:
        """Return the functions and classes that an expression refers to by names alone.

        Classes have no number here.
        """
        state = self._state
        program = state.program
        found: dict[str, int | None] = {}
        if isinstance(value, Name) and self._is_assigned(scope, value.name):
            return self._functions_of_alias(scope, value.name, depth)
        if isinstance(value, Attribute):
            receiver = self.find_self_or_super(scope, value.value)
            method = None if receiver is None else self.find_method(receiver, value.name)
            if method is not None:
                return {program.functions[method].symbol: method}
        for referent in state.static.resolve(scope, value):
            if referent.kind is ReferentKind.FUNCTION and not state.functions[referent.number].is_overload:
                found[program.functions[referent.number].symbol] = referent.number
            elif referent.kind is ReferentKind.CLASS:
                found[program.classes[referent.number].symbol] = None
        return found

    def _functions_of_alias(self, scope: int, name: str, depth: int) -> dict[str, int | None]:
        """Return the functions that a name is an alias of, because it is bound only once."""
        aliased = self.alias_of(scope, name) if depth <= MAX_ALIASES else None
        return {} if aliased is None else self.find_named_functions(*aliased, depth + 1)

    def alias_of(self, scope: int, name: str) -> tuple[int, Name | Attribute] | None:
        """Return the name or attribute that a name is an alias of, because it is bound only once, and its scope."""
        state = self._state
        owner = state.names.find_binding_scope(scope, name)
        if owner is None or state.n_stores.get((owner, name), 0) != 1:
            return None
        for statement in state.static.bindings_of_name(owner, name):
            if isinstance(statement, Assign) and isinstance(statement.value, Name | Attribute):
                return owner, statement.value
        return None

    def metaclasses(self, number: int) -> list[int]:
        """Return the project's own metaclasses of a class, the nearest first."""
        hierarchy = self._state.hierarchy
        return [
            meta
            for each in hierarchy.project_mro(number)
            for meta in hierarchy.declared_traits_of(each).metaclasses
            if isinstance(meta, int)
        ]

    def find_descriptor_classes(self, number: int, name: str) -> list[int]:
        """Return the classes of the descriptors that a class binds to a name."""
        state = self._state
        owner = self._members.find_defining_class(number, name)
        if owner is None:
            return []
        node = state.variable_node(state.program.classes[owner].scope, name)
        return [
            state.values.numbers[value]
            for value in state.graph.values(node)
            if state.values.kinds[value] is ValueKind.INSTANCE
        ]

    def property_functions(self, number: int, name: str, index: int) -> list[int]:
        """Return the getters, setters or deleters of `name = property(getter, setter, deleter)`."""
        state = self._state
        owner = self._members.find_defining_class(number, name)
        if owner is None:
            return []
        node = state.variable_node(state.program.classes[owner].scope, name)
        found = []
        for value in state.graph.values(node):
            if state.values.kinds[value] is ValueKind.PROPERTY:
                accessor_node = state.item_node(state.container_of(value), index)
                found += [
                    state.values.numbers[each]
                    for each in state.graph.values(accessor_node)
                    if state.values.kinds[each] is ValueKind.FUNCTION
                ]
        return found
