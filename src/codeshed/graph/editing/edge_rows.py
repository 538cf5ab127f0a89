"""Turns edges in any order, whose ends may have been renumbered, into a table.

Turns: EdgeRows → EdgeTable: one row per source, target and kind. A single edge keeps its sites as they are; the sites
of parallel edges are united without duplicates.
"""

import msgspec
import numpy as np

from codeshed.graph.data.arrays import Bytes, Flags, Ints, Longs, Offsets
from codeshed.graph.data.columns import concatenate_ranges, offsets_of_lengths, run_starts
from codeshed.graph.data.parallel_edges import (
    MAX_SITES_PER_EDGE,
    are_superseded,
    csr_adjacency,
    edge_keys,
    merge_flags,
    most_confident,
    reduce_runs,
    surest_through,
)
from codeshed.graph.data.statements import StatementPairs, StatementTable, tabulate_statements
from codeshed.graph.data.tables import EdgeTable, SiteTable

_WORD_HALF = 32


class EdgeRows(msgspec.Struct, frozen=True, kw_only=True):
    """Edges as in an `EdgeTable`, in any order; edge `e` has the `n_kept[e]` sites from `site_begins[e]` on.

    In the same way it has the `n_statements[e]` statements from `statement_begins[e]` on; `statements` are their first
    lines, last lines and sizes.
    """

    sources: Ints
    targets: Ints
    kinds: Bytes
    confidence: Bytes
    stated_confidence: Bytes
    provenance: Bytes
    flags: Bytes
    through: Ints
    n_sites: Ints
    n_kept: Longs
    site_begins: Longs
    site_files: Ints
    site_spans: Ints
    site_ordinals: Ints
    n_statements: Longs
    statement_begins: Longs
    statement_files: Ints
    statements: Ints

    @classmethod
    def of(cls, edges: EdgeTable) -> "EdgeRows":
        """Return the edges of a table."""
        starts = edges.sites.starts.astype(np.int64)
        held = edges.statements
        held_starts = held.starts.astype(np.int64)
        return cls(
            sources=edges.sources,
            targets=edges.targets,
            kinds=edges.kinds,
            confidence=edges.confidence,
            stated_confidence=edges.stated_confidence,
            provenance=edges.provenance,
            flags=edges.flags,
            through=edges.through,
            n_sites=edges.n_sites,
            n_kept=starts[1:] - starts[:-1],
            site_begins=starts[:-1],
            site_files=edges.sites.files,
            site_spans=edges.sites.spans,
            site_ordinals=edges.sites.ordinals,
            n_statements=held_starts[1:] - held_starts[:-1],
            statement_begins=held_starts[:-1],
            statement_files=held.files[held.rows],
            statements=np.stack((held.first_lines, held.last_lines, held.sizes), axis=1)[held.rows],
        )

    def __len__(self) -> int:
        """Return the number of edges."""
        return len(self.sources)

    def take(self, rows: Longs | Ints | Flags) -> "EdgeRows":
        """Return some of the edges, in the given order; the columns of sites are shared."""
        return msgspec.structs.replace(self, **{name: getattr(self, name)[rows] for name in _EDGE_COLUMNS})


_SITE_COLUMNS = ("site_files", "site_spans", "site_ordinals", "statement_files", "statements")
_BEGINS = {"site_begins": "site_files", "statement_begins": "statement_files"}
"""Columns of positions in other columns."""
_EDGE_COLUMNS = tuple(name for name in EdgeRows.__struct_fields__ if name not in _SITE_COLUMNS)


def join_edge_rows(blocks: tuple[EdgeRows, ...]) -> EdgeRows:
    """Concatenate edges."""
    columns = {
        name: np.concatenate([getattr(block, name) for block in blocks])
        for name in EdgeRows.__struct_fields__
        if name not in _BEGINS
    }
    for name, values in _BEGINS.items():
        firsts = offsets_of_lengths(
            np.array([len(getattr(block, values)) for block in blocks], dtype=np.int64)
        )
        columns[name] = np.concatenate(
            [getattr(block, name) + first for block, first in zip(blocks, firsts[:-1], strict=True)]
        )
    return EdgeRows(**columns)


def tabulate_edges(rows: EdgeRows, n_nodes: int) -> EdgeTable:
    """Sort edges, and merge parallel ones."""
    keys = edge_keys(rows.sources, rows.targets, rows.kinds, n_nodes)
    order = np.argsort(keys, kind="stable")
    rows = rows.take(order)
    firsts = run_starts(keys[order])
    is_superseded = are_superseded(rows.through, firsts)
    if is_superseded.any():
        rows = rows.take(~is_superseded)
        firsts = run_starts(keys[order][~is_superseded])
    if len(firsts) == len(rows):
        return _tabulate_single(rows, n_nodes)
    sources, targets = rows.sources[firsts], rows.targets[firsts]
    confidence, provenance = most_confident(rows.confidence, rows.provenance, firsts)
    n_sites, sites = _sites(rows, firsts)
    out_starts, in_starts, in_order = csr_adjacency(sources, targets, n_nodes)
    return EdgeTable(
        sources=sources,
        targets=targets,
        kinds=rows.kinds[firsts],
        confidence=confidence,
        stated_confidence=reduce_runs(np.maximum, rows.stated_confidence, firsts),
        provenance=provenance,
        flags=merge_flags(rows.flags, firsts),
        through=surest_through(rows.through, rows.confidence, rows.provenance, firsts),
        n_sites=n_sites,
        sites=sites,
        statements=_statements(rows, np.cumsum(np.isin(np.arange(len(rows)), firsts)) - 1, len(firsts)),
        out_starts=out_starts,
        in_starts=in_starts,
        in_order=in_order,
    )


def _tabulate_single(rows: EdgeRows, n_nodes: int) -> EdgeTable:
    """Make a table of sorted edges without parallel ones."""
    places = concatenate_ranges(rows.site_begins, rows.n_kept)
    out_starts, in_starts, in_order = csr_adjacency(rows.sources, rows.targets, n_nodes)
    return EdgeTable(
        sources=rows.sources,
        targets=rows.targets,
        kinds=rows.kinds,
        confidence=rows.confidence,
        stated_confidence=rows.stated_confidence,
        provenance=rows.provenance,
        flags=rows.flags,
        through=rows.through,
        n_sites=rows.n_sites,
        sites=SiteTable(
            starts=offsets_of_lengths(rows.n_kept),
            files=rows.site_files[places],
            spans=rows.site_spans[places],
            ordinals=rows.site_ordinals[places],
        ),
        statements=_statements(rows, np.arange(len(rows)), len(rows)),
        out_starts=out_starts,
        in_starts=in_starts,
        in_order=in_order,
    )


def _statements(rows: EdgeRows, edge_of_row: Longs, n_edges: int) -> StatementTable:
    """Return the statements of edges that several rows may belong to."""
    places = concatenate_ranges(rows.statement_begins, rows.n_statements)
    return tabulate_statements(
        StatementPairs(
            edges=np.repeat(edge_of_row, rows.n_statements),
            files=rows.statement_files[places],
            first_lines=rows.statements[places, 0],
            last_lines=rows.statements[places, 1],
            sizes=rows.statements[places, 2],
        ),
        n_edges,
    )


def _sites(rows: EdgeRows, firsts: Longs) -> tuple[Ints, SiteTable]:
    """Return the number of sites of each edge, and the sites that are kept."""
    n_parallel = np.diff(np.append(firsts, len(rows)))
    edge_of_row = np.repeat(np.arange(len(firsts)), n_parallel)
    places = concatenate_ranges(rows.site_begins, rows.n_kept)
    row_of_place = np.repeat(np.arange(len(rows)), rows.n_kept)
    edges = edge_of_row[row_of_place]
    is_parallel = (n_parallel > 1)[edges]
    n_sites = reduce_runs(np.maximum, rows.n_sites, firsts)
    if np.any(is_parallel):
        united, united_edges = _united(
            rows, places[is_parallel], row_of_place[is_parallel], edges[is_parallel]
        )
        n_united = np.bincount(united_edges, minlength=len(firsts)).astype(np.int32)
        n_sites = np.maximum(n_sites, n_united)
        rank = np.arange(len(united)) - offsets_of_lengths(n_united)[united_edges]
        is_kept = rank < MAX_SITES_PER_EDGE
        places = np.concatenate((places[~is_parallel], united[is_kept]))
        edges = np.concatenate((edges[~is_parallel], united_edges[is_kept]))
        in_order = np.argsort(edges, kind="stable")
        places, edges = places[in_order], edges[in_order]
    return n_sites, SiteTable(
        starts=offsets_of_lengths(np.bincount(edges, minlength=len(firsts))),
        files=rows.site_files[places],
        spans=rows.site_spans[places],
        ordinals=rows.site_ordinals[places],
    )


def _united(rows: EdgeRows, places: Longs, owners: Longs, edges: Longs) -> tuple[Longs, Longs]:
    """Return the distinct sites of parallel edges, by edge, file and span, and the edges that they belong to.

    A site that one edge has several times stays repeated: uniting an edge with itself changes nothing.
    """
    spans, files = rows.site_spans[places].astype(np.int64), rows.site_files[places].astype(np.int64)
    where = edges * (int(files.max(initial=0)) + 1) + files
    begins = spans[:, 0] << _WORD_HALF | spans[:, 1]
    ends = spans[:, 2] << _WORD_HALF | spans[:, 3]
    order = np.lexsort((owners, ends, begins, where))
    is_next = _is_other(where[order]) | _is_other(begins[order]) | _is_other(ends[order])
    sites = np.cumsum(is_next, dtype=np.int64)
    is_next_owner = _is_other(sites) | _is_other(owners[order])
    firsts = np.flatnonzero(is_next_owner)
    times = np.arange(len(order)) - firsts[np.cumsum(is_next_owner) - 1]
    sites = sites * (int(times.max(initial=0)) + 1) + times
    again = np.argsort(sites, kind="stable")
    chosen = order[again[run_starts(sites[again])]]
    return places[chosen], edges[chosen]


def _is_other(numbers: Offsets) -> Flags:
    """Return a mask of the numbers that differ from the one before; the first one does."""
    is_other = np.ones(len(numbers), dtype=np.bool_)
    is_other[1:] = numbers[1:] != numbers[:-1]
    return is_other
