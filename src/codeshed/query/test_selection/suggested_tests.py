"""Which tests matter for a change?

Turns: CodeGraph + ChangedCode + test files + commits → SuggestTestsReportV1: test files by falling score, each with a reason, a
path from the change to it, and its tests.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence

import msgspec

from codeshed.errors import InvalidOptionError
from codeshed.graph.answers.evidence_truncation import evidence_records
from codeshed.graph.changes.impact_walk import witness_paths_of
from codeshed.graph.data.code_graph import CodeGraph
from codeshed.graph.incompleteness.incompleteness_causes import change_causes, incompleteness_causes
from codeshed.graph.walk.bounded_walk import Direction
from codeshed.graph.walk.witness_paths import WitnessPaths
from codeshed.graph.walk.work_budget import Clock, WorkCounter
from codeshed.model.answers.answer_basis import IndexIdentity, basis_of
from codeshed.model.answers.answer_graph import VERSION, WitnessPathV1
from codeshed.model.answers.caps import Caps
from codeshed.model.answers.truncation import (
    TruncationPlace,
    TruncationRecord,
    WarningRecord,
    cap_warnings,
    count_index_warnings,
    merge_truncation_records,
    warning_truncation,
)
from codeshed.model.count_phrases import count_of
from codeshed.model.symbol_ids import qualified_name
from codeshed.model.test_files import TestFile
from codeshed.query.test_selection.case_ranking import rank_cases
from codeshed.query.test_selection.changed_code import ChangedCode, changed_names
from codeshed.query.test_selection.cochange import PastCommit
from codeshed.query.test_selection.file_ranking import evidence_of, score_by_runs, score_files
from codeshed.query.test_selection.importing_tests import find_importing_tests
from codeshed.query.test_selection.run_evidence import (
    CoverageData,
    RecordedRuns,
    TestRuns,
    covering_tests,
    recorded_tests,
)
from codeshed.query.test_selection.selected_tests import (
    ChangedPathV1,
    SuggestedTestV1,
    SuggestTestsReportV1,
    TestEvidenceV1,
    TestSelectionStats,
)
from codeshed.query.test_selection.selection_budget import TestBudget, TestTimes, within_budget
from codeshed.query.test_selection.selection_features import TestFeatures, selection_features

NO_TESTS = "NO_TESTS"
TESTS_DESELECTED = "TESTS_DESELECTED"
NO_HISTORY = "NO_HISTORY"
SAFE_IS_BLIND = "SAFE_IS_BLIND"
COVERAGE_USED = "COVERAGE_USED"
COVERAGE_OUTDATED = "COVERAGE_OUTDATED"
RECORDING_USED = "RECORDING_USED"
RECORDING_OUTDATED = "RECORDING_OUTDATED"

DEFAULT_MAX = 10
_MIN_SCORE = 0.005
"""A test file that nothing connects with the change is suggested from this score on."""

_NO_EVIDENCE = "is like the test files that such changes touched elsewhere"

_RUN_SHARE = 0.5
"""What having run the change counts, beside all other evidence, among the test files that ran it."""

_CERTAIN = frozenset({"changed", "coverage", "observed"})


class SuggestTestsRequest(msgspec.Struct, frozen=True, kw_only=True):
    """The change, how many test files are wanted at most (None: all that score), and the caps.

    With `is_safe`, every test that may reach the change is wanted. `warnings` are those of whoever found the change.
    """

    caps: Caps
    changed: ChangedCode
    max_files: int | None = DEFAULT_MAX
    is_safe: bool = False
    budget: TestBudget | None = None
    warnings: tuple[WarningRecord, ...] = ()
    n_unread: int = 0


class SelectionSources(msgspec.Struct, frozen=True, kw_only=True):
    """What tests are selected from, beside the graph; each may be missing.

    `n_deselected` is how many tests are not among them, since the project's settings deselect them.
    """

    tests: Mapping[str, TestFile]
    n_deselected: int = 0
    commits: Sequence[PastCommit] = ()
    history_problem: str = ""
    coverage: CoverageData | None = None
    recorded: RecordedRuns | None = None
    times: TestTimes | None = None


def suggest_tests(
    graph: CodeGraph,
    request: SuggestTestsRequest,
    sources: SelectionSources,
    *,
    index: IndexIdentity | None = None,
    clock: Clock | None = None,
) -> SuggestTestsReportV1:
    """Return the tests that matter for a change: `suggest_tests(graph, SuggestTestsRequest(caps=caps, changed=changed), sources)`."""
    if request.max_files is not None and request.max_files < 1:
        raise InvalidOptionError("--max 0 asks for no test", hint="give a positive number")
    caps = request.caps
    changed = request.changed
    tests, discovery_cut = _discovered(sources.tests, caps)
    work = WorkCounter(caps.work, clock)
    features = selection_features(graph, changed, tests, sources.commits[: caps.max_commits], caps, work)
    runs = _runs(graph, changed, features.paths, sources)
    scores, evidence = _scored(graph, features, changed, runs)
    order = sorted(range(len(scores)), key=lambda place: (-scores[place], features.paths[place]))
    if request.is_safe:
        importing = find_importing_tests(graph, changed, features.paths)
        chosen = [
            place
            for place in order
            if place in features.reach.nearest
            or place in importing
            or any(each.kind in _CERTAIN for each in evidence[place])
        ]
    elif not changed.paths and not changed.rows:
        chosen = []
    else:
        chosen = [place for place in order if evidence[place] or scores[place] >= _MIN_SCORE]
    limit = caps.max_suggestions
    listed = chosen if request.max_files is None or request.is_safe else chosen[: request.max_files]
    if request.budget is not None:
        listed = chosen
    cut = _suggestion_cut([features.paths[place] for place in listed], limit)
    suggestions = _suggestions(
        graph, features, listed[:limit], scores, evidence, tests, request, sources.times, runs
    )
    budget = None
    if request.budget is not None:
        suggestions, budget = within_budget(suggestions, request.budget, tests, sources.times)
    walk = features.reach.walk
    truncation = merge_truncation_records(
        (
            *discovery_cut,
            *walk.truncation,
            *cut,
            *_case_cut(suggestions, caps.max_tests_per_file),
            *evidence_records(
                graph,
                (),
                _edges_on_paths(graph, features, suggestions, caps),
                caps,
                scope="suggestTests",
            ),
        )
    )
    causes = (
        *incompleteness_causes(graph, walk.result, (Direction.BACKWARD,), truncation),
        *change_causes(0, request.n_unread, 0),
    )
    warnings = cap_warnings(
        (
            *request.warnings,
            *_own_warnings(request, sources, tests),
            *count_index_warnings(graph.warnings),
        )
    )
    return SuggestTestsReportV1(
        version=VERSION,
        changed=_changed_paths(graph, changed),
        suggestions=suggestions,
        basis=basis_of(causes, caps, IndexIdentity() if index is None else index),
        stats=TestSelectionStats(
            test_files=len(tests),
            tests=sum(len(each.tests) for each in tests.values()),
            reached_files=len(features.reach.nearest),
            suggested_files=len(suggestions),
            suggested_tests=sum(len(each.tests) if each.is_part else each.n_tests for each in suggestions),
            commits=min(len(sources.commits), caps.max_commits),
            work_units_used=work.n_done,
            is_safe=request.is_safe,
        ),
        budget=budget,
        truncation=(*truncation, *warning_truncation(warnings, "suggestTests")),
        warnings=warnings,
    )


def _discovered(
    tests: Mapping[str, TestFile], caps: Caps
) -> tuple[dict[str, TestFile], tuple[TruncationRecord, ...]]:
    """Return the first test files by path, as many as the cap allows."""
    limit = caps.max_test_files
    kept = dict(sorted(tests.items())[:limit])
    if len(tests) <= limit:
        return kept, ()
    record = TruncationRecord(
        scope="suggestTests",
        cap="maxTestFiles",
        limit=limit,
        observed=len(tests),
        omitted=len(tests) - limit,
        at=TruncationPlace(node=f"file:{sorted(tests)[limit]}"),
        note="counts test files that were not looked at, the last ones by path; a higher maxTestFiles lets them in",
    )
    return kept, (record,)


def _suggestion_cut(paths: Sequence[str], limit: int) -> tuple[TruncationRecord, ...]:
    if len(paths) <= limit:
        return ()
    return (
        TruncationRecord(
            scope="suggestTests",
            cap="maxSuggestions",
            limit=limit,
            observed=len(paths),
            omitted=len(paths) - limit,
            at=TruncationPlace(node=f"file:{paths[limit]}"),
            note="counts test files with a lower score that were left out; a higher maxSuggestions lets them in",
        ),
    )


def _case_cut(suggestions: Sequence[SuggestedTestV1], limit: int) -> tuple[TruncationRecord, ...]:
    cut = [each for each in suggestions if not each.is_part and each.n_tests > len(each.tests)]
    if not cut:
        return ()
    return (
        TruncationRecord(
            scope="suggestTests",
            cap="maxTestsPerFile",
            limit=limit,
            observed=max(each.n_tests for each in cut),
            omitted=sum(each.n_tests - len(each.tests) for each in cut),
            at=TruncationPlace(node=f"file:{cut[0].test_path}"),
            note="counts tests of suggested files that are not named; a higher maxTestsPerFile names them",
        ),
    )


def _runs(
    graph: CodeGraph, changed: ChangedCode, paths: Sequence[str], sources: SelectionSources
) -> dict[int, tuple[TestRuns, ...]]:
    """Return what is known of which test files ran the change, by place."""
    found: dict[int, tuple[TestRuns, ...]] = {}
    if sources.coverage is not None:
        for place, each in covering_tests(sources.coverage, changed, paths).items():
            found[place] = (each,)
    if sources.recorded is not None:
        for place, each in recorded_tests(graph, sources.recorded, changed, paths).items():
            found[place] = (*found.get(place, ()), each)
    return found


def _scored(
    graph: CodeGraph,
    features: TestFeatures,
    changed: ChangedCode,
    runs: Mapping[int, tuple[TestRuns, ...]],
) -> tuple[list[float], list[tuple[TestEvidenceV1, ...]]]:
    """Return the scores and the evidence of all test files; a test file that is part of the change comes first."""
    by_fixes = score_files(features)
    is_symbol = not changed.line_words and not changed.is_whole_files
    scores = (score_by_runs(features, by_fixes) if is_symbol else by_fixes).tolist()
    used = _first_names(graph, features)
    evidence = [evidence_of(features, place, used.get(place, ())) for place in range(len(scores))]
    highest = max(scores, default=0.0) or 1.0
    for place, found in runs.items():
        share = max(each.share for each in found)
        known = _RUN_SHARE * share + (1 - _RUN_SHARE) * scores[place] / highest
        scores[place] = round(0.5 + 0.5 * known, 6)
        evidence[place] = (*(each.evidence for each in found), *evidence[place])
    changed_paths = frozenset(changed.paths)
    for place, path in enumerate(features.paths):
        if path in changed_paths:
            scores[place] = 1.0
            own = TestEvidenceV1(kind="changed", message="is part of the change", strength=1.0)
            evidence[place] = (own, *evidence[place])
    return scores, evidence


def _first_names(graph: CodeGraph, features: TestFeatures) -> dict[int, tuple[str, ...]]:
    """Return the name of the changed symbol at which the path to each test file begins."""
    reached = features.reach.walk.reached
    by_row = {each.row: each for each in reached}
    found: dict[int, tuple[str, ...]] = {}
    for place, index in features.reach.nearest.items():
        each = reached[index]
        while each.previous in by_row:
            each = by_row[each.previous]
        found[place] = (qualified_name(graph.nodes.symbols[each.previous]),)
    return found


def _suggestions(  # noqa: PLR0917 - all of it is what a suggestion is made of
    graph: CodeGraph,
    features: TestFeatures,
    places: Sequence[int],
    scores: Sequence[float],
    evidence: Sequence[tuple[TestEvidenceV1, ...]],
    tests: Mapping[str, TestFile],
    request: SuggestTestsRequest,
    times: TestTimes | None,
    runs: Mapping[int, tuple[TestRuns, ...]],
) -> tuple[SuggestedTestV1, ...]:
    names = changed_names(graph, request.changed)
    path_of = _witness_path_writer(features, _witness_paths(graph, features, request.caps))
    arrived = features.reach.arrived
    ranked = {}
    most = _most_arrived(graph, features, places)
    changed_rows = frozenset(request.changed.rows)
    n_tests = sum(len(each.tests) for each in tests.values()) or 1
    total_seconds = 0.0 if times is None else times.total
    for place in places:
        path = features.paths[place]
        ran: dict[str, float] = {}
        for each in runs.get(place, ()):
            ran |= {test: max(share, ran.get(test, 0.0)) for test, share in each.share_by_test.items()}
        ranked[place] = rank_cases(
            graph,
            path,
            tests[path],
            file_score=scores[place],
            arrived=arrived,
            most=most,
            names=names,
            ran=ran,
            changed_rows=changed_rows,
        )
    found = []
    for place in places:
        path = features.paths[place]
        seconds = None if times is None else times.by_file.get(path)
        share = (
            len(tests[path].tests) / n_tests
            if times is None or not total_seconds
            else (seconds or 0.0) / total_seconds
        )
        kept = ranked[place][: request.caps.max_tests_per_file]
        found.append(
            SuggestedTestV1(
                test_path=path,
                score=scores[place],
                reason="; ".join(each.message for each in evidence[place][:2]) or _NO_EVIDENCE,
                witness_path=path_of(place),
                evidence=evidence[place],
                tests=kept if times is None else tuple(times.with_seconds(each) for each in kept),
                n_tests=len(ranked[place]),
                share=round(share, 4),
                seconds=None if seconds is None else round(seconds, 3),
            )
        )
    return tuple(found)


def _most_arrived(graph: CodeGraph, features: TestFeatures, places: Sequence[int]) -> float:
    """Return the most of the change that arrives at any node of the suggested files."""
    files = graph.files.find_each([features.paths[place] for place in places])
    most = 0.0
    for file in files:
        if file is not None:
            rows = graph.file_index.find_in_files(range(file, file + 1))
            most = max(most, float(features.reach.arrived[rows].max(initial=0.0)))
    return most


def _witness_paths(graph: CodeGraph, features: TestFeatures, caps: Caps) -> WitnessPaths:
    return witness_paths_of(graph, features.reach.walk, caps.max_call_sites)


def _edges_on_paths(
    graph: CodeGraph, features: TestFeatures, suggestions: Sequence[SuggestedTestV1], caps: Caps
) -> Iterator[int]:
    """Yield the edges of the paths that suggestions show."""
    paths = _witness_paths(graph, features, caps)
    shown = {each.test_path for each in suggestions if each.witness_path is not None}
    for place, index in features.reach.nearest.items():
        if features.paths[place] in shown:
            yield from (step.edge for step in paths.steps_to(features.reach.walk.reached[index]))


def _witness_path_writer(
    features: TestFeatures, paths: WitnessPaths
) -> Callable[[int], WitnessPathV1 | None]:
    reached = features.reach.walk.reached

    def write(place: int) -> WitnessPathV1 | None:
        index = features.reach.nearest.get(place)
        return None if index is None else paths.path_to(reached[index])

    return write


def _changed_paths(graph: CodeGraph, changed: ChangedCode) -> tuple[ChangedPathV1, ...]:
    symbols: dict[str, list[str]] = {path: [] for path in changed.paths}
    if not changed.is_whole_files:
        for row in changed.rows:
            path = graph.file_path(row)
            if path is not None and graph.nodes.symbols[row] != path:
                symbols.setdefault(path, []).append(graph.nodes.symbols[row])
    return tuple(ChangedPathV1(path=path, symbols=tuple(found)) for path, found in sorted(symbols.items()))


def _own_warnings(
    request: SuggestTestsRequest, sources: SelectionSources, tests: Mapping[str, TestFile]
) -> tuple[WarningRecord, ...]:
    found = []
    if not tests:
        found.append(
            WarningRecord(
                code=NO_TESTS,
                message="no test was found: none of the indexed files declares one by the conventions of its language",
            )
        )
    if sources.n_deselected:
        verb = "is" if sources.n_deselected == 1 else "are"
        found.append(
            WarningRecord(
                code=TESTS_DESELECTED,
                message=f"{count_of(sources.n_deselected, 'test')} {verb} left out: -m or -k in addopts of pytest's settings deselects "
                f"{'it' if sources.n_deselected == 1 else 'them'}",
            )
        )
    if sources.history_problem or not sources.commits:
        why = sources.history_problem or "there is no commit"
        found.append(
            WarningRecord(
                code=NO_HISTORY, message=f"which files changed together is not known, or not all: {why}"
            )
        )
    if request.is_safe:
        found.append(
            WarningRecord(
                code=SAFE_IS_BLIND,
                message="--safe lists what calls, uses or imports lead to; it cannot see tests that reach the change through "
                "unresolved calls, data files, generated code, programs other than scripts and modules of this repository, or other repositories",
            )
        )
    coverage = sources.coverage
    if coverage is not None:
        found.append(
            WarningRecord(code=COVERAGE_USED, message=f"{coverage.path} was used as evidence; {coverage.age}")
        )
        if coverage.n_changed_since:
            found.append(
                WarningRecord(
                    code=COVERAGE_OUTDATED,
                    message=f"{coverage.n_changed_since} of the changed files differ from what {coverage.path} measured: its lines were mapped as they stand",
                )
            )
    recorded = sources.recorded
    if recorded is not None:
        found.append(
            WarningRecord(
                code=RECORDING_USED, message=f"the recorded tests were used as evidence; {recorded.age}"
            )
        )
        if recorded.n_outdated:
            verb = "has" if recorded.n_outdated == 1 else "have"
            found.append(
                WarningRecord(
                    code=RECORDING_OUTDATED,
                    message=f"{count_of(recorded.n_outdated, 'recorded test')} {verb} changed since or {'is' if recorded.n_outdated == 1 else 'are'} gone: what they ran is left out",
                )
            )
    return tuple(found)
