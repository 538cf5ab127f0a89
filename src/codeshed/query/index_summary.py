"""What was done to an index, and what does it contain now?

The record of `codeshed index`. `project/index/index_run.py` updates the index and fills it.
"""

import enum

import msgspec

from codeshed.graph.answers.graph_figures import GraphFigures
from codeshed.model.answers.truncation import WarningRecord


class Action(enum.StrEnum):
    """What was done to an index."""

    BUILT = "built"
    UPDATED = "updated"
    UNCHANGED = "unchanged"


class IndexSummary(msgspec.Struct, frozen=True, kw_only=True):
    """What was done to an index, and what it contains now.

    `reason` says why it was built from scratch, and is empty if it was not. `n_resolved` counts the files that were resolved
    again, because they or others changed, `n_settled` those whose provisional types are final now. `started_from` is the saved
    index that was updated, `saved_as` the one that was written afterwards. `seconds` is for people: nothing depends on it.
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
