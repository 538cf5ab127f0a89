"""Unqualified names in expressions.

Turns: a NameExpr at a place → Values. The scopes in order: locals and enclosing definitions, members of the enclosing types
(implicit receiver), the file with its imports and namespaces, members that the language adds, external bases, builtins.
"""

from collections.abc import Callable

from codeshed.model.facts.code_expressions import CodeExpression, NameExpr
from codeshed.model.facts.code_facts import CodeLocal
from codeshed.model.semantic import TypeKind
from codeshed.resolve.generic.definition_key import DefinitionKey
from codeshed.resolve.generic.members.member_lookup import MemberFilter, any_member
from codeshed.resolve.generic.members.receiver_members import ReceiverMembers
from codeshed.resolve.generic.resolver_context import ResolverContext
from codeshed.resolve.generic.types.type_lowering import TypeLowering
from codeshed.resolve.generic.values.values import (
    NO_VALUES,
    Certainty,
    DefinitionValue,
    External,
    Instance,
    Namespace,
    Place,
    Values,
)
from codeshed.resolve.generic.values.variable_values import VariableValues


class UnqualifiedNames:
    """Resolves names without a qualifier."""

    def __init__(
        self,
        context: ResolverContext,
        types: TypeLowering,
        receiver_members: ReceiverMembers,
        variable_values: VariableValues,
        value_of: Callable[[CodeExpression, Place], Values],
    ) -> None:
        self._symbol_table = context.symbol_table
        self._file = context.file
        self._members = context.members
        self._names = context.names
        self._generics = context.generics
        self._signatures = context.signatures
        self._static_members = context.static_members
        self._case_insensitive_names = context.case_insensitive_names
        self._builtins = context.builtins
        self._test_members = context.test_members
        self._types = types
        self._receiver_members = receiver_members
        self._variable_values = variable_values
        self._value_of = value_of

    def resolve(
        self,
        expression: NameExpr,
        place: Place,
        *,
        is_called: bool = False,
        is_type: bool = False,
        n_arguments: int | None = None,
    ) -> Values:
        """Resolve a name: to the values of a local, or to definitions; nothing if the value is unknown.

        If `is_type`, the name must be a type, and is no member of an external base.
        """
        if expression.is_earlier_definition:
            return self._earlier(expression.name, place)
        switched = (
            NO_VALUES
            if expression.switch_subject is None
            else self._value_of(expression.switch_subject, place)
        )
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
        if self._symbol_table.rules_at(place.path).has_types_overloaded_by_arity and len(found) > 1:
            found = self._types.type_names.filter_by_arity(found, expression.n_type_arguments)
        if expression.type_arguments:
            found = self._types.apply_type_arguments(found, expression.type_arguments, place)
        if switched and not found:
            return self._external_constants(switched, expression.name, place)
        is_shared = bool(found) and all(isinstance(each, Namespace) for each in found)
        return (*found, *self._builtins.language_namespace(expression.name, place)) if is_shared else found

    def _is_enum(self, entity: DefinitionKey) -> bool:
        return self._symbol_table.definition(entity).type_kind is TypeKind.ENUM

    def _enum_constants(self, enums: tuple[Instance, ...], name: str) -> Values:
        """Find the constant in the enum of a `switch` subject; the name can denote nothing else."""
        return tuple(
            DefinitionValue(each, enum.certainty)
            for enum in enums
            for each in self._members.lookup(enum.entity, name)
        )

    def _external_constants(self, switched: Values, name: str, place: Place) -> Values:
        """Return the constant of the external type of a `switch` subject, unless that is no enum."""
        rules = self._symbol_table.rules_at(place.path)
        return tuple(
            External(f"{each.name}.{name}", Certainty.TYPED)
            for each in switched
            if isinstance(each, External) and each.is_instance
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
    ) -> Values:
        """Resolve a name through all scopes, the innermost first."""
        if name.startswith("."):
            is_like_type = name[1:2].isupper() and not name.isupper()
            found = self._builtins.resolve_from_root(name[1:], place)
            found = found or self._builtins.resolve_builtin(name[1:], place, is_called=is_called)
            return found or (
                self._builtins.external_from_root(name[1:], place) if is_like_type else NO_VALUES
            )
        local = self._file.find_local(name, place, is_called=is_called)
        found = self._without_constants(
            self._names.resolve_in_enclosing(place, name), place, is_called=is_called
        )
        if local is not None and not self._is_shadowed(local, found):
            return self._variable_values.value_of_local(local, place)
        if found:
            return found
        rules = self._symbol_table.rules_at(place.path)
        fits = self._signatures.member_filter(place.path, is_function=is_called)
        if rules.has_implicit_receiver:
            found = self._implicit_member(name, place, fits, n_arguments, is_called=is_called)
            if not found and not rules.has_function_namespace:
                found = self._implicit_member(name, place, any_member)
            found = self._without_constants(found, place, is_called=is_called)
            if found:
                return found
        found = self._without_constants(
            self._names.resolve_at_top_level(place, name), place, is_called=is_called
        )
        callable_values = tuple(each for each in found if self._signatures.passes_filter(each, fits, rules))
        callable_values = callable_values or self._free_function(name, place, is_called=is_called)
        return (
            self._builtins.limit_by_root_mixins(callable_values, name, place)
            or (self._case_insensitive_names.find_functions(name, place) if is_called else NO_VALUES)
            or self._builtins.root_type_members(name, place)
            or self._test_members.find(name, place)
            or self._builtins.universal_member(name, place)
            or self._builtins.language_namespace(name, place)
            or (
                NO_VALUES
                if is_type
                else self._builtins.external_base_member(name, place, is_called=is_called)
            )
            or self._builtins.implicit_base_member(name, place)
            or tuple(filter(None, (self._types.type_names.type_parameter(name, place),)))
            or (NO_VALUES if is_value else self._builtins.resolve_builtin(name, place, is_called=is_called))
        )

    def _without_constants(self, found: Values, place: Place, *, is_called: bool) -> Values:
        """Drop constants of a called name, where types are objects: a call means a method (Ruby: `Integer(x)`)."""
        if not is_called or not self._symbol_table.rules_at(place.path).are_classes_objects:
            return found
        return tuple(each for each in found if not self._static_members.is_constant(each))

    def _free_function(self, name: str, place: Place, *, is_called: bool) -> Values:
        """Return the free function that a call means although a type of the same name is nearer."""
        if not is_called or not self._symbol_table.rules_at(place.path).are_classes_objects:
            return NO_VALUES
        return self._without_constants(
            self._builtins.resolve_from_root(name, place), place, is_called=is_called
        )

    def _earlier(self, name: str, place: Place) -> Values:
        """Resolve a call of the definition that this one replaces: an earlier one in the file, or one elsewhere (Ruby aliases)."""

        def is_before(entity: DefinitionKey) -> bool:
            return entity.path != place.path or entity.number < place.definition

        owner = self._members.enclosing_type(place)
        own = (
            NO_VALUES
            if owner is None
            else self._static_members.lookup_unqualified(owner, name, place, is_before)
        )
        free_functions = (
            each
            for each in self._names.resolve_at_top_level(place, name)
            if isinstance(each, DefinitionValue)
        )
        return (
            own
            or tuple(each for each in free_functions if is_before(each.entity))
            or self._builtins.universal_member(name, place)
            or self._builtins.external_base_member(name, place, is_called=True)
            or self._builtins.resolve_builtin(name, place, is_called=True)
        )

    def _is_shadowed(self, local: CodeLocal, found: Values) -> bool:
        """Whether a definition in an inner block shadows a local."""
        entities = (each.entity for each in found if isinstance(each, DefinitionValue))
        blocks = [block for block in map(self._file.scope_of, entities) if block is not None]
        return any(local.begin <= begin and end <= local.end for begin, end in blocks)

    def _implicit_member(
        self,
        name: str,
        place: Place,
        fits: MemberFilter,
        n_arguments: int | None = None,
        *,
        is_called: bool = False,
    ) -> Values:
        """Find a name among the members of the enclosing type, then of the types around that."""
        owner = self._members.enclosing_type(place)
        if owner is not None and self._static_members.separates_static_members(owner, name):
            return self._static_members.lookup_unqualified(owner, name, place)
        while owner is not None:
            members = self._receiver_members.overloads.find(owner, name, fits, n_arguments)
            found = tuple(each for each in members if not self._symbol_table.is_constructor(each))
            outside = self._receiver_members.external_overload(owner, name, found, n_arguments)
            if outside is not None:
                return (outside,)
            if found:
                injected = self._injected_class(owner, name, found[0]) if is_called else None
                if injected is not None:
                    return (DefinitionValue(injected),)
                own = self._generics.self_instance(owner)
                is_static = place.definition >= 0 and self._signatures.is_static(
                    DefinitionKey(place.path, place.definition)
                )
                fitting = self._signatures.prefer_static(found, is_static=is_static)
                return tuple(DefinitionValue(each, through=own) for each in fitting)
            if (
                name == self._file.rules.copy_method
                and self._symbol_table.definition(owner).has_companion_factory
            ):
                return (DefinitionValue(owner),)
            if not self._symbol_table.rules_at(place.path).is_visible_in_nested_types(name):
                break
            definition = self._symbol_table.definition(owner)
            owner = self._members.enclosing_type(Place(owner.path, definition.parent, definition.begin))
        return NO_VALUES

    def _injected_class(self, owner: DefinitionKey, name: str, member: DefinitionKey) -> DefinitionKey | None:
        """Return the type or base whose injected class name is nearer than a member of that name (C++)."""
        if not self._symbol_table.rules_at(owner.path).has_injected_class_names:
            return None
        holder = self._members.owner_of(member)
        for ancestor in self._members.ancestors(owner):
            if ancestor == holder:
                break
            if self._symbol_table.definition(ancestor).name == name:
                return ancestor
        return None
