"""Columns of texts and records: one stretch of bytes, and the offset of each entry.

Turns: strings or encoded records → bytes and offsets, and single entries back into objects on demand. Opening a column
costs nothing, however long it is: it only refers to arrays of a memory-mapped file.
"""

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import Generic, TypeVar

import msgspec
import numpy as np

from codeshed.graph.data.arrays import Bytes, Flags, Longs, Offsets, Words

_Record = TypeVar("_Record")

LOOKUP_COST = 40
"""How many texts can be read in sequence in the time of one lookup."""


class BlobColumn(msgspec.Struct, frozen=True, kw_only=True):
    """Byte strings: entry `n` is `content[starts[n]:starts[n + 1]]`."""

    starts: Offsets
    content: Bytes

    @classmethod
    def of(cls, pieces: Sequence[bytes]) -> "BlobColumn":
        """Concatenate byte strings."""
        return cls(
            starts=offsets_of_lengths(np.fromiter(map(len, pieces), np.int64, len(pieces))),
            content=np.frombuffer(b"".join(pieces), dtype=np.uint8),
        )

    def __len__(self) -> int:
        """Return the number of byte strings."""
        return len(self.starts) - 1

    def pieces(self, rows: Sequence[int]) -> list[bytes]:
        """Return some entries in the given order, faster than one by one."""
        content, starts = self.content.data, self.starts
        begins, ends = starts[list(rows)].tolist(), starts[[row + 1 for row in rows]].tolist()
        return [bytes(content[begin:end]) for begin, end in zip(begins, ends, strict=True)]

    def __getitem__(self, row: int) -> bytes:
        """Return one entry."""
        starts = self.starts
        if not 0 <= row < len(starts) - 1:
            raise IndexError(row)
        return self.content[starts[row] : starts[row + 1]].tobytes()


class StringColumn(msgspec.Struct, frozen=True, kw_only=True):
    """Texts in UTF-8. `find` needs them sorted by bytes, which is their order by code points."""

    blobs: BlobColumn

    @classmethod
    def of(cls, texts: Sequence[str]) -> "StringColumn":
        """Put texts into a column in the given order."""
        return cls(blobs=BlobColumn.of([encoded(text) for text in texts]))

    def __len__(self) -> int:
        """Return the number of texts."""
        return len(self.blobs)

    def __getitem__(self, row: int) -> str:
        """Return one text."""
        return decoded(self.blobs[row])

    def __iter__(self) -> Iterator[str]:
        """Yield all texts, faster than one by one."""
        content = self.blobs.content.tobytes()
        for begin, end in pairwise(self.blobs.starts.tolist()):
            yield decoded(content[begin:end])

    def find(self, text: str) -> int | None:
        """Return the row of a text in a sorted column, or None."""
        wanted = encoded(text)
        row = bisect_left(range(len(self)), wanted, key=self.blobs.__getitem__)
        return row if row < len(self) and self.blobs[row] == wanted else None

    def find_each(self, texts: Sequence[str]) -> list[int | None]:
        """Return the rows of many texts, None for those that are not there; faster than one by one."""
        if len(texts) * LOOKUP_COST < len(self):
            return [self.find(text) for text in texts]
        content, starts = self.blobs.content.tobytes(), self.blobs.starts.tolist()
        rows = {content[begin:end]: row for row, (begin, end) in enumerate(pairwise(starts))}
        return [rows.get(encoded(text)) for text in texts]


class RecordColumn(msgspec.Struct, Generic[_Record], frozen=True, kw_only=True):
    """Records of one type in MessagePack, decoded one at a time."""

    blobs: BlobColumn
    record_type: type[_Record]

    @classmethod
    def of(cls, records: Iterable[_Record], record_type: type[_Record]) -> "RecordColumn[_Record]":
        """Encode records in the given order."""
        encode = msgspec.msgpack.Encoder().encode
        return cls(blobs=BlobColumn.of([encode(record) for record in records]), record_type=record_type)

    def __len__(self) -> int:
        """Return the number of records."""
        return len(self.blobs)

    def __getitem__(self, row: int) -> _Record:
        """Return one record."""
        return msgspec.msgpack.decode(self.blobs[row], type=self.record_type)

    def __iter__(self) -> Iterator[_Record]:
        """Yield all records."""
        decode = msgspec.msgpack.Decoder(self.record_type).decode
        for row in range(len(self)):
            yield decode(self.blobs[row])


def encoded(text: str) -> bytes:
    """Encode a text as UTF-8; lone surrogates are kept, and sort with the rest."""
    return text.encode(errors="surrogatepass")


def decoded(piece: bytes) -> str:
    """Decode a text that `encoded` made."""
    return piece.decode(errors="surrogatepass")


def offsets_of_lengths(lengths: Offsets) -> Longs:
    """Return the offsets of entries with these lengths, and the end of the last one."""
    starts = np.zeros(len(lengths) + 1, dtype=np.int64)
    np.cumsum(lengths, out=starts[1:])
    return starts


def concatenate_ranges(begins: Offsets, lengths: Offsets) -> Longs:
    """Return the concatenation of the ranges that start at `begins` and have these lengths."""
    starts = offsets_of_lengths(lengths)
    return np.repeat(begins - starts[:-1], lengths) + np.arange(starts[-1], dtype=np.int64)


def run_starts(in_order: Offsets | Words) -> Longs:
    """Return the first position of each distinct number in a sorted array."""
    is_first = np.ones(len(in_order), dtype=np.bool_)
    is_first[1:] = in_order[1:] != in_order[:-1]
    return np.flatnonzero(is_first)


def distinct(numbers: Offsets) -> Longs:
    """Return the distinct numbers, sorted; `np.unique` would import masked arrays."""
    in_order = np.sort(numbers)
    return in_order[run_starts(in_order)]


def is_among(numbers: Offsets, others: Offsets | Sequence[int]) -> Flags:
    """Return a mask of the numbers that occur in `others`; the cost does not depend on how large the numbers are."""
    in_order = np.sort(np.asarray(others, dtype=np.int64))
    if not len(in_order):
        return np.zeros(len(numbers), dtype=np.bool_)
    places = np.minimum(np.searchsorted(in_order, numbers), len(in_order) - 1)
    return np.asarray(in_order[places] == numbers)
