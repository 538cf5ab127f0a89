"""Decorators, annotations and attributes.

Turns: a decorating reference → its ReferenceResolution: what its name refers to, and the constructor that it calls.
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
"""Resolves a reference in a file."""


class Decorators:
    """Resolves decorators."""

    def __init__(self, program: Program, selection: Choices, resolve: FindOutcome) -> None:
        self._program = program
        self._selection = selection
        self._resolve = resolve

    def outcome(self, reference: CodeReference, path: str) -> Outcome:
        """Resolve a decorator; its name may lack an ending, as `[Obsolete]` for `ObsoleteAttribute` in C#."""
        ending = self._program.customs_at(path).decorator_ending
        resolution = self._resolve(_with_ending(reference, ending), path) if ending else Outcome()
        return resolution if resolution.entities or resolution.candidates else self._resolve(reference, path)

    def constructor(self, reference: CodeReference, decorator: Outcome) -> Outcome:
        """Resolve the constructor of a decorator that is a type; a function has none."""
        types = tuple(
            Instance(each, Sureness.DECLARED) for each in decorator.entities if self._program.is_type(each)
        )
        if not types:
            return Outcome()
        n_arguments = reference.argument_count or 0
        call = replace(reference, role=ReferenceRole.CALL, argument_count=n_arguments)
        resolution = self._selection.made(types, call, "")
        is_function = resolution.entities and all(map(self._program.is_function, resolution.entities))
        return resolution if is_function else Outcome()


def _with_ending(reference: CodeReference, ending: str) -> CodeReference:
    """Return the reference with an ending added to its name."""
    expression = reference.expression
    if not isinstance(expression, NameExpr | MemberExpr):
        return reference
    return replace(reference, expression=replace(expression, name=f"{expression.name}{ending}"))
