"""What is indexed, how fresh and how complete is it?

The records that answer it. `project/index/index_status.py` looks at the repository and its index, and fills them.
"""

import msgspec

from codeshed.graph.answers.graph_figures import GraphFigures
from codeshed.model.limits import WarningRecord

MAX_LISTED = 10
"""How many paths, files or places are listed of a kind; all are counted."""


class Differences(msgspec.Struct, frozen=True, kw_only=True):
    """How the files differ from what was indexed; the lists are cut, the counts are not.

    Files that are left out now are there, but can no longer be read, or a rule speaks against them.
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
    """A file and how long it took to parse, when it was parsed last; a file that a cache knew took no time."""

    path: str
    milliseconds: int


class UnresolvedCalls(msgspec.Struct, frozen=True, kw_only=True):
    """Calls that could not be resolved for one reason, and where the first of them are, as `path:line`."""

    reason: str
    n_calls: int
    places: tuple[str, ...]


class IndexState(msgspec.Struct, frozen=True, kw_only=True):
    """One index: what it holds, what it was made of and how the files differ from that.

    `types` is `complete`, `provisional`, `incomplete` or `off`; incomplete types are those of
    `n_files_to_be_typed_again` files for which the type engine failed, and is run again. An index that is not usable was built with other settings or by other
    versions: the next answer builds it again. `commit` was checked out when it was made, `head` is now; outside of git
    both are empty. `slow_files` and `unresolved` are there if they were asked for.
    """

    is_usable: bool
    n_files_by_language: dict[str, int]
    figures: GraphFigures
    n_stub_files: int
    """Files ending in `.pyi`, which tell types and are no code: they are not among the files of a language."""
    n_generated_files: int
    """Files that say in their first comment that a program wrote them."""
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
    """The user's cache of what was read before: its folder, null if there can be none, and its size."""

    folder: str | None
    n_bytes: int


class StatusReport(msgspec.Struct, frozen=True, kw_only=True):
    """A repository and its index. Without an index that can be read, `problem` says why and `hint` what to do."""

    root: str
    index_dir: str
    index: IndexState | None
    problem: str
    hint: str
    n_left_out_by_reason: dict[str, int]
    writer: str | None
    """Who writes the index now."""
    cache: CacheState


class DecidingRule(msgspec.Struct, frozen=True, kw_only=True):
    """The rule that decided about a path: where it stands, and what it says.

    `source` is a file of rules, `defaults`, or the file and name of a setting, as in `pyproject.toml [tool.codeshed] exclude`;
    `line` counts lines, or entries of a setting, from 1, and is 0 where there are none.
    """

    source: str
    line: int
    pattern: str
    is_negated: bool


class PathProblem(msgspec.Struct, frozen=True, kw_only=True):
    """Something that kept a file from being read or resolved whole."""

    code: str
    message: str
    line: int | None


class PathStatus(msgspec.Struct, frozen=True, kw_only=True):
    """What a path is to the index, and why.

    `standing` and `reason` are stable codes. `decided_at` is the path, or the folder above it, that the rule was
    applied to. `is_in_index` says whether the index holds it already, `problems` what it says of it, `is_generated`
    whether it was marked since its first comment says that a program wrote it.
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
    """What some paths are to the index, in the order in which they were given.

    Where there is an index that could not be read, `problem` says why and `hint` what to do.
    """

    root: str
    problem: str
    hint: str
    paths: tuple[PathStatus, ...]
