"""Answers about tests: which matter for a change, who tests a symbol, and what no test reaches.

Turns: what the methods of `Project` are asked → requests of `query.test_selection`.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from msgspec.structs import replace

from codeshed.api.answer_context import AnswerContext
from codeshed.api.changed_code import code_of_difference, code_of_names, joined_code
from codeshed.api.changed_paths import changed_paths
from codeshed.api.requested_changes import (
    KnownChanges,
    find_requested_changes,
    find_requested_difference,
)
from codeshed.api.seeds import require_lines, seeds_from_root
from codeshed.api.selection_inputs import SelectionInputs
from codeshed.errors import GitFailedError, PathOutsideError
from codeshed.graph.changes.change_roots import rows_in_paths
from codeshed.graph.changes.impact_roots import (
    SEEDS_DERIVED,
    ChangeRequest,
    find_impact_roots,
    state_warnings,
)
from codeshed.graph.data.code_graph import CodeGraph
from codeshed.graph.seeds.seed_references import SEED_NOT_RESOLVED
from codeshed.model.answers.truncation import WarningRecord
from codeshed.model.change_set import Difference
from codeshed.project.coverage_files import read_coverage
from codeshed.project.test_times import read_test_times
from codeshed.query.test_selection.changed_code import ChangedCode
from codeshed.query.test_selection.run_evidence import RecordedRuns
from codeshed.query.test_selection.suggested_tests import SelectionSources

NOTHING_CHANGED = "NOTHING_CHANGED"


@dataclass(frozen=True, slots=True, kw_only=True)
class RequestedChange:
    """A change that tests are selected for, what warns of it, and whether every name in it was clear."""

    code: ChangedCode
    warnings: tuple[WarningRecord, ...] = ()
    n_unread: int = 0
    is_clear: bool = True


def find_change(
    root: Path,
    context: AnswerContext,
    changed: Iterable[str],
    difference: Difference | None,
    known_changes: KnownChanges,
) -> RequestedChange:
    """Return what changed: paths and symbols that are named, and a difference; without either, what is not committed."""
    graph = context.graph
    found: list[ChangedCode] = []
    warnings: list[WarningRecord] = []
    n_unread, is_clear = 0, True
    named = tuple(changed)
    paths, seeds = _paths_and_seeds(root, graph, named)
    if difference is not None:
        changes = known_changes.find(graph, difference)
        roots = find_impact_roots(
            graph,
            ChangeRequest(changes=changes),
            max_candidates=context.caps.max_candidates,
            scope="suggestTests",
        )
        found.append(code_of_difference(graph, difference, changes))
        warnings += [*roots.warnings, *state_warnings(changes, context.index)]
        n_unread += roots.n_unread
    if seeds:
        require_lines(root, graph, seeds)
        roots = find_impact_roots(
            graph,
            ChangeRequest(seeds=seeds),
            max_candidates=context.caps.max_candidates,
            scope="suggestTests",
        )
        is_clear = all(each.code != SEED_NOT_RESOLVED for each in roots.warnings)
        found.append(code_of_names(root, graph, (), roots.rows))
        warnings += roots.warnings
    edited = () if difference is not None else _edited(root, graph, paths)
    for code in edited:
        found.append(code)
        paths = tuple(path for path in paths if path not in code.paths)
    if paths:
        found.append(code_of_names(root, graph, paths, ()))
        missing = rows_in_paths(graph, paths)[1]
        n_unread += len(missing)
        warnings += [
            WarningRecord(
                code="CHANGED_FILE_NOT_INDEXED",
                message=f"nothing of {path} is in the index: only its name and its history are known",
                data={"path": path},
            )
            for path in missing
        ]
    code = joined_code(found)
    if not code.paths and not code.rows:
        warnings.append(
            WarningRecord(code=NOTHING_CHANGED, message="nothing changed: no test matters for it")
        )
    return RequestedChange(
        code=code,
        # The answer lists what changed.
        warnings=tuple(each for each in warnings if each.code != SEEDS_DERIVED),
        n_unread=n_unread,
        is_clear=is_clear,
    )


def selection_sources(
    root: Path, inputs: SelectionInputs, code: ChangedCode, recorded: RecordedRuns | None
) -> SelectionSources:
    """Return all that tests are selected from."""
    tests = inputs.tests
    return SelectionSources(
        tests=tests,
        n_deselected=inputs.n_deselected,
        commits=inputs.commits,
        history_problem=inputs.history_problem,
        coverage=read_coverage(root, tests, inputs.commit_times, code.paths),
        recorded=recorded,
        times=read_test_times(root, tests),
    )


def _paths_and_seeds(
    root: Path, graph: CodeGraph, named: tuple[str, ...]
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Tell paths of files and folders from symbols."""
    paths: list[str] = []
    seeds: list[str] = []
    for each in named:
        try:
            (path,) = changed_paths(root, (each,), None)
        except PathOutsideError:
            path = ""
        is_path = path and ((root / path).exists() or rows_in_paths(graph, (path,))[0])
        if is_path or (path and "::" not in each and "/" in each and ":" not in each):
            paths.append(path)
        else:
            seeds.append(each)
    return tuple(sorted(set(paths))), seeds_from_root(root, seeds)


def _edited(root: Path, graph: CodeGraph, paths: tuple[str, ...]) -> tuple[ChangedCode, ...]:
    """Return the uncommitted changes of named files, so that their lines are known; none without git."""
    files = frozenset(path for path in paths if (root / path).is_file())
    if not files:
        return ()
    try:
        difference = find_requested_difference(root, "HEAD", is_staged=False)
    except GitFailedError:
        return ()
    if difference is None:
        return ()
    inside = tuple(each for each in difference.files if each.path in files and each.old is not None)
    if not inside:
        return ()
    own = replace(difference, files=inside, n_outside=0)
    changes = find_requested_changes(root, graph, own)
    code = code_of_difference(graph, own, changes)
    return (code,) if code.rows or code.line_words else ()
