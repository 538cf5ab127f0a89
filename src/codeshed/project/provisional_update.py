"""Edits shown with the types that a type engine which stays knows of them.

Turns: an index + edited files and a source of provisional types → the index, in which they are shown or brought in.
"""

from msgspec.structs import replace

from codeshed.project.current_files import CurrentFiles
from codeshed.project.provisional import ProvisionalTypes, find_edited_types, find_other_types
from codeshed.project.read_ahead import ReadAhead
from codeshed.project.request import IndexOutcome, IndexRequest
from codeshed.project.shown_edits import Edits, EditsShown
from codeshed.project.stored_types import TYPES
from codeshed.project.unsettled import Unsettled
from codeshed.project.updating import bring_up_to_date
from codeshed.store.reading import IndexReader


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

    def _show(self, request: IndexRequest, paths: tuple[str, ...]) -> IndexOutcome | None:
        done = self._shown.show(request, paths)
        if done is not None:
            self._types.remember()
        return done


class _TypesFromSource:
    """The types of edits from a source, and of what is shown already as the source told them then."""

    def __init__(self, source: ProvisionalTypes) -> None:
        self._source = source
        self._shown: dict[str, tuple[str | None, bytes]] = {}
        """The types of what is shown, each with the hash of the file that they are of."""
        self._found: dict[str, tuple[str | None, bytes]] = {}

    @property
    def are_shown(self) -> bool:
        """Whether any file is shown with types from the source."""
        return bool(self._shown)

    def remember(self) -> None:
        """Take note that what was found last is shown."""
        self._shown = self._found

    def forget(self) -> None:
        """Take note that nothing is shown any more."""
        self._shown = {}

    def begin(self, edits: Edits) -> bool:
        """Tell the source of the news."""
        return self._source.tell_edits({path: edits.contents[path] for path in edits.new})

    def find(
        self, reader: IndexReader, edits: Edits, unsettled: Unsettled, files: CurrentFiles
    ) -> dict[str, bytes | None] | None:
        """Return the types of all files that are to be resolved; None if those of some are not known, or none are new."""
        known = {}
        for path in {*unsettled.provisional} - {*edits.new}:
            of_hash, types = self._shown.get(path, ("", b""))
            if of_hash != files.content_hash(path):
                return None
            known[path] = types
        if edits.new:
            new = find_edited_types(self._source, edits.new, files.line_starts, files.symbols_in)
        else:
            new = find_other_types(
                self._source,
                lambda path: known.get(path) or reader.read_part(TYPES, path),
                edits.contents.keys(),
                files.line_starts,
                files.symbols_in,
            )
        if not new:
            return None
        found = {**known, **new}
        self._found = {path: (files.content_hash(path), types) for path, types in found.items()}
        return dict(found)
