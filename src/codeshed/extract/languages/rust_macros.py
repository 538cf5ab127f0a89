"""Macros of Rust whose content is plain code.

Turns: sources → sources of the same length that show what macros hold: items in the braces of a macro are items of the
file, and a macro that takes expressions is called like a function.
"""

import re
from collections.abc import Iterator

import tree_sitter
import tree_sitter_rust

MAX_NESTING = 8
"""How deeply macros may hold items that are macros with items."""

_CALLED_MACRO = re.compile(rb"\b(?!matches!)((?:[a-z_]\w*::)*[a-z_]\w*)!(?=\s?\((?!\s*[{\[#]))")
_PLAIN_MACRO = re.compile(
    rb"\b(e?print(?:ln)?|format(?:_args)?|write(?:ln)?|panic|todo|unimplemented|unreachable|dbg"
    rb"|(?:debug_)?assert(?:_eq|_ne)?)!(?=\s?\()"
)
_LIST_MACRO = re.compile(rb"\bvec!(?=\s?\[)")
_BLOCK_MACRO = re.compile(rb"^[ \t]*(?:[a-z_]\w*::)*[a-z_]\w*!\s*\{", re.MULTILINE)
_HOLDERS = frozenset({"source_file", "mod_item", "impl_item", "trait_item", "declaration_list"})
_ITEMS = frozenset({"use_declaration", "extern_crate_declaration", "macro_definition", "associated_type"})
_BESIDE_ITEMS = frozenset({
    "attribute_item", "inner_attribute_item", "line_comment", "block_comment", "empty_statement", "macro_invocation",
})  # fmt: skip


def alternatives(content: bytes) -> Iterator[bytes]:
    """Yield the source with the marks of macros that are called like functions blanked out, from most to none of them.

    The content of a macro is no syntax that can be read, but that of most is a list of expressions. Lengths stay.
    """
    without_lists = _LIST_MACRO.sub(b"    ", content)
    yield _CALLED_MACRO.sub(rb"\1 ", without_lists)
    yield _PLAIN_MACRO.sub(rb"\1 ", without_lists)
    yield content


def with_items_of_macros(content: bytes) -> bytes:
    """Blank the names and braces of macros that hold nothing but items: `cfg_net! { pub mod net; }`."""
    if not _BLOCK_MACRO.search(content):
        return content
    parser = tree_sitter.Parser(tree_sitter.Language(tree_sitter_rust.language()))
    passed: set[int] = set()
    for _ in range(MAX_NESTING):
        blanked = bytearray(content)
        for macro in _iter_block_macros(parser.parse(content).root_node):
            if macro.start_byte in passed:
                continue
            passed.add(macro.start_byte)
            block = macro.named_children[-1]
            if _holds_items(content[block.start_byte + 1 : block.end_byte - 1], parser):
                for begin, end in (
                    (macro.start_byte, block.start_byte + 1),
                    (block.end_byte - 1, block.end_byte),
                ):
                    blanked[begin:end] = re.sub(rb"[^\n]", b" ", content[begin:end])
        if blanked == content:
            break
        content = bytes(blanked)
    return content


def _iter_block_macros(node: tree_sitter.Node) -> Iterator[tree_sitter.Node]:
    """Yield macros with braces that stand where items do."""
    pending = [node]
    while pending:
        for child in pending.pop().named_children:
            macro = child
            if child.type == "expression_statement" and child.named_children:
                macro = child.named_children[0]
            if macro.type == "macro_invocation":
                block = macro.named_children[-1]
                if block.type == "token_tree" and block.children[0].type == "{":
                    yield macro
            elif child.type in _HOLDERS:
                pending.append(child)


def _holds_items(content: bytes, parser: tree_sitter.Parser) -> bool:
    root = parser.parse(content).root_node
    kinds = [_kind(child) for child in root.named_children]
    is_item = [kind in _ITEMS or (kind.endswith("_item") and kind not in _BESIDE_ITEMS) for kind in kinds]
    return (
        not root.has_error
        and (any(is_item) or "macro_invocation" in kinds)
        and all(found or kind in _BESIDE_ITEMS for found, kind in zip(is_item, kinds, strict=True))
    )


def _kind(node: tree_sitter.Node) -> str:
    is_statement = node.type == "expression_statement" and len(node.named_children) == 1
    return node.named_children[0].type if is_statement else node.type
