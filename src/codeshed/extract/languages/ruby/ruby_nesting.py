"""The nesting of Ruby definitions.

Turns: a node → the names of the enclosing types, and whether it is in a block.
"""

from collections.abc import Iterator

import tree_sitter

from codeshed.extract.engine.grammar import NodeReader

REOPENABLE = frozenset({"module", "class"})
"""Types, which any file may reopen."""

BLOCKS = frozenset({"block", "do_block"})
"""Blocks that are passed to methods."""

METHODS = frozenset({"method", "singleton_method"})
"""Definitions by `def`."""

CODE_NODES = METHODS | BLOCKS | {"lambda"}
"""Nodes that contain code that runs."""


def is_in_block(node: tree_sitter.Node, reader: NodeReader) -> bool:
    """Whether a method is defined within a block, such as a test's `describe`: other files can't see it."""
    outer = reader.nearest_ancestor(node, REOPENABLE | BLOCKS)
    return outer is not None and outer.type in BLOCKS


def nesting(node: tree_sitter.Node, reader: NodeReader) -> Iterator[str]:
    """Return the names of the enclosing types, outermost first, and those in the definition's own qualified name."""
    names: list[str] = []
    own = _own_name(node)
    outer = reader.nearest_ancestor(node, REOPENABLE)
    if own is not None and is_qualified(node):
        names.append(reader.text(own).replace("::", ".").strip(".").rpartition(".")[0])
        outer = None if _is_absolute(node, own, reader) else outer
    while outer is not None:
        name = outer.child_by_field_name("name")
        if name is not None:
            names.append(reader.text(name).replace("::", ".").strip("."))
            if _is_absolute(outer, name, reader):
                break
        outer = reader.nearest_ancestor(outer, REOPENABLE)
    return (name for name in reversed(names) if name)


def is_qualified(node: tree_sitter.Node) -> bool:
    """Whether a definition has a qualified name: `class A::B`, `::A = 1`."""
    own = _own_name(node)
    return own is not None and own.type == "scope_resolution"


def _own_name(node: tree_sitter.Node) -> tree_sitter.Node | None:
    return node.child_by_field_name("name" if node.type in REOPENABLE else "left")


def _is_absolute(node: tree_sitter.Node, name: tree_sitter.Node, reader: NodeReader) -> bool:
    """Whether a name starts at the root: `::A`, and any qualified name in a class, as only modules are reopened for their parts."""
    if name.type != "scope_resolution":
        return False
    outer = node.parent
    while outer is not None and outer.type != "class":
        outer = outer.parent
    return outer is not None or reader.text(name).startswith("::")
