"""Queries on trees of any depth.

Turns: a tree + a query → its matches. tree-sitter keeps partial matches for all ancestors of a node, so the
cost of a query grows with depth, and a sum of 5 000 terms is a tree of 5 000 levels. A tree that is deeper
than a few hundred levels is queried in pieces.
"""

from collections.abc import Iterator

import tree_sitter

from codeshed.extract.engine.grammar import Captures

PIECE_DEPTH = 128
"""The depth of a piece."""


def find_tops(root: tree_sitter.Node) -> tuple[tree_sitter.Node, ...]:
    """Return the roots of the pieces: the root, and each node with children that is PIECE_DEPTH levels below the piece root above it."""
    return tuple(_iter_tops(root))


def find_matches(
    tops: tuple[tree_sitter.Node, ...], query: tree_sitter.Query
) -> Iterator[tuple[int, Captures]]:
    """Yield all matches, those of upper pieces first; within a piece in source order."""
    if len(tops) == 1:
        yield from tree_sitter.QueryCursor(query).matches(tops[0])
        return
    seen: set[tuple[object, ...]] = set()
    for top in tops:
        cursor = tree_sitter.QueryCursor(query)
        cursor.set_max_start_depth(PIECE_DEPTH)
        for pattern, captures in cursor.matches(top):
            key = (pattern, *((name, *(node.id for node in nodes)) for name, nodes in captures.items()))
            if key not in seen:
                seen.add(key)
                yield pattern, captures


def find_parents(tops: tuple[tree_sitter.Node, ...]) -> dict[int, tree_sitter.Node]:
    """Return the parent of each node of a deep tree, by id: tree-sitter would walk from the root for each."""
    if len(tops) == 1:
        return {}
    parents: dict[int, tree_sitter.Node] = {}
    waiting = [tops[0]]
    while waiting:
        node = waiting.pop()
        children = node.children
        parents.update((child.id, node) for child in children)
        waiting.extend(child for child in children if child.child_count)
    return parents


def _iter_tops(root: tree_sitter.Node) -> Iterator[tree_sitter.Node]:
    """Yield piece roots. A subtree with fewer nodes than levels left in the piece can't contain another one and is skipped."""
    waiting = [root]
    while waiting:
        top = waiting.pop()
        yield top
        cursor = top.walk()
        depth, is_down = 0, True
        while True:
            node = cursor.node
            if node is None:
                break
            left = PIECE_DEPTH - depth
            if is_down and left == 0 and node.child_count:
                waiting.append(node)
            if is_down and left and node.descendant_count > left and cursor.goto_first_child():
                depth += 1
            elif cursor.goto_next_sibling():
                is_down = True
            elif depth and cursor.goto_parent():
                depth -= 1
                is_down = False
            else:
                break
