"""Finds the end of a signature or a string literal in source text.

Turns: source + a position → the end of what begins there. A sign within brackets, strings or comments ends no signature.
"""

import re

from codeshed.model.languages.language_traits import SignatureEnd

DOCSTRING = re.compile(r"(?:\s|#[^\n]*\n|\\\n)*[rRuUbB]{0,2}(\"\"\"|'''|\"|')")
"""What is between the end of a Python signature and the text of the docstring; the group is its quote."""

_TELLING = re.compile(r"[\"'`#/:;(){}\[\]]")
_LIFETIME = re.compile(r"'\w+(?!['\w])")


def end_of_signature(source: str, begin: int, end: SignatureEnd) -> int:
    """Return the position behind the colon, or before the brace or semicolon, that ends the signature."""
    depth = 0
    position = begin
    while (found := _TELLING.search(source, position)) is not None:
        position = found.start()
        character = source[position]
        if character == "'" and end is SignatureEnd.BRACE and _LIFETIME.match(source, position):
            position += 1
            continue
        if character in "\"'`":
            quote = (
                source[position : position + 3] if source.startswith(character * 3, position) else character
            )
            position = end_of_string(source, position + len(quote), quote)
            continue
        if _begins_comment(source, position, end):
            position = _end_of_comment(source, position)
            continue
        if depth == 0 and end is SignatureEnd.COLON and character == ":":
            return position + 1
        if depth == 0 and end is SignatureEnd.BRACE and character in "{;":
            return position
        if character in "([{":
            depth += 1
        elif character in ")]}":
            depth -= 1
        position += 1
    return len(source)


def _begins_comment(source: str, position: int, end: SignatureEnd) -> bool:
    if end is SignatureEnd.COLON:
        return source[position] == "#"
    return source.startswith(("//", "/*"), position)


def _end_of_comment(source: str, position: int) -> int:
    closing = "*/" if source.startswith("/*", position) else "\n"
    found = source.find(closing, position)
    return len(source) if found < 0 else found + len(closing)


def end_of_string(source: str, position: int, quote: str) -> int:
    """Return the position behind the closing quote of a string; an escaped quote does not close it."""
    closing = source.find(quote, position)
    while closing >= 0:
        backslash = source.find("\\", position, closing)
        if backslash < 0:
            return closing + len(quote)
        position = backslash + 2
        if closing < position:
            closing = source.find(quote, position)
    return len(source)
