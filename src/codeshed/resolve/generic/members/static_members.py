"""Methods of types themselves and of their objects, where a type is an object of its own.

Turns: a type or an object of it, and a name → the members that it has. A type has what is defined for itself, what extends
it, and what mixed in modules give to it, and so have the types below it; its objects have what is mixed in and inherited.
"""

import enum
from collections.abc import Iterator

from codeshed.model.code_facts import CodeDefinition
from codeshed.model.semantic import DefinitionKind
from codeshed.resolve.generic.entity import Entity
from codeshed.resolve.generic.incremental.query_cache import Recall
from codeshed.resolve.generic.members.type_members import Fits, Members, fits_all
from codeshed.resolve.generic.symbol_table import Program
from codeshed.resolve.generic.types.generics import Generics
from codeshed.resolve.generic.values.values import (
    NOTHING,
    UNKNOWN,
    Defined,
    Instance,
    Meaning,
    Meanings,
    Outside,
    Place,
    Space,
    Sureness,
)


class Side(enum.Enum):
    """What code runs for: a type itself, an object of it, or one that can't be told."""

    TYPE = "type"
    OBJECT = "object"
    ANY = "any"


class Sides:
    """Tells what types have from what their objects have."""

    def __init__(
        self, program: Program, members: Members, generics: Generics, recall: Recall[Meanings]
    ) -> None:
        self._program = program
        self._members = members
        self._generics = generics
        self._recall = recall

    def are_apart(self, owner: Entity, name: str, *, is_function: bool = False) -> bool:
        """Whether a type has other members of a name than its objects: constants belong to no side, and are no functions."""
        customs = self._program.customs_at(owner.path)
        is_method = is_function or customs.is_implemented(name)
        return customs.are_types_objects and is_method and self._program.is_type(owner)

    def is_constant(self, meaning: Meaning) -> bool:
        """Whether something is a type, a space, or a variable with the name of a constant."""
        if isinstance(meaning, Defined):
            customs, definition = (
                self._program.customs_at(meaning.entity.path),
                self._program.definition(meaning.entity),
            )
            is_function = definition.kind is DefinitionKind.FUNCTION
            return not is_function and not customs.is_implemented(definition.name)
        return isinstance(meaning, Space)

    def side_at(self, place: Place) -> Side:
        """Return what the code at a place runs for; that of a type outside of methods may lie in blocks for its objects."""
        definitions = self._program.files[place.path].facts.definitions
        definition = definitions[place.definition] if place.definition >= 0 else None
        if definition is None or definition.kind is not DefinitionKind.FUNCTION or definition.is_of_both:
            return Side.ANY
        return Side.TYPE if _is_of_type(definition) else Side.OBJECT

    def is_on(self, place: Place, method: Entity) -> bool:
        """Whether a method may be one of what the code at a place runs for."""
        if not self._program.customs_at(place.path).are_types_objects:
            return True
        match self.side_at(place):
            case Side.TYPE:
                return self._is_of_type(method)
            case Side.OBJECT:
                return self._is_of_objects(method)
            case Side.ANY:
                return True

    def receivers(self, own: Instance, place: Place) -> tuple[Instance | Defined, ...]:
        """Return what `self` is at a place in the code of a type."""
        if not self._program.customs_at(own.entity.path).are_types_objects:
            return (own,)
        itself = Defined(own.entity)
        match self.side_at(place):
            case Side.TYPE:
                return (itself,)
            case Side.OBJECT:
                return (own,)
            case Side.ANY:
                return (own, itself)

    def parents(self, owner: Entity, place: Place) -> tuple[Meaning, ...]:
        """Return what `super` is about at a place in the code of a type."""
        side = self.side_at(place)
        if side is not Side.TYPE:
            return self._members.parents(owner, with_implemented=side is Side.ANY)
        mixed = (each.entity for each, _ in self._members.mixins(owner) if isinstance(each, Instance))
        extending = (each for one in (owner, *mixed) for each in self._extending(one))
        above = self._members.bases(owner, with_implemented=False)
        types = (Defined(each.entity) if isinstance(each, Instance) else each for each in above)
        return (*extending, *types)

    def members(
        self, meaning: Instance | Defined, name: str, *, is_function: bool, fits: Fits = fits_all
    ) -> tuple[Defined, ...]:
        """Return the members of a name that a type or an object of it has.

        Something outside may turn calls of a type into those of its objects: these are only guessed.
        """
        if isinstance(meaning, Instance):
            through, sureness = meaning, meaning.sureness
            found = self.find(meaning.entity, name, is_type=False, fits=fits)
        else:
            through = self._generics.own(meaning.entity)
            found, sureness = self._members_of_type(meaning, name, is_function=is_function, fits=fits)
        members = (Defined(each, sureness, through) for each in found)
        return tuple(each for each in members if not (is_function and self.is_constant(each)))

    def _members_of_type(
        self, meaning: Defined, name: str, *, is_function: bool, fits: Fits
    ) -> tuple[tuple[Entity, ...], Sureness]:
        owner, sureness = meaning.entity, meaning.sureness
        found = self.find(owner, name, is_type=True, fits=fits)
        if is_function and not found:
            if name in self._program.customs_at(owner.path).members_of_types:
                return (), sureness
            of_objects = self.find(owner, name, is_type=False, fits=fits) if self._is_open(owner) else ()
            found = tuple(filter(self._program.is_function, of_objects))
            sureness = Sureness.INFERRED if found else sureness
        if is_function and found:
            return found, sureness
        return self._members.find(owner, name, self._program.is_variable) or found, sureness

    def of_plain_name(self, owner: Entity, name: str, place: Place, fits: Fits = fits_all) -> Meanings:
        """Return the members that a plain name means in the code of a type: methods, the surest, its own first."""
        receivers = self.receivers(self._generics.own(owner), place)
        found = [
            tuple(
                each for each in self.members(one, name, is_function=True, fits=fits) if self._is_named(each)
            )
            for one in reversed(receivers)
        ]
        return min(filter(None, found), key=self._unsureness, default=NOTHING)

    def _unsureness(self, members: tuple[Defined, ...]) -> tuple[bool, Sureness]:
        """Return how little members are meant by a plain name: a variable less than a method."""
        return all(self._program.is_variable(each.entity) for each in members), members[0].sureness

    def _is_named(self, member: Defined) -> bool:
        return not self._program.is_constructor(member.entity)

    def find(self, owner: Entity, name: str, *, is_type: bool, fits: Fits = fits_all) -> tuple[Entity, ...]:
        """Return the members of a name in the nearest type that has some for a type, or for its objects."""
        places = self._of_type(owner) if is_type else self._of_objects(owner)
        for each, is_of_side in places:
            found = tuple(one for one in self._members.own(each, name) if is_of_side(one) and fits(one))
            if found:
                return found
        return ()

    def _of_objects(self, owner: Entity) -> Iterator[tuple[Entity, Fits]]:
        for each in self._members.ancestors(owner, with_implemented=False):
            yield each, self._is_of_objects

    def _of_type(self, owner: Entity) -> Iterator[tuple[Entity, Fits]]:
        for each in self._members.ancestors(owner, with_implemented=False):
            is_mixed = each != owner and self._program.definition(each).is_mixin
            yield each, self._is_for_users if is_mixed else self._is_of_type
            for extending in self._extending(each):
                yield from self._of_objects(extending.entity)

    def _extending(self, owner: Entity) -> tuple[Instance, ...]:
        """Return the modules of the repository whose methods a type itself has, or types that mix it in."""
        others = self._members.bases(owner, with_implemented=False)
        bases = self._members.bases(owner)
        return tuple(each for each in bases if isinstance(each, Instance) and each not in others)

    def _is_of_objects(self, entity: Entity) -> bool:
        definition = self._program.definition(entity)
        return definition.is_of_both or not _is_of_type(definition)

    def _is_of_type(self, entity: Entity) -> bool:
        return _is_of_type(self._program.definition(entity))

    def _is_for_users(self, entity: Entity) -> bool:
        definition = self._program.definition(entity)
        return _is_of_type(definition) and definition.is_for_users

    def _is_open(self, owner: Entity) -> bool:
        """Whether a type may have more methods than the repository says."""
        return bool(
            self._recall.ask(("open", owner), lambda: (UNKNOWN,) if self._has_more(owner) else NOTHING)
        )

    def _has_more(self, owner: Entity) -> bool:
        catch_all = self._program.customs_at(owner.path).catch_all
        if self.find(owner, catch_all, is_type=True):
            return True
        return any(map(self._has_unknown_bases, self._members.ancestors(owner)))

    def _has_unknown_bases(self, owner: Entity) -> bool:
        """Whether something is a base of a type, or mixed into it, of which not all members are known."""
        bases = (*self._members.bases(owner), *(each for each, _ in self._members.mixins(owner)))
        definitions = [self._program.definition(part) for part in self._program.parts(owner)]
        written = {
            each.name
            for definition in definitions
            for each in (
                *definition.inherits,
                *definition.implements,
                *(one.type for one in definition.mixins),
            )
        }
        is_missing = "" in written or len(set(bases)) < len(written)
        return is_missing or any(
            isinstance(each, Outside) and not self._is_known(each, owner) for each in bases
        )

    def _is_known(self, base: Outside, owner: Entity) -> bool:
        customs = self._program.customs_at(owner.path)
        is_marker = base.name.rpartition(".")[2] in customs.markers
        return is_marker or base.name.startswith(customs.outer(""))


def surest(found: Meanings) -> Meanings:
    """Return meanings without those that are there more surely."""
    known = {
        each.entity for each in found if isinstance(each, Defined) and each.sureness is Sureness.DECLARED
    }
    return tuple(
        each
        for each in found
        if not (isinstance(each, Defined) and each.sureness is not Sureness.DECLARED and each.entity in known)
    )


def _is_of_type(definition: CodeDefinition) -> bool:
    return definition.modifiers is not None and definition.modifiers.is_static
