"""The names of nodes. Most are the last name of the symbol, and take no space.

Turns: symbols, and the names that differ from them → a column of names.
"""

from bisect import bisect_left
from collections.abc import Iterator, Sequence

import msgspec
import numpy as np

from codeshed.graph.data.arrays import Ints
from codeshed.graph.data.columns import StringColumn, decoded, is_among
from codeshed.model.symbol_ids import last_name


class NamesColumn(msgspec.Struct, frozen=True, kw_only=True):
    """Names by row: `others[n]` is that of row `other_rows[n]`; all others are the last names of the symbols."""

    symbols: StringColumn
    other_rows: Ints
    others: StringColumn

    def __len__(self) -> int:
        """Return the number of names."""
        return len(self.symbols)

    def __getitem__(self, row: int) -> str:
        """Return one name."""
        place = bisect_left(self.other_rows, row)
        if place < len(self.other_rows) and self.other_rows[place] == row:
            return self.others[place]
        return last_name(self.symbols[row])

    def of_rows(self, rows: Sequence[int]) -> list[str]:
        """Return some names in the given order, faster than one by one."""
        names = list(map(last_name, map(decoded, self.symbols.blobs.pieces(rows))))
        for place in np.flatnonzero(is_among(np.array(rows, dtype=np.int64), self.other_rows)).tolist():
            names[place] = self[rows[place]]
        return names

    def __iter__(self) -> Iterator[str]:
        """Yield all names."""
        other_by_row = dict(zip(self.other_rows.tolist(), self.others, strict=True))
        for row, symbol in enumerate(self.symbols):
            yield other_by_row[row] if row in other_by_row else last_name(symbol)
