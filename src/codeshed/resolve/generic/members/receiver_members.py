"""Member lookup on abstract values: `total` of `cart.total`, once `cart` is evaluated.

Turns: Values of a receiver and a name → Values of the member: of instances, types, namespaces, object literals and externals.
"""

from codeshed.model.facts.code_expressions import ARRAY, FUNCTION_TYPE, SPREAD_FIELDS, OtherExpr
from codeshed.model.semantic import TypeKind
from codeshed.resolve.generic.definition_key import DefinitionKey
from codeshed.resolve.generic.members.extension_methods import ExtensionMethods
from codeshed.resolve.generic.members.inherited_overloads import InheritedOverloads
from codeshed.resolve.generic.members.member_lookup import may_have_member
from codeshed.resolve.generic.members.patched_members import PatchedMembers
from codeshed.resolve.generic.members.static_members import drop_less_certain_duplicates
from codeshed.resolve.generic.members.trait_methods import TraitMethods
from codeshed.resolve.generic.resolver_context import ReadValue, ResolverContext
from codeshed.resolve.generic.types.external_types import may_return_repository_object
from codeshed.resolve.generic.types.type_lowering import TypeLowering
from codeshed.resolve.generic.types.wrapper_types import auto_dereference, dereference_for_method, element_at
from codeshed.resolve.generic.values.values import (
    NO_VALUES,
    Certainty,
    DefinitionValue,
    External,
    Instance,
    Namespace,
    ObjectLiteral,
    Place,
    SequenceValue,
    Value,
    Values,
    least_certain,
    limit_certainty,
)


class ReceiverMembers:
    """Looks members up on the values of a receiver."""

    def __init__(self, context: ResolverContext, types: TypeLowering, read_value: ReadValue) -> None:
        self._context = context
        self._symbol_table = context.symbol_table
        self._file = context.file
        self._cache = context.query_cache
        self._members = context.members
        self._names = context.names
        self._generics = context.generics
        self._signatures = context.signatures
        self._static_members = context.static_members
        self._types = types
        self._read_value = read_value
        self.overloads = InheritedOverloads(context, types)
        self._extension_methods = ExtensionMethods(context.symbol_table, types)
        self._trait_methods = TraitMethods(context, types)
        self._patched_members = PatchedMembers(context.symbol_table)
        self._root_members = {
            root.name: root.members
            for rules in context.symbol_table.rules_by_language.values()
            for root in rules.implicit_bases
            if not root.kinds
        }

    def lookup(
        self,
        values: Values,
        name: str,
        *,
        is_function: bool = False,
        is_value: bool = False,
        is_written: bool = False,
        n_arguments: int | None = None,
    ) -> Values:
        """Return the members of a name on all values; with `is_value`, functions are left out."""
        if is_value:
            found = self.lookup(values, name)
            return tuple(each for each in found if not self._signatures.is_function(each))
        found_on = [
            (each, found)
            for each in self._types.bounded(values)
            for found in self._member_of(
                each, name, n_arguments, is_function=is_function, is_written=is_written
            )
        ]
        if self._file.rules.has_global_function_fallback and any(
            isinstance(found, DefinitionValue) for _, found in found_on
        ):
            # A namespace with the name of a type may be partly external, and lacks the members of the type.
            found_on = [
                (each, found)
                for each, found in found_on
                if not (isinstance(each, Namespace) and isinstance(found, External))
            ]
        if len(values) > 1 and all(isinstance(found, External) for _, found in found_on):
            # The member of an external base is a worse guess than that of an external type itself.
            found_on.sort(key=lambda each: not isinstance(each[0], External))
        found = tuple(dict.fromkeys(found for _, found in found_on))
        return (
            drop_less_certain_duplicates(found)
            if len(values) > 1 and self._file.rules.are_classes_objects
            else found
        )

    def _member_of(
        self, value: Value, name: str, n_arguments: int | None, *, is_function: bool, is_written: bool
    ) -> Values:
        match value:
            case Namespace(key=key):
                return self._names.visible_namespaces.resolve(
                    self._file.query_path, key, name
                ) or self._names.namespaces.external_member(key, name)
            case External(name=name_outside) if name_outside == FUNCTION_TYPE:
                return (value,) if name == self._file.rules.apply_method else NO_VALUES
            case External():
                inside = self._wrapped_member(value, name)
                return inside or self._external_member(
                    dereference_for_method(self._file.wrapper_types, value, name), name
                )
            case Instance() | DefinitionValue():
                return self._member_of_type(
                    value, name, n_arguments, is_function=is_function, is_written=is_written
                )
            case SequenceValue(items=items, certainty=certainty):
                one = items if len(items) == 1 else ()
                return (
                    External(f"{self._file.rules.variadic_type or ARRAY}.{name}", certainty, arguments=one),
                )
            case _:
                return self._literal_member(value, name) if isinstance(value, ObjectLiteral) else NO_VALUES

    def _member_of_type(
        self,
        value: Instance | DefinitionValue,
        name: str,
        n_arguments: int | None,
        *,
        is_function: bool,
        is_written: bool,
    ) -> Values:
        """Look a member up on a type of the repository, or an instance of it."""
        entity, certainty = value.entity, value.certainty
        if isinstance(value, Instance) and not value.shows(name):
            return NO_VALUES
        sigil = self._file.rules.field_sigil
        if sigil and name.startswith(sigil):
            fields = self._members.lookup_field(entity, name, sigil)
            return tuple(DefinitionValue(each, certainty) for each in fields)
        if self._static_members.separates_static_members(entity, name, is_function=is_function):
            return (
                self._static_members.lookup(value, name, is_function=is_function)
                or self._namespace_in(value, name)
                or self._member_of_external_base(value, name)
            )
        accepts = self._signatures.member_filter(entity.path, is_function=is_function)
        has_function_namespace = (
            is_function and self._symbol_table.rules_at(entity.path).has_function_namespace
        )
        members = tuple(
            each
            for owner in self._aliased_types(entity)
            for each in self._static_or_instance(
                owner, name, self.overloads.find(owner, name, accepts, n_arguments), value
            )
            or (() if has_function_namespace else self._members.lookup(owner, name))
        )
        if is_function and not any(map(self._symbol_table.is_function, members)):
            members = self._context.case_insensitive_names.find_methods(entity, name) or members
        external = self.external_overload(entity, name, members, n_arguments)
        receiver = value if isinstance(value, Instance) else value.through
        through = (
            receiver
            if receiver is not None and receiver.entity == entity
            else self._generics.self_instance(entity)
        )
        members = self._signatures.prefer_static(members, is_static=isinstance(value, DefinitionValue))
        members = self._signatures.select_accessor(members, is_written=is_written)
        own: Values = tuple(
            DefinitionValue(each, self._certainty(entity, each, certainty), through) for each in members
        )
        return (
            (own if external is None else (limit_certainty(external, certainty),))
            or self._dereferenced_member(value, name)
            or self._trait_methods.method_of_only_trait(name)
            or self._namespace_in(value, name)
            or self._copy_method(value, name)
            or self._member_of_external_base(value, name)
            or self._trait_methods.methods_of_any_trait(name)
        )

    def _certainty(self, owner: DefinitionKey, member: DefinitionKey, known: Certainty) -> Certainty:
        """Return the certainty of a member: low, if only a call shows that its owner is a base of the type."""
        is_open = self._symbol_table.rules_at(owner.path).are_types_first_class
        return Certainty.INFERRED if is_open and self._members.is_inferred_member(owner, member) else known

    def _static_or_instance(
        self,
        owner: DefinitionKey,
        name: str,
        nearest: tuple[DefinitionKey, ...],
        value: Instance | DefinitionValue,
    ) -> tuple[DefinitionKey, ...]:
        """Prefer the nearest static members of a type, or instance members of an object, where both may share a name."""
        is_static = isinstance(value, DefinitionValue)
        is_other_side = self._symbol_table.rules_at(owner.path).has_separate_statics and all(
            self._symbol_table.is_function(each)
            and self._symbol_table.definition(each).owner is None
            and self._signatures.is_static(each) is not is_static
            for each in nearest
        )
        if not is_other_side:
            return nearest
        return (
            self._members.lookup(
                owner,
                name,
                lambda each: (
                    self._symbol_table.is_function(each) and self._signatures.is_static(each) is is_static
                ),
            )
            or nearest
        )

    def external_overload(
        self, owner: DefinitionKey, name: str, members: tuple[DefinitionKey, ...], n_arguments: int | None
    ) -> External | None:
        """Return the member of an external base, if none of the repository accepts the number of arguments."""
        is_counted = n_arguments is not None and self._signatures.has_arity_overloads(owner.path)
        if n_arguments is None or not is_counted or not members:
            return None
        if any(self.overloads.may_accept(each, n_arguments) for each in members):
            return None
        return self._context.external_bases.find_member(owner, name)

    def _aliased_types(self, entity: DefinitionKey) -> tuple[DefinitionKey, ...]:
        """Return the types behind an alias; any other type is its own."""
        if self._symbol_table.definition(entity).type_kind is not TypeKind.TYPE_ALIAS:
            return (entity,)
        targets = self._types.instances_of(entity, NO_VALUES)
        return tuple(each.entity for each in targets if isinstance(each, Instance)) or (entity,)

    def _namespace_in(self, value: Instance | DefinitionValue, name: str) -> Values:
        """Return the namespace of a name in an open type: other files may define something there.

        Where types and namespaces have separate names (C++), that is what is in a namespace with the name of the type.
        """
        definition = self._symbol_table.definition(value.entity)
        is_namespace_separate = (
            self._symbol_table.is_type(value.entity) and self._file.rules.has_global_function_fallback
        )
        if isinstance(value, Instance) or not (
            is_namespace_separate or (definition.is_reopenable and definition.is_exported)
        ):
            return NO_VALUES
        space = f"{self._symbol_table.files[value.entity.path].namespace_of(definition)}.{definition.name}"
        if is_namespace_separate:
            return self._names.namespaces.resolve(space, name)
        return (
            (Namespace(f"{space}.{name}"),)
            if self._symbol_table.is_namespace(f"{space}.{name}")
            else NO_VALUES
        )

    def _dereferenced_member(self, value: Instance | DefinitionValue, name: str) -> Values:
        """Return a member of the type that an object dereferences to, as `Deref::Target` in Rust.

        A constant of an enum has the members of the enum.
        """
        if isinstance(value, DefinitionValue):
            enum = self._symbol_table.enum_of(value.entity)
            found = () if enum is None else self._members.lookup(enum, name)
            return tuple(DefinitionValue(each, value.certainty) for each in found)
        target_name = self._file.wrapper_types.deref_target
        if not target_name or name == target_name:
            return NO_VALUES
        return self._cache.memoize(
            ("seen as", value, name, self._file.query_path),
            lambda: (
                element_at(self._file.wrapper_types, value, name)
                or self._member_of_target(value, target_name, name)
            ),
        )

    def _member_of_target(self, value: Instance, target_name: str, name: str) -> Values:
        """Return a member of the dereferenced object, unless an external base is known to have it."""
        rules = self._symbol_table.rules_at(value.entity.path)
        is_of_base = any(
            isinstance(each, External) and may_have_member(rules, each, name, is_vague=True)
            for each in self._members.bases(value.entity)
        )
        return NO_VALUES if is_of_base else self.lookup(self.associated_type(value, target_name), name)

    def dereferences_to_unknown(self, values: Values) -> bool:
        """Whether a value dereferences to a type that is not known."""
        target = self._file.wrapper_types.deref_target
        return bool(target) and any(
            isinstance(each, Instance) and self._members.own_members(each.entity, target) for each in values
        )

    def associated_type(self, value: Value, name: str) -> Values:
        """Return instances of an associated type of an object's type."""
        if not isinstance(value, Instance) or not name:
            return NO_VALUES
        found: dict[Value, None] = {}
        for each in self._members.own_members(value.entity, name):
            definition = self._symbol_table.definition(each)
            if definition.type is not None:
                place = Place(each.path, each.number, definition.begin)
                types = self._types.type_at(definition.type, place)
                found.update(dict.fromkeys(self._generics.substitute_receiver_types(types, value, each)))
        return tuple(limit_certainty(each, least_certain(value.certainty, Certainty.TYPED)) for each in found)

    def _copy_method(self, value: Instance | DefinitionValue, name: str) -> Values:
        """Return the type of an object, if the member is its generated copy method, which calls the primary constructor."""
        is_copier = isinstance(value, Instance) and name == self._file.rules.copy_method
        is_made = is_copier and self._symbol_table.definition(value.entity).has_companion_factory
        return (DefinitionValue(value.entity, value.certainty),) if is_made else NO_VALUES

    def _member_of_external_base(self, value: Instance | DefinitionValue, name: str) -> Values:
        """Return the member of an external base that is known to have it."""
        entity, certainty = value.entity, value.certainty
        bases = self._generics.bases(
            value if isinstance(value, Instance) else self._generics.self_instance(entity)
        )
        external_types = self._context.external_types(entity.path)
        for base in bases:
            if isinstance(base, External) and external_types.has_member(
                f"{base.name}.{name}", base.arguments
            ):
                return (External(f"{base.name}.{name}", certainty, arguments=base.arguments),)
        found = self._context.external_bases.find_member(
            entity, name
        ) or self._context.external_bases.member_of_root(entity, name)
        return NO_VALUES if found is None else (limit_certainty(found, certainty),)

    def _external_member(self, value: External, name: str) -> Values:
        """Return a member of an external value, or of a trait if the value is known to lack it."""
        if self._is_root_lacking(value.name, name):
            return NO_VALUES
        defined = (
            self._names.resolve_exports_name(self._file.query_path, f"{value.name}.{name}")
            or self._declared_member(value, name)
            or self._patched_members.find(value, name, self._file.query_path)
        )
        if defined:
            return defined
        rules = self._file.rules
        known = rules.external_names if value.name in rules.global_scope_objects else None
        known = None if value.is_instance else rules.members_by_namespace.get(value.name, known)
        if (known is not None and name not in known) or rules.library_names.lacks(value.name, name):
            return NO_VALUES
        is_of_all = any(name in root.members for root in self._file.rules.implicit_bases if not root.kinds)
        if value.is_instance and not is_of_all and not may_have_member(self._file.rules, value, name):
            return self._trait_methods.method_of_only_trait(name)
        implemented = self._trait_methods.methods_for_external_type(value, name)
        if implemented:
            return implemented
        certainty = least_certain(value.certainty, Certainty.TYPED) if value.is_instance else value.certainty
        is_any = value.may_be_repository_object or (
            value.is_instance and may_return_repository_object(value, self._file.rules)
        )
        return (
            External(
                f"{value.name}.{name}", certainty, arguments=value.arguments, may_be_repository_object=is_any
            ),
        )

    def _declared_member(self, value: External, name: str) -> Values:
        """Return the member that the repository declares of an external object's type: `interface Window` in `declare global`."""
        rules = self._file.rules
        last = rules.type_by_global_object.get(value.name, "")
        if value.is_instance:
            last = value.name.removeprefix(rules.qualify_builtin(""))
        if not last or last not in rules.global_library_types:
            return NO_VALUES
        certainty = least_certain(value.certainty, Certainty.TYPED)
        return tuple(
            DefinitionValue(member, certainty)
            for each in self._symbol_table.find_globals(last)
            for member in self._members.own_members(each, name)
        )

    def _is_root_lacking(self, outer: str, name: str) -> bool:
        """Whether a type is the external root of all types, and is known to lack a member."""
        members = self._root_members.get(outer)
        return members is not None and name not in members

    def _wrapped_member(self, value: External, name: str) -> Values:
        """Return a member of what an external wrapper or tuple contains."""
        return element_at(self._file.wrapper_types, value, name) or tuple(
            limit_certainty(each, Certainty.TYPED)
            for each in self.lookup(auto_dereference(self._file.wrapper_types, value, name), name)
            if not isinstance(each, External)
        )

    def _literal_member(self, record: ObjectLiteral, name: str) -> Values:
        """Return a method of an object literal, or the value of its field."""
        path, number = record.definition.path, record.definition.number
        view = self._symbol_table.files[path]
        ends = {value.end for field, value in record.fields if field == name and isinstance(value, OtherExpr)}
        members = view.find_object_members(number, name) if ends else ()
        # Positions tell objects in one function apart; of other files they are not known.
        here = tuple(each for each in members if view.facts.definitions[each].end in ends)
        functions = tuple(
            DefinitionValue(DefinitionKey(path, each), record.certainty) for each in here or members
        )
        if functions:
            return functions
        found = self._cache.memoize_for_object(record, name, lambda: self._field_value(record, name))
        # Declared types of fields stay; the fields of an object literal may be assigned again.
        certainty = Certainty.INFERRED if record.certainty is Certainty.DECLARED else record.certainty
        return tuple(limit_certainty(each, certainty) for each in found)

    def _field_value(self, record: ObjectLiteral, name: str) -> Values:
        path, number = record.definition.path, record.definition.number
        for field, expression in record.fields:
            if field == name:
                return self._read_value(expression, Place(path, number, expression.begin))
        spreads = (expression for field, expression in record.fields if field == SPREAD_FIELDS)
        return tuple(
            each
            for expression in spreads
            for each in self.lookup(self._read_value(expression, Place(path, number, expression.begin)), name)
        )

    def with_extension_methods(
        self, values: Values, found: Values, name: str, place: Place, n_arguments: int | None
    ) -> Values:
        """Return the members, or extension methods of the receiver's type if there is no method among them."""
        if any(
            isinstance(each, DefinitionValue) and self._signatures.is_callable_member(each.entity)
            for each in found
        ):
            return found
        functions = tuple(
            each
            for value in filter(_is_object, values)
            if not isinstance(value, External) or value.is_instance
            if not self._has_known_method(value, name, n_arguments)
            for each in self._extension_methods.find(value, name, place)
        )
        return tuple(dict.fromkeys(functions)) or found

    def _has_known_method(self, value: Value, name: str, n_arguments: int | None) -> bool:
        """Whether an external type is known to have a method that accepts the number of arguments."""
        if not isinstance(value, External):
            return False
        methods = self._file.rules.known_methods.get(value.name.rpartition(".")[2], {})
        return n_arguments in methods.get(name, ())

    def possible_extension_methods(
        self, values: Values, found: Values, name: str, place: Place
    ) -> tuple[DefinitionKey, ...]:
        """Return the functions that may extend external types, where the repository has no member."""
        if any(isinstance(each, DefinitionValue) for each in found):
            return ()
        possible = (
            each
            for value in filter(_is_object, values)
            for each in self._extension_methods.find_candidates(value, name, place)
        )
        return tuple(dict.fromkeys(possible))


def _is_object(value: Value) -> bool:
    """Whether a value is an instance, and not a definition, a namespace, or something external itself."""
    is_itself = isinstance(value, External) and not (value.is_instance or value.may_be_repository_object)
    return not isinstance(value, DefinitionValue | Namespace) and not is_itself
