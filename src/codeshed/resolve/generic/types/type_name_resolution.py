"""Names of types.

Turns: the name of a type at a place → Meanings: the types that are meant, not objects of them.
"""

from typing import Protocol

from codeshed.model.code_expressions import TypeRef
from codeshed.model.code_facts import TOP_LEVEL
from codeshed.model.semantic import DefinitionKind, TypeKind
from codeshed.resolve.generic.entity import Entity
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
    """Gives what a member of something means."""

    def __call__(self, meanings: Meanings, name: str) -> Meanings:
        """Return the meanings of the member of that name."""


class TypeNames:
    """Finds out which types are named."""

    def __init__(self, ground: Ground, find_member: FindMember) -> None:
        self._program = ground.program
        self._file = ground.file
        self._recall = ground.recall
        self._members = ground.members
        self._names = ground.names
        self._caseless = ground.caseless
        self._language_names = ground.language_names
        self._member = find_member

    def at(self, type_ref: TypeRef, place: Place) -> Meanings:
        """Return what the name of a type means at a place, found once for all that is written in one scope."""
        name = type_ref.name
        first = name.partition(".")[0]
        if place.offset != NOWHERE and self._file.has_type_in_blocks(place.path, first):
            return self._types_first(self._type_meant(type_ref, place))
        scope = self._names.scope(place, first)
        at = (scope.path, scope.definition, scope.head, scope.space)
        question = ("types named", *at, name, type_ref.is_documented)
        return self._recall.ask(question, lambda: self._types_first(self._type_meant(type_ref, scope)))

    def _type_meant(self, type_ref: TypeRef, place: Place) -> Meanings:
        """Return what the name of a type means; of what only a comment says, what nothing defines is not known."""
        found = self._type_named(type_ref.name, place)
        if not type_ref.is_documented and all(isinstance(each, Outside) for each in found):
            found = self._caseless.types(type_ref.name, place) or found
        first = type_ref.name.partition(".")[0]
        if not type_ref.is_documented or first in self._program.customs_at(place.path).library_types:
            return found
        is_bound = bool(self._program.files[place.path].imported(first))
        return found if is_bound else tuple(each for each in found if not isinstance(each, Outside))

    def _types_first(self, meanings: Meanings) -> Meanings:
        """Return types alone, if there are any among things of one name."""
        types = tuple(
            each for each in meanings if isinstance(each, Defined) and self._program.is_type(each.entity)
        )
        return tuple(each for each in types if not self.is_object(each)) or types or meanings

    def _type_named(self, name: str, place: Place) -> Meanings:
        """Return what the name of a type means."""
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
                    return self._of_one_name(Entity(place.path, number))
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

    def _of_one_name(self, entity: Entity) -> Meanings:
        """Return a type, and those beside it that have its name and another number of type parameters."""
        definition = self._program.definition(entity)
        view = self._program.files[entity.path]
        beside = (
            self._program.own_names(view.space_of(definition), definition.name)
            if definition.parent == TOP_LEVEL
            else self._program.inside(Entity(entity.path, definition.parent), definition.name)
        )
        n_parameters = len(definition.type_parameters)
        others = (
            each
            for each in beside
            if self._program.is_type(each)
            and not self._program.definition(each).applied_to
            and len(self._program.definition(each).type_parameters) != n_parameters
        )
        return (Defined(entity), *map(Defined, others))

    def type_parameter(self, name: str, place: Place) -> Variable | None:
        """Return the type parameter of something around a place that a name means."""
        definitions = self._program.files[place.path].facts.definitions
        heads = () if place.head == TOP_LEVEL else (place.head,)
        for number in (*heads, *self._names.enclosing(place)):
            if any(each.name == name for each in definitions[number].all_type_parameters):
                return Variable(self._program.parts(Entity(place.path, number))[0], name)
        return None

    def through(self, found: Meanings, rest: str) -> Meanings:
        """Return what the rest of a dotted name means behind its beginning."""
        while rest and found:
            first, _, rest = rest.partition(".")
            found = self._member(found, first)
        return found

    def is_object(self, meaning: Meaning) -> bool:
        """Whether a definition is meant that is the only object of its type."""
        return isinstance(meaning, Defined) and self._program.definition(meaning.entity).is_object

    def plainest(self, meanings: Meanings) -> Meanings:
        """Return what a name without type arguments means: not the types of that name that want some."""
        return self.of_arity(meanings, 0)

    def of_arity(self, meanings: Meanings, n_arguments: int) -> Meanings:
        """Return the types with as many parameters as there are arguments, if several types have one name."""
        fitting = tuple(
            each
            for each in meanings
            if len(meanings) > 1
            and isinstance(each, Defined)
            and self._program.is_type(each.entity)
            and len(self._program.definition(each.entity).type_parameters) == n_arguments
        )
        return fitting or meanings
