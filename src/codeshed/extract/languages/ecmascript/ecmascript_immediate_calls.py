"""Functions that are called where they are written.

Turns: `(() => { … return inner })()` → the name of the function inner within; `(() => new A())()` → the new A.
"""

import tree_sitter

from codeshed.extract.engine.grammar import NodeReader
from codeshed.model.facts.code_expressions import CodeExpression, NameExpr

_FUNCTIONS = frozenset({"arrow_function", "function_expression"})
_NAMED = frozenset({"function_declaration", "generator_function_declaration"})
_DECLARATIONS = frozenset({"lexical_declaration", "variable_declaration"})


def read_immediate_call(node: tree_sitter.Node, reader: NodeReader, depth: int) -> CodeExpression | None:
    """Read the result of a function expression that is called at once, if it is a function within or a new object."""
    function = node.child_by_field_name("function")
    while function is not None and function.type == "parenthesized_expression":
        function = function.named_children[0] if function.named_child_count == 1 else None
    if function is None or function.type not in _FUNCTIONS:
        return None
    body = function.child_by_field_name("body")
    is_async = any(each.type == "async" for each in function.children)
    if body is None or is_async:
        return None
    result = _returned(body)
    if result is None:
        return None
    if result.type == "new_expression":
        return reader.expression(result, depth + 1)
    if result.type == "identifier" and reader.text(result) in _functions_in(body, reader):
        return NameExpr(result.start_byte, result.end_byte, reader.text(result))
    return None


def _returned(body: tree_sitter.Node) -> tree_sitter.Node | None:
    """Return the expression that a body ends with."""
    if body.type != "statement_block":
        return body.named_children[0] if body.type == "parenthesized_expression" else body
    statements = [each for each in body.named_children if each.type != "comment"]
    if not statements or statements[-1].type != "return_statement":
        return None
    return statements[-1].named_children[0] if statements[-1].named_children else None


def _functions_in(body: tree_sitter.Node, reader: NodeReader) -> set[str]:
    """Return the names of the functions that a block declares."""
    found: set[str] = set()
    for statement in body.named_children:
        for each in statement.named_children if statement.type in _DECLARATIONS else [statement]:
            name, value = each.child_by_field_name("name"), each.child_by_field_name("value")
            is_function = each.type in _NAMED or (value is not None and value.type in _FUNCTIONS)
            if is_function and name is not None:
                found.add(reader.text(name))
    return found
