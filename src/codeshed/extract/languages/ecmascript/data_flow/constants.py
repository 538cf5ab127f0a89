"""Constant expressions as the summaries keep them: strings without quotes, booleans and null as Python writes them."""

import tree_sitter

_WORDS = {"true": "True", "false": "False", "null": "None", "undefined": "None"}


def constant_text(node: tree_sitter.Node) -> str | None:
    """Return the text of a constant, or None if the node is none."""
    kind = node.type
    if kind == "string" or (kind == "template_string" and not _has_substitution(node)):
        return _decode(node)[1:-1]
    if kind == "number" or (kind == "unary_expression" and _is_negative_number(node)):
        return _decode(node)
    if kind == "undefined" or kind in _WORDS:
        return _WORDS[kind]
    return None


def _is_negative_number(node: tree_sitter.Node) -> bool:
    return [each.type for each in node.children] == ["-", "number"]


def _has_substitution(node: tree_sitter.Node) -> bool:
    return any(each.type == "template_substitution" for each in node.named_children)


def _decode(node: tree_sitter.Node) -> str:
    return (node.text or b"").decode("utf-8", "replace")
