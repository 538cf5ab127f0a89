"""String interning across all parts.

Turns: the string tables of all parts → one table, and for each string of each part its number in it. Number 0 is no
string. Equal strings are found by their hashes, whole columns at a time; only strings that a pass reads are decoded.
"""

import struct
from bisect import bisect_left
from collections.abc import Sequence

import numpy as np

from codeshed.build.link.integer_sorting import stable_argsort
from codeshed.build.part.document_part import INT, StringColumns
from codeshed.graph.data.arrays import Flags, Ints, Longs, Words
from codeshed.graph.data.columns import BlobColumn, StringColumn, decoded, encoded, offsets_of_lengths
from codeshed.graph.data.name_index import digest

NO_STRING = 0
"""The number of no string."""

_HALF = np.dtype("<u8")
_HALVES = struct.Struct("<QQ")


class InternedStrings:
    """The interned strings, by number. The table only grows.

    Strings of parts are numbered in the order of their hashes. The position of a string among all strings of all
    parts is its number within part `p`, plus `firsts[p]`.
    """

    def __init__(self, tables: Sequence[StringColumns], counts: Ints) -> None:
        """Take the strings of all parts, and how many each part has."""
        digests = np.frombuffer(b"".join([table.digests for table in tables]), dtype=_HALF)
        first_halves, second_halves = np.ascontiguousarray(digests.reshape(-1, 2).T)
        order, is_first = group_digests(first_halves, second_halves)
        self._numbers: Ints = np.full(len(order) + 1, NO_STRING, dtype=np.int32)
        self._numbers[order + 1] = np.cumsum(is_first)
        self.firsts: Ints = offsets_of_lengths(counts).astype(np.int32)
        starts = offsets_of_lengths(np.frombuffer(b"".join([table.lengths for table in tables]), dtype=INT))
        chosen = order[is_first]
        self._first_halves, self._second_halves = first_halves[chosen], second_halves[chosen]
        # Single items of a memoryview are read faster than those of an array.
        self._sorted_halves = memoryview(self._first_halves.astype(np.uint64))
        self._content = b"".join([table.content for table in tables])
        self._starts = np.concatenate(([0], starts))
        self._places = np.concatenate(([0], chosen + 1)).astype(np.int32)
        self._added: list[bytes] = []
        self._text_by_number: dict[int, str] = {}
        self._number_by_text: dict[str, int] = {}

    def __len__(self) -> int:
        """Return the number of strings, including no string."""
        return len(self._places) + len(self._added)

    def global_positions(self, local: Ints, firsts: Ints) -> Ints:
        """Turn numbers within parts into positions; no string is at position 0."""
        return np.where(local == NO_STRING, 0, local + firsts)

    def numbers_at_positions(self, places: Ints) -> Ints:
        """Return the numbers of the strings at positions."""
        return self._numbers[places]

    def first_positions(self, numbers: Ints) -> Ints:
        """Return one position of each of some strings of parts."""
        return self._places[numbers]

    def hashes(self, numbers: Ints) -> Words:
        """Return the first halves of the hashes of some strings of parts."""
        return np.asarray(self._first_halves[numbers - 1])

    def bytes_at_positions(self, places: Ints) -> list[bytes]:
        """Return the strings at positions, encoded."""
        content = self._content
        begins, ends = self._starts[places].tolist(), self._starts[places + 1].tolist()
        return [content[begin:end] for begin, end in zip(begins, ends, strict=True)]

    def column_at_positions(self, places: Ints) -> StringColumn:
        """Return the strings at positions as a column; adjacent ones are copied as one block."""
        begins, ends = self._starts[places], self._starts[places + 1]
        is_new = np.append(begins[1:] != ends[:-1], np.ones(min(1, len(places)), dtype=np.bool_))
        last = np.flatnonzero(is_new)
        firsts = np.append(0, last[:-1] + 1)[: len(last)]
        content = self._content
        stretches = zip(begins[firsts].tolist(), ends[last].tolist(), strict=True)
        joined = b"".join([content[begin:end] for begin, end in stretches])
        return StringColumn(
            blobs=BlobColumn(
                starts=offsets_of_lengths(ends - begins), content=np.frombuffer(joined, dtype=np.uint8)
            )
        )

    def sorted_by_text(self, numbers: Ints) -> tuple[Ints, StringColumn]:
        """Sort strings by text, which is the order of their bytes: return their numbers, and a column of them."""
        old = numbers[numbers < len(self._places)]
        new = numbers[numbers >= len(self._places)]
        numbers = np.concatenate((old, new))
        pieces = [*self.bytes_at_positions(self.first_positions(old)), *map(self._piece, new.tolist())]
        order = sorted(range(len(pieces)), key=pieces.__getitem__)
        column = StringColumn(blobs=BlobColumn.of([pieces[place] for place in order]))
        return numbers[order].astype(np.int32), column

    def text(self, number: int) -> str:
        """Return a string, decoded."""
        known = self._text_by_number.get(number)
        if known is None:
            known = self._text_by_number[number] = decoded(self._piece(number))
        return known

    def find(self, text: str) -> int:
        """Return the number of a text, or NO_STRING if it is not in the table."""
        known = self._number_by_text.get(text)
        if known is None:
            known = self._number_by_text[text] = self._find(digest(encoded(text)))
        return known

    def intern(self, text: str | None) -> int:
        """Return the number of a text, adding it if it is not in the table."""
        if text is None:
            return NO_STRING
        known = self.find(text)
        if known == NO_STRING:
            known = self._number_by_text[text] = len(self)
            self._added.append(encoded(text))
        return known

    def _piece(self, number: int) -> bytes:
        n_old = len(self._places)
        if number >= n_old:
            return self._added[number - n_old]
        place = self._places[number]
        return self._content[self._starts[place] : self._starts[place + 1]]

    def _find(self, wanted: bytes) -> int:
        first, second = _HALVES.unpack(wanted)
        for place in range(bisect_left(self._sorted_halves, first), len(self._sorted_halves)):
            if self._sorted_halves[place] != first:
                break
            if self._second_halves[place] == second:
                return place + 1
        return NO_STRING


def group_digests(first_halves: Words, second_halves: Words) -> tuple[Longs, Flags]:
    """Return a permutation that brings equal hashes together, and where a new hash begins.

    Hashes are sorted by their first bits only, unless two different ones agree in these.
    """
    n_bits = len(first_halves).bit_length()
    order = stable_argsort((first_halves >> np.uint64(n_bits + 1)).astype(np.int64))
    bits = first_halves[order] >> np.uint64(n_bits + 1)
    is_alike = bits[1:] == bits[:-1]
    is_new = _differs(first_halves[order]) | _differs(second_halves[order])
    if np.any(is_new & is_alike):
        order = np.lexsort((second_halves, first_halves))
        is_new = _differs(first_halves[order]) | _differs(second_halves[order])
    return order, np.concatenate((np.ones(min(1, len(order)), dtype=np.bool_), is_new))


def _differs(numbers: Words) -> Flags:
    """Return a mask of the numbers but the first: those that differ from the one before."""
    return np.asarray(numbers[1:] != numbers[:-1])
