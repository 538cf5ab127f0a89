"""Spans: the position of a piece of code in its file."""

from typing import Annotated

import msgspec

Position = Annotated[int, msgspec.Meta(ge=0, le=2_000_000_000)]
"""A line or column; no file has more."""


class Span(msgspec.Struct, frozen=True, gc=False):
    """A half-open stretch of a file: it begins at its start and ends before its end.

    Lines count from 1, columns from 0 in UTF-8 bytes, as compilers print and `ast` reports them.
    The first line of a file, whole and eleven bytes long, is
    `{"start_line": 1, "start_column": 0, "end_line": 1, "end_column": 11}`.
    """

    start_line: Position
    start_column: Position
    end_line: Position
    end_column: Position

    def contains(self, other: "Span") -> bool:
        """Whether `other` is within this span; a span contains itself."""
        return (
            (self.start_line, self.start_column) <= (other.start_line, other.start_column)
            and (other.end_line, other.end_column) <= (self.end_line, self.end_column)
        )  # fmt: skip

    def sort_key(self) -> tuple[int, int, int, int]:
        """Order by start; of two with the same start the longer one is last."""
        return (self.start_line, self.start_column, self.end_line, self.end_column)
