"""The readers of all kinds of statements.

Turns: the statements of a scope → edges between nodes, and sites.
"""

from collections.abc import Callable

from codeshed.model.facts.python_facts import (
    Assign,
    Define,
    Delete,
    ExceptClause,
    ExpressionStatement,
    Import,
    Loop,
    MatchStatement,
    Return,
    Statement,
    With,
)
from codeshed.resolve.python.flow.statements.assignments import read_assign, read_delete
from codeshed.resolve.python.flow.statements.block_statements import (
    read_catch,
    read_enter,
    read_loop,
    read_match,
)
from codeshed.resolve.python.flow.statements.definition_statements import read_define
from codeshed.resolve.python.flow.statements.import_statements import read_import
from codeshed.resolve.python.flow.statements.return_statements import read_return
from codeshed.resolve.python.flow.statements.statement_reader import StatementReader
from codeshed.resolve.python.names.sites import RaiseSite


def read_scope(reader: StatementReader, scope: int) -> None:
    """Read all statements of a scope."""
    for statement in reader.state.program.scopes[scope].statements:
        _READERS[type(statement)](reader, statement, scope)


def _read_evaluate(reader: StatementReader, statement: ExpressionStatement, scope: int) -> None:
    """An expression statement, a condition, or a raised exception."""
    node = reader.node_of(statement.value, scope)
    if statement.is_tested:
        reader.record_truth_test(statement.value, node, scope)
    if statement.is_raised:
        reader.sites.raises.append(RaiseSite(scope, statement.value, node))


_READERS: dict[type[Statement], Callable[..., None]] = {
    Assign: read_assign,
    Delete: read_delete,
    Return: read_return,
    Loop: read_loop,
    With: read_enter,
    ExceptClause: read_catch,
    MatchStatement: read_match,
    ExpressionStatement: _read_evaluate,
    Import: read_import,
    Define: read_define,
}
"""By the type of a statement: takes a StatementReader, the statement and its scope."""
