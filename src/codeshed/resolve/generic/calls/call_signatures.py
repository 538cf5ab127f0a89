"""Signatures: which functions accept a call, by counts and names.

Turns: functions + the arguments of a call → whether they accept as many; members of one name → those that a use can mean.
"""

from collections.abc import Mapping
from itertools import compress

from codeshed.model.facts.code_expressions import TUPLE, TypeRef
from codeshed.model.facts.code_facts import CodeDefinition
from codeshed.model.semantic import DefinitionKind, ParameterKind, Visibility
from codeshed.resolve.generic.definition_key import DefinitionKey
from codeshed.resolve.generic.language_rules import LanguageRules
from codeshed.resolve.generic.members.member_lookup import MemberFilter, any_member
from codeshed.resolve.generic.symbol_table import SymbolTable
from codeshed.resolve.generic.values.values import DefinitionValue, Value, Values, type_names_in


class Signatures:
    """Filters functions of one name by their declarations."""

    def __init__(self, symbol_table: SymbolTable) -> None:
        self._symbol_table = symbol_table

    def accepts_count(self, entity: DefinitionKey, n_arguments: int | None) -> bool:
        """Whether a function can be called with a number of arguments."""
        parameters = [
            each for each in self._symbol_table.definition(entity).parameters if not each.list_index
        ]
        if n_arguments is None or self.is_alias(entity):
            return True
        is_variadic = any(each.kind is ParameterKind.VARIADIC_POSITIONAL for each in parameters)
        required = sum(
            not each.has_default and each.kind is not ParameterKind.VARIADIC_POSITIONAL for each in parameters
        )
        return required <= n_arguments and (is_variadic or n_arguments <= len(parameters))

    def accepts_keywords(self, entity: DefinitionKey, names: tuple[str, ...]) -> bool:
        """Whether a function has parameters of the names of all keyword arguments."""
        own = {each.name for each in self._symbol_table.definition(entity).parameters} if names else set()
        return own.issuperset(names)

    def has_arity_overloads(self, path: str) -> bool:
        """Whether the number of arguments distinguishes members of one name, in the language of a file."""
        rules = self._symbol_table.rules_at(path)
        return rules.has_inherited_overloads or rules.has_auto_tupling

    def may_accept_count(self, entity: DefinitionKey, n_arguments: int | None) -> bool:
        """Whether a call with a number of arguments may be one of a function.

        Some arguments may be for its result, for implicit parameters, or for the parts of one tuple (Scala).
        """
        definition = self._symbol_table.definition(entity)
        if definition.has_no_parameter_list or self.accepts_count(entity, n_arguments):
            return True
        if n_arguments is None or not self._symbol_table.rules_at(entity.path).has_auto_tupling:
            return False
        first = [each for each in definition.parameters if not each.list_index]
        if not first:
            return sum(each.list_index == 1 for each in definition.parameters) == n_arguments
        return len(first) == 1 and n_arguments != 1 and _may_be_tuple(first[0].type, definition)

    def is_alias(self, entity: DefinitionKey) -> bool:
        """Whether a function is an alias of another one, such as a macro, and accepts what that accepts."""
        definition = self._symbol_table.definition(entity)
        modifiers = definition.modifiers
        return modifiers is not None and modifiers.has_body is False and definition.value is not None

    def have_same_parameters(self, one: DefinitionKey, other: DefinitionKey) -> bool:
        """Whether two functions, or types for their primary constructors, have the same parameter types."""
        first, second = (_parameter_types(self._symbol_table.definition(each)) for each in (one, other))
        return first == second

    def accepts_type_arguments(self, entity: DefinitionKey, n_types: int) -> bool:
        """Whether a function can be called with a number of type arguments; if none, the arguments may have to determine them."""
        definition = self._symbol_table.definition(entity)
        if definition.kind is not DefinitionKind.FUNCTION:
            return True
        if not self.has_overloads(entity):
            has_separate_bodies = (
                bool(n_types) and self._symbol_table.rules_at(entity.path).has_separate_declarations
            )
            return bool(definition.type_parameters) or not has_separate_bodies
        if n_types:
            return len(definition.type_parameters) == n_types
        if not self._symbol_table.rules_at(entity.path).infers_types_from_arguments_only:
            return True
        written = {name for each in definition.parameters for name in type_names_in(each.type)}
        return all(each.name in written for each in definition.type_parameters)

    def filter_by_type_arguments(self, callees: Values, n_types: int) -> Values:
        """Keep the functions that accept the number of explicit type arguments."""
        return tuple(
            each
            for each in callees
            if not isinstance(each, DefinitionValue) or self.accepts_type_arguments(each.entity, n_types)
        )

    def has_overloads(self, entity: DefinitionKey) -> bool:
        """Whether the language of a function distinguishes overloads by arguments."""
        return self._symbol_table.rules_at(entity.path).has_inherited_overloads

    def is_function(self, value: Value) -> bool:
        """Whether a value is a function itself."""
        return isinstance(value, DefinitionValue) and self._symbol_table.is_function(value.entity)

    def is_callable_member(self, entity: DefinitionKey) -> bool:
        """Whether a member is callable itself; the value of a property may be callable too, but comes last."""
        modifiers = self._symbol_table.definition(entity).modifiers
        return modifiers is not None and not modifiers.is_property

    def is_static(self, entity: DefinitionKey) -> bool:
        """Whether a member is static."""
        modifiers = self._symbol_table.definition(entity).modifiers
        return modifiers is not None and modifiers.is_static is True

    def is_inherited(self, member: DefinitionKey, owner: DefinitionKey) -> bool:
        """Whether a type inherits a member of a base: not a private one, nor a package-private one of another package."""
        visibility = self._symbol_table.definition(member).visibility
        if visibility is not Visibility.INTERNAL:
            return visibility is not Visibility.PRIVATE
        files = self._symbol_table.files
        is_package_private = self._symbol_table.rules_at(owner.path).has_package_private_access
        return not is_package_private or files[member.path].namespace == files[owner.path].namespace

    def prefer_static(
        self, members: tuple[DefinitionKey, ...], *, is_static: bool
    ) -> tuple[DefinitionKey, ...]:
        """Prefer static members of a type, or instance members of an object, among those of one name."""
        is_declared_twice = any(map(self._is_without_body, members))
        if len(members) == 1 or is_declared_twice or any(map(self.has_overloads, members)):
            return members
        return tuple(each for each in members if self.is_static(each) is is_static) or members

    def select_accessor(
        self, members: tuple[DefinitionKey, ...], *, is_written: bool
    ) -> tuple[DefinitionKey, ...]:
        """Select the getter or setter of a property, by whether it is read or written."""
        definitions = [self._symbol_table.definition(each) for each in members]
        are_pair = len(members) > 1 and all(
            each.modifiers is not None and each.modifiers.is_property for each in definitions
        )
        is_wanted = (bool(each.parameters) is is_written for each in definitions)
        return (are_pair and tuple(compress(members, is_wanted))) or members

    def _is_without_body(self, entity: DefinitionKey) -> bool:
        """Whether a function is only declared; its definition elsewhere may have fewer modifiers."""
        modifiers = self._symbol_table.definition(entity).modifiers
        return modifiers is not None and modifiers.has_body is False

    def member_filter(self, path: str, *, is_function: bool) -> MemberFilter:
        """Return the filter for what a name can mean as a function or as a value, if functions have their own namespace."""
        rules = self._symbol_table.rules_at(path)
        if not rules.has_function_namespace:
            return self.is_callable_member if is_function and rules.has_inherited_overloads else any_member
        return self._is_callable if is_function else self._is_no_function

    def _is_callable(self, entity: DefinitionKey) -> bool:
        return self._symbol_table.is_function(entity) or self._symbol_table.definition(entity).has_accessor

    def _is_no_function(self, entity: DefinitionKey) -> bool:
        return not self._symbol_table.is_function(entity)

    def passes_filter(self, value: Value, accepts: MemberFilter, rules: LanguageRules) -> bool:
        """Whether a value passes such a filter; languages with one namespace for all have none."""
        return (
            not rules.has_function_namespace
            or not isinstance(value, DefinitionValue)
            or accepts(value.entity)
        )


def _may_be_tuple(declared: TypeRef | None, definition: CodeDefinition) -> bool:
    """Whether a parameter may accept a tuple: its type says so, or is not known."""
    if declared is None:
        return True
    variables = {each.name for each in definition.all_type_parameters}
    return declared.name in {"", "Any", TUPLE} or declared.name in variables


def _parameter_types(definition: CodeDefinition) -> tuple[str, ...]:
    """Return the parameter types as they are written; the function's own type parameters by their position."""
    positions = {each.name: f"#{place}" for place, each in enumerate(definition.type_parameters)}
    return tuple(_unqualified(each.type, positions) for each in definition.parameters)


def _unqualified(type_ref: TypeRef | None, positions: Mapping[str, str]) -> str:
    if type_ref is None:
        return ""
    inner = ",".join(_unqualified(each, positions) for each in type_ref.arguments)
    return f"{positions.get(type_ref.name) or type_ref.name.rpartition('.')[2]}<{inner}>"
