"""Operators, which call special methods.

Turns: `left + right`, `-value`, `left < right` → the node of what the special methods return.
"""

from codeshed.model.facts import Compound
from codeshed.resolve.python.flow.abstract_values import ValueKind
from codeshed.resolve.python.flow.special_methods import (
    CONTAINS,
    binary_methods,
    comparison_methods,
    unary_method,
)
from codeshed.resolve.python.flow.statements.constants import add_longer_text
from codeshed.resolve.python.flow.statements.statement_reader import Reading
from codeshed.resolve.python.tables.function_shapes import EMPTY_NODE

_UNARY = "unary "
_N_OPERANDS = 2


def read_operator(reading: Reading, value: Compound, scope: int) -> int:
    """`left + right`, `-value`."""
    is_unary = value.detail is not None and value.detail.startswith(_UNARY)
    return _read_unary(reading, value, scope) if is_unary else _read_binary(reading, value, scope)


def _read_unary(reading: Reading, value: Compound, scope: int) -> int:
    nodes = reading.part_nodes(value, scope)
    method = unary_method((value.detail or "").removeprefix(_UNARY))
    if method is None or not nodes:
        return EMPTY_NODE
    reading.operation(scope, (value.begin, value.end), nodes[0], (method,))
    return _result_of(reading, nodes[0], method, ())


def _read_binary(reading: Reading, value: Compound, scope: int) -> int:
    nodes = reading.part_nodes(value, scope)
    operator = value.detail or ""
    methods = binary_methods(operator)
    if methods is None or len(nodes) < _N_OPERANDS:
        return EMPTY_NODE
    left, right = nodes[0], nodes[-1]
    reading.operator(scope, (value.begin, value.end), (left, right), ((methods[0],), (methods[1],)))
    typed = reading.typed_node(reading.type_at(value.begin, value.end))
    if typed is not None:
        return typed
    first = _result_of(reading, left, methods[0], (right,))
    second = _result_of(reading, right, methods[1], (left,))
    result = reading.graph.add_node()
    reading.graph.add_edge(first, result)
    reading.graph.add_edge(second, result)
    reading.graph.listen(left, _keep_plain, reading, result)
    if operator == "+" or left == EMPTY_NODE:
        reading.graph.listen(right, _keep_container, reading, result)
    return result


def _keep_plain(reading: Reading, result: int, value: int) -> None:
    """The sum of two lists is a list of what both hold; the sum of two texts is a text."""
    kind = reading.values.kinds[value]
    if kind is ValueKind.CONTAINER or kind is ValueKind.EXTERNAL_INSTANCE:
        reading.graph.add_value(result, value)
    else:
        add_longer_text(reading, result, value)


def _keep_container(reading: Reading, result: int, value: int) -> None:
    if reading.values.kinds[value] is ValueKind.CONTAINER:
        reading.graph.add_value(result, value)


def _result_of(reading: Reading, receiver: int, method: str, arguments: tuple[int, ...]) -> int:
    """Return the node of what a special method of a node's instances returns."""
    if receiver == EMPTY_NODE or not reading.is_defined(method):
        return EMPTY_NODE
    result = reading.graph.add_node()
    reading.graph.listen(receiver, _call_special, reading, method, arguments, result)
    return result


def _call_special(reading: Reading, method: str, arguments: tuple[int, ...], result: int, value: int) -> None:
    """Call a special method of a value, if it is an instance of a class that has it."""
    if reading.values.kinds[value] is ValueKind.INSTANCE:
        members = reading.calls.members
        if members.class_that_defines(reading.values.numbers[value], method) is not None:
            reading.calls.call_plainly(members.get(value, method), arguments, result)


def read_comparison(reading: Reading, value: Compound, scope: int) -> int:
    """`left < right`, `left in right`, and chains of these."""
    nodes = reading.part_nodes(value, scope)
    span = (value.begin, value.end)
    operators = (value.detail or "").split(" ")
    for operator, left, right in zip(operators, nodes, nodes[1:], strict=False):
        if operator in {"in", "not-in"}:
            reading.operation(scope, span, right, CONTAINS)
            reading.operation(scope, span, left, ("__eq__",))
            continue
        methods = comparison_methods(operator)
        if methods is not None:
            forward, reflected = map(_with_fallback, methods)
            reading.operator(scope, span, (left, right), (forward, reflected))
    return EMPTY_NODE


def _with_fallback(method: str) -> tuple[str, ...]:
    return (method, "__eq__") if method == "__ne__" else (method,)
