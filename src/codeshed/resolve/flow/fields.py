"""Names that are stored on objects.

Turns: the statements of a program → FieldNames.
"""

from dataclasses import dataclass

from codeshed.model.facts import (
    Assign,
    Compound,
    Delete,
    Enter,
    Expression,
    Loop,
    Member,
    Name,
    Statement,
)
from codeshed.resolve.flow.functions import FunctionFlow, is_function_scope
from codeshed.resolve.program import Program


@dataclass(frozen=True, slots=True)
class FieldNames:
    """Which names are stored on objects: by the methods of each class through their first parameter, and anywhere."""

    by_class: list[dict[str, None]]
    anywhere: frozenset[str]


def find_field_names(program: Program, functions: list[FunctionFlow]) -> FieldNames:
    """Find the names that the statements of a program store on objects."""
    by_class: list[dict[str, None]] = [{} for _ in program.classes]
    anywhere: set[str] = set()
    for number, scope in enumerate(program.scopes):
        first, owner = _receiver_of(number, program, functions)
        for statement in scope.statements:
            for target in _targets(statement):
                anywhere.add(target.name)
                if owner is not None and isinstance(target.value, Name) and target.value.name == first:
                    by_class[owner][target.name] = None
    return FieldNames(by_class=by_class, anywhere=frozenset(anywhere))


def _receiver_of(scope: int, program: Program, functions: list[FunctionFlow]) -> tuple[str, int | None]:
    """Return the name of the first parameter of the method that a scope lies in, and its class."""
    current = scope
    while current >= 0:
        number = program.function_of_scope.get(current)
        if number is not None and program.functions[number].owner is not None:
            parameters = program.functions[number].parameters
            has_receiver = parameters and not functions[number].is_static
            return (parameters[0].name, program.functions[number].owner) if has_receiver else ("", None)
        current = program.scope_parent[current] if is_function_scope(program.scopes[current].kind) else -1
    return "", None


def _targets(statement: Statement) -> list[Member]:
    """Return the members that a statement stores."""
    pending: list[Expression | None] = []
    if isinstance(statement, Assign | Delete):
        pending += statement.targets
    elif isinstance(statement, Loop | Enter):
        pending.append(statement.target)
    found = []
    while pending:
        current = pending.pop()
        if isinstance(current, Member):
            found.append(current)
        elif isinstance(current, Compound):
            pending += current.parts
    return found
