"""How much hangs on a node that a change reaches.

Turns: rows and confidences → risks: the confidence of the way, times one more than the nodes that use it, twice that for
an entry point, since callers outside of the repository are not counted. A test has none: it tells of trouble, and makes
none.
"""

from bisect import bisect_left
from collections.abc import Sequence

import numpy as np

from codeshed.graph.data.arrays import Ints
from codeshed.graph.data.code_graph import CodeGraph
from codeshed.graph.data.columns import stretches
from codeshed.graph.data.kinds import EdgeKind, NodeFlag

_NO_USE = np.array([EdgeKind.CONTAINS, EdgeKind.IMPORT, EdgeKind.EXPORT], dtype=np.uint8)
_TEST_KINDS = frozenset({"test", "fixture"})
_ENTRY_FACTOR = 2


def user_counts(graph: CodeGraph, rows: Ints) -> list[int]:
    """Return by how many edges each node is used; imports alone are no use."""
    table = graph.edges
    begins = table.in_starts[rows].astype(np.int64)
    lengths = table.in_starts[rows + 1] - begins
    kinds = table.kinds[table.in_order[stretches(begins, lengths)]]
    owners = np.repeat(np.arange(len(rows)), lengths)
    counts = np.bincount(owners[~np.isin(kinds, _NO_USE)], minlength=len(rows))
    return [int(count) for count in counts]


def outside_kinds(graph: CodeGraph, row: int) -> tuple[str, ...]:
    """Return how a node is called from outside, tests left out."""
    return tuple(kind for kind in entry_kinds(graph, graph.nodes.symbols[row]) if kind not in _TEST_KINDS)


def entry_kinds(graph: CodeGraph, symbol: str) -> tuple[str, ...]:
    """Return the kinds of entry point that a symbol is, each once, in order, such as `route`, `command` and `test`."""
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


def risks(
    graph: CodeGraph,
    rows: Sequence[int],
    confidences: Sequence[float],
    outside: Sequence[tuple[str, ...]],
) -> list[float]:
    """Return how much hangs on each node."""
    counts = user_counts(graph, np.array(rows, dtype=np.int64))
    return [
        0.0 if is_test(graph, row) else round(sure * (1 + count) * (_ENTRY_FACTOR if kinds else 1), 3)
        for row, sure, count, kinds in zip(rows, confidences, counts, outside, strict=True)
    ]
