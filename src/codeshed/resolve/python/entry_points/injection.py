"""Dependency injection: functions and classes that a framework calls to get an argument.

Turns: `Depends(session)` → a dependency; so does `page: Page = Depends()`, which refers to the class `Page`.
"""

from collections.abc import Iterator

from codeshed.model.facts.python_facts import Call, Compound, Expression, ParameterFact, Subscript
from codeshed.resolve.python.entry_points.framework_origins import FrameworkOrigins
from codeshed.resolve.python.entry_points.framework_rules import (
    CallRule,
    EntryKind,
    FrameworkFamily,
    called_argument,
    no_detail,
)
from codeshed.resolve.python.names.program import Program

_KEYS = (
    *("fastapi:Depends", "fastapi:Security", "litestar:Provide", "fast_depends:Depends"),
    *("faststream:Depends",),
)

INJECTION = FrameworkFamily(
    calls=dict.fromkeys(_KEYS, CallRule(EntryKind.DEPENDENCY, called_argument(0, "dependency", no_detail)))
)


def find_injected_types(
    program: Program, file: int, origins: FrameworkOrigins
) -> Iterator[tuple[int, Call, Expression]]:
    """Yield the types of parameters with an empty `Depends()`: the scope, that call, and the type."""
    for number in program.functions_of(file):
        function = program.functions[number]
        scope = program.scope_parent[function.scope]
        for parameter in function.parameters:
            for call, declared in _empty_calls(parameter):
                if not set(_KEYS).isdisjoint(origins.keys_of(scope, call.function)):
                    yield scope, call, declared


def _empty_calls(parameter: ParameterFact) -> Iterator[tuple[Call, Expression]]:
    """Yield calls without arguments that are a default, or metadata of `Annotated`, with the annotated type."""
    annotation = parameter.annotation
    if annotation is None:
        return
    if isinstance(parameter.default, Call) and not parameter.default.arguments:
        yield parameter.default, annotation
    if isinstance(annotation, Subscript) and isinstance(annotation.index, Compound):
        declared, *notes = annotation.index.parts or (annotation,)
        for note in notes:
            if isinstance(note, Call) and not note.arguments:
                yield note, declared
