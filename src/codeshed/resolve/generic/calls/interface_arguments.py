"""What a file gives to something that is declared as an interface.

Turns: arguments of calls, results, assignments and first values + the types that are declared for them → what implements
these, as `Implementing` finds it out.
"""

from collections import defaultdict
from collections.abc import Iterator

from codeshed.model.code_expressions import (
    ARRAY,
    FUNCTION,
    RECORD,
    TUPLE,
    CodeExpression,
    MemberExpr,
    NameExpr,
    TypeRef,
)
from codeshed.model.code_facts import CodeGiven, CodeReference
from codeshed.model.parsed_files import ParsedCode
from codeshed.model.semantic import DefinitionKind, ParameterKind, ReferenceRole
from codeshed.resolve.generic.entity import Entity
from codeshed.resolve.generic.resolution_outcome import Outcome
from codeshed.resolve.generic.symbol_table import Program
from codeshed.resolve.generic.types.interface_implementations import Implementation, Implementing
from codeshed.resolve.generic.values.expression_values import Evaluation
from codeshed.resolve.generic.values.values import (
    NOTHING,
    Defined,
    Instance,
    Meanings,
    Outside,
    Place,
    Sequence,
    place_of,
)

_WITHOUT_NAME = frozenset({"", ARRAY, FUNCTION, RECORD, TUPLE})
"""Types that are no interfaces of the repository, whatever they are made of."""


class GivenObjects:
    """Looks at what one file gives."""

    def __init__(self, program: Program, evaluation: Evaluation, file: ParsedCode) -> None:
        self._program = program
        self._evaluation = evaluation
        self._path = file.path
        self._facts = file.facts
        self._implementing = Implementing(program, evaluation, file.path)
        self._by_call: defaultdict[tuple[int, int], list[CodeGiven]] = defaultdict(list)
        for each in file.facts.given:
            if each.call is not None:
                self._by_call[each.call].append(each)
        self._taken: dict[tuple[Entity, int], Meanings] = {}

    def of_call(self, call: CodeReference, outcome: Outcome) -> None:
        """Look at what a call gives to what it calls."""
        is_looked_at = self._implementing.is_needed and call.role is ReferenceRole.CALL
        if not is_looked_at or not outcome.entities:
            return
        place = Place(self._path, call.definition, call.begin)
        for number, value in self._arguments(call):
            for function in outcome.entities:
                self._implementing.take(value, self._parameter(function, number), place)

    def found(self) -> list[Implementation]:
        """Return all that implements something, with what a file gives otherwise than by calls."""
        if not self._implementing.is_needed:
            return []
        for each in self._facts.given:
            if each.call is None:
                self._implementing.take(
                    each.value,
                    self._result(each.definition) if each.target is None else self._target(each),
                    Place(self._path, each.definition, each.value.begin),
                )
        for value, type_ref, place in self._first_values():
            if type_ref.name not in _WITHOUT_NAME:
                self._implementing.take(value, self._evaluation.type_at(type_ref, place), place)
        return self._implementing.found

    def _arguments(self, call: CodeReference) -> Iterator[tuple[int, CodeExpression]]:
        for each in self._by_call.get((call.begin, call.end), ()):
            yield each.argument, each.value
        for number, value in enumerate(call.arguments):
            if self._implementing.may_be_function(value):
                yield number, value

    def _first_values(self) -> Iterator[tuple[CodeExpression, TypeRef, Place]]:
        """Yield what variables are first given, with their types."""
        for number, definition in enumerate(self._facts.definitions):
            is_variable = definition.kind is DefinitionKind.VARIABLE
            if is_variable and definition.type is not None and definition.value is not None:
                inside = Place(self._path, number, definition.value.begin)
                yield definition.value, definition.type, inside
        for local in self._facts.locals:
            if local.type is not None and local.value is not None:
                yield local.value, local.type, Place(self._path, local.definition, local.value.begin)

    def _parameter(self, function: Entity, number: int) -> Meanings:
        """Return what a function takes in a place."""
        known = self._taken.get((function, number))
        if known is None:
            known = self._taken[function, number] = self._find_parameter(function, number)
        return known

    def _find_parameter(self, function: Entity, number: int) -> Meanings:
        definition = self._program.definition(function)
        parameters = [each for each in definition.parameters if not each.list]
        if not parameters:
            return NOTHING
        parameter = parameters[min(number, len(parameters) - 1)]
        is_open = parameter.kind is ParameterKind.VARIADIC_POSITIONAL
        is_beyond = number >= len(parameters) and not is_open
        type_ref = parameter.type
        if type_ref is None or is_beyond or (type_ref.name in _WITHOUT_NAME and not is_open):
            return NOTHING
        taken = self._evaluation.type_at(type_ref, Place(function.path, function.number, definition.begin))
        if not is_open:
            return taken
        return tuple(item for each in taken if isinstance(each, Sequence) for item in each.items)

    def _result(self, number: int) -> Meanings:
        """Return what a function of the file says that it returns; what is there once it is awaited, if it runs apart."""
        definition = self._facts.definitions[number]
        if definition.returns is None or definition.returns.name in _WITHOUT_NAME:
            return NOTHING
        place = Place(self._path, number, definition.begin)
        found = self._evaluation.type_at(definition.returns, place)
        is_async = definition.modifiers is not None and definition.modifiers.is_async
        if not is_async:
            return found
        futures = self._program.customs_at(self._path).futures
        return tuple(
            inner
            for each in found
            if isinstance(each, Outside) and each.name.rpartition(".")[2] in futures
            for inner in each.arguments
        )

    def _target(self, given: CodeGiven) -> Meanings:
        """Return what a field or variable is declared as that something is assigned to."""
        target = given.target
        place = Place(self._path, given.definition, given.value.begin)
        if isinstance(target, NameExpr):
            local = self._evaluation.file.local(target.name, place)
            if local is not None:
                is_declared = local.type is not None and local.type.name not in _WITHOUT_NAME
                return self._evaluation.type_at(local.type, place) if local.type and is_declared else NOTHING
            named = self._evaluation.plain_names.meanings(target, place, is_called=False)
        elif isinstance(target, MemberExpr):
            holder = self._evaluation.bounded(self._evaluation.holder(target, place))
            objects = tuple(each for each in holder if isinstance(each, Instance))
            named = self._evaluation.member(objects, target.name) if objects else NOTHING
        else:
            return NOTHING
        return tuple(
            meaning
            for each in named
            if isinstance(each, Defined) and self._program.is_variable(each.entity)
            for meaning in self._declared(each.entity)
        )

    def _declared(self, variable: Entity) -> Meanings:
        definition = self._program.definition(variable)
        if definition.type is None or definition.type.name in _WITHOUT_NAME:
            return NOTHING
        return self._evaluation.type_at(definition.type, place_of(variable, definition))
