"""Provisional types: known right after an edit, replaced by those of the next full run of the type engine.

Turns: new contents of files + a source of provisional types → the encoded types of these files, and of files that use them.
"""

from collections.abc import Callable, Collection, Mapping
from functools import cached_property
from pathlib import Path
from typing import Protocol

import msgspec

from codeshed.model.facts.type_facts import FileTypes, SymbolsByOffset
from codeshed.project.types.type_runs import TypeRun, plan_runs
from codeshed.types.engine_options import EngineOptions
from codeshed.types.file_types_encoding import encode_types

MAX_AFFECTED_FILES = 50
"""If an edit may change the types of more other files, they all wait for the next full run."""


class TypedTree(msgspec.Struct, frozen=True, dict=True):
    """The files of a repository and the options that the type engine gets for them."""

    root: Path
    files: tuple[str, ...]
    options: EngineOptions

    @cached_property
    def runs(self) -> tuple[TypeRun, ...]:
        """The engine runs that these files need."""
        return plan_runs(self.files)


class ProvisionalReport(Protocol):
    """The types of some files, according to a source."""

    @property
    def paths(self) -> tuple[str, ...]:
        """The files whose types may have changed."""

    def read(self, path: str, line_starts: tuple[int, ...]) -> FileTypes | None:
        """Return the types of a file, or None."""


class ProvisionalTypeSource(Protocol):
    """A source of types right after an edit. Its methods never wait long: what is not known yet is None."""

    @property
    def sees_all(self) -> bool:
        """Whether it sees all files that a full run sees, so that its types of other files can be trusted."""

    def prepare(self, tree: TypedTree) -> None:
        """Start to get ready for edits of a tree, and return at once; do nothing if it is ready for this tree."""

    def submit(self, tree: TypedTree, contents: Mapping[str, bytes]) -> bool:
        """Submit new contents of files of a tree; return whether a report about them will come soon."""

    def submit_edits(self, contents: Mapping[str, bytes]) -> bool:
        """Submit new contents of files of the tree that it is ready for; return False if one is not in it."""

    def find_edited(self, paths: Collection[str], symbols_in: SymbolsByOffset) -> ProvisionalReport | None:
        """Return a report about only the files submitted last, or None if there is none in time."""

    def find(self, symbols_in: SymbolsByOffset) -> ProvisionalReport | None:
        """Return a report about the files submitted last and all that depend on them, or None if there is none in time."""


LineStartsOf = Callable[[str], tuple[int, ...] | None]


def find_edited_types(
    source: ProvisionalTypeSource,
    paths: Collection[str],
    line_starts_of: LineStartsOf,
    symbols_in: SymbolsByOffset,
) -> dict[str, bytes] | None:
    """Return the provisional types of edited files, None if any of them has none."""
    report = source.find_edited(paths, symbols_in)
    found = {} if report is None else _read(report, paths, line_starts_of)
    return found if found.keys() >= {*paths} else None


def find_other_types(
    source: ProvisionalTypeSource,
    known: Callable[[str], bytes | None],
    paths: Collection[str],
    line_starts_of: LineStartsOf,
    symbols_in: SymbolsByOffset,
) -> dict[str, bytes]:
    """Return the provisional types of unedited files, as far as they differ from the `known` ones.

    The result is empty if too many files may be affected, or if the source does not see all that a full run sees.
    """
    report = source.find(symbols_in) if source.sees_all else None
    others = [] if report is None else [path for path in report.paths if path not in paths]
    if report is None or len(others) > MAX_AFFECTED_FILES:
        return {}
    found = _read(report, [path for path in others if known(path) is not None], line_starts_of)
    return {path: types for path, types in found.items() if types != known(path)}


def _read(
    report: ProvisionalReport, paths: Collection[str], line_starts_of: LineStartsOf
) -> dict[str, bytes]:
    found = {}
    for path in paths:
        line_starts = line_starts_of(path)
        types = None if line_starts is None else report.read(path, line_starts)
        if types is not None:
            found[path] = encode_types(types)
    return found
