"""Statements that open a block, and bind names to what they go through, enter, catch or match.

Turns: `for`, `with`, `except` and `match` → edges to the nodes of their targets.
"""

from codeshed.model.facts import Catch, Enter, Loop, Match, ScopeKind
from codeshed.resolve.python.flow.abstract_values import ValueKind
from codeshed.resolve.python.flow.iteration import iterate
from codeshed.resolve.python.flow.special_methods import ITERATION
from codeshed.resolve.python.flow.statements.assignments import store
from codeshed.resolve.python.flow.statements.statement_reader import Reading


def read_loop(reading: Reading, statement: Loop, scope: int) -> None:
    """`for target in iterable`; the first iterable of a comprehension belongs to the scope around it."""
    program = reading.state.program
    fact = program.scopes[scope]
    is_first = fact.kind is ScopeKind.COMPREHENSION and fact.statements[0] is statement
    evaluated_in = program.scope_parent[scope] if is_first else scope
    iterable = statement.iterable
    node = reading.node(iterable, evaluated_in)
    span = (iterable.begin, iterable.end)
    reading.operation(evaluated_in, span, node, ("__aiter__",) if statement.is_async else ITERATION)
    reading.operation(evaluated_in, span, node, ("__anext__",) if statement.is_async else ("__next__",))
    element = reading.graph.add_node()
    reading.origins.element[element] = node
    iterate(reading.calls, node, element)
    store(reading, statement.target, element, scope)


def read_enter(reading: Reading, statement: Enter, scope: int) -> None:
    """`with context as target`."""
    context = statement.context
    node = reading.node(context, scope)
    span = (context.begin, context.end)
    method, leaving = ("__aenter__", "__aexit__") if statement.is_async else ("__enter__", "__exit__")
    reading.operation(scope, span, node, (method,))
    reading.operation(scope, span, node, (leaving,))
    if statement.target is None:
        return
    entered = reading.graph.add_node()
    reading.origins.callee[entered] = reading.member_of(node, method)
    reading.graph.listen(node, _enter, reading, method, entered)
    store(reading, statement.target, entered, scope)


def _enter(reading: Reading, method: str, entered: int, value: int) -> None:
    """Let what entering a context gives flow to a node."""
    kind = reading.values.kinds[value]
    if kind is ValueKind.CONTAINER:
        reading.graph.add_edge(reading.state.container_of(value).anything, entered)
    elif kind is ValueKind.INSTANCE:
        reading.calls.call_plainly(reading.calls.members.get(value, method), (), entered)
    elif kind is ValueKind.EXTERNAL_INSTANCE or kind is ValueKind.OPAQUE:
        reading.graph.add_value(entered, value)


def read_catch(reading: Reading, statement: Catch, scope: int) -> None:
    """`except types as name`."""
    if statement.types is None:
        return
    node = reading.node(statement.types, scope)
    if statement.name is None:
        return
    reading.mark_assigned(statement.name, scope)
    caught = reading.variable(statement.name, scope)
    reading.origins.store(node, caught)
    reading.graph.listen(node, _catch, reading, caught, set())


def _catch(reading: Reading, caught: int, seen: set[int], value: int) -> None:
    """Let a node hold an instance of an exception's class, or of those in a tuple."""
    values = reading.values
    kind = values.kinds[value]
    if kind is ValueKind.CLASS:
        reading.graph.add_value(caught, values.instance(values.numbers[value]))
    elif kind is ValueKind.EXTERNAL:
        reading.graph.add_value(caught, values.external_instance(values.names[value]))
    elif kind is ValueKind.CONTAINER and value not in seen:
        # A list may hold itself.
        seen.add(value)
        reading.graph.listen(reading.state.container_of(value).anything, _catch, reading, caught, seen)


def read_match(reading: Reading, statement: Match, scope: int) -> None:
    """`match subject`: names that patterns bind may hold the subject."""
    subject = reading.node(statement.subject, scope)
    for name in statement.names:
        reading.mark_assigned(name, scope)
        variable = reading.variable(name, scope)
        reading.origins.open.add(variable)
        reading.graph.add_edge(subject, variable)
    for each in statement.classes:
        reading.node(each, scope)
