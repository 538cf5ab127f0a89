"""Code without its comments.

Turns: a text → the same with blanks in the place of comments, so that offsets stay. Of Python these are all comments,
elsewhere those that share their lines with nothing. What looks like a comment within a string is none, as far as that
can be told without a grammar. A comment that a program obeys is code.
"""

import re

from codeshed.model.language_traits import LanguageTraits, traits_of
from codeshed.model.text.lexemes import Lexeme, iter_lexemes

_BLANK = re.compile(rb"[^\n]")
_SPACE = b" \t"
_ORDER = r"(?!go:|export |line )"
"""What follows `//` of a comment that a compiler obeys."""

_IS_ORDER = re.compile(rb"//(?:go:|export |line )")
_SLASHES = "//"
_MAX_BEHIND = 100


def without_comments(content: bytes, language: str) -> bytes:
    """Return a text with blanks in the place of comments."""
    text = bytearray(content)
    traits = traits_of(language)
    if traits.are_comments_lexed:
        for kind, begin, end in iter_lexemes(content):
            if kind is Lexeme.COMMENT:
                text[begin:end] = b" " * (end - begin)
        return bytes(text)
    mark = traits.line_comment
    if mark == _SLASHES:
        for begin, end in _blocks(content, traits):
            text[begin:end] = _BLANK.sub(b" ", content[begin:end])
    comment = re.compile(rf"^[ \t]*{re.escape(mark)}{_ORDER}[^\n]*".encode(), re.MULTILINE)
    return comment.sub(lambda found: _BLANK.sub(b" ", found[0]), bytes(text))


def is_obeyed(content: bytes, begin: int, end: int, language: str) -> bool:
    """Whether a program obeys a comment: an order to a compiler, or an annotation."""
    traits = traits_of(language)
    if traits.line_comment == _SLASHES and _IS_ORDER.match(content, begin, end):
        return True
    return _is_obeyed_block(content, begin, end, traits)


def _is_obeyed_block(content: bytes, begin: int, end: int, traits: LanguageTraits) -> bool:
    if not traits.obeyed_comment:
        return False
    return re.compile(traits.obeyed_comment).match(content, begin, end + _MAX_BEHIND) is not None


def _blocks(content: bytes, traits: LanguageTraits) -> list[tuple[int, int]]:
    """Return where comments from `/*` to `*/` begin and end that have their lines for themselves."""
    pattern = re.compile(rb"//[^\n]*|(?P<block>/\*(?s:.*?)\*/)|" + traits.strings)
    found = []
    for match in pattern.finditer(content):
        if match["block"] is None:
            continue
        begin, end = match.span()
        line_start = content.rfind(b"\n", 0, begin) + 1
        line_end = content.find(b"\n", end)
        behind = content[end : len(content) if line_end < 0 else line_end]
        is_alone = not content[line_start:begin].strip(_SPACE) and not behind.strip()
        if is_alone and not _is_obeyed_block(content, begin, end, traits):
            found.append((begin, end))
    return found
