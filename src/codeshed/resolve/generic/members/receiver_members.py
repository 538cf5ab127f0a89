"""Members of values.

Turns: Meanings and a name → what a member of that name means: of objects, types, spaces, records, and what lies outside.
"""

from codeshed.model.code_expressions import ALL_FIELDS, ARRAY, FUNCTION, OtherExpr
from codeshed.model.semantic import TypeKind
from codeshed.resolve.generic.entity import Entity
from codeshed.resolve.generic.members.extension_methods import ExtensionMethods
from codeshed.resolve.generic.members.inherited_overloads import InheritedOverloads
from codeshed.resolve.generic.members.patched_members import AddedMembers
from codeshed.resolve.generic.members.static_members import surest
from codeshed.resolve.generic.members.trait_methods import TraitMethods
from codeshed.resolve.generic.members.type_members import has_member
from codeshed.resolve.generic.resolver_context import Ground, ReadValue
from codeshed.resolve.generic.types.external_types import may_give_any
from codeshed.resolve.generic.types.type_lowering import WrittenTypes
from codeshed.resolve.generic.types.wrapper_types import holding, part_of, seen_through
from codeshed.resolve.generic.values.values import (
    NOTHING,
    Defined,
    Instance,
    Meaning,
    Meanings,
    Outside,
    Place,
    Record,
    Sequence,
    Space,
    Sureness,
    less_sure,
)


class ValueMembers:
    """Finds out what members of values mean."""

    def __init__(self, ground: Ground, types: WrittenTypes, read_value: ReadValue) -> None:
        self._ground = ground
        self._program = ground.program
        self._file = ground.file
        self._recall = ground.recall
        self._members = ground.members
        self._names = ground.names
        self._generics = ground.generics
        self._signatures = ground.signatures
        self._sides = ground.sides
        self._types = types
        self._read_value = read_value
        self.overloads = InheritedOverloads(ground, types)
        self._extension_methods = ExtensionMethods(ground.program, types)
        self._trait_methods = TraitMethods(ground, types)
        self._added_members = AddedMembers(ground.program)
        self._root_members = {
            root.name: root.members
            for customs in ground.program.customs.values()
            for root in customs.roots
            if not root.kinds
        }

    def member(
        self,
        meanings: Meanings,
        name: str,
        *,
        is_function: bool = False,
        is_value: bool = False,
        is_written: bool = False,
        n_arguments: int | None = None,
    ) -> Meanings:
        """Return what a member of something means; as a value it is no function."""
        if is_value:
            found = self.member(meanings, name)
            return tuple(each for each in found if not self._signatures.is_function(each))
        found_by = [
            (each, found)
            for each in self._types.bounded(meanings)
            for found in self._member_of(
                each, name, n_arguments, is_function=is_function, is_written=is_written
            )
        ]
        if self._file.customs.are_types_apart and any(isinstance(found, Defined) for _, found in found_by):
            # A namespace with the name of a type may be one of the repository in part, and lacks what the type has.
            found_by = [
                (each, found)
                for each, found in found_by
                if not (isinstance(each, Space) and isinstance(found, Outside))
            ]
        if len(meanings) > 1 and all(isinstance(found, Outside) for _, found in found_by):
            # A base outside of a type is a worse guess than a type that is written there itself.
            found_by.sort(key=lambda each: not isinstance(each[0], Outside))
        found = tuple(dict.fromkeys(found for _, found in found_by))
        return surest(found) if len(meanings) > 1 and self._file.customs.are_types_objects else found

    def _member_of(
        self, meaning: Meaning, name: str, n_arguments: int | None, *, is_function: bool, is_written: bool
    ) -> Meanings:
        match meaning:
            case Space(key=key):
                return self._names.seen.in_space(
                    self._file.seen_from, key, name
                ) or self._names.spaces.beside(key, name)
            case Outside(name=name_outside) if name_outside == FUNCTION:
                return (meaning,) if name == self._file.customs.applied else NOTHING
            case Outside():
                inside = self._inside(meaning, name)
                return inside or self._outside_member(holding(self._file.contents, meaning, name), name)
            case Instance() | Defined():
                return self._of_type(
                    meaning, name, n_arguments, is_function=is_function, is_written=is_written
                )
            case Sequence(items=items, sureness=sureness):
                one = items if len(items) == 1 else ()
                return (Outside(f"{self._file.customs.sequence or ARRAY}.{name}", sureness, arguments=one),)
            case _:
                return self._field(meaning, name) if isinstance(meaning, Record) else NOTHING

    def _of_type(
        self,
        meaning: Instance | Defined,
        name: str,
        n_arguments: int | None,
        *,
        is_function: bool,
        is_written: bool,
    ) -> Meanings:
        """Return a member of a type of the repository, or of an object of it."""
        entity, sureness = meaning.entity, meaning.sureness
        if self._sides.are_apart(entity, name, is_function=is_function):
            return (
                self._sides.members(meaning, name, is_function=is_function)
                or self._space_in(meaning, name)
                or self._from_outside_base(meaning, name)
            )
        fits = self._signatures.fitting(entity.path, is_function=is_function)
        is_apart = is_function and self._program.customs_at(entity.path).are_functions_apart
        members = tuple(
            each
            for owner in self._meant_types(entity)
            for each in self._on_side(
                owner, name, self.overloads.find(owner, name, fits, n_arguments), meaning
            )
            or (() if is_apart else self._members.find(owner, name))
        )
        if is_function and not any(map(self._program.is_function, members)):
            members = self._ground.caseless.methods(entity, name) or members
        outside = self.outside_overload(entity, name, members, n_arguments)
        applied = meaning if isinstance(meaning, Instance) else meaning.through
        through = applied if applied is not None and applied.entity == entity else self._generics.own(entity)
        members = self._signatures.static_first(members, is_static=isinstance(meaning, Defined))
        members = self._signatures.accessors(members, is_written=is_written)
        own: Meanings = tuple(
            Defined(each, self._sureness(entity, each, sureness), through) for each in members
        )
        return (
            (own if outside is None else (less_sure(outside, sureness),))
            or self._seen_as(meaning, name)
            or self._trait_methods.of_all(name)
            or self._space_in(meaning, name)
            or self._copied(meaning, name)
            or self._from_outside_base(meaning, name)
            or self._trait_methods.of_any(name)
        )

    def _sureness(self, owner: Entity, member: Entity, known: Sureness) -> Sureness:
        """Return how sure it is that a type has a member: not very, if a call makes its parent of what has it."""
        is_open = self._program.customs_at(owner.path).are_types_values
        return Sureness.INFERRED if is_open and self._members.is_guessed(owner, member) else known

    def _on_side(
        self, owner: Entity, name: str, nearest: tuple[Entity, ...], meaning: Instance | Defined
    ) -> tuple[Entity, ...]:
        """Return members of the nearest type that has some for a type itself, or for its objects, if it is known which have."""
        is_static = isinstance(meaning, Defined)
        is_known = self._program.customs_at(owner.path).are_statics_apart and all(
            self._program.is_function(each)
            and self._program.definition(each).owner is None
            and self._signatures.is_static(each) is not is_static
            for each in nearest
        )
        if not is_known:
            return nearest
        return (
            self._members.find(
                owner,
                name,
                lambda each: (
                    self._program.is_function(each) and self._signatures.is_static(each) is is_static
                ),
            )
            or nearest
        )

    def outside_overload(
        self, owner: Entity, name: str, members: tuple[Entity, ...], n_arguments: int | None
    ) -> Outside | None:
        """Return the member of a base outside that is meant where none of the repository takes so many arguments."""
        is_counted = n_arguments is not None and self._signatures.are_counted(owner.path)
        if n_arguments is None or not is_counted or not members:
            return None
        if any(self.overloads.may_be_called(each, n_arguments) for each in members):
            return None
        return self._ground.outside_bases.member(owner, name)

    def _meant_types(self, entity: Entity) -> tuple[Entity, ...]:
        """Return the types that an alias stands for, or anything else itself."""
        if self._program.definition(entity).type_kind is not TypeKind.TYPE_ALIAS:
            return (entity,)
        meant = self._types.objects(entity, NOTHING)
        return tuple(each.entity for each in meant if isinstance(each, Instance)) or (entity,)

    def _space_in(self, meaning: Instance | Defined, name: str) -> Meanings:
        """Return the space of a name in a type that is open: others may define something there without the type itself.

        Where types are apart, that is what lies in a namespace with the name of the type.
        """
        definition = self._program.definition(meaning.entity)
        is_apart = self._program.is_type(meaning.entity) and self._file.customs.are_types_apart
        if isinstance(meaning, Instance) or not (is_apart or (definition.is_open and definition.is_exported)):
            return NOTHING
        space = f"{self._program.files[meaning.entity.path].space_of(definition)}.{definition.name}"
        if is_apart:
            return self._names.spaces.in_space(space, name)
        return (Space(f"{space}.{name}"),) if self._program.is_space(f"{space}.{name}") else NOTHING

    def _seen_as(self, meaning: Instance | Defined, name: str) -> Meanings:
        """Return a member of what an object of the repository is seen as, by an inner type that says so.

        A constant of an enum has the members of the enum.
        """
        if isinstance(meaning, Defined):
            enum = self._program.enum_of(meaning.entity)
            found = () if enum is None else self._members.find(enum, name)
            return tuple(Defined(each, meaning.sureness) for each in found)
        target = self._file.contents.target
        if not target or name == target:
            return NOTHING
        return self._recall.ask(
            ("seen as", meaning, name, self._file.seen_from),
            lambda: part_of(self._file.contents, meaning, name) or self._of_target(meaning, target, name),
        )

    def _of_target(self, meaning: Instance, target: str, name: str) -> Meanings:
        """Return a member of what an object is seen as; what a base outside is known to have comes before that."""
        customs = self._program.customs_at(meaning.entity.path)
        is_of_base = any(
            isinstance(each, Outside) and has_member(customs, each, name, is_vague=True)
            for each in self._members.bases(meaning.entity)
        )
        return NOTHING if is_of_base else self.member(self.inner_type(meaning, target), name)

    def is_seen_as_other(self, meanings: Meanings) -> bool:
        """Whether something has members of another type that is not known."""
        target = self._file.contents.target
        return bool(target) and any(
            isinstance(each, Instance) and self._members.own(each.entity, target) for each in meanings
        )

    def inner_type(self, meaning: Meaning, name: str) -> Meanings:
        """Return objects of the type that a type of the repository calls by a name of its own."""
        if not isinstance(meaning, Instance) or not name:
            return NOTHING
        found: dict[Meaning, None] = {}
        for each in self._members.own(meaning.entity, name):
            definition = self._program.definition(each)
            if definition.type is not None:
                place = Place(each.path, each.number, definition.begin)
                types = self._types.type_at(definition.type, place)
                found.update(dict.fromkeys(self._generics.seen(types, meaning, each)))
        return tuple(less_sure(each, max(meaning.sureness, Sureness.TYPED)) for each in found)

    def _copied(self, meaning: Instance | Defined, name: str) -> Meanings:
        """Return the type of an object, if a member of it makes another one by the constructor that its type is written with."""
        is_copier = isinstance(meaning, Instance) and name == self._file.customs.copier
        is_made = is_copier and self._program.definition(meaning.entity).has_maker
        return (Defined(meaning.entity, meaning.sureness),) if is_made else NOTHING

    def _from_outside_base(self, meaning: Instance | Defined, name: str) -> Meanings:
        """Return the member that a type has from a base outside of which is known that it has it."""
        entity, sureness = meaning.entity, meaning.sureness
        bases = self._generics.bases(meaning if isinstance(meaning, Instance) else self._generics.own(entity))
        outside = self._ground.outside_types(entity.path)
        for base in bases:
            if (
                isinstance(base, Outside)
                and outside.result(f"{base.name}.{name}", base.arguments) is not None
            ):
                return (Outside(f"{base.name}.{name}", sureness, arguments=base.arguments),)
        found = self._ground.outside_bases.member(entity, name) or self._ground.outside_bases.of_root(
            entity, name
        )
        return NOTHING if found is None else (less_sure(found, sureness),)

    def _outside_member(self, meaning: Outside, name: str) -> Meanings:
        """Return a member of something outside; what is known not to have it may have it from a trait."""
        if self._is_root_without(meaning.name, name):
            return NOTHING
        own = self._names.own_module(
            self._file.seen_from, f"{meaning.name}.{name}"
        ) or self._added_members.find(meaning, name, self._file.seen_from)
        if own:
            return own
        is_of_all = any(name in root.members for root in self._file.customs.roots if not root.kinds)
        if meaning.is_instance and not is_of_all and not has_member(self._file.customs, meaning, name):
            return self._trait_methods.of_all(name)
        implemented = self._trait_methods.of_outside(meaning, name)
        if implemented:
            return implemented
        sureness = max(meaning.sureness, Sureness.TYPED) if meaning.is_instance else meaning.sureness
        is_any = meaning.may_be_any or (meaning.is_instance and may_give_any(meaning, self._file.customs))
        return (Outside(f"{meaning.name}.{name}", sureness, arguments=meaning.arguments, may_be_any=is_any),)

    def _is_root_without(self, outer: str, name: str) -> bool:
        """Whether a type outside is one that all others have as their base, and has no member of a name."""
        members = self._root_members.get(outer)
        return members is not None and name not in members

    def _inside(self, meaning: Outside, name: str) -> Meanings:
        """Return a member of what an object outside holds, or a part of it."""
        return part_of(self._file.contents, meaning, name) or tuple(
            less_sure(each, Sureness.TYPED)
            for each in self.member(seen_through(self._file.contents, meaning, name), name)
            if not isinstance(each, Outside)
        )

    def _field(self, record: Record, name: str) -> Meanings:
        """Return what a written object has under a name: a function of its own, or what stands in a field of it."""
        path, number = record.written_in.path, record.written_in.number
        view = self._program.files[path]
        functions = tuple(
            Defined(Entity(path, each), record.sureness)
            for each in view.inside(number, name)
            if (name, True) in {(field, isinstance(value, OtherExpr)) for field, value in record.fields}
            and view.facts.definitions[each].is_member
        )
        if functions:
            return functions
        found = self._recall.ask_of_thing(record, name, lambda: self._in_fields(record, name))
        # What a type says stays; what an object itself is written with may be replaced.
        sureness = Sureness.INFERRED if record.sureness is Sureness.DECLARED else record.sureness
        return tuple(less_sure(each, sureness) for each in found)

    def _in_fields(self, record: Record, name: str) -> Meanings:
        path, number = record.written_in.path, record.written_in.number
        for field, expression in record.fields:
            if field == name:
                return self._read_value(expression, Place(path, number, expression.begin))
        wholes = (expression for field, expression in record.fields if field == ALL_FIELDS)
        return tuple(
            each
            for expression in wholes
            for each in self.member(self._read_value(expression, Place(path, number, expression.begin)), name)
        )

    def extended(
        self, meanings: Meanings, found: Meanings, name: str, place: Place, n_arguments: int | None
    ) -> Meanings:
        """Return what is called behind objects: functions that extend their types come behind members that are known."""
        if any(isinstance(each, Defined) and self._signatures.is_method(each.entity) for each in found):
            return found
        functions = tuple(
            each
            for meaning in filter(_is_object, meanings)
            if not isinstance(meaning, Outside) or meaning.is_instance
            if not self._has_method(meaning, name, n_arguments)
            for each in self._extension_methods.find(meaning, name, place)
        )
        return tuple(dict.fromkeys(functions)) or found

    def _has_method(self, meaning: Meaning, name: str, n_arguments: int | None) -> bool:
        """Whether an object of a type outside is known to have a method that takes so many arguments."""
        if not isinstance(meaning, Outside):
            return False
        methods = self._file.customs.known_methods.get(meaning.name.rpartition(".")[2], {})
        return n_arguments in methods.get(name, ())

    def possible_extensions(
        self, meanings: Meanings, found: Meanings, name: str, place: Place
    ) -> tuple[Entity, ...]:
        """Return functions that may extend types outside, where no member of the repository is found."""
        if any(isinstance(each, Defined) for each in found):
            return ()
        possible = (
            each
            for meaning in filter(_is_object, meanings)
            for each in self._extension_methods.find_possible(meaning, name, place)
        )
        return tuple(dict.fromkeys(possible))


def _is_object(meaning: Meaning) -> bool:
    """Whether an object is meant, or what one holds, and not a definition, a space, or something outside itself."""
    is_itself = isinstance(meaning, Outside) and not (meaning.is_instance or meaning.may_be_any)
    return not isinstance(meaning, Defined | Space) and not is_itself
