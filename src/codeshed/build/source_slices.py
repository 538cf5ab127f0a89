"""The text of each definition without the functions and types nested in it.

Turns: a file's text and spans → the text that belongs to each span alone. A nested definition that has its lines to
itself is cut out with its indentation and line end.
"""

from collections.abc import Iterator

import msgspec

from codeshed.model.semantic import Definition, DefinitionKind
from codeshed.model.source_reader import line_starts
from codeshed.model.span import Span

_NEWLINE = 0x0A
_BLANKS = frozenset(b" \t\r\f")
_MAX_BLANKS = 1000


class SourceText(msgspec.Struct, frozen=True):
    """A file as bytes, with the byte offset of each line."""

    content: bytes
    line_offsets: tuple[int, ...]

    @classmethod
    def of(cls, text: str) -> "SourceText":
        """Prepare a text for slicing; bytes that were invalid UTF-8 when the file was read are restored."""
        try:
            content = text.encode("utf-8", "surrogateescape")
        except UnicodeEncodeError:
            content = text.encode("utf-8", "replace")
        return cls(content, line_starts(content))

    @property
    def n_lines(self) -> int:
        """The number of lines, counting the empty one after a final line end."""
        return len(self.line_offsets)

    def offset(self, line: int, column: int) -> int:
        """Return the byte offset of a position, clamped to the file."""
        if line < 1:
            return 0
        if line > len(self.line_offsets):
            return len(self.content)
        end_of_line = self.line_offsets[line] if line < len(self.line_offsets) else len(self.content)
        return min(self.line_offsets[line - 1] + max(column, 0), end_of_line)

    def contains_span(self, span: Span) -> bool:
        """Whether a span starts and ends within this file, and starts before it ends."""
        return (
            self._has_position(span.start_line, span.start_column)
            and self._has_position(span.end_line, span.end_column)
            and (span.start_line, span.start_column) <= (span.end_line, span.end_column)
        )

    def _has_position(self, line: int, column: int) -> bool:
        if not 1 <= line <= len(self.line_offsets) or column < 0:
            return False
        end_of_line = self.line_offsets[line] if line < len(self.line_offsets) else len(self.content)
        return self.line_offsets[line - 1] + column <= end_of_line

    def range_of(self, span: Span) -> tuple[int, int]:
        """Return a span as byte offsets."""
        begin = self.offset(span.start_line, span.start_column)
        return begin, max(begin, self.offset(span.end_line, span.end_column))

    def text_without(self, begin: int, end: int, cuts: list[tuple[int, int]]) -> str:
        """Return the text between two offsets, with disjoint stretches cut out."""
        pieces = []
        position = begin
        for cut_begin, cut_end in cuts:
            wide_begin, wide_end = self._whole_lines(cut_begin, cut_end)
            pieces.append(self.content[position : max(position, wide_begin)])
            position = max(position, min(wide_end, end))
        pieces.append(self.content[position:end])
        return b"".join(pieces).decode("utf-8", "replace")

    def _whole_lines(self, begin: int, end: int) -> tuple[int, int]:
        """Widen a cut to whole lines if only blanks share these lines with it."""
        first = begin
        while first > max(0, begin - _MAX_BLANKS) and self.content[first - 1] in _BLANKS:
            first -= 1
        # A nested definition that ends at the start of a line must not take that line with it.
        last = end
        if end == 0 or self.content[end - 1] != _NEWLINE:
            while last < min(len(self.content), end + _MAX_BLANKS) and self.content[last] in _BLANKS:
                last += 1
            if last < len(self.content) and self.content[last] != _NEWLINE:
                return begin, end
            last = min(last + 1, len(self.content))
        is_at_line_start = first == 0 or self.content[first - 1] == _NEWLINE
        return (first, last) if is_at_line_start else (begin, end)


def own_texts(source: SourceText, definitions: tuple[Definition, ...]) -> tuple[Iterator[str], str]:
    """Return the own text of each definition, lazily and in the given order, and that of the module around them."""
    ranges = [source.range_of(definition.span) for definition in definitions]
    blocks = sorted(
        (ranges[index][0], -ranges[index][1], index)
        for index, definition in enumerate(definitions)
        if definition.kind is not DefinitionKind.VARIABLE and ranges[index][0] < ranges[index][1]
    )
    cuts: list[list[tuple[int, int]]] = [[] for _ in definitions]
    module_cuts: list[tuple[int, int]] = []
    open_blocks: list[int] = []
    for begin, negative_end, index in blocks:
        while open_blocks and ranges[open_blocks[-1]][1] <= begin:
            open_blocks.pop()
        if not open_blocks:
            module_cuts.append((begin, -negative_end))
        elif ranges[open_blocks[-1]] != ranges[index]:
            cuts[open_blocks[-1]].append((begin, -negative_end))
        open_blocks.append(index)
    texts = (source.text_without(*span, cut) for span, cut in zip(ranges, cuts, strict=True))
    return texts, source.text_without(0, len(source.content), module_cuts)
