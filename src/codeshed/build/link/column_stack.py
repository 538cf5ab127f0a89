"""Columns of many parts, joined.

Turns: one column of each pack, as bytes → one array, in which the numbers of strings are those of all parts.
"""

from collections.abc import Callable, Sequence
from typing import Generic, TypeAlias, TypeVar

import numpy as np

from codeshed.build.link.string_union import Strings
from codeshed.build.part.document_part import BYTE, INT, LONG
from codeshed.graph.data.arrays import Bytes, Ints, Longs

_Piece = TypeVar("_Piece")
_Column: TypeAlias = Callable[[_Piece], memoryview]


class Stack(Generic[_Piece]):
    """The same table of one pack after another; its columns are asked for one at a time."""

    def __init__(self, pieces: Sequence[_Piece], counts: Ints, strings: Strings) -> None:
        """Take the tables, how many rows each part has in them, and all strings."""
        self._pieces = pieces
        self._strings = strings
        self.part_of_row: Ints = np.repeat(np.arange(len(counts), dtype=np.int32), counts)
        self._first_strings = self.repeated(strings.firsts)

    def ints(self, column: _Column[_Piece]) -> Ints:
        """Return a column of four-byte numbers."""
        return np.frombuffer(b"".join(map(column, self._pieces)), dtype=INT)

    def longs(self, column: _Column[_Piece]) -> Longs:
        """Return a column of eight-byte numbers."""
        return np.frombuffer(b"".join(map(column, self._pieces)), dtype=LONG)

    def bytes(self, column: _Column[_Piece]) -> Bytes:
        """Return a column of one-byte numbers."""
        return np.frombuffer(b"".join(map(column, self._pieces)), dtype=BYTE)

    def strings(self, column: _Column[_Piece]) -> Ints:
        """Return a column of strings."""
        return self._strings.numbers_at(self.string_places(column))

    def string_places(self, column: _Column[_Piece]) -> Ints:
        """Return where the strings of a column stand among those of all parts."""
        return self._strings.places(self.ints(column), self._first_strings)

    def shifted(self, column: _Column[_Piece], firsts: Longs) -> Ints:
        """Return a column of rows of another table, which begin anew at `firsts` with each part."""
        return self.ints(column) + firsts.astype(np.int32)[self.part_of_row]

    def repeated(self, values: Ints) -> Ints:
        """Return a value of each part for each of its rows."""
        return values[self.part_of_row]
