"""Reach: which tests run the changed code, and by which path.

Turns: CodeGraph + ChangedCode + rows of test files → TestReach: one bounded walk against the edges with distances and paths,
and how much of the change arrives at each node if every node hands it on to all of its users: what few tests reach
arrives there in larger parts.
"""

from collections.abc import Sequence

import msgspec
import numpy as np
import numpy.typing as npt

from codeshed.graph.changes.impact_walk import Impact, ImpactOptions, walk_impact
from codeshed.graph.data.arrays import NO_ROW, Longs
from codeshed.graph.data.code_graph import CodeGraph
from codeshed.graph.data.columns import concatenate_ranges
from codeshed.graph.data.kinds import EdgeKind, NodeFlag
from codeshed.graph.walk.work_budget import WorkCounter
from codeshed.model.answers.caps import Caps
from codeshed.query.test_selection.changed_code import ChangedCode

Column = npt.NDArray[np.float64]

DEPTH = 6
_LEVELS = 4
_DAMPING = 0.6
_CARRIES = np.array(
    [
        EdgeKind.CALL,
        EdgeKind.READ,
        EdgeKind.WRITE,
        EdgeKind.OVERRIDDEN_BY,
        EdgeKind.ANNOTATES,
        EdgeKind.INHERITS,
        EdgeKind.USAGE,
    ],
    dtype=np.uint8,
)
_IMPORTS = np.array([EdgeKind.IMPORT, EdgeKind.EXPORT], dtype=np.uint8)


class TestReach(msgspec.Struct, frozen=True, kw_only=True):
    """The walk, what arrives at each node by row, and columns by test file.

    `first_row_by_test` is the reached node of each test file that is nearest to the change, as its place in `walk.reached`.
    """

    __test__ = False

    walk: Impact
    arrived: Column
    columns: dict[str, Column]
    nearest: dict[int, int]


def find_reach(  # noqa: PLR0917 - a walk with its bounds
    graph: CodeGraph,
    changed: ChangedCode,
    place_by_file: Longs,
    n_tests: int,
    caps: Caps,
    work: WorkCounter,
) -> TestReach:
    """Return how tests reach a change; `place_by_file` has the place of each test file by the row of the file, else -1."""
    found = walk_impact(
        graph, changed.rows, ImpactOptions(caps=caps, depth=DEPTH, scope="suggestTests"), work
    )
    columns = {
        name: np.zeros(n_tests)
        for name in (
            "nearness",
            "reached",
            "surest",
            "arrived",
            "arrived_most",
            "uses_changed",
            "uses_share",
            "imports_changed",
            "uses_same",
            "uses_same_lines",
        )
    }
    nearest: dict[int, int] = {}
    files = graph.nodes.files
    for index, each in enumerate(found.reached):
        file = int(files[each.row])
        place = int(place_by_file[file]) if file != NO_ROW else -1
        if place < 0:
            continue
        columns["reached"][place] += 1
        sure = each.confidence / each.distance
        if place not in nearest or sure > columns["surest"][place]:
            nearest[place] = index
            columns["surest"][place] = sure
        columns["nearness"][place] = max(columns["nearness"][place], 1.0 / each.distance)
    columns["reached"] = np.log1p(columns["reached"])
    arrived = _spread(graph, changed.rows)
    _add_arrived(graph, arrived, place_by_file, columns)
    _add_direct_uses(graph, changed, place_by_file, columns)
    return TestReach(walk=found, arrived=arrived, columns=columns, nearest=nearest)


def _spread(graph: CodeGraph, rows: Sequence[int]) -> Column:
    """Return how much of the change arrives at each node."""
    table = graph.edges
    total = np.zeros(len(graph.nodes))
    mass = np.zeros(len(graph.nodes))
    if not rows:
        return total
    mass[list(rows)] = 1.0
    frontier = np.array(sorted(set(rows)), dtype=np.int64)
    n_users = np.diff(table.in_starts)
    for _ in range(_LEVELS):
        begins = table.in_starts[frontier].astype(np.int64)
        lengths = n_users[frontier].astype(np.int64)
        edges = table.in_order[concatenate_ranges(begins, lengths)].astype(np.int64)
        owners = np.repeat(frontier, lengths)
        kept = np.isin(table.kinds[edges], _CARRIES)
        edges, owners = edges[kept], owners[kept]
        shares = np.bincount(owners, minlength=len(mass))
        handed = (
            mass[owners]
            * _DAMPING
            * (table.confidence[edges] / 100.0)
            / np.sqrt(np.maximum(shares[owners], 1))
        )
        arrived: Column = np.bincount(table.sources[edges], weights=handed, minlength=len(mass)).astype(
            np.float64
        )
        arrived[list(rows)] = 0.0
        total += arrived
        frontier = np.flatnonzero(arrived > 1e-5)  # noqa: PLR2004 - less decides nothing
        mass = arrived
        if not len(frontier):
            break
    return np.round(total, 9)


def _add_arrived(graph: CodeGraph, arrived: Column, place_by_file: Longs, columns: dict[str, Column]) -> None:
    rows = np.flatnonzero((arrived > 0) & (graph.nodes.files != NO_ROW))
    places = place_by_file[graph.nodes.files[rows]]
    rows, places = rows[places >= 0], places[places >= 0]
    n_tests = len(columns["arrived"])
    columns["arrived"] = np.bincount(places, weights=arrived[rows], minlength=n_tests).astype(np.float64)
    np.maximum.at(columns["arrived_most"], places, arrived[rows])


def _add_direct_uses(
    graph: CodeGraph, changed: ChangedCode, place_by_file: Longs, columns: dict[str, Column]
) -> None:
    """Add what test files use themselves: of what changed, of its files, and of what the change uses too."""
    table, nodes = graph.edges, graph.nodes
    n_tests = len(columns["arrived"])
    rows = np.array(sorted(set(changed.rows)), dtype=np.int64)
    if not len(rows):
        return
    sources, _ = _users(graph, rows, _CARRIES)
    places = _places(graph, sources, place_by_file)
    columns["uses_changed"] = np.log1p(np.bincount(places, minlength=n_tests))
    file_rows = np.unique(nodes.files[rows])
    of_files = np.concatenate(
        [
            rows,
            *(
                graph.file_index.find_in_files(range(file, file + 1)).astype(np.int64)
                for file in file_rows.tolist()
                if file != NO_ROW
            ),
        ]
    )
    of_files = np.unique(of_files)
    sources, _ = _users(graph, of_files, _CARRIES)
    of_changed_files = np.bincount(_places(graph, sources, place_by_file), minlength=n_tests)
    is_test_edge = np.isin(table.kinds, _CARRIES) & (nodes.files[table.sources] != NO_ROW)
    all_places = place_by_file[np.maximum(nodes.files[table.sources], 0)]
    is_outward = nodes.files[table.sources] != nodes.files[table.targets]
    is_inner = (nodes.flags[table.targets] & int(NodeFlag.EXTERNAL)) == 0
    of_all = np.bincount(
        np.maximum(all_places[is_test_edge & (all_places >= 0) & is_outward & is_inner], 0), minlength=n_tests
    )
    columns["uses_share"] = of_changed_files / (of_all + 2.0)
    sources, _ = _users(graph, of_files, _IMPORTS)
    columns["imports_changed"] = (
        np.bincount(_places(graph, sources, place_by_file), minlength=n_tests) > 0
    ).astype(np.float64)
    for name, targets in (
        ("uses_same", _used_by(graph, rows, ())),
        ("uses_same_lines", _used_by(graph, rows, changed.lines)),
    ):
        sources, owners = _users(graph, targets, _CARRIES)
        places = place_by_file[np.maximum(nodes.files[sources], 0)]
        is_in_tests = (places >= 0) & (nodes.files[sources] != NO_ROW)
        pairs = np.unique(np.stack([owners[is_in_tests], places[is_in_tests]]), axis=1)
        if pairs.shape[1]:
            n_files = np.bincount(pairs[0], minlength=len(nodes))
            weights = np.log(1 + n_tests / np.maximum(n_files[pairs[0]], 1))
            columns[name] = np.bincount(pairs[1], weights=weights, minlength=n_tests) / (len(targets) or 1)


def _used_by(graph: CodeGraph, rows: Longs, lines: Sequence[object]) -> Longs:
    """Return what the rows use outside of themselves; with lines, only what is used there."""
    table = graph.edges
    begins = table.out_starts[rows].astype(np.int64)
    edges = concatenate_ranges(begins, table.out_starts[rows + 1].astype(np.int64) - begins)
    edges = edges[np.isin(table.kinds[edges], _CARRIES)]
    if lines:
        edges = edges[[_is_within(graph, int(edge), lines) for edge in edges]] if len(edges) else edges
    targets = np.unique(table.targets[edges]).astype(np.int64)
    return np.asarray(targets[~np.isin(targets, rows)])


def _is_within(graph: CodeGraph, edge: int, lines: Sequence[object]) -> bool:
    sites = graph.edges.sites
    for site in range(int(sites.starts[edge]), int(sites.starts[edge + 1])):
        line, file = int(sites.spans[site][0]), int(sites.files[site])
        if file != NO_ROW and any(
            each.first <= line <= each.last and each.path == graph.files[file]  # type: ignore[attr-defined]
            for each in lines
        ):
            return True
    return False


def _users(graph: CodeGraph, rows: Longs, kinds: npt.NDArray[np.uint8]) -> tuple[Longs, Longs]:
    """Return the sources of edges to some rows, and the row that each leads to."""
    table = graph.edges
    begins = table.in_starts[rows].astype(np.int64)
    lengths = table.in_starts[rows + 1].astype(np.int64) - begins
    edges = table.in_order[concatenate_ranges(begins, lengths)].astype(np.int64)
    owners = np.repeat(rows, lengths)
    kept = np.isin(table.kinds[edges], kinds)
    return table.sources[edges[kept]].astype(np.int64), owners[kept]


def _places(graph: CodeGraph, sources: Longs, place_by_file: Longs) -> Longs:
    files = graph.nodes.files[sources]
    places = place_by_file[np.maximum(files, 0)]
    return np.asarray(places[(places >= 0) & (files != NO_ROW)])
