"""The statements that calls and writes are in.

Turns: pairs of an edge and the lines of a statement → StatementTable, in which each statement is once.
"""

import msgspec
import numpy as np

from codeshed.graph.data.arrays import Flags, Ints, Longs, Offsets
from codeshed.graph.data.columns import offsets_of_lengths
from codeshed.graph.data.kinds import EdgeKind

UNKNOWN_SIZE = -1
"""The size of lines whose source was not there."""

HELD_KINDS = (EdgeKind.CALL, EdgeKind.WRITE)
"""The kinds of edges whose sites have statements."""


class StatementTable(msgspec.Struct, frozen=True, kw_only=True):
    """Statements by file and lines, without duplicates; those of edge `e` are `rows[starts[e]:starts[e + 1]]`.

    All calls and writes of an edge count, also those beyond the cap on kept sites.
    """

    starts: Offsets
    rows: Ints
    files: Ints
    first_lines: Ints
    last_lines: Ints
    sizes: Ints

    def __len__(self) -> int:
        """Return the number of statements."""
        return len(self.files)


class StatementPairs(msgspec.Struct, frozen=True, kw_only=True):
    """Statements of edges, one row for each pair of the two; edges are rows of the table that they belong to."""

    edges: Longs
    files: Ints
    first_lines: Ints
    last_lines: Ints
    sizes: Ints


def tabulate_statements(pairs: StatementPairs, n_edges: int) -> StatementTable:
    """Sort pairs by edge, file and lines, and number the distinct statements in them."""
    order = np.lexsort((pairs.sizes, pairs.last_lines, pairs.first_lines, pairs.files))
    files, firsts, lasts = pairs.files[order], pairs.first_lines[order], pairs.last_lines[order]
    is_new = _is_next(files) | _is_next(firsts) | _is_next(lasts)
    rows = (np.cumsum(is_new) - 1).astype(np.int32)
    # The largest size comes last: of two measurements of the same lines, one that was made wins over one that was not.
    is_last = np.append(is_new[1:], True) if len(order) else is_new
    edges = pairs.edges[order]
    by_edge = np.lexsort((rows, edges))
    edges, rows = edges[by_edge], rows[by_edge]
    is_kept = _is_next(edges) | _is_next(rows)
    return StatementTable(
        starts=offsets_of_lengths(np.bincount(edges[is_kept], minlength=n_edges)),
        rows=rows[is_kept],
        files=files[is_new].astype(np.int32),
        first_lines=firsts[is_new].astype(np.int32),
        last_lines=lasts[is_new].astype(np.int32),
        sizes=pairs.sizes[order][is_last].astype(np.int32),
    )


def no_statements(n_edges: int) -> StatementTable:
    """Return an empty table."""
    nothing = np.zeros(0, dtype=np.int32)
    return tabulate_statements(
        StatementPairs(
            edges=nothing.astype(np.int64),
            files=nothing,
            first_lines=nothing,
            last_lines=nothing,
            sizes=nothing,
        ),
        n_edges,
    )


def _is_next(numbers: Offsets) -> Flags:
    """Return a mask of the numbers that differ from the one before; the first one does."""
    is_next = np.ones(len(numbers), dtype=np.bool_)
    is_next[1:] = numbers[1:] != numbers[:-1]
    return is_next
