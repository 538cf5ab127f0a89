"""Columns of texts and records: one stretch of bytes and where each entry begins.

Turns: strings or encoded records → bytes and offsets, and single entries back into objects when they are asked for. A
column costs nothing to open, however long it is: an array of the file that it lies in is all that it holds.
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
"""How many texts can be read in a row in the time that it takes to look one up."""


class BlobColumn(msgspec.Struct, frozen=True, kw_only=True):
    """Pieces of bytes: entry `n` is `content[starts[n]:starts[n + 1]]`."""

    starts: Offsets
    content: Bytes

    @classmethod
    def of(cls, pieces: Sequence[bytes]) -> "BlobColumn":
        """Put pieces one behind the other."""
        return cls(
            starts=starts_of(np.fromiter(map(len, pieces), np.int64, len(pieces))),
            content=np.frombuffer(b"".join(pieces), dtype=np.uint8),
        )

    def __len__(self) -> int:
        """Return the number of pieces."""
        return len(self.starts) - 1

    def pieces(self, rows: Sequence[int]) -> list[bytes]:
        """Return some pieces in the given order, faster than one by one."""
        content, starts = self.content.data, self.starts
        begins, ends = starts[list(rows)].tolist(), starts[[row + 1 for row in rows]].tolist()
        return [bytes(content[begin:end]) for begin, end in zip(begins, ends, strict=True)]

    def __getitem__(self, row: int) -> bytes:
        """Return one piece."""
        starts = self.starts
        if not 0 <= row < len(starts) - 1:
            raise IndexError(row)
        return self.content[starts[row] : starts[row + 1]].tobytes()


class StringColumn(msgspec.Struct, frozen=True, kw_only=True):
    """Texts in UTF-8; sorted by their bytes, which is their order by code points, if `find` is to be used."""

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
    """Return a text as UTF-8. Half characters, which that does not have, are kept: they are in order too."""
    return text.encode(errors="surrogatepass")


def decoded(piece: bytes) -> str:
    """Return the text that was encoded."""
    return piece.decode(errors="surrogatepass")


def starts_of(lengths: Offsets) -> Longs:
    """Return where entries of these lengths begin, and behind the last one where it ends."""
    starts = np.zeros(len(lengths) + 1, dtype=np.int64)
    np.cumsum(lengths, out=starts[1:])
    return starts


def stretches(begins: Offsets, lengths: Offsets) -> Longs:
    """Return the places of all entries of some stretches, one stretch behind the other."""
    starts = starts_of(lengths)
    return np.repeat(begins - starts[:-1], lengths) + np.arange(starts[-1], dtype=np.int64)


def run_starts(in_order: Offsets | Words) -> Longs:
    """Return where each of the different ones among sorted numbers begins."""
    is_first = np.ones(len(in_order), dtype=np.bool_)
    is_first[1:] = in_order[1:] != in_order[:-1]
    return np.flatnonzero(is_first)


def distinct(numbers: Offsets) -> Longs:
    """Return each of some numbers once, in order; without indices numpy's own way loads its masked arrays."""
    in_order = np.sort(numbers)
    return in_order[run_starts(in_order)]


def is_among(numbers: Offsets, others: Offsets | Sequence[int]) -> Flags:
    """Say which of some numbers are among others; what it takes does not depend on how large they are."""
    in_order = np.sort(np.asarray(others, dtype=np.int64))
    if not len(in_order):
        return np.zeros(len(numbers), dtype=np.bool_)
    places = np.minimum(np.searchsorted(in_order, numbers), len(in_order) - 1)
    return np.asarray(in_order[places] == numbers)
