"""Children of a node by their position.

A node of tree-sitter 0.25 returns None for a child that is not there; one of 0.26 raises IndexError. These functions
return None with both.
"""

import tree_sitter


def nth_child(node: tree_sitter.Node, index: int) -> tree_sitter.Node | None:
    """Return the child at a position, unnamed ones counted, or None if the node has fewer."""
    return node.child(index) if 0 <= index < node.child_count else None


def nth_named_child(node: tree_sitter.Node, index: int) -> tree_sitter.Node | None:
    """Return the named child at a position, or None if the node has fewer."""
    return node.named_child(index) if 0 <= index < node.named_child_count else None
