"""Overloaded operators, indexers, and strings that name functions.

Turns: an operator behind a value → the ReferenceResolution of a call of the type's method for it; a string → the function
of that name.
"""

from codeshed.model.facts.code_expressions import MemberExpr, NameExpr
from codeshed.model.facts.code_facts import CodeReference
from codeshed.resolve.generic.calls.callee_selection import CalleeSelection
from codeshed.resolve.generic.definition_key import DefinitionKey
from codeshed.resolve.generic.resolution_outcome import ReferenceResolution, resolve_to
from codeshed.resolve.generic.symbol_table import SymbolTable
from codeshed.resolve.generic.values.expression_values import Evaluator
from codeshed.resolve.generic.values.values import (
    Certainty,
    DefinitionValue,
    External,
    Instance,
    Place,
    least_certain,
)

_NO_CALL = ReferenceResolution(is_only_read=True)


class OperatorCalls:
    """Resolves operators; if the type of the operand is not known, nothing is called."""

    def __init__(self, symbol_table: SymbolTable, evaluator: Evaluator, selection: CalleeSelection) -> None:
        self._symbol_table = symbol_table
        self._evaluator = evaluator
        self._selection = selection

    def resolve(self, expression: MemberExpr, reference: CodeReference, place: Place) -> ReferenceResolution:
        """Resolve an operator to a method of the repository; of alternative names, the first one that a type has."""
        language = self._symbol_table.files[place.path].language
        names = [each for each in expression.name.split() if self._symbol_table.find_methods(language, each)]
        if not names:
            return _NO_CALL
        values = self._evaluator.bounded(self._evaluator.evaluate(expression.value, place))
        instances = [each for each in values if isinstance(each, Instance)]
        if not instances or len(instances) != len(values):
            return _NO_CALL
        methods: dict[DefinitionKey, None] = {}
        for each in instances:
            if self._has_operators(each, language):
                named = (self._methods(each.entity, name) for name in names)
                methods.update(dict.fromkeys(next(filter(None, named), ())))
        functions = tuple(methods)
        if not functions:
            return _NO_CALL
        certainty = least_certain(Certainty.TYPED, *(each.certainty for each in instances))
        return self._selection.select_callee(functions, certainty, reference)

    def resolve_string(
        self, expression: NameExpr, reference: CodeReference, place: Place
    ) -> ReferenceResolution:
        """Resolve a string to the function of that name, if there is exactly one; never a certain result."""
        del reference
        values = self._evaluator.unqualified_names.resolve(expression, place, is_called=True)
        functions = tuple(
            each.entity
            for each in values
            if isinstance(each, DefinitionValue) and self._symbol_table.is_function(each.entity)
        )
        return resolve_to(functions, Certainty.INFERRED) if len(functions) == 1 else _NO_CALL

    def _methods(self, owner: DefinitionKey, name: str) -> tuple[DefinitionKey, ...]:
        """Return the instance methods of a name."""
        has_static_namespace = self._symbol_table.rules_at(owner.path).has_separate_statics
        return tuple(
            each
            for each in self._evaluator.members.lookup(owner, name)
            if self._symbol_table.is_function(each)
            if not (has_static_namespace and self._evaluator.signatures.is_static(each))
        )

    def _has_operators(self, value: Instance, language: str) -> bool:
        """Whether a type's operators are methods; some languages require a base for that."""
        base = self._symbol_table.rules_by_language[language].operator_base
        bases = self._evaluator.generics.bases(value) if base else ()
        return not base or any(
            isinstance(each, External) and each.name.rpartition(".")[2] == base for each in bases
        )
