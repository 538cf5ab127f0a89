"""Statements with a block that bind names: `for`, `with`, `except` and `match`.

Turns: these statements → edges to the nodes of their targets.
"""

from codeshed.model.facts.python_facts import ExceptClause, Loop, MatchStatement, ScopeKind, With
from codeshed.resolve.python.flow.abstract_values import ValueKind
from codeshed.resolve.python.flow.iteration import iterate
from codeshed.resolve.python.flow.special_methods import ITERATION
from codeshed.resolve.python.flow.statements.assignments import store
from codeshed.resolve.python.flow.statements.statement_reader import StatementReader


def read_loop(reader: StatementReader, statement: Loop, scope: int) -> None:
    """`for target in iterable`; the first iterable of a comprehension is evaluated in the enclosing scope."""
    program = reader.state.program
    fact = program.scopes[scope]
    is_first = fact.kind is ScopeKind.COMPREHENSION and fact.statements[0] is statement
    evaluated_in = program.scope_parent[scope] if is_first else scope
    iterable = statement.iterable
    node = reader.node_of(iterable, evaluated_in)
    span = (iterable.begin, iterable.end)
    reader.record_operation(evaluated_in, span, node, ("__aiter__",) if statement.is_async else ITERATION)
    reader.record_operation(evaluated_in, span, node, ("__anext__",) if statement.is_async else ("__next__",))
    element = reader.graph.add_node()
    reader.origins.element[element] = node
    iterate(reader.calls, node, element)
    store(reader, statement.target, element, scope)


def read_enter(reader: StatementReader, statement: With, scope: int) -> None:
    """`with context as target`."""
    context = statement.context
    node = reader.node_of(context, scope)
    span = (context.begin, context.end)
    method, leaving = ("__aenter__", "__aexit__") if statement.is_async else ("__enter__", "__exit__")
    reader.record_operation(scope, span, node, (method,))
    reader.record_operation(scope, span, node, (leaving,))
    if statement.target is None:
        return
    entered = reader.graph.add_node()
    reader.origins.callee[entered] = reader.member_node(node, method)
    reader.graph.listen(node, _enter, reader, method, entered)
    store(reader, statement.target, entered, scope)


def _enter(reader: StatementReader, method: str, entered: int, value: int) -> None:
    """Let the result of entering a context manager flow to a node."""
    kind = reader.values.kinds[value]
    if kind is ValueKind.CONTAINER:
        reader.graph.add_edge(reader.state.container_of(value).all_items, entered)
    elif kind is ValueKind.INSTANCE:
        reader.calls.call_positionally(reader.calls.members.member_node(value, method), (), entered)
    elif kind is ValueKind.EXTERNAL_INSTANCE or kind is ValueKind.OPAQUE:
        reader.graph.add_value(entered, value)


def read_catch(reader: StatementReader, statement: ExceptClause, scope: int) -> None:
    """`except types as name`."""
    if statement.types is None:
        return
    node = reader.node_of(statement.types, scope)
    if statement.name is None:
        return
    reader.mark_assigned(statement.name, scope)
    caught = reader.variable_node(statement.name, scope)
    reader.origins.store(node, caught)
    reader.graph.listen(node, _catch, reader, caught, set())


def _catch(reader: StatementReader, caught: int, seen: set[int], value: int) -> None:
    """Let a node hold an instance of an exception class, or of those in a tuple."""
    values = reader.values
    kind = values.kinds[value]
    if kind is ValueKind.CLASS:
        reader.graph.add_value(caught, values.instance(values.numbers[value]))
    elif kind is ValueKind.EXTERNAL:
        reader.graph.add_value(caught, values.external_instance(values.names[value]))
    elif kind is ValueKind.CONTAINER and value not in seen:
        # A list may contain itself.
        seen.add(value)
        reader.graph.listen(reader.state.container_of(value).all_items, _catch, reader, caught, seen)


def read_match(reader: StatementReader, statement: MatchStatement, scope: int) -> None:
    """`match subject`: names bound by patterns may hold the subject."""
    subject = reader.node_of(statement.subject, scope)
    for name in statement.names:
        reader.mark_assigned(name, scope)
        variable = reader.variable_node(name, scope)
        reader.origins.open.add(variable)
        reader.graph.add_edge(subject, variable)
    for each in statement.classes:
        reader.node_of(each, scope)
