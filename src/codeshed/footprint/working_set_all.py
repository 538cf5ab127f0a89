"""The sizes of the working sets of many nodes at once.

Turns: FootprintView + rows → WorkingSetSizes, equal to what the solver for one start finds. Pairs of a start and a node,
or of a start and a statement, are numbers in sorted arrays, in blocks of starts so that memory stays bounded.
"""

from itertools import pairwise

import msgspec
import numpy as np
from numpy.typing import NDArray

from codeshed.footprint.view import FootprintView
from codeshed.graph.data.arrays import Flags, Ints, Longs
from codeshed.graph.data.columns import concatenate_ranges, distinct, offsets_of_lengths
from codeshed.graph.data.kinds import EdgeKind
from codeshed.graph.data.statements import UNKNOWN_SIZE

BLOCK_PAIRS = 2_000_000
"""About how many pairs a block of starts may have."""

_TWO = 2


class WorkingSetSizes(msgspec.Struct, frozen=True, kw_only=True):
    """The sizes of the parts of working sets, one entry for each start; and how many functions of tests call it.

    `is_lower_bound` says that something was not seen: a call without a target, an edge that is not sure enough.
    """

    forward: Longs
    call_lines: Longs
    write_lines: Longs
    n_test_callers: Longs
    is_lower_bound: Flags

    @property
    def totals(self) -> Longs:
        """The sizes of the whole working sets."""
        return self.forward + self.call_lines + self.write_lines


class _Adjacency(msgspec.Struct, frozen=True):
    """Edges of one kind, grouped by one of their ends: those of node `n` are `edges[starts[n]:starts[n + 1]]`."""

    starts: Longs
    edges: Longs

    @classmethod
    def of(cls, ends: Ints, is_chosen: Flags, n_nodes: int) -> "_Adjacency":
        """Group the chosen edges by their ends."""
        edges = np.flatnonzero(is_chosen)
        edges = edges[np.argsort(ends[edges], kind="stable")]
        return cls(offsets_of_lengths(np.bincount(ends[edges], minlength=n_nodes)), edges)

    def counts(self, rows: Longs) -> Longs:
        """Return how many edges some nodes have."""
        return np.asarray(self.starts[rows + 1] - self.starts[rows])

    def of_each(self, owners: Longs, rows: Longs) -> tuple[Longs, Longs]:
        """Return the edges of nodes, each with the owner of its node."""
        counts = self.counts(rows)
        return np.repeat(owners, counts), self.edges[concatenate_ranges(self.starts[rows], counts)]


class _Adjacencies(msgspec.Struct, frozen=True, kw_only=True):
    forward: _Adjacency
    calls: _Adjacency
    writes: _Adjacency
    state_reads: _Adjacency
    is_open: Flags
    is_open_ended: Flags
    is_asked_in_vain: Flags
    statement_sizes: Longs


def all_working_sets(view: FootprintView, rows: Longs, depth: int, is_open_ended: Flags) -> WorkingSetSizes:
    """Return the sizes of the working sets of some nodes, each by itself.

    `is_open_ended` are the nodes that make what enters them a lower bound.
    """
    tables = _adjacencies(view, is_open_ended)
    blocks = [
        _solve_block(view, tables, rows[low:high], depth)
        for low, high in _blocks(view, tables, rows, depth) or [(0, 0)]
    ]
    return WorkingSetSizes(
        **{
            name: np.concatenate([getattr(block, name) for block in blocks])
            for name in WorkingSetSizes.__struct_fields__
        }
    )


def _adjacencies(view: FootprintView, is_open_ended: Flags) -> _Adjacencies:
    n_nodes, lines = len(view), view.lines
    is_state_read = (view.kinds == EdgeKind.READ) & view.is_shared_state[view.targets]
    return _Adjacencies(
        forward=_Adjacency.of(view.sources, np.ones(len(view.kinds), dtype=np.bool_), n_nodes),
        calls=_Adjacency.of(lines.targets, lines.kinds == EdgeKind.CALL, n_nodes),
        writes=_Adjacency.of(lines.targets, lines.kinds == EdgeKind.WRITE, n_nodes),
        state_reads=_Adjacency.of(view.sources, is_state_read, n_nodes),
        is_open=~view.is_variable & ~view.is_boundary,
        is_open_ended=is_open_ended | (view.n_left_out > 0),
        is_asked_in_vain=view.n_left_out_reverse > 0,
        statement_sizes=np.maximum(view.lines.statements.sizes, 0).astype(np.int64),
    )


def _blocks(view: FootprintView, tables: _Adjacencies, rows: Longs, depth: int) -> list[tuple[int, int]]:
    """Return ranges of starts that have few enough pairs together."""
    n_nodes = len(view)
    degrees = np.diff(tables.forward.starts)
    if depth <= _TWO:
        open_degrees = np.where(tables.is_open, degrees, 0)
        n_pairs = 1 + degrees + _sums(view.sources, open_degrees[view.targets], n_nodes)
    else:
        n_pairs = np.full(n_nodes, n_nodes, dtype=np.int64)
    # Calls that come in, and for each variable that is read, its writes.
    n_pairs = n_pairs + np.diff(tables.calls.starts)
    reads = tables.state_reads.edges
    n_writes = np.diff(tables.writes.starts)
    n_pairs = n_pairs + _sums(view.sources[reads], n_writes[view.targets[reads]], n_nodes)
    number = np.cumsum(n_pairs[rows]) // BLOCK_PAIRS
    borders = [0, *(np.flatnonzero(number[1:] != number[:-1]) + 1).tolist(), len(rows)]
    return [(low, high) for low, high in pairwise(borders) if low < high]


def _solve_block(view: FootprintView, tables: _Adjacencies, rows: Longs, depth: int) -> WorkingSetSizes:
    n_nodes, n_starts = len(view), len(rows)
    starts = np.arange(n_starts, dtype=np.int64)
    inside, is_lower_bound = _forward(view, tables, rows, depth)
    is_asking = view.is_incomplete[rows]
    owners, edges = tables.calls.of_each(starts[is_asking], rows[is_asking])
    sources = view.lines.sources[edges].astype(np.int64)
    is_outside = ~_is_in(owners * n_nodes + sources, inside)
    is_test = view.is_test[sources]
    calls = _statements(view, owners, edges, is_outside & ~is_test)
    test_callers = distinct((owners * n_nodes + sources)[is_outside & is_test])
    readers, reads = tables.state_reads.of_each(starts, rows)
    is_state = view.is_shared_state[rows]
    owners, edges = tables.writes.of_each(
        np.concatenate((readers, starts[is_state])),
        np.concatenate((view.targets[reads].astype(np.int64), rows[is_state])),
    )
    sources = view.lines.sources[edges].astype(np.int64)
    is_outside = ~_is_in(owners * n_nodes + sources, inside)
    # A variable that nobody is known to write has no edge, but may have edges that are not sure enough.
    is_lower_bound |= is_asking & tables.is_asked_in_vain[rows]
    is_lower_bound |= is_state & tables.is_asked_in_vain[rows]
    is_lower_bound[readers[tables.is_asked_in_vain[view.targets[reads]]]] = True
    is_lower_bound |= _has_unmeasured(view, calls, n_starts)
    writes = _statements(view, owners, edges, is_outside & ~view.is_test[sources])
    writes = writes[~_is_in(writes, calls)]
    is_lower_bound |= _has_unmeasured(view, writes, n_starts)
    n_statements = max(1, len(view.lines.statements))
    return WorkingSetSizes(
        forward=_sums(inside // n_nodes, view.sizes[inside % n_nodes], n_starts),
        call_lines=_sums(calls // n_statements, tables.statement_sizes[calls % n_statements], n_starts),
        write_lines=_sums(writes // n_statements, tables.statement_sizes[writes % n_statements], n_starts),
        n_test_callers=np.bincount(test_callers // n_nodes, minlength=n_starts).astype(np.int64),
        is_lower_bound=is_lower_bound,
    )


def _has_unmeasured(view: FootprintView, pairs: Longs, n_starts: int) -> Flags:
    """Return a mask of the starts with a statement of unknown size."""
    n_statements = max(1, len(view.lines.statements))
    unmeasured = pairs[view.lines.statements.sizes[pairs % n_statements] == UNKNOWN_SIZE]
    return np.asarray(np.bincount(unmeasured // n_statements, minlength=n_starts) > 0)


def _forward(view: FootprintView, tables: _Adjacencies, rows: Longs, depth: int) -> tuple[Longs, Flags]:
    """Return the pairs of a start and a node in its forward part, as sorted numbers, and which are lower bounds."""
    n_nodes = len(view)
    starts = np.arange(len(rows), dtype=np.int64)
    inside = starts * n_nodes + rows
    layer = inside[~view.is_variable[rows]]
    is_lower_bound = np.zeros(len(rows), dtype=np.bool_)
    for _ in range(depth):
        if not len(layer):
            break
        is_lower_bound[(layer // n_nodes)[tables.is_open_ended[layer % n_nodes]]] = True
        owners, edges = tables.forward.of_each(layer // n_nodes, layer % n_nodes)
        found = distinct(owners * n_nodes + view.targets[edges])
        found = found[~_is_in(found, inside)]
        inside = np.sort(np.concatenate((inside, found)))
        layer = found[tables.is_open[found % n_nodes]]
    return inside, is_lower_bound


def _statements(view: FootprintView, owners: Longs, edges: Longs, is_chosen: Flags) -> Longs:
    """Return the pairs of a start and a statement of the chosen edges, as sorted numbers."""
    table = view.lines.statements
    rows = edges[is_chosen]
    begins = table.starts[rows].astype(np.int64)
    counts = table.starts[rows + 1].astype(np.int64) - begins
    statements = table.rows[concatenate_ranges(begins, counts)]
    return distinct(np.repeat(owners[is_chosen], counts) * max(1, len(table)) + statements)


def _is_in(numbers: Longs, in_order: Longs) -> Flags:
    """Return a mask of the numbers that a sorted array contains."""
    if not len(in_order):
        return np.zeros(len(numbers), dtype=np.bool_)
    places = np.minimum(np.searchsorted(in_order, numbers), len(in_order) - 1)
    return np.asarray(in_order[places] == numbers)


def _sums(owners: NDArray[np.signedinteger], values: NDArray[np.signedinteger], n_owners: int) -> Longs:
    """Add up the values of each owner; floats hold such sums exactly."""
    return np.bincount(owners, weights=values, minlength=n_owners).astype(np.int64)
