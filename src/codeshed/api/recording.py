"""Recording calls for a repository, and what is recorded.

Turns: IndexOptions + a command → a recording in the folder of the index → RecordingReportV1, TestsByFunction or
RecordedRuns.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from codeshed.api.index_opening import IndexOptions, open_index, settings_of
from codeshed.errors import InvalidOptionError, NoRecordingError, UnreadableRecordingError
from codeshed.graph.data.code_graph import CodeGraph
from codeshed.graph.editing.observed_calls import count_new_calls
from codeshed.model.recording import Recording
from codeshed.project.index.index_refresh import OpenIndex
from codeshed.project.recording.call_joining import join_recorded_calls
from codeshed.project.recording.observed_graph import find_changed_functions, observed_calls
from codeshed.project.recording.recorded_run import run_recorded
from codeshed.project.recording.recorded_tests import (
    NO_TESTS,
    TestsByFunction,
    recorded_runs,
    tests_by_function,
)
from codeshed.project.recording.recording_merge import merge_recorded_calls
from codeshed.query.recording_report import RecordingReportV1, recording_report
from codeshed.query.test_selection.run_evidence import RecordedRuns
from codeshed.store.index_layout import index_dir_of
from codeshed.store.index_lock import lock_index
from codeshed.store.recording_file import read_recording, write_recording

_MISSING = "give the command after two dashes: codeshed record -- pytest -q"


def record_command(
    options: IndexOptions, command: Sequence[str], *, is_added: bool, is_stdout_ours: bool
) -> RecordingReportV1:
    """Bring the index up to date, run a command with the recorder, and keep what it recorded."""
    if not command:
        raise InvalidOptionError("no command is named", hint=_MISSING)
    root = options.root
    opened = open_index(replace(options, refresh=options.refresh or "always"), settings_of(root))
    with opened.reader as reader:
        graph, index_dir, commit = opened.graph, reader.index_dir, reader.meta.commit
        hash_by_path = {each.path: each.content_hash for each in reader.files}
        run = run_recorded(root, command, _of_python(hash_by_path), is_stdout_ours=is_stdout_ours)
        calls, tests = join_recorded_calls(root, graph, hash_by_path, run, command=command, commit=commit)
        with lock_index(index_dir, "recording") as lock:
            before = read_recording(index_dir) if is_added else None
            if not calls.n_processes and (kept := before or _readable_recording(index_dir)) is not None:
                # A command that ran no Python says nothing against what another one recorded.
                nothing = Recording(id=kept.id, calls=calls, tests=tests)
                return _report(graph, root, hash_by_path, nothing, index_dir, is_former_kept=True)
            if before is not None:
                changed = find_changed_functions(graph, root, hash_by_path, before.calls)
                calls, tests = merge_recorded_calls(before, changed, calls, tests, hash_by_path)
            recording = write_recording(lock, calls, tests)
        return _report(graph, root, hash_by_path, recording, index_dir)


def describe_recording(options: IndexOptions) -> RecordingReportV1:
    """Return what is recorded, and how much of it still holds."""
    opened = open_index(options, settings_of(options.root))
    with opened.reader as reader:
        recording = read_recording(reader.index_dir)
        if recording is None:
            raise NoRecordingError(str(reader.index_dir))
        hash_by_path = {each.path: each.content_hash for each in reader.files}
        return _report(opened.graph, options.root, hash_by_path, recording, reader.index_dir)


def find_recorded_tests(options: IndexOptions) -> TestsByFunction:
    """Return which tests ran which functions, without opening the index."""
    recording = read_recording(index_dir_of(options.root, options.index_dir))
    return NO_TESTS if recording is None else tests_by_function(recording)


def read_recorded_runs(
    opened: OpenIndex, root: Path, graph: CodeGraph, commit_ids: Sequence[str], head: str
) -> RecordedRuns | None:
    """Return what the recorded tests ran that are as they were then; None without a recording that can be read.

    `commit_ids` are the commits of the history without merges, the latest first, `head` is the one that is checked out.
    """
    try:
        recording = read_recording(opened.reader.index_dir)
    except UnreadableRecordingError:
        # The graph has a warning of it.
        return None
    if recording is None:
        return None
    hash_by_path = {each.path: each.content_hash for each in opened.reader.files}
    changed = find_changed_functions(graph, root, hash_by_path, recording.calls)
    return recorded_runs(recording, changed, hash_by_path, commit_ids, head)


def _readable_recording(index_dir: Path) -> Recording | None:
    try:
        return read_recording(index_dir)
    except UnreadableRecordingError:
        return None


def _of_python(hash_by_path: Mapping[str, str]) -> dict[str, str]:
    return {path: hashed for path, hashed in hash_by_path.items() if path.endswith(".py")}


def _report(
    graph: CodeGraph,
    root: Path,
    hash_by_path: Mapping[str, str],
    recording: Recording,
    index_dir: Path,
    *,
    is_former_kept: bool = False,
) -> RecordingReportV1:
    changed = find_changed_functions(graph, root, hash_by_path, recording.calls)
    calls = observed_calls(graph, recording.calls, changed)
    return recording_report(
        recording,
        n_calls=len(calls),
        n_new_calls=count_new_calls(graph, calls),
        n_changed_functions=len(changed),
        index_dir=str(index_dir),
        is_former_kept=is_former_kept,
    )
