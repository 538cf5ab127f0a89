"""What conditions say of variables in PHP.

Turns: a variable at a place → the type that `instanceof` says it has there.
"""

import re
from collections.abc import Iterator

import tree_sitter

from codeshed.extract.engine.grammar import NodeReader
from codeshed.model.code_expressions import UNION, TypeRef

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
_ELSE = frozenset({"||", "or"})
MAX_DEPTH = 12
"""How deeply conditions of which one holds may lie in each other."""


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


def _tests(condition: tree_sitter.Node, reader: NodeReader, depth: int = 0) -> Iterator[tuple[str, TypeRef]]:
    """Yield variables with the types that they have where a condition holds."""
    for node in _parts(condition, _ALSO, reader):
        left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
        operator = _operator(node, reader)
        if operator in _ELSE and depth < MAX_DEPTH:
            yield from _tests_of_one(_parts(node, _ELSE, reader), reader, depth)
        if operator == "instanceof" and left is not None and left.type == "variable_name":
            type_ref = reader.type(right)
            if type_ref is not None and type_ref.name:
                yield reader.text(left), type_ref


def _tests_of_one(
    conditions: list[tree_sitter.Node], reader: NodeReader, depth: int
) -> Iterator[tuple[str, TypeRef]]:
    """Yield the variables of which each of some conditions says a type, with all these types: one of the conditions holds."""
    said = [dict(_tests(each, reader, depth + 1)) for each in conditions]
    for name in said[0]:
        if all(name in each for each in said):
            types = (each[name] for each in said)
            whole = dict.fromkeys(inner for each in types for inner in _alternatives(each))
            yield name, TypeRef(UNION, tuple(whole)) if len(whole) > 1 else next(iter(whole))


def _alternatives(type_ref: TypeRef) -> tuple[TypeRef, ...]:
    return type_ref.arguments if type_ref.name == UNION else (type_ref,)


def _parts(
    condition: tree_sitter.Node, operators: frozenset[str], reader: NodeReader
) -> list[tree_sitter.Node]:
    """Return the conditions between signs, in their order; brackets around them are left out."""
    found: list[tree_sitter.Node] = []
    pending = [condition]
    while pending:
        node = pending.pop()
        if node.type == "parenthesized_expression":
            pending += reversed(node.named_children)
        elif node.type == "binary_expression" and _operator(node, reader) in operators:
            sides = (node.child_by_field_name("right"), node.child_by_field_name("left"))
            pending += [each for each in sides if each is not None]
        else:
            found.append(node)
    return found


def _operator(node: tree_sitter.Node, reader: NodeReader) -> str:
    operator = node.child_by_field_name("operator")
    return "" if operator is None else reader.text(operator).lower()
