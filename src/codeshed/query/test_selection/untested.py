"""Which changed or public functions does no test reach?

Turns: CodeGraph + test files → UntestedReportV1: functions that no path from a test leads to and that
no recorded test ran, each with the test file that is
nearest to it, to be extended. A function that only a guessed call reaches counts as reached: what is listed is listed for good
reason.
"""

from collections.abc import Collection, Mapping, Sequence

import msgspec
import numpy as np

from codeshed.graph.answers.answer_nodes_and_edges import answer_node
from codeshed.graph.changes.risk import external_entry_kinds
from codeshed.graph.data.arrays import NO_ROW, Longs
from codeshed.graph.data.code_graph import CodeGraph
from codeshed.graph.data.columns import concatenate_ranges
from codeshed.graph.data.kinds import EdgeKind, NodeFlag, NodeKind, visibility_of_flags
from codeshed.graph.data.node_keys import ref_of
from codeshed.graph.incompleteness.incompleteness_causes import incompleteness_causes
from codeshed.graph.walk.bounded_walk import Direction, ListedEdges, WalkLimits, walk
from codeshed.graph.walk.traversal_config import TraversalConfig
from codeshed.graph.walk.work_budget import Clock, WorkCounter
from codeshed.model.answers.answer_basis import Basis, IndexIdentity, basis_of
from codeshed.model.answers.answer_graph import VERSION, GraphNodeV1, Version
from codeshed.model.answers.caps import Caps
from codeshed.model.answers.node_references import node_key
from codeshed.model.answers.truncation import (
    TruncationPlace,
    TruncationRecord,
    WarningRecord,
    cap_warnings,
    count_index_warnings,
    merge_truncation_records,
    n_cuts,
    warning_truncation,
)
from codeshed.model.semantic import Visibility
from codeshed.model.test_files import TestFile
from codeshed.query.test_selection.name_evidence import stem_of_test
from codeshed.query.test_selection.testers import rows_of_tests

_NO_REACH = (EdgeKind.CONTAINS, EdgeKind.DATAFLOW, EdgeKind.EXPORT)
_USES = np.array(
    [EdgeKind.CALL, EdgeKind.READ, EdgeKind.WRITE, EdgeKind.USAGE, EdgeKind.INHERITS], dtype=np.uint8
)


class UntestedRequest(msgspec.Struct, frozen=True, kw_only=True):
    """The changed rows, None for all public functions; the ids of functions that a recorded test ran; and the caps."""

    caps: Caps
    changed: tuple[int, ...] | None = None
    recorded: Collection[str] = ()
    warnings: tuple[WarningRecord, ...] = ()


class NearestTestV1(msgspec.Struct, frozen=True, kw_only=True, rename="camel", omit_defaults=True):
    """The test file to extend, and why it is the nearest."""

    test_path: str
    reason: str


class UntestedFunctionV1(msgspec.Struct, frozen=True, kw_only=True, rename="camel", omit_defaults=True):
    """A function that no test reaches. An entry point, such as a route, may be tested by requests that no edge shows."""

    node: GraphNodeV1
    nearest: NearestTestV1 | None = None
    entry_points: tuple[str, ...] = ()


class UntestedCounts(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """How many functions were asked about, how many a test reaches, how many none does; and the test files there are."""

    functions: int
    tested: int
    untested: int
    test_files: int
    work_units_used: int


class UntestedReportV1(msgspec.Struct, frozen=True, kw_only=True, rename="camel", omit_defaults=True):
    """Functions that no test reaches, by file, line and key. With `is_of_change`, only changed ones were asked about."""

    version: Version
    untested: tuple[UntestedFunctionV1, ...]
    counts: UntestedCounts
    is_of_change: bool
    basis: Basis
    is_unfinished: bool = False
    truncation: tuple[TruncationRecord, ...] = ()
    warnings: tuple[WarningRecord, ...] = ()


def find_untested(
    graph: CodeGraph,
    request: UntestedRequest,
    tests: Mapping[str, TestFile],
    *,
    index: IndexIdentity | None = None,
    clock: Clock | None = None,
) -> UntestedReportV1:
    """Return the functions that no test reaches; if the work budget ends before all are reached, none are listed."""
    caps = request.caps
    wanted = _wanted(graph, request.changed)
    starts = rows_of_tests(graph, tests)
    work = WorkCounter(caps.work, clock)
    config = TraversalConfig(
        max_nodes=len(graph.nodes) + 1,
        allowed_edge_types=frozenset(EdgeKind) - frozenset(_NO_REACH),
    )
    result = walk(
        graph,
        starts.tolist(),
        (Direction.FORWARD,),
        config,
        WalkLimits(scope="suggestTests", edges=ListedEdges.NONE),
        work=work,
    )
    is_unfinished = n_cuts(result.truncation) > 0
    reached = np.zeros(len(graph.nodes), dtype=np.bool_)
    reached[starts] = True
    reached[list(result.rows)] = True
    missing = [row for row in wanted if not reached[row] and graph.nodes.symbols[row] not in request.recorded]
    listed = () if is_unfinished else _listed(graph, missing, tests, caps)
    cut = () if is_unfinished else _cut(graph, missing, len(listed), caps)
    truncation = merge_truncation_records((*result.truncation, *cut))
    warnings = cap_warnings((*request.warnings, *count_index_warnings(graph.warnings)))
    return UntestedReportV1(
        version=VERSION,
        untested=listed,
        counts=UntestedCounts(
            functions=len(wanted),
            tested=len(wanted) - len(missing),
            untested=len(missing),
            test_files=len(tests),
            work_units_used=work.n_done,
        ),
        is_of_change=request.changed is not None,
        basis=basis_of(
            incompleteness_causes(graph, result, (Direction.FORWARD,), truncation),
            caps,
            IndexIdentity() if index is None else index,
        ),
        is_unfinished=is_unfinished,
        truncation=(*truncation, *warning_truncation(warnings, "suggestTests")),
        warnings=warnings,
    )


def _wanted(graph: CodeGraph, changed: tuple[int, ...] | None) -> list[int]:
    """Return the functions that are asked about: with code, not in tests; without a change, only public ones."""
    nodes = graph.nodes
    no_code = int(NodeFlag.EXTERNAL | NodeFlag.TEST | NodeFlag.INTERFACE_METHOD | NodeFlag.ABSTRACT)
    is_wanted = (nodes.kinds == NodeKind.FUNCTION) & ((nodes.flags & no_code) == 0) & (nodes.files != NO_ROW)
    rows = np.flatnonzero(is_wanted) if changed is None else np.array(sorted(changed), dtype=np.int64)
    rows = rows[is_wanted[rows]] if len(rows) else rows
    return [int(row) for row in rows if changed is not None or _is_public(graph, int(row))]


def _is_public(graph: CodeGraph, row: int) -> bool:
    return visibility_of_flags(int(graph.nodes.flags[row])) in {Visibility.PUBLIC, None}


def _listed(
    graph: CodeGraph, rows: Sequence[int], tests: Mapping[str, TestFile], caps: Caps
) -> tuple[UntestedFunctionV1, ...]:
    nodes = _in_order(graph, rows)
    nearest = _NearestTests(graph, tests)
    return tuple(
        UntestedFunctionV1(node=node, nearest=nearest.of(row), entry_points=external_entry_kinds(graph, row))
        for node, row in nodes[: caps.max_nodes]
    )


def _in_order(graph: CodeGraph, rows: Sequence[int]) -> list[tuple[GraphNodeV1, int]]:
    """Return nodes with their rows by file, line and key."""
    nodes = [(answer_node(graph, row), row) for row in rows]
    return sorted(nodes, key=lambda pair: (pair[0].file or "", pair[0].line or 0, node_key(pair[0].ref)))


class _NearestTests:
    """Finds the test file that uses most of a function's class, else of its file; else the one named after its file."""

    def __init__(self, graph: CodeGraph, tests: Mapping[str, TestFile]) -> None:
        self._graph = graph
        self._paths = tuple(tests)
        self._place_by_file = np.full(max(len(graph.files), 1), -1, dtype=np.int64)
        for place, file in enumerate(graph.files.find_each(self._paths)):
            if file is not None:
                self._place_by_file[file] = place
        self._by_stem: dict[str, str] = {}
        for path in reversed(self._paths):
            self._by_stem[stem_of_test(path)] = path
        self._known: dict[tuple[str, int], NearestTestV1 | None] = {}

    def of(self, row: int) -> NearestTestV1 | None:
        """Return the test file nearest to a function."""
        graph = self._graph
        owner, file = int(graph.nodes.enclosing[row]), int(graph.nodes.files[row])
        is_method = owner != NO_ROW and graph.nodes.kinds[owner] == NodeKind.TYPE
        for kind, number in (("class", owner if is_method else NO_ROW), ("file", file)):
            if number == NO_ROW:
                continue
            if (kind, number) not in self._known:
                self._known[kind, number] = self._find(kind, number)
            found = self._known[kind, number]
            if found is not None:
                return found
        path = self._by_stem.get(stem_of_test(graph.files[file]))
        return None if path is None else NearestTestV1(test_path=path, reason="is named after its file")

    def _find(self, kind: str, number: int) -> NearestTestV1 | None:
        graph = self._graph
        if kind == "class":
            rows = np.concatenate([[number], np.flatnonzero(graph.nodes.enclosing == number)]).astype(
                np.int64
            )
        else:
            rows = graph.file_index.find_in_files(range(number, number + 1)).astype(np.int64)
        places = self._places_of_users(rows)
        if not len(places):
            return None
        counts = np.bincount(places)
        best = int(np.argmax(counts))
        what = "class" if kind == "class" else "file"
        return NearestTestV1(
            test_path=self._paths[best], reason=f"uses its {what} most: {int(counts[best])} edges"
        )

    def _places_of_users(self, rows: Longs) -> Longs:
        table = self._graph.edges
        begins = table.in_starts[rows].astype(np.int64)
        lengths = table.in_starts[rows + 1].astype(np.int64) - begins
        edges = table.in_order[concatenate_ranges(begins, lengths)]
        sources = table.sources[edges[np.isin(table.kinds[edges], _USES)]]
        files = self._graph.nodes.files[sources]
        places = self._place_by_file[files[files != NO_ROW]]
        return np.asarray(places[places >= 0])


def _cut(graph: CodeGraph, missing: Sequence[int], n_listed: int, caps: Caps) -> tuple[TruncationRecord, ...]:
    n_found = len(missing)
    if n_found <= n_listed:
        return ()
    return (
        TruncationRecord(
            scope="suggestTests",
            cap="maxNodes",
            limit=caps.max_nodes,
            observed=n_found,
            omitted=n_found - n_listed,
            at=TruncationPlace(node=node_key(ref_of(graph, _in_order(graph, missing)[n_listed][1]))),
            note="counts functions that no test reaches and that are not listed; a higher maxNodes lists them",
        ),
    )
