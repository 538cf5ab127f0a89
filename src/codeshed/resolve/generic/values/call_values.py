"""The values of calls.

Turns: a CallExpr at a place → Values of its result; a lambda that is passed to a call → the values of its parameters.
"""

from typing import Protocol

from codeshed.model.facts.code_expressions import (
    FUNCTION_TYPE,
    WHOLE_ARGUMENT,
    CallExpr,
    CodeExpression,
    ContextualParameterExpr,
    ItemExpr,
    MemberExpr,
    NameExpr,
    NewExpr,
    OtherExpr,
    ReceiverExpr,
)
from codeshed.model.languages.language_traits import traits_of
from codeshed.resolve.generic.calls.overload_resolution import OverloadResolution
from codeshed.resolve.generic.definition_key import DefinitionKey
from codeshed.resolve.generic.members.receiver_members import ReceiverMembers
from codeshed.resolve.generic.names.unqualified_names import UnqualifiedNames
from codeshed.resolve.generic.resolver_context import ResolverContext
from codeshed.resolve.generic.types.generics import first_or_unknown
from codeshed.resolve.generic.types.type_lowering import TypeLowering
from codeshed.resolve.generic.types.wrapper_types import is_wrapper_factory, unwrapped_result
from codeshed.resolve.generic.values.element_values import ElementValues
from codeshed.resolve.generic.values.return_values import ReturnValues
from codeshed.resolve.generic.values.values import (
    NO_VALUES,
    Certainty,
    DefinitionValue,
    External,
    Instance,
    Place,
    SequenceValue,
    Unknown,
    Value,
    Values,
    is_unannotated,
    limit_certainty,
)
from codeshed.resolve.generic.values.variable_values import VariableValues


class ExpressionEvaluator(Protocol):
    """What the evaluator offers to this part of it."""

    types: TypeLowering
    receiver_members: ReceiverMembers
    return_values: ReturnValues
    variable_values: VariableValues
    unqualified_names: UnqualifiedNames
    element_values: ElementValues
    overloads: OverloadResolution

    def evaluate(self, expression: CodeExpression, place: Place) -> Values:
        """Return the values that an expression at a place may have."""

    def new_instances(self, new: NewExpr, place: Place) -> Values:
        """Return the instances that `new` creates."""

    def evaluate_receiver(self, expression: MemberExpr, place: Place) -> Values:
        """Return the values that a member is taken from: those of the receiver, dereferenced for `a->b`."""


class CallValues:
    """Evaluates calls."""

    def __init__(self, context: ResolverContext, evaluator: ExpressionEvaluator) -> None:
        self._symbol_table = context.symbol_table
        self._file = context.file
        self._members = context.members
        self._constructors = context.constructors
        self._signatures = context.signatures
        self._external_types = context.external_types
        self._evaluator = evaluator

    def evaluate(self, call: CallExpr, place: Place) -> Values:
        """Return the result of a call: find the callees, select among overloads, take what these return."""
        return_values = dict.fromkeys(self._builtin_result(call, place))
        callees, arguments = (NO_VALUES, ()) if return_values else self._callees_and_arguments(call, place)
        n_arguments = self._n_arguments(call, place)
        types = tuple(
            first_or_unknown(self._evaluator.types.type_at(each, place)) for each in call.type_arguments
        )
        callees = self._callable_without_arguments(
            self._signatures.filter_by_type_arguments(callees, len(types)), call, place
        )
        selected = self._select_overloads(callees, arguments, place)
        if selected and isinstance(call.function, MemberExpr) and all(map(self._returns_receiver, selected)):
            receivers = self._evaluator.evaluate(call.function.value, place)
            return_values = dict.fromkeys(
                limit_certainty(self._as_receiver(each), Certainty.INFERRED)
                for each in receivers
                if self._can_be_receiver(each)
            )
        accessors = tuple(each for each in selected if self._is_accessor(each))
        return_values = return_values or dict.fromkeys(self._evaluator.variable_values.values_of(accessors))
        for candidates in (self.call_methods_of(selected, n_arguments), selected):
            for value in () if return_values else self._callables_in_variables(candidates, n_arguments):
                passed = self._argument_values(value, call, arguments, place)
                wrapped = self._collection_of_arguments(
                    value, call, arguments, place
                ) or self._wrapper_of_argument(value, arguments, place)
                return_values.update(
                    dict.fromkeys(
                        wrapped
                        or self._evaluator.return_values.result_of(
                            value, passed, place, types, n_arguments=self._file.n_arguments(call, place)
                        )
                    )
                )
        return tuple(return_values)

    def _collection_of_arguments(
        self, function: Value, call: CallExpr, arguments: tuple[CodeExpression, ...], place: Place
    ) -> Values:
        """Return the list that an external function makes of its arguments, as `listOf(a, b)`, if all of them are known."""
        name = function.name if isinstance(function, External) else ""
        is_from_iterable = self._symbol_table.rules_at(place.path).list_factories.get(name)
        if is_from_iterable is None or not arguments or not self._file.are_arguments_extracted(call, place):
            return NO_VALUES
        passed = [self._evaluator.types.bounded(self._evaluator.evaluate(each, place)) for each in arguments]
        items = (
            [self._evaluator.element_values.iterate(each, place) for each in passed]
            if is_from_iterable
            else passed
        )
        if not all(items) or (is_from_iterable and len(items) > 1):
            return NO_VALUES
        elements = tuple(dict.fromkeys(each for one in items for each in one))
        certainty = Certainty.TYPED if len(elements) == 1 else Certainty.INFERRED
        return (SequenceValue(tuple(limit_certainty(each, certainty) for each in elements), certainty),)

    def _wrapper_of_argument(
        self, function: Value, arguments: tuple[CodeExpression, ...], place: Place
    ) -> Values:
        """Return the wrapper that an external constructor makes of its only argument, as `Some(a)`."""
        if not isinstance(function, External) or not is_wrapper_factory(self._file.wrapper_types, function):
            return NO_VALUES
        passed = self._evaluator.evaluate(arguments[0], place) if len(arguments) == 1 else NO_VALUES
        wrapper = function.name.rpartition(".")[0]
        made = External(wrapper, Certainty.TYPED, is_instance=True, arguments=passed)
        return (made,) if len(passed) == 1 else NO_VALUES

    def _callees_and_arguments(
        self, call: CallExpr, place: Place
    ) -> tuple[Values, tuple[CodeExpression, ...]]:
        """Return the possible callees and the arguments; the receiver is the first argument of an extension method."""
        function, arguments = call.function, self._file.arguments_of(call, place)
        if isinstance(function, MemberExpr):
            values = self._evaluator.evaluate_receiver(function, place)
            n_arguments = self._n_arguments(call, place)
            callees = self._evaluator.receiver_members.lookup(
                values,
                function.name,
                is_function=True,
                is_value=function.is_value,
                n_arguments=n_arguments,
            )
            functions = self._evaluator.receiver_members.with_extension_methods(
                values, callees, function.name, place, n_arguments
            )
            return (functions, (function.value, *arguments)) if functions != callees else (callees, arguments)
        if isinstance(function, NameExpr):
            callees = self._evaluator.unqualified_names.resolve(
                function, place, is_called=True, n_arguments=self._n_arguments(call, place)
            )
            return callees, arguments
        generic = self._generic_functions(function, place)
        return generic or self._evaluator.evaluate(function, place), arguments

    def _n_arguments(self, call: CallExpr, place: Place) -> int | None:
        """Return how many arguments a call has; None if unknown."""
        is_given_nothing = self._file.has_no_arguments(call, place)
        return 0 if is_given_nothing else len(self._file.arguments_of(call, place)) or None

    def _builtin_result(self, call: CallExpr, place: Place) -> Values:
        """Return the result of a method that the language gives to every type, or that unwraps its receiver.

        Such are `Foo.new` in Ruby, a getter of the receiver's class, `bind` on a function, `get` of a smart pointer.
        """
        rules = self._symbol_table.rules_at(place.path)
        function = call.function
        if not isinstance(function, MemberExpr):
            return NO_VALUES
        values = self._evaluator.evaluate_receiver(function, place)
        if rules.type_of_method and function.name == rules.type_of_method:
            return tuple(
                DefinitionValue(each.entity, each.certainty) for each in values if isinstance(each, Instance)
            )
        if function.name in rules.pointee_methods:
            externals = (each for each in values if isinstance(each, External))
            dereferenced = tuple(
                inner
                for each in externals
                for inner in self._evaluator.element_values.dereference(each, place)
            )
            if dereferenced:
                return dereferenced
        if function.name in self._file.rules.bind_methods:
            functions = tuple(filter(self._signatures.is_function, values))
            if functions:
                return functions
        types = (
            each.entity
            for each in values
            if isinstance(each, DefinitionValue) and self.is_instantiable(each.entity)
        )
        instances = dict.fromkeys(
            each
            for entity in types
            if function.name in rules.factory_methods
            or self._constructors.is_factory_method(entity, function.name)
            for each in self._evaluator.types.instances_of(entity, NO_VALUES)
        )
        return tuple(instances) or self._unwrapped(values, function.name)

    def is_instantiable(self, entity: DefinitionKey) -> bool:
        """Whether an entity is a type that can be instantiated."""
        return self._symbol_table.is_type(entity) and not self._symbol_table.definition(entity).is_mixin

    def _callables_in_variables(self, callees: Values, n_arguments: int | None) -> Values:
        """Return the callees with variables replaced by what they hold, and objects there by their call method."""
        callables = self._read_variables(callees)
        return callables if callables == callees else self.call_methods_of(callables, n_arguments)

    def _read_variables(self, callees: Values) -> Values:
        """Keep functions and types if there are any; else replace variables by their values."""
        found: dict[Value, None] = {}
        functions = [
            each
            for each in callees
            if isinstance(each, DefinitionValue) and not self._symbol_table.is_variable(each.entity)
        ]
        for each in functions or callees:
            is_variable = isinstance(each, DefinitionValue) and self._symbol_table.is_variable(each.entity)
            found.update(
                dict.fromkeys(self._evaluator.variable_values.values_of((each,)) if is_variable else (each,))
            )
        return tuple(found)

    def _callable_without_arguments(self, callees: Values, call: CallExpr, place: Place) -> Values:
        """Keep the overloads that can be called without arguments, if the call has none."""
        has_overloads = traits_of(self._symbol_table.files[place.path].language).overrides_match_parameters
        if len(callees) <= 1 or not has_overloads or not self._file.has_no_arguments(call, place):
            return callees
        applicable = tuple(
            each
            for each in callees
            if isinstance(each, DefinitionValue)
            and self._symbol_table.is_function(each.entity)
            and self._signatures.accepts_count(each.entity, 0)
        )
        return applicable or callees

    def _select_overloads(
        self, callees: Values, arguments: tuple[CodeExpression, ...], place: Place
    ) -> Values:
        """Select among functions of one name by the arguments."""
        functions = tuple(
            each.entity
            for each in callees
            if isinstance(each, DefinitionValue) and self._symbol_table.is_function(each.entity)
        )
        if len(functions) <= 1 or not arguments:
            return callees
        applicable = (
            tuple(each for each in functions if self._signatures.accepts_count(each, len(arguments)))
            or functions
        )
        selected = (
            self._evaluator.overloads.select(applicable, arguments, place)
            if len(applicable) > 1
            else applicable
        )
        return tuple(
            each for each in callees if isinstance(each, DefinitionValue) and each.entity in selected
        )

    def _argument_values(
        self, value: Value, call: CallExpr, arguments: tuple[CodeExpression, ...], place: Place
    ) -> tuple[Values, ...]:
        """Return the values of the arguments, if the callee is generic, or external and may be."""
        rules = self._symbol_table.rules_at(place.path)
        is_external = isinstance(value, External) and (
            bool(rules.closed_library_pattern) or value.name in rules.wrapping_functions
        )
        is_generic = (
            isinstance(value, DefinitionValue) and self._symbol_table.definition(value.entity).type_parameters
        )
        passed = tuple(
            self._evaluator.evaluate(each, place) for each in arguments if is_generic or is_external
        )
        is_known = not is_external or self._file.are_arguments_extracted(call, place)
        return passed if is_known else (*passed, NO_VALUES)

    def _returns_receiver(self, value: Value) -> bool:
        """Whether a method without a declared result is known to return `this`."""
        if not isinstance(value, DefinitionValue):
            return False
        definition = self._symbol_table.definition(value.entity)
        is_declared = definition.returns is not None and not is_unannotated(definition.returns)
        return (
            not is_declared and isinstance(definition.value, ReceiverExpr) and not definition.value.is_parent
        )

    def _can_be_receiver(self, value: Value) -> bool:
        """Whether methods can be called on a value: an instance, or a type where types are objects."""
        is_type = isinstance(value, DefinitionValue) and self._symbol_table.is_type(value.entity)
        rules = self._file.rules
        return isinstance(value, Instance) or (
            is_type and (rules.are_classes_objects or rules.are_classes_prototypes)
        )

    def _as_receiver(self, value: Value) -> Value:
        """Return what a method gives that returns its receiver; a type that is a table gives an instance of it."""
        if isinstance(value, DefinitionValue) and self._file.rules.are_classes_prototypes:
            return Instance(value.entity, value.certainty)
        return value

    def _is_accessor(self, value: Value) -> bool:
        """Whether reading a variable calls a function of its name."""
        return isinstance(value, DefinitionValue) and self._symbol_table.definition(value.entity).has_accessor

    def call_methods_of(self, callees: Values, n_arguments: int | None) -> Values:
        """Replace objects that are called by their call method, as `apply` in Scala: their own, external or inherited."""
        name = self._file.rules.apply_method
        if not name:
            return callees
        objects = [
            each
            for each in callees
            if isinstance(each, Instance) or self._evaluator.types.type_names.is_object(each)
        ]
        members = self._evaluator.receiver_members.lookup(tuple(objects), name, n_arguments=n_arguments)
        methods = tuple(each for each in members if isinstance(each, DefinitionValue))
        inherited = tuple(each for each in members if isinstance(each, External))
        external = tuple(
            External(f"{each.name}.{name}", each.certainty, arguments=each.arguments)
            for each in callees
            if isinstance(each, External) and each.is_instance
            if each.name != FUNCTION_TYPE and not each.name.endswith(")")
        )
        others = tuple(each for each in callees if each not in objects)
        return methods or external or others or inherited or callees

    def _unwrapped(self, values: Values, name: str) -> Values:
        """Return what an external method takes out of a wrapper, as `unwrap` or `await`."""
        found: dict[Value, None] = {}
        for value in values:
            awaited = (
                self._evaluator.receiver_members.associated_type(value, self._file.wrapper_types.await_result)
                if name == self._file.wrapper_types.await_method
                else NO_VALUES
            )
            inner = awaited or unwrapped_result(self._file.wrapper_types, value, name)
            if inner and not any(
                isinstance(each, DefinitionValue)
                for each in self._evaluator.receiver_members.lookup((value,), name)
            ):
                found.update(dict.fromkeys(inner))
        return tuple(found)

    def lambda_parameter(self, parameter: ContextualParameterExpr, place: Place) -> Values:
        """Return the values of a lambda's parameter, by the type that the called function declares for the lambda."""
        call = parameter.call
        if parameter.argument == WHOLE_ARGUMENT:
            lambdas = self._evaluator.types.bounded(self._evaluator.evaluate(call, place))
            return _parameter_of_function_type(
                self._evaluator.return_values.as_function_types(lambdas), parameter.parameter
            )
        if isinstance(call, CallExpr):
            callees, arguments = self._callees_and_arguments(call, place)
            arguments = (
                _without_target_typed(arguments) if parameter.parameter == WHOLE_ARGUMENT else arguments
            )
            types = tuple(
                first_or_unknown(self._evaluator.types.type_at(each, place)) for each in call.type_arguments
            )
            callees = self._select_overloads(
                self._signatures.filter_by_type_arguments(callees, len(types)), arguments, place
            )
            shift = len(arguments) - len(self._file.arguments_of(call, place))
        elif isinstance(call, NewExpr):
            instances = tuple(
                each for each in self._evaluator.new_instances(call, place) if isinstance(each, Instance)
            )
            callees = tuple(
                DefinitionValue(each, through=owner)
                for owner in instances
                for each in self._constructors.constructors_of(owner.entity)
            )
            types, shift = NO_VALUES, 0
            arguments = self._file.arguments.get((call.begin, call.end), ())
            arguments = (
                _without_target_typed(arguments) if parameter.parameter == WHOLE_ARGUMENT else arguments
            )
            callees = self._select_overloads(callees, arguments, place)
        else:
            return NO_VALUES
        n_arguments = self._file.n_arguments(call, place) if isinstance(call, CallExpr) else None
        found: dict[Value, None] = {}
        for value in self._called_objects(callees):
            if isinstance(value, Instance):
                expected = self._evaluator.return_values.argument_of_signatures(
                    value, parameter.argument, types, n_arguments
                )
                given = _parameter_of_any_function_type(expected, parameter.parameter)
                found.update(dict.fromkeys(given))
            elif isinstance(value, DefinitionValue):
                argument = (parameter.list_index, parameter.argument + (0 if parameter.list_index else shift))
                first_list = self._first_list_values(value, arguments, place) if parameter.list_index else ()
                expected = self._evaluator.return_values.expected_argument(value, argument, types, first_list)
                found.update(dict.fromkeys(_parameter_of_function_type(expected, parameter.parameter)))
            elif isinstance(value, External):
                external_types = self._external_types(place.path)
                found.update(
                    dict.fromkeys(
                        external_types.callback_argument(value.name, value.arguments, parameter.parameter)
                    )
                )
                if parameter.parameter == 0:
                    found.update(dict.fromkeys(self._evaluator.return_values.callback_element(value, place)))
        return tuple(found) if len(found) == 1 else NO_VALUES

    def _called_objects(self, callees: Values) -> Values:
        """Return the callees, with variables replaced by the objects in them whose types have call signatures."""
        found: dict[Value, None] = {}
        for each in callees:
            is_variable = isinstance(each, DefinitionValue) and self._symbol_table.is_variable(each.entity)
            objects = self._evaluator.variable_values.values_of((each,)) if is_variable else NO_VALUES
            callable_objects = tuple(
                one
                for one in objects
                if isinstance(one, Instance) and self._symbol_table.definition(one.entity).overloads
            )
            found.update(dict.fromkeys(callable_objects or (each,)))
        return tuple(found)

    def _first_list_values(
        self, function: DefinitionValue, arguments: tuple[CodeExpression, ...], place: Place
    ) -> tuple[Values, ...]:
        """Return the values in the first argument list of a generic function: they bind its type parameters."""
        is_generic = bool(self._symbol_table.definition(function.entity).type_parameters)
        return tuple(self._evaluator.evaluate(each, place) for each in arguments if is_generic)

    def _generic_functions(self, function: CodeExpression, place: Place) -> Values:
        """Return what has type arguments in brackets behind it, and no index: a function or type by its name."""
        rules = self._symbol_table.rules_at(place.path)
        if not rules.has_bracket_type_arguments or not isinstance(function, ItemExpr):
            return NO_VALUES
        return tuple(
            each for each in self._evaluator.evaluate(function.value, place) if self._is_named_callable(each)
        )

    def _is_named_callable(self, value: Value) -> bool:
        """Whether a value is a function or type itself, and not an object."""
        if isinstance(value, External):
            return not value.is_instance
        return isinstance(value, DefinitionValue) and not self._symbol_table.is_variable(value.entity)


def _without_target_typed(arguments: tuple[CodeExpression, ...]) -> tuple[CodeExpression, ...]:
    """Blank the arguments whose type follows from the callee: they cannot help to select it."""
    return tuple(
        OtherExpr(each.begin, each.end)
        if isinstance(each, NewExpr) and isinstance(each.same_type_as, ContextualParameterExpr)
        else each
        for each in arguments
    )


def _parameter_of_any_function_type(types: Values, index: int) -> Values:
    """Return the parameter that several function types have: the one type of repository that all of them expect."""
    found = tuple(each for one in types for each in _parameter_of_function_type((one,), index))
    known = [each for each in found if isinstance(each, Instance)]
    is_one_type = len({each.entity for each in known}) == 1 and len(known) == len(found)
    return (limit_certainty(known[0], Certainty.INFERRED),) if is_one_type else NO_VALUES


def _parameter_of_function_type(function: Values, number: int) -> Values:
    """Return a parameter of function types: `A` of `Action<A>`, also within `Expression<Action<A>>`."""
    if number == WHOLE_ARGUMENT:
        return function
    function_types = tuple(
        each for each in function if isinstance(each, External) and each.name == FUNCTION_TYPE
    )
    if len(function_types) == 1:
        parameters = function_types[0].arguments[number + 1 : number + 2]
        return tuple(each for each in parameters if not isinstance(each, Unknown))
    if len(function) != 1 or not isinstance(function[0], External) or not function[0].arguments:
        return NO_VALUES
    outer = function[0]
    inner = outer.arguments[0]
    if outer.name.rpartition(".")[2] == "Expression":
        return _parameter_of_function_type((inner,), number)
    is_known = number < len(outer.arguments) and not isinstance(outer.arguments[number], Unknown)
    return (outer.arguments[number],) if is_known else NO_VALUES
