"""Expressions of JavaScript that give one of several values.

Turns: `c ? a : b`, `a || b`, `a ?? b` → ChoiceExpr; `a && b` → b; `a instanceof T ? a : b` → a as a T, or b.
"""

import tree_sitter

from codeshed.extract.engine.grammar import NodeReader
from codeshed.model.facts.code_expressions import CastExpr, ChoiceExpr, CodeExpression, OtherExpr

_DEFAULTS = frozenset({"||", "??"})


def read_conditional(node: tree_sitter.Node, reader: NodeReader, depth: int) -> CodeExpression | None:
    """Read a conditional expression; a value that is tested by `instanceof` has that type where the test holds."""
    condition, then, otherwise = (
        node.child_by_field_name(each) for each in ("condition", "consequence", "alternative")
    )
    if condition is None or then is None or otherwise is None:
        return None
    value = reader.expression(then, depth + 1)
    tested, operator, type_node = (
        condition.child_by_field_name(each) for each in ("left", "operator", "right")
    )
    is_test = operator is not None and operator.type == "instanceof"
    if is_test and tested is not None and reader.text(tested) == reader.text(then):
        type_ref = reader.type(type_node, depth + 1)
        if type_ref is not None and type_ref.name:
            value = CastExpr(then.start_byte, then.end_byte, type_ref, value)
    return _choice(node, (value, reader.expression(otherwise, depth + 1)))


def read_logical(node: tree_sitter.Node, reader: NodeReader, depth: int) -> CodeExpression | None:
    """Read a logical operator."""
    left, operator, right = (node.child_by_field_name(each) for each in ("left", "operator", "right"))
    if left is None or operator is None or right is None:
        return None
    if operator.type == "&&":
        return reader.expression(right, depth + 1)
    if operator.type not in _DEFAULTS:
        return None
    return _choice(node, (reader.expression(left, depth + 1), reader.expression(right, depth + 1)))


def _choice(node: tree_sitter.Node, choices: tuple[CodeExpression, ...]) -> CodeExpression | None:
    """Return a choice, unless nothing is known of any alternative."""
    is_unknown = all(isinstance(each, OtherExpr) and not each.type_name for each in choices)
    return None if is_unknown else ChoiceExpr(node.start_byte, node.end_byte, choices)
