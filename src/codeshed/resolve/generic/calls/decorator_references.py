"""Decorators, annotations and attributes.

Turns: a reference that decorates → Outcome: what its name means, and the constructor that makes an object of it.
"""

from collections.abc import Callable

from msgspec.structs import replace

from codeshed.model.code_expressions import MemberExpr, NameExpr
from codeshed.model.code_facts import CodeReference
from codeshed.model.semantic import ReferenceRole
from codeshed.resolve.generic.calls.callee_selection import Choices
from codeshed.resolve.generic.resolution_outcome import Outcome
from codeshed.resolve.generic.symbol_table import Program
from codeshed.resolve.generic.values.values import Instance, Sureness

FindOutcome = Callable[[CodeReference, str], Outcome]
"""Gives what a reference in a file is about."""


class Decorators:
    """Finds out what decorates."""

    def __init__(self, program: Program, choices: Choices, find: FindOutcome) -> None:
        self._program = program
        self._choices = choices
        self._find = find

    def outcome(self, reference: CodeReference, path: str) -> Outcome:
        """Return what decorates; its name may be written without its ending, as that of an attribute in C#."""
        ending = self._program.customs_at(path).decorator_ending
        whole = self._find(_with_ending(reference, ending), path) if ending else Outcome()
        return whole if whole.entities or whole.candidates else self._find(reference, path)

    def constructor(self, reference: CodeReference, decorator: Outcome) -> Outcome:
        """Return the constructor that takes what is written behind a type that decorates; a function has none."""
        types = tuple(
            Instance(each, Sureness.DECLARED) for each in decorator.entities if self._program.is_type(each)
        )
        if not types:
            return Outcome()
        given = reference.argument_count or 0
        call = replace(reference, role=ReferenceRole.CALL, argument_count=given)
        made = self._choices.made(types, call, "")
        is_function = made.entities and all(map(self._program.is_function, made.entities))
        return made if is_function else Outcome()


def _with_ending(reference: CodeReference, ending: str) -> CodeReference:
    """Return a reference to something by a longer name."""
    expression = reference.expression
    if not isinstance(expression, NameExpr | MemberExpr):
        return reference
    return replace(reference, expression=replace(expression, name=f"{expression.name}{ending}"))
