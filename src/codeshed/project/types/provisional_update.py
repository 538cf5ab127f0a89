"""Quick updates with provisional types from a resident type engine, for `codeshed watch`.

Turns: an index + edited files + a source of provisional types → the index after a quick update, or a full one if need be.
"""

import msgspec
from msgspec.structs import replace

from codeshed.model.symbol_ids import content_hash
from codeshed.project.index.current_files import CurrentFiles
from codeshed.project.index.index_request import IndexOutcome, IndexRequest
from codeshed.project.index.pack_prefetch import PackPrefetch
from codeshed.project.index.quick_update import Edits, QuickUpdater
from codeshed.project.index.update import bring_up_to_date
from codeshed.project.types.provisional_types import (
    ProvisionalTypeSource,
    find_edited_types,
    find_other_types,
)
from codeshed.project.types.stored_types import TYPES
from codeshed.project.types.unsettled_types import UnsettledTypes
from codeshed.store.index_reading import IndexReader


class _TypesOfText(msgspec.Struct, frozen=True):
    """The types of a file, None if unknown, and the hash of the text that they belong to."""

    content_hash: str | None
    types: bytes | None


class ProvisionalUpdater:
    """Applies edits to an index one after the other, by quick updates where possible."""

    def __init__(self, source: ProvisionalTypeSource) -> None:
        self._source = source
        self._types = _TypesFromSource(source)
        self._shown = QuickUpdater(self._types)

    def apply_edits(self, request: IndexRequest, paths: tuple[str, ...]) -> IndexOutcome:
        """Make a quick update for edits of some files if possible; else a full update of all that changed."""
        done = self._quick_update(request, paths) if paths and request.settings.types == "on" else None
        if done is not None:
            return done
        self._types.forget()
        ahead = PackPrefetch(request.index_dir) if paths else None
        return bring_up_to_date(replace(request, provisional_types=self._source), ahead=ahead)

    def apply_affected_types(self, request: IndexRequest) -> IndexOutcome | None:
        """Make a quick update for files whose types change by edits already shown; None if unknown or too many."""
        return self._quick_update(request, ()) if self._types.are_shown else None

    def settle(self, request: IndexRequest) -> IndexOutcome:
        """Make a full update with final types. If the source knew nothing of an edit, it gets ready for the next one."""
        source = self._source if self._types.are_missing else None
        done = bring_up_to_date(replace(request, provisional_types=source))
        self._types.forget()
        return done

    def _quick_update(self, request: IndexRequest, paths: tuple[str, ...]) -> IndexOutcome | None:
        done = self._shown.update(request, paths)
        if done is not None:
            self._types.remember()
        return done


class _TypesFromSource:
    """Types of new edits from a source, and of edits shown already from memory.

    If the source knows nothing, since it is not ready or sees other files, edits are shown without types.
    """

    def __init__(self, source: ProvisionalTypeSource) -> None:
        self._source = source
        self._shown: dict[str, _TypesOfText] = {}
        self._found: dict[str, _TypesOfText] = {}
        self._submitted: tuple[str, ...] = ()
        self._is_submitted = False

    @property
    def are_shown(self) -> bool:
        """Whether any file is shown with types from the source."""
        return any(each.types is not None for each in self._shown.values())

    @property
    def are_missing(self) -> bool:
        """Whether any file is shown without types."""
        return any(each.types is None for each in self._shown.values())

    def remember(self) -> None:
        """Remember the types found last as shown."""
        self._shown = self._found

    def forget(self) -> None:
        """Forget all shown types: a full update has replaced them."""
        self._shown = {}

    def begin(self, edits: Edits) -> bool:
        """Submit new edits, and those shown without types; return whether a quick update may follow."""
        self._submitted = tuple(
            path for path in edits.contents if edits.new and not self._is_known(edits, path)
        )
        self._is_submitted = self._source.submit_edits(
            {path: edits.contents[path] for path in self._submitted}
        )
        return bool(edits.new) or self._is_submitted

    def _is_known(self, edits: Edits, path: str) -> bool:
        shown = self._shown.get(path)
        return (
            shown is not None
            and shown.types is not None
            and shown.content_hash == content_hash(edits.contents[path])
        )

    def find(
        self, reader: IndexReader, edits: Edits, unsettled: UnsettledTypes, files: CurrentFiles
    ) -> dict[str, bytes | None] | None:
        """Return the types of all files to resolve; None if those of shown files are unknown, or if none are new."""
        known: dict[str, bytes | None] = {}
        for path in {*unsettled.provisional} - {*self._submitted}:
            shown = self._shown.get(path)
            if shown is None or shown.content_hash != files.content_hash(path):
                return None
            known[path] = shown.types
        new: dict[str, bytes | None] = {}
        if edits.new:
            found_types = self._is_submitted and find_edited_types(
                self._source, self._submitted, files.line_starts, files.symbols_in
            )
            new |= found_types or dict.fromkeys(self._submitted)
        else:
            new |= find_other_types(
                self._source,
                lambda path: known.get(path) or reader.read_part(TYPES, path),
                edits.contents.keys(),
                files.line_starts,
                files.symbols_in,
            )
        if not new:
            return None
        found = {**known, **new}
        self._found = {path: _TypesOfText(files.content_hash(path), types) for path, types in found.items()}
        return found
