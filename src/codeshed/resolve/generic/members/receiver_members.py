"""Member lookup on abstract values: `total` of `cart.total`, once `cart` is evaluated.

Turns: Values of a receiver and a name → Values of the member: of instances, types, namespaces, object literals and externals.
"""

from codeshed.model.code_expressions import ALL_FIELDS, ARRAY, FUNCTION, OtherExpr
from codeshed.model.semantic import TypeKind
from codeshed.resolve.generic.definition_key import Entity
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
    """Looks members up on the values of a receiver."""

    def __init__(self, context: Ground, types: WrittenTypes, read_value: ReadValue) -> None:
        self._context = context
        self._program = context.program
        self._file = context.file
        self._cache = context.recall
        self._members = context.members
        self._names = context.names
        self._generics = context.generics
        self._signatures = context.signatures
        self._static_members = context.sides
        self._types = types
        self._read_value = read_value
        self.overloads = InheritedOverloads(context, types)
        self._extension_methods = ExtensionMethods(context.program, types)
        self._trait_methods = TraitMethods(context, types)
        self._patched_members = AddedMembers(context.program)
        self._root_members = {
            root.name: root.members
            for rules in context.program.customs.values()
            for root in rules.roots
            if not root.kinds
        }

    def member(
        self,
        values: Meanings,
        name: str,
        *,
        is_function: bool = False,
        is_value: bool = False,
        is_written: bool = False,
        n_arguments: int | None = None,
    ) -> Meanings:
        """Return the members of a name on all values; with `is_value`, functions are left out."""
        if is_value:
            found = self.member(values, name)
            return tuple(each for each in found if not self._signatures.is_function(each))
        found_on = [
            (each, found)
            for each in self._types.bounded(values)
            for found in self._member_of(
                each, name, n_arguments, is_function=is_function, is_written=is_written
            )
        ]
        if self._file.customs.are_types_apart and any(isinstance(found, Defined) for _, found in found_on):
            # A namespace with the name of a type may be partly external, and lacks the members of the type.
            found_on = [
                (each, found)
                for each, found in found_on
                if not (isinstance(each, Space) and isinstance(found, Outside))
            ]
        if len(values) > 1 and all(isinstance(found, Outside) for _, found in found_on):
            # The member of an external base is a worse guess than that of an external type itself.
            found_on.sort(key=lambda each: not isinstance(each[0], Outside))
        found = tuple(dict.fromkeys(found for _, found in found_on))
        return surest(found) if len(values) > 1 and self._file.customs.are_types_objects else found

    def _member_of(
        self, value: Meaning, name: str, n_arguments: int | None, *, is_function: bool, is_written: bool
    ) -> Meanings:
        match value:
            case Space(key=key):
                return self._names.seen.in_space(
                    self._file.seen_from, key, name
                ) or self._names.spaces.beside(key, name)
            case Outside(name=name_outside) if name_outside == FUNCTION:
                return (value,) if name == self._file.customs.applied else NOTHING
            case Outside():
                inside = self._wrapped_member(value, name)
                return inside or self._external_member(holding(self._file.contents, value, name), name)
            case Instance() | Defined():
                return self._member_of_type(
                    value, name, n_arguments, is_function=is_function, is_written=is_written
                )
            case Sequence(items=items, sureness=certainty):
                one = items if len(items) == 1 else ()
                return (Outside(f"{self._file.customs.sequence or ARRAY}.{name}", certainty, arguments=one),)
            case _:
                return self._literal_member(value, name) if isinstance(value, Record) else NOTHING

    def _member_of_type(
        self,
        value: Instance | Defined,
        name: str,
        n_arguments: int | None,
        *,
        is_function: bool,
        is_written: bool,
    ) -> Meanings:
        """Look a member up on a type of the repository, or an instance of it."""
        entity, certainty = value.entity, value.sureness
        if self._static_members.are_apart(entity, name, is_function=is_function):
            return (
                self._static_members.members(value, name, is_function=is_function)
                or self._namespace_in(value, name)
                or self._member_of_external_base(value, name)
            )
        accepts = self._signatures.fitting(entity.path, is_function=is_function)
        has_function_namespace = is_function and self._program.customs_at(entity.path).are_functions_apart
        members = tuple(
            each
            for owner in self._aliased_types(entity)
            for each in self._static_or_instance(
                owner, name, self.overloads.find(owner, name, accepts, n_arguments), value
            )
            or (() if has_function_namespace else self._members.find(owner, name))
        )
        if is_function and not any(map(self._program.is_function, members)):
            members = self._context.caseless.methods(entity, name) or members
        external = self.outside_overload(entity, name, members, n_arguments)
        receiver = value if isinstance(value, Instance) else value.through
        through = (
            receiver if receiver is not None and receiver.entity == entity else self._generics.own(entity)
        )
        members = self._signatures.static_first(members, is_static=isinstance(value, Defined))
        members = self._signatures.accessors(members, is_written=is_written)
        own: Meanings = tuple(
            Defined(each, self._certainty(entity, each, certainty), through) for each in members
        )
        return (
            (own if external is None else (less_sure(external, certainty),))
            or self._dereferenced_member(value, name)
            or self._trait_methods.of_all(name)
            or self._namespace_in(value, name)
            or self._copy_method(value, name)
            or self._member_of_external_base(value, name)
            or self._trait_methods.of_any(name)
        )

    def _certainty(self, owner: Entity, member: Entity, known: Sureness) -> Sureness:
        """Return the certainty of a member: low, if only a call shows that its owner is a base of the type."""
        is_open = self._program.customs_at(owner.path).are_types_values
        return Sureness.INFERRED if is_open and self._members.is_guessed(owner, member) else known

    def _static_or_instance(
        self, owner: Entity, name: str, nearest: tuple[Entity, ...], value: Instance | Defined
    ) -> tuple[Entity, ...]:
        """Prefer the nearest static members of a type, or instance members of an object, where both may share a name."""
        is_static = isinstance(value, Defined)
        is_other_side = self._program.customs_at(owner.path).are_statics_apart and all(
            self._program.is_function(each)
            and self._program.definition(each).owner is None
            and self._signatures.is_static(each) is not is_static
            for each in nearest
        )
        if not is_other_side:
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
        """Return the member of an external base, if none of the repository accepts the number of arguments."""
        is_counted = n_arguments is not None and self._signatures.are_counted(owner.path)
        if n_arguments is None or not is_counted or not members:
            return None
        if any(self.overloads.may_be_called(each, n_arguments) for each in members):
            return None
        return self._context.outside_bases.member(owner, name)

    def _aliased_types(self, entity: Entity) -> tuple[Entity, ...]:
        """Return the types behind an alias; any other type is its own."""
        if self._program.definition(entity).type_kind is not TypeKind.TYPE_ALIAS:
            return (entity,)
        evaluator = self._types.objects(entity, NOTHING)
        return tuple(each.entity for each in evaluator if isinstance(each, Instance)) or (entity,)

    def _namespace_in(self, value: Instance | Defined, name: str) -> Meanings:
        """Return the namespace of a name in an open type: other files may define something there.

        Where types and namespaces have separate names (C++), that is what is in a namespace with the name of the type.
        """
        definition = self._program.definition(value.entity)
        is_namespace_separate = self._program.is_type(value.entity) and self._file.customs.are_types_apart
        if isinstance(value, Instance) or not (
            is_namespace_separate or (definition.is_open and definition.is_exported)
        ):
            return NOTHING
        space = f"{self._program.files[value.entity.path].space_of(definition)}.{definition.name}"
        if is_namespace_separate:
            return self._names.spaces.in_space(space, name)
        return (Space(f"{space}.{name}"),) if self._program.is_space(f"{space}.{name}") else NOTHING

    def _dereferenced_member(self, value: Instance | Defined, name: str) -> Meanings:
        """Return a member of the type that an object dereferences to, as `Deref::Target` in Rust.

        A constant of an enum has the members of the enum.
        """
        if isinstance(value, Defined):
            enum = self._program.enum_of(value.entity)
            found = () if enum is None else self._members.find(enum, name)
            return tuple(Defined(each, value.sureness) for each in found)
        target_name = self._file.contents.target
        if not target_name or name == target_name:
            return NOTHING
        return self._cache.ask(
            ("seen as", value, name, self._file.seen_from),
            lambda: (
                part_of(self._file.contents, value, name) or self._member_of_target(value, target_name, name)
            ),
        )

    def _member_of_target(self, value: Instance, target_name: str, name: str) -> Meanings:
        """Return a member of the dereferenced object, unless an external base is known to have it."""
        rules = self._program.customs_at(value.entity.path)
        is_of_base = any(
            isinstance(each, Outside) and has_member(rules, each, name, is_vague=True)
            for each in self._members.bases(value.entity)
        )
        return NOTHING if is_of_base else self.member(self.inner_type(value, target_name), name)

    def is_seen_as_other(self, values: Meanings) -> bool:
        """Whether a value dereferences to a type that is not known."""
        target = self._file.contents.target
        return bool(target) and any(
            isinstance(each, Instance) and self._members.own(each.entity, target) for each in values
        )

    def inner_type(self, value: Meaning, name: str) -> Meanings:
        """Return instances of an associated type of an object's type."""
        if not isinstance(value, Instance) or not name:
            return NOTHING
        found: dict[Meaning, None] = {}
        for each in self._members.own(value.entity, name):
            definition = self._program.definition(each)
            if definition.type is not None:
                place = Place(each.path, each.number, definition.begin)
                types = self._types.type_at(definition.type, place)
                found.update(dict.fromkeys(self._generics.seen(types, value, each)))
        return tuple(less_sure(each, max(value.sureness, Sureness.TYPED)) for each in found)

    def _copy_method(self, value: Instance | Defined, name: str) -> Meanings:
        """Return the type of an object, if the member is its generated copy method, which calls the primary constructor."""
        is_copier = isinstance(value, Instance) and name == self._file.customs.copier
        is_made = is_copier and self._program.definition(value.entity).has_maker
        return (Defined(value.entity, value.sureness),) if is_made else NOTHING

    def _member_of_external_base(self, value: Instance | Defined, name: str) -> Meanings:
        """Return the member of an external base that is known to have it."""
        entity, certainty = value.entity, value.sureness
        bases = self._generics.bases(value if isinstance(value, Instance) else self._generics.own(entity))
        external_types = self._context.outside_types(entity.path)
        for base in bases:
            if (
                isinstance(base, Outside)
                and external_types.result(f"{base.name}.{name}", base.arguments) is not None
            ):
                return (Outside(f"{base.name}.{name}", certainty, arguments=base.arguments),)
        found = self._context.outside_bases.member(entity, name) or self._context.outside_bases.of_root(
            entity, name
        )
        return NOTHING if found is None else (less_sure(found, certainty),)

    def _external_member(self, value: Outside, name: str) -> Meanings:
        """Return the member of an external value; if it is known to lack the member, that of a trait."""
        if self._is_root_lacking(value.name, name):
            return NOTHING
        defined = self._names.own_module(
            self._file.seen_from, f"{value.name}.{name}"
        ) or self._patched_members.find(value, name, self._file.seen_from)
        if defined:
            return defined
        is_of_all = any(name in root.members for root in self._file.customs.roots if not root.kinds)
        if value.is_instance and not is_of_all and not has_member(self._file.customs, value, name):
            return self._trait_methods.of_all(name)
        implemented = self._trait_methods.of_outside(value, name)
        if implemented:
            return implemented
        certainty = max(value.sureness, Sureness.TYPED) if value.is_instance else value.sureness
        is_any = value.may_be_any or (value.is_instance and may_give_any(value, self._file.customs))
        return (Outside(f"{value.name}.{name}", certainty, arguments=value.arguments, may_be_any=is_any),)

    def _is_root_lacking(self, outer: str, name: str) -> bool:
        """Whether a type is the external root of all types, and is known to lack a member."""
        members = self._root_members.get(outer)
        return members is not None and name not in members

    def _wrapped_member(self, value: Outside, name: str) -> Meanings:
        """Return a member of what an external wrapper or tuple contains."""
        return part_of(self._file.contents, value, name) or tuple(
            less_sure(each, Sureness.TYPED)
            for each in self.member(seen_through(self._file.contents, value, name), name)
            if not isinstance(each, Outside)
        )

    def _literal_member(self, record: Record, name: str) -> Meanings:
        """Return a method of an object literal, or the value of its field."""
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
        found = self._cache.ask_of_thing(record, name, lambda: self._field_value(record, name))
        # Declared types of fields stay; the fields of an object literal may be assigned again.
        certainty = Sureness.INFERRED if record.sureness is Sureness.DECLARED else record.sureness
        return tuple(less_sure(each, certainty) for each in found)

    def _field_value(self, record: Record, name: str) -> Meanings:
        path, number = record.written_in.path, record.written_in.number
        for field, expression in record.fields:
            if field == name:
                return self._read_value(expression, Place(path, number, expression.begin))
        spreads = (expression for field, expression in record.fields if field == ALL_FIELDS)
        return tuple(
            each
            for expression in spreads
            for each in self.member(self._read_value(expression, Place(path, number, expression.begin)), name)
        )

    def extended(
        self, values: Meanings, found: Meanings, name: str, place: Place, n_arguments: int | None
    ) -> Meanings:
        """Return the members, or extension methods of the receiver's type if there is no method among them."""
        if any(isinstance(each, Defined) and self._signatures.is_method(each.entity) for each in found):
            return found
        functions = tuple(
            each
            for value in filter(_is_object, values)
            if not isinstance(value, Outside) or value.is_instance
            if not self._has_known_method(value, name, n_arguments)
            for each in self._extension_methods.find(value, name, place)
        )
        return tuple(dict.fromkeys(functions)) or found

    def _has_known_method(self, value: Meaning, name: str, n_arguments: int | None) -> bool:
        """Whether an external type is known to have a method that accepts the number of arguments."""
        if not isinstance(value, Outside):
            return False
        methods = self._file.customs.known_methods.get(value.name.rpartition(".")[2], {})
        return n_arguments in methods.get(name, ())

    def possible_extensions(
        self, values: Meanings, found: Meanings, name: str, place: Place
    ) -> tuple[Entity, ...]:
        """Return the functions that may extend external types, where the repository has no member."""
        if any(isinstance(each, Defined) for each in found):
            return ()
        possible = (
            each
            for value in filter(_is_object, values)
            for each in self._extension_methods.find_possible(value, name, place)
        )
        return tuple(dict.fromkeys(possible))


def _is_object(value: Meaning) -> bool:
    """Whether a value is an instance, and not a definition, a namespace, or something external itself."""
    is_itself = isinstance(value, Outside) and not (value.is_instance or value.may_be_any)
    return not isinstance(value, Defined | Space) and not is_itself
