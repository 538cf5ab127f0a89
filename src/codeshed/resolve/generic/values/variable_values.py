"""The values of variables and locals.

Turns: the variables and locals that names denote → the Values that they hold, by their declared types or initial values.
"""

from codeshed.model.facts.code_expressions import LOADED_MODULE_PREFIX, CodeExpression, NameExpr
from codeshed.model.facts.code_facts import TOP_LEVEL, CodeDefinition, CodeLocal
from codeshed.model.semantic import DefinitionKind
from codeshed.resolve.generic.definition_key import DefinitionKey
from codeshed.resolve.generic.members.inherited_parameters import InheritedParameters
from codeshed.resolve.generic.resolver_context import ReadValue, ResolverContext
from codeshed.resolve.generic.types.type_lowering import TypeLowering
from codeshed.resolve.generic.values.return_values import ReturnValues
from codeshed.resolve.generic.values.values import (
    NO_VALUES,
    Certainty,
    DefinitionValue,
    External,
    ObjectLiteral,
    Place,
    Unknown,
    Value,
    Values,
    declaration_place,
    is_unannotated,
    limit_certainty,
)


class VariableValues:
    """Evaluates variables."""

    def __init__(
        self,
        context: ResolverContext,
        types: TypeLowering,
        return_values: ReturnValues,
        read_value: ReadValue,
    ) -> None:
        self._symbol_table = context.symbol_table
        self._file = context.file
        self._cache = context.query_cache
        self._names = context.names
        self._generics = context.generics
        self._signatures = context.signatures
        self._builtins = context.builtins
        self._external_types = context.external_types
        self._types = types
        self._return_values = return_values
        self._read_value = read_value
        self._inherited = InheritedParameters(context, types)

    def values_of(self, values: Values) -> Values:
        """Replace variables and properties by their values; other functions and types stay as they are."""
        found: dict[Value, None] = {}
        for value in values:
            return_values: Values = NO_VALUES
            if isinstance(value, DefinitionValue):
                definition = self._symbol_table.definition(value.entity)
                if definition.kind is DefinitionKind.VARIABLE:
                    variable_value = self._variable_value(value.entity, definition)
                    return_values = self._generics.substitute_receiver_types(
                        variable_value, value.through, value.entity
                    )
                elif self._is_called_by_name(definition):
                    return_values = self._return_values.result_of(
                        value, (), declaration_place(value.entity, definition)
                    )
            elif isinstance(value, External) and not value.is_instance:
                # No file is current while the members are collected that are declared outside of their types.
                path = self._file.path or self._file.query_path
                external_types = self._external_types(path)
                is_bare_call = bool(self._symbol_table.rules_at(path).apply_method)
                type_of = external_types.method_result if is_bare_call else external_types.field_type
                declared = type_of(value.name, value.arguments)
                return_values = (
                    ()
                    if declared is None or isinstance(declared, Unknown)
                    else (limit_certainty(declared, value.certainty),)
                )
            is_object_literal = all(isinstance(each, ObjectLiteral) for each in return_values)
            found.update(dict.fromkeys((value, *return_values) if is_object_literal else return_values))
        return tuple(found)

    def values_of_variables(self, variables: tuple[DefinitionKey, ...]) -> Values:
        """Return the values of variables."""
        return self.values_of(tuple(map(DefinitionValue, variables)))

    def _is_called_by_name(self, definition: CodeDefinition) -> bool:
        modifiers = definition.modifiers
        needs_more = any(not each.list_index for each in definition.parameters)
        is_run = bool(self._file.rules.apply_method) and not needs_more
        return modifiers is not None and (modifiers.is_property or is_run)

    def _variable_value(self, entity: DefinitionKey, definition: CodeDefinition) -> Values:
        return self._cache.memoize(("value", entity), lambda: self._find_variable_value(entity, definition))

    def _find_variable_value(self, entity: DefinitionKey, definition: CodeDefinition) -> Values:
        place = declaration_place(entity, definition)
        if definition.type is not None and not is_unannotated(definition.type):
            return self._types.declared_or_value_type(
                definition.type, place, lambda: self._initial_value(definition.value, place)
            )
        if _names_external_namesake(definition):
            return self._builtins.resolve_builtin(definition.name, place)
        if definition.value is None:
            return NO_VALUES
        inferred = self._function_within(entity, definition.value) or self._read_value(
            definition.value, place
        )
        certainty = self.certainty_of(entity)
        return tuple(limit_certainty(each, certainty) for each in inferred)

    def _function_within(self, variable: DefinitionKey, value: CodeExpression) -> Values:
        """Return the function of a name that the initializer itself defines: `const f = (() => { … return inner })()`."""
        if not isinstance(value, NameExpr):
            return NO_VALUES
        inside = self._symbol_table.files[variable.path].find_children(variable.number, value.name)
        entities = (DefinitionKey(variable.path, each) for each in inside)
        return tuple(DefinitionValue(each) for each in entities if self._symbol_table.is_function(each))

    def certainty_of(self, variable: DefinitionKey) -> Certainty:
        """Return the certainty that a variable still holds its initial value; a variable for a required module always does."""
        value = self._symbol_table.definition(variable).value
        is_module = isinstance(value, NameExpr) and value.name.startswith(LOADED_MODULE_PREFIX)
        return Certainty.DECLARED if is_module else Certainty.INFERRED

    def _initial_value(self, value: CodeExpression | None, place: Place) -> Values:
        """Return the value of an initialiser."""
        if value is None:
            return NO_VALUES
        return self._read_value(value, Place(place.path, place.definition, value.begin, head=place.head))

    def value_of_local(self, local: CodeLocal, place: Place) -> Values:
        """Return the values of a parameter or local variable."""
        inherited = self._inherited.value_of(local, place)
        if inherited:
            return inherited
        if local.type is not None and not is_unannotated(local.type):
            inside = Place(place.path, local.definition, local.begin)
            return self._types.declared_or_value_type(
                local.type, place, lambda: self._initial_value(local.value, inside)
            )
        if local.value is None:
            return NO_VALUES
        if self._names_outer_variable(local, place):
            file_level = self._names.resolve_at_top_level(
                place, local.name
            ) or self._builtins.resolve_builtin(local.name, place)
            return tuple(limit_certainty(each, Certainty.INFERRED) for each in self.values_of(file_level))
        found = self._read_value(local.value, Place(place.path, local.definition, local.value.begin))
        keeps_type = self._symbol_table.rules_at(place.path).do_initializers_fix_types

        def certainty(value: Value) -> Certainty:
            """A typed local keeps its type, but it may hold another function later."""
            keeps = keeps_type and (local.is_constant or not self._signatures.is_function(value))
            return Certainty.TYPED if keeps else Certainty.INFERRED

        return tuple(limit_certainty(each, certainty(each)) for each in found)

    def _names_outer_variable(self, local: CodeLocal, place: Place) -> bool:
        """Whether a local is initialised with its own name, and that name means no earlier local: `local f = f`."""
        if not isinstance(local.value, NameExpr) or local.value.name != local.name:
            return False
        before = self._file.find_local(local.name, Place(place.path, local.definition, local.value.begin))
        return before is None or before.begin >= local.begin

    def call_bare_names(self, values: Values, place: Place) -> Values:
        """Return the values of reading names: in a language where a bare name is a call, what the functions return."""
        if not self._symbol_table.rules_at(place.path).has_calls_without_parentheses:
            return values
        found: dict[Value, None] = {}
        for each in values:
            found.update(
                dict.fromkeys(
                    self._return_values.result_of(each, (), place) if self._is_call(each) else (each,)
                )
            )
        return tuple(found)

    def _is_call(self, value: Value) -> bool:
        """Whether a bare name is a call: that of a function, and of an external name that may be one."""
        if isinstance(value, External):
            return not value.is_instance and value.name.rpartition(".")[2][:1].islower()
        return self._signatures.is_function(value)


def _names_external_namesake(definition: CodeDefinition) -> bool:
    """Whether a variable is initialised with the external thing of its name, as in `local type = type` in Lua."""
    is_member = definition.owner is not None or definition.parent != TOP_LEVEL
    value = definition.value
    return not is_member and isinstance(value, NameExpr) and value.name == definition.name
