"""Unqualified names in expressions.

Turns: a NameExpr at a place → Values. The scopes in order: locals and enclosing definitions, members of the enclosing types
(implicit receiver), the file with its imports and namespaces, members that the language adds, external bases, builtins.
"""

from collections.abc import Callable

from codeshed.model.code_expressions import CodeExpression, NameExpr
from codeshed.model.code_facts import CodeLocal
from codeshed.model.semantic import TypeKind
from codeshed.resolve.generic.definition_key import Entity
from codeshed.resolve.generic.members.receiver_members import ValueMembers
from codeshed.resolve.generic.members.type_members import Fits, fits_all
from codeshed.resolve.generic.resolver_context import Ground
from codeshed.resolve.generic.types.type_lowering import WrittenTypes
from codeshed.resolve.generic.values.values import (
    NOTHING,
    Defined,
    Instance,
    Meanings,
    Outside,
    Place,
    Space,
    Sureness,
)
from codeshed.resolve.generic.values.variable_values import HeldValues


class PlainNames:
    """Resolves names without a qualifier."""

    def __init__(
        self,
        ground: Ground,
        types: WrittenTypes,
        value_members: ValueMembers,
        held_values: HeldValues,
        value_of: Callable[[CodeExpression, Place], Meanings],
    ) -> None:
        self._program = ground.program
        self._file = ground.file
        self._members = ground.members
        self._names = ground.names
        self._generics = ground.generics
        self._signatures = ground.signatures
        self._sides = ground.sides
        self._case_insensitive_names = ground.caseless
        self._language_names = ground.language_names
        self._test_members = ground.test_members
        self._types = types
        self._value_members = value_members
        self._variable_values = held_values
        self._value_of = value_of

    def meanings(
        self,
        expression: NameExpr,
        place: Place,
        *,
        is_called: bool = False,
        is_type: bool = False,
        n_arguments: int | None = None,
    ) -> Meanings:
        """Resolve a name: to the values of a local, or to definitions; nothing if the value is unknown.

        If `is_type`, the name must be a type, and is no member of an external base.
        """
        if expression.is_earlier:
            return self._earlier(expression.name, place)
        switched = NOTHING if expression.switched is None else self._value_of(expression.switched, place)
        enums = tuple(each for each in switched if isinstance(each, Instance) and self._is_enum(each.entity))
        if enums:
            return self._enum_constants(enums, expression.name)
        found = self._resolve_in_scopes(
            expression.name,
            place,
            is_called=is_called,
            is_type=is_type,
            n_arguments=n_arguments,
            is_value=expression.is_value,
        )
        if self._program.customs_at(place.path).are_types_overloaded and len(found) > 1:
            found = self._types.type_names.of_arity(found, expression.n_types)
        if expression.types:
            found = self._types.applied(found, expression.types, place)
        if switched and not found:
            return self._external_constants(switched, expression.name, place)
        is_shared = bool(found) and all(isinstance(each, Space) for each in found)
        return (*found, *self._language_names.space(expression.name, place)) if is_shared else found

    def _is_enum(self, entity: Entity) -> bool:
        return self._program.definition(entity).type_kind is TypeKind.ENUM

    def _enum_constants(self, enums: tuple[Instance, ...], name: str) -> Meanings:
        """Find the constant in the enum of a `switch` subject; the name can denote nothing else."""
        return tuple(
            Defined(each, enum.sureness) for enum in enums for each in self._members.find(enum.entity, name)
        )

    def _external_constants(self, switched: Meanings, name: str, place: Place) -> Meanings:
        """Return the constant of the external type of a `switch` subject, unless that is no enum."""
        rules = self._program.customs_at(place.path)
        return tuple(
            Outside(f"{each.name}.{name}", Sureness.TYPED)
            for each in switched
            if isinstance(each, Outside) and each.is_instance
            if each.name not in rules.primitives and each.name not in rules.final_types
        )

    def _resolve_in_scopes(
        self,
        name: str,
        place: Place,
        *,
        is_called: bool = False,
        is_type: bool = False,
        n_arguments: int | None = None,
        is_value: bool = False,
    ) -> Meanings:
        """Resolve a name through all scopes, the innermost first."""
        if name.startswith("."):
            is_like_type = name[1:2].isupper() and not name.isupper()
            found = self._language_names.from_root(name[1:], place)
            if found or not is_like_type:
                return found or self._language_names.builtin(name[1:], place)
            return (self._language_names.outside_root(name[1:], place),)
        local = self._file.local(name, place, is_called=is_called)
        found = self._without_constants(self._names.around(place, name), place, is_called=is_called)
        if local is not None and not self._is_shadowed(local, found):
            return self._variable_values.of_local(local, place)
        if found:
            return found
        rules = self._program.customs_at(place.path)
        fits = self._signatures.fitting(place.path, is_function=is_called)
        if rules.has_implicit_receiver:
            found = self._implicit_member(name, place, fits, n_arguments, is_called=is_called)
            if not found and not rules.are_functions_apart:
                found = self._implicit_member(name, place, fits_all)
            found = self._without_constants(found, place, is_called=is_called)
            if found:
                return found
        found = self._without_constants(self._names.in_file(place, name), place, is_called=is_called)
        meant = tuple(each for each in found if self._signatures.is_meant(each, fits, rules))
        callable_values = meant or self._free_function(name, place, is_called=is_called)
        return (
            self._language_names.unless_mixed_in(callable_values, name, place)
            or (self._case_insensitive_names.functions(name, place) if is_called else NOTHING)
            or self._language_names.of_root_type(name, place)
            or self._test_members.find(name, place)
            or self._language_names.member_of_all(name, place)
            or self._language_names.space(name, place)
            or (NOTHING if is_type else self._language_names.inherited(name, place, is_called=is_called))
            or self._language_names.of_root(name, place)
            or tuple(filter(None, (self._types.type_names.type_parameter(name, place),)))
            or (NOTHING if is_value else self._language_names.builtin(name, place, is_called=is_called))
        )

    def _without_constants(self, found: Meanings, place: Place, *, is_called: bool) -> Meanings:
        """Drop constants of a called name, where types are objects: a call means a method (Ruby: `Integer(x)`)."""
        if not is_called or not self._program.customs_at(place.path).are_types_objects:
            return found
        return tuple(each for each in found if not self._sides.is_constant(each))

    def _free_function(self, name: str, place: Place, *, is_called: bool) -> Meanings:
        """Return the free function that a call means although a type of the same name is nearer."""
        if not is_called or not self._program.customs_at(place.path).are_types_objects:
            return NOTHING
        return self._without_constants(
            self._language_names.from_root(name, place), place, is_called=is_called
        )

    def _earlier(self, name: str, place: Place) -> Meanings:
        """Resolve a call of the definition that this one replaces: an earlier one in the file, or one elsewhere (Ruby aliases)."""

        def is_before(entity: Entity) -> bool:
            return entity.path != place.path or entity.number < place.definition

        owner = self._members.type_around(place)
        own = NOTHING if owner is None else self._sides.of_plain_name(owner, name, place, is_before)
        free_functions = (each for each in self._names.in_file(place, name) if isinstance(each, Defined))
        return (
            own
            or tuple(each for each in free_functions if is_before(each.entity))
            or self._language_names.member_of_all(name, place)
            or self._language_names.inherited(name, place, is_called=True)
            or self._language_names.builtin(name, place, is_called=True)
        )

    def _is_shadowed(self, local: CodeLocal, found: Meanings) -> bool:
        """Whether a definition in an inner block shadows a local."""
        entities = (each.entity for each in found if isinstance(each, Defined))
        blocks = [block for block in map(self._file.block, entities) if block is not None]
        return any(local.begin <= begin and end <= local.end for begin, end in blocks)

    def _implicit_member(
        self,
        name: str,
        place: Place,
        fits: Fits,
        n_arguments: int | None = None,
        *,
        is_called: bool = False,
    ) -> Meanings:
        """Find a name among the members of the enclosing type, then of the types around that."""
        owner = self._members.type_around(place)
        if owner is not None and self._sides.are_apart(owner, name):
            return self._sides.of_plain_name(owner, name, place)
        while owner is not None:
            members = self._value_members.overloads.find(owner, name, fits, n_arguments)
            found = tuple(each for each in members if not self._program.is_constructor(each))
            outside = self._value_members.outside_overload(owner, name, found, n_arguments)
            if outside is not None:
                return (outside,)
            if found:
                injected = self._injected_class(owner, name, found[0]) if is_called else None
                if injected is not None:
                    return (Defined(injected),)
                own = self._generics.own(owner)
                is_static = place.definition >= 0 and self._signatures.is_static(
                    Entity(place.path, place.definition)
                )
                fitting = self._signatures.static_first(found, is_static=is_static)
                return tuple(Defined(each, through=own) for each in fitting)
            if name == self._file.customs.copier and self._program.definition(owner).has_maker:
                return (Defined(owner),)
            if not self._program.customs_at(place.path).is_seen_from_within(name):
                break
            definition = self._program.definition(owner)
            owner = self._members.type_around(Place(owner.path, definition.parent, definition.begin))
        return NOTHING

    def _injected_class(self, owner: Entity, name: str, member: Entity) -> Entity | None:
        """Return the type or base whose injected class name is nearer than a member of that name (C++)."""
        if not self._program.customs_at(owner.path).are_types_members:
            return None
        holder = self._members.owner_of(member)
        for ancestor in self._members.ancestors(owner):
            if ancestor == holder:
                break
            if self._program.definition(ancestor).name == name:
                return ancestor
        return None
