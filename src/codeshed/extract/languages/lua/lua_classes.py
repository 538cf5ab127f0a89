"""Classes of Lua that are created by a function called `class`.

Turns: `Kid = class("Kid", Parent)`, `Kid = class(Parent)` → the parent table.
"""

from collections.abc import Iterator

import tree_sitter

from codeshed.extract.engine.grammar import NodeReader
from codeshed.model.facts.code_expressions import TypeRef

_CLASS_FACTORIES = frozenset({"class", "Class"})
_TABLES = frozenset({"identifier", "dot_index_expression"})
_NAMING = "string"
_FILE = frozenset({"chunk"})
_LOOK_UPS = ("setmetatable", "__index")
"""What the text of a function contains that creates classes, in itself or in what it calls."""


def find_parent_table(node: tree_sitter.Node, reader: NodeReader) -> Iterator[TypeRef]:
    """Yield the parent of a class: the table that is passed to `class`, possibly after a name."""
    call = _only_value(node)
    name = None if call is None else call.child_by_field_name("name")
    arguments = None if call is None else call.child_by_field_name("arguments")
    if name is None or arguments is None or reader.text(name) not in _CLASS_FACTORIES:
        return
    parents = [each for each in arguments.named_children if each.type != _NAMING]
    if (
        len(parents) != 1
        or parents[0].type not in _TABLES
        or reader.text(name) in _unrelated_functions(node, reader)
    ):
        return
    type_ref = reader.type(parents[0])
    if type_ref is not None:
        yield type_ref


def _only_value(node: tree_sitter.Node) -> tree_sitter.Node | None:
    """Return the call that a statement assigns to its one name."""
    inner = next((each for each in node.named_children if each.type == "assignment_statement"), node)
    lists = [each for each in inner.named_children if each.type in {"variable_list", "expression_list"}]
    if [len(each.named_children) for each in lists] != [1, 1]:
        return None
    value = lists[1].named_children[0]
    return value if value.type == "function_call" else None


def _unrelated_functions(node: tree_sitter.Node, reader: NodeReader) -> frozenset[str]:
    root = reader.nearest_ancestor(node, _FILE)
    return frozenset() if root is None else reader.memoize(root, _other_functions)


def _other_functions(root: tree_sitter.Node, reader: NodeReader) -> frozenset[str]:
    """Return the file's own functions of such a name that do something else."""
    functions = (each for each in root.named_children if each.type == "function_declaration")
    named = ((each.child_by_field_name("name"), reader.text(each)) for each in functions)
    return frozenset(
        reader.text(name)
        for name, text in named
        if name is not None and not any(word in text for word in _LOOK_UPS)
    )
