"""Fields that Lua methods assign on `self`.

Turns: `self.a = b` in a method of a table → a field of that table, and its value where that makes sense
outside of the method.
"""

import re

import tree_sitter

from codeshed.extract.engine.grammar import Captures, NodeReader
from codeshed.extract.languages.lua.lua_local_tables import FUNCTIONS
from codeshed.model.facts.code_expressions import (
    CallExpr,
    CodeExpression,
    ItemExpr,
    MemberExpr,
    NameExpr,
    NewExpr,
    OtherExpr,
)

_RECEIVER = "self"
_NEW_RECEIVER = re.compile(
    r"\blocal\s+self\s*=\s*setmetatable\s*\(\s*\{[^{}]*\}\s*,\s*(?:\{\s*__index\s*=\s*)?(\w+)\s*\}?\s*\)"
)


def rewrite_field_captures(captures: Captures, reader: NodeReader) -> Captures:
    """Capture the table as owner of a field that a method assigns on `self`; other assignments are no definitions."""
    function = reader.nearest_ancestor(captures["defining_write"][0], FUNCTIONS)
    owner = None if function is None else _owner(function, reader)
    return {} if owner is None else {**captures, "owner": [owner]}


def _owner(function: tree_sitter.Node, reader: NodeReader) -> tree_sitter.Node | None:
    """Return the table of which a function is a method: `function A:run()`, `function A.run(self)`."""
    name, parameters = function.child_by_field_name("name"), function.child_by_field_name("parameters")
    table = None if name is None else name.child_by_field_name("table")
    if name is None or table is None or table.type != "identifier":
        return None
    first = None if parameters is None or not parameters.named_children else parameters.named_children[0]
    has_receiver = first is not None and reader.text(first) == _RECEIVER
    is_method = name.type == "method_index_expression" or has_receiver
    return table if is_method or reader.text(table) == reader.memoize(function, _instantiated_table) else None


def _instantiated_table(function: tree_sitter.Node, reader: NodeReader) -> str:
    """Return the table of which a function creates an instance under the name `self`."""
    found = _NEW_RECEIVER.search(reader.text(function))
    return "" if found is None else found[1]


def value_without_locals(
    value: CodeExpression | None, node: tree_sitter.Node, reader: NodeReader
) -> CodeExpression | None:
    """Return the value of a field, if it does not depend on locals of the method."""
    function = reader.nearest_ancestor(node, FUNCTIONS)
    root = value
    while isinstance(root, MemberExpr | CallExpr | ItemExpr):
        root = root.function if isinstance(root, CallExpr) else root.value
    if function is None or isinstance(root, NewExpr | OtherExpr):
        return value
    if not isinstance(root, NameExpr):
        return None
    name = re.escape(root.name)
    parameters = function.child_by_field_name("parameters")
    is_given = parameters is not None and re.search(rf"\b{name}\b", reader.text(parameters)) is not None
    is_local = re.search(rf"\b(?:local|for)\b[^=\n]*\b{name}\b", reader.text(function)) is not None
    return None if is_given or is_local else value
