"""The values that functions return.

Turns: a function and its arguments → Values of the result: by the declared return type, else by the one value it returns.
"""

from msgspec.structs import replace

from codeshed.model.facts.code_expressions import FUNCTION_TYPE
from codeshed.model.facts.code_facts import CodeDefinition, CodeOverload, CodeTypeParameter
from codeshed.model.semantic import DefinitionKind
from codeshed.resolve.generic.definition_key import DefinitionKey
from codeshed.resolve.generic.language_rules import LanguageRules, WrapperTypes
from codeshed.resolve.generic.names.visible_interface import NO_OFFSET
from codeshed.resolve.generic.resolver_context import ReadValue, ResolverContext
from codeshed.resolve.generic.types.external_types import may_return_repository_object
from codeshed.resolve.generic.types.generics import first_or_unknown, substitute
from codeshed.resolve.generic.types.type_lowering import TypeLowering
from codeshed.resolve.generic.types.wrapper_types import auto_dereference
from codeshed.resolve.generic.values.values import (
    NO_VALUES,
    UNKNOWN,
    Certainty,
    DefinitionValue,
    External,
    Instance,
    Place,
    SequenceValue,
    TypeVariable,
    Unknown,
    Value,
    Values,
    declaration_place,
    is_unannotated,
    limit_certainty,
)


class ReturnValues:
    """Evaluates return types and returned values."""

    def __init__(self, context: ResolverContext, types: TypeLowering, read_value: ReadValue) -> None:
        self._context = context
        self._symbol_table = context.symbol_table
        self._cache = context.query_cache
        self._generics = context.generics
        self._types = types
        self._read_value = read_value

    def result_of(
        self,
        value: Value,
        arguments: tuple[Values, ...],
        place: Place,
        type_arguments: Values = NO_VALUES,
        *,
        n_arguments: int | None = None,
    ) -> Values:
        """Return the result of calling a value with arguments."""
        match value:
            case DefinitionValue(entity=entity) if (
                self._symbol_table.is_type(entity) or self._symbol_table.enum_of(entity) is not None
            ):
                return self._types.instances_of(entity, NO_VALUES)
            case Instance(entity=entity) if not self._symbol_table.is_type(entity):
                return NO_VALUES
            case DefinitionValue() | Instance():
                overloads = self._symbol_table.definition(value.entity).overloads
                if overloads:
                    return self._overloaded(value, arguments, type_arguments, n_arguments)
                return self._declared_result(value, arguments, type_arguments)
            case External():
                rules = self._symbol_table.rules_at(place.path)
                function = _dereferenced_function(value, rules.wrapper_types)
                is_wrapping = value.name in rules.wrapping_functions
                wrapped = self._wrapped_argument(value, arguments, place, type_arguments)
                return wrapped if is_wrapping else self._external_result(function, arguments, place)
            case _:
                return NO_VALUES

    def _wrapped_argument(
        self, function: External, arguments: tuple[Values, ...], place: Place, type_arguments: Values
    ) -> Values:
        """Return the wrapper that an external function makes of its type argument or argument."""
        wrapper = self._symbol_table.rules_at(place.path).wrapping_functions.get(function.name, "")
        given = type_arguments[:1] or tuple(arguments[0] if arguments else NO_VALUES)
        if not wrapper or len(given) != 1 or isinstance(given[0], Unknown):
            return NO_VALUES
        return (External(wrapper, function.certainty, is_instance=True, arguments=given),)

    def _external_result(self, function: External, arguments: tuple[Values, ...], place: Place) -> Values:
        """Return the result of an external function: by its type, by what is known of its library, or a value of its own."""
        name, certainty = function.name, function.certainty
        if name == FUNCTION_TYPE:
            return tuple(
                limit_certainty(each, certainty)
                for each in function.arguments[:1]
                if not isinstance(each, Unknown)
            )
        rules = self._symbol_table.rules_at(place.path)
        if function.is_instance and name in rules.callable_types:
            return tuple(
                limit_certainty(each, certainty)
                for each in function.arguments[:1]
                if not isinstance(each, Unknown)
            )
        callable_type = _type_of_callable(function, rules)
        if callable_type.rpartition(".")[2] in rules.function_types_with_result and function.arguments:
            result = function.arguments[-1]
            return () if isinstance(result, Unknown) else (limit_certainty(result, certainty),)
        known = self._context.external_types(place.path).method_result(name, function.arguments)
        if isinstance(known, Unknown) and not rules.implicit_bases:
            return NO_VALUES
        if known is not None and not isinstance(known, Unknown):
            return (limit_certainty(known, certainty),)
        is_any = may_return_repository_object(function, rules, arguments)
        return self._sequence_method_result(function, place) or (
            External(f"{name}()", certainty, is_instance=True, may_be_repository_object=is_any),
        )

    def _declared_result(
        self, called: DefinitionValue | Instance, arguments: tuple[Values, ...], type_arguments: Values
    ) -> Values:
        """Return the declared result of a function of the repository; without one, the values that it returns."""
        entity = called.entity
        definition = self._symbol_table.definition(entity)
        returns = definition.returns
        through = called.through if isinstance(called, DefinitionValue) else called
        inside = Place(entity.path, entity.number, definition.begin)
        function = self._function_type_of(called) if returns is None else NO_VALUES
        if function and isinstance(function[0], External):
            return_values = self._external_result(function[0], arguments, inside)
            return tuple(limit_certainty(each, called.certainty) for each in return_values)
        if returns is None or is_unannotated(returns):
            return self._generics.substitute_receiver_types(
                self._returned(entity, definition), through, entity
            )
        bound = self._bind_type_parameters(entity, type_arguments, arguments)
        returned = self._types.declared_or_value_type(
            returns, inside, lambda: self._returned(entity, definition)
        )
        declared = substitute(returned, bound)
        seen = self._generics.substitute_receiver_types(declared, through, entity)
        return tuple(limit_certainty(each, called.certainty) for each in seen)

    def _overloaded(
        self,
        called: DefinitionValue | Instance,
        arguments: tuple[Values, ...],
        type_arguments: Values,
        n_arguments: int | None,
    ) -> Values:
        """Return the result by the declared signatures that accept the number of arguments; several make it a guess."""
        entity = called.entity
        definition = self._symbol_table.definition(entity)
        overloads = _accepting(definition.overloads, n_arguments) or definition.overloads
        inside = Place(entity.path, entity.number, definition.begin)
        bound = self._bind_type_parameters(entity, type_arguments, arguments)
        through = called.through if isinstance(called, DefinitionValue) else called
        results_by_overload = [
            NO_VALUES
            if each.returns is None
            else substitute(
                self._types.type_at(each.returns, inside),
                self._bind_parameters(entity, each.type_parameters, type_arguments) | bound,
            )
            for each in overloads
        ]
        certainty = called.certainty if len(set(results_by_overload)) == 1 else Certainty.INFERRED
        found = dict.fromkeys(
            each
            for return_values in results_by_overload
            for each in self._generics.substitute_receiver_types(return_values, through, entity)
        )
        return tuple(limit_certainty(each, certainty) for each in found)

    def _returned(self, entity: DefinitionKey, definition: CodeDefinition) -> Values:
        """Return the value of a function's only result, where no type is declared."""
        value = definition.value
        if definition.kind is not DefinitionKind.FUNCTION or value is None:
            return NO_VALUES
        place = Place(entity.path, entity.number, NO_OFFSET)
        found = self._cache.memoize(("result", entity), lambda: self._read_value(value, place))
        return tuple(limit_certainty(each, Certainty.INFERRED) for each in found)

    def _bind_type_parameters(
        self, entity: DefinitionKey, type_arguments: Values, arguments: tuple[Values, ...]
    ) -> dict[TypeVariable, Value]:
        """Bind the type parameters of a function by explicit type arguments, then by the arguments."""
        definition = self._symbol_table.definition(entity)
        inside = Place(entity.path, entity.number, definition.begin)
        bound = self._bind_type_arguments(entity, type_arguments)
        for parameter, values in zip(definition.parameters, arguments, strict=False):
            if parameter.type is not None:
                expected = self._types.type_at(parameter.type, inside)
                given = (
                    tuple(map(self._with_declared_result, values)) if _is_function_type(expected) else values
                )
                bound = (
                    self._generics.infer_type_arguments(
                        expected, given, self._context.external_types(entity.path)
                    )
                    | bound
                )
        return bound

    def _with_declared_result(self, value: Value) -> Value:
        """Return the function type of a function that is passed by its name, with its result; other values as they are."""
        function = next(iter(self._type_of_function(value)), None)
        if not isinstance(value, DefinitionValue) or not isinstance(function, External):
            return value
        definition = self._symbol_table.definition(value.entity)
        if definition.returns is None or definition.type_parameters or definition.overloads:
            return value
        inside = Place(value.entity.path, value.entity.number, definition.begin)
        declared = self._types.type_at(definition.returns, inside)
        seen = self._generics.substitute_receiver_types(declared, value.through, value.entity)
        return replace(function, arguments=(first_or_unknown(seen), *function.arguments[1:]))

    def _bind_type_arguments(
        self, entity: DefinitionKey, type_arguments: Values
    ) -> dict[TypeVariable, Value]:
        parameters = self._symbol_table.definition(entity).type_parameters
        return self._bind_parameters(entity, parameters, type_arguments)

    def _bind_parameters(
        self, entity: DefinitionKey, parameters: tuple[CodeTypeParameter, ...], type_arguments: Values
    ) -> dict[TypeVariable, Value]:
        """Bind type parameters by explicit type arguments; if there are some, the rest by their defaults."""
        definition = self._symbol_table.definition(entity)
        inside = Place(entity.path, entity.number, definition.begin)
        bound: dict[TypeVariable, Value] = {}
        for index, parameter in enumerate(parameters):
            given = type_arguments[index : index + 1]
            if type_arguments and not given and parameter.default is not None:
                default = self._types.type_at(parameter.default, inside)
                given = substitute(default, bound)[:1]
            if given and not isinstance(given[0], Unknown):
                bound[TypeVariable(self._symbol_table.parts(entity)[0], parameter.name)] = given[0]
        return bound

    def expected_argument(
        self,
        function: DefinitionValue,
        argument: tuple[int, int],
        type_arguments: Values,
        arguments: tuple[Values, ...],
    ) -> Values:
        """Return the type that a function expects for an argument, by the number of its parameter list and the position in it.

        Its type parameters are bound by explicit type arguments, or by the arguments in the first list.
        """
        definition = self._symbol_table.definition(function.entity)
        number, position = argument
        types = [each.type for each in definition.parameters if each.list_index == number]
        declared = types[position] if position < len(types) else None
        if declared is None:
            return NO_VALUES
        inside = Place(function.entity.path, function.entity.number, definition.begin)
        bound = self._bind_type_parameters(function.entity, type_arguments, arguments)
        expected = substitute(self._types.type_at(declared, inside), bound)
        seen = self._generics.substitute_receiver_types(expected, function.through, function.entity)
        return self.as_function_types(seen)

    def argument_of_signatures(
        self, called: Instance, position: int, type_arguments: Values, n_arguments: int | None
    ) -> Values:
        """Return the types that the call signatures of an object's type expect for an argument."""
        definition = self._symbol_table.definition(called.entity)
        inside = Place(called.entity.path, called.entity.number, definition.begin)
        own = self._generics.substitution_of(called)
        found: dict[Value, None] = {}
        for each in _accepting(definition.overloads, n_arguments):
            declared = each.parameters[position] if position < len(each.parameters) else None
            if declared is not None:
                bound = self._bind_parameters(called.entity, each.type_parameters, type_arguments)
                expected = substitute(self._types.type_at(declared, inside), {**own, **bound})
                found.update(dict.fromkeys(self.as_function_types(expected)))
        return tuple(found)

    def as_function_types(self, values: Values) -> Values:
        """Replace named function types, such as delegates and aliases, by the function types that they name."""
        return tuple(
            inner
            for each in values
            for inner in self._function_type_of(each) or self._type_of_function(each) or (each,)
        )

    def _type_of_function(self, value: Value) -> Values:
        """Return the function type of a function that declares the types of its parameters."""
        if not isinstance(value, DefinitionValue) or not self._symbol_table.is_function(value.entity):
            return NO_VALUES
        definition = self._symbol_table.definition(value.entity)
        inside = Place(value.entity.path, value.entity.number, definition.begin)
        declared = (
            NO_VALUES if each.type is None else self._types.type_at(each.type, inside)
            for each in definition.parameters
        )
        seen = (
            self._generics.substitute_receiver_types(each, value.through, value.entity) for each in declared
        )
        parameters = tuple(map(first_or_unknown, seen))
        return (External(FUNCTION_TYPE, Certainty.TYPED, is_instance=True, arguments=(UNKNOWN, *parameters)),)

    def _function_type_of(self, value: Value) -> Values:
        """Return the function type that a type is only a name of."""
        if not isinstance(value, Instance):
            return NO_VALUES
        definition = self._symbol_table.definition(value.entity)
        if definition.type is None or definition.type.name != FUNCTION_TYPE:
            return NO_VALUES
        found = self._types.type_at(definition.type, declaration_place(value.entity, definition))
        return substitute(found, self._generics.substitution_of(value))

    def _sequence_method_result(self, method: External, place: Place) -> Values:
        """Return the result of a method of an external sequence: an element, or a sequence of such elements."""
        rules = self._symbol_table.rules_at(place.path)
        owner, _, name = method.name.rpartition(".")
        if not _is_method_of_sequence(owner, method, rules):
            return NO_VALUES
        if name in rules.sequence_methods.element_methods:
            return tuple(limit_certainty(each, method.certainty) for each in method.arguments)
        is_same = name in rules.sequence_methods.sequence_results
        return (SequenceValue(method.arguments, method.certainty),) if is_same else NO_VALUES

    def callback_element(self, method: External, place: Place) -> Values:
        """Return the element that a method of an external sequence passes to its callback."""
        rules = self._symbol_table.rules_at(place.path)
        owner, _, name = method.name.rpartition(".")
        if name in rules.sequence_methods.callback_methods and _is_method_of_sequence(owner, method, rules):
            return method.arguments
        return NO_VALUES


def _accepting(signatures: tuple[CodeOverload, ...], n_arguments: int | None) -> tuple[CodeOverload, ...]:
    """Keep the signatures that accept a number of arguments, if that is known."""
    return tuple(
        each
        for each in signatures
        if n_arguments is None
        or (
            each.min_arguments <= n_arguments
            and (each.max_arguments is None or n_arguments <= each.max_arguments)
        )
    )


def _is_function_type(declared: Values) -> bool:
    return any(isinstance(each, External) and each.name == FUNCTION_TYPE for each in declared)


def _dereferenced_function(called: External, contents: WrapperTypes) -> External:
    """Return the function that is behind a called pointer."""
    inner = auto_dereference(contents, called, "")
    functions = (each for each in inner if isinstance(each, External) and each.name == FUNCTION_TYPE)
    return next(functions, called)


def _type_of_callable(called: External, rules: LanguageRules) -> str:
    """Return the external type of an object that is called as a function, directly or by a method such as `invoke`."""
    owner, _, name = called.name.rpartition(".")
    return called.name if called.is_instance else owner if name in rules.invoke_methods else ""


def _is_method_of_sequence(owner: str, method: External, rules: LanguageRules) -> bool:
    """Whether a method belongs to a sequence with one element type."""
    last = owner.rpartition(".")[2]
    base = rules.sequence_methods.base_type
    is_known = bool(base) and (last == base or base in rules.known_bases.get(last, ()))
    is_item = len(method.arguments) == 1 and not isinstance(method.arguments[0], Unknown)
    return is_known and is_item
