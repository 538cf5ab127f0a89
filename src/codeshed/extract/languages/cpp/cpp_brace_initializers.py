"""Constructor calls of C++ that do not name the type.

Turns: `A b(1);`, `A b{1};` and `return {1};` → new objects of the type of the declaration, or of the
function's result.
"""

import tree_sitter

from codeshed.extract.engine.grammar import Captures, NodeReader

CLASS_TYPES = frozenset({"type_identifier", "qualified_identifier", "template_type"})
"""Node types of types that may have constructors."""

_FUNCTIONS = frozenset({"function_definition", "lambda_expression"})
_TRAILING = "trailing_return_type"


def rewrite_initializer_captures(captures: Captures, reader: NodeReader) -> Captures:
    """Drop initializers of what is no object: numbers, arrays, `auto`."""
    node = captures["construct"][0]
    match node.type:
        case "init_declarator":
            declaration = node.parent
            constructed = None if declaration is None else _declared_class(declaration, "identifier")
            return captures if constructed is not None else {}
        case "field_declaration":
            constructed = _declared_class(node, "field_identifier")
        case "return_statement":
            constructed = _returned_class(node, reader)
        case _:
            return captures
    return (
        {}
        if constructed is None
        else {**captures, "construct": captures["arguments"], "constructed_type": [constructed]}
    )


def _declared_class(declaration: tree_sitter.Node, name: str) -> tree_sitter.Node | None:
    """Return the declared type, unless the variable only points to an object of it."""
    declarator = declaration.child_by_field_name("declarator")
    while declarator is not None and declarator.type == "init_declarator":
        declarator = declarator.child_by_field_name("declarator")
    is_object = declarator is not None and declarator.type == name
    return _class_type(declaration.child_by_field_name("type")) if is_object else None


def _returned_class(statement: tree_sitter.Node, reader: NodeReader) -> tree_sitter.Node | None:
    """Return the result type of the enclosing function, if it is a class."""
    function = reader.nearest_ancestor(statement, _FUNCTIONS)
    declarator = None if function is None else function.child_by_field_name("declarator")
    if function is None or declarator is None or not declarator.type.endswith("function_declarator"):
        return None
    trailing = next((each for each in declarator.named_children if each.type == _TRAILING), None)
    if trailing is None:
        return _class_type(function.child_by_field_name("type"))
    described = trailing.named_children[0] if trailing.named_children else None
    if described is None or described.child_by_field_name("declarator") is not None:
        return None
    return _class_type(described.child_by_field_name("type") or described)


def _class_type(node: tree_sitter.Node | None) -> tree_sitter.Node | None:
    return node if node is not None and node.type in CLASS_TYPES else None
