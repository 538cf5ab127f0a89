"""Normalizes Python source for invalidation keys, so that edits of comments and layout change no key.

Turns: source → the same without comments, docstrings, blank lines and repeated spaces.
"""

import re

from codeshed.model.text.python_lexemes import Lexeme, iter_lexemes

_PREFIX = re.compile(rb"[\s;rRuUbBfF]*")
_INDENTATION = re.compile(rb"[ \t\f]*")
_READ_COMMENT = re.compile(rb"#\s*(?:type|pyre|pyrefly)\b")


def significant_text(source: bytes) -> bytes:
    """Return source without the text that no type depends on. It must not begin within a string or brackets."""
    lines = _Lines()
    end = 0
    for kind, begin, after in iter_lexemes(source):
        lines.add(source[end:begin])
        end = after
        text = source[begin:after]
        if kind is Lexeme.LINE_END:
            lines.end_line()
        elif kind is Lexeme.STRING:
            lines.add_string(text)
        elif kind is Lexeme.CONTINUATION:
            lines.add(b" ")
        elif kind is not Lexeme.COMMENT:
            lines.add(text)
            lines.depth += (kind is Lexeme.OPENING) - (kind is Lexeme.CLOSING)
        elif lines.has_string or _READ_COMMENT.match(text):
            # The "comment" may be within a string: f-strings of Python 3.12 nest, and the lexer ends them too early.
            lines.add_string(text)
    lines.add(source[end:])
    lines.depth = 0
    lines.end_line()
    return b"\n".join(lines.finished)


class _Lines:
    """The finished logical lines, and the current one: its parts, its last piece of code, and its bracket depth."""

    def __init__(self) -> None:
        self.finished: list[bytes] = []
        self.depth = 0
        self.has_string = False
        self._parts: list[bytes] = []
        self._code = b""
        self._is_only_strings = True

    def add(self, text: bytes) -> None:
        """Add code outside of strings, whose spaces are normalized."""
        self._code += text

    def add_string(self, text: bytes) -> None:
        """Add text that is kept verbatim: a string, or a directive comment."""
        self._close_code()
        self._parts.append(text)
        self._is_only_strings = self._is_only_strings and not text.startswith(b"#")
        self.has_string = True

    def _close_code(self) -> None:
        if _PREFIX.fullmatch(self._code) is None:
            self._is_only_strings = False
        if not self._parts:
            indentation = _INDENTATION.match(self._code)
            self._parts.append(indentation.group() if indentation else b"")
        self._parts.append(b" ".join(self._code.split()))
        self._code = b""

    def end_line(self) -> None:
        """Finish the line unless brackets are open; an empty line or a docstring is dropped."""
        if self.depth > 0:
            self._code += b" "
            return
        self._close_code()
        line = b"".join(self._parts)
        if line.strip() and not (self.has_string and self._is_only_strings):
            self.finished.append(line)
        self._parts = []
        self.has_string = False
        self._is_only_strings = True
