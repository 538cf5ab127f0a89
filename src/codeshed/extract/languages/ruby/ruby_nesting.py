"""In what definitions of Ruby lie.

Turns: a node → the names of the types around it, and whether a block is around it.
"""

from collections.abc import Iterator

import tree_sitter

from codeshed.extract.engine.grammar import NodeReader

OPEN = frozenset({"module", "class"})
"""What can be opened again in any file."""

BLOCKS = frozenset({"block", "do_block"})
"""Code that is handed to a method."""

METHODS = frozenset({"method", "singleton_method"})
"""What is defined by `def`."""

CODE = METHODS | BLOCKS | {"lambda"}
"""What holds code that runs."""


def is_in_block(node: tree_sitter.Node, reader: NodeReader) -> bool:
    """Whether a method is defined where a block runs, as in a test's `describe`: other files do not see it."""
    outer = reader.around(node, OPEN | BLOCKS)
    return outer is not None and outer.type in BLOCKS


def nesting(node: tree_sitter.Node, reader: NodeReader) -> Iterator[str]:
    """Return the names of the types around a definition, the outermost first, and those in its own name."""
    names: list[str] = []
    own = _own_name(node)
    outer = reader.around(node, OPEN)
    if own is not None and is_qualified(node):
        names.append(reader.text(own).replace("::", ".").strip(".").rpartition(".")[0])
        outer = None if _is_absolute(node, own, reader) else outer
    while outer is not None:
        name = outer.child_by_field_name("name")
        if name is not None:
            names.append(reader.text(name).replace("::", ".").strip("."))
            if _is_absolute(outer, name, reader):
                break
        outer = reader.around(outer, OPEN)
    return (name for name in reversed(names) if name)


def is_qualified(node: tree_sitter.Node) -> bool:
    """Whether a definition is written with the names of types before its own: `class A::B`, `::A = 1`."""
    own = _own_name(node)
    return own is not None and own.type == "scope_resolution"


def _own_name(node: tree_sitter.Node) -> tree_sitter.Node | None:
    return node.child_by_field_name("name" if node.type in OPEN else "left")


def _is_absolute(node: tree_sitter.Node, name: tree_sitter.Node, reader: NodeReader) -> bool:
    """Whether a name begins at the top: that of several parts does in a class, since only modules are opened for parts."""
    if name.type != "scope_resolution":
        return False
    outer = node.parent
    while outer is not None and outer.type != "class":
        outer = outer.parent
    return outer is not None or reader.text(name).startswith("::")
