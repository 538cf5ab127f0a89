"""What was recorded?

The record of `codeshed record`, filled from a recording and the graph that it was joined to.
"""

import shlex

import msgspec

from codeshed.model.answers.truncation import TruncationRecord
from codeshed.model.recording import MAX_RECORDED_CALLS, MAX_RECORDED_RUNS, RecordedCalls, Recording


class RecordingReportV1(msgspec.Struct, frozen=True, kw_only=True, rename="camel", omit_defaults=True):
    """A recording: the commands that ran, and what its calls add to the graph.

    `exit_code` is that of the last one. `n_calls` are pairs of functions of the repository, `n_new_calls` those without an edge in the graph, `n_functions` all
    functions that ran. `n_changed_files` were no longer as indexed when they ran, and are left out.
    `n_changed_functions` have changed since; what they called is left out of answers. With `is_former_kept`, no Python process ran,
    so what was recorded before stays; `recording` is its id.
    """

    recording: str
    commands: tuple[str, ...]
    exit_code: int
    commit: str
    pythons: tuple[str, ...]
    n_processes: int
    n_tests: int
    n_functions: int
    n_calls: int
    n_new_calls: int
    n_changed_files: int
    n_changed_functions: int
    index_dir: str
    truncation: tuple[TruncationRecord, ...]
    is_former_kept: bool = False


def recording_report(
    recording: Recording,
    *,
    n_calls: int,
    n_new_calls: int,
    n_changed_functions: int,
    index_dir: str,
    is_former_kept: bool,
) -> RecordingReportV1:
    """Return the report of a recording."""
    calls = recording.calls
    return RecordingReportV1(
        recording=recording.id,
        commands=tuple(map(shlex.join, calls.commands)),
        exit_code=calls.exit_code,
        commit=calls.commit,
        pythons=calls.pythons,
        n_processes=calls.n_processes,
        n_tests=calls.n_tests,
        n_functions=len({each.callee for each in calls.calls}),
        n_calls=n_calls,
        n_new_calls=n_new_calls,
        n_changed_files=calls.n_changed_files,
        n_changed_functions=n_changed_functions,
        index_dir=index_dir,
        is_former_kept=is_former_kept,
        truncation=_truncation(calls),
    )


def _truncation(calls: RecordedCalls) -> tuple[TruncationRecord, ...]:
    records = []
    if calls.n_dropped_calls:
        records.append(
            TruncationRecord(
                scope="recording",
                cap="maxRecordedCalls",
                limit=MAX_RECORDED_CALLS,
                omitted=calls.n_dropped_calls,
                note="one process made more different calls; record fewer tests at a time",
            )
        )
    if calls.n_dropped_runs:
        records.append(
            TruncationRecord(
                scope="recording",
                cap="maxRecordedRuns",
                limit=MAX_RECORDED_RUNS,
                omitted=calls.n_dropped_runs,
                note="the last tests of one process lack some of their calls; record fewer tests at a time",
            )
        )
    return tuple(records)
