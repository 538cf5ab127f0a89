"""Writes through a value: `reg.push(x)` and `conf.debug = true` change what the variables `reg` and `conf` hold.

Turns: a write, and the variables in the expression that is written → the variable of a file or type that it changes.
"""

from collections.abc import Callable

from msgspec.structs import replace

from codeshed.model.facts.code_expressions import (
    ARRAY,
    CastExpr,
    CodeExpression,
    ItemExpr,
    MemberExpr,
    NameExpr,
)
from codeshed.model.facts.code_facts import TOP_LEVEL, CodeReference, ValueEvidence
from codeshed.model.languages.language_traits import traits_of
from codeshed.model.semantic import Mutability, ReferenceRole, UnresolvedReason
from codeshed.resolve.generic.definition_key import DefinitionKey
from codeshed.resolve.generic.resolution_outcome import ReferenceResolution, limit_to_inferred
from codeshed.resolve.generic.symbol_table import SymbolTable
from codeshed.resolve.generic.values.expression_values import Evaluator
from codeshed.resolve.generic.values.values import Place, SequenceValue

Resolve = Callable[[CodeReference, str], ReferenceResolution]

_NOT_OWN = ReferenceResolution(reason=UnresolvedReason.OTHER)


class MutatedVariables:
    """Finds the variables that writes change through their values."""

    def __init__(self, symbol_table: SymbolTable, evaluator: Evaluator, resolve: Resolve) -> None:
        self._symbol_table = symbol_table
        self._evaluator = evaluator
        self._resolve = resolve

    def resolve_mutation(
        self, reference: CodeReference, mutator: CodeExpression, path: str
    ) -> ReferenceResolution:
        """Resolve the write of a method that changes its receiver.

        If the repository defines the method, that is called and writes by itself; then there is no write here.
        """
        changed = self._variable_in(reference, reference.expression, path)
        if changed is None or any(map(self._never_changes, changed.entities)):
            return _NOT_OWN
        call = replace(reference, role=ReferenceRole.CALL, expression=mutator, mutator=None)
        callee = self._resolve(call, path)
        if any(map(self._symbol_table.is_function, callee.entities)):
            return _NOT_OWN
        return (
            changed if self._is_of_library(callee, mutator, reference, path) else limit_to_inferred(changed)
        )

    def _is_of_library(
        self, callee: ReferenceResolution, mutator: CodeExpression, reference: CodeReference, path: str
    ) -> bool:
        """Whether a method is known to be one of a container of the language; else only its name says so."""
        scope = self._symbol_table.files[path]
        if callee.external:
            first = callee.external.partition(".")[0].partition("/")[0]
            namespace = self._symbol_table.rules_at(path).builtin_namespace.partition(".")[0]
            return first in {ARRAY, namespace} or first in traits_of(scope.language).standard_names
        if callee.candidates or not isinstance(mutator, MemberExpr):
            return False
        place = Place(path, reference.definition, reference.begin)
        receivers = self._evaluator.evaluate_receiver(mutator, place)
        return any(isinstance(each, SequenceValue) for each in receivers)

    def variable_behind(
        self, reference: CodeReference, resolution: ReferenceResolution, path: str
    ) -> DefinitionKey | None:
        """Return the variable whose value a write to a member changes: `conf` in `conf.debug = true`.

        If the member is a field of the repository, that is written; only a variable of a file is written besides.
        """
        expression = reference.expression
        if not isinstance(expression, MemberExpr):
            return None
        changed = self._variable_in(reference, expression.value, path)
        if changed is None or len(changed.entities) != 1 or self._never_changes(changed.entities[0]):
            return None
        variable = changed.entities[0]
        is_global = self._symbol_table.definition(variable).parent == TOP_LEVEL
        return variable if is_global or not resolution.entities else None

    def _variable_in(
        self, reference: CodeReference, expression: CodeExpression, path: str
    ) -> ReferenceResolution | None:
        """Return the variable that an expression takes its value from: the last of a chain of members that is known."""
        while True:
            if isinstance(expression, ItemExpr | CastExpr):
                expression = expression.value
                continue
            if not isinstance(expression, NameExpr | MemberExpr):
                return None
            read = replace(reference, role=ReferenceRole.READ, expression=expression, mutator=None)
            found = self._resolve(read, path)
            if found.entities and all(map(self._symbol_table.is_variable, found.entities)):
                return found
            if isinstance(expression, NameExpr):
                return None
            expression = expression.value

    def _never_changes(self, variable: DefinitionKey) -> bool:
        """Whether a variable holds a number, a text or the like."""
        definition = self._symbol_table.definition(variable)
        is_fixed = definition.mutability is not Mutability.MUTABLE
        return is_fixed and definition.value_evidence in {ValueEvidence.VALUE, ValueEvidence.TYPE}
