"""What conditions say of variables in PHP.

Turns: a variable at a place → the type that `instanceof` says it has there.
"""

import re
from collections.abc import Iterator

import tree_sitter

from codeshed.extract.languages.grammar import NodeReader
from codeshed.model.code_facts import TypeRef

_FUNCTIONS = frozenset({"method_declaration", "function_definition", "anonymous_function"})
_BODIES = {
    "if_statement": "body",
    "else_if_clause": "body",
    "while_statement": "body",
    "conditional_expression": "body",
    "binary_expression": "right",
}
"""Where a condition holds: the field of what runs then."""
_HOLDERS = frozenset(_BODIES) | _FUNCTIONS
_ALSO = frozenset({"&&", "and"})


def narrowed_type(variable: tree_sitter.Node, reader: NodeReader) -> TypeRef | None:
    """Return the type that the nearest condition around a variable says of it, if it is given no other value there."""
    name = reader.text(variable)
    outer = reader.around(variable, _HOLDERS)
    while outer is not None and outer.type not in _FUNCTIONS:
        body = outer.child_by_field_name(_BODIES[outer.type])
        if body is not None and body.start_byte <= variable.start_byte < body.end_byte:
            found = reader.once(outer, _said).get(name)
            if found is not None:
                return found
        outer = reader.around(outer, _HOLDERS)
    return None


def _said(holder: tree_sitter.Node, reader: NodeReader) -> dict[str, TypeRef]:
    """Return what the condition of something says of variables that keep their values in its body."""
    is_binary = holder.type == "binary_expression"
    if is_binary and _operator(holder, reader) not in _ALSO:
        return {}
    condition = holder.child_by_field_name("left" if is_binary else "condition")
    body = holder.child_by_field_name(_BODIES[holder.type])
    if condition is None or body is None:
        return {}
    text = reader.text(body)
    return {
        name: type_ref
        for name, type_ref in _tests(condition, reader)
        if re.search(rf"{re.escape(name)}\s*(?:\?\?)?=(?![=>])", text) is None
    }


def _tests(condition: tree_sitter.Node, reader: NodeReader) -> Iterator[tuple[str, TypeRef]]:
    """Yield variables with the types that they have where a condition holds."""
    pending = [condition]
    for node in pending:
        if node.type == "parenthesized_expression":
            pending += node.named_children
        left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
        if node.type != "binary_expression" or left is None or right is None:
            continue
        operator = _operator(node, reader)
        if operator in _ALSO:
            pending += (left, right)
        type_ref = reader.type(right) if operator == "instanceof" and left.type == "variable_name" else None
        if type_ref is not None and type_ref.name:
            yield reader.text(left), type_ref


def _operator(node: tree_sitter.Node, reader: NodeReader) -> str:
    operator = node.child_by_field_name("operator")
    return "" if operator is None else reader.text(operator).lower()
