"""Object literals of JavaScript and TypeScript.

Turns: an object literal → a ObjectLiteralExpr of its fields.
"""

import tree_sitter

from codeshed.extract.engine.child_nodes import nth_named_child
from codeshed.extract.engine.grammar import NodeReader
from codeshed.model.facts.code_expressions import SPREAD_FIELDS, CodeExpression, ObjectLiteralExpr, OtherExpr

_MAX_FIELDS = 200
_MAX_OWN_FIELDS = 40
"""Larger objects are not read again for each `this` in their functions."""

_PLAIN = frozenset({"identifier", "shorthand_property_identifier", "new_expression"})
_FUNCTIONS = frozenset({"arrow_function", "function_expression", "generator_function", "method_definition"})


def read_object_literal(node: tree_sitter.Node, reader: NodeReader, depth: int) -> CodeExpression | None:
    """Read an object literal; only fields that are names or may be functions are kept."""
    fields = _fields(node.named_children[:_MAX_FIELDS], reader, depth)
    known = tuple(each for each in fields if not isinstance(each[1], OtherExpr) or not each[1].type_name)
    return ObjectLiteralExpr(node.start_byte, node.end_byte, known)


def read_own_object_literal(node: tree_sitter.Node, reader: NodeReader) -> ObjectLiteralExpr | None:
    """Read an object literal as `this` in its own functions; only functions, names and new objects are kept.

    Other fields may refer to enclosing objects, each of which would be read again.
    """
    if node.named_child_count > _MAX_OWN_FIELDS:
        return None
    plain = [each for each in node.named_children if _value_of(each).type in _PLAIN | _FUNCTIONS]
    return ObjectLiteralExpr(
        node.start_byte, node.end_byte, tuple(_fields(plain, reader, 0)), is_receiver=True
    )


def _value_of(field: tree_sitter.Node) -> tree_sitter.Node:
    """Return the value of a field, or the spread object."""
    spread = nth_named_child(field, 0) if field.type == "spread_element" else None
    return spread or field.child_by_field_name("value") or field


def _fields(
    nodes: list[tree_sitter.Node], reader: NodeReader, depth: int
) -> list[tuple[str, CodeExpression]]:
    fields: list[tuple[str, CodeExpression]] = []
    for each in nodes:
        is_method = each.type == "method_definition"
        key = each.child_by_field_name("name" if is_method else "key")
        value = each if is_method else each.child_by_field_name("value")
        if each.type == "shorthand_property_identifier":
            fields.append((reader.text(each), reader.expression(each, depth + 1)))
        elif each.type == "spread_element" and each.named_children:
            fields.append((SPREAD_FIELDS, reader.expression(each.named_children[0], depth + 1)))
        elif key is not None and value is not None and key.type in {"property_identifier", "string"}:
            name = reader.text(key)
            fields.append((name[1:-1] if key.type == "string" else name, reader.expression(value, depth + 1)))
    return fields
