"""The values of calls.

Turns: a CallExpr at a place → Values of its result; a lambda that is passed to a call → the values of its parameters.
"""

from typing import Protocol

from codeshed.model.code_expressions import (
    FUNCTION,
    WHOLE,
    CallExpr,
    CodeExpression,
    GivenExpr,
    ItemExpr,
    MemberExpr,
    NameExpr,
    NewExpr,
    OtherExpr,
    ReceiverExpr,
)
from codeshed.model.language_traits import traits_of
from codeshed.resolve.generic.calls.overload_resolution import Overloads
from codeshed.resolve.generic.definition_key import Entity
from codeshed.resolve.generic.members.receiver_members import ValueMembers
from codeshed.resolve.generic.names.unqualified_names import PlainNames
from codeshed.resolve.generic.resolver_context import Ground
from codeshed.resolve.generic.types.generics import first_known
from codeshed.resolve.generic.types.type_lowering import WrittenTypes
from codeshed.resolve.generic.types.wrapper_types import given_by, is_maker
from codeshed.resolve.generic.values.element_values import Items
from codeshed.resolve.generic.values.return_values import Results
from codeshed.resolve.generic.values.values import (
    NOTHING,
    Defined,
    Instance,
    Meaning,
    Meanings,
    Outside,
    Place,
    Sequence,
    Sureness,
    Unknown,
    is_unwritten,
    less_sure,
)
from codeshed.resolve.generic.values.variable_values import HeldValues


class CallMeanings(Protocol):
    """What the evaluator offers to this part of it."""

    types: WrittenTypes
    value_members: ValueMembers
    results: Results
    held_values: HeldValues
    plain_names: PlainNames
    items: Items
    overloads: Overloads

    def value(self, expression: CodeExpression, place: Place) -> Meanings:
        """Return the values that an expression at a place may have."""

    def made(self, new: NewExpr, place: Place) -> Meanings:
        """Return the instances that `new` creates."""

    def holder(self, expression: MemberExpr, place: Place) -> Meanings:
        """Return the values that a member is taken from: those of the receiver, dereferenced for `a->b`."""


class CallValues:
    """Evaluates calls."""

    def __init__(self, context: Ground, evaluator: CallMeanings) -> None:
        self._program = context.program
        self._file = context.file
        self._members = context.members
        self._constructors = context.constructors
        self._signatures = context.signatures
        self._external_types = context.outside_types
        self._evaluator = evaluator

    def value(self, call: CallExpr, place: Place) -> Meanings:
        """Return the result of a call: find the callees, select among overloads, take what these return."""
        results = dict.fromkeys(self._builtin_result(call, place))
        callees, arguments = (NOTHING, ()) if results else self._callees_and_arguments(call, place)
        n_arguments = self._n_arguments(call, place)
        types = tuple(first_known(self._evaluator.types.type_at(each, place)) for each in call.type_arguments)
        callees = self._callable_without_arguments(
            self._signatures.with_types(callees, len(types)), call, place
        )
        selected = self._select_overloads(callees, arguments, place)
        if selected and isinstance(call.function, MemberExpr) and all(map(self._returns_receiver, selected)):
            receivers = self._evaluator.value(call.function.value, place)
            results = dict.fromkeys(
                less_sure(self._as_receiver(each), Sureness.INFERRED)
                for each in receivers
                if self._can_be_receiver(each)
            )
        accessors = tuple(each for each in selected if self._is_accessor(each))
        results = results or dict.fromkeys(self._evaluator.held_values.values_of(accessors))
        for candidates in (self.applied(selected, n_arguments), selected):
            for value in () if results else self._callables_in_variables(candidates, n_arguments):
                passed = self._argument_values(value, call, arguments, place)
                wrapped = self._collection_of_arguments(
                    value, call, arguments, place
                ) or self._wrapper_of_argument(value, arguments, place)
                results.update(
                    dict.fromkeys(
                        wrapped
                        or self._evaluator.results.result(
                            value, passed, place, types, n_given=self._file.n_given(call, place)
                        )
                    )
                )
        return tuple(results)

    def _collection_of_arguments(
        self, function: Meaning, call: CallExpr, arguments: tuple[CodeExpression, ...], place: Place
    ) -> Meanings:
        """Return the list that an external function makes of its arguments, as `listOf(a, b)`, if all of them are known."""
        name = function.name if isinstance(function, Outside) else ""
        is_from_iterable = self._program.customs_at(place.path).listers.get(name)
        if is_from_iterable is None or not arguments or not self._file.are_arguments_read(call, place):
            return NOTHING
        passed = [self._evaluator.types.bounded(self._evaluator.value(each, place)) for each in arguments]
        items = [self._evaluator.items.walked(each, place) for each in passed] if is_from_iterable else passed
        if not all(items) or (is_from_iterable and len(items) > 1):
            return NOTHING
        elements = tuple(dict.fromkeys(each for one in items for each in one))
        certainty = Sureness.TYPED if len(elements) == 1 else Sureness.INFERRED
        return (Sequence(tuple(less_sure(each, certainty) for each in elements), certainty),)

    def _wrapper_of_argument(
        self, function: Meaning, arguments: tuple[CodeExpression, ...], place: Place
    ) -> Meanings:
        """Return the wrapper that an external constructor makes of its only argument, as `Some(a)`."""
        if not isinstance(function, Outside) or not is_maker(self._file.contents, function):
            return NOTHING
        passed = self._evaluator.value(arguments[0], place) if len(arguments) == 1 else NOTHING
        wrapper = function.name.rpartition(".")[0]
        made = Outside(wrapper, Sureness.TYPED, is_instance=True, arguments=passed)
        return (made,) if len(passed) == 1 else NOTHING

    def _callees_and_arguments(
        self, call: CallExpr, place: Place
    ) -> tuple[Meanings, tuple[CodeExpression, ...]]:
        """Return the possible callees and the arguments; the receiver is the first argument of an extension method."""
        function, arguments = call.function, self._file.arguments_of(call, place)
        if isinstance(function, MemberExpr):
            values = self._evaluator.holder(function, place)
            n_arguments = self._n_arguments(call, place)
            callees = self._evaluator.value_members.member(
                values,
                function.name,
                is_function=True,
                is_value=function.is_value,
                n_arguments=n_arguments,
            )
            functions = self._evaluator.value_members.extended(
                values, callees, function.name, place, n_arguments
            )
            return (functions, (function.value, *arguments)) if functions != callees else (callees, arguments)
        if isinstance(function, NameExpr):
            callees = self._evaluator.plain_names.meanings(
                function, place, is_called=True, n_arguments=self._n_arguments(call, place)
            )
            return callees, arguments
        return self._evaluator.value(self._without_type_arguments(function, place), place), arguments

    def _n_arguments(self, call: CallExpr, place: Place) -> int | None:
        """Return how many arguments a call has; None if unknown."""
        is_given_nothing = self._file.is_given_nothing(call, place)
        return 0 if is_given_nothing else len(self._file.arguments_of(call, place)) or None

    def _builtin_result(self, call: CallExpr, place: Place) -> Meanings:
        """Return the result of a method that the language gives to every type, or that unwraps its receiver.

        Such are `Foo.new` in Ruby, a getter of the receiver's class, `bind` on a function, `get` of a smart pointer.
        """
        rules = self._program.customs_at(place.path)
        function = call.function
        if not isinstance(function, MemberExpr):
            return NOTHING
        values = self._evaluator.holder(function, place)
        if rules.type_getter and function.name == rules.type_getter:
            return tuple(Defined(each.entity, each.sureness) for each in values if isinstance(each, Instance))
        if function.name in rules.pointed:
            externals = (each for each in values if isinstance(each, Outside))
            dereferenced = tuple(
                inner for each in externals for inner in self._evaluator.items.pointed_to(each, place)
            )
            if dereferenced:
                return dereferenced
        if function.name in self._file.customs.binders:
            functions = tuple(filter(self._signatures.is_function, values))
            if functions:
                return functions
        types = (
            each.entity for each in values if isinstance(each, Defined) and self.has_objects(each.entity)
        )
        instances = dict.fromkeys(
            each
            for entity in types
            if function.name in rules.makers or self._constructors.are_called(entity, function.name)
            for each in self._evaluator.types.objects(entity, NOTHING)
        )
        return tuple(instances) or self._unwrapped(values, function.name)

    def has_objects(self, entity: Entity) -> bool:
        """Whether an entity is a type that can be instantiated."""
        return self._program.is_type(entity) and not self._program.definition(entity).is_mixin

    def _callables_in_variables(self, callees: Meanings, n_arguments: int | None) -> Meanings:
        """Return the callees with variables replaced by what they hold, and objects there by their call method."""
        callables = self._read_variables(callees)
        return callables if callables == callees else self.applied(callables, n_arguments)

    def _read_variables(self, callees: Meanings) -> Meanings:
        """Keep functions and types if there are any; else replace variables by their values."""
        found: dict[Meaning, None] = {}
        functions = [
            each
            for each in callees
            if isinstance(each, Defined) and not self._program.is_variable(each.entity)
        ]
        for each in functions or callees:
            is_variable = isinstance(each, Defined) and self._program.is_variable(each.entity)
            found.update(
                dict.fromkeys(self._evaluator.held_values.values_of((each,)) if is_variable else (each,))
            )
        return tuple(found)

    def _callable_without_arguments(self, callees: Meanings, call: CallExpr, place: Place) -> Meanings:
        """Keep the overloads that can be called without arguments, if the call has none."""
        has_overloads = traits_of(self._program.files[place.path].language).has_overloads
        if len(callees) <= 1 or not has_overloads or not self._file.is_given_nothing(call, place):
            return callees
        applicable = tuple(
            each
            for each in callees
            if isinstance(each, Defined)
            and self._program.is_function(each.entity)
            and self._signatures.takes(each.entity, 0)
        )
        return applicable or callees

    def _select_overloads(
        self, callees: Meanings, arguments: tuple[CodeExpression, ...], place: Place
    ) -> Meanings:
        """Select among functions of one name by the arguments."""
        functions = tuple(
            each.entity
            for each in callees
            if isinstance(each, Defined) and self._program.is_function(each.entity)
        )
        if len(functions) <= 1 or not arguments:
            return callees
        applicable = (
            tuple(each for each in functions if self._signatures.takes(each, len(arguments))) or functions
        )
        selected = (
            self._evaluator.overloads.chosen(applicable, arguments, place)
            if len(applicable) > 1
            else applicable
        )
        return tuple(each for each in callees if isinstance(each, Defined) and each.entity in selected)

    def _argument_values(
        self, value: Meaning, call: CallExpr, arguments: tuple[CodeExpression, ...], place: Place
    ) -> tuple[Meanings, ...]:
        """Return the values of the arguments, if the callee is generic, or external and may be."""
        is_external = isinstance(value, Outside) and bool(self._program.customs_at(place.path).libraries)
        is_generic = isinstance(value, Defined) and self._program.definition(value.entity).type_parameters
        passed = tuple(self._evaluator.value(each, place) for each in arguments if is_generic or is_external)
        is_known = not is_external or self._file.are_arguments_read(call, place)
        return passed if is_known else (*passed, NOTHING)

    def _returns_receiver(self, value: Meaning) -> bool:
        """Whether a method without a declared result is known to return `this`."""
        if not isinstance(value, Defined):
            return False
        definition = self._program.definition(value.entity)
        is_declared = definition.returns is not None and not is_unwritten(definition.returns)
        return (
            not is_declared and isinstance(definition.value, ReceiverExpr) and not definition.value.is_parent
        )

    def _can_be_receiver(self, value: Meaning) -> bool:
        """Whether methods can be called on a value: an instance, or a type where types are objects."""
        is_type = isinstance(value, Defined) and self._program.is_type(value.entity)
        rules = self._file.customs
        return isinstance(value, Instance) or (
            is_type and (rules.are_types_objects or rules.are_types_tables)
        )

    def _as_receiver(self, value: Meaning) -> Meaning:
        """Return what a method gives that returns its receiver; a type that is a table gives an instance of it."""
        if isinstance(value, Defined) and self._file.customs.are_types_tables:
            return Instance(value.entity, value.sureness)
        return value

    def _is_accessor(self, value: Meaning) -> bool:
        """Whether reading a variable calls a function of its name."""
        return isinstance(value, Defined) and self._program.definition(value.entity).has_accessor

    def applied(self, callees: Meanings, n_arguments: int | None) -> Meanings:
        """Replace objects that are called by their call method, as `apply` in Scala: their own, external or inherited."""
        name = self._file.customs.applied
        if not name:
            return callees
        objects = [
            each
            for each in callees
            if isinstance(each, Instance) or self._evaluator.types.type_names.is_object(each)
        ]
        members = self._evaluator.value_members.member(tuple(objects), name, n_arguments=n_arguments)
        methods = tuple(each for each in members if isinstance(each, Defined))
        inherited = tuple(each for each in members if isinstance(each, Outside))
        external = tuple(
            Outside(f"{each.name}.{name}", each.sureness, arguments=each.arguments)
            for each in callees
            if isinstance(each, Outside) and each.is_instance
            if each.name != FUNCTION and not each.name.endswith(")")
        )
        others = tuple(each for each in callees if each not in objects)
        return methods or external or others or inherited or callees

    def _unwrapped(self, values: Meanings, name: str) -> Meanings:
        """Return what an external method takes out of a wrapper, as `unwrap` or `await`."""
        found: dict[Meaning, None] = {}
        for value in values:
            awaited = (
                self._evaluator.value_members.inner_type(value, self._file.contents.awaited)
                if name == self._file.contents.wait
                else NOTHING
            )
            inner = awaited or given_by(self._file.contents, value, name)
            if inner and not any(
                isinstance(each, Defined) for each in self._evaluator.value_members.member((value,), name)
            ):
                found.update(dict.fromkeys(inner))
        return tuple(found)

    def given(self, parameter: GivenExpr, place: Place) -> Meanings:
        """Return the values of a lambda's parameter, by the type that the called function declares for the lambda."""
        call = parameter.call
        if parameter.argument == WHOLE:
            lambdas = self._evaluator.types.bounded(self._evaluator.value(call, place))
            return _parameter_of_function_type(
                self._evaluator.results.as_functions(lambdas), parameter.parameter
            )
        if isinstance(call, CallExpr):
            callees, arguments = self._callees_and_arguments(call, place)
            arguments = _without_target_typed(arguments) if parameter.parameter == WHOLE else arguments
            types = tuple(
                first_known(self._evaluator.types.type_at(each, place)) for each in call.type_arguments
            )
            callees = self._select_overloads(
                self._signatures.with_types(callees, len(types)), arguments, place
            )
            shift = len(arguments) - len(self._file.arguments_of(call, place))
        elif isinstance(call, NewExpr):
            instances = tuple(
                each for each in self._evaluator.made(call, place) if isinstance(each, Instance)
            )
            callees = tuple(
                Defined(each, through=owner)
                for owner in instances
                for each in self._constructors.of(owner.entity)
            )
            types, shift = NOTHING, 0
            arguments = self._file.arguments.get((call.begin, call.end), ())
            arguments = _without_target_typed(arguments) if parameter.parameter == WHOLE else arguments
            callees = self._select_overloads(callees, arguments, place)
        else:
            return NOTHING
        found: dict[Meaning, None] = {}
        for value in callees:
            if isinstance(value, Defined):
                argument = (parameter.list, parameter.argument + (0 if parameter.list else shift))
                first_list = self._first_list_values(value, arguments, place) if parameter.list else ()
                expected = self._evaluator.results.wanted(value, argument, types, first_list)
                found.update(dict.fromkeys(_parameter_of_function_type(expected, parameter.parameter)))
            elif isinstance(value, Outside):
                external_types = self._external_types(place.path)
                found.update(
                    dict.fromkeys(external_types.given(value.name, value.arguments, parameter.parameter))
                )
                if parameter.parameter == 0:
                    found.update(dict.fromkeys(self._evaluator.results.item_of_sequence(value, place)))
        return tuple(found) if len(found) == 1 else NOTHING

    def _first_list_values(
        self, function: Defined, arguments: tuple[CodeExpression, ...], place: Place
    ) -> tuple[Meanings, ...]:
        """Return the values in the first argument list of a generic function: they bind its type parameters."""
        is_generic = bool(self._program.definition(function.entity).type_parameters)
        return tuple(self._evaluator.value(each, place) for each in arguments if is_generic)

    def _without_type_arguments(self, function: CodeExpression, place: Place) -> CodeExpression:
        """Return the called function without type arguments in brackets behind it."""
        rules = self._program.customs_at(place.path)
        is_generic = rules.brackets_hold_types and isinstance(function, ItemExpr)
        return function.value if is_generic and isinstance(function, ItemExpr) else function


def _without_target_typed(arguments: tuple[CodeExpression, ...]) -> tuple[CodeExpression, ...]:
    """Blank the arguments whose type follows from the callee: they cannot help to select it."""
    return tuple(
        OtherExpr(each.begin, each.end)
        if isinstance(each, NewExpr) and isinstance(each.like, GivenExpr)
        else each
        for each in arguments
    )


def _parameter_of_function_type(function: Meanings, number: int) -> Meanings:
    """Return a parameter of function types: `A` of `Action<A>`, also within `Expression<Action<A>>`."""
    if number == WHOLE:
        return function
    function_types = tuple(each for each in function if isinstance(each, Outside) and each.name == FUNCTION)
    if len(function_types) == 1:
        parameters = function_types[0].arguments[number + 1 : number + 2]
        return tuple(each for each in parameters if not isinstance(each, Unknown))
    if len(function) != 1 or not isinstance(function[0], Outside) or not function[0].arguments:
        return NOTHING
    outer = function[0]
    inner = outer.arguments[0]
    if outer.name.rpartition(".")[2] == "Expression":
        return _parameter_of_function_type((inner,), number)
    is_known = number < len(outer.arguments) and not isinstance(outer.arguments[number], Unknown)
    return (outer.arguments[number],) if is_known else NOTHING
