"""Overload resolution: selects a function by the types of the arguments.

Turns: functions of one name + the arguments of a call → the overloads that may be called. An overload that an argument is
not assignable to is not applicable; among the applicable ones the most specific wins: no argument fits it worse than any
other. Unknown types neither exclude nor prefer an overload.
"""

from collections.abc import Mapping

import msgspec

from codeshed.model.facts.code_expressions import (
    FUNCTION_TYPE,
    CodeExpression,
    MemberExpr,
    OtherExpr,
    TypeRef,
)
from codeshed.model.semantic import ParameterKind
from codeshed.resolve.generic.definition_key import DefinitionKey
from codeshed.resolve.generic.symbol_table import SymbolTable
from codeshed.resolve.generic.types.assignability import (
    NULL,
    ArgumentValues,
    Assignability,
    AssignabilityChecker,
)
from codeshed.resolve.generic.types.implicit_conversions import ImplicitConversions, is_numeric, pointer_to
from codeshed.resolve.generic.values.values import (
    Certainty,
    External,
    Instance,
    Place,
    SequenceValue,
    TypeVariable,
    Unknown,
    Value,
    Values,
    limit_certainty,
)

_NULL_POINTER = "nullptr_t"
"""The type of `nullptr`: assignable to any pointer, and to no number."""

_FUNCTION = External(FUNCTION_TYPE, Certainty.TYPED, is_instance=True)


class _ParameterFit(msgspec.Struct, frozen=True):
    """How one argument fits a parameter: the declared type, its values, and the kind of conversion."""

    declared: TypeRef | None
    expected: Values
    fit: Assignability
    is_pointer: bool = False


class _Argument(msgspec.Struct, frozen=True):
    """The value of an argument, if it is exactly one, and whether the argument is a pointer to that."""

    value: Value | None
    is_pointer: bool | None = None


class OverloadResolution:
    """Selects among overloads."""

    def __init__(self, symbol_table: SymbolTable, evaluator: ArgumentValues) -> None:
        self._symbol_table = symbol_table
        self._evaluator = evaluator
        self._conversions = ImplicitConversions(symbol_table, evaluator)

    def select(
        self,
        functions: tuple[DefinitionKey, ...],
        arguments: tuple[CodeExpression, ...],
        place: Place,
    ) -> tuple[DefinitionKey, ...]:
        """Return the overloads that a call may mean: one, if the arguments decide."""
        passed = [self._argument(each, place) for each in arguments]
        fits = {each: self._fits_of(each, passed) for each in functions}
        applicable = [
            each
            for each in functions
            if all(one.fit is not Assignability.NOT_ASSIGNABLE for one in fits[each])
        ]
        if functions and self._symbol_table.rules_at(place.path).prefers_derived_overloads:
            applicable = self._without_hidden(applicable, fits)
        if functions and self._symbol_table.rules_at(place.path).has_overload_phases:
            phases = {
                each: min((one.fit for one in fits[each]), default=Assignability.SAME_TYPE)
                for each in applicable
            }
            if any(phase >= Assignability.SUBTYPE for phase in phases.values()):
                applicable = [each for each in applicable if phases[each] is not Assignability.CONVERSION]
        best = self._most_specific([fits[each] for each in applicable], place.path)
        if best is not None:
            applicable = [each for each in applicable if _is_same_signature(best, fits[each])]
        return tuple(applicable or functions)

    def _without_hidden(
        self, functions: list[DefinitionKey], fits: Mapping[DefinitionKey, list[_ParameterFit]]
    ) -> list[DefinitionKey]:
        """Drop overloads of base types, if a derived type has one that is certainly applicable.

        An override counts as a member of the base that declares it.
        """
        found = functions
        for each in functions:
            owner = self._first_owner(each)
            is_certain = all(one.fit is not Assignability.UNKNOWN for one in fits[each])
            if owner is None or not is_certain or self._overrides(each):
                continue
            bases = {self._symbol_table.parts(base)[0] for base in self._evaluator.members.ancestors(owner)}
            found = [
                one
                for one in found
                if self._first_owner(one) not in bases
                or (self._first_owner(one) == owner and not self._overrides(one))
            ]
        return found

    def _first_owner(self, function: DefinitionKey) -> DefinitionKey | None:
        owner = self._evaluator.members.owner_of(function)
        return None if owner is None else self._symbol_table.parts(owner)[0]

    def _overrides(self, function: DefinitionKey) -> bool:
        modifiers = self._symbol_table.definition(function).modifiers
        return modifiers is not None and modifiers.is_override is True

    def _most_specific(
        self, fits_by_overload: list[list[_ParameterFit]], path: str
    ) -> list[_ParameterFit] | None:
        """Return the fits of the most specific overload; None if no overload is as good as all others.

        One that is as good as all others remains the best once it is reached, so two passes are enough.
        """

        def is_as_good(one: list[_ParameterFit], other: list[_ParameterFit]) -> bool:
            return _is_same_signature(one, other) or self._is_better(one, other, path)

        best: list[_ParameterFit] | None = None
        for each in fits_by_overload:
            if best is None or not is_as_good(best, each):
                best = each
        return best if best is not None and all(is_as_good(best, each) for each in fits_by_overload) else None

    def is_applicable(
        self, function: DefinitionKey, arguments: tuple[CodeExpression, ...], place: Place
    ) -> bool:
        """Whether each argument may be assignable to its parameter."""
        passed = [self._argument(each, place) for each in arguments]
        return all(each.fit is not Assignability.NOT_ASSIGNABLE for each in self._fits_of(function, passed))

    def _argument(self, argument: CodeExpression, place: Place) -> _Argument:
        """Evaluate an argument."""
        value = self._value(argument, place)
        n_pointers = self._evaluator.n_pointers(argument, place)
        return _Argument(value, None if n_pointers not in {0, 1} else bool(n_pointers))

    def _value(self, argument: CodeExpression, place: Place) -> Value | None:
        """Return the value of an argument if it is exactly one."""
        if isinstance(argument, MemberExpr) and argument.is_function_reference:
            return _FUNCTION
        if isinstance(argument, OtherExpr) and argument.type_name in {NULL, _NULL_POINTER}:
            return External(argument.type_name, Certainty.TYPED, is_instance=True)
        values = self._evaluator.evaluate(argument, place)
        if len(values) != 1 or self._is_of_template_parameter(values[0], place):
            return None
        return self._constant(values[0], place) or values[0]

    def _is_of_template_parameter(self, value: Value, place: Place) -> bool:
        """Whether a value is of a type parameter in a template, which is instantiated for each type in turn."""
        return (
            isinstance(value, TypeVariable)
            and self._symbol_table.rules_at(place.path).may_convert_any_argument
        )

    def _constant(self, value: Value, place: Place) -> Value | None:
        """Return the value of an external constant, if its type is known."""
        if not isinstance(value, External) or value.is_instance:
            return None
        return self._evaluator.external_types(place.path).method_result(value.name, value.arguments)

    def _fits_of(self, function: DefinitionKey, passed: list[_Argument]) -> list[_ParameterFit]:
        """Return how each argument fits its parameter; the last entry says whether all parameters are used one by one."""
        definition = self._symbol_table.definition(function)
        place = Place(function.path, function.number, definition.begin)
        parameters = [each for each in definition.parameters if not each.list_index]
        last = len(parameters) - 1
        fits: list[_ParameterFit] = []
        is_variadic_or_default = False
        for number, each in enumerate(passed):
            if last < 0:
                fits.append(_ParameterFit(None, (), Assignability.NOT_ASSIGNABLE))
                continue
            parameter = parameters[min(number, last)]
            expected = () if parameter.type is None else self._evaluator.type_at(parameter.type, place)
            fit, expected = self._fit_argument(each, expected, function.path, is_pointer=parameter.is_pointer)
            if parameter.kind is ParameterKind.VARIADIC_POSITIONAL and not self._is_whole_variadic(
                fit, passed, last
            ):
                items = tuple(
                    item for one in expected if isinstance(one, SequenceValue) for item in one.items
                )
                fit = min(
                    self._fit_value(each.value, items or expected, function.path), Assignability.CONVERSION
                )
                expected, is_variadic_or_default = items or expected, True
            if (
                len(expected) == 1
                and isinstance(expected[0], TypeVariable)
                and expected[0].entity == function
            ):
                fit = self._fit_type_parameter(function, number, passed, fit)
            is_pointer = parameter.is_pointer and each.is_pointer is None
            fits.append(_ParameterFit(parameter.type, expected, fit, is_pointer))
        is_variadic_or_default = is_variadic_or_default or len(passed) < len(parameters)
        return [
            *fits,
            _ParameterFit(
                TypeRef(str(is_variadic_or_default)),
                (),
                Assignability.CONVERSION if is_variadic_or_default else Assignability.SAME_TYPE,
            ),
        ]

    def _fit_type_parameter(
        self, function: DefinitionKey, number: int, passed: list[_Argument], fit: Assignability
    ) -> Assignability:
        """Return how an argument fits a type parameter of the function: exactly, if all arguments bind it to one type.

        A value that needs boxing for that stays a conversion in a language whose overload resolution has phases (Java).
        """
        definition = self._symbol_table.definition(function)
        declared = definition.parameters[min(number, len(definition.parameters) - 1)].type
        same = [
            each.value
            for parameter, each in zip(definition.parameters, passed, strict=False)
            if parameter.type == declared
        ]
        if any(each is None or isinstance(each, Unknown) for each in same):
            return min(fit, Assignability.UNKNOWN)
        types = {limit_certainty(each, Certainty.INFERRED) for each in same if each is not None}
        if len(types) != 1:
            return Assignability.UNKNOWN
        is_kept = fit is Assignability.NOT_ASSIGNABLE or (
            fit is Assignability.CONVERSION and self._symbol_table.rules_at(function.path).has_overload_phases
        )
        return fit if is_kept else Assignability.SAME_TYPE

    def _is_whole_variadic(self, fit: Assignability, passed: list[_Argument], last: int) -> bool:
        """Whether an array is passed for the whole of a variadic parameter."""
        return len(passed) == last + 1 and fit >= Assignability.SUBTYPE

    def _is_better(self, one: list[_ParameterFit], other: list[_ParameterFit], path: str) -> bool:
        """Whether one overload is more specific: every argument fits at least as well, and one of them better.

        If none fits better, an overload without variadic or default parameters wins.
        """
        is_better = False
        for one_fit, other_fit in zip(one[:-1], other[:-1], strict=True):
            if (
                one_fit.is_pointer is not other_fit.is_pointer
                and min(one_fit.fit, other_fit.fit) > Assignability.UNKNOWN
            ):
                return False
            if one_fit.declared == other_fit.declared and one_fit.fit is other_fit.fit:
                continue
            if (
                one_fit.fit is Assignability.SAME_TYPE
                and other_fit.fit is Assignability.UNKNOWN
                and not _fits_any(one_fit)
            ):
                is_better = True
                continue
            if Assignability.UNKNOWN in {one_fit.fit, other_fit.fit} or one_fit.fit < other_fit.fit:
                return False
            if one_fit.fit is other_fit.fit:
                forth = self._fit_parameter(one_fit.expected, other_fit.expected, path)
                back = self._fit_parameter(other_fit.expected, one_fit.expected, path)
                if forth < Assignability.SUBTYPE or forth < back:
                    return False
                is_better = is_better or forth > back or back < Assignability.SUBTYPE
            else:
                is_better = True
        return is_better or one[-1].fit > other[-1].fit

    def _fit_parameter(self, values: Values, declared: Values, path: str) -> Assignability:
        """Return how values of one parameter's type would fit another parameter."""
        if len(values) != 1 or len(declared) != 1:
            return Assignability.UNKNOWN
        for each in (*values, *declared):
            if isinstance(each, Instance | TypeVariable):
                path = each.entity.path
        return self._fit_value(values[0], declared, path)

    def _fit_argument(
        self, argument: _Argument, declared: Values, path: str, *, is_pointer: bool
    ) -> tuple[Assignability, Values]:
        """Return how an argument fits a parameter, and the parameter's type; pointers have pointer types.

        If it is unknown whether an argument is a pointer, pointers are not distinguished from their targets.
        """
        value = argument.value
        if isinstance(value, External) and value.name == _NULL_POINTER:
            is_never = not is_pointer and len(declared) == 1 and is_numeric(declared[0])
            return (
                Assignability.SUBTYPE
                if is_pointer
                else Assignability.NOT_ASSIGNABLE
                if is_never
                else Assignability.UNKNOWN,
                declared,
            )
        if argument.is_pointer is None or value is None or len(declared) != 1:
            return self._fit_value(value, declared, path), declared
        if argument.is_pointer:
            value = pointer_to(value)
        if is_pointer:
            declared = (pointer_to(declared[0]),)
        fit = self._fit_value(value, declared, path)
        if isinstance(value, Instance) and (
            argument.is_pointer is not is_pointer or fit is Assignability.UNKNOWN
        ):
            is_plain = is_pointer or is_numeric(declared[0])
            is_never = is_plain and not argument.is_pointer and self._conversions.has_no_conversions(value)
            fit = Assignability.NOT_ASSIGNABLE if is_never else Assignability.UNKNOWN
        return fit, declared

    def _fit_value(self, value: Value | None, declared: Values, path: str) -> Assignability:
        if value is None or len(declared) != 1 or isinstance(value, Unknown):
            return Assignability.UNKNOWN
        fit = AssignabilityChecker(self._symbol_table, self._evaluator, path).check(value, declared[0])
        has_unknown_conversions = self._symbol_table.rules_at(path).may_convert_any_argument
        return (
            Assignability.UNKNOWN if fit is Assignability.NOT_ASSIGNABLE and has_unknown_conversions else fit
        )


def _is_same_signature(one: list[_ParameterFit], other: list[_ParameterFit]) -> bool:
    """Whether two functions fit the arguments by the same types, such as a declaration and its definition."""
    return all(
        one_fit.fit is other_fit.fit
        and one_fit.is_pointer is other_fit.is_pointer
        and (one_fit.declared == other_fit.declared or (one_fit.expected == other_fit.expected != ()))
        for one_fit, other_fit in zip(one, other, strict=True)
    )


def _fits_any(fit: _ParameterFit) -> bool:
    """Whether an argument fits only because a type parameter accepts anything."""
    return any(isinstance(each, TypeVariable) for each in fit.expected)
