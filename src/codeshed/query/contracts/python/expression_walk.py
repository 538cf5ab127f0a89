"""All expressions of a Python file, with the scope that each is evaluated in.

Turns: PythonFacts → expressions. Annotations are left out: nothing in them is called.
"""

from collections.abc import Iterator

from codeshed.model.facts.python_facts import (
    Assign,
    Attribute,
    Call,
    Compound,
    Define,
    Delete,
    ExceptClause,
    Expression,
    ExpressionStatement,
    Loop,
    MatchStatement,
    PythonFacts,
    Return,
    ScopeFact,
    Statement,
    Subscript,
    Walrus,
    With,
)


def iter_expressions(facts: PythonFacts) -> Iterator[tuple[int, Expression]]:
    """Yield each expression with the number of its scope, outer ones before those in them."""
    for number, scope in enumerate(facts.scopes):
        for expression in scope_expressions(facts, scope):
            for each in nested_expressions(expression):
                yield number, each


def scope_expressions(facts: PythonFacts, scope: ScopeFact) -> Iterator[Expression]:
    """Yield the outermost expressions of the statements of a scope."""
    for statement in scope.statements:
        if isinstance(statement, Define):
            definition = facts.definitions[statement.definition]
            yield from definition.decorators
            yield from (each.value for each in definition.bases)
            yield from (each.default for each in definition.parameters if each.default is not None)
        else:
            yield from _of_statement(statement)
    yield from (each.default for each in scope.parameters if each.default is not None and _is_lambda(scope))


def nested_expressions(expression: Expression) -> Iterator[Expression]:
    """Yield an expression and all that it is made of."""
    waiting = [expression]
    while waiting:
        each = waiting.pop()
        yield each
        match each:
            case Attribute():
                waiting.append(each.value)
            case Call():
                waiting += (argument.value for argument in reversed(each.arguments))
                waiting.append(each.function)
            case Subscript():
                waiting += (each.index, each.value)
            case Walrus():
                waiting.append(each.value)
            case Compound():
                waiting += (*each.keys, *each.parts)
            case _:
                continue


def _is_lambda(scope: ScopeFact) -> bool:
    return scope.definition is None


def _of_statement(statement: Statement) -> Iterator[Expression]:  # noqa: C901 - a case for each statement
    match statement:
        case Assign():
            yield from statement.targets
            if statement.value is not None:
                yield statement.value
        case Delete():
            yield from statement.targets
        case Return() | ExpressionStatement():
            yield statement.value
        case Loop():
            yield from (statement.target, statement.iterable)
        case With():
            yield statement.context
            if statement.target is not None:
                yield statement.target
        case ExceptClause():
            if statement.types is not None:
                yield statement.types
        case MatchStatement():
            yield from (statement.subject, *statement.classes)
        case _:
            return
