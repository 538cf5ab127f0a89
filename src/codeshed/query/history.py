"""How did the footprints of a codebase develop?

Turns: the figures of commits → HistoryReport, the oldest commit first.
"""

from collections.abc import Sequence
from typing import Literal

import msgspec

from codeshed.model.answers.truncation import WarningRecord


class HistoryPoint(msgspec.Struct, frozen=True, kw_only=True):
    """The figures of one commit; percentiles are null without functions. `code_size` is that of all code with its tests."""

    commit: str
    committed_at: int
    n_functions: int
    code_size: int
    working_set_p50: int | None
    working_set_p90: int | None
    working_set_p99: int | None
    forward_p50: int | None
    forward_p90: int | None
    forward_p99: int | None
    n_incomplete: int


class SkippedCommit(msgspec.Struct, frozen=True, kw_only=True):
    """A commit without figures, and why."""

    commit: str
    reason: str


class HistoryReport(msgspec.Struct, frozen=True, kw_only=True):
    """The figures of commits from the oldest to the latest, tests left out unless `tests_included`."""

    history_version: Literal["1.0.0"]
    revision: str
    n_commits: int
    tests_included: bool
    mode: str
    doc_threshold: float
    min_confidence: float
    size_function: str
    documentation_scorer: str
    points: tuple[HistoryPoint, ...]
    skipped: tuple[SkippedCommit, ...] = ()
    warnings: tuple[WarningRecord, ...] = ()


def choose_evenly(commits: Sequence[str], n_points: int) -> tuple[str, ...]:
    """Return so many commits at even distances, the first and the last among them."""
    if n_points >= len(commits):
        return tuple(commits)
    if n_points == 1:
        return (commits[0],)
    last = len(commits) - 1
    return tuple(commits[place * last // (n_points - 1)] for place in range(n_points))
