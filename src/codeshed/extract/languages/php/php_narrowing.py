"""Type narrowing in PHP.

Turns: a variable in code → the type to which an enclosing `instanceof` condition narrows it.
"""

import re
from collections.abc import Iterator

import tree_sitter

from codeshed.extract.engine.grammar import NodeReader
from codeshed.model.facts.code_expressions import UNION, TypeRef

_FUNCTIONS = frozenset({"method_declaration", "function_definition", "anonymous_function"})
_BODIES = {
    "if_statement": "body",
    "else_if_clause": "body",
    "while_statement": "body",
    "conditional_expression": "body",
    "binary_expression": "right",
}
"""Where a condition holds: the field of the code that runs then."""
_HOLDERS = frozenset(_BODIES) | _FUNCTIONS
_AND = frozenset({"&&", "and"})
_OR = frozenset({"||", "or"})
MAX_DEPTH = 12
"""How deeply alternatives (`||`) in conditions may nest."""


def narrowed_type(variable: tree_sitter.Node, reader: NodeReader) -> TypeRef | None:
    """Return the type to which the nearest enclosing condition narrows a variable, unless the body reassigns it."""
    name = reader.text(variable)
    outer = reader.nearest_ancestor(variable, _HOLDERS)
    while outer is not None and outer.type not in _FUNCTIONS:
        body = outer.child_by_field_name(_BODIES[outer.type])
        if body is not None and body.start_byte <= variable.start_byte < body.end_byte:
            found = reader.memoize(outer, _narrowed_types).get(name)
            if found is not None:
                return found
        outer = reader.nearest_ancestor(outer, _HOLDERS)
    return None


def _narrowed_types(container: tree_sitter.Node, reader: NodeReader) -> dict[str, TypeRef]:
    """Return the narrowed types of variables that a condition's body does not reassign."""
    is_binary = container.type == "binary_expression"
    if is_binary and _operator(container, reader) not in _AND:
        return {}
    condition = container.child_by_field_name("left" if is_binary else "condition")
    body = container.child_by_field_name(_BODIES[container.type])
    if condition is None or body is None:
        return {}
    text = reader.text(body)
    return {
        name: type_ref
        for name, type_ref in _iter_narrowings(condition, reader)
        if re.search(rf"{re.escape(name)}\s*(?:\?\?)?=(?![=>])", text) is None
    }


def _iter_narrowings(
    condition: tree_sitter.Node, reader: NodeReader, depth: int = 0
) -> Iterator[tuple[str, TypeRef]]:
    """Yield variables with their types where a condition holds."""
    for node in _operands(condition, _AND, reader):
        left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
        operator = _operator(node, reader)
        if operator in _OR and depth < MAX_DEPTH:
            yield from _iter_narrowings_of_alternatives(_operands(node, _OR, reader), reader, depth)
        if operator == "instanceof" and left is not None and left.type == "variable_name":
            type_ref = reader.type(right)
            if type_ref is not None and type_ref.name:
                yield reader.text(left), type_ref


def _iter_narrowings_of_alternatives(
    conditions: list[tree_sitter.Node], reader: NodeReader, depth: int
) -> Iterator[tuple[str, TypeRef]]:
    """Yield variables that each of some alternatives narrows, with the union of these types."""
    narrowings = [dict(_iter_narrowings(each, reader, depth + 1)) for each in conditions]
    for name in narrowings[0]:
        if all(name in each for each in narrowings):
            types = (each[name] for each in narrowings)
            alternatives = dict.fromkeys(inner for each in types for inner in _alternatives(each))
            yield (
                name,
                TypeRef(UNION, tuple(alternatives)) if len(alternatives) > 1 else next(iter(alternatives)),
            )


def _alternatives(type_ref: TypeRef) -> tuple[TypeRef, ...]:
    return type_ref.arguments if type_ref.name == UNION else (type_ref,)


def _operands(
    condition: tree_sitter.Node, operators: frozenset[str], reader: NodeReader
) -> list[tree_sitter.Node]:
    """Return the operands of a chain of operators, in order; parentheses are dropped."""
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
