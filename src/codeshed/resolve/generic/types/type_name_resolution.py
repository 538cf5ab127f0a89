"""Resolution of type names.

Turns: the name of a type at a place → Values: the types themselves, not instances of them.
"""

from typing import Protocol

from codeshed.model.code_expressions import TypeRef
from codeshed.model.code_facts import TOP_LEVEL
from codeshed.model.semantic import DefinitionKind, TypeKind
from codeshed.resolve.generic.definition_key import Entity
from codeshed.resolve.generic.names.visible_interface import NOWHERE
from codeshed.resolve.generic.resolver_context import Ground
from codeshed.resolve.generic.values.values import (
    NOTHING,
    Defined,
    Meaning,
    Meanings,
    Outside,
    Place,
    Space,
    Variable,
)


class FindMember(Protocol):
    """Finds the members of values."""

    def __call__(self, values: Meanings, name: str) -> Meanings:
        """Return the members of that name."""


class TypeNames:
    """Resolves type names in the scopes around a place."""

    def __init__(self, ground: Ground, find_member: FindMember) -> None:
        self._program = ground.program
        self._file = ground.file
        self._recall = ground.recall
        self._members = ground.members
        self._names = ground.names
        self._case_insensitive_names = ground.caseless
        self._language_names = ground.language_names
        self._member = find_member

    def at(self, type_ref: TypeRef, place: Place) -> Meanings:
        """Resolve the name of a type at a place; cached once per scope."""
        name = type_ref.name
        first = name.partition(".")[0]
        if place.offset != NOWHERE and self._file.has_type_in_blocks(place.path, first):
            return self._types_first(self._resolve_type(type_ref, place))
        scope = self._names.scope(place, first)
        at = (scope.path, scope.definition, scope.head, scope.space)
        question = ("types named", *at, name, type_ref.is_documented)
        return self._recall.ask(question, lambda: self._types_first(self._resolve_type(type_ref, scope)))

    def _resolve_type(self, type_ref: TypeRef, place: Place) -> Meanings:
        """Resolve the name of a type; one in a doc comment is unknown, and not external, if nothing defines it."""
        found = self._resolve_dotted(type_ref.name, place)
        if not type_ref.is_documented and all(isinstance(each, Outside) for each in found):
            found = self._case_insensitive_names.types(type_ref.name, place) or found
        first = type_ref.name.partition(".")[0]
        if not type_ref.is_documented or first in self._program.customs_at(place.path).library_types:
            return found
        is_bound = bool(self._program.files[place.path].imported(first))
        return found if is_bound else tuple(each for each in found if not isinstance(each, Outside))

    def _types_first(self, values: Meanings) -> Meanings:
        """Keep types if there are any; singleton objects only if there is nothing else."""
        types = tuple(
            each for each in values if isinstance(each, Defined) and self._program.is_type(each.entity)
        )
        return tuple(each for each in types if not self.is_object(each)) or types or values

    def _resolve_dotted(self, name: str, place: Place) -> Meanings:
        """Resolve a type name: the first part in the scopes, the rest as members."""
        first, _, rest = name.partition(".")
        view = self._program.files[place.path]
        if not first or name in self._program.customs_at(place.path).primitives:
            found = NOTHING if first else self._language_names.from_root(rest, place)
            return found or (Outside(name) if first else self._language_names.outside_root(rest, place),)
        variable = None if rest else self.type_parameter(first, place)
        if variable is not None:
            return (variable,)
        for number in self._names.enclosing(place):
            definition = view.facts.definitions[number]
            if definition.kind is DefinitionKind.TYPE:
                is_alias = definition.type_kind is TypeKind.TYPE_ALIAS
                is_itself = not (is_alias or definition.is_object or definition.is_namespace)
                if definition.name == first and not rest and is_itself:
                    return self._overloads_by_arity(Entity(place.path, number))
                owner: Entity | None = Entity(place.path, number) if view.has_inside(number) else None
            else:
                owner = self._members.owner_of(Entity(place.path, number)) if definition.owner else None
            nested = () if owner is None else self._members.find(owner, first)
            inner = tuple(Defined(each) for each in nested if self._program.is_type(each))
            if inner:
                return self.through(inner, rest)
        found = (
            self._names.around(place, first)
            or self._names.in_file(place, first)
            or self._language_names.builtin(first, place)
        )
        if not found and rest and not view.imported(first):
            return (Outside(name),) if self.type_parameter(first, place) is None else NOTHING
        if rest and all(isinstance(each, Space) for each in found):
            found = (*found, *self._language_names.space(first, place))
        member = self.through(found, rest)
        is_elsewhere = rest and not member and self._program.customs_at(place.path).are_spaces_open
        return (Outside(name),) if is_elsewhere else member

    def _overloads_by_arity(self, entity: Entity) -> Meanings:
        """Return a type and its siblings of the same name with another arity."""
        definition = self._program.definition(entity)
        view = self._program.files[entity.path]
        siblings = (
            self._program.own_names(view.space_of(definition), definition.name)
            if definition.parent == TOP_LEVEL
            else self._program.inside(Entity(entity.path, definition.parent), definition.name)
        )
        n_parameters = len(definition.type_parameters)
        others = (
            each
            for each in siblings
            if self._program.is_type(each)
            and not self._program.definition(each).applied_to
            and len(self._program.definition(each).type_parameters) != n_parameters
        )
        return (Defined(entity), *map(Defined, others))

    def type_parameter(self, name: str, place: Place) -> Variable | None:
        """Resolve a name to a type parameter of an enclosing definition."""
        definitions = self._program.files[place.path].facts.definitions
        heads = () if place.head == TOP_LEVEL else (place.head,)
        for number in (*heads, *self._names.enclosing(place)):
            if any(each.name == name for each in definitions[number].all_type_parameters):
                return Variable(self._program.parts(Entity(place.path, number))[0], name)
        return None

    def through(self, found: Meanings, rest: str) -> Meanings:
        """Resolve the rest of a dotted name as members of what its first part denotes."""
        while rest and found:
            first, _, rest = rest.partition(".")
            found = self._member(found, first)
        return found

    def is_object(self, value: Meaning) -> bool:
        """Whether a value is a singleton object."""
        return isinstance(value, Defined) and self._program.definition(value.entity).is_object

    def plainest(self, values: Meanings) -> Meanings:
        """Keep the non-generic types of a name, if there are several types."""
        return self.of_arity(values, 0)

    def of_arity(self, values: Meanings, n_arguments: int) -> Meanings:
        """Types are overloaded by arity: keep those with this number of type parameters, if any."""
        matching = tuple(
            each
            for each in values
            if len(values) > 1
            and isinstance(each, Defined)
            and self._program.is_type(each.entity)
            and len(self._program.definition(each.entity).type_parameters) == n_arguments
        )
        return matching or values
