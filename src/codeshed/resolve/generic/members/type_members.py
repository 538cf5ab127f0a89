"""Members of types, their own and inherited ones.

Turns: a type and a name → the members of that name in the nearest type that has one. Methods that stand outside of their
type, in any file, count as its own.
"""

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence

from codeshed.model.code_expressions import TypeRef
from codeshed.model.code_facts import TOP_LEVEL, CodeMixin
from codeshed.model.semantic import DefinitionKind, TypeKind
from codeshed.resolve.generic.entity import Entity
from codeshed.resolve.generic.incremental.query_cache import Recall
from codeshed.resolve.generic.incremental.query_trace import About
from codeshed.resolve.generic.language_rules import Customs
from codeshed.resolve.generic.members.computed_bases import as_bases, without_given
from codeshed.resolve.generic.names.visible_interface import NOWHERE
from codeshed.resolve.generic.symbol_kinds import is_field
from codeshed.resolve.generic.symbol_table import Program
from codeshed.resolve.generic.values.values import (
    Instance,
    Meaning,
    Meanings,
    Outside,
    Place,
    Sureness,
    less_sure,
    place_of,
)

MAX_ANCESTORS = 256
MAX_MIXINS = 12
"""How deeply mixins may lie in each other."""

_Ancestor = tuple[Entity, tuple[CodeMixin, ...]]
"""A type, and the mixins on the way to it."""

ReadType = Callable[[TypeRef, Place], Meanings]
"""Gives what a type that is written at a place means: instances of it."""

Fits = Callable[[Entity], bool]
"""Says whether a member is one that is looked for."""


def fits_all(entity: Entity) -> bool:
    """Look for any member."""
    del entity
    return True


class Members:
    """Looks members up through base types, nearest first."""

    def __init__(self, program: Program, read_type: ReadType, recall: Recall[Meanings]) -> None:
        self._program = program
        self._read_type = read_type
        self._recall = recall
        self._extensions: dict[Entity, dict[str, tuple[Entity, ...]]] = {}
        self._said_elsewhere: dict[Entity, list[tuple[TypeRef, Place]]] = {}
        self._mixins_written: dict[Entity, tuple[tuple[CodeMixin, Place], ...]] = {}
        self.owners: dict[Entity, Entity] = {}
        """The types that definitions belong to which stand outside of them, the first part of each."""
        self.said_of: dict[str, tuple[Entity | None, ...]] = {}
        """The types that the extensions of a file are about, in their order."""

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
                first = self.owners[entity] = self._program.parts(owner)[0]
                by_name = self._extensions.setdefault(first, {})
                name = self._program.definition(entity).name
                by_name[name] = (*by_name.get(name, ()), entity)
        self._said_elsewhere = self._find_said_elsewhere()

    def _find_said_elsewhere(self) -> dict[Entity, list[tuple[TypeRef, Place]]]:
        """Return bases that code says of types that stand elsewhere, with where that is written."""
        found: defaultdict[Entity, list[tuple[TypeRef, Place]]] = defaultdict(list)
        for path, view in self._program.files.items():
            owners: list[Entity | None] = []
            for extension in view.facts.extensions:
                place = Place(path, TOP_LEVEL, NOWHERE, space=extension.space)
                owners.append(None)
                for meaning in self._read_type(extension.owner, place)[:1]:
                    if isinstance(meaning, Instance):
                        owners[-1] = first = self._program.parts(meaning.entity)[0]
                        found[first] += [
                            (each, place) for each in (*extension.inherits, *extension.implements)
                        ]
            if owners:
                self.said_of[path] = tuple(owners)
        return found

    def said_elsewhere(self, owner: Entity) -> Sequence[tuple[TypeRef, Place]]:
        """Return the bases that code outside of a type says that it has, with where that is written."""
        self._program.asked.note((About.SAID.value, self._program.symbol(owner)))
        return self._said_elsewhere.get(owner, ())

    def owner_of(self, entity: Entity) -> Entity | None:
        """Return the type that a definition is a member of."""
        definition = self._program.definition(entity)
        if definition.owner is not None:
            place = Place(entity.path, definition.parent, definition.begin, head=entity.number)
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
        beside = view.inside(self._program.definition(entity).parent, name)
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
            if number == place.definition and is_field(self._program.files[place.path], definition):
                number = definition.parent
                continue
            if is_type or (definition.kind is not DefinitionKind.FUNCTION and definition.owner is None):
                return Entity(place.path, number)
            if definition.owner is not None:
                return self.owner_of(Entity(place.path, number))
            number = definition.parent
        return None

    def types_around(self, place: Place) -> Iterator[Entity]:
        """Yield the types around a place, the innermost first."""
        owner = self.type_around(place)
        while owner is not None:
            yield owner
            definition = self._program.definition(owner)
            owner = self.type_around(Place(owner.path, definition.parent, definition.begin))

    def own(self, owner: Entity, name: str) -> tuple[Entity, ...]:
        """Return the members of a name that a type itself has."""
        first = self._program.parts(owner)[0]
        outside = self._extensions.get(first)
        inside = self._program.inside(owner, name)
        if not inside and outside is None:
            return ()
        if self._program.is_function(owner):
            inside = tuple(each for each in inside if self._program.definition(each).is_member)
        added = () if outside is None else outside.get(name, ())
        if len(added) > 1 and self._program.customs_at(first.path).are_members_replaced:
            added = tuple(each for each in added if each.path == first.path) or added
        found = (*inside, *added)
        if found and self._program.definition(owner).name == name:
            return tuple(each for each in found if not self._program.makes_objects(each))
        return found

    def has_outer(self, owner: Entity) -> bool:
        """Whether members of something stand outside of it."""
        self._program.asked.note((About.MEMBER_NAMES.value, self._program.symbol(owner)))
        return bool(self._extensions.get(self._program.parts(owner)[0]))

    def all_own(self, owner: Entity) -> tuple[Entity, ...]:
        """Return all members that a type itself has, inside of it and elsewhere; noted are their names."""
        for part in self._program.parts(owner):
            self._program.asked.note((About.MEMBER_NAMES.value, self._program.symbol(part)))
        return self.all_inside_and_outside(owner)

    def all_inside_and_outside(self, owner: Entity) -> tuple[Entity, ...]:
        """Return the same; whoever asks notes what it looks for."""
        parts = self._program.parts(owner)
        inside = [
            Entity(part.path, number)
            for part in parts
            for number in self._program.files[part.path].all_inside(part.number)
            if not self._program.is_of_block(Entity(part.path, number))
        ]
        outside = [each for entities in self._extensions.get(parts[0], {}).values() for each in entities]
        return tuple(sorted((*inside, *outside), key=_key))

    def ancestors(self, owner: Entity, *, with_implemented: bool = True) -> Iterator[Entity]:
        """Yield a type and those of its bases that the repository has, the nearest first."""
        return (each for each, _ in self._ancestors(owner, with_implemented=with_implemented))

    def bases(self, owner: Entity, *, with_implemented: bool = True) -> tuple[Meaning, ...]:
        """Return the types that a type declares as its bases, in their order."""
        return self._recall.ask(
            ("bases", owner, with_implemented),
            lambda: self._find_bases(owner, with_implemented=with_implemented),
        )

    def _find_bases(self, owner: Entity, *, with_implemented: bool) -> Meanings:
        parts = self._program.parts(owner)
        written = [
            each for part in parts for each in self._written_bases(part, with_implemented=with_implemented)
        ]
        written += self.said_elsewhere(parts[0])
        found = (meaning for each, at in written for meaning in self._read_base(each, at, owner)[:1])
        return tuple(
            dict.fromkeys(
                each
                for each in found
                if not (isinstance(each, Instance) and each.entity in parts)
                and (with_implemented or not self.is_implemented(each, owner))
            )
        )

    def is_implemented(self, base: Meaning, owner: Entity) -> bool:
        """Whether a base is an interface that stands among classes, where a language writes both alike."""
        is_interface = (
            isinstance(base, Instance)
            and self._program.definition(base.entity).type_kind is TypeKind.INTERFACE
        )
        is_mixed = bool(self._program.customs_at(owner.path).interface_names)
        return (
            is_mixed and is_interface and self._program.definition(owner).type_kind is not TypeKind.INTERFACE
        )

    def _read_base(self, type_ref: TypeRef, place: Place, owner: Entity) -> Meanings:
        """Return what a base means; where types are open, it may be written in their bodies and lie in them too."""
        found = self._read_type(type_ref, place)
        if self._program.definition(owner).is_open and not any(isinstance(each, Instance) for each in found):
            parts = self._program.open_types.unlike_parts(owner)
            inside = (self._read_type(type_ref, Place(part.path, part.number, NOWHERE)) for part in parts)
            found = next((each for each in inside if any(isinstance(one, Instance) for one in each)), found)
        return found

    def _written_bases(self, owner: Entity, *, with_implemented: bool) -> list[tuple[TypeRef, Place]]:
        definition = self._program.definition(owner)
        place = place_of(owner, definition)
        implemented = definition.implements if with_implemented else ()
        return [(each, place) for each in (*definition.inherits, *implemented, *definition.self_types)]

    def told_apart(self, owner: Entity) -> tuple[tuple[TypeRef, ...], tuple[TypeRef, ...]]:
        """Return what a type inherits from and what it implements: where only names tell these apart, by what they mean."""
        definition = self._program.definition(owner)
        is_told = not self._program.customs_at(owner.path).interface_names
        if is_told or definition.type_kind is not TypeKind.CLASS:
            return definition.inherits, definition.implements
        inherits: list[TypeRef] = []
        implements: list[TypeRef] = []
        for each in (*definition.inherits, *definition.implements):
            meant = next(iter(self._read_type(each, place_of(owner, definition))), None)
            is_class = each in definition.inherits
            if isinstance(meant, Instance):
                is_class = self._program.definition(meant.entity).type_kind is not TypeKind.INTERFACE
            (inherits if is_class else implements).append(each)
        return tuple(inherits), tuple(implements)

    def mixins(self, owner: Entity) -> tuple[tuple[Meaning, CodeMixin], ...]:
        """Return the types whose members are put into a type, with what is said of these members."""
        parts = self._program.parts(owner)
        if owner not in self._mixins_written:
            definitions = ((part, self._program.definition(part)) for part in parts)
            self._mixins_written[owner] = tuple(
                (each, place_of(part, definition))
                for part, definition in definitions
                for each in definition.mixins
            )
        written = self._mixins_written[owner]
        if not written:
            return ()
        found = tuple(
            (meaning, each)
            for number, (each, _) in enumerate(written)
            for meaning in self._mixin(owner, number)
        )
        return without_given(found, self._program)

    def _mixin(self, owner: Entity, number: int) -> Meanings:
        mixin, place = self._mixins_written[owner][number]
        return self._recall.ask(
            ("mixin", owner, number),
            lambda: as_bases(self._read_base(mixin.type, place, owner)[:1], mixin, self._program),
        )

    def _ancestors(self, owner: Entity, *, with_implemented: bool = True) -> Iterator[_Ancestor]:
        """Yield a type and those of its bases that the repository has, level by level, up to a limit.

        The mixins of a type come right behind it, each with what is said of its members on the way.
        """
        seen = {owner}
        level = [owner]
        while level and len(seen) <= MAX_ANCESTORS:
            mixed = self._level_with_mixins(level)
            yield from mixed
            seen.update(each for each, _ in mixed)
            above = [
                base.entity
                for each, _ in mixed
                for base in self.bases(each, with_implemented=with_implemented)
                if isinstance(base, Instance)
            ]
            level = [each for each in dict.fromkeys(above) if each not in seen]
            seen.update(level)

    def _level_with_mixins(self, level: list[Entity]) -> list[_Ancestor]:
        if not any(map(self.mixins, level)):
            return [(each, ()) for each in level]
        return list(dict.fromkeys(inner for each in level for inner in self._with_mixins(each, ())))

    def _with_mixins(self, owner: Entity, way: tuple[CodeMixin, ...]) -> Iterator[_Ancestor]:
        mixins = self.mixins(owner) if len(way) < MAX_MIXINS else ()
        if not mixins:
            yield owner, way
            return
        yield from self._of_mixins(mixins, way, is_first=True)
        yield owner, way
        yield from self._of_mixins(mixins, way, is_first=False)

    def _of_mixins(
        self, mixins: tuple[tuple[Meaning, CodeMixin], ...], way: tuple[CodeMixin, ...], *, is_first: bool
    ) -> Iterator[_Ancestor]:
        for meaning, mixin in mixins:
            if isinstance(meaning, Instance) and mixin.is_first is is_first:
                yield from self._with_mixins(meaning.entity, (*way, mixin))

    def parents(self, owner: Entity, *, with_implemented: bool = True) -> tuple[Meaning, ...]:
        """Return what a type speaks of as its parent: what is mixed in so, then its bases."""
        mixed = (
            less_sure(meaning, Sureness.INFERRED) if mixin.is_guessed else meaning
            for meaning, mixin in self.mixins(owner)
            if mixin.is_parent
        )
        return (*mixed, *self.bases(owner, with_implemented=with_implemented))

    def is_guessed(self, owner: Entity, member: Entity) -> bool:
        """Whether a type has a member only if something is one of its parents that may be none."""
        holder = self.owner_of(member)
        if holder is None or holder == owner:
            return False
        seen = {owner}
        level = [owner]
        while level and holder not in seen and len(seen) <= MAX_ANCESTORS:
            above = [base for each in level for base in self.bases(each)]
            above += [base for each in level for base, mixin in self.mixins(each) if not mixin.is_guessed]
            level = [each.entity for each in above if isinstance(each, Instance) and each.entity not in seen]
            seen.update(level)
        return not seen.issuperset(self.ancestors(owner)) and holder not in seen

    def find(self, owner: Entity, name: str, fits: Fits = fits_all) -> tuple[Entity, ...]:
        """Return the members of a name that fit, in the first type that has one: itself, then its bases, level by level."""
        return next((found for _, found in self.having(owner, name, fits)), ())

    def having(self, owner: Entity, name: str, fits: Fits) -> Iterator[tuple[Entity, tuple[Entity, ...]]]:
        """Yield the types that have members of a name which fit, with these: itself, then its bases, level by level."""
        customs = self._program.customs_at(owner.path)
        for each, way in self._ancestors(owner, with_implemented=customs.is_implemented(name)):
            inner = _name_behind(name, way)
            found = tuple(filter(fits, self.own(each, inner))) if inner else ()
            if found:
                yield each, found


def _name_behind(name: str, way: tuple[CodeMixin, ...]) -> str:
    """Return the name that a member has in a mixin of a mixin, nothing if it is left out on the way."""
    for mixin in way:
        own = dict(mixin.renamed).get(name)
        if own is None and name in mixin.left_out:
            return ""
        name = own or name
    return name


def has_member(customs: Customs, meaning: Outside, name: str, *, is_vague: bool = False) -> bool:
    """Whether a type outside may have a member: of some all members are known, of one that is vague no others count."""
    known = customs.closed_types.get(meaning.name)
    if known is None:
        known = customs.markers.get(meaning.name.rpartition(".")[2])
    return not is_vague if known is None else name in known


def _key(entity: Entity) -> tuple[str, int]:
    return entity.path, entity.number
