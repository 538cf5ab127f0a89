"""Members of types, their own and inherited ones.

Turns: a type and a name → the members of that name in the nearest type that has one. Methods that stand outside of their
type, in any file, count as its own.
"""

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence

from codeshed.model.code_facts import TOP_LEVEL, TypeRef
from codeshed.model.semantic import DefinitionKind
from codeshed.resolve.languages.interface import NOWHERE
from codeshed.resolve.languages.meanings import (
    Instance,
    Meaning,
    Meanings,
    Outside,
    Place,
    place_of,
)
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
        self._extensions: dict[Entity, dict[str, tuple[Entity, ...]]] = {}
        self._said_elsewhere: dict[Entity, list[tuple[TypeRef, Place]]] = {}

    def take_extensions(self) -> None:
        """Find what stands outside of its type; the types within types come last, since they may stand outside too."""
        outside = [
            (definition.owner.name.count("."), path, number)
            for path, view in self._program.files.items()
            for number, definition in enumerate(view.facts.definitions)
            if definition.owner is not None
        ]
        for _, path, number in sorted(outside):
            entity = Entity(path, number)
            owner = self.owner_of(entity)
            if owner is not None:
                by_name = self._extensions.setdefault(self._program.parts(owner)[0], {})
                name = self._program.definition(entity).name
                by_name[name] = (*by_name.get(name, ()), entity)
        self._said_elsewhere = self._find_said_elsewhere()
        self._bases.clear()

    def _find_said_elsewhere(self) -> dict[Entity, list[tuple[TypeRef, Place]]]:
        """Return bases that code says of types that stand elsewhere, with where that is written."""
        found: defaultdict[Entity, list[tuple[TypeRef, Place]]] = defaultdict(list)
        for path, view in self._program.files.items():
            for extension in view.facts.extensions:
                place = Place(path, TOP_LEVEL, NOWHERE)
                for meaning in self._read_type(extension.owner, place)[:1]:
                    if isinstance(meaning, Instance):
                        found[self._program.parts(meaning.entity)[0]] += [
                            (each, place) for each in (*extension.inherits, *extension.implements)
                        ]
        return found

    def said_elsewhere(self, owner: Entity) -> Sequence[tuple[TypeRef, Place]]:
        """Return the bases that code outside of a type says that it has, with where that is written."""
        return self._said_elsewhere.get(owner, ())

    def owner_of(self, entity: Entity) -> Entity | None:
        """Return the type that a definition is a member of."""
        definition = self._program.definition(entity)
        if definition.owner is not None:
            place = Place(entity.path, definition.parent, definition.begin)
            for meaning in self._read_type(definition.owner, place):
                if isinstance(meaning, Instance):
                    return meaning.entity
            return self._variable_beside(entity, definition.owner.name)
        if definition.parent < 0:
            return None
        return Entity(entity.path, definition.parent)

    def _variable_beside(self, entity: Entity, name: str) -> Entity | None:
        """Return the variable that something is put into: `a.run = function () {…}`."""
        view = self._program.files[entity.path]
        beside = view.children.get(self._program.definition(entity).parent, {}).get(name, ())
        variables = [
            number for number in beside if view.facts.definitions[number].kind is DefinitionKind.VARIABLE
        ]
        return Entity(entity.path, variables[0]) if len(variables) == 1 else None

    def type_around(self, place: Place) -> Entity | None:
        """Return the type whose code runs at a place."""
        number = place.definition
        definitions = self._program.files[place.path].facts.definitions
        while number >= 0:
            definition = definitions[number]
            is_type = definition.kind is DefinitionKind.TYPE
            if is_type or (definition.kind is not DefinitionKind.FUNCTION and definition.owner is None):
                return Entity(place.path, number)
            if definition.owner is not None:
                return self.owner_of(Entity(place.path, number))
            number = definition.parent
        return None

    def own(self, owner: Entity, name: str) -> tuple[Entity, ...]:
        """Return the members of a name that a type itself has."""
        first = self._program.parts(owner)[0]
        return (*self._program.inside(owner, name), *self._extensions.get(first, {}).get(name, ()))

    def bases(self, owner: Entity) -> tuple[Meaning, ...]:
        """Return the types that a type declares as its bases, in their order."""
        known = self._bases.get(owner)
        if known is None:
            self._bases[owner] = ()
            parts = self._program.parts(owner)
            written = [each for part in parts for each in self._written_bases(part)]
            written += self._said_elsewhere.get(parts[0], [])
            found = (meaning for each, at in written for meaning in self._read_type(each, at)[:1])
            known = tuple(
                dict.fromkeys(
                    each for each in found if not (isinstance(each, Instance) and each.entity in parts)
                )
            )
            self._bases[owner] = known
        return known

    def _written_bases(self, owner: Entity) -> list[tuple[TypeRef, Place]]:
        definition = self._program.definition(owner)
        place = place_of(owner, definition)
        return [(each, place) for each in (*definition.inherits, *definition.implements)]

    def _ancestors(self, owner: Entity) -> Iterator[Entity]:
        """Yield a type and those of its bases that the repository has, level by level, up to a limit."""
        seen = {owner}
        level = [owner]
        while level and len(seen) <= MAX_ANCESTORS:
            yield from level
            above = [base.entity for each in level for base in self.bases(each) if isinstance(base, Instance)]
            level = [each for each in dict.fromkeys(above) if each not in seen]
            seen.update(level)

    def find(self, owner: Entity, name: str) -> tuple[Entity, ...]:
        """Return the members of a name in the first type that has one: itself, then its bases, level by level."""
        return next((found for each in self._ancestors(owner) if (found := self.own(each, name))), ())

    def outside_base(self, owner: Entity, name: str = "") -> str | None:
        """Return the name of a base outside of the repository that may have a member, its own or one of a base."""
        markers = self._program.customs[self._program.files[owner.path].language].markers
        for each in self._ancestors(owner):
            for base in self.bases(each):
                if isinstance(base, Outside) and has_member(markers, base, name):
                    return base.name
        return None

    def constructors(self, owner: Entity) -> tuple[Entity, ...]:
        """Return the constructors of a type, else those of the nearest base that has some."""
        return next((found for each in self._ancestors(owner) if (found := self._own_constructors(each))), ())

    def _own_constructors(self, owner: Entity) -> tuple[Entity, ...]:
        parts = self._program.parts(owner)
        inside = [
            Entity(part.path, number)
            for part in parts
            for numbers in self._program.files[part.path].children.get(part.number, {}).values()
            for number in numbers
        ]
        outside = [each for entities in self._extensions.get(parts[0], {}).values() for each in entities]
        return tuple(each for each in sorted((*inside, *outside), key=_key) if self._is_constructor(each))

    def _is_constructor(self, entity: Entity) -> bool:
        modifiers = self._program.definition(entity).modifiers
        return modifiers is not None and modifiers.is_constructor


def has_member(markers: Mapping[str, frozenset[str]], meaning: Outside, name: str) -> bool:
    """Whether a type outside may have a member: of some all members are known."""
    known = markers.get(meaning.name.rpartition(".")[2])
    return known is None or name in known


def _key(entity: Entity) -> tuple[str, int]:
    return entity.path, entity.number
