"""Operators, which call special methods.

Turns: `left + right`, `-value`, `left < right` → the node of what the special methods return.
"""

from codeshed.model.facts.python_facts import Compound
from codeshed.resolve.python.flow.abstract_values import ValueKind
from codeshed.resolve.python.flow.special_methods import (
    CONTAINS,
    binary_methods,
    comparison_methods,
    unary_method,
)
from codeshed.resolve.python.flow.statements.constants import add_longer_text
from codeshed.resolve.python.flow.statements.statement_reader import StatementReader
from codeshed.resolve.python.tables.function_shapes import EMPTY_NODE

_UNARY = "unary "
_N_OPERANDS = 2


def read_operator(reader: StatementReader, value: Compound, scope: int) -> int:
    """`left + right`, `-value`."""
    is_unary = value.detail is not None and value.detail.startswith(_UNARY)
    return _read_unary(reader, value, scope) if is_unary else _read_binary(reader, value, scope)


def _read_unary(reader: StatementReader, value: Compound, scope: int) -> int:
    nodes = reader.part_nodes(value, scope)
    method = unary_method((value.detail or "").removeprefix(_UNARY))
    if method is None or not nodes:
        return EMPTY_NODE
    reader.record_operation(scope, (value.begin, value.end), nodes[0], (method,))
    return _result_of(reader, nodes[0], method, ())


def _read_binary(reader: StatementReader, value: Compound, scope: int) -> int:
    nodes = reader.part_nodes(value, scope)
    operator = value.detail or ""
    methods = binary_methods(operator)
    if methods is None or len(nodes) < _N_OPERANDS:
        return EMPTY_NODE
    left, right = nodes[0], nodes[-1]
    reader.record_operator(scope, (value.begin, value.end), (left, right), ((methods[0],), (methods[1],)))
    typed = reader.typed_node(reader.type_at(value.begin, value.end))
    if typed is not None:
        return typed
    first = _result_of(reader, left, methods[0], (right,))
    second = _result_of(reader, right, methods[1], (left,))
    result = reader.graph.add_node()
    reader.graph.add_edge(first, result)
    reader.graph.add_edge(second, result)
    reader.graph.listen(left, _keep_plain, reader, result)
    if operator == "+" or left == EMPTY_NODE:
        reader.graph.listen(right, _keep_container, reader, result)
    return result


def _keep_plain(reader: StatementReader, result: int, value: int) -> None:
    """The sum of two containers holds the elements of both; the sum of two strings is a string."""
    kind = reader.values.kinds[value]
    if kind is ValueKind.CONTAINER or kind is ValueKind.EXTERNAL_INSTANCE:
        reader.graph.add_value(result, value)
    else:
        add_longer_text(reader, result, value)


def _keep_container(reader: StatementReader, result: int, value: int) -> None:
    if reader.values.kinds[value] is ValueKind.CONTAINER:
        reader.graph.add_value(result, value)


def _result_of(reader: StatementReader, receiver: int, method: str, arguments: tuple[int, ...]) -> int:
    """Return the node of what a special method of a node's instances returns."""
    if receiver == EMPTY_NODE or not reader.is_defined(method):
        return EMPTY_NODE
    result = reader.graph.add_node()
    reader.graph.listen(receiver, _call_special, reader, method, arguments, result)
    return result


def _call_special(
    reader: StatementReader, method: str, arguments: tuple[int, ...], result: int, value: int
) -> None:
    """Call a special method of a value, if it is an instance of a class that defines it."""
    if reader.values.kinds[value] is ValueKind.INSTANCE:
        members = reader.calls.members
        if members.find_defining_class(reader.values.numbers[value], method) is not None:
            reader.calls.call_positionally(members.member_node(value, method), arguments, result)


def read_comparison(reader: StatementReader, value: Compound, scope: int) -> int:
    """`left < right`, `left in right`, and chains of these."""
    nodes = reader.part_nodes(value, scope)
    span = (value.begin, value.end)
    operators = (value.detail or "").split(" ")
    for operator, left, right in zip(operators, nodes, nodes[1:], strict=False):
        if operator in {"in", "not-in"}:
            reader.record_operation(scope, span, right, CONTAINS)
            reader.record_operation(scope, span, left, ("__eq__",))
            continue
        methods = comparison_methods(operator)
        if methods is not None:
            forward, reflected = map(_with_fallback, methods)
            reader.record_operator(scope, span, (left, right), (forward, reflected))
    return EMPTY_NODE


def _with_fallback(method: str) -> tuple[str, ...]:
    return (method, "__eq__") if method == "__ne__" else (method,)
