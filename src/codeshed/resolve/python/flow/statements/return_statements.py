"""`return` and `yield`.

Turns: returned and yielded values → edges to the result nodes of a function.
"""

from codeshed.model.facts.python_facts import (
    Call,
    Compound,
    CompoundKind,
    Expression,
    Name,
    Return,
    ScopeKind,
)
from codeshed.resolve.python.flow.iteration import iterate
from codeshed.resolve.python.flow.special_methods import ITERATION
from codeshed.resolve.python.flow.statements.statement_reader import StatementReader
from codeshed.resolve.python.tables.function_shapes import EMPTY_NODE


def read_return(reader: StatementReader, statement: Return, scope: int) -> None:
    """`return value`; in a comprehension, the element expression."""
    state = reader.state
    node = reader.node_of(statement.value, scope)
    if state.program.scopes[scope].kind is ScopeKind.COMPREHENSION:
        container = state.container_of(reader.comprehension_value(scope))
        state.graph.add_edge(node, container.rest)
        return
    number = state.program.function_of_scope.get(scope)
    if number is None:
        return
    flow = state.functions[number]
    is_followed = not flow.is_result_closed and not flow.is_generator
    if is_followed and not _is_parameter(reader, number, statement.value):
        state.graph.add_edge(node, state.result_node(number))


def _is_parameter(reader: StatementReader, number: int, value: Expression) -> bool:
    """Whether a parameter is returned unchanged; callers then take their own argument, which is more precise."""
    state = reader.state
    if isinstance(value, Name):
        parameters = state.program.functions[number].parameters
        return any(parameters[index].name == value.name for index in state.functions[number].returned)
    if isinstance(value, Call) and isinstance(value.function, Name):
        return bool(state.tables.shapes.passed_parameters(number, value))
    return False


def read_yield(reader: StatementReader, value: Compound, scope: int) -> int:
    """`yield value`, `yield from value`."""
    nodes = reader.part_nodes(value, scope)
    state = reader.state
    current = scope
    while current >= 0 and current not in state.program.function_of_scope:
        current = state.program.scope_parent[current]
    if current < 0 or not nodes:
        return EMPTY_NODE
    yields = state.yield_node(state.program.function_of_scope[current])
    if value.kind is CompoundKind.YIELD:
        state.graph.add_edge(nodes[0], yields)
    else:
        reader.record_operation(scope, (value.begin, value.end), nodes[0], ITERATION)
        iterate(reader.calls, nodes[0], yields)
    return EMPTY_NODE
