"""The comment that documents a definition.

Turns: the node of a definition → the text of the comments right before it, without their marks.
"""

import re

import tree_sitter

from codeshed.extract.engine.grammar import Grammar, NodeReader

MAX_DOCUMENTATION = 20_000
_BLOCK = re.compile(r"\A(?:/\*+!?|--\[=*\[|=begin)\s?|\s?(?:\*+/|\]=*\](?:--)?|=end)\Z")
_LINE_MARK = re.compile(r"^[ \t]*(?:///?!?|\*+(?!/)|#+!?|---*|;+)[ \t]?", re.MULTILINE)
_SURE_CODE = re.compile(r".*[)\]}];|[\w.$]+ *=.*;|def [\w.?!]+.*")
_CODE = re.compile(r"[^@].*[;{}]|(?:def|class|module|if|unless|while|end)\b.*")
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
"""Lines that speak to tools: they say nothing of what stands below them."""
_WHOLE_DIRECTIVE = re.compile(r"#!\s*/|//(?:end)?region\b|//export \w+$")
"""Fits the beginning of comments that do so by their marks."""
DOC_BLOCK = r"/\*\*(?![*/])"
"""Fits the beginning of a comment in a block that documents something: `/** … */`."""
DOC_LINE = r"///(?!/)"
"""Fits the beginning of one on a line: `/// …`."""
_OPENING = frozenset({"{", "(", "[", "<"})


def documentation_of(node: tree_sitter.Node, grammar: Grammar, reader: NodeReader) -> str | None:
    """Return what the comments right before a node say, None if none of them documents it."""
    pieces: list[str] = []
    below = _outermost(node, grammar)
    while True:
        comment = below.prev_sibling
        if comment is None:
            break
        if comment.type in grammar.passed_over:
            below = comment
            continue
        is_next = below.start_point.row - _last_row(comment) <= 1
        if comment.type not in grammar.comments or not is_next or _stands_behind_code(comment):
            break
        text = reader.text(comment)
        if re.match(grammar.documenting, text):
            pieces.append(text)
        below = comment
    text = "\n".join(filter(None, (without_directives(piece) for piece in reversed(pieces)))).strip()
    return None if _is_code(text) else text[:MAX_DOCUMENTATION] or None


def _is_code(text: str) -> bool:
    """Whether a comment only holds code that does not run any more."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    return any(map(_SURE_CODE.fullmatch, lines)) and all(map(_CODE.fullmatch, lines))


def _outermost(node: tree_sitter.Node, grammar: Grammar) -> tree_sitter.Node:
    """Return the largest node that begins where this one does: `export` and the like stand around a definition."""
    while True:
        parent, before = node.parent, node.prev_named_sibling
        while before is not None and before.type in grammar.passed_over:
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
    """Return the last line of a comment or what stands before it; some grammars count the end of the line to it."""
    row, column = node.end_point
    return row - 1 if column == 0 and row > node.start_point.row else row


def _stands_behind_code(comment: tree_sitter.Node) -> bool:
    before = comment.prev_sibling
    return before is not None and before.is_named and _last_row(before) == comment.start_point.row


def without_directives(comment: str) -> str:
    """Return a comment without its marks, and without lines for tools."""
    is_directive = _WHOLE_DIRECTIVE.match(comment) is not None
    return "" if is_directive else _DIRECTIVES.sub("", stripped_comment(comment)).strip()


def stripped_comment(comment: str) -> str:
    """Return a comment without its marks."""
    inner = _BLOCK.sub("", comment.strip())
    return _LINE_MARK.sub("", inner).strip()
