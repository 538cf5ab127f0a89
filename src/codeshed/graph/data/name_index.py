"""Index of nodes by the last name of their symbols: `a/b.py::C.run` is found as `run`.

Turns: a name, a name in any case, or a name within a file → rows. Names are sorted by hash, so that a lookup is a
binary search among numbers.
"""

import hashlib
from bisect import bisect_left, bisect_right
from collections.abc import Iterator

import msgspec
import numpy as np

from codeshed.graph.data.arrays import Ints, Longs, Offsets, Words
from codeshed.graph.data.columns import StringColumn, encoded, offsets_of_lengths
from codeshed.model.symbol_ids import last_name

_NO_ROWS: Ints = np.zeros(0, dtype=np.int32)
_DIGEST_SIZE = 16


class NameIndex(msgspec.Struct, frozen=True, kw_only=True):
    """The distinct names, with the nodes of each; and the names that are equal in lower case.

    `hashes[n]` is that of name `n`, and its nodes are `rows[starts[n]:starts[n + 1]]`, by file and symbol;
    `symbols` and `files` are those of all nodes of the graph. `lower_hashes[l]` is that of a lower-case name, and
    its spellings are the names `spellings[spelling_starts[l]:spelling_starts[l + 1]]`. Different names may share a
    hash.
    """

    symbols: StringColumn
    files: Ints
    hashes: Words
    starts: Offsets
    rows: Ints
    lower_hashes: Words
    spelling_starts: Offsets
    spellings: Ints

    def __len__(self) -> int:
        """Return the number of distinct names."""
        return len(self.hashes)

    def __iter__(self) -> Iterator[str]:
        """Yield the distinct names, in the order of their hashes."""
        return map(self._name, range(len(self)))

    def find(self, name: str) -> Ints:
        """Return the nodes with this name, in row order."""
        return np.sort(self._rows_of(name))

    def rows_with_hash(self, wanted: np.uint64) -> Ints:
        """Return the nodes whose name has this hash."""
        return np.concatenate([_NO_ROWS, *map(self._rows_at, _places_of_hash(self.hashes, wanted))])

    def find_in_any_case(self, name: str) -> Ints:
        """Return the nodes with this name, case-insensitively, in row order."""
        wanted = name.lower()
        spellings = [
            spelling
            for lower in _places(self.lower_hashes, wanted)
            for spelling in self._spellings_of(lower)
            if self._name(spelling).lower() == wanted
        ]
        return np.sort(np.concatenate([_NO_ROWS, *map(self._rows_at, spellings)]))

    def find_in_file(self, name: str, file: int) -> Ints:
        """Return the nodes with this name in a file, in row order."""
        rows = self._rows_of(name)
        begin = bisect_left(rows, file, key=self.files.__getitem__)
        return rows[begin : bisect_right(rows, file, lo=begin, key=self.files.__getitem__)]

    def _rows_of(self, name: str) -> Ints:
        found = (place for place in _places(self.hashes, name) if self._name(place) == name)
        return next(map(self._rows_at, found), _NO_ROWS)

    def _name(self, place: int) -> str:
        return last_name(self.symbols[int(self.rows[self.starts[place]])])

    def _rows_at(self, place: int) -> Ints:
        return self.rows[self.starts[place] : self.starts[place + 1]]

    def _spellings_of(self, lower: int) -> list[int]:
        return list(self.spellings[self.spelling_starts[lower] : self.spelling_starts[lower + 1]].tolist())


def index_names(symbols: StringColumn, files: Ints) -> NameIndex:
    """Index nodes by the last names of their symbols. Linking has the hashes already, and does the same from these."""
    place_by_name: dict[str, int] = {}
    places = np.fromiter(
        (place_by_name.setdefault(last_name(symbol), len(place_by_name)) for symbol in symbols),
        np.int64,
        len(symbols),
    )
    names = list(place_by_name)
    hashes, ranks = _ranked_by_hash(names)
    place_by_lower: dict[str, int] = {}
    lower_places = np.zeros(len(names), dtype=np.int64)
    for name, rank in zip(names, ranks.tolist(), strict=True):
        lower_places[rank] = place_by_lower.setdefault(name.lower(), len(place_by_lower))
    lower_hashes, lower_ranks = _ranked_by_hash(list(place_by_lower))
    name_of_row, lower_of_name = ranks[places], lower_ranks[lower_places]
    return NameIndex(
        symbols=symbols,
        files=files,
        hashes=hashes,
        starts=offsets_of_lengths(np.bincount(name_of_row, minlength=len(names))),
        rows=np.lexsort((files, name_of_row)).astype(np.int32),
        lower_hashes=lower_hashes,
        spelling_starts=offsets_of_lengths(np.bincount(lower_of_name, minlength=len(place_by_lower))),
        spellings=np.argsort(lower_of_name, kind="stable").astype(np.int32),
    )


def _ranked_by_hash(names: list[str]) -> tuple[Words, Longs]:
    """Return the sorted hashes of names, and the rank of each name among them."""
    digests = b"".join([digest(encoded(name)) for name in names])
    first_halves, second_halves = np.frombuffer(digests, dtype="<u8").reshape(-1, 2).T
    order = np.lexsort((second_halves, first_halves))
    ranks = np.zeros(len(names), dtype=np.int64)
    ranks[order] = np.arange(len(names))
    return first_halves[order].astype(np.uint64), ranks


def digest(name: bytes) -> bytes:
    """Return the hash of a string: 16 bytes of BLAKE2b, so that collisions cannot be constructed."""
    return hashlib.blake2b(name, digest_size=_DIGEST_SIZE).digest()


def hash_of(name: bytes) -> np.uint64:
    """Return the first half of a name's hash, by which it is looked up."""
    return np.uint64(np.frombuffer(digest(name), dtype="<u8")[0])


def _places(hashes: Words, name: str) -> range:
    """Return the positions of the hash of a name."""
    return _places_of_hash(hashes, hash_of(encoded(name)))


def _places_of_hash(hashes: Words, wanted: np.uint64) -> range:
    return range(int(np.searchsorted(hashes, wanted)), int(np.searchsorted(hashes, wanted, side="right")))
