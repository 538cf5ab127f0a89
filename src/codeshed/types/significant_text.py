"""The part of a text that means something to a type engine.

Turns: Python source → the same without comments, docstrings, blank lines and the way that expressions are wrapped.
"""

import re

from codeshed.model.text.lexemes import Lexeme, iter_lexemes

_PREFIX = re.compile(rb"[\s;rRuUbBfF]*")
_READ_COMMENT = re.compile(rb"#\s*(?:type|pyre|pyrefly)\b")
_SPACES = re.compile(rb"\s+")


def significant_text(source: bytes) -> bytes:
    """Return source without what no type depends on. It must not begin within a string or brackets."""
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
        elif kind is not Lexeme.COMMENT:
            lines.add(text)
            lines.depth += (kind is Lexeme.OPENING) - (kind is Lexeme.CLOSING)
        elif lines.n_strings or _READ_COMMENT.match(text):
            # Behind a string it may be that the string is longer than it looks: one of Python 3.12 within another.
            lines.add(text)
    lines.add(source[end:])
    lines.depth = 0
    lines.end_line()
    return b"\n".join(lines.finished)


class _Lines:
    """The logical lines so far, and the one at hand: its parts, its strings, and how many brackets are open."""

    def __init__(self) -> None:
        self.finished: list[bytes] = []
        self.depth = 0
        self.n_strings = 0
        self._parts: list[bytes] = []
        self._is_only_strings = True

    def add(self, text: bytes) -> None:
        """Add what is no string."""
        self._parts.append(_SPACES.sub(b" ", text) if self._parts else text)
        self._is_only_strings = self._is_only_strings and _PREFIX.fullmatch(text) is not None

    def add_string(self, text: bytes) -> None:
        """Add a string."""
        self._parts.append(text)
        self.n_strings += 1

    def end_line(self) -> None:
        """Finish the line unless brackets are open; one that is empty, or nothing but strings, means nothing."""
        if self.depth > 0:
            self._parts.append(b" ")
            return
        line = b"".join(self._parts).rstrip()
        if line.strip() and not (self.n_strings and self._is_only_strings):
            self.finished.append(line)
        self._parts = []
        self.n_strings = 0
        self._is_only_strings = True
