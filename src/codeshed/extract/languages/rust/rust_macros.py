"""Rust macros whose content is ordinary code.

Turns: sources → sources of the same length in which that content can be parsed: items in the braces of a
macro are items of the file, and a macro with expressions is called like a function.
"""

import re
from collections.abc import Iterator

import tree_sitter
import tree_sitter_rust

MAX_NESTING = 8
"""How deeply macros with items may nest."""

MAX_PATTERN = 4_000
"""How many bytes are searched for the pattern of `matches!`."""

_CALLED_MACRO = re.compile(rb"\b((?:[a-z_]\w*::)*[a-z_]\w*)!(?=\s?\((?!\s*[{\[#]))")
_LIST_MACRO = re.compile(rb"\bvec!(?=\s?\[)")
_MATCHING_MACRO = re.compile(rb"\b(?:debug_)?(?:assert_)?matches!\s?\(")
_IN_PATTERN = re.compile(
    rb"//[^\n]*|/\*.*?\*/|\"(?:\\.|[^\"\\])*\"|'(?:\\.|[^'\\])'|[(\[{]|[)\]}]|,", re.DOTALL
)
_OPENING, _CLOSING = frozenset({b"(", b"[", b"{"}), frozenset({b")", b"]", b"}"})
_BLOCK_MACRO = re.compile(rb"^[ \t]*(?:[a-z_]\w*::)*[a-z_]\w*!\s*\{", re.MULTILINE)
_HOLDERS = frozenset({"source_file", "mod_item", "impl_item", "trait_item", "declaration_list"})
_ITEMS = frozenset({"use_declaration", "extern_crate_declaration", "macro_definition", "associated_type"})
_NON_ITEMS = frozenset({
    "attribute_item", "inner_attribute_item", "line_comment", "block_comment", "empty_statement", "macro_invocation",
})  # fmt: skip


def iter_parsable_sources(content: bytes) -> Iterator[bytes]:
    """Yield the source without the `!` of macros that are called like functions: first of all of them, then of those that parse so.

    The content of a macro is no syntax of its own, but in most it is a list of expressions.
    """
    content = _without_patterns(content)
    yield _CALLED_MACRO.sub(rb"\1 ", _LIST_MACRO.sub(b"    ", content))
    yield _with_parsable_macros(content)


def _without_patterns(content: bytes) -> bytes:
    """Blank the pattern of `matches!`, which is no expression."""
    blanked = bytearray(content)
    for macro in _MATCHING_MACRO.finditer(content):
        stretch = _find_pattern(content, macro.end())
        if stretch is not None:
            begin, end = stretch
            blanked[begin:end] = re.sub(rb"[^\n]", b" ", content[begin:end])
    return bytes(blanked)


def _find_pattern(content: bytes, begin: int) -> tuple[int, int] | None:
    """Return the span of the second argument, with its comma, if the first begins at an offset."""
    depth, comma = 0, None
    for token in _IN_PATTERN.finditer(content, begin, begin + MAX_PATTERN):
        if token[0] in _OPENING:
            depth += 1
        elif token[0] in _CLOSING and depth:
            depth -= 1
        elif token[0] in _CLOSING:
            return None if comma is None else (comma, token.start())
        elif token[0] == b"," and not depth and comma is None:
            comma = token.start()
    return None


def _with_parsable_macros(content: bytes) -> bytes:
    """Blank the `!` of each macro whose content parses as a list of expressions, then of macros within it."""
    language = tree_sitter.Language(tree_sitter_rust.language())
    parser, query = tree_sitter.Parser(language), tree_sitter.Query(language, "(macro_invocation) @macro")
    passed: set[int] = set()
    for _ in range(MAX_NESTING):
        blanked = bytearray(content)
        found = tree_sitter.QueryCursor(query).captures(parser.parse(content).root_node)
        for macro in found.get("macro", []):
            block = macro.named_children[-1]
            if macro.start_byte in passed or block.type != "token_tree" or not _is_value(macro):
                continue
            passed.add(macro.start_byte)
            macro_text = content[macro.start_byte : block.end_byte]
            pattern = _CALLED_MACRO if macro_text.endswith(b")") else _LIST_MACRO
            mark = pattern.match(macro_text)
            if mark is not None and _is_list(content[block.start_byte : block.end_byte], parser):
                kept = mark[1] if pattern is _CALLED_MACRO else b""
                blanked[macro.start_byte : macro.start_byte + len(mark[0])] = kept.ljust(len(mark[0]))
        if blanked == content:
            break
        content = bytes(blanked)
    return content


def _is_value(macro: tree_sitter.Node) -> bool:
    """Whether a macro is in the place of an expression, not of an item, pattern or type."""
    container = macro.parent
    if container is not None and container.type == "expression_statement":
        container = container.parent
    return container is None or not (
        container.type in _HOLDERS or container.type.endswith(("pattern", "_type"))
    )


def _is_list(macro_text: bytes, parser: tree_sitter.Parser) -> bool:
    """Whether bracketed text is a list of expressions."""
    called = b"g" if macro_text.startswith(b"(") else b""
    return not parser.parse(b"fn f() { " + called + macro_text + b" }").root_node.has_error


def expose_macro_items(content: bytes) -> bytes:
    """Blank the names and braces of macros that contain only items: `cfg_net! { pub mod net; }`."""
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
    """Yield macros with braces in the place of items."""
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
    is_item = [kind in _ITEMS or (kind.endswith("_item") and kind not in _NON_ITEMS) for kind in kinds]
    return (
        not root.has_error
        and (any(is_item) or "macro_invocation" in kinds)
        and all(found or kind in _NON_ITEMS for found, kind in zip(is_item, kinds, strict=True))
    )


def _kind(node: tree_sitter.Node) -> str:
    is_statement = node.type == "expression_statement" and len(node.named_children) == 1
    return node.named_children[0].type if is_statement else node.type
