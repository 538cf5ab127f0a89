"""Statements with a block that bind names: `for`, `with`, `except` and `match`.

Turns: these statements → edges to the nodes of their targets.
"""

from codeshed.model.python_facts import Catch, Enter, Loop, Match, ScopeKind
from codeshed.resolve.python.flow.abstract_values import ValueKind
from codeshed.resolve.python.flow.iteration import iterate
from codeshed.resolve.python.flow.special_methods import ITERATION
from codeshed.resolve.python.flow.statements.assignments import store
from codeshed.resolve.python.flow.statements.statement_reader import Reading


def read_loop(reader: Reading, statement: Loop, scope: int) -> None:
    """`for target in iterable`; the first iterable of a comprehension is evaluated in the enclosing scope."""
    program = reader.state.program
    fact = program.scopes[scope]
    is_first = fact.kind is ScopeKind.COMPREHENSION and fact.statements[0] is statement
    evaluated_in = program.scope_parent[scope] if is_first else scope
    iterable = statement.iterable
    node = reader.node(iterable, evaluated_in)
    span = (iterable.begin, iterable.end)
    reader.operation(evaluated_in, span, node, ("__aiter__",) if statement.is_async else ITERATION)
    reader.operation(evaluated_in, span, node, ("__anext__",) if statement.is_async else ("__next__",))
    element = reader.graph.add_node()
    reader.origins.element[element] = node
    iterate(reader.calls, node, element)
    store(reader, statement.target, element, scope)


def read_enter(reader: Reading, statement: Enter, scope: int) -> None:
    """`with context as target`."""
    context = statement.context
    node = reader.node(context, scope)
    span = (context.begin, context.end)
    method, leaving = ("__aenter__", "__aexit__") if statement.is_async else ("__enter__", "__exit__")
    reader.operation(scope, span, node, (method,))
    reader.operation(scope, span, node, (leaving,))
    if statement.target is None:
        return
    entered = reader.graph.add_node()
    reader.origins.callee[entered] = reader.member_of(node, method)
    reader.graph.listen(node, _enter, reader, method, entered)
    store(reader, statement.target, entered, scope)


def _enter(reader: Reading, method: str, entered: int, value: int) -> None:
    """Let the result of entering a context manager flow to a node."""
    kind = reader.values.kinds[value]
    if kind is ValueKind.CONTAINER:
        reader.graph.add_edge(reader.state.container_of(value).anything, entered)
    elif kind is ValueKind.INSTANCE:
        reader.calls.call_plainly(reader.calls.members.get(value, method), (), entered)
    elif kind is ValueKind.EXTERNAL_INSTANCE or kind is ValueKind.OPAQUE:
        reader.graph.add_value(entered, value)


def read_catch(reader: Reading, statement: Catch, scope: int) -> None:
    """`except types as name`."""
    if statement.types is None:
        return
    node = reader.node(statement.types, scope)
    if statement.name is None:
        return
    reader.mark_assigned(statement.name, scope)
    caught = reader.variable(statement.name, scope)
    reader.origins.store(node, caught)
    reader.graph.listen(node, _catch, reader, caught, set())


def _catch(reader: Reading, caught: int, seen: set[int], value: int) -> None:
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
        reader.graph.listen(reader.state.container_of(value).anything, _catch, reader, caught, seen)


def read_match(reader: Reading, statement: Match, scope: int) -> None:
    """`match subject`: names bound by patterns may hold the subject."""
    subject = reader.node(statement.subject, scope)
    for name in statement.names:
        reader.mark_assigned(name, scope)
        variable = reader.variable(name, scope)
        reader.origins.open.add(variable)
        reader.graph.add_edge(subject, variable)
    for each in statement.classes:
        reader.node(each, scope)
