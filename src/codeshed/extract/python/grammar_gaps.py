"""Valid Python that the grammar cannot read.

Turns: a source with syntax errors → where such code is, and a source of the same length and lines without it.

- `def f() -> A: x[0].y()` on one line: the grammar takes `A: x[0]` for one type and loses the body. The annotation is
  blanked, and read from a tree of its own.
- `class C[T = int]`: the grammar knows no defaults of type parameters. They are blanked, and nothing reads them.
"""

import re
from dataclasses import dataclass

from codeshed.model.text.python_lexemes import Lexeme, iter_lexemes

_BLANKS = rb"(?:[ \t\f]|\\\r?\n)*+"
_NAME = rb"(?:[^\W\d]|[\x80-\xff])(?:\w|[\x80-\xff])*+"
_WORD = re.compile(
    rb"\b(?:def|class|type)[ \t\f]+" + _NAME + rb"|->|(?<![=!<>:])=(?!=)|,|:",
)
_LIKE_A_TYPE = re.compile(_BLANKS + _NAME + _BLANKS + rb"\[")
"""The beginning of a body that the grammar takes for a type."""
_LINE_REST = re.compile(rb"[^\r\n]?(\r?\n)")


@dataclass(frozen=True, slots=True)
class GrammarGaps:
    """What the grammar cannot read, as offsets."""

    annotations: dict[int, int]
    """Return annotations: the offset of the colon behind each → that of its arrow."""
    defaults: tuple[tuple[int, int], ...]
    """Defaults of type parameters, from `=` on."""


NO_GAPS = GrammarGaps({}, ())


def find_gaps(content: bytes) -> GrammarGaps:
    """Find what the grammar cannot read."""
    scan = _HeaderScan(content)
    between = 0
    for kind, begin, end in iter_lexemes(content):
        scan.read_words(between, begin)
        between = end
        if kind is Lexeme.OPENING:
            scan.open_bracket(begin)
        elif kind is Lexeme.CLOSING:
            scan.close_bracket(begin)
        elif kind is Lexeme.LINE_END:
            scan.end_line()
    scan.read_words(between, len(content))
    return GrammarGaps(scan.annotations, tuple(scan.defaults))


def without_gaps(content: bytes, gaps: GrammarGaps) -> bytes:
    """Return the source without what the grammar cannot read; lines that the brackets of it joined stay joined."""
    patched = bytearray(content)
    for begin, end in (*((arrow, colon) for colon, arrow in gaps.annotations.items()), *gaps.defaults):
        blank = re.sub(rb"[^\r\n]", b" ", content[begin:end])
        patched[begin:end] = _LINE_REST.sub(_continued, blank)
    return bytes(patched)


def _continued(line_end: re.Match[bytes]) -> bytes:
    is_blank_line = line_end.end() - line_end.start() == len(line_end[1])
    return line_end[1] if is_blank_line else b"\\" + line_end[1]


class _HeaderScan:
    """Reads the headers of definitions, from their keyword to their colon."""

    def __init__(self, content: bytes) -> None:
        self._content = content
        self._depth = 0
        self._name_end: int | None = None
        self._type_parameters_depth = 0
        self._arrow: int | None = None
        self._default: int | None = None
        self.annotations: dict[int, int] = {}
        self.defaults: list[tuple[int, int]] = []

    def read_words(self, begin: int, end: int) -> None:
        """Read what is between two lexemes."""
        for word in _WORD.finditer(self._content, begin, end):
            text = word[0]
            if len(text) > len(b"->"):
                self._begin_header(word.end())
            elif self._name_end is None:
                continue
            elif self._type_parameters_depth and self._depth == self._type_parameters_depth:
                if text == b"=" and self._default is None:
                    self._default = word.start()
                elif text == b",":
                    self._end_default(word.start())
            elif self._depth == 0 and text == b"->":
                self._arrow = word.start()
            elif self._depth == 0 and text == b":":
                if self._arrow is not None and _LIKE_A_TYPE.match(self._content, word.end()):
                    self.annotations[word.start()] = self._arrow
                self._name_end = None

    def open_bracket(self, begin: int) -> None:
        """Read an opening bracket; one right behind the name opens the type parameters."""
        self._depth += 1
        if self._name_end is not None and self._depth == 1:
            written = self._content[self._name_end : begin + 1]
            if written.endswith(b"[") and not written[:-1].strip(b" \t\f\\\r\n"):
                self._type_parameters_depth = 1

    def close_bracket(self, begin: int) -> None:
        """Read a closing bracket."""
        if self._type_parameters_depth and self._depth == self._type_parameters_depth:
            self._end_default(begin)
            self._type_parameters_depth = 0
        self._depth = max(self._depth - 1, 0)

    def end_line(self) -> None:
        """Read the end of a line, which ends a header unless a bracket is open."""
        if self._depth == 0:
            self._name_end = None

    def _begin_header(self, name_end: int) -> None:
        """Begin a header; no bracket can be open before it, except one that was never closed."""
        self._depth = self._type_parameters_depth = 0
        self._name_end = name_end
        self._arrow = self._default = None

    def _end_default(self, end: int) -> None:
        if self._default is not None:
            self.defaults.append((self._default, end))
            self._default = None
