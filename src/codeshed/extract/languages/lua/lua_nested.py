"""Tables within the tables of a file.

Turns: the captures of a field of `local a = { b = { run = function() … end } }` → the same, if the table that it is or lies in
holds functions or modules, there or by a statement of the file (`function a.b.run()`); else nothing.
"""

from collections.abc import Iterator

import msgspec
import tree_sitter

from codeshed.extract.engine.grammar import Captures, NodeReader
from codeshed.extract.languages.lua.lua_tables import FUNCTIONS

MAX_TABLES = 6
"""How deeply tables may lie in each other."""

_ROOT = frozenset({"chunk"})
_TABLE = "table_constructor"
_LOAD = "require"


class _Statements(msgspec.Struct, frozen=True):
    """What statements of a file define: the tables to which they give something, and all names with a value of their own."""

    tables: frozenset[str]
    names: frozenset[str]


def recapture_nested(captures: Captures, reader: NodeReader) -> Captures:
    """Leave out what lies in a table of which nothing is called."""
    field = captures["nested"][0]
    table = captures["members"][0] if "members" in captures else reader.parent(field)
    root = None if table is None else reader.around(table, _ROOT)
    if table is None or root is None:
        return {}
    return captures if table.start_byte in reader.once(root, _holding_tables) else {}


def _holding_tables(root: tree_sitter.Node, reader: NodeReader) -> frozenset[int]:
    """Return where tables within tables of the file begin that hold functions or modules, or others that do."""
    assigned = [*_assigned(root, reader)]
    statements = _Statements(
        frozenset(
            name.rpartition(".")[0] for name, value in assigned if value is None or value.type != _TABLE
        ),
        frozenset(name for name, value in assigned if value is not None),
    )
    found: set[int] = set()
    for name, value in assigned:
        if value is not None and value.type == _TABLE:
            found.update(_holding(value, name, statements, reader, 0))
    return frozenset(found)


def _assigned(root: tree_sitter.Node, reader: NodeReader) -> Iterator[tuple[str, tree_sitter.Node | None]]:
    """Yield the names that statements of a file give one value to, with that; functions that are declared have none."""
    for statement in root.named_children:
        name = statement.child_by_field_name("name")
        if statement.type == "function_declaration" and name is not None:
            yield reader.text(name).replace(":", "."), None
        inner = statement.named_child(0) if statement.type == "variable_declaration" else statement
        if inner is not None and inner.type == "assignment_statement" and inner.named_child_count > 1:
            names, values = inner.named_children[0].named_children, inner.named_children[1].named_children
            if len(names) == len(values) == 1:
                yield reader.text(names[0]), values[0]


def _holding(
    table: tree_sitter.Node, name: str, statements: _Statements, reader: NodeReader, depth: int
) -> set[int]:
    """Return where a table's inner tables begin that hold something; what has a statement of its own is defined there."""
    found: set[int] = set()
    for field in table.named_children if depth < MAX_TABLES else ():
        key, value = field.child_by_field_name("name"), field.child_by_field_name("value")
        if key is None or key.type != "identifier" or value is None or value.type != _TABLE:
            continue
        path = f"{name}.{reader.text(key)}"
        if path in statements.names:
            continue
        inner = _holding(value, path, statements, reader, depth + 1)
        if inner or path in statements.tables or any(_is_held(each, reader) for each in value.named_children):
            found |= {value.start_byte, *inner}
    return found


def _is_held(field: tree_sitter.Node, reader: NodeReader) -> bool:
    """Whether a field is a function or a module that is loaded."""
    value = field.child_by_field_name("value")
    if field.child_by_field_name("name") is None or value is None:
        return False
    function = value.child_by_field_name("name") if value.type == "function_call" else None
    return value.type in FUNCTIONS or (function is not None and reader.text(function) == _LOAD)
