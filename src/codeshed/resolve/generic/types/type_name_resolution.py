"""Resolution of type names.

Turns: the name of a type at a place → Values: the types themselves, not instances of them.
"""

from typing import Protocol

from codeshed.model.facts.code_expressions import TypeRef
from codeshed.model.facts.code_facts import TOP_LEVEL
from codeshed.model.semantic import DefinitionKind, TypeKind
from codeshed.resolve.generic.definition_key import DefinitionKey
from codeshed.resolve.generic.names.visible_interface import NO_OFFSET
from codeshed.resolve.generic.resolver_context import ResolverContext
from codeshed.resolve.generic.values.values import (
    NO_VALUES,
    DefinitionValue,
    External,
    Namespace,
    Place,
    TypeVariable,
    Value,
    Values,
)


class FindMember(Protocol):
    """Finds the members of values."""

    def __call__(self, values: Values, name: str) -> Values:
        """Return the members of that name."""


class TypeNameResolution:
    """Resolves type names in the scopes around a place."""

    def __init__(self, context: ResolverContext, find_member: FindMember) -> None:
        self._symbol_table = context.symbol_table
        self._file = context.file
        self._cache = context.query_cache
        self._members = context.members
        self._names = context.names
        self._case_insensitive_names = context.case_insensitive_names
        self._builtins = context.builtins
        self._member = find_member

    def resolve(self, type_ref: TypeRef, place: Place) -> Values:
        """Resolve the name of a type at a place; cached once per scope."""
        name = type_ref.name
        first = name.partition(".")[0]
        if place.offset != NO_OFFSET and self._file.has_block_scoped_type(place.path, first):
            return self._types_first(self._resolve_type(type_ref, place))
        scope = self._names.widest_scope(place, first)
        at = (scope.path, scope.definition, scope.head, scope.namespace)
        question = ("types named", *at, name, type_ref.is_from_documentation)
        return self._cache.memoize(question, lambda: self._types_first(self._resolve_type(type_ref, scope)))

    def _resolve_type(self, type_ref: TypeRef, place: Place) -> Values:
        """Resolve the name of a type; one in a doc comment is unknown, and not external, if nothing defines it."""
        found = self._resolve_dotted(type_ref.name, place)
        if not type_ref.is_from_documentation and all(isinstance(each, External) for each in found):
            found = self._case_insensitive_names.find_types(type_ref.name, place) or found
        first = type_ref.name.partition(".")[0]
        if (
            not type_ref.is_from_documentation
            or first in self._symbol_table.rules_at(place.path).global_library_types
        ):
            return found
        is_bound = bool(self._symbol_table.files[place.path].find_imports(first))
        return found if is_bound else tuple(each for each in found if not isinstance(each, External))

    def _types_first(self, values: Values) -> Values:
        """Keep types if there are any; singleton objects only if there is nothing else."""
        types = tuple(
            each
            for each in values
            if isinstance(each, DefinitionValue) and self._symbol_table.is_type(each.entity)
        )
        return tuple(each for each in types if not self.is_object(each)) or types or values

    def _resolve_dotted(self, name: str, place: Place) -> Values:
        """Resolve a type name: the first part in the scopes, the rest as members."""
        first, _, rest = name.partition(".")
        view = self._symbol_table.files[place.path]
        if not first or name in self._symbol_table.rules_at(place.path).primitives:
            found = NO_VALUES if first else self._builtins.resolve_from_root(rest, place)
            return found or ((External(name),) if first else self._builtins.external_from_root(rest, place))
        variable = None if rest else self.type_parameter(first, place)
        if variable is not None:
            return (variable,)
        for number in self._names.enclosing(place):
            definition = view.facts.definitions[number]
            if definition.kind is DefinitionKind.TYPE:
                is_alias = definition.type_kind is TypeKind.TYPE_ALIAS
                is_itself = not (is_alias or definition.is_singleton or definition.is_namespace)
                if definition.name == first and not rest and is_itself:
                    return self._overloads_by_arity(DefinitionKey(place.path, number))
                owner: DefinitionKey | None = (
                    DefinitionKey(place.path, number) if view.has_children(number) else None
                )
            else:
                owner = (
                    self._members.owner_of(DefinitionKey(place.path, number)) if definition.owner else None
                )
            nested = () if owner is None else self._members.lookup(owner, first)
            inner = tuple(DefinitionValue(each) for each in nested if self._symbol_table.is_type(each))
            if inner:
                return self.resolve_members(inner, rest)
        found = (
            self._names.resolve_in_enclosing(place, first)
            or self._names.resolve_at_top_level(place, first)
            or self._builtins.resolve_builtin(first, place)
        )
        if not found and rest and not view.find_imports(first):
            is_unknown = self._symbol_table.rules_at(place.path).are_unknown_paths_unresolved
            is_parameter = self.type_parameter(first, place) is not None
            return NO_VALUES if is_unknown or is_parameter else (External(name),)
        if rest and all(isinstance(each, Namespace) for each in found):
            found = (*found, *self._builtins.language_namespace(first, place))
        member = self.resolve_members(found, rest)
        is_elsewhere = (
            rest and not member and self._symbol_table.rules_at(place.path).may_be_extended_externally
        )
        return (External(name),) if is_elsewhere else member

    def _overloads_by_arity(self, entity: DefinitionKey) -> Values:
        """Return a type and its siblings of the same name with another arity."""
        definition = self._symbol_table.definition(entity)
        view = self._symbol_table.files[entity.path]
        siblings = (
            self._symbol_table.find_definitions(view.namespace_of(definition), definition.name)
            if definition.parent == TOP_LEVEL
            else self._symbol_table.find_children(
                DefinitionKey(entity.path, definition.parent), definition.name
            )
        )
        n_parameters = len(definition.type_parameters)
        others = (
            each
            for each in siblings
            if self._symbol_table.is_type(each)
            and not self._symbol_table.definition(each).specialization_arguments
            and len(self._symbol_table.definition(each).type_parameters) != n_parameters
        )
        return (DefinitionValue(entity), *map(DefinitionValue, others))

    def type_parameter(self, name: str, place: Place) -> TypeVariable | None:
        """Resolve a name to a type parameter of an enclosing definition."""
        definitions = self._symbol_table.files[place.path].facts.definitions
        heads = () if place.head == TOP_LEVEL else (place.head,)
        for number in (*heads, *self._names.enclosing(place)):
            if any(each.name == name for each in definitions[number].all_type_parameters):
                return TypeVariable(self._symbol_table.parts(DefinitionKey(place.path, number))[0], name)
        return None

    def resolve_members(self, found: Values, rest: str) -> Values:
        """Resolve the rest of a dotted name as members of what its first part denotes."""
        while rest and found:
            first, _, rest = rest.partition(".")
            found = self._member(found, first)
        return found

    def is_object(self, value: Value) -> bool:
        """Whether a value is a singleton object."""
        return isinstance(value, DefinitionValue) and self._symbol_table.definition(value.entity).is_singleton

    def without_type_arguments(self, values: Values) -> Values:
        """Keep the non-generic types of a name, if there are several types."""
        return self.filter_by_arity(values, 0)

    def filter_by_arity(self, values: Values, n_arguments: int) -> Values:
        """Types are overloaded by arity: keep those with this number of type parameters, if any."""
        matching = tuple(
            each
            for each in values
            if len(values) > 1
            and isinstance(each, DefinitionValue)
            and self._symbol_table.is_type(each.entity)
            and len(self._symbol_table.definition(each.entity).type_parameters) == n_arguments
        )
        return matching or values
