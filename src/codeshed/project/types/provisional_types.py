"""Types that are known right after an edit, until a run of the type engine has the last word.

Turns: the new contents of files and a source of provisional types → the encoded types of these files, and of some others.
"""

from collections.abc import Callable, Collection, Mapping
from functools import cached_property
from pathlib import Path
from typing import Protocol

import msgspec

from codeshed.model.type_facts import FileTypes, SymbolsIn
from codeshed.project.types.type_runs import TypeRun, plan_runs
from codeshed.types.encoding import encode_types
from codeshed.types.options import EngineOptions

MAX_OTHERS = 50
"""Where an edit may change the types of more files than this, these wait for the run that settles them."""


class TypedTree(msgspec.Struct, frozen=True, dict=True):
    """The files of a repository as a type engine is to see them."""

    root: Path
    files: tuple[str, ...]
    options: EngineOptions

    @cached_property
    def runs(self) -> tuple[TypeRun, ...]:
        """The runs that these files take."""
        return plan_runs(self.files)


class ProvisionalReport(Protocol):
    """What a source knows of the types of some files."""

    @property
    def paths(self) -> tuple[str, ...]:
        """The files whose types may have changed."""

    def read(self, path: str, line_starts: tuple[int, ...]) -> FileTypes | None:
        """Return what is known of a file, or None."""


class ProvisionalTypes(Protocol):
    """A source of types right after an edit. What it does not know yet, it does not keep anyone waiting for."""

    @property
    def sees_all(self) -> bool:
        """Whether it sees all that a run sees, so that it can tell how an edit changes the types of other files."""

    def prepare(self, tree: TypedTree) -> None:
        """Get ready for edits of a tree, and return at once; one that it is ready for is no work."""

    def tell(self, tree: TypedTree, contents: Mapping[str, bytes]) -> bool:
        """Begin to look at the new contents of files of a tree; say whether a report about them can be had soon."""

    def tell_edits(self, contents: Mapping[str, bytes]) -> bool:
        """Do so for files of the tree that it is ready for; say no if one of them is none of these."""

    def find_edited(self, paths: Collection[str], symbols_in: SymbolsIn) -> ProvisionalReport | None:
        """Return a report about files that it was told of last and no others, or None if there is none in time."""

    def find(self, symbols_in: SymbolsIn) -> ProvisionalReport | None:
        """Return a report about what it was told of last and all that follows for others, or None as above."""


LineStartsOf = Callable[[str], tuple[int, ...] | None]


def find_edited_types(
    source: ProvisionalTypes, paths: Collection[str], line_starts_of: LineStartsOf, symbols_in: SymbolsIn
) -> dict[str, bytes] | None:
    """Return the provisional types of edited files, None if those of one are not to be had."""
    report = source.find_edited(paths, symbols_in)
    found = {} if report is None else _read(report, paths, line_starts_of)
    return found if found.keys() >= {*paths} else None


def find_other_types(
    source: ProvisionalTypes,
    known: Callable[[str], bytes | None],
    paths: Collection[str],
    line_starts_of: LineStartsOf,
    symbols_in: SymbolsIn,
) -> dict[str, bytes]:
    """Return the provisional types of other files than some that were edited, where they are not what was known.

    None are told where there may be too many of them, or where the source does not see all that a run sees.
    """
    report = source.find(symbols_in) if source.sees_all else None
    others = [] if report is None else [path for path in report.paths if path not in paths]
    if report is None or len(others) > MAX_OTHERS:
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
