"""Results of Ruby methods that their bodies show directly.

Turns: the body of a method → its last expression, if that needs no locals and nothing else is returned. The
value of a method or field, as other files see it, must not depend on locals.
"""

import tree_sitter

from codeshed.extract.engine.grammar import NodeReader
from codeshed.model.facts.code_expressions import (
    CallExpr,
    CodeExpression,
    ItemExpr,
    MemberExpr,
    NameExpr,
    OtherExpr,
)

_NOTHING = frozenset({"", "nil"})
_BINDERS = frozenset({"left_assignment_list", "exception_variable"})
_METHODS = frozenset({"method", "singleton_method"})


def result_of(method: tree_sitter.Node, reader: NodeReader) -> CodeExpression | None:
    """Return the result of a method: a new object, `self`, or something reached from constants and fields."""
    body = method.child_by_field_name("body")
    if body is None:
        return None
    statements = [each for each in body.named_children if each.type != "comment"]
    if body.type != "body_statement":
        statements = [body]
    if not statements or any(each.type in {"rescue", "ensure", "else"} for each in statements):
        return None
    last = statements[-1]
    if last.type == "return":
        values = last.named_children[0].named_children if last.named_children else []
        if len(values) != 1:
            return None
        last = values[0]
    elif _has_other_returns(body, reader):
        return None
    if last.type == "operator_assignment":
        last = last.child_by_field_name("right") or last
    return without_locals(reader.expression(last), last, reader)


def without_locals(
    expression: CodeExpression, node: tree_sitter.Node, reader: NodeReader
) -> CodeExpression | None:
    """Return an expression, unless it begins with a local of the enclosing method or is of unknown type."""
    if isinstance(expression, OtherExpr) and not expression.type_name:
        return None
    root = expression
    while not isinstance(root, NameExpr):
        match root:
            case MemberExpr(value=value) | ItemExpr(value=value):
                root = value
            case CallExpr(function=function):
                root = function
            case _:
                return expression
    return None if root.name in _local_names(node, reader) else expression


def _local_names(node: tree_sitter.Node, reader: NodeReader) -> frozenset[str]:
    """Return the names of the parameters and variables of the enclosing method."""
    outer = node if node.type in _METHODS else reader.nearest_ancestor(node, _METHODS)
    found: set[str] = set()
    pending = [] if outer is None else [outer]
    while pending:
        each = pending.pop()
        parent = each.parent
        if each.type == "identifier" and parent is not None:
            left = parent.child_by_field_name("left") or parent.child_by_field_name("pattern")
            is_named = parent.type.endswith(("parameter", "parameters")) or parent.type in _BINDERS
            if is_named or (left is not None and left.id == each.id):
                found.add(reader.text(each))
        pending.extend(each.named_children)
    return frozenset(found)


def _has_other_returns(body: tree_sitter.Node, reader: NodeReader) -> bool:
    """Whether a value other than nil is returned before the end."""
    pending = [body]
    while pending:
        node = pending.pop()
        if node.type in {"method", "singleton_method", "lambda", "class", "module"}:
            continue
        if node.type == "return":
            returned = "" if not node.named_children else reader.text(node.named_children[0])
            if returned.strip() not in _NOTHING:
                return True
        pending.extend(node.named_children)
    return False
