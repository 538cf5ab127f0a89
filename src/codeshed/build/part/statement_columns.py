"""The statements that hold calls and writes.

Turns: a document's statement ranges + its source → for each reference the first and last line of its statement, and how
large these lines are. Queries show and count such lines without reading sources.
"""

from bisect import bisect_right

from codeshed.build.size import SizeFunction
from codeshed.build.source_slices import SourceText
from codeshed.graph.data.statements import UNKNOWN_SIZE
from codeshed.model.semantic import Document, Reference, ReferenceRole

_HELD_ROLES = frozenset({ReferenceRole.CALL, ReferenceRole.WRITE})
_NO_STATEMENT = (0, 0, 0)


class StatementFinder:
    """Finds the statement around a reference of one document."""

    def __init__(self, document: Document, source: SourceText | None, measure: SizeFunction) -> None:
        ranges = document.statement_lines
        self._is_known = ranges is not None
        self._firsts = [first for first, _ in ranges or ()]
        self._lasts = [last for _, last in ranges or ()]
        self._source = source
        self._measure = measure
        self._size_by_lines: dict[tuple[int, int], int] = {}

    def find(self, reference: Reference) -> tuple[int, int, int]:
        """Return the first line, the last line and the size of the statement of a call or write; zeros for others.

        A statement of several lines is one of the document's ranges; any other has one line. Where the document does not
        know its statements, the lines of the reference count.
        """
        if reference.role not in _HELD_ROLES or reference.span is None:
            return _NO_STATEMENT
        span = reference.span
        first = last = span.start_line
        place = bisect_right(self._firsts, first) - 1
        if place >= 0 and self._lasts[place] >= first:
            first, last = self._firsts[place], self._lasts[place]
        elif not self._is_known:
            last = max(first, span.end_line)
        size = self._size_by_lines.get((first, last))
        if size is None:
            size = self._size_by_lines[first, last] = self._size_of(first, last)
        return first, last, size

    def _size_of(self, first: int, last: int) -> int:
        if self._source is None:
            return UNKNOWN_SIZE
        text = self._source.content[self._source.offset(first, 0) : self._source.offset(last + 1, 0)]
        return self._measure.measure(text.decode("utf-8", "replace"))
