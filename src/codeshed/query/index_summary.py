"""What was done to an index, and what is in it now?

The record that answers it. `project/index/index_run.py` brings the index up to date, and fills it.
"""

import enum

import msgspec

from codeshed.graph.answers.graph_figures import GraphFigures
from codeshed.model.limits import WarningRecord


class Action(enum.StrEnum):
    """What was done to an index."""

    BUILT = "built"
    UPDATED = "updated"
    UNCHANGED = "unchanged"


class IndexSummary(msgspec.Struct, frozen=True, kw_only=True):
    """What was done to an index, and what is in it now.

    `reason` says why it was built from nothing, and is empty if it was not. `n_resolved` counts the files that were
    resolved again, because they changed or because others did, `n_settled` those whose types were provisional and are
    final now. `started_from` is the saved index that it was brought up to date from, `saved_as` the one that was written
    afterwards. `seconds` is for people: nothing else depends on it.
    """

    action: Action
    reason: str
    n_changed: int
    n_removed: int
    n_resolved: int
    n_settled: int
    n_files: int
    figures: GraphFigures
    types: str
    commit: str
    tree_hash: str
    index_dir: str
    n_bytes: int
    seconds: float
    started_from: str | None
    saved_as: str | None
    warnings: tuple[WarningRecord, ...]
