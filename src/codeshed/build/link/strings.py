"""The strings of all parts, each once.

Turns: the strings of all parts → one table, and for each string of each part its number in that. Number 0 is no
string. Equal strings are found by their hashes, whole columns at a time; only those that a pass must read become texts.
"""

from collections.abc import Sequence

import numpy as np

from codeshed.build.part.document_part import INT, StringColumns
from codeshed.graph.arrays import Flags, Ints, Longs, Words
from codeshed.graph.columns import decoded, encoded, starts_of
from codeshed.graph.name_index import digest

NOTHING = 0

_HALF = np.dtype("<u8")


class Strings:
    """The one table: strings by number and numbers by string. It only grows.

    Strings of parts have their numbers in the order of their hashes. `firsts[p]` and the number that a string has in
    part `p` add up to its place among all strings of all parts.
    """

    def __init__(self, tables: Sequence[StringColumns]) -> None:
        digests = np.frombuffer(b"".join([table.digests for table in tables]), dtype=_HALF)
        first_halves, second_halves = np.ascontiguousarray(digests.reshape(-1, 2).T)
        order, is_first = group_digests(first_halves, second_halves)
        self._numbers: Ints = np.full(len(order) + 1, NOTHING, dtype=np.int32)
        self._numbers[order + 1] = np.cumsum(is_first)
        self.firsts: Ints = starts_of(
            np.array([len(table.lengths) // INT.itemsize for table in tables])
        ).astype(np.int32)
        starts = starts_of(np.frombuffer(b"".join([table.lengths for table in tables]), dtype=INT))
        chosen = order[is_first]
        self._first_halves, self._second_halves = first_halves[chosen], second_halves[chosen]
        self._content = b"".join([table.content for table in tables])
        self._begins = np.concatenate(([0], starts[chosen]))
        self._ends = np.concatenate(([0], starts[chosen + 1]))
        self._added: list[bytes] = []
        self._text_by_number: dict[int, str] = {}
        self._number_by_text: dict[str, int] = {}

    def __len__(self) -> int:
        """Return how many there are, no string included."""
        return len(self._begins) + len(self._added)

    def renumbered(self, local: Ints, firsts: Ints) -> Ints:
        """Return the numbers of strings that are given by their numbers within parts."""
        return self._numbers[np.where(local == NOTHING, 0, local + firsts)]

    def hashes(self, numbers: Ints) -> Words:
        """Return the first halves of the hashes of strings of parts."""
        return np.asarray(self._first_halves[numbers - 1])

    def pieces(self, numbers: Ints | Longs) -> list[bytes]:
        """Return strings as bytes."""
        if np.any(numbers >= len(self._begins)):
            return [self._piece(number) for number in numbers.tolist()]
        content = self._content
        begins, ends = self._begins[numbers].tolist(), self._ends[numbers].tolist()
        return [content[begin:end] for begin, end in zip(begins, ends, strict=True)]

    def in_order(self, numbers: Ints | Longs) -> tuple[Ints, list[bytes]]:
        """Return strings in the order of their texts, which is that of their bytes: as numbers, and as bytes."""
        pieces = self.pieces(numbers)
        order = sorted(range(len(pieces)), key=pieces.__getitem__)
        return numbers[order].astype(np.int32), [pieces[place] for place in order]

    def text(self, number: int) -> str:
        """Return a string as text."""
        known = self._text_by_number.get(number)
        if known is None:
            known = self._text_by_number[number] = decoded(self._piece(number))
        return known

    def find(self, text: str) -> int:
        """Return the number of a text, or NOTHING if it is none of these."""
        known = self._number_by_text.get(text)
        if known is None:
            known = self._number_by_text[text] = self._find(digest(encoded(text)))
        return known

    def number(self, text: str | None) -> int:
        """Return the number of a text, a new one if it was none of these."""
        if text is None:
            return NOTHING
        known = self.find(text)
        if known == NOTHING:
            known = self._number_by_text[text] = len(self)
            self._added.append(encoded(text))
        return known

    def _piece(self, number: int) -> bytes:
        n_old = len(self._begins)
        if number < n_old:
            return self._content[self._begins[number] : self._ends[number]]
        return self._added[number - n_old]

    def _find(self, wanted: bytes) -> int:
        first, second = np.frombuffer(wanted, dtype=_HALF)
        begin = int(np.searchsorted(self._first_halves, first))
        end = int(np.searchsorted(self._first_halves, first, side="right"))
        return next(
            (place + 1 for place in range(begin, end) if self._second_halves[place] == second), NOTHING
        )


def group_digests(first_halves: Words, second_halves: Words) -> tuple[Longs, Flags]:
    """Bring hashes into an order in which equal ones are neighbours, and say where a new one begins."""
    order = np.argsort(first_halves)
    is_new, is_same_half = _compare_neighbours(first_halves[order], second_halves[order])
    if np.any(is_new & is_same_half):
        # The first halves of different strings are equal: someone took pains.
        order = np.lexsort((second_halves, first_halves))
        is_new, _ = _compare_neighbours(first_halves[order], second_halves[order])
    return order, np.concatenate((np.ones(min(1, len(order)), dtype=np.bool_), is_new))


def _compare_neighbours(first_halves: Words, second_halves: Words) -> tuple[Flags, Flags]:
    """Say of each hash but the first whether it differs from the one before, and whether its first half does not."""
    is_same_half = first_halves[1:] == first_halves[:-1]
    return ~is_same_half | (second_halves[1:] != second_halves[:-1]), is_same_half
