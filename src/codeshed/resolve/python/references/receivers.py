"""Whose members an expression takes, and which functions classes have under a name.

Turns: an expression in a scope → classes and functions, by names alone or by the values at a node.
"""

from collections.abc import Iterator

import msgspec

from codeshed.model.facts import Assign, Call, Expression, Member, Name
from codeshed.resolve.python.flow.abstract_values import ValueKind
from codeshed.resolve.python.flow.file_flow import Region
from codeshed.resolve.python.flow.value_members import MAX_DESCENDANTS
from codeshed.resolve.python.names.sites import MemberSite, Usage
from codeshed.resolve.python.names.static_names import Entity, EntityKind
from codeshed.resolve.resolution_evidence import DECLARED, INFERRED, TYPED, Known

MAX_ALIASES = 5
"""How many names for one thing are followed; names may also stand for each other."""

_MAKING = frozenset({Usage.STORE, Usage.DELETE})
"""Uses after which a class has a member of its own, whatever those below it have."""

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
_OF_CONTAINERS = frozenset(
    {"__iter__", "__len__", "__contains__", "__getitem__", "__eq__", "__str__", "__repr__"}
)
"""Special methods that builtin containers have themselves, so that no other is tried in their place."""


class Receiver(msgspec.Struct, frozen=True):
    """A class whose member is taken, of an instance or of the class itself; behind `after` for `super()`."""

    number: int
    is_instance: bool
    known: Known
    after: int | None = None


class Receivers:
    """Finds classes and their functions."""

    def __init__(self, region: Region) -> None:
        self._state = region.state
        self._members = region.members
        self._certainty = region.certainty
        self._declared: dict[tuple[int, str], int | None] = {}
        self._methods: dict[tuple[int, str], int | None] = {}

    def declared(self, scope: int, value: Expression) -> Receiver | None:
        """Return the class of `self`, `cls` or `super()`."""
        program = self._state.program
        if isinstance(value, Name):
            key = (scope, value.name)
            if key not in self._declared:
                self._declared[key] = self._class_of_receiver(scope, value.name)
            number = self._declared[key]
            return None if number is None else Receiver(number, is_instance=True, known=DECLARED)
        if isinstance(value, Call) and isinstance(value.function, Name) and value.function.name == "super":
            if value.arguments and not isinstance(value.arguments[0].value, Name):
                return None
            current = scope
            while current >= 0 and current not in program.class_of_scope:
                current = program.scope_parent[current]
            if current >= 0:
                number = program.class_of_scope[current]
                return Receiver(number, is_instance=True, known=DECLARED, after=number)
        return None

    def _class_of_receiver(self, scope: int, name: str) -> int | None:
        program = self._state.program
        owner = self._state.names.scope_of(scope, name)
        number = None if owner is None else program.function_of_scope.get(owner)
        if number is None or owner is None or self._state.is_stored(owner, name):
            return None
        function = program.functions[number]
        is_first = bool(function.parameters) and function.parameters[0].name == name
        is_method = function.owner is not None and not self._state.functions[number].is_static
        return function.owner if is_first and is_method else None

    def at(self, site: MemberSite, referents: tuple[Entity, ...]) -> Iterator[Receiver]:
        """Yield the classes whose member a site takes, and how that is known; `referents` are what its value names."""
        for receiver in self._named_or_held(site, referents):
            yield receiver
            if site.usage not in _MAKING:
                yield from self._below(receiver, site.member.name)

    def _below(self, receiver: Receiver, name: str) -> Iterator[Receiver]:
        """Yield the classes that have a member in place of one that lacks it: an object of it may be one of these.

        So it is with what is mixed into others, and with classes that leave something to those below them.
        """
        hierarchy, number = self._state.hierarchy, receiver.number
        is_special = name.startswith("__") and name.endswith("__")
        if is_special or receiver.after is not None or self._has(number, name):
            return
        if not hierarchy.has_more_descendants(number, MAX_DESCENDANTS):
            for each in hierarchy.descendants(number, MAX_DESCENDANTS):
                if self._has(each, name):
                    yield Receiver(each, is_instance=receiver.is_instance, known=INFERRED)

    def _has(self, number: int, name: str) -> bool:
        """Whether a class or one of its bases binds a name, or stores it on its objects."""
        if self._members.class_that_defines(number, name) is not None:
            return True
        return any(self._members.is_field(each, name) for each in self._state.hierarchy.own_order(number))

    def _named_or_held(self, site: MemberSite, referents: tuple[Entity, ...]) -> Iterator[Receiver]:
        """Yield the classes that stand before the dot: of `self` and its like, by name, or of values that were followed."""
        value = site.member.value
        declared = self.declared(site.scope, value)
        if declared is not None:
            yield declared
            return
        state = self._state
        is_variable = isinstance(value, Name) and self._is_assigned(site.scope, value.name)
        if referents and not is_variable:
            for referent in referents:
                if referent.kind is EntityKind.CLASS:
                    yield Receiver(referent.number, is_instance=False, known=DECLARED)
            return
        known = TYPED if self._certainty.holds(site.receiver) else INFERRED
        for each in state.graph.values(site.receiver):
            kind = state.values.kinds[each]
            if kind in {ValueKind.INSTANCE, ValueKind.CLASS}:
                yield Receiver(
                    state.values.numbers[each], is_instance=kind is ValueKind.INSTANCE, known=known
                )

    def _is_assigned(self, scope: int, name: str) -> bool:
        owner = self._state.names.scope_of(scope, name)
        return owner is not None and self._state.is_assigned(owner, name)

    def find_method(self, receiver: Receiver, name: str) -> int | None:
        """Return the function that a class or its bases define under a name."""
        owner = self._members.class_that_defines(receiver.number, name, after=receiver.after)
        return None if owner is None else self.method_of(owner, name)

    def special(self, number: int, names: tuple[str, ...]) -> int | None:
        """Return the first of some special methods that instances of a class have."""
        for name in names:
            owner = self._members.class_that_defines(number, name)
            method = None if owner is None else self.method_of(owner, name)
            if method is not None:
                return method
            if name in _OF_CONTAINERS and not _CONTAINERS.isdisjoint(self._state.hierarchy.externals(number)):
                return None
        return None

    def method_of(self, owner: int, name: str) -> int | None:
        """Return the function that the body of a class defines last under a name."""
        key = (owner, name)
        if key not in self._methods:
            flows = self._state.functions
            scope = self._state.program.classes[owner].scope
            found = [
                referent.number
                for referent in self._state.static.in_scope(scope, name)
                if referent.kind is EntityKind.FUNCTION
                and not flows[referent.number].is_overload
                and not flows[referent.number].accessor
            ]
            self._methods[key] = found[-1] if found else None
        return self._methods[key]

    def accessor_of(self, number: int, name: str, accessor: str) -> int | None:
        """Return the setter or deleter of a property."""
        for each in self._state.hierarchy.own_order(number):
            scope = self._state.program.classes[each].scope
            for referent in self._state.static.in_scope(scope, name):
                is_accessor = referent.kind is EntityKind.FUNCTION and (
                    self._state.functions[referent.number].accessor == accessor
                )
                if is_accessor:
                    return referent.number
        return None

    def functions_named(self, scope: int, value: Expression, depth: int = 0) -> dict[str, int | None]:
        """Return the functions and classes that an expression names without any value being followed.

        Classes have no number here.
        """
        state = self._state
        program = state.program
        found: dict[str, int | None] = {}
        if isinstance(value, Name) and self._is_assigned(scope, value.name):
            return self._functions_of_alias(scope, value.name, depth)
        if isinstance(value, Member):
            receiver = self.declared(scope, value.value)
            method = None if receiver is None else self.find_method(receiver, value.name)
            if method is not None:
                return {program.functions[method].symbol: method}
        for referent in state.static.find(scope, value):
            if referent.kind is EntityKind.FUNCTION and not state.functions[referent.number].is_overload:
                found[program.functions[referent.number].symbol] = referent.number
            elif referent.kind is EntityKind.CLASS:
                found[program.classes[referent.number].symbol] = None
        return found

    def _functions_of_alias(self, scope: int, name: str, depth: int) -> dict[str, int | None]:
        """Return the functions that a name is another name for, because it is stored once and never again."""
        aliased = self.alias_of(scope, name) if depth <= MAX_ALIASES else None
        return {} if aliased is None else self.functions_named(*aliased, depth + 1)

    def alias_of(self, scope: int, name: str) -> tuple[int, Name | Member] | None:
        """Return what a name is another name for, because it is stored once and never again, and where."""
        state = self._state
        owner = state.names.scope_of(scope, name)
        if owner is None or state.n_stores.get((owner, name), 0) != 1:
            return None
        for statement in state.static.binding(owner, name):
            if isinstance(statement, Assign) and isinstance(statement.value, Name | Member):
                return owner, statement.value
        return None

    def metaclasses(self, number: int) -> list[int]:
        """Return the project's own metaclasses of a class, the nearest first."""
        hierarchy = self._state.hierarchy
        return [
            meta
            for each in hierarchy.own_order(number)
            for meta in hierarchy.declared(each).metaclasses
            if isinstance(meta, int)
        ]

    def descriptors(self, number: int, name: str) -> list[int]:
        """Return the classes of the descriptors that a class keeps under a name."""
        state = self._state
        owner = self._members.class_that_defines(number, name)
        if owner is None:
            return []
        node = state.variable(state.program.classes[owner].scope, name)
        return [
            state.values.numbers[value]
            for value in state.graph.values(node)
            if state.values.kinds[value] is ValueKind.INSTANCE
        ]

    def property_functions(self, number: int, name: str, index: int) -> list[int]:
        """Return the functions of `name = property(getter, setter, deleter)`, by their place."""
        state = self._state
        owner = self._members.class_that_defines(number, name)
        if owner is None:
            return []
        node = state.variable(state.program.classes[owner].scope, name)
        found = []
        for value in state.graph.values(node):
            if state.values.kinds[value] is ValueKind.PROPERTY:
                held = state.item(state.container_of(value), index)
                found += [
                    state.values.numbers[each]
                    for each in state.graph.values(held)
                    if state.values.kinds[each] is ValueKind.FUNCTION
                ]
        return found
