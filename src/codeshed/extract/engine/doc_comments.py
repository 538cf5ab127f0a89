"""The doc comment of a definition.

Turns: the node of a definition → the text of the comments right before it, without comment marks.
"""

import re

import tree_sitter

from codeshed.extract.engine.grammar import Grammar, NodeReader

MAX_DOCUMENTATION = 20_000
_BLOCK = re.compile(r"\A(?:/\*+!?|--\[=*\[|=begin)\s?|\s?(?:\*+/|\]=*\](?:--)?|=end)\Z")
_LINE_MARK = re.compile(r"^[ \t]*(?:///?!?|\*+(?!/)|#+!?|---*|;+)[ \t]?", re.MULTILINE)
_CERTAIN_CODE_LINE = re.compile(r".*[)\]}];|[\w.$]+ *=.*;|def [\w.?!]+.*")
_CODE_LINE = re.compile(r"[^@].*[;{}]|(?:def|class|module|if|unless|while|end)\b.*")
_DIRECTIVES = re.compile(
    r"^[ \t]*(?:"
    r"-\*-.*-\*-|frozen_string_literal:|(?:en)?coding:|warn_indent:|shareable_constant_value:|typed: \w+$"
    r"|rubocop:|standard:(?:dis|en)able|reek:|:nocov:|steep:ignore"
    r"|nolint\b|go:\w+|\+build |lint:(?:file-)?ignore |#?nosec\b|exhaustive:"
    r"|CHECKSTYLE[:. ]|SUPPRESS CHECKSTYLE|NOPMD\b|NOSONAR\b|NOLINT|noinspection |@formatter:|spotless:|scalastyle:|scalafmt:"
    r"|scalafix:|clang-format |clang-tidy |cppcheck-suppress|IWYU pragma|luacheck:|selene:|stylua:|phpcs:|@phpcs:"
    r"|@?phpstan-ignore|@?psalm-suppress|ReSharper |#(?:end)?region\b"
    r"|rustfmt::|eslint-|@ts-|prettier-|biome-"
    r").*$\n?",
    re.MULTILINE,
)
"""Lines for tools (linters, formatters): they document nothing."""
_WHOLE_DIRECTIVE = re.compile(r"#!\s*/|//(?:end)?region\b|//export \w+$")
"""Matches comments that are such directives as a whole."""
DOC_BLOCK = r"/\*\*(?![*/])"
"""Matches the beginning of a doc comment in a block: `/** … */`."""
DOC_LINE = r"///(?!/)"
"""Matches the beginning of a doc comment on a line: `/// …`."""
_OPENING = frozenset({"{", "(", "[", "<"})


def doc_comment_of(node: tree_sitter.Node, grammar: Grammar, reader: NodeReader) -> str | None:
    """Return the text of the comments right before a node, None if none of them documents it."""
    pieces: list[str] = []
    below = _outermost(node, grammar)
    while True:
        comment = below.prev_sibling
        if comment is None:
            break
        if comment.type in grammar.types_after_comment:
            below = comment
            continue
        is_next = below.start_point.row - _last_row(comment) <= 1
        if comment.type not in grammar.comment_types or not is_next or _is_trailing(comment):
            break
        text = reader.text(comment)
        if re.match(grammar.doc_comment_pattern, text):
            pieces.append(text)
        below = comment
    text = "\n".join(filter(None, (strip_directives(piece) for piece in reversed(pieces)))).strip()
    return None if _is_code(text) else text[:MAX_DOCUMENTATION] or None


def _is_code(text: str) -> bool:
    """Whether a comment is only commented-out code."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    return any(map(_CERTAIN_CODE_LINE.fullmatch, lines)) and all(map(_CODE_LINE.fullmatch, lines))


def _outermost(node: tree_sitter.Node, grammar: Grammar) -> tree_sitter.Node:
    """Return the largest node that begins where this one does, such as the `export` around a definition."""
    while True:
        parent, before = node.parent, node.prev_named_sibling
        while before is not None and before.type in grammar.types_after_comment:
            before = before.prev_named_sibling
        if parent is None or parent.parent is None or before is not None:
            return node
        if parent.start_byte != node.start_byte and node.prev_sibling is None:
            return node
        if node.prev_sibling is not None and node.prev_sibling.type in _OPENING:
            return node
        if parent.type.endswith(("body", "block", "list")) or parent.type in {"program", "source_file"}:
            return node
        node = parent


def _last_row(node: tree_sitter.Node) -> int:
    """Return the last line of a node; some grammars count the line end after a comment to it."""
    row, column = node.end_point
    return row - 1 if column == 0 and row > node.start_point.row else row


def _is_trailing(comment: tree_sitter.Node) -> bool:
    before = comment.prev_sibling
    return before is not None and before.is_named and _last_row(before) == comment.start_point.row


def strip_directives(comment: str) -> str:
    """Return a comment without comment marks and tool directives."""
    is_directive = _WHOLE_DIRECTIVE.match(comment) is not None
    return "" if is_directive else _DIRECTIVES.sub("", strip_comment_marks(comment)).strip()


def strip_comment_marks(comment: str) -> str:
    """Return a comment without comment marks."""
    inner = _BLOCK.sub("", comment.strip())
    return _LINE_MARK.sub("", inner).strip()
