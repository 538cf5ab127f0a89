"""Edits shown with the types that a type engine which stays knows of them.

Turns: an index + edited files and a source of provisional types → the index, in which they are shown or brought in.
"""

import msgspec
from msgspec.structs import replace

from codeshed.model.identity import content_hash
from codeshed.project.index.current_files import CurrentFiles
from codeshed.project.index.index_request import IndexOutcome, IndexRequest
from codeshed.project.index.prefetch import ReadAhead
from codeshed.project.index.quick_update import Edits, EditsShown
from codeshed.project.index.update import bring_up_to_date
from codeshed.project.types.provisional_types import ProvisionalTypes, find_edited_types, find_other_types
from codeshed.project.types.stored_types import TYPES
from codeshed.project.types.unsettled_types import Unsettled
from codeshed.store.reading import IndexReader


class _TypesOfText(msgspec.Struct, frozen=True):
    """What is known of the types of a file, None if nothing is, and the hash of the text that it is of."""

    content_hash: str | None
    types: bytes | None


class ProvisionalUpdates:
    """Brings edits into an index one after the other, shown first where that can be done."""

    def __init__(self, source: ProvisionalTypes) -> None:
        self._source = source
        self._types = _TypesFromSource(source)
        self._shown = EditsShown(self._types)

    def bring_in(self, request: IndexRequest, paths: tuple[str, ...]) -> IndexOutcome:
        """Bring in edits of some files provisionally if that can be done, and all that changed otherwise."""
        done = self._show(request, paths) if paths and request.settings.types == "on" else None
        if done is not None:
            return done
        self._types.forget()
        ahead = ReadAhead(request.index_dir) if paths else None
        return bring_up_to_date(replace(request, provisional_types=self._source), ahead=ahead)

    def bring_in_others(self, request: IndexRequest) -> IndexOutcome | None:
        """Bring in what edits that are shown change in the types of other files, if that is known and is not too much."""
        return self._show(request, ()) if self._types.are_shown else None

    def settle(self, request: IndexRequest) -> IndexOutcome:
        """Make everything final; a source that had nothing to say of an edit gets ready for the next one like it."""
        source = self._source if self._types.are_missing else None
        done = bring_up_to_date(replace(request, provisional_types=source))
        self._types.forget()
        return done

    def _show(self, request: IndexRequest, paths: tuple[str, ...]) -> IndexOutcome | None:
        done = self._shown.show(request, paths)
        if done is not None:
            self._types.remember()
        return done


class _TypesFromSource:
    """The types of edits from a source, and of what is shown already as the source told them then.

    Where the source has nothing to say, since it is not ready or sees other files, edits are shown without types.
    """

    def __init__(self, source: ProvisionalTypes) -> None:
        self._source = source
        self._shown: dict[str, _TypesOfText] = {}
        self._found: dict[str, _TypesOfText] = {}
        self._asked: tuple[str, ...] = ()
        self._is_told = False

    @property
    def are_shown(self) -> bool:
        """Whether any file is shown with types from the source."""
        return any(each.types is not None for each in self._shown.values())

    @property
    def are_missing(self) -> bool:
        """Whether any file is shown without types."""
        return any(each.types is None for each in self._shown.values())

    def remember(self) -> None:
        """Take note that what was found last is shown."""
        self._shown = self._found

    def forget(self) -> None:
        """Take note that nothing is shown any more."""
        self._shown = {}

    def begin(self, edits: Edits) -> bool:
        """Tell the source of the news, and of what is shown without types; without news, say whether it is there."""
        self._asked = tuple(path for path in edits.contents if edits.new and not self._is_known(edits, path))
        self._is_told = self._source.tell_edits({path: edits.contents[path] for path in self._asked})
        return bool(edits.new) or self._is_told

    def _is_known(self, edits: Edits, path: str) -> bool:
        shown = self._shown.get(path)
        return (
            shown is not None
            and shown.types is not None
            and shown.content_hash == content_hash(edits.contents[path])
        )

    def find(
        self, reader: IndexReader, edits: Edits, unsettled: Unsettled, files: CurrentFiles
    ) -> dict[str, bytes | None] | None:
        """Return the types of all files that are to be resolved; None if those of others are not known, or none are new."""
        known: dict[str, bytes | None] = {}
        for path in {*unsettled.provisional} - {*self._asked}:
            shown = self._shown.get(path)
            if shown is None or shown.content_hash != files.content_hash(path):
                return None
            known[path] = shown.types
        new: dict[str, bytes | None] = {}
        if edits.new:
            told = self._is_told and find_edited_types(
                self._source, self._asked, files.line_starts, files.symbols_in
            )
            new |= told or dict.fromkeys(self._asked)
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
