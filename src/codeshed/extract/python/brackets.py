"""Brackets that were never closed, found so that they do not swallow the rest of a file.

Turns: a source that does not parse → the offsets of brackets to be taken out of it. No `def` and no `class` can begin
a line within brackets: where one does, what is open there was not meant to be open.
"""

import re

from codeshed.model.text.lexemes import Lexeme, iter_lexemes

_DEFINITION = re.compile(rb"[ \t\f]*+(?:(?:async[ \t]+)?def[ \t]+\w+[ \t]*[(\[]|class[ \t]+\w+[ \t]*[(\[:])")


def find_unclosed_brackets(content: bytes) -> tuple[int, ...]:
    """Return the offsets of brackets that are still open where a definition begins."""
    unclosed: list[int] = []
    open_brackets: list[int] = []
    for kind, begin, end in iter_lexemes(content):
        if kind is Lexeme.OPENING:
            open_brackets.append(begin)
        elif kind is Lexeme.CLOSING and open_brackets:
            open_brackets.pop()
        elif kind is Lexeme.LINE_END and open_brackets and _DEFINITION.match(content, end):
            unclosed += open_brackets
            open_brackets = []
    return tuple(unclosed)


def without_bytes(content: bytes, offsets: tuple[int, ...]) -> bytes:
    """Return a source with blanks at the given offsets."""
    patched = bytearray(content)
    for offset in offsets:
        patched[offset] = ord(" ")
    return bytes(patched)
