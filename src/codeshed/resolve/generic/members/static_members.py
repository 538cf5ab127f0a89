"""Static and instance members, in languages where a type is itself an object (Ruby).

Turns: a type or an instance of it, and a name → its members. A type has its singleton methods, those of modules that extend
it, those that mixed-in modules give to it, and its base types'; an instance has inherited and mixed-in members.
"""

import enum
from collections.abc import Iterator

from codeshed.model.code_facts import CodeDefinition
from codeshed.model.semantic import DefinitionKind
from codeshed.resolve.generic.definition_key import Entity
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
    """What `self` is: a type, an instance of it, or unknown."""

    TYPE = "type"
    OBJECT = "object"
    ANY = "any"


class Sides:
    """Looks up members of a type separately from those of its instances."""

    def __init__(
        self, program: Program, members: Members, generics: Generics, cache: Recall[Meanings]
    ) -> None:
        self._program = program
        self._members = members
        self._generics = generics
        self._cache = cache

    def are_apart(self, owner: Entity, name: str, *, is_function: bool = False) -> bool:
        """Whether a name is looked up separately for a type and for its instances: methods are, constants are not."""
        rules = self._program.customs_at(owner.path)
        is_method = is_function or rules.is_implemented(name)
        return rules.are_types_objects and is_method and self._program.is_type(owner)

    def is_constant(self, value: Meaning) -> bool:
        """Whether a value is a type, a namespace, or a variable with the name of a constant."""
        if isinstance(value, Defined):
            rules, definition = (
                self._program.customs_at(value.entity.path),
                self._program.definition(value.entity),
            )
            is_function = definition.kind is DefinitionKind.FUNCTION
            return not is_function and not rules.is_implemented(definition.name)
        return isinstance(value, Space)

    def side_at(self, place: Place) -> Side:
        """Return what `self` is at a place; code of a type outside of methods may be in blocks for its instances."""
        definitions = self._program.files[place.path].facts.definitions
        definition = definitions[place.definition] if place.definition >= 0 else None
        if definition is None or definition.kind is not DefinitionKind.FUNCTION or definition.is_of_both:
            return Side.ANY
        return Side.TYPE if _is_of_type(definition) else Side.OBJECT

    def is_on(self, place: Place, method: Entity) -> bool:
        """Whether a method may be called on `self` at a place."""
        if not self._program.customs_at(place.path).are_types_objects:
            return True
        match self.side_at(place):
            case Side.TYPE:
                return self._is_of_type(method)
            case Side.OBJECT:
                return self._is_instance_member(method)
            case Side.ANY:
                return True

    def receivers(self, own: Instance, place: Place) -> tuple[Instance | Defined, ...]:
        """Return the values of `self` at a place in a type."""
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
        """Return the values of `super` at a place in a type."""
        side = self.side_at(place)
        if side is not Side.TYPE:
            return self._members.parents(owner, with_implemented=side is Side.ANY)
        mixins = (each.entity for each, _ in self._members.mixins(owner) if isinstance(each, Instance))
        extending = (each for one in (owner, *mixins) for each in self._extending(one))
        bases = self._members.bases(owner, with_implemented=False)
        types = (Defined(each.entity) if isinstance(each, Instance) else each for each in bases)
        return (*extending, *types)

    def members(
        self, value: Instance | Defined, name: str, *, is_function: bool, fits: Fits = fits_all
    ) -> tuple[Defined, ...]:
        """Return the members of a type or of an instance.

        External code may forward calls of a type to its instances (`method_missing`); such members are inferred.
        """
        if isinstance(value, Instance):
            through, certainty = value, value.sureness
            found = self.find(value.entity, name, is_type=False, fits=fits)
        else:
            through = self._generics.own(value.entity)
            found, certainty = self._members_of_type(value, name, is_function=is_function, fits=fits)
        members = (Defined(each, certainty, through) for each in found)
        return tuple(each for each in members if not (is_function and self.is_constant(each)))

    def _members_of_type(
        self, value: Defined, name: str, *, is_function: bool, fits: Fits
    ) -> tuple[tuple[Entity, ...], Sureness]:
        owner, certainty = value.entity, value.sureness
        found = self.find(owner, name, is_type=True, fits=fits)
        if is_function and not found:
            if name in self._program.customs_at(owner.path).members_of_types:
                return (), certainty
            of_objects = (
                self.find(owner, name, is_type=False, fits=fits) if self._may_have_more_methods(owner) else ()
            )
            found = tuple(filter(self._program.is_function, of_objects))
            certainty = Sureness.INFERRED if found else certainty
        if is_function and found:
            return found, certainty
        return self._members.find(owner, name, self._program.is_variable) or found, certainty

    def of_plain_name(self, owner: Entity, name: str, place: Place, fits: Fits = fits_all) -> Meanings:
        """Return the members that an unqualified name means in a type: methods before variables, the most certain first."""
        receivers = self.receivers(self._generics.own(owner), place)
        found = [
            tuple(
                each
                for each in self.members(one, name, is_function=True, fits=fits)
                if self._is_callable_by_name(each)
            )
            for one in reversed(receivers)
        ]
        return min(filter(None, found), key=self._sort_key, default=NOTHING)

    def _sort_key(self, members: tuple[Defined, ...]) -> tuple[bool, Sureness]:
        """Return a sort key for members: methods before variables, then by certainty."""
        return all(self._program.is_variable(each.entity) for each in members), members[0].sureness

    def _is_callable_by_name(self, member: Defined) -> bool:
        return not self._program.is_constructor(member.entity)

    def find(self, owner: Entity, name: str, *, is_type: bool, fits: Fits = fits_all) -> tuple[Entity, ...]:
        """Return the members of the nearest ancestor that has some on the type's or the instances' side."""
        places = self._static_owners(owner) if is_type else self._instance_owners(owner)
        for each, is_of_side in places:
            found = tuple(one for one in self._members.own(each, name) if is_of_side(one) and fits(one))
            if found:
                return found
        return ()

    def _instance_owners(self, owner: Entity) -> Iterator[tuple[Entity, Fits]]:
        for each in self._members.ancestors(owner, with_implemented=False):
            yield each, self._is_instance_member

    def _static_owners(self, owner: Entity) -> Iterator[tuple[Entity, Fits]]:
        for each in self._members.ancestors(owner, with_implemented=False):
            is_mixed = each != owner and self._program.definition(each).is_mixin
            yield each, self._is_given_to_users if is_mixed else self._is_of_type
            for extending in self._extending(each):
                yield from self._instance_owners(extending.entity)

    def _extending(self, owner: Entity) -> tuple[Instance, ...]:
        """Return the modules of the repository that extend a type (`extend M`)."""
        others = self._members.bases(owner, with_implemented=False)
        bases = self._members.bases(owner)
        return tuple(each for each in bases if isinstance(each, Instance) and each not in others)

    def _is_instance_member(self, entity: Entity) -> bool:
        definition = self._program.definition(entity)
        return definition.is_of_both or not _is_of_type(definition)

    def _is_of_type(self, entity: Entity) -> bool:
        return _is_of_type(self._program.definition(entity))

    def _is_given_to_users(self, entity: Entity) -> bool:
        definition = self._program.definition(entity)
        return _is_of_type(definition) and definition.is_for_users

    def _may_have_more_methods(self, owner: Entity) -> bool:
        """Whether a type may have more static methods than the repository declares."""
        return bool(
            self._cache.ask(
                ("open", owner), lambda: (UNKNOWN,) if self._has_unknown_methods(owner) else NOTHING
            )
        )

    def _has_unknown_methods(self, owner: Entity) -> bool:
        catch_all = self._program.customs_at(owner.path).catch_all
        if self.find(owner, catch_all, is_type=True):
            return True
        return any(map(self._has_unknown_bases, self._members.ancestors(owner)))

    def _has_unknown_bases(self, owner: Entity) -> bool:
        """Whether a type has a base or mixin of which not all members are known."""
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
        rules = self._program.customs_at(owner.path)
        is_marker = base.name.rpartition(".")[2] in rules.markers
        return is_marker or base.name.startswith(rules.outer(""))


def surest(found: Meanings) -> Meanings:
    """Drop values whose definition is there with more certainty."""
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
