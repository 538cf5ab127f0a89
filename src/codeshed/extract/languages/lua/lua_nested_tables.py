"""Nested tables of Lua.

Turns: the captures of a field of `local a = { b = { run = function() … end } }` → the same, if its table
contains functions or modules, there or by a statement of the file (`function a.b.run()`); else nothing.
"""

from collections.abc import Iterator

import msgspec
import tree_sitter

from codeshed.extract.engine.child_nodes import nth_named_child
from codeshed.extract.engine.grammar import Captures, NodeReader
from codeshed.extract.languages.lua.lua_local_tables import FUNCTIONS

MAX_TABLES = 6
"""How deeply tables may nest."""

_ROOT = frozenset({"chunk"})
_TABLE = "table_constructor"
_LOAD = "require"


class _TopLevelNames(msgspec.Struct, frozen=True):
    """The definitions by top-level statements: tables that get members, and all names that are assigned."""

    tables: frozenset[str]
    names: frozenset[str]


def rewrite_nested_captures(captures: Captures, reader: NodeReader) -> Captures:
    """Drop fields of tables that contain nothing callable."""
    field = captures["nested"][0]
    table = captures["members"][0] if "members" in captures else reader.parent(field)
    root = None if table is None else reader.nearest_ancestor(table, _ROOT)
    if table is None or root is None:
        return {}
    return captures if table.start_byte in reader.memoize(root, _tables_with_functions) else {}


def _tables_with_functions(root: tree_sitter.Node, reader: NodeReader) -> frozenset[int]:
    """Return the offsets of nested tables that contain functions or modules, or other such tables."""
    assigned = [*_top_level_assignments(root, reader)]
    statements = _TopLevelNames(
        frozenset(
            name.rpartition(".")[0] for name, value in assigned if value is None or value.type != _TABLE
        ),
        frozenset(name for name, value in assigned if value is not None),
    )
    found: set[int] = set()
    for name, value in assigned:
        if value is not None and value.type == _TABLE:
            found.update(_inner_tables_with_functions(value, name, statements, reader, 0))
    return frozenset(found)


def _top_level_assignments(
    root: tree_sitter.Node, reader: NodeReader
) -> Iterator[tuple[str, tree_sitter.Node | None]]:
    """Yield the names that top-level statements define, with their values; declared functions have none."""
    for statement in root.named_children:
        name = statement.child_by_field_name("name")
        if statement.type == "function_declaration" and name is not None:
            yield reader.text(name).replace(":", "."), None
        inner = nth_named_child(statement, 0) if statement.type == "variable_declaration" else statement
        if inner is not None and inner.type == "assignment_statement" and inner.named_child_count > 1:
            names, values = inner.named_children[0].named_children, inner.named_children[1].named_children
            if len(names) == len(values) == 1:
                yield reader.text(names[0]), values[0]


def _inner_tables_with_functions(
    table: tree_sitter.Node, name: str, statements: _TopLevelNames, reader: NodeReader, depth: int
) -> set[int]:
    """Return the offsets of such tables within a table; names with a statement of their own are defined there."""
    found: set[int] = set()
    for field in table.named_children if depth < MAX_TABLES else ():
        key, value = field.child_by_field_name("name"), field.child_by_field_name("value")
        if key is None or key.type != "identifier" or value is None or value.type != _TABLE:
            continue
        path = f"{name}.{reader.text(key)}"
        if path in statements.names:
            continue
        inner = _inner_tables_with_functions(value, path, statements, reader, depth + 1)
        if (
            inner
            or path in statements.tables
            or any(_is_function_or_module(each, reader) for each in value.named_children)
        ):
            found |= {value.start_byte, *inner}
    return found


def _is_function_or_module(field: tree_sitter.Node, reader: NodeReader) -> bool:
    """Whether a field is a function or a loaded module."""
    value = field.child_by_field_name("value")
    if field.child_by_field_name("name") is None or value is None:
        return False
    function = value.child_by_field_name("name") if value.type == "function_call" else None
    return value.type in FUNCTIONS or (function is not None and reader.text(function) == _LOAD)
