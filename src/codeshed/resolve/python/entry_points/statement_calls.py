"""The calls of a file that may make something an entry point, wherever they occur in a statement.

Turns: a file of a Program → PlacedCalls, in the order of the scopes.
"""

from collections.abc import Iterator

import msgspec

from codeshed.model.facts.python_facts import (
    Assign,
    Attribute,
    Call,
    Compound,
    Define,
    Expression,
    ExpressionStatement,
    Literal,
    Loop,
    MatchStatement,
    Name,
    Return,
    Statement,
    Subscript,
    Walrus,
    With,
)
from codeshed.resolve.python.names.builtin_names import BUILTIN_NAMES
from codeshed.resolve.python.names.program import Program


class PlacedCall(msgspec.Struct, frozen=True):
    """A call of a name or attribute in a scope; if it `is_decorator`, its result is called on what it decorates."""

    scope: int
    call: Call
    function: Name | Attribute
    is_decorator: bool = False


def iter_calls(program: Program, file: int, member_names: frozenset[str]) -> Iterator[PlacedCall]:
    """Yield the calls of names other than builtins, and of attributes with one of some names."""
    module = program.files[file]
    definitions = module.facts.definitions
    for number, scope in enumerate(module.facts.scopes, start=module.first_scope):
        values: list[Expression] = []
        decorators: set[tuple[int, int]] = set()
        for statement in scope.statements:
            if isinstance(statement, Define):
                definition = definitions[statement.definition]
                values += definition.decorators
                decorators.update((each.begin, each.end) for each in definition.decorators)
                values += [argument.value for argument in definition.bases]
                for parameter in definition.parameters:
                    values += [each for each in (parameter.default, parameter.annotation) if each is not None]
            else:
                values += _expressions(statement)
        for call in _calls_in(values):
            function = call.function
            if isinstance(function, Name):
                is_wanted = function.name not in BUILTIN_NAMES
            elif isinstance(function, Attribute):
                is_wanted = function.name in member_names
            else:
                continue
            if is_wanted:
                yield PlacedCall(number, call, function, (call.begin, call.end) in decorators)


def _expressions(statement: Statement) -> tuple[Expression, ...]:
    match statement:
        case ExpressionStatement() | Return():
            return (statement.value,)
        case Assign():
            return tuple(each for each in (statement.value, statement.annotation) if each is not None)
        case Loop():
            return (statement.iterable,)
        case With():
            return (statement.context,)
        case MatchStatement():
            return (statement.subject,)
        case _:
            return ()


def _calls_in(values: list[Expression]) -> list[Call]:
    """Return all calls within some expressions, in source order."""
    found: list[Call] = []
    pending = values[::-1]
    while pending:
        current = pending.pop()
        if isinstance(current, Name | Literal):
            continue
        if isinstance(current, Call):
            found.append(current)
            pending += [argument.value for argument in reversed(current.arguments)]
            if not isinstance(current.function, Name):
                pending.append(current.function)
        elif isinstance(current, Attribute | Walrus):
            pending.append(current.value)
        elif isinstance(current, Compound):
            pending += reversed(current.parts)
        elif isinstance(current, Subscript):
            pending += (current.index, current.value)
    return found
