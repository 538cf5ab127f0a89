"""The symbols of several graphs in one order, each once.

Turns: columns of symbols → SymbolUnion: where each symbol comes from, and which row it has now. A symbol that several
graphs have is taken from the first that defines it; one that is outside of all of them, from the first that names it.
"""

from collections.abc import Sequence
from itertools import pairwise
from typing import TypeVar

import msgspec
import numpy as np
from numpy.typing import NDArray

from codeshed.graph.arrays import NO_ROW, Flags, Ints, Longs
from codeshed.graph.columns import BlobColumn, StringColumn, run_starts

_Number = TypeVar("_Number", np.int32, np.int64, np.uint8)


class SymbolUnion(msgspec.Struct, frozen=True, kw_only=True):
    """Symbols in order: symbol `n` is taken from row `rows[n]` of column `columns[n]`.

    `new_rows[c]` are the rows that those of column `c` have now, NO_ROW for those that were left out.
    """

    symbols: StringColumn
    columns: Ints
    rows: Ints
    new_rows: tuple[Ints, ...]

    def __len__(self) -> int:
        """Return the number of symbols."""
        return len(self.rows)

    def gathered(self, values: Sequence[NDArray[_Number]]) -> NDArray[_Number]:
        """Return values by symbol, given those of all columns by row."""
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
    columns: Sequence[StringColumn], is_kept: Sequence[Flags], is_external: Sequence[Flags]
) -> SymbolUnion:
    """Bring the kept symbols of columns, each of which is in order, into one order."""
    kept = [np.flatnonzero(flags).astype(np.int32) for flags in is_kept]
    pieces = [
        piece
        for column, rows in zip(columns, kept, strict=True)
        for piece in column.blobs.pieces(rows.tolist())
    ]
    order = sorted(range(len(pieces)), key=pieces.__getitem__)
    in_order = [pieces[place] for place in order]
    numbers = _numbers(in_order)
    column_of = np.repeat(np.arange(len(kept), dtype=np.int32), [len(rows) for rows in kept])[order]
    rows = np.concatenate((*kept, np.zeros(0, dtype=np.int32)))[order]
    externals = [flags[rows_there] for flags, rows_there in zip(is_external, kept, strict=True)]
    is_outside = np.concatenate((*externals, np.zeros(0, dtype=np.bool_)))[order]
    chosen = np.lexsort((np.arange(len(order)), is_outside, numbers))[run_starts(numbers)]
    new_rows = []
    for column, texts in enumerate(columns):
        is_here = column_of == column
        new = np.full(len(texts), NO_ROW, dtype=np.int32)
        new[rows[is_here]] = numbers[is_here]
        new_rows.append(new)
    return SymbolUnion(
        symbols=StringColumn(blobs=BlobColumn.of([in_order[place] for place in chosen.tolist()])),
        columns=column_of[chosen],
        rows=rows[chosen],
        new_rows=tuple(new_rows),
    )


def unite_texts(
    columns: Sequence[StringColumn], used: Sequence[Ints]
) -> tuple[StringColumn, tuple[Ints, ...]]:
    """Return the texts that are used in one order, each once, and for each column the new rows of its texts."""
    pieces = [column.blobs.pieces(rows.tolist()) for column, rows in zip(columns, used, strict=True)]
    in_order = sorted({piece for of_column in pieces for piece in of_column})
    number_by_piece = {piece: number for number, piece in enumerate(in_order)}
    new_rows = []
    for column, rows, of_column in zip(columns, used, pieces, strict=True):
        new = np.full(len(column) + 1, NO_ROW, dtype=np.int32)
        new[rows] = [number_by_piece[piece] for piece in of_column]
        new_rows.append(new)
    return StringColumn(blobs=BlobColumn.of(in_order)), tuple(new_rows)


def used_rows(rows: Ints, n_rows: int) -> Ints:
    """Return the different ones among rows in order, without NO_ROW."""
    is_used = np.zeros(n_rows, dtype=np.bool_)
    is_used[rows[rows != NO_ROW]] = True
    return np.flatnonzero(is_used).astype(np.int32)


def _numbers(in_order: list[bytes]) -> Longs:
    """Count the different ones among sorted pieces."""
    is_new = np.ones(len(in_order), dtype=np.int64)
    is_new[1:] = [one != other for one, other in pairwise(in_order)]
    return np.cumsum(is_new) - 1
