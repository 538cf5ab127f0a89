"""Who tests a symbol, and by which path?

Turns: CodeGraph + seed + test files → TestersReportV1: the tests that reach it, the nearest and most certain first.
"""

from collections.abc import Mapping, Sequence

import msgspec
import numpy as np

from codeshed.graph.answers.evidence_truncation import evidence_records
from codeshed.graph.changes.impact_walk import ImpactOptions, walk_impact, witness_paths_of
from codeshed.graph.data.code_graph import CodeGraph
from codeshed.graph.data.node_keys import ref_of
from codeshed.graph.incompleteness.incompleteness_causes import incompleteness_causes
from codeshed.graph.seeds.seed_references import resolve_seed, seed_warning
from codeshed.graph.seeds.seed_scope import rows_within
from codeshed.graph.walk.bounded_walk import Direction
from codeshed.graph.walk.work_budget import Clock, WorkCounter
from codeshed.model.answers.answer_basis import Basis, IndexIdentity, basis_of, seed_causes
from codeshed.model.answers.answer_graph import VERSION, Version, WitnessPathV1
from codeshed.model.answers.caps import Caps
from codeshed.model.answers.node_references import Confidence, NodeRef, SeedRef, node_key
from codeshed.model.answers.truncation import (
    TruncationPlace,
    TruncationRecord,
    WarningRecord,
    cap_warnings,
    count_index_warnings,
    merge_truncation_records,
    warning_truncation,
)
from codeshed.model.languages.declared_tests import node_id
from codeshed.model.test_files import TestFile
from codeshed.query.test_selection.case_ranking import case_rows
from codeshed.query.test_selection.reach_evidence import DEPTH


class TestersRequest(msgspec.Struct, frozen=True, kw_only=True):
    """How many tests are listed at most, and the caps."""

    caps: Caps
    max_tests: int | None = None


class TesterV1(msgspec.Struct, frozen=True, kw_only=True, rename="camel", omit_defaults=True):
    """A test that reaches the symbol: its node id, how far away it is, how sure that is, and one path to it."""

    ref: NodeRef
    node_id: str
    test_path: str
    distance: int
    confidence: Confidence
    witness_path: WitnessPathV1 | None = None
    line: int | None = None


class TestersReportV1(msgspec.Struct, frozen=True, kw_only=True, rename="camel", omit_defaults=True):
    """The tests that reach a symbol, by distance, falling confidence and node id; `n_testers` counts all of them."""

    version: Version
    seed: SeedRef
    testers: tuple[TesterV1, ...]
    n_testers: int
    n_test_files: int
    work_units_used: int
    basis: Basis
    truncation: tuple[TruncationRecord, ...] = ()
    warnings: tuple[WarningRecord, ...] = ()


def find_testers(
    graph: CodeGraph,
    seed: str,
    request: TestersRequest,
    tests: Mapping[str, TestFile],
    *,
    index: IndexIdentity | None = None,
    clock: Clock | None = None,
) -> TestersReportV1:
    """Return the tests that reach a symbol: `find_testers(graph, "Cart.total", TestersRequest(caps=caps), tests)`."""
    caps = request.caps
    identity = IndexIdentity() if index is None else index
    found = resolve_seed(graph, seed, max_candidates=caps.max_candidates, scope="suggestTests")
    if not found.rows:
        warnings = cap_warnings((seed_warning(found), *count_index_warnings(graph.warnings)))
        return TestersReportV1(
            version=VERSION,
            seed=found.ref,
            testers=(),
            n_testers=0,
            n_test_files=0,
            work_units_used=0,
            basis=basis_of(seed_causes(found.truncation), caps, identity),
            truncation=(*found.truncation, *warning_truncation(warnings, "suggestTests")),
            warnings=warnings,
        )
    work = WorkCounter(caps.work, clock)
    options = ImpactOptions(caps=caps, depth=DEPTH, scope="suggestTests")
    walk = walk_impact(graph, tuple(rows_within(graph, found.rows)), options, work)
    id_by_row = _ids_by_row(graph, tests)
    paths = witness_paths_of(graph, walk, caps.max_call_sites)
    testers = []
    for each in walk.reached:
        known = id_by_row.get(each.row)
        if known is not None:
            testers.append((each, *known))
    testers.sort(key=lambda entry: (entry[0].distance, -round(entry[0].confidence, 6), entry[2]))
    limit = (
        caps.max_suggestions if request.max_tests is None else min(request.max_tests, caps.max_suggestions)
    )
    listed = tuple(
        TesterV1(
            ref=ref_of(graph, each.row),
            node_id=name,
            test_path=path,
            distance=each.distance,
            confidence=round(each.confidence, 6),
            witness_path=paths.path_to(each),
            line=int(graph.nodes.spans[each.row][0]) or None,
        )
        for each, path, name in testers[:limit]
    )
    cut = (
        _cut([node_key(ref_of(graph, each.row)) for each, _, _ in testers], len(listed), caps)
        if request.max_tests is None or request.max_tests > caps.max_suggestions
        else ()
    )
    on_paths = (step.edge for each, _, _ in testers[:limit] for step in paths.steps_to(each))
    truncation = merge_truncation_records(
        (
            *found.truncation,
            *walk.truncation,
            *cut,
            *evidence_records(graph, (), on_paths, caps, scope="suggestTests"),
        )
    )
    warnings = cap_warnings(count_index_warnings(graph.warnings))
    return TestersReportV1(
        version=VERSION,
        seed=found.ref,
        testers=listed,
        n_testers=len(testers),
        n_test_files=len({path for _, path, _ in testers}),
        work_units_used=work.n_done,
        basis=basis_of(
            incompleteness_causes(graph, walk.result, (Direction.BACKWARD,), truncation), caps, identity
        ),
        truncation=(*truncation, *warning_truncation(warnings, "suggestTests")),
        warnings=warnings,
    )


def _ids_by_row(graph: CodeGraph, tests: Mapping[str, TestFile]) -> dict[int, tuple[str, str]]:
    """Return path and node id of the function of each test; where tests are no functions, those of the module."""
    found: dict[int, tuple[str, str]] = {}
    for path, test_file in tests.items():
        for test, row in zip(test_file.tests, case_rows(graph, path, test_file.tests), strict=True):
            if row is not None:
                found.setdefault(row, (path, node_id(path, test)))
        module = graph.find_row(path)
        if module is not None:
            found.setdefault(module, (path, path))
    return found


def _cut(keys: Sequence[str], n_listed: int, caps: Caps) -> tuple[TruncationRecord, ...]:
    if len(keys) <= n_listed:
        return ()
    return (
        TruncationRecord(
            scope="suggestTests",
            cap="maxSuggestions",
            limit=caps.max_suggestions,
            observed=len(keys),
            omitted=len(keys) - n_listed,
            at=TruncationPlace(node=keys[n_listed]),
            note="counts tests that are farther away or less sure; a higher maxSuggestions lets them in",
        ),
    )


def rows_of_tests(
    graph: CodeGraph, tests: Mapping[str, TestFile]
) -> "np.ndarray[tuple[int], np.dtype[np.int64]]":
    """Return all rows of the test files."""
    files = [file for file in graph.files.find_each(list(tests)) if file is not None]
    rows = [graph.file_index.find_in_files(range(file, file + 1)) for file in files]
    return np.concatenate([*rows, np.zeros(0, dtype=np.int32)]).astype(np.int64)
