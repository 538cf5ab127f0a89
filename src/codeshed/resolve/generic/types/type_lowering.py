"""Types where they are written.

Turns: a TypeRef at a place → Meanings: objects of the type that its name means there, with what that is applied to.
"""

from collections.abc import Callable
from typing import Protocol

from msgspec.structs import replace

from codeshed.model.code_expressions import (
    ARRAY,
    CALLED,
    FUNCTION,
    NOTHING_YET,
    RECORD,
    TUPLE,
    TYPE_OF,
    UNION,
    CallExpr,
    CastExpr,
    CodeExpression,
    MemberExpr,
    NameExpr,
    OtherExpr,
    TypeRef,
)
from codeshed.model.code_facts import TOP_LEVEL
from codeshed.model.semantic import DefinitionKind, TypeKind
from codeshed.resolve.generic.entity import Entity
from codeshed.resolve.generic.language_rules import OwnType
from codeshed.resolve.generic.names.visible_interface import NOWHERE
from codeshed.resolve.generic.resolver_context import Ground
from codeshed.resolve.generic.types.generics import first_known, substituted
from codeshed.resolve.generic.types.template_specializations import specialized
from codeshed.resolve.generic.types.type_name_resolution import TypeNames
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
    Sureness,
    Unknown,
    Variable,
    is_unwritten,
    less_sure,
    place_of,
)

MAX_BOUNDS = 8
"""How often a type parameter may be bound by another."""

_WITH_MEMBERS = frozenset({FUNCTION, RECORD, TYPE_OF})
"""Types that an alias does not stand for, but gives a name: it has itself what they say."""


class MemberMeanings(Protocol):
    """What must be known of values."""

    def member(
        self, meanings: Meanings, name: str, *, is_function: bool = False, n_arguments: int | None = None
    ) -> Meanings:
        """Return what a member of something means."""

    def held(self, variables: tuple[Entity, ...]) -> Meanings:
        """Return what variables hold."""

    def value(self, expression: CodeExpression, place: Place) -> Meanings:
        """Return what an expression means at a place."""


class WrittenTypes:
    """Finds out what types mean where they are written."""

    def __init__(self, ground: Ground, meant: MemberMeanings) -> None:
        self._program = ground.program
        self._file = ground.file
        self._recall = ground.recall
        self._members = ground.members
        self._outside_bases = ground.outside_bases
        self._sides = ground.sides
        self._names = ground.names
        self._language_names = ground.language_names
        self._meant = meant
        self.generics = ground.generics
        self.type_names = TypeNames(ground, meant.member)

    def type_at(self, type_ref: TypeRef, place: Place) -> Meanings:
        """Return objects of a type that is written at a place."""
        if is_unwritten(type_ref):
            return NOTHING
        if place.offset != NOWHERE and self._file.has_types_in_blocks(place.path):
            return self._recall.ask_of_thing(type_ref, place, lambda: self._type_at(type_ref, place))
        question = ("type", place.path, place.definition, place.head, place.space, type_ref)
        return self._recall.ask(question, lambda: self._type_at(type_ref, place))

    def typed(self, type_ref: TypeRef, place: Place, read_value: Callable[[], Meanings]) -> Meanings:
        """Return what something of a declared type is; one without a name says less than a value that is known."""
        is_vague = type_ref.name in {FUNCTION, RECORD} or self._says_nothing(type_ref, place)
        if type_ref.is_documented and not self.type_at(type_ref, place):
            return tuple(less_sure(each, Sureness.INFERRED) for each in read_value())
        value = read_value() if is_vague else NOTHING
        is_known = any(not isinstance(each, Outside | Unknown) for each in value)
        if not is_known:
            return self.type_at(type_ref, place)
        return tuple(less_sure(each, Sureness.INFERRED) for each in value)

    def _says_nothing(self, type_ref: TypeRef, place: Place) -> bool:
        """Whether a type is another name of one that is not written as a type, as that of a pointer to functions in C."""
        found = self.type_at(type_ref, place)
        definitions = [self._program.definition(each.entity) for each in found if isinstance(each, Instance)]
        return len(found) == len(definitions) == 1 and (
            definitions[0].type_kind is TypeKind.TYPE_ALIAS and is_unwritten(definitions[0].type)
        )

    def _type_at(self, type_ref: TypeRef, place: Place) -> Meanings:
        seen_from, self._file.seen_from = self._file.seen_from, place.path
        found = self._written_type(type_ref, place)
        self._file.seen_from = seen_from
        return found

    def _written_type(self, type_ref: TypeRef, place: Place) -> Meanings:
        match type_ref.name:
            case name if name == ARRAY:
                items = tuple(each for inner in type_ref.arguments for each in self.type_at(inner, place))
                found: Meanings = (Sequence(items, Sureness.TYPED),)
            case name if name == UNION:
                found = self._union(type_ref, place)
            case name if name in {TUPLE, FUNCTION}:
                parts = tuple(first_known(self.type_at(inner, place)) for inner in type_ref.arguments)
                names = type_ref.part_names
                found = (Outside(name, Sureness.TYPED, is_instance=True, arguments=parts, part_names=names),)
            case name if name == RECORD:
                found = (_record(type_ref, place),)
            case name if name == TYPE_OF and type_ref.arguments:
                value = _expression(type_ref.arguments[0].name)
                found = self._meant.value(value, Place(place.path, place.definition, NOWHERE))
            case _:
                found = self._named_type(type_ref, place)
        return found

    def named(self, type_ref: TypeRef, place: Place) -> Meanings:
        """Return the type itself that is named at a place: another name of a type, and not what that stands for."""
        customs = self._program.customs_at(place.path)
        if type_ref.name in customs.own_types or type_ref.name in customs.primitives:
            return NOTHING
        return self.type_names.of_arity(self.type_names.at(type_ref, place), len(type_ref.arguments))

    def _named_type(self, type_ref: TypeRef, place: Place) -> Meanings:
        own = self._program.customs_at(place.path).own_types.get(type_ref.name)
        if own is not None:
            return self._own_type(own, place)
        arguments = tuple(first_known(self.type_at(inner, place)) for inner in type_ref.arguments)
        found: dict[Meaning, None] = {}
        for meaning in self.type_names.of_arity(self.type_names.at(type_ref, place), len(arguments)):
            match meaning:
                case Defined(entity=entity):
                    for each in specialized(self._program, entity, type_ref.arguments):
                        found.update(dict.fromkeys(self.objects(each, arguments)))
                case Outside(name=name):
                    found[Outside(name, Sureness.TYPED, is_instance=True, arguments=arguments)] = None
                case Variable():
                    found[meaning] = None
                case _:
                    pass
        return tuple(found)

    def applied(self, found: Meanings, types: tuple[TypeRef, ...], place: Place) -> Meanings:
        """Return what a name means that is applied to types: of a generic type these are what its members are seen with."""
        arguments = tuple(first_known(self.type_at(each, place)) for each in types)
        return tuple(
            replace(each, through=Instance(each.entity, each.sureness, arguments))
            if isinstance(each, Defined) and self._program.is_type(each.entity)
            else each
            for each in found
        )

    def _union(self, type_ref: TypeRef, place: Place) -> Meanings:
        """Return objects of several types; those of the language itself are left out beside those of the repository.

        `null` is no object, and nothing is taken from it.
        """
        parts = [self.type_at(each, place) for each in type_ref.arguments if each.name not in NOTHING_YET]
        found = tuple(each for part in parts for each in part)
        if type_ref.is_documented and not all(parts):
            return tuple(each for each in found if not isinstance(each, Outside))
        outside = self._program.customs_at(place.path).outer("")
        is_known = any(isinstance(each, Instance) for each in found)
        return tuple(
            each
            for each in found
            if not (is_known and isinstance(each, Outside) and outside and each.name.startswith(outside))
        )

    def _own_type(self, own: OwnType, place: Place) -> Meanings:
        """Return objects of the type around a place, of its parent, or of that whose method runs."""
        if own is OwnType.PARENT:
            return tuple(less_sure(each, Sureness.TYPED) for each in self.receiver(place, is_parent=True))
        owner = self._members.type_around(place)
        if owner is None:
            return NOTHING
        instance = replace(self.generics.own(owner), sureness=Sureness.TYPED)
        return (replace(instance, is_receiver=own is OwnType.RECEIVER),)

    def receiver(
        self, place: Place, *, is_parent: bool, is_made: bool = False, is_type: bool = False
    ) -> Meanings:
        """Return the object whose method a place lies in, seen as one of its own type or of its bases, or that type itself.

        What is made has constructors, and what a type only implements has none.
        """
        owner = self._members.type_around(place)
        if is_type and owner is not None and self._program.is_type(owner):
            return self._type_receiver(owner, is_parent=is_parent)
        if owner is None:
            return NOTHING if is_parent else self._any_owner(place) or self._made_by(place)
        if not is_parent:
            said = self._said_of_owner(place)
            own = Instance(owner, Sureness.DECLARED, said) if said else self.generics.own(owner)
            return self._sides.receivers(own, place)
        customs = self._program.customs_at(owner.path)
        is_class = customs.are_parents_classes
        bases = (
            self._sides.parents(owner, place)
            if customs.are_types_objects
            else self._members.parents(owner, with_implemented=not (is_made or is_class))
        )
        if not bases and is_class and not is_made:
            return self._outside_bases.roots(owner)
        return tuple(
            base if base.sureness is Sureness.INFERRED else replace(base, sureness=Sureness.DECLARED)
            for base in bases
            if isinstance(base, Instance | Defined | Outside)
        )

    def _type_receiver(self, owner: Entity, *, is_parent: bool) -> Meanings:
        """Return a type itself, or those that it inherits from."""
        if not is_parent:
            return (Defined(owner),)
        found: list[Meaning] = []
        for base in self._members.parents(owner, with_implemented=False):
            if isinstance(base, Instance):
                found.append(Defined(base.entity))
            elif isinstance(base, Outside):
                found.append(Outside(base.name))
        return tuple(found)

    def _any_owner(self, place: Place) -> Meanings:
        """Return the object of a method that is one of all types that a type parameter may be."""
        for number in self._names.enclosing(place):
            owner = self._program.files[place.path].facts.definitions[number].owner
            if owner is not None:
                found = self.type_at(owner, Place(place.path, number, place.offset))
                return tuple(each for each in found if isinstance(each, Variable))
        return NOTHING

    def _made_by(self, place: Place) -> Meanings:
        """Return the object that a function makes whose code a place lies in: one called like a type, with members."""
        if place.definition < 0 or not self._program.customs_at(place.path).are_types_values:
            return NOTHING
        function = Entity(place.path, place.definition)
        is_like_type = self._program.definition(function).name[:1].isupper()
        is_maker = is_like_type and self._program.is_function(function) and self._members.has_outer(function)
        return (Instance(function, Sureness.DECLARED),) if is_maker else NOTHING

    def _said_of_owner(self, place: Place) -> Meanings:
        """Return the type arguments with which a block of methods names their type."""
        for number in self._names.enclosing(place):
            owner = self._program.files[place.path].facts.definitions[number].owner
            if owner is not None:
                at = Place(place.path, number, place.offset)
                return tuple(next(iter(self.type_at(each, at)), Unknown()) for each in owner.arguments)
        return NOTHING

    def objects(self, entity: Entity, arguments: Meanings) -> Meanings:
        """Return objects of a type; those of an alias are objects of what it stands for."""
        definition = self._program.definition(entity)
        if definition.kind is not DefinitionKind.TYPE:
            enum = self._program.enum_of(entity)
            if enum is not None:
                return (Instance(enum, Sureness.TYPED),)
            customs = self._program.customs_at(entity.path)
            return self._made_by_value(entity, arguments) if customs.are_types_values else NOTHING
        is_alias = definition.type_kind is TypeKind.TYPE_ALIAS and not is_unwritten(definition.type)
        if is_alias and definition.type is not None and definition.type.name not in _WITH_MEMBERS:
            found = self.type_at(definition.type, place_of(entity, definition))
            return substituted(found, self.generics.bound(Instance(entity, Sureness.TYPED, arguments)))
        return (Instance(entity, Sureness.TYPED, arguments),)

    def _made_by_value(self, entity: Entity, arguments: Meanings) -> Meanings:
        """Return objects that a function makes, or the type that a variable holds."""
        if self._program.is_function(entity):
            return (Instance(entity, Sureness.TYPED, arguments),)
        found: dict[Meaning, None] = {}
        for each in self._meant.held((entity,)):
            if isinstance(each, Defined) and not self._program.is_variable(each.entity):
                found.update(dict.fromkeys(self.objects(each.entity, arguments)))
            elif isinstance(each, Outside):
                found[Outside(each.name, each.sureness, is_instance=True)] = None
        return tuple(less_sure(each, Sureness.INFERRED) for each in found)

    def within(self, outer: Meanings, type_ref: TypeRef, place: Place) -> Meanings:
        """Return objects of a type that lies in the types of other objects, or in their bases."""
        arguments = tuple(first_known(self.type_at(inner, place)) for inner in type_ref.arguments)
        found: dict[Meaning, None] = {}
        for each in self.type_names.through(outer, type_ref.name):
            if isinstance(each, Defined) and self._program.is_type(each.entity):
                found.update(dict.fromkeys(self.objects(each.entity, arguments)))
            elif isinstance(each, Outside):
                found[Outside(each.name, each.sureness, is_instance=True, arguments=arguments)] = None
        return tuple(found)

    def bounded(self, meanings: Meanings, n_bounds: int = 0) -> Meanings:
        """Return meanings with the bounds of type parameters in their place."""
        if not any(isinstance(each, Variable | Unknown) for each in meanings):
            return meanings
        found: dict[Meaning, None] = {}
        for meaning in meanings:
            if isinstance(meaning, Variable):
                bound = self._bound(meaning) if n_bounds < MAX_BOUNDS else NOTHING
                found.update(dict.fromkeys(self.bounded(bound, n_bounds + 1)))
            elif not isinstance(meaning, Unknown):
                found[meaning] = None
        return tuple(found)

    def _is_any(self, meaning: Meaning, place: Place) -> bool:
        """Whether a bound says nothing of a type: all types have it, and it has no members."""
        customs = self._program.customs_at(place.path)
        return isinstance(meaning, Outside) and meaning.name in {
            customs.outer(each) for each in customs.bare_bounds
        }

    def _bound(self, variable: Variable) -> Meanings:
        """Return what a type parameter is at least: an object of its bound, or of the type that all have as a base."""
        for part in self._program.parts(variable.entity):
            definition = self._program.definition(part)
            parameters = definition.all_type_parameters
            bound = next((each.bound for each in parameters if each.name == variable.name), None)
            if bound is not None and not is_unwritten(bound):
                place = Place(part.path, part.number, definition.begin)
                bounds = self.type_at(bound, place)
                return tuple(
                    less_sure(each, variable.sureness) for each in bounds if not self._is_any(each, place)
                )
        outer = self.generics.of_type(variable)
        if outer is not None:
            return self._bound(outer)
        roots = self._program.customs_at(variable.entity.path).roots
        return tuple(
            Outside(each.name, variable.sureness, is_instance=True) for each in roots if not each.kinds
        )


def _record(type_ref: TypeRef, place: Place) -> Record:
    """Return an object of a type whose fields are written out: each holds one of its type."""
    around = place.definition if place.head == TOP_LEVEL else place.head
    nothing = OtherExpr(NOWHERE, NOWHERE)
    fields = (
        (each.name, CastExpr(NOWHERE, NOWHERE, each.arguments[0], nothing)) for each in type_ref.arguments
    )
    return Record(Entity(place.path, around), tuple(fields), Sureness.TYPED)


def _expression(name: str) -> CodeExpression:
    """Return a dotted name, or a call of one, as an expression that stands nowhere."""
    if name.endswith(CALLED):
        return CallExpr(NOWHERE, NOWHERE, _expression(name.removesuffix(CALLED)))
    first, *rest = name.split(".")
    expression: CodeExpression = NameExpr(NOWHERE, NOWHERE, first)
    for each in rest:
        expression = MemberExpr(NOWHERE, NOWHERE, expression, each)
    return expression
