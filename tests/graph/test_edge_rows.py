"""Edges in any order become a table: one row per source, target and kind, as a naive count gives."""

from collections import Counter

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from codeshed.graph.data.columns import offsets_of_lengths
from codeshed.graph.data.kinds import EdgeFlag
from codeshed.graph.data.parallel_edges import MAX_SITES_PER_EDGE
from codeshed.graph.data.tables import EdgeTable
from codeshed.graph.editing.edge_rows import EdgeRows, join_edge_rows, tabulate_edges

N_NODES = 3

Site = tuple[int, tuple[int, int, int, int]]
Row = tuple[tuple[int, int, int], int, int, int, list[Site], int]

SITES = st.lists(st.tuples(st.integers(0, 1), st.tuples(*[st.integers(0, 1)] * 4)), max_size=4).map(sorted)
ROWS = st.lists(
    st.tuples(
        st.tuples(st.integers(0, 2), st.integers(0, 2), st.sampled_from([1, 5, 11])),
        st.integers(0, 100),
        st.integers(1, 4),
        st.integers(0, 63),
        SITES,
        st.integers(0, 2),
    ),
    max_size=8,
)
"""Key, confidence, provenance, flags, kept sites, and how many sites there are beyond those."""


def rows_of(rows: list[Row]) -> EdgeRows:
    n_kept = np.array([len(sites) for *_, sites, _ in rows], dtype=np.int64)
    sites = [site for *_, of_row, _ in rows for site in of_row]
    keys = np.array([key for key, *_ in rows], dtype=np.int32).reshape(-1, 3)
    confidence = np.array([row[1] for row in rows], dtype=np.uint8)
    return EdgeRows(
        sources=keys[:, 0],
        targets=keys[:, 1],
        kinds=keys[:, 2].astype(np.uint8),
        confidence=confidence,
        stated_confidence=confidence,
        provenance=np.array([row[2] for row in rows], dtype=np.uint8),
        flags=np.array([row[3] for row in rows], dtype=np.uint8),
        through=np.full(len(rows), -1, dtype=np.int32),
        n_sites=np.array([len(row[4]) + row[5] for row in rows], dtype=np.int32),
        n_kept=n_kept,
        site_begins=offsets_of_lengths(n_kept)[:-1],
        site_files=np.array([file for file, _ in sites], dtype=np.int32),
        site_spans=np.array([span for _, span in sites], dtype=np.int32).reshape(-1, 4),
        site_ordinals=np.zeros(len(sites), dtype=np.int32),
        n_statements=n_kept,
        statement_begins=offsets_of_lengths(n_kept)[:-1],
        statement_files=np.array([file for file, _ in sites], dtype=np.int32),
        statements=np.array([(span[0], span[2], 1) for _, span in sites], dtype=np.int32).reshape(-1, 3),
    )


def plainly(rows: list[Row]) -> list[object]:
    """Return the edges as a table should have them."""
    found: list[object] = []
    for key in sorted({row[0] for row in rows}):
        same = [row for row in rows if row[0] == key]
        confidence, provenance = max((row[1], -row[2]) for row in same)
        any_of, all_of = 0, 63
        sites: Counter[Site] = Counter()
        for row in same:
            any_of, all_of = any_of | row[3], all_of & row[3]
            sites |= Counter(row[4])
        common = int(EdgeFlag.RECOVERED | EdgeFlag.EXACT)
        flags = (any_of & ~common) | (all_of & common)
        n_sites = max(sites.total(), *(len(row[4]) + row[5] for row in same))
        found.append(
            (key, confidence, -provenance, flags, n_sites, sorted(sites.elements())[:MAX_SITES_PER_EDGE])
        )
    return found


def shown(table: EdgeTable) -> list[object]:
    return [
        (
            (int(table.sources[row]), int(table.targets[row]), int(table.kinds[row])),
            int(table.confidence[row]),
            int(table.provenance[row]),
            int(table.flags[row]),
            int(table.n_sites[row]),
            [
                (int(table.sites.files[site]), tuple(table.sites.spans[site].tolist()))
                for site in range(table.sites.starts[row], table.sites.starts[row + 1])
            ],
        )
        for row in range(len(table))
    ]


@given(ROWS)
def test_any_edges(rows: list[Row]) -> None:
    table = tabulate_edges(rows_of(rows), N_NODES)
    assert shown(table) == plainly(rows)
    assert np.array_equal(table.stated_confidence, table.confidence)
    for node in range(N_NODES):
        outgoing = range(table.out_starts[node], table.out_starts[node + 1])
        assert [*outgoing] == np.flatnonzero(table.sources == node).tolist()
        incoming = table.in_order[table.in_starts[node] : table.in_starts[node + 1]]
        assert incoming.tolist() == np.flatnonzero(table.targets == node).tolist()


@given(ROWS, ROWS)
def test_joined_edges_keep_their_sites(one: list[Row], other: list[Row]) -> None:
    joined = tabulate_edges(join_edge_rows((rows_of(one), rows_of(other))), N_NODES)
    assert shown(joined) == plainly([*one, *other])


@given(ROWS)
def test_a_table_of_edges_that_is_made_again_is_the_same(rows: list[Row]) -> None:
    table = tabulate_edges(rows_of(rows), N_NODES)
    again = EdgeRows.of(table)
    assert shown(tabulate_edges(again, N_NODES)) == shown(table)
    assert shown(tabulate_edges(join_edge_rows((again, again)), N_NODES)) == shown(table)
