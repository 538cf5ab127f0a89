"""Overloaded operators, indexers, and strings that name functions.

Turns: an operator behind a value → the ReferenceResolution of a call of the type's method for it; a string → the function
of that name.
"""

from codeshed.model.code_expressions import MemberExpr, NameExpr
from codeshed.model.code_facts import CodeReference
from codeshed.resolve.generic.calls.callee_selection import Choices
from codeshed.resolve.generic.definition_key import Entity
from codeshed.resolve.generic.resolution_outcome import Outcome, outcome_of
from codeshed.resolve.generic.symbol_table import Program
from codeshed.resolve.generic.values.expression_values import Evaluation
from codeshed.resolve.generic.values.values import Defined, Instance, Outside, Place, Sureness

_NO_CALL = Outcome(is_read=True)


class Operators:
    """Resolves operators; if the type of the operand is not known, nothing is called."""

    def __init__(self, program: Program, evaluator: Evaluation, selection: Choices) -> None:
        self._program = program
        self._evaluator = evaluator
        self._selection = selection

    def outcome(self, expression: MemberExpr, reference: CodeReference, place: Place) -> Outcome:
        """Resolve an operator to a method of the repository; of alternative names, the first one that a type has."""
        language = self._program.files[place.path].language
        names = [each for each in expression.name.split() if self._program.methods_named(language, each)]
        if not names:
            return _NO_CALL
        values = self._evaluator.bounded(self._evaluator.value(expression.value, place))
        instances = [each for each in values if isinstance(each, Instance)]
        if not instances or len(instances) != len(values):
            return _NO_CALL
        methods: dict[Entity, None] = {}
        for each in instances:
            if self._has_operators(each, language):
                named = (self._methods(each.entity, name) for name in names)
                methods.update(dict.fromkeys(next(filter(None, named), ())))
        functions = tuple(methods)
        if not functions:
            return _NO_CALL
        certainty = max(Sureness.TYPED, *(each.sureness for each in instances))
        return self._selection.chosen(functions, certainty, reference)

    def named_by_text(self, expression: NameExpr, reference: CodeReference, place: Place) -> Outcome:
        """Resolve a string to the function of that name, if there is exactly one; never a certain result."""
        del reference
        values = self._evaluator.plain_names.meanings(expression, place, is_called=True)
        functions = tuple(
            each.entity
            for each in values
            if isinstance(each, Defined) and self._program.is_function(each.entity)
        )
        return outcome_of(functions, Sureness.INFERRED) if len(functions) == 1 else _NO_CALL

    def _methods(self, owner: Entity, name: str) -> tuple[Entity, ...]:
        """Return the instance methods of a name."""
        has_static_namespace = self._program.customs_at(owner.path).are_statics_apart
        return tuple(
            each
            for each in self._evaluator.members.find(owner, name)
            if self._program.is_function(each)
            if not (has_static_namespace and self._evaluator.signatures.is_static(each))
        )

    def _has_operators(self, value: Instance, language: str) -> bool:
        """Whether a type's operators are methods; some languages require a base for that."""
        base = self._program.customs[language].operators_of
        bases = self._evaluator.generics.bases(value) if base else ()
        return not base or any(
            isinstance(each, Outside) and each.name.rpartition(".")[2] == base for each in bases
        )
