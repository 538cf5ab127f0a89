"""Type lowering: from type syntax to values of the type.

Turns: a TypeRef at a place → Values: instances of the type that its name resolves to there, with their type arguments.
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
from codeshed.resolve.generic.definition_key import Entity
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
"""The longest chain of type parameters that bound each other."""

_NOMINAL_ALIAS_TARGETS = frozenset({FUNCTION, RECORD, TYPE_OF})
"""An alias of one of these types is a type of its own, with the members that the type declares."""


class MemberMeanings(Protocol):
    """Evaluation, as far as types need it."""

    def member(
        self, values: Meanings, name: str, *, is_function: bool = False, n_arguments: int | None = None
    ) -> Meanings:
        """Return the members of a name in values."""

    def held(self, variables: tuple[Entity, ...]) -> Meanings:
        """Return the values of variables."""

    def value(self, expression: CodeExpression, place: Place) -> Meanings:
        """Evaluate an expression at a place."""


class WrittenTypes:
    """Lowers type syntax."""

    def __init__(self, ground: Ground, evaluation: MemberMeanings) -> None:
        self._program = ground.program
        self._file = ground.file
        self._recall = ground.recall
        self._members = ground.members
        self._external_bases = ground.outside_bases
        self._static_members = ground.sides
        self._names = ground.names
        self._language_names = ground.language_names
        self._evaluation = evaluation
        self.generics = ground.generics
        self.type_names = TypeNames(ground, evaluation.member)

    def type_at(self, type_ref: TypeRef, place: Place) -> Meanings:
        """Return instances of the type that is written at a place."""
        if is_unwritten(type_ref):
            return NOTHING
        if place.offset != NOWHERE and self._file.has_types_in_blocks(place.path):
            return self._recall.ask_of_thing(type_ref, place, lambda: self._lower_from_file(type_ref, place))
        question = ("type", place.path, place.definition, place.head, place.space, type_ref)
        return self._recall.ask(question, lambda: self._lower_from_file(type_ref, place))

    def typed(self, type_ref: TypeRef, place: Place, read_value: Callable[[], Meanings]) -> Meanings:
        """Return the value of a variable by its declared type; a known value is preferred to an anonymous type."""
        is_vague = type_ref.name in {FUNCTION, RECORD} or self._is_opaque_alias(type_ref, place)
        if type_ref.is_documented and not self.type_at(type_ref, place):
            return tuple(less_sure(each, Sureness.INFERRED) for each in read_value())
        value = read_value() if is_vague else NOTHING
        is_known = any(not isinstance(each, Outside | Unknown) for each in value)
        if not is_known:
            return self.type_at(type_ref, place)
        return tuple(less_sure(each, Sureness.INFERRED) for each in value)

    def _is_opaque_alias(self, type_ref: TypeRef, place: Place) -> bool:
        """Whether a type is an alias without a written type, as for function pointers in C."""
        found = self.type_at(type_ref, place)
        definitions = [self._program.definition(each.entity) for each in found if isinstance(each, Instance)]
        return len(found) == len(definitions) == 1 and (
            definitions[0].type_kind is TypeKind.TYPE_ALIAS and is_unwritten(definitions[0].type)
        )

    def _lower_from_file(self, type_ref: TypeRef, place: Place) -> Meanings:
        seen_from, self._file.seen_from = self._file.seen_from, place.path
        found = self._lower(type_ref, place)
        self._file.seen_from = seen_from
        return found

    def _lower(self, type_ref: TypeRef, place: Place) -> Meanings:
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
                found = self._evaluation.value(value, Place(place.path, place.definition, NOWHERE))
            case _:
                found = self._lower_named(type_ref, place)
        return found

    def named(self, type_ref: TypeRef, place: Place) -> Meanings:
        """Resolve the name of a type to the type itself: to an alias, not to its target."""
        rules = self._program.customs_at(place.path)
        if type_ref.name in rules.own_types or type_ref.name in rules.primitives:
            return NOTHING
        return self.type_names.of_arity(self.type_names.at(type_ref, place), len(type_ref.arguments))

    def _lower_named(self, type_ref: TypeRef, place: Place) -> Meanings:
        own = self._program.customs_at(place.path).own_types.get(type_ref.name)
        if own is not None:
            return self._lower_self_type(own, place)
        arguments = tuple(first_known(self.type_at(inner, place)) for inner in type_ref.arguments)
        found: dict[Meaning, None] = {}
        for value in self.type_names.of_arity(self.type_names.at(type_ref, place), len(arguments)):
            match value:
                case Defined(entity=entity):
                    for each in specialized(self._program, entity, type_ref.arguments):
                        found.update(dict.fromkeys(self.objects(each, arguments)))
                case Outside(name=name):
                    found[Outside(name, Sureness.TYPED, is_instance=True, arguments=arguments)] = None
                case Variable():
                    found[value] = None
                case _:
                    pass
        return tuple(found)

    def applied(self, found: Meanings, types: tuple[TypeRef, ...], place: Place) -> Meanings:
        """Apply explicit type arguments to generic types, whose members are then seen through that instance."""
        arguments = tuple(first_known(self.type_at(each, place)) for each in types)
        return tuple(
            replace(each, through=Instance(each.entity, each.sureness, arguments))
            if isinstance(each, Defined) and self._program.is_type(each.entity)
            else each
            for each in found
        )

    def _union(self, type_ref: TypeRef, place: Place) -> Meanings:
        """Return instances of all alternatives; builtin types are dropped if there are repository types.

        `null` has no instances and no members.
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

    def _lower_self_type(self, own: OwnType, place: Place) -> Meanings:
        """Return instances of the enclosing type (`Self`), of its parent, or of the type of the receiver."""
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
        """Return the receiver at a place (`this`), viewed as its base if `is_parent` (`super`), or its type if `is_type`.

        If it `is_made`, a constructor is called (`super()`), which implemented interfaces do not have.
        """
        owner = self._members.type_around(place)
        if is_type and owner is not None and self._program.is_type(owner):
            return self._type_receiver(owner, is_parent=is_parent)
        if owner is None:
            return (
                NOTHING if is_parent else self._type_parameter_receiver(place) or self._constructed_by(place)
            )
        if not is_parent:
            said = self._type_arguments_of_owner(place)
            own = Instance(owner, Sureness.DECLARED, said) if said else self.generics.own(owner)
            return self._static_members.receivers(own, place)
        rules = self._program.customs_at(owner.path)
        is_class = rules.are_parents_classes
        bases = (
            self._static_members.parents(owner, place)
            if rules.are_types_objects
            else self._members.parents(owner, with_implemented=not (is_made or is_class))
        )
        if not bases and is_class and not is_made:
            return self._external_bases.roots(owner)
        return tuple(
            base if base.sureness is Sureness.INFERRED else replace(base, sureness=Sureness.DECLARED)
            for base in bases
            if isinstance(base, Instance | Defined | Outside)
        )

    def _type_receiver(self, owner: Entity, *, is_parent: bool) -> Meanings:
        """Return the type itself as a receiver, or its base types."""
        if not is_parent:
            return (Defined(owner),)
        found: list[Meaning] = []
        for base in self._members.parents(owner, with_implemented=False):
            if isinstance(base, Instance):
                found.append(Defined(base.entity))
            elif isinstance(base, Outside):
                found.append(Outside(base.name))
        return tuple(found)

    def _type_parameter_receiver(self, place: Place) -> Meanings:
        """Return the receiver in a block of methods for a type parameter: `impl<T: Shape> Draw for T`."""
        for number in self._names.enclosing(place):
            owner = self._program.files[place.path].facts.definitions[number].owner
            if owner is not None:
                found = self.type_at(owner, Place(place.path, number, place.offset))
                return tuple(each for each in found if isinstance(each, Variable))
        return NOTHING

    def _constructed_by(self, place: Place) -> Meanings:
        """Return the object that the enclosing constructor function creates: it is named like a type and has members."""
        if place.definition < 0 or not self._program.customs_at(place.path).are_types_values:
            return NOTHING
        function = Entity(place.path, place.definition)
        is_like_type = self._program.definition(function).name[:1].isupper()
        is_maker = is_like_type and self._program.is_function(function) and self._members.has_outer(function)
        return (Instance(function, Sureness.DECLARED),) if is_maker else NOTHING

    def _type_arguments_of_owner(self, place: Place) -> Meanings:
        """Return the type arguments in the header of a block of methods: `impl Shape for Vec<u8>`."""
        for number in self._names.enclosing(place):
            owner = self._program.files[place.path].facts.definitions[number].owner
            if owner is not None:
                at = Place(place.path, number, place.offset)
                return tuple(next(iter(self.type_at(each, at)), Unknown()) for each in owner.arguments)
        return NOTHING

    def objects(self, entity: Entity, arguments: Meanings) -> Meanings:
        """Return instances of a type; for an alias, of its target."""
        definition = self._program.definition(entity)
        if definition.kind is not DefinitionKind.TYPE:
            enum = self._program.enum_of(entity)
            if enum is not None:
                return (Instance(enum, Sureness.TYPED),)
            rules = self._program.customs_at(entity.path)
            return self._instances_of_value(entity, arguments) if rules.are_types_values else NOTHING
        is_alias = definition.type_kind is TypeKind.TYPE_ALIAS and not is_unwritten(definition.type)
        if is_alias and definition.type is not None and definition.type.name not in _NOMINAL_ALIAS_TARGETS:
            found = self.type_at(definition.type, place_of(entity, definition))
            return substituted(found, self.generics.bound(Instance(entity, Sureness.TYPED, arguments)))
        return (Instance(entity, Sureness.TYPED, arguments),)

    def _instances_of_value(self, entity: Entity, arguments: Meanings) -> Meanings:
        """Return instances that a constructor function creates, or instances of the types that a variable holds."""
        if self._program.is_function(entity):
            return (Instance(entity, Sureness.TYPED, arguments),)
        found: dict[Meaning, None] = {}
        for each in self._evaluation.held((entity,)):
            if isinstance(each, Defined) and not self._program.is_variable(each.entity):
                found.update(dict.fromkeys(self.objects(each.entity, arguments)))
            elif isinstance(each, Outside):
                found[Outside(each.name, each.sureness, is_instance=True)] = None
        return tuple(less_sure(each, Sureness.INFERRED) for each in found)

    def within(self, outer: Meanings, type_ref: TypeRef, place: Place) -> Meanings:
        """Return instances of a type that is nested in other types or their bases."""
        arguments = tuple(first_known(self.type_at(inner, place)) for inner in type_ref.arguments)
        found: dict[Meaning, None] = {}
        for each in self.type_names.through(outer, type_ref.name):
            if isinstance(each, Defined) and self._program.is_type(each.entity):
                found.update(dict.fromkeys(self.objects(each.entity, arguments)))
            elif isinstance(each, Outside):
                found[Outside(each.name, each.sureness, is_instance=True, arguments=arguments)] = None
        return tuple(found)

    def bounded(self, values: Meanings, n_bounds: int = 0) -> Meanings:
        """Replace type parameters by their upper bounds, and drop unknown values."""
        if not any(isinstance(each, Variable | Unknown) for each in values):
            return values
        found: dict[Meaning, None] = {}
        for value in values:
            if isinstance(value, Variable):
                bound = self._upper_bound(value) if n_bounds < MAX_BOUNDS else NOTHING
                found.update(dict.fromkeys(self.bounded(bound, n_bounds + 1)))
            elif not isinstance(value, Unknown):
                found[value] = None
        return tuple(found)

    def _is_unconstraining(self, value: Meaning, place: Place) -> bool:
        """Whether a bound implies no members: `any` in Go."""
        rules = self._program.customs_at(place.path)
        return isinstance(value, Outside) and value.name in {rules.outer(each) for each in rules.bare_bounds}

    def _upper_bound(self, variable: Variable) -> Meanings:
        """Return the upper bound of a type parameter: its declared bound, else the implicit base of all types."""
        for part in self._program.parts(variable.entity):
            definition = self._program.definition(part)
            parameters = definition.all_type_parameters
            bound = next((each.bound for each in parameters if each.name == variable.name), None)
            if bound is not None and not is_unwritten(bound):
                place = Place(part.path, part.number, definition.begin)
                bounds = self.type_at(bound, place)
                return tuple(
                    less_sure(each, variable.sureness)
                    for each in bounds
                    if not self._is_unconstraining(each, place)
                )
        outer = self.generics.of_type(variable)
        if outer is not None:
            return self._upper_bound(outer)
        roots = self._program.customs_at(variable.entity.path).roots
        return tuple(
            Outside(each.name, variable.sureness, is_instance=True) for each in roots if not each.kinds
        )


def _record(type_ref: TypeRef, place: Place) -> Record:
    """Return a record whose fields have the declared types of a record type."""
    around = place.definition if place.head == TOP_LEVEL else place.head
    nothing = OtherExpr(NOWHERE, NOWHERE)
    fields = (
        (each.name, CastExpr(NOWHERE, NOWHERE, each.arguments[0], nothing)) for each in type_ref.arguments
    )
    return Record(Entity(place.path, around), tuple(fields), Sureness.TYPED)


def _expression(name: str) -> CodeExpression:
    """Parse a dotted name, or a call of one, to an expression without offsets."""
    if name.endswith(CALLED):
        return CallExpr(NOWHERE, NOWHERE, _expression(name.removesuffix(CALLED)))
    first, *rest = name.split(".")
    expression: CodeExpression = NameExpr(NOWHERE, NOWHERE, first)
    for each in rest:
        expression = MemberExpr(NOWHERE, NOWHERE, expression, each)
    return expression
