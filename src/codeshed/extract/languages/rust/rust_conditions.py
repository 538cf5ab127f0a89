"""Rust code that is never compiled.

Turns: a source → one of the same length without the items behind `#[cfg(any())]` and other conditions that
are always false.
"""

import re
from collections.abc import Iterator

import tree_sitter
import tree_sitter_rust

from codeshed.extract.engine.child_nodes import nth_named_child

_NEVER = re.compile(
    rb"#(!?)\s*\[\s*cfg\s*\(\s*(?:any\s*\(\s*\)|false|not\s*\(\s*all\s*\(\s*\)\s*\))\s*,?\s*\)\s*\]"
)
_HOLDERS = frozenset({
    "source_file", "declaration_list", "block", "field_declaration_list", "enum_variant_list",
})  # fmt: skip
_TRIVIA = frozenset({"attribute_item", "line_comment", "block_comment"})


def blank_disabled_items(content: bytes) -> bytes:
    """Blank items that are never compiled, with all their attributes."""
    found = list(_NEVER.finditer(content))
    if not found:
        return content
    root = tree_sitter.Parser(tree_sitter.Language(tree_sitter_rust.language())).parse(content).root_node
    blanked = bytearray(content)
    for each in found:
        for begin, end in _disabled(root, each):
            blanked[begin:end] = re.sub(rb"[^\n]", b" ", content[begin:end])
    return bytes(blanked)


def _disabled(root: tree_sitter.Node, found: re.Match[bytes]) -> Iterator[tuple[int, int]]:
    """Yield the span that an attribute disables: that of its item, or of everything around an inner attribute."""
    node = root.descendant_for_byte_range(found.start(), found.end())
    parent = None if node is None else node.parent
    if node is None or parent is None or not node.type.endswith("attribute_item"):
        return
    if found[1]:
        first, last = nth_named_child(parent, 0), nth_named_child(parent, parent.named_child_count - 1)
        if first is not None and last is not None:
            yield first.start_byte, last.end_byte
        return
    item = node.next_named_sibling
    while item is not None and item.type in _TRIVIA:
        item = item.next_named_sibling
    if item is None or parent.type not in _HOLDERS:
        return
    before = node
    while before.prev_named_sibling is not None and before.prev_named_sibling.type == "attribute_item":
        before = before.prev_named_sibling
    comma = item.next_sibling
    yield before.start_byte, item.end_byte if comma is None or comma.type != "," else comma.end_byte
