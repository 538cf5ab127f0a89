"""Patterns of `match` statements.

Turns: the nodes of patterns → the classes and values that they compare with, and the names that they bind, in
source order.
"""

from tree_sitter import Node

from codeshed.extract.python.expressions import ExpressionReader
from codeshed.extract.python.scope_outline import MAX_DEPTH, OpenScope, ScopeOutline
from codeshed.extract.python.syntax_nodes import named_children
from codeshed.model.facts.python_facts import Attribute, Expression, Name


def read_pattern(
    node: Node, scope: OpenScope, outline: ScopeOutline, expressions: ExpressionReader
) -> tuple[list[Expression], list[str]]:
    """Return the classes and values that a pattern compares with, and the names that it binds."""
    uses: list[Expression] = []
    names: list[str] = []
    pending = [(node, 0)]
    while pending:
        current, depth = pending.pop()
        if depth > MAX_DEPTH:
            outline.report_depth(current.start_byte, current.end_byte)
            continue
        children = named_children(current)
        if current.type in {"class_pattern", "keyword_pattern"} and children:
            if current.type == "class_pattern":
                uses.append(_dotted(children[0], expressions))
            children = children[1:]
        elif current.type == "dotted_name":
            if len(children) == 1:
                names.append(expressions.name(children[0]))
            else:
                uses.append(_dotted(current, expressions))
            continue
        elif current.type == "identifier":
            names.append(expressions.name(current))
            continue
        elif current.type in {"attribute", "call"}:
            uses.append(expressions.read(current, scope))
            continue
        pending += [(child, depth + 1) for child in reversed(children)]
    return uses, [name for name in names if name != "_"]


def _dotted(node: Node, expressions: ExpressionReader) -> Expression:
    parts = named_children(node) if node.type == "dotted_name" else [node]
    result: Expression = Name(parts[0].start_byte, parts[0].end_byte, expressions.name(parts[0]))
    for part in parts[1:]:
        result = Attribute(parts[0].start_byte, part.end_byte, result, expressions.name(part))
    return result
