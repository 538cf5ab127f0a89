"""Compound expressions: displays, conditional expressions, `and`/`or`, `await`, unpacking.

Turns: a Compound → its node.
"""

from collections.abc import Callable

from codeshed.model.facts.python_facts import Compound, CompoundKind, Expression
from codeshed.resolve.python.flow.call_flow import CallBinder
from codeshed.resolve.python.flow.iteration import iterate
from codeshed.resolve.python.flow.special_methods import HASH, ITERATION
from codeshed.resolve.python.flow.statements.constants import constant_key, read_formatted
from codeshed.resolve.python.flow.statements.operator_expressions import read_comparison, read_operator
from codeshed.resolve.python.flow.statements.return_statements import read_yield
from codeshed.resolve.python.flow.statements.statement_reader import StatementReader
from codeshed.resolve.python.tables.function_shapes import EMPTY_NODE

_N_ALTERNATIVES = 2
"""A conditional expression has two alternatives, followed by the condition."""


def read_compound(reader: StatementReader, value: Compound, scope: int) -> int:
    """Read any compound expression."""
    return _READERS.get(value.kind, _read_parts)(reader, value, scope)


def _read_parts(reader: StatementReader, value: Compound, scope: int) -> int:
    reader.part_nodes(value, scope)
    return EMPTY_NODE


def _read_display(reader: StatementReader, value: Compound, scope: int) -> int:
    """`[a, b]`, `(a, b)`, `{a, b}`."""
    state = reader.state
    is_set = value.kind is CompoundKind.SET
    container_value = state.new_container(_DISPLAYS[value.kind])
    container = state.container_of(container_value)
    has_known_index = not is_set
    for index, part in enumerate(value.parts):
        node = reader.node_of(part, scope)
        span = (part.begin, part.end)
        if is_set:
            reader.record_operation(scope, span, node, HASH)
        if _is_spread(part):
            has_known_index = False
            reader.record_operation(scope, span, node, ITERATION)
            iterate(reader.calls, node, container.rest)
        elif node != EMPTY_NODE:
            state.graph.add_edge(
                node, state.item_node(container, index) if has_known_index else container.rest
            )
    return state.constant_node(container_value)


def _read_dict(reader: StatementReader, value: Compound, scope: int) -> int:
    """`{key: value, **other}`."""
    state = reader.state
    container_value = state.new_container("dict")
    container = state.container_of(container_value)
    keyed = [part for part in value.parts if not _is_spread(part)]
    for key, part in zip(value.keys, keyed, strict=False):
        reader.record_operation(scope, (key.begin, key.end), reader.node_of(key, scope), HASH)
        node = reader.node_of(part, scope)
        known = constant_key(key)
        target = container.rest if known is None else state.item_node(container, known)
        state.graph.add_edge(node, target)
    for part in value.parts:
        if _is_spread(part):
            state.graph.listen(
                reader.node_of(part, scope), CallBinder.flow_elements, reader.calls, container.rest
            )
    return state.constant_node(container_value)


def _read_choice(reader: StatementReader, value: Compound, scope: int) -> int:
    """`a if b else c`, `a or b`."""
    nodes = reader.part_nodes(value, scope)
    is_conditional = value.detail == "if"
    chosen = nodes[:_N_ALTERNATIVES] if is_conditional else nodes
    tested = slice(_N_ALTERNATIVES, _N_ALTERNATIVES + 1) if is_conditional else slice(-1)
    for part, node in zip(value.parts[tested], nodes[tested], strict=False):
        reader.record_truth_test(part, node, scope)
    nonempty = [node for node in chosen if node != EMPTY_NODE]
    if not nonempty:
        return EMPTY_NODE
    if len(set(nonempty)) == 1:
        return nonempty[0]
    result = reader.graph.add_node()
    for node in nonempty:
        reader.graph.add_edge(node, result)
        reader.origins.store(node, result)
    return result


def _read_not(reader: StatementReader, value: Compound, scope: int) -> int:
    nodes = reader.part_nodes(value, scope)
    reader.record_truth_test(value.parts[0], nodes[0], scope)
    return EMPTY_NODE


def _read_await(reader: StatementReader, value: Compound, scope: int) -> int:
    nodes = reader.part_nodes(value, scope)
    if not nodes:
        return EMPTY_NODE
    reader.record_operation(scope, (value.begin, value.end), nodes[0], ("__await__",))
    return nodes[0]


def _read_spread(reader: StatementReader, value: Compound, scope: int) -> int:
    """`*value` has the node of the value."""
    nodes = reader.part_nodes(value, scope)
    return nodes[0] if nodes else EMPTY_NODE


def _is_spread(value: Expression) -> bool:
    return isinstance(value, Compound) and value.kind is CompoundKind.SPREAD


_DISPLAYS = {CompoundKind.LIST: "list", CompoundKind.TUPLE: "tuple", CompoundKind.SET: "set"}
_READERS: dict[CompoundKind, Callable[[StatementReader, Compound, int], int]] = {
    **dict.fromkeys(_DISPLAYS, _read_display),
    CompoundKind.DICT: _read_dict,
    CompoundKind.CHOICE: _read_choice,
    CompoundKind.OPERATOR: read_operator,
    CompoundKind.COMPARISON: read_comparison,
    CompoundKind.NOT: _read_not,
    CompoundKind.AWAIT: _read_await,
    CompoundKind.FORMATTED_STRING: read_formatted,
    CompoundKind.YIELD: read_yield,
    CompoundKind.YIELD_FROM: read_yield,
    CompoundKind.SPREAD: _read_spread,
}
