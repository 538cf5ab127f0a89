"""Types that are known right after an edit, until a run of the type engine has the last word.

Turns: the new contents of files and a source of provisional types → a TypeUpdate.

What is known of the exports of files stays as it was when types were last final. So the run that settles them sees all
that changed since, however many provisional updates there were.
"""

from collections.abc import Callable, Collection, Mapping
from functools import cached_property
from pathlib import Path
from typing import Protocol

import msgspec

from codeshed.model.type_facts import FileTypes, SymbolsIn
from codeshed.project.stored_types import StoredTypes
from codeshed.project.type_runs import TypeRun, plan_runs
from codeshed.project.typed_files import TypeUpdate
from codeshed.types.encoding import encode_types
from codeshed.types.options import EngineOptions

MAX_OTHERS = 100
"""Where an edit changes the types of more files than this, these wait for the run that settles them."""


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

    def prepare(self, tree: TypedTree) -> None:
        """Get ready for edits of a tree, and return at once; one that it is ready for is no work."""

    def tell(self, tree: TypedTree, contents: Mapping[str, bytes]) -> bool:
        """Begin to look at the new contents of files of a tree; say whether a report about them can be had soon."""

    def find(self, symbols_in: SymbolsIn) -> ProvisionalReport | None:
        """Return a report about what it was told of last, or None if there is none in time."""


def find_provisional_types(
    source: ProvisionalTypes,
    stored: StoredTypes,
    edited: Collection[str],
    line_starts_of: Callable[[str], tuple[int, ...] | None],
    symbols_in: SymbolsIn,
    *,
    are_others_known: bool,
) -> TypeUpdate | None:
    """Return the provisional types of edited files and of others that differ from what is stored; None if there are none.

    Others are asked for only if `are_others_known`: if the source sees all that a run sees.
    """
    report = source.find(symbols_in)
    if report is None or not set(edited) <= set(report.paths) or not all(path in stored for path in edited):
        return None
    others = [path for path in report.paths if path not in edited and path in stored]
    found = {}
    for path in (*edited, *(others if are_others_known and len(others) <= MAX_OTHERS else ())):
        line_starts = line_starts_of(path)
        types = None if line_starts is None else report.read(path, line_starts)
        if types is None and path in edited:
            return None
        encoded = None if types is None else encode_types(types)
        if encoded is not None and (path in edited or encoded != stored.types(path)):
            found[path] = msgspec.structs.replace(stored[path], types=encoded)
    return TypeUpdate(types_by_path=found, problems=())
