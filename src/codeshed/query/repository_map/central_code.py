"""Which functions and types are central, and how much of the code and of the tests reaches them?

Turns: Uses → a score for each node, and for some nodes the shares of others that lead to them.
"""

from collections.abc import Sequence

import msgspec
import numpy as np
import numpy.typing as npt

from codeshed.graph.data.arrays import Flags, Longs
from codeshed.graph.data.code_graph import CodeGraph
from codeshed.graph.data.columns import run_starts
from codeshed.graph.data.kinds import EdgeKind, NodeFlag, NodeKind
from codeshed.query.repository_map.uses import Uses

Scores = npt.NDArray[np.float64]

_DAMPING = 0.85
_N_ROUNDS = 40
_TEST_WEIGHT = 0.2
"""How much a test counts as a user, beside other code: many tests of a helper make it no centre."""

_WORD = 64
_OF_TESTS = frozenset({"test", "fixture"})


class Reach(msgspec.Struct, frozen=True, kw_only=True):
    """How many functions, test functions and entry points lead to each of some nodes."""

    functions: list[int]
    tests: list[int]
    entry_points: list[int]


def find_central(graph: CodeGraph, uses: Uses, is_wanted: Flags) -> Longs:
    """Return the wanted functions and types, the most central first.

    The score is the PageRank over uses times the square root of the size: what is much used and large comes before what is
    only one of these. `bench/map` measures what it is worth.
    """
    nodes = graph.nodes
    is_code = (nodes.kinds == NodeKind.FUNCTION) | (nodes.kinds == NodeKind.TYPE)
    is_own = (nodes.flags & int(NodeFlag.EXTERNAL | NodeFlag.TEST | NodeFlag.INFERRED)) == 0
    rows = np.flatnonzero(is_code & is_own & is_wanted)
    scores = _page_ranks(graph, uses)[rows] * np.sqrt(nodes.sizes[rows])
    return np.asarray(rows[np.lexsort((rows, -scores))])


def _page_ranks(graph: CodeGraph, uses: Uses) -> Scores:
    nodes = graph.nodes
    is_test = (nodes.flags & int(NodeFlag.TEST)) != 0
    start = np.where(is_test, _TEST_WEIGHT, 1.0)
    start[(nodes.flags & int(NodeFlag.EXTERNAL)) != 0] = 0
    start /= max(start.sum(), 1.0)
    edges = uses.only(uses.kinds != EdgeKind.IMPORT)
    n_nodes = len(nodes)
    given = np.bincount(edges.sources, edges.confidences, n_nodes)
    share = edges.confidences / given[edges.sources]
    ranks = start
    for _ in range(_N_ROUNDS):
        passed_on = np.bincount(edges.targets, ranks[edges.sources] * share, n_nodes)
        kept = ranks[given == 0].sum()
        ranks = (1 - _DAMPING) * start + _DAMPING * (passed_on + kept * start)
    return ranks


def find_reach(graph: CodeGraph, uses: Uses, rows: Sequence[int]) -> Reach:
    """Return how many functions, tests and entry points lead to each of these nodes, by any number of uses."""
    nodes = graph.nodes
    is_function = (nodes.kinds == NodeKind.FUNCTION) & ((nodes.flags & int(NodeFlag.EXTERNAL)) == 0)
    is_test = is_function & ((nodes.flags & int(NodeFlag.TEST)) != 0)
    is_entry_point = np.zeros(len(nodes), dtype=np.bool_)
    is_entry_point[[row for _, row in rows_of_entry_points(graph)]] = True
    found = Reach(functions=[], tests=[], entry_points=[])
    edges = uses.only(uses.kinds != EdgeKind.IMPORT)
    for begin in range(0, len(rows), _WORD):
        some = rows[begin : begin + _WORD]
        marks = _marks_of_reached(len(nodes), edges, some)
        for place in range(len(some)):
            is_leading = (marks & np.uint64(1 << place)) != 0
            is_leading[some[place]] = False
            found.functions.append(int((is_leading & is_function & ~is_test).sum()))
            found.tests.append(int((is_leading & is_test).sum()))
            found.entry_points.append(int((is_leading & is_entry_point).sum()))
    return found


def rows_of_entry_points(graph: CodeGraph) -> list[tuple[str, int]]:
    """Return kind and row of all entry points but tests and fixtures, by symbol; one symbol may be there for several kinds."""
    found = {
        (each.kind, row)
        for each in graph.entry_points
        if each.kind not in _OF_TESTS
        and (row := graph.find_row(each.symbol)) is not None
        and not int(graph.nodes.flags[row]) & NodeFlag.TEST
    }
    return sorted(found, key=lambda each: (each[1], each[0]))


def is_reached_by_tests(graph: CodeGraph, uses: Uses) -> Flags:
    """Return a mask of the nodes that tests lead to."""
    edges = uses.only(uses.kinds != EdgeKind.IMPORT)
    reached: Flags = (graph.nodes.flags & int(NodeFlag.TEST)) != 0
    n_before = -1
    while (n_now := int(reached.sum())) != n_before:
        n_before = n_now
        reached[edges.targets[reached[edges.sources]]] = True
    return reached


def _marks_of_reached(n_nodes: int, edges: Uses, rows: Sequence[int]) -> npt.NDArray[np.uint64]:
    """Return for each node one bit for each of at most 64 rows that it leads to."""
    order = np.argsort(edges.sources, kind="stable")
    sources, targets = edges.sources[order], edges.targets[order]
    starts = run_starts(sources)
    marks = np.zeros(n_nodes, dtype=np.uint64)
    for place, row in enumerate(rows):
        marks[row] |= np.uint64(1 << place)
    while len(starts):
        passed_on = np.bitwise_or.reduceat(marks[targets], starts)
        users = sources[starts]
        new = marks[users] | passed_on
        if np.array_equal(new, marks[users]):
            break
        marks[users] = new
    return marks
