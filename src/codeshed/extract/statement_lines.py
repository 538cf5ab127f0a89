"""The lines of the statements of a file.

Turns: the nodes that a language's query captures → the line ranges of statements of several lines. A statement in which
others are nested, such as `if` or a call with a callback, is cut where their blocks are: what remains of it are its
header and what comes behind each block. So the ranges do not overlap, but for a line on which one ends and another begins.
"""

from collections.abc import Iterable

import tree_sitter

BLOCK = "block"
"""The capture of nodes whose children are statements."""

SIMPLE = "simple"
"""The capture of statements that may stand without a block around them, as in `if (a) run();`."""

_COMMENT_TYPES = frozenset({"comment", "line_comment", "block_comment"})
_TEXT_TYPES = _COMMENT_TYPES | {"string"}


class _Open:
    """A node that the current one is in; of a statement, the line on which its rest begins."""

    __slots__ = ("is_block", "node", "rest")

    def __init__(self, node: tree_sitter.Node, *, is_block: bool) -> None:
        self.node = node
        self.is_block = is_block
        self.rest = node.start_point.row + 1


def statement_query(
    language: tree_sitter.Language, blocks: frozenset[str], simple_statements: frozenset[str]
) -> tree_sitter.Query:
    """Return the query that finds the blocks and simple statements of a language, by their node types."""
    patterns = [
        f"[{' '.join(f'({name})' for name in sorted(names))}] @{capture}"
        for names, capture in ((blocks, BLOCK), (simple_statements, SIMPLE))
        if names
    ]
    return tree_sitter.Query(language, "\n".join(patterns))


def find_statement_lines(
    captures: Iterable[dict[str, list[tree_sitter.Node]]],
) -> tuple[tuple[int, int], ...]:
    """Return the first and last lines of statements of several lines, sorted; lines count from 1."""
    # Statements of one line need no range. They cut something out of others only where no block is around them.
    blocks: dict[int, tuple[tree_sitter.Node, float]] = {}
    statements: dict[int, tuple[tree_sitter.Node, float]] = {}
    for capture in captures:
        for node in capture.get(BLOCK, ()):
            # Blocks come outer ones first. A block and its only statement may have the same extent.
            place = len(blocks)
            blocks[node.id] = (node, place)
            if _has_several_lines(node):
                for child in node.named_children:
                    if _has_several_lines(child) and not _is_text(child):
                        statements[child.id] = (child, place + 0.5)
        for node in capture.get(SIMPLE, ()):
            statements.setdefault(node.id, (node, len(blocks)))
    nodes = [(node, place, False) for key, (node, place) in statements.items() if key not in blocks]
    nodes += [(node, place, True) for node, place in blocks.values()]
    nodes.sort(key=lambda each: (each[0].start_byte, -each[0].end_byte, each[1]))
    return _cut([(node, is_block) for node, _, is_block in nodes])


def _cut(nodes: list[tuple[tree_sitter.Node, bool]]) -> tuple[tuple[int, int], ...]:
    """Return what remains of each statement without what is nested in it; the nodes come by start, outer ones first."""
    found: set[tuple[int, int]] = set()
    around: list[_Open] = []

    def close() -> None:
        closed = around.pop()
        last = closed.node.end_point.row + 1
        if not closed.is_block and closed.rest < last:
            found.add((closed.rest, last))
        if around and not around[-1].is_block:
            around[-1].rest = max(around[-1].rest, _line_behind(closed.node, is_block=closed.is_block))

    for node, is_block in nodes:
        while around and around[-1].node.end_byte <= node.start_byte:
            close()
        if around and not around[-1].is_block:
            header_end = _line_before(node)
            if around[-1].rest < header_end:
                found.add((around[-1].rest, header_end))
        elif not _has_several_lines(node):
            continue
        around.append(_Open(node, is_block=is_block))
    while around:
        close()
    return tuple(sorted(found))


def _line_behind(node: tree_sitter.Node, *, is_block: bool) -> int:
    """Return the line on which what comes behind a node begins: that of a closing brace, or a later one."""
    behind = node.next_sibling
    if behind is not None:
        return behind.start_point.row + 1
    end = node.child(node.child_count - 1) if is_block and node.child_count else None
    is_closed = not (end is None or end.is_named)
    return node.end_point.row + (1 if is_closed else 2)


def _line_before(node: tree_sitter.Node) -> int:
    """Return the line on which what comes before a block ends: a brace may have a line to itself, and so may comments."""
    before = node.prev_sibling
    while before is not None and before.type in _COMMENT_TYPES:
        before = before.prev_sibling
    return (node.start_point.row if before is None else before.end_point.row) + 1


def _has_several_lines(node: tree_sitter.Node) -> bool:
    return node.start_point.row < node.end_point.row


def _is_text(node: tree_sitter.Node) -> bool:
    """Whether a statement is a comment, or only a string such as a docstring."""
    children = node.named_children if node.type == "expression_statement" else [node]
    return len(children) == 1 and children[0].type in _TEXT_TYPES
