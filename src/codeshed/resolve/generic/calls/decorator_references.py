"""Decorators, annotations and attributes.

Turns: a decorating reference → its ReferenceResolution: what its name refers to, and the constructor that it calls.
"""

from collections.abc import Callable

from msgspec.structs import replace

from codeshed.model.facts.code_expressions import MemberExpr, NameExpr
from codeshed.model.facts.code_facts import CodeReference
from codeshed.model.semantic import ReferenceRole
from codeshed.resolve.generic.calls.callee_selection import CalleeSelection
from codeshed.resolve.generic.resolution_outcome import ReferenceResolution
from codeshed.resolve.generic.symbol_table import SymbolTable
from codeshed.resolve.generic.values.values import Certainty, Instance

ResolveReference = Callable[[CodeReference, str], ReferenceResolution]
"""Resolves a reference in a file."""


class DecoratorReferences:
    """Resolves decorators."""

    def __init__(
        self, symbol_table: SymbolTable, selection: CalleeSelection, resolve: ResolveReference
    ) -> None:
        self._symbol_table = symbol_table
        self._selection = selection
        self._resolve = resolve

    def resolve(self, reference: CodeReference, path: str) -> ReferenceResolution:
        """Resolve a decorator; its name may lack an ending, as `[Obsolete]` for `ObsoleteAttribute` in C#."""
        ending = self._symbol_table.rules_at(path).decorator_suffix
        resolution = self._resolve(_with_ending(reference, ending), path) if ending else ReferenceResolution()
        return resolution if resolution.entities or resolution.candidates else self._resolve(reference, path)

    def resolve_constructor(
        self, reference: CodeReference, decorator: ReferenceResolution
    ) -> ReferenceResolution:
        """Resolve the constructor of a decorator that is a type; a function has none."""
        types = tuple(
            Instance(each, Certainty.DECLARED)
            for each in decorator.entities
            if self._symbol_table.is_type(each)
        )
        if not types:
            return ReferenceResolution()
        n_arguments = reference.argument_count or 0
        call = replace(reference, role=ReferenceRole.CALL, argument_count=n_arguments)
        resolution = self._selection.resolve_construction(types, call)
        is_function = resolution.entities and all(map(self._symbol_table.is_function, resolution.entities))
        return resolution if is_function else ReferenceResolution()


def _with_ending(reference: CodeReference, ending: str) -> CodeReference:
    """Return the reference with an ending added to its name."""
    expression = reference.expression
    if not isinstance(expression, NameExpr | MemberExpr):
        return reference
    return replace(reference, expression=replace(expression, name=f"{expression.name}{ending}"))
