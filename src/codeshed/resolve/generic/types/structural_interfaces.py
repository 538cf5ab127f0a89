"""Structural interfaces: types implement them by their members, without declaring it (Go, TypeScript).

Turns: a type → the interfaces of the repository all of whose methods it has, its own or embedded ones, with the same
parameters and results. An interface that embeds an external one, or is generic, is left out: its methods are not known.
"""

from collections.abc import Iterable, Mapping
from functools import cached_property
from itertools import islice

from codeshed.model.facts.code_expressions import TypeRef
from codeshed.model.semantic import DefinitionKind, ParameterKind, TypeKind, Visibility
from codeshed.resolve.generic.definition_key import DefinitionKey
from codeshed.resolve.generic.incremental.query_trace import QueryKind
from codeshed.resolve.generic.members.member_lookup import MemberLookup, ReadType
from codeshed.resolve.generic.symbol_table import SymbolTable
from codeshed.resolve.generic.values.values import Instance, Place, Values

_Methods = dict[str, DefinitionKey]

_MAX_MATCHES = 64
"""How many matching interfaces of one class are reported."""


class StructuralInterfaces:
    """Finds the interfaces that types implement by their members."""

    def __init__(self, symbol_table: SymbolTable, members: MemberLookup, read_type: ReadType) -> None:
        self._symbol_table = symbol_table
        self._members = members
        self._read_type = read_type
        self._interfaces: dict[DefinitionKey, _Methods] = {}

    def find_implemented(self, entity: DefinitionKey) -> tuple[DefinitionKey, ...]:
        """Find the interfaces that a type implements, in the order of their files (Go)."""
        definition = self._symbol_table.definition(entity)
        language = self._symbol_table.files[entity.path].language
        is_type = definition.kind is DefinitionKind.TYPE and definition.type_kind is not TypeKind.TYPE_ALIAS
        if not is_type or not self._symbol_table.rules_by_language[language].has_structural_interfaces:
            return ()
        if definition.type_kind is TypeKind.INTERFACE:
            return ()
        names = self._member_names(self._members.ancestors(entity))
        for name in names:
            self._symbol_table.query_trace.record((QueryKind.INTERFACES_REQUIRING.value, language, name))
        return tuple(
            interface
            for interface in self._requiring_only(names, language)
            if all(self._has_same_method(entity, method) for method in self._interfaces[interface].values())
        )

    def find_matching_shapes(self, entity: DefinitionKey) -> tuple[DefinitionKey, ...]:
        """Find the interfaces that a class could implement: it has their members but does not name them (TypeScript)."""
        definition = self._symbol_table.definition(entity)
        language = self._symbol_table.files[entity.path].language
        if (
            definition.type_kind is not TypeKind.CLASS
            or not self._symbol_table.rules_by_language[language].has_structural_typing
        ):
            return ()
        names = self._member_names(
            each
            for each in self._members.ancestors(entity)
            if self._symbol_table.definition(each).type_kind is TypeKind.CLASS
        )
        for name in names:
            self._symbol_table.query_trace.record((QueryKind.INTERFACES_REQUIRING.value, language, name))
        candidates = self._requiring_only(names, language)
        above = frozenset(self._members.ancestors(entity)) if candidates else frozenset()
        found = (
            interface
            for interface in candidates
            if interface not in above
            and all(
                self._has_compatible_member(entity, required)
                for required in self._interfaces[interface].values()
            )
        )
        return tuple(islice(found, _MAX_MATCHES))

    def _requiring_only(self, names: set[str], language: str) -> list[DefinitionKey]:
        """Return the interfaces of a language that require none but these names, in the order of their files."""
        found = [
            (place, interface)
            for name in names
            for place, interface in self._interfaces_by_rarest_method.get((language, name), ())
            if self._interfaces[interface].keys() <= names
        ]
        return [interface for _, interface in sorted(found)]

    @cached_property
    def _interfaces_by_rarest_method(self) -> dict[tuple[str, str], list[tuple[int, DefinitionKey]]]:
        """The interfaces by the rarest of the method names they require, each with its position in the order of files."""
        found: dict[tuple[str, str], list[tuple[int, DefinitionKey]]] = {}
        for place, (interface, required) in enumerate(self._interfaces.items()):
            language = self._symbol_table.files[interface.path].language
            methods = (name for name, each in required.items() if self._symbol_table.is_function(each))
            _, rarest = min((self._symbol_table.n_methods(language, name), name) for name in methods)
            found.setdefault((language, rarest), []).append((place, interface))
        return found

    def collect_interfaces(self) -> None:
        """Collect the methods of all interfaces; changes to these are tracked for all types at once."""
        for path, view in self._symbol_table.files.items():
            rules = self._symbol_table.rules_at(path)
            if not rules.has_structural_interfaces and not rules.has_structural_typing:
                continue
            for number, definition in enumerate(view.facts.definitions):
                is_known = rules.has_structural_typing or not definition.type_parameters
                if is_known and self._is_interface(DefinitionKey(path, number)):
                    self._store(DefinitionKey(path, number))

    def _is_interface(self, entity: DefinitionKey) -> bool:
        """Whether a type is an interface; with structural typing, type aliases count too."""
        kind = self._symbol_table.definition(entity).type_kind
        is_alias = (
            kind is TypeKind.TYPE_ALIAS and self._symbol_table.rules_at(entity.path).has_structural_typing
        )
        return kind is TypeKind.INTERFACE or is_alias

    def _store(self, interface: DefinitionKey) -> None:
        """Store the required members of an interface, if they are known and include a method."""
        if self._symbol_table.parts(interface)[0] != interface:
            return
        required = self._required_members(interface, frozenset())
        if required and any(map(self._symbol_table.is_function, required.values())):
            self._interfaces[interface] = required

    def methods_by_interface(self) -> Mapping[DefinitionKey, Mapping[str, DefinitionKey]]:
        """Return the required members of each interface, by name."""
        return self._interfaces

    def _required_members(self, interface: DefinitionKey, above: frozenset[DefinitionKey]) -> _Methods | None:
        """Return all members that an interface requires; None if they are not known."""
        definition = self._symbol_table.definition(interface)
        if not self._is_interface(interface) or interface in above:
            return None
        bases = self._members.bases(interface)
        if len(bases) != len(definition.inherits):
            return None
        found: _Methods = {}
        for base in bases:
            inner = (
                self._required_members(base.entity, above | {interface})
                if isinstance(base, Instance)
                else None
            )
            if inner is None:
                return None
            found |= inner
        for entity in self._members.all_own_members(interface):
            if not self._symbol_table.definition(entity).is_optional:
                found[self._symbol_table.definition(entity).name] = entity
        return found

    def _member_names(self, owners: Iterable[DefinitionKey]) -> set[str]:
        """Return the names of all that some types have themselves."""
        return {
            self._symbol_table.definition(each).name
            for owner in owners
            for each in self._members.all_own_members(owner)
        }

    def _has_same_method(self, entity: DefinitionKey, interface_member: DefinitionKey) -> bool:
        """Whether a type has a method with the signature of an interface method (Go)."""
        self._symbol_table.trace_definition(interface_member)
        own = self._members.lookup(entity, self._symbol_table.definition(interface_member).name)
        if len(own) != 1:
            return False
        one, other = self._symbol_table.definition(own[0]), self._symbol_table.definition(interface_member)
        if one.kind is not DefinitionKind.FUNCTION or len(one.parameters) != len(other.parameters):
            return False
        if other.visibility is not Visibility.PUBLIC and not self._are_in_one_namespace(
            own[0], interface_member
        ):
            return False
        pairs = [(mine.type, its.type) for mine, its in zip(one.parameters, other.parameters, strict=True)]
        kinds = [(mine.kind, its.kind) for mine, its in zip(one.parameters, other.parameters, strict=True)]
        pairs.append((one.returns, other.returns))
        return all(mine is its for mine, its in kinds) and all(
            self._are_same_type(mine, own[0], its, interface_member) for mine, its in pairs
        )

    def _has_compatible_member(self, entity: DefinitionKey, interface_member: DefinitionKey) -> bool:
        """Whether a class has a member that can implement one of an interface: it needs no more arguments (TypeScript)."""
        self._symbol_table.trace_definition(interface_member)
        wanted = self._symbol_table.definition(interface_member)
        own = self._members.lookup(entity, wanted.name)
        if not own:
            return False
        definition = self._symbol_table.definition(own[0])
        is_static = definition.modifiers is not None and definition.modifiers.is_static
        if definition.visibility is not Visibility.PUBLIC or is_static:
            return False
        if wanted.kind is not DefinitionKind.FUNCTION:
            return True
        n_needed = sum(
            not each.has_default and each.kind is not ParameterKind.VARIADIC_POSITIONAL
            for each in definition.parameters
        )
        is_open = any(each.kind is ParameterKind.VARIADIC_POSITIONAL for each in wanted.parameters)
        return definition.kind is DefinitionKind.FUNCTION and (is_open or n_needed <= len(wanted.parameters))

    def _are_in_one_namespace(self, one: DefinitionKey, other: DefinitionKey) -> bool:
        return self._symbol_table.files[one.path].namespace == self._symbol_table.files[other.path].namespace

    def _are_same_type(
        self, mine: TypeRef | None, own: DefinitionKey, its: TypeRef | None, interface_member: DefinitionKey
    ) -> bool:
        """Whether two type expressions in different scopes denote the same type."""
        if mine is None or its is None:
            return mine is its
        if not mine.name or not its.name:
            return mine == its
        if len(mine.arguments) != len(its.arguments):
            return False
        if not all(
            self._are_same_type(one, own, other, interface_member)
            for one, other in zip(mine.arguments, its.arguments, strict=True)
        ):
            return False
        heads = (self._head(mine, own), self._head(its, interface_member))
        return heads[0] == heads[1] and bool(heads[0] or mine.name == its.name)

    def _head(self, type_ref: TypeRef, entity: DefinitionKey) -> Values:
        """Resolve the name of a type, without its type arguments."""
        place = Place(entity.path, entity.number, self._symbol_table.definition(entity).begin)
        return self._read_type(TypeRef(type_ref.name), place)
