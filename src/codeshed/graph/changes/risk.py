"""Risk of the nodes that a change reaches.

Turns: rows and confidences → risks: the confidence of the path, times one more than the number of users, doubled for
entry points, whose external callers are not counted. Tests have no risk: they report trouble, and cause none.
"""

from bisect import bisect_left
from collections.abc import Sequence

import numpy as np

from codeshed.graph.data.arrays import Ints, Longs
from codeshed.graph.data.code_graph import CodeGraph
from codeshed.graph.data.columns import concatenate_ranges
from codeshed.graph.data.kinds import EdgeKind, NodeFlag

_NO_USE = np.array([EdgeKind.CONTAINS, EdgeKind.IMPORT, EdgeKind.EXPORT], dtype=np.uint8)
_TEST_KINDS = frozenset({"test", "fixture"})
_ENTRY_FACTOR = 2


def count_users(graph: CodeGraph, rows: Ints | Longs) -> list[int]:
    """Return by how many edges each node is used; imports alone do not count."""
    table = graph.edges
    begins = table.in_starts[rows].astype(np.int64)
    lengths = table.in_starts[rows + 1] - begins
    kinds = table.kinds[table.in_order[concatenate_ranges(begins, lengths)]]
    owners = np.repeat(np.arange(len(rows)), lengths)
    counts = np.bincount(owners[~np.isin(kinds, _NO_USE)], minlength=len(rows))
    return [int(count) for count in counts]


def external_entry_kinds(graph: CodeGraph, row: int) -> tuple[str, ...]:
    """Return the kinds of entry point that a node is, test kinds excluded."""
    return tuple(
        kind for kind in find_entry_point_kinds(graph, graph.nodes.symbols[row]) if kind not in _TEST_KINDS
    )


def find_entry_point_kinds(graph: CodeGraph, symbol: str) -> tuple[str, ...]:
    """Return the kinds of entry point that a symbol is, in order, without duplicates: `route`, `command`, `test`.

    Records are sorted by symbol, so that a binary search finds them.
    """
    records = graph.entry_points
    first = bisect_left(range(len(records)), symbol, key=lambda place: records[place].symbol)
    kinds: dict[str, None] = {}
    for place in range(first, len(records)):
        record = records[place]
        if record.symbol != symbol:
            break
        kinds[record.kind] = None
    return tuple(kinds)


def is_test(graph: CodeGraph, row: int) -> bool:
    """Whether a node is part of the tests."""
    return bool(int(graph.nodes.flags[row]) & NodeFlag.TEST)


def compute_risks(
    graph: CodeGraph,
    rows: Sequence[int],
    confidences: Sequence[float],
    entry_kinds: Sequence[tuple[str, ...]],
    counts: Sequence[int],
) -> list[float]:
    """Return the risk of each node; `counts` are those of its users."""
    return [
        0.0 if is_test(graph, row) else round(sure * (1 + count) * (_ENTRY_FACTOR if kinds else 1), 3)
        for row, sure, count, kinds in zip(rows, confidences, counts, entry_kinds, strict=True)
    ]
