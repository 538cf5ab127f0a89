"""What is indexed, how fresh and how complete is it?

The records of `codeshed status`. `project/index/index_status.py` compares the repository with its index and fills them.
"""

import msgspec

from codeshed.graph.answers.graph_figures import GraphFigures
from codeshed.model.answers.truncation import WarningRecord
from codeshed.model.semantic import UnresolvedReason

MAX_LISTED = 10
"""How many paths, files or locations of a kind are listed; all are counted."""


class Differences(msgspec.Struct, frozen=True, kw_only=True):
    """How the files differ from the index; the lists are capped, the counts are not.

    Left-out files exist, but can no longer be read, or are excluded by a rule now.
    """

    n_changed: int
    n_added: int
    n_removed: int
    n_left_out: int
    changed: tuple[str, ...]
    added: tuple[str, ...]
    removed: tuple[str, ...]
    left_out: tuple[str, ...]

    @property
    def is_empty(self) -> bool:
        """Whether the index is up to date."""
        return not (self.n_changed or self.n_added or self.n_removed or self.n_left_out)


class SlowFile(msgspec.Struct, frozen=True, kw_only=True):
    """A file and its last parse time; 0 if its facts came from the cache."""

    path: str
    milliseconds: int


class UnresolvedCalls(msgspec.Struct, frozen=True, kw_only=True):
    """Calls that could not be resolved for one reason, and the first of their locations as `path:line`."""

    reason: UnresolvedReason
    n_calls: int
    places: tuple[str, ...]


class IndexState(msgspec.Struct, frozen=True, kw_only=True):
    """One index: what it contains, what it was built from and how the files differ from that.

    `types` is `complete`, `provisional`, `incomplete` or `off`; incomplete types are those of `n_files_to_be_typed_again` files
    for which the type engine failed and is run again. An index that is not usable was built with other settings or versions: the
    next answer rebuilds it. `commit` was checked out when it was built, `head` is now; outside of git both are empty.
    `slow_files` and `unresolved` are set if they were asked for.
    """

    is_usable: bool
    n_files_by_language: dict[str, int]
    figures: GraphFigures
    n_stub_files: int
    """Stub files (`.pyi`): they declare types, hold no code and are not among the files of a language."""
    n_generated_files: int
    """Files whose first comment says that a program wrote them."""
    n_files_with_problems: int
    n_files_without_types: int
    n_files_with_provisional_types: int
    n_files_to_be_typed_again: int
    types: str
    commit: str
    head: str
    differences: Differences
    n_bytes: int
    warnings: tuple[WarningRecord, ...]
    slow_files: tuple[SlowFile, ...] | None = None
    unresolved: tuple[UnresolvedCalls, ...] | None = None


class CacheState(msgspec.Struct, frozen=True, kw_only=True):
    """The user's cache of parsed files: its folder, null if there can be none, and its size."""

    folder: str | None
    n_bytes: int


class StatusReport(msgspec.Struct, frozen=True, kw_only=True):
    """A repository and its index. Without a readable index, `problem` says why and `hint` what to do."""

    root: str
    index_dir: str
    index: IndexState | None
    problem: str
    hint: str
    n_left_out_by_reason: dict[str, int]
    writer: str | None
    """The process that is writing the index."""
    cache: CacheState


class DecidingRule(msgspec.Struct, frozen=True, kw_only=True):
    """The rule that decided about a path: where it is written, and its pattern.

    `source` is an ignore file, `defaults`, or the file and name of a setting, as in `pyproject.toml [tool.codeshed] exclude`;
    `line` is a line, or the entry of a setting, from 1; 0 where there are none.
    """

    source: str
    line: int
    pattern: str
    is_negated: bool


class PathProblem(msgspec.Struct, frozen=True, kw_only=True):
    """A problem that kept a file from being read or resolved completely."""

    code: str
    message: str
    line: int | None


class PathStatus(msgspec.Struct, frozen=True, kw_only=True):
    """Whether a path is indexed, and why.

    `standing` and `reason` are stable codes. `decided_at` is the path, or the folder above it, that the rule matched.
    `is_in_index`: the index contains it already; `problems` are those that the index has recorded for it; `is_generated`: its
    first comment says that a program wrote it.
    """

    path: str
    standing: str
    language: str | None
    reason: str | None
    rule: DecidingRule | None
    decided_at: str | None
    link_target: str | None
    n_files: int
    is_in_index: bool
    is_generated: bool
    problems: tuple[PathProblem, ...]


class PathStatusReport(msgspec.Struct, frozen=True, kw_only=True):
    """Whether paths are indexed, in the order in which they were passed.

    If there is an index that cannot be read, `problem` says why and `hint` what to do.
    """

    root: str
    problem: str
    hint: str
    paths: tuple[PathStatus, ...]
