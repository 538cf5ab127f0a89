"""Tables with functions in locals of Lua functions.

Turns: `local a = { run = function() … end }`, or `local a = {}` before `function a.run()`, in a function → a
type in it.
"""

import tree_sitter

from codeshed.extract.engine.child_nodes import nth_named_child
from codeshed.extract.engine.grammar import Captures, NodeReader

FUNCTIONS = frozenset({"function_declaration", "function_definition"})
_INDEXED = frozenset({"dot_index_expression", "method_index_expression"})


def rewrite_table_captures(captures: Captures, reader: NodeReader) -> Captures:
    """Capture a local of a function as a type, if it is a table with functions."""
    declaration = captures["define.variable"][0]
    block = reader.parent(declaration)
    if block is None or block.type != "block" or reader.nearest_ancestor(block, FUNCTIONS) is None:
        return captures
    table = reader.memoize(block, tables_with_functions).get(declaration.start_byte)
    if table is None:
        return captures
    return {"define.class": [declaration], "name": captures["name"], "body": [table]}


def tables_with_functions(block: tree_sitter.Node, reader: NodeReader) -> dict[int, tree_sitter.Node]:
    """Return the tables with functions in a block's locals, by the offset of the declaration."""
    holders = _holders(block, reader)
    return {
        declaration.start_byte: table
        for declaration in block.named_children
        if (name := _declared_name(declaration)) is not None
        and (table := _table(declaration)) is not None
        and (reader.text(name) in holders or any(map(_is_function, table.named_children)))
    }


def table_names(block: tree_sitter.Node, reader: NodeReader) -> frozenset[str]:
    """Return the names of a block's locals that are tables with functions."""
    tables = reader.memoize(block, tables_with_functions)
    names = (_declared_name(each) for each in block.named_children if each.start_byte in tables)
    return frozenset(reader.text(name) for name in names if name is not None)


def _declared_name(declaration: tree_sitter.Node) -> tree_sitter.Node | None:
    """Return the only name that a statement declares as a local with a value."""
    inner = nth_named_child(declaration, 0) if declaration.type == "variable_declaration" else None
    if inner is None or inner.type != "assignment_statement":
        return None
    names = nth_named_child(inner, 0)
    return None if names is None or names.named_child_count != 1 else nth_named_child(names, 0)


def _table(declaration: tree_sitter.Node) -> tree_sitter.Node | None:
    """Return the table that a declaration assigns."""
    inner = nth_named_child(declaration, 0)
    values = None if inner is None else nth_named_child(inner, 1)
    value = None if values is None or values.named_child_count != 1 else nth_named_child(values, 0)
    return value if value is not None and value.type == "table_constructor" else None


def _is_function(field: tree_sitter.Node) -> bool:
    value = field.child_by_field_name("value")
    return field.child_by_field_name("name") is not None and value is not None and value.type in FUNCTIONS


def _holders(block: tree_sitter.Node, reader: NodeReader) -> frozenset[str]:
    """Return the tables that statements of a block add functions to."""
    names = (_function_name(each) for each in block.named_children)
    tables = (name.child_by_field_name("table") for name in names if name is not None)
    return frozenset(
        reader.text(table) for table in tables if table is not None and table.type == "identifier"
    )


def _function_name(statement: tree_sitter.Node) -> tree_sitter.Node | None:
    """Return `a.run` of `function a.run()` and of `a.run = function()`."""
    name = statement.child_by_field_name("name")
    if statement.type == "assignment_statement" and statement.named_child_count == 2:  # noqa: PLR2004 - names, values
        names, values = statement.named_children
        is_function = values.named_child_count == 1 and values.named_children[0].type in FUNCTIONS
        name = names.named_children[0] if is_function and names.named_child_count == 1 else None
    return name if name is not None and name.type in _INDEXED else None
