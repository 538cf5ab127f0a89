"""Values that are passed or assigned where an interface is declared: such a use shows that their type implements it.

Turns: arguments of calls, results, assignments and initialisers + their declared types → implementations, found by
`InterfaceImplementations`.
"""

from collections import defaultdict
from collections.abc import Iterator

from codeshed.model.facts.code_expressions import (
    ARRAY,
    FUNCTION_TYPE,
    OBJECT_TYPE,
    TUPLE,
    CodeExpression,
    MemberExpr,
    NameExpr,
    TypeRef,
)
from codeshed.model.facts.code_facts import CodeContextualValue, CodeReference
from codeshed.model.facts.parsed_files import ParsedCode
from codeshed.model.semantic import DefinitionKind, ParameterKind, ReferenceRole
from codeshed.resolve.generic.definition_key import DefinitionKey
from codeshed.resolve.generic.resolution_outcome import ReferenceResolution
from codeshed.resolve.generic.symbol_table import SymbolTable
from codeshed.resolve.generic.types.interface_implementations import Implementation, InterfaceImplementations
from codeshed.resolve.generic.values.expression_values import Evaluator
from codeshed.resolve.generic.values.values import (
    NO_VALUES,
    DefinitionValue,
    External,
    Instance,
    Place,
    SequenceValue,
    Values,
    declaration_place,
)

_WITHOUT_NAME = frozenset({"", ARRAY, FUNCTION_TYPE, OBJECT_TYPE, TUPLE})
"""Built-in type forms: no interface of the repository, whatever they are made of."""


class InterfaceArguments:
    """Collects the implementations that one file shows."""

    def __init__(self, symbol_table: SymbolTable, evaluator: Evaluator, file: ParsedCode) -> None:
        self._symbol_table = symbol_table
        self._evaluator = evaluator
        self._path = file.path
        self._facts = file.facts
        self._implementing = InterfaceImplementations(symbol_table, evaluator, file.path)
        self._by_call: defaultdict[tuple[int, int], list[CodeContextualValue]] = defaultdict(list)
        for each in file.facts.contextual_values:
            if each.call is not None:
                self._by_call[each.call].append(each)
        self._parameter_values: dict[tuple[DefinitionKey, int], Values] = {}

    def add_call(self, call: CodeReference, resolution: ReferenceResolution) -> None:
        """Look at the arguments of a resolved call."""
        is_relevant = self._implementing.is_needed and call.role is ReferenceRole.CALL
        if not is_relevant or not resolution.entities:
            return
        place = Place(self._path, call.definition, call.begin)
        for number, value in self._arguments(call):
            for function in resolution.entities:
                self._implementing.record(value, self._parameter(function, number), place)

    def find_implementations(self) -> list[Implementation]:
        """Return all implementations, with those shown by results, assignments and initialisers."""
        if not self._implementing.is_needed:
            return []
        for each in self._facts.contextual_values:
            if each.call is None:
                self._implementing.record(
                    each.value,
                    self._result(each.definition) if each.target is None else self._target(each),
                    Place(self._path, each.definition, each.value.begin),
                )
        for value, type_ref, place in self._first_values():
            if type_ref.name not in _WITHOUT_NAME:
                self._implementing.record(value, self._evaluator.type_at(type_ref, place), place)
        return self._implementing.found

    def _arguments(self, call: CodeReference) -> Iterator[tuple[int, CodeExpression]]:
        for each in self._by_call.get((call.begin, call.end), ()):
            yield each.argument, each.value
        for number, value in enumerate(call.arguments):
            if self._implementing.may_be_function(value):
                yield number, value

    def _first_values(self) -> Iterator[tuple[CodeExpression, TypeRef, Place]]:
        """Yield the initialisers of variables, with the declared types."""
        for number, definition in enumerate(self._facts.definitions):
            is_variable = definition.kind is DefinitionKind.VARIABLE
            if is_variable and definition.type is not None and definition.value is not None:
                inside = Place(self._path, number, definition.value.begin)
                yield definition.value, definition.type, inside
        for local in self._facts.locals:
            if local.type is not None and local.value is not None:
                yield local.value, local.type, Place(self._path, local.definition, local.value.begin)

    def _parameter(self, function: DefinitionKey, number: int) -> Values:
        """Return the type of a function's parameter."""
        known = self._parameter_values.get((function, number))
        if known is None:
            known = self._parameter_values[function, number] = self._find_parameter(function, number)
        return known

    def _find_parameter(self, function: DefinitionKey, number: int) -> Values:
        definition = self._symbol_table.definition(function)
        parameters = [each for each in definition.parameters if not each.list_index]
        if not parameters:
            return NO_VALUES
        parameter = parameters[min(number, len(parameters) - 1)]
        is_variadic = parameter.kind is ParameterKind.VARIADIC_POSITIONAL
        is_beyond = number >= len(parameters) and not is_variadic
        type_ref = parameter.type
        if type_ref is None or is_beyond or (type_ref.name in _WITHOUT_NAME and not is_variadic):
            return NO_VALUES
        values = self._evaluator.type_at(type_ref, Place(function.path, function.number, definition.begin))
        if not is_variadic:
            return values
        return tuple(item for each in values if isinstance(each, SequenceValue) for item in each.items)

    def _result(self, number: int) -> Values:
        """Return the declared result of a function of the file; of an async one, what its future holds."""
        definition = self._facts.definitions[number]
        if definition.returns is None or definition.returns.name in _WITHOUT_NAME:
            return NO_VALUES
        place = Place(self._path, number, definition.begin)
        found = self._evaluator.type_at(definition.returns, place)
        is_async = definition.modifiers is not None and definition.modifiers.is_async
        if not is_async:
            return found
        futures = self._symbol_table.rules_at(self._path).future_types
        return tuple(
            inner
            for each in found
            if isinstance(each, External) and each.name.rpartition(".")[2] in futures
            for inner in each.arguments
        )

    def _target(self, assignment: CodeContextualValue) -> Values:
        """Return the declared type of the field or variable that is assigned to."""
        target = assignment.target
        place = Place(self._path, assignment.definition, assignment.value.begin)
        if isinstance(target, NameExpr):
            local = self._evaluator.file.find_local(target.name, place)
            if local is not None:
                is_declared = local.type is not None and local.type.name not in _WITHOUT_NAME
                return self._evaluator.type_at(local.type, place) if local.type and is_declared else NO_VALUES
            named = self._evaluator.unqualified_names.resolve(target, place, is_called=False)
        elif isinstance(target, MemberExpr):
            receivers = self._evaluator.bounded(self._evaluator.evaluate_receiver(target, place))
            objects = tuple(each for each in receivers if isinstance(each, Instance))
            named = self._evaluator.lookup_member(objects, target.name) if objects else NO_VALUES
        else:
            return NO_VALUES
        return tuple(
            value
            for each in named
            if isinstance(each, DefinitionValue) and self._symbol_table.is_variable(each.entity)
            for value in self._declared_type(each.entity)
        )

    def _declared_type(self, variable: DefinitionKey) -> Values:
        definition = self._symbol_table.definition(variable)
        if definition.type is None or definition.type.name in _WITHOUT_NAME:
            return NO_VALUES
        return self._evaluator.type_at(definition.type, declaration_place(variable, definition))
