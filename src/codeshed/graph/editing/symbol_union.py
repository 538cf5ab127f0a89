"""Merges the sorted symbols of several graphs.

Turns: columns of symbols → SymbolUnion: the origin and the new row of each symbol. A symbol is taken from the first
graph that defines it; an external one from the first that names it.
"""

from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import TypeVar

import msgspec
import numpy as np
from numpy.typing import NDArray

from codeshed.graph.data.arrays import NO_ROW, Bytes, Flags, Ints, Longs
from codeshed.graph.data.columns import LOOKUP_COST, BlobColumn, StringColumn, offsets_of_lengths

_Number = TypeVar("_Number", np.int32, np.int64, np.uint8)


class SymbolUnion(msgspec.Struct, frozen=True, kw_only=True):
    """Symbols in order: symbol `n` is taken from row `rows[n]` of column `columns[n]`.

    `new_rows[c]` are the new rows of column `c`, NO_ROW for those that were dropped.
    """

    symbols: StringColumn
    columns: Ints
    rows: Ints
    new_rows: tuple[Ints, ...]

    def __len__(self) -> int:
        """Return the number of symbols."""
        return len(self.rows)

    @property
    def is_first(self) -> bool:
        """Whether the union has exactly the symbols of the first column."""
        return len(self) == len(self.new_rows[0]) and bool((self.new_rows[0] != NO_ROW).all())

    def gather(self, values: Sequence[NDArray[_Number]]) -> NDArray[_Number]:
        """Return values by symbol, from the values of all columns by row."""
        found: NDArray[_Number] = np.zeros((len(self), *values[0].shape[1:]), dtype=values[0].dtype)
        for column, of_column in enumerate(values):
            is_here = self.columns == column
            found[is_here] = of_column[self.rows[is_here]]
        return found

    def rows_of(self, column: int) -> tuple[Longs, Ints]:
        """Return the symbols that are taken from a column, and their rows there."""
        here = np.flatnonzero(self.columns == column)
        return here, self.rows[here]


def unite_symbols(
    columns: Sequence[StringColumn], is_kept: Sequence[Flags], is_weak: Sequence[Flags]
) -> SymbolUnion:
    """Merge the kept symbols of sorted columns; weak ones yield to any other."""
    kept = [np.flatnonzero(flags).astype(np.int32) for flags in is_kept]
    symbols, numbers = unite_texts(columns, kept)
    column_of, row_of = (np.zeros(len(symbols), dtype=np.int32) for _ in range(2))
    # Later assignments win: weak symbols come first, and the first column last.
    for is_last in (True, False):
        for column in reversed(range(len(columns))):
            rows = kept[column][is_weak[column][kept[column]] == is_last]
            column_of[numbers[column][rows]] = column
            row_of[numbers[column][rows]] = rows
    return SymbolUnion(
        symbols=symbols, columns=column_of, rows=row_of, new_rows=tuple(each[:-1] for each in numbers)
    )


def unite_texts(
    columns: Sequence[StringColumn], used: Sequence[Ints]
) -> tuple[StringColumn, tuple[Ints, ...]]:
    """Merge the used texts of sorted columns, without duplicates; return for each column the new rows of its texts.

    `used` must be sorted. The new rows of each column have an extra NO_ROW at the end, for entries without a text.
    """
    longest = max(range(len(columns)), key=lambda column: len(used[column]))
    pieces = [
        [] if column == longest else texts.blobs.pieces(used[column].tolist())
        for column, texts in enumerate(columns)
    ]
    others = sorted({piece for of_column in pieces for piece in of_column})
    if len(others) * LOOKUP_COST < len(used[longest]):
        inserted = _inserted(columns[longest].blobs, used[longest], others)
    else:
        inserted = _sorted_in(columns[longest].blobs, used[longest], others)
    number_by_piece = dict(zip(others, inserted.numbers, strict=True))
    new_rows = []
    for column, (texts, rows, of_column) in enumerate(zip(columns, used, pieces, strict=True)):
        new = np.full(len(texts) + 1, NO_ROW, dtype=np.int32)
        new[rows] = (
            inserted.old_numbers if column == longest else [number_by_piece[piece] for piece in of_column]
        )
        new_rows.append(new)
    return StringColumn(blobs=inserted.blobs), tuple(new_rows)


class _Inserted(msgspec.Struct, frozen=True, kw_only=True):
    """Merged byte strings, and the new positions of those that were there and of those that were added."""

    blobs: BlobColumn
    old_numbers: Ints
    numbers: list[int]


def _sorted_in(blobs: BlobColumn, rows: Ints, others: Sequence[bytes]) -> _Inserted:
    """Sort some rows of a column together with other byte strings."""
    old = blobs.pieces(rows.tolist())
    in_order = sorted({*old, *others})
    number_by_piece = {piece: number for number, piece in enumerate(in_order)}
    return _Inserted(
        blobs=BlobColumn.of(in_order),
        old_numbers=np.array([number_by_piece[piece] for piece in old], dtype=np.int32),
        numbers=[number_by_piece[piece] for piece in others],
    )


def _inserted(blobs: BlobColumn, rows: Ints, others: Sequence[bytes]) -> _Inserted:
    """Insert a few sorted byte strings between some rows of a column; the stretches between them are copied as blocks."""
    begins = _places(blobs, others)
    gaps = np.searchsorted(rows, begins)
    is_new = np.array(
        [
            gap == len(rows) or rows[gap] != begin or blobs[begin] != piece
            for piece, begin, gap in zip(others, begins, gaps.tolist(), strict=True)
        ],
        dtype=np.bool_,
    )
    new = [piece for piece, is_one in zip(others, is_new.tolist(), strict=True) if is_one]
    new_gaps = gaps[is_new]
    places = np.arange(len(rows))
    old_numbers = (places + np.searchsorted(new_gaps, places, side="right")).astype(np.int32)
    lengths = np.diff(blobs.starts.astype(np.int64))[rows]
    numbers = np.where(is_new, gaps + np.cumsum(is_new) - 1, np.append(old_numbers, NO_ROW)[gaps])
    return _Inserted(
        blobs=BlobColumn(
            starts=offsets_of_lengths(np.insert(lengths, new_gaps, [len(piece) for piece in new])),
            content=_spliced(blobs, rows, dict(_grouped(new_gaps.tolist(), new))),
        ),
        old_numbers=old_numbers,
        numbers=numbers.tolist(),
    )


def _places(blobs: BlobColumn, pieces: Sequence[bytes]) -> list[int]:
    """Return the insertion positions of sorted byte strings by galloping search: most are close to the one before."""
    places = []
    place, n_rows = 0, len(blobs)
    for piece in pieces:
        reach = 1
        while place + reach <= n_rows and blobs[place + reach - 1] < piece:
            reach *= 2
        first, end = place + reach // 2, min(place + reach - 1, n_rows)
        place = bisect_left(range(n_rows), piece, first, end, key=blobs.__getitem__)
        places.append(place)
    return places


def _grouped(gaps: Sequence[int], pieces: Sequence[bytes]) -> Iterator[tuple[int, bytes]]:
    """Yield for each gap the bytes that are inserted there."""
    for gap, together in groupby(zip(gaps, pieces, strict=True), key=lambda each: each[0]):
        yield gap, b"".join(piece for _, piece in together)


def _spliced(blobs: BlobColumn, rows: Ints, piece_by_gap: Mapping[int, bytes]) -> Bytes:
    """Return the bytes of some rows of a column, with the given bytes inserted at gaps."""
    is_cut = np.ones(len(rows) + 1, dtype=np.bool_)
    is_cut[1:-1] = rows[1:] != rows[:-1] + 1
    is_cut[list(piece_by_gap)] = True
    cuts = np.flatnonzero(is_cut).tolist()
    parts: list[Bytes] = []
    for begin, end in zip(cuts, [*cuts[1:], None], strict=True):
        if begin in piece_by_gap:
            parts.append(np.frombuffer(piece_by_gap[begin], dtype=np.uint8))
        if end is not None:
            parts.append(blobs.content[blobs.starts[rows[begin]] : blobs.starts[rows[end - 1] + 1]])
    return np.concatenate(parts) if parts else np.zeros(0, dtype=np.uint8)


def used_rows(rows: Ints, n_rows: int) -> Ints:
    """Return the distinct rows in order, without NO_ROW."""
    is_used = np.zeros(n_rows, dtype=np.bool_)
    is_used[rows[rows != NO_ROW]] = True
    return np.flatnonzero(is_used).astype(np.int32)
