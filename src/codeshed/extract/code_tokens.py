"""The token stream of a file, independent of whitespace.

Turns: a text → CodeTokens: the leaves of its syntax tree, each with its depth and parent. Texts with equal
tokens are equal code. A whole string is one token, and so is text that the tree leaves out. A text with syntax
errors has no tokens.
"""

from collections.abc import Iterator, Sequence

import tree_sitter

from codeshed.extract.engine.extract_file import parse_code
from codeshed.extract.languages.grammar_table import grammar_of
from codeshed.extract.python.long_runs import without_long_runs
from codeshed.extract.python.syntax_tree import parse_python
from codeshed.model.languages.language import is_python
from codeshed.model.languages.token_kinds import CodeToken, TokenKind

MAX_BYTES = 2_000_000
"""Longer texts are skipped."""

_ONE_TOKEN = ("string", "heredoc", "regex", "jsx_text")
_DOCSTRING_OWNERS = frozenset({"module", "block"})


def code_tokens(
    path: str, content: bytes, spans: Sequence[tuple[int, int]] | None = None
) -> tuple[CodeToken, ...] | None:
    """Return the tokens of a file; None if it is too long or has syntax errors.

    With spans, in order and apart from each other, those around them are enough.
    """
    if len(content) > MAX_BYTES or b"\0" in content:
        return None
    tree = parse_file(path, content)
    if tree.root_node.has_error:
        return None
    wanted = ((0, len(content)),) if spans is None else spans
    return tuple(_with_gaps(content, _leaves(tree.walk(), content, wanted)))


def parse_file(path: str, content: bytes) -> tree_sitter.Tree:
    """Return the syntax tree of a file by the grammar of its language."""
    if is_python(path):
        return parse_python(without_long_runs(content)).tree
    return parse_code(content, grammar_of(path, content))


def _leaves(
    cursor: tree_sitter.TreeCursor, content: bytes, spans: Sequence[tuple[int, int]]
) -> Iterator[CodeToken]:
    """Yield the leaves of a tree; a string is one leaf, and so is a node that lies outside of the spans."""
    around = [""]
    place = 0
    forms: dict[str, tuple[bool, bool]] = {}
    while True:
        node = cursor.node
        if node is None:
            return
        node_type = node.type
        begin, end = node.start_byte, node.end_byte
        while place < len(spans) and spans[place][1] <= begin:
            place += 1
        is_outside = place == len(spans) or end <= spans[place][0]
        form = forms.get(node_type)
        if form is None:
            is_comment = node_type.endswith("comment")
            form = is_comment, is_comment or any(each in node_type for each in _ONE_TOKEN)
            forms[node_type] = form
        if not is_outside and not form[1] and cursor.goto_first_child():
            around.append(node_type)
            continue
        kind = TokenKind.COMMENT if form[0] else TokenKind.CODE
        if node_type == "string" and _is_documentation(node):
            kind = TokenKind.DOCUMENTATION
        yield CodeToken(begin, len(around), around[-1], content[begin:end], kind)
        while not cursor.goto_next_sibling():
            if not cursor.goto_parent():
                return
            around.pop()


def _is_documentation(node: tree_sitter.Node) -> bool:
    """Whether a string is a Python docstring."""
    statement = node.parent
    if statement is None or statement.type != "expression_statement":
        return False
    owner = statement.parent
    if owner is None or owner.type not in _DOCSTRING_OWNERS or statement.child_count != 1:
        return False
    first = next((each for each in owner.children if not each.type.endswith("comment")), None)
    return first == statement


def _with_gaps(content: bytes, leaves: Iterator[CodeToken]) -> Iterator[CodeToken]:
    """Yield the tokens, and any text between them that is not whitespace."""
    end = 0
    for token in leaves:
        begin, text = token.begin, token.text
        if end < begin and (gap := content[end:begin].strip()):
            yield CodeToken(end, 0, "", gap, TokenKind.CODE)
        if text and not text.isspace():
            yield token
        end = max(end, begin + len(text))
    if content[end:].strip():
        yield CodeToken(end, 0, "", content[end:].strip(), TokenKind.CODE)
