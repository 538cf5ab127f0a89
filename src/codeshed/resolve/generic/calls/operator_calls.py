"""What runs where an operator or an index is written, or where a text may name a function.

Turns: a sign behind a value → the Outcome of a call of the method that the value's type has for it; a text → the function.
"""

from codeshed.model.code_expressions import MemberExpr, NameExpr
from codeshed.model.code_facts import CodeReference
from codeshed.resolve.generic.calls.callee_selection import Choices
from codeshed.resolve.generic.entity import Entity
from codeshed.resolve.generic.resolution_outcome import Outcome, outcome_of
from codeshed.resolve.generic.symbol_table import Program
from codeshed.resolve.generic.values.expression_values import Evaluation
from codeshed.resolve.generic.values.values import Defined, Instance, Outside, Place, Sureness

_NO_CALL = Outcome(is_read=True)


class Operators:
    """Finds methods for signs; where the type before one is not known, nothing is called."""

    def __init__(self, program: Program, evaluation: Evaluation, choices: Choices) -> None:
        self._program = program
        self._evaluation = evaluation
        self._choices = choices

    def outcome(self, expression: MemberExpr, reference: CodeReference, place: Place) -> Outcome:
        """Return what a sign runs, if that is a method of the repository; of several names the first that a type has."""
        language = self._program.files[place.path].language
        names = [each for each in expression.name.split() if self._program.methods_named(language, each)]
        if not names:
            return _NO_CALL
        values = self._evaluation.bounded(self._evaluation.value(expression.value, place))
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
        sureness = max(Sureness.TYPED, *(each.sureness for each in instances))
        return self._choices.chosen(functions, sureness, reference)

    def named_by_text(self, expression: NameExpr, reference: CodeReference, place: Place) -> Outcome:
        """Return the function that a text names, if there is just one; that it is meant is never certain."""
        del reference
        found = self._evaluation.plain_names.meanings(expression, place, is_called=True)
        functions = tuple(
            each.entity
            for each in found
            if isinstance(each, Defined) and self._program.is_function(each.entity)
        )
        return outcome_of(functions, Sureness.INFERRED) if len(functions) == 1 else _NO_CALL

    def _methods(self, owner: Entity, name: str) -> tuple[Entity, ...]:
        """Return the methods of a name that objects of a type have."""
        are_statics_apart = self._program.customs_at(owner.path).are_statics_apart
        return tuple(
            each
            for each in self._evaluation.members.find(owner, name)
            if self._program.is_function(each)
            if not (are_statics_apart and self._evaluation.signatures.is_static(each))
        )

    def _has_operators(self, value: Instance, language: str) -> bool:
        """Whether signs behind an object of a type stand for methods of it."""
        base = self._program.customs[language].operators_of
        bases = self._evaluation.generics.bases(value) if base else ()
        return not base or any(
            isinstance(each, Outside) and each.name.rpartition(".")[2] == base for each in bases
        )
