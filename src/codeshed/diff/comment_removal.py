"""Blank the comments of a text.

Turns: a text → the same with blanks in the place of comments, so that offsets stay. In Python all comments are blanked,
elsewhere only those that have their lines to themselves. Strings that look like comments are kept, as far as that can be
decided without a grammar. Directives (`//go:build`, annotations) are code.
"""

import re

from codeshed.model.languages.language_traits import LanguageTraits, traits_of
from codeshed.model.text.python_lexemes import Lexeme, iter_lexemes

_BLANK = re.compile(rb"[^\n]")
_SPACE = b" \t"
_NOT_DIRECTIVE = r"(?!go:|export |line )"
"""Lookahead after `//` of a line comment: it is no compiler directive."""

_DIRECTIVE = re.compile(rb"//(?:go:|export |line )")
_SLASHES = "//"
_MAX_AFTER = 100


def blank_comments(content: bytes, language: str) -> bytes:
    """Return a text of the same length, in which comments are blanks."""
    text = bytearray(content)
    traits = traits_of(language)
    if traits.are_comments_lexed:
        for kind, begin, end in iter_lexemes(content):
            if kind is Lexeme.COMMENT:
                text[begin:end] = b" " * (end - begin)
        return bytes(text)
    mark = traits.line_comment
    if mark == _SLASHES:
        for begin, end in _block_comments(content, traits):
            text[begin:end] = _BLANK.sub(b" ", content[begin:end])
    comment = re.compile(rf"^[ \t]*{re.escape(mark)}{_NOT_DIRECTIVE}[^\n]*".encode(), re.MULTILINE)
    return comment.sub(lambda found: _BLANK.sub(b" ", found[0]), bytes(text))


def is_directive(content: bytes, begin: int, end: int, language: str) -> bool:
    """Whether a comment is a compiler directive or an annotation, and so is code."""
    traits = traits_of(language)
    if traits.line_comment == _SLASHES and _DIRECTIVE.match(content, begin, end):
        return True
    return _is_directive_block(content, begin, end, traits)


def _is_directive_block(content: bytes, begin: int, end: int, traits: LanguageTraits) -> bool:
    if not traits.significant_comment:
        return False
    return re.compile(traits.significant_comment).match(content, begin, end + _MAX_AFTER) is not None


def _block_comments(content: bytes, traits: LanguageTraits) -> list[tuple[int, int]]:
    """Return the spans of `/* */` comments that have their lines to themselves."""
    pattern = re.compile(rb"//[^\n]*|(?P<block>/\*(?s:.*?)\*/)|" + traits.strings)
    found = []
    for match in pattern.finditer(content):
        if match["block"] is None:
            continue
        begin, end = match.span()
        line_start = content.rfind(b"\n", 0, begin) + 1
        line_end = content.find(b"\n", end)
        after = content[end : len(content) if line_end < 0 else line_end]
        is_alone = not content[line_start:begin].strip(_SPACE) and not after.strip()
        if is_alone and not _is_directive_block(content, begin, end, traits):
            found.append((begin, end))
    return found
