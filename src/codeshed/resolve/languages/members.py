"""Members of types, their own and inherited ones.

Turns: a type and a name → the members of that name in the nearest type that has one. Methods that stand outside of their
type, in any file, count as its own.
"""

from collections import defaultdict
from collections.abc import Callable, Mapping
from functools import cached_property

from codeshed.model.code_facts import TOP_LEVEL, TypeRef
from codeshed.model.semantic import DefinitionKind
from codeshed.resolve.languages.interface import NOWHERE
from codeshed.resolve.languages.meanings import Defined, Instance, Meaning, Meanings, Outside, Place
from codeshed.resolve.languages.program import Entity, Program

MAX_ANCESTORS = 256

ReadType = Callable[[TypeRef, Place], Meanings]
"""Gives what a type that is written at a place means: instances of it."""


class Members:
    """Looks members up through base types, nearest first."""

    def __init__(self, program: Program, read_type: ReadType) -> None:
        self._program = program
        self._read_type = read_type
        self._bases: dict[Entity, tuple[Meaning, ...]] = {}
        self._is_finding_owners = False

    @cached_property
    def _extensions(self) -> Mapping[Entity, Mapping[str, tuple[Entity, ...]]]:
        """Members that stand outside of their types, by type and name."""
        found: defaultdict[Entity, defaultdict[str, list[Entity]]] = defaultdict(lambda: defaultdict(list))
        self._is_finding_owners = True
        for path, view in self._program.files.items():
            for number, definition in enumerate(view.facts.definitions):
                if definition.owner is None:
                    continue
                owner = self.owner_of(Entity(path, number))
                if owner is not None:
                    found[owner][definition.name].append(Entity(path, number))
        self._is_finding_owners = False
        return {
            owner: {name: tuple(entities) for name, entities in by_name.items()}
            for owner, by_name in found.items()
        }

    @cached_property
    def _said_elsewhere(self) -> Mapping[Entity, list[tuple[TypeRef, Place]]]:
        """Bases that code says of types that stand elsewhere, with where that is written."""
        found: defaultdict[Entity, list[tuple[TypeRef, Place]]] = defaultdict(list)
        for path, view in self._program.files.items():
            for extension in view.facts.extensions:
                place = Place(path, TOP_LEVEL, NOWHERE)
                for meaning in self._read_type(extension.owner, place)[:1]:
                    if isinstance(meaning, Instance):
                        found[meaning.entity] += [
                            (each, place) for each in (*extension.inherits, *extension.implements)
                        ]
        return found

    def owner_of(self, entity: Entity) -> Entity | None:
        """Return the type that a definition is a member of."""
        definition = self._program.definition(entity)
        if definition.owner is not None:
            place = Place(entity.path, definition.parent, definition.begin)
            for meaning in self._read_type(definition.owner, place):
                if isinstance(meaning, Instance):
                    return meaning.entity
            return None
        if definition.parent < 0:
            return None
        return Entity(entity.path, definition.parent)

    def type_around(self, place: Place) -> Entity | None:
        """Return the type whose code runs at a place."""
        number = place.definition
        definitions = self._program.files[place.path].facts.definitions
        while number >= 0:
            definition = definitions[number]
            if definition.kind is not DefinitionKind.FUNCTION and definition.owner is None:
                return Entity(place.path, number)
            if definition.owner is not None:
                return self.owner_of(Entity(place.path, number))
            number = definition.parent
        return None

    def own(self, owner: Entity, name: str) -> tuple[Entity, ...]:
        """Return the members of a name that a type itself has; those outside of it not while their owners are looked for."""
        numbers = self._program.files[owner.path].children.get(owner.number, {}).get(name, ())
        inside = tuple(Entity(owner.path, number) for number in numbers)
        if self._is_finding_owners:
            return inside
        return (*inside, *self._extensions.get(owner, {}).get(name, ()))

    def bases(self, owner: Entity) -> tuple[Meaning, ...]:
        """Return the types that a type declares as its bases, in their order."""
        known = self._bases.get(owner)
        if known is None:
            self._bases[owner] = ()
            definition = self._program.definition(owner)
            place = Place(owner.path, definition.parent, definition.begin)
            written = [(each, place) for each in (*definition.inherits, *definition.implements)]
            written += self._said_elsewhere.get(owner, [])
            found = (meaning for each, at in written for meaning in self._read_type(each, at)[:1])
            known = tuple(dict.fromkeys(each for each in found if each != Instance(owner, each.sureness)))
            self._bases[owner] = known
        return known

    def find(self, owner: Entity, name: str, *, is_own_left_out: bool = False) -> tuple[Entity, ...]:
        """Return the members of a name in the first type that has one: itself, then its bases, level by level."""
        seen = {owner}
        level = [owner]
        is_first = True
        while level and len(seen) <= MAX_ANCESTORS:
            for each in level:
                found = () if is_first and is_own_left_out else self.own(each, name)
                if found:
                    return found
            is_first = False
            above = [base.entity for each in level for base in self.bases(each) if isinstance(base, Instance)]
            level = [each for each in dict.fromkeys(above) if each not in seen]
            seen.update(level)
        return ()

    def has_outside_base(self, owner: Entity) -> str | None:
        """Return the name of a base outside of the repository, itself one or one of a base, if there is any."""
        seen = {owner}
        level = [owner]
        while level and len(seen) <= MAX_ANCESTORS:
            above: list[Entity] = []
            for each in level:
                for base in self.bases(each):
                    if isinstance(base, Outside):
                        return base.name
                    if isinstance(base, Instance):
                        above.append(base.entity)
            level = [each for each in dict.fromkeys(above) if each not in seen]
            seen.update(level)
        return None

    def constructors(self, owner: Entity) -> tuple[Entity, ...]:
        """Return the constructors of a type, else those of the nearest base that has some."""
        seen = {owner}
        level = [owner]
        while level and len(seen) <= MAX_ANCESTORS:
            for each in level:
                found = self._own_constructors(each)
                if found:
                    return found
            above = [base.entity for each in level for base in self.bases(each) if isinstance(base, Instance)]
            level = [each for each in dict.fromkeys(above) if each not in seen]
            seen.update(level)
        return ()

    def _own_constructors(self, owner: Entity) -> tuple[Entity, ...]:
        view = self._program.files[owner.path]
        inside = [
            Entity(owner.path, number)
            for numbers in view.children.get(owner.number, {}).values()
            for number in numbers
        ]
        outside = [each for entities in self._extensions.get(owner, {}).values() for each in entities]
        return tuple(each for each in sorted((*inside, *outside), key=_key) if self._is_constructor(each))

    def _is_constructor(self, entity: Entity) -> bool:
        modifiers = self._program.definition(entity).modifiers
        return modifiers is not None and modifiers.is_constructor


def _key(entity: Entity) -> tuple[str, int]:
    return entity.path, entity.number


def defined(entities: tuple[Entity, ...]) -> Meanings:
    """Return definitions as meanings."""
    return tuple(map(Defined, entities))
