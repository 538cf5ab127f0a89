"""Comments that suppress findings, in the comment syntax of every language.

Turns: a path and the bytes of its file → SuppressionComments. Only a comment of the syntax tree counts: the same text in a
string suppresses nothing.
"""

from collections.abc import Iterator

import msgspec
import tree_sitter

from codeshed.extract.code_tokens import parse_file
from codeshed.model.findings.suppressions import MARKER, SuppressionComment, read_suppression
from codeshed.model.text.source_decoding import decode_source


def suppression_comments(path: str, content: bytes) -> tuple[SuppressionComment, ...]:
    """Return the suppressions of a file, in their order."""
    if MARKER not in content:
        return ()
    source = decode_source(path, content).content
    return tuple(_iter_suppressions(path, source, parse_file(path, source)))


def _iter_suppressions(path: str, source: bytes, tree: tree_sitter.Tree) -> Iterator[SuppressionComment]:
    """Yield suppressions; one that stands alone waits for the next line of code."""
    last_code_row = -1
    waiting: list[SuppressionComment] = []
    for leaf in _iter_leaves(tree.walk()):
        text = source[leaf.start_byte : leaf.end_byte]
        if not leaf.type.endswith("comment"):
            if text.strip():
                yield from (_about(each, leaf.start_point[0] + 1) for each in waiting)
                waiting = []
                last_code_row = leaf.end_point[0]
            continue
        found = read_suppression(text.decode(errors="replace"))
        if found is None:
            continue
        offset = leaf.start_byte + text.index(MARKER)
        line = source.count(b"\n", 0, offset) + 1
        comment = SuppressionComment(
            path=path,
            line=line,
            column=offset - (source.rfind(b"\n", 0, offset) + 1),
            codes=found[0],
            reason=found[1],
            about_line=line,
        )
        if last_code_row == leaf.start_point[0]:
            yield comment
        else:
            waiting.append(comment)
    yield from waiting


def _about(comment: SuppressionComment, line: int) -> SuppressionComment:
    return msgspec.structs.replace(comment, about_line=line)


def _iter_leaves(cursor: tree_sitter.TreeCursor) -> Iterator[tree_sitter.Node]:
    """Yield the leaves of a tree, and comments whole."""
    while True:
        node = cursor.node
        if node is None:
            return
        is_leaf = node.child_count == 0 or node.type.endswith("comment")
        if is_leaf:
            yield node
        elif cursor.goto_first_child():
            continue
        while not cursor.goto_next_sibling():
            if not cursor.goto_parent():
                return
