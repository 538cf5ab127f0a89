"""The index that an update starts from.

Turns: an IndexRequest → its IndexReader, or the reason for a rebuild → IndexBefore.
"""

import msgspec
from msgspec.structs import replace

from codeshed.errors import IndexMissingError
from codeshed.model.count_phrases import count_of
from codeshed.project.index.index_request import IndexRequest
from codeshed.project.index.stored_resolution import StoredResolution
from codeshed.project.index.unjudged_documentation import count_unjudged
from codeshed.project.index.usable_index import UNUSABLE, open_usable
from codeshed.project.types.unsettled_types import UnsettledTypes, read_unsettled
from codeshed.resolve.python.incremental.resolved_files import InMemoryResolution, PreviousResolution
from codeshed.store.index_reading import IndexReader
from codeshed.store.index_records import IndexedFile


class IndexBefore(msgspec.Struct, frozen=True, kw_only=True):
    """An index as the last update left it. Without a reader there is none, and the whole repository is resolved."""

    reader: IndexReader | None
    resolution: PreviousResolution
    """The stored results of name resolution and value flow."""
    unsettled: UnsettledTypes
    """Which of its types are not final."""
    rebuild_reason: str = ""
    """Why an index is built from nothing; empty if there is one that can be brought up to date."""

    def file_records(self) -> tuple[IndexedFile, ...]:
        """Return the file records of the last full update.

        A quick update since then (see `quick_update`) does not count: the record of its file gets the hash that the full
        update resolved, and no inode, so that the file is found to have changed.
        """
        if self.reader is None:
            return ()
        shown = frozenset(self.unsettled.edited)
        return tuple(
            replace(record, content_hash=self.resolution.file(record.path).content_hash, inode=0)
            if record.path in shown
            else record
            for record in self.reader.files
        )


def open_reader(request: IndexRequest) -> tuple[IndexReader | None, str]:
    """Open the index that an update starts from, or return why a rebuild is needed."""
    if request.is_rebuild_wanted:
        return None, "it was asked for"
    try:
        reader = open_usable(request)
        n_unjudged = count_unjudged(reader) if request.asks_scorer_again else 0
        if not n_unjudged:
            return reader, ""
        reader.close()
        return None, f"{count_of(n_unjudged, 'definition')} had no judgement of {request.scorer.name}"
    except IndexMissingError:
        return None, "there was none"
    except UNUSABLE as error:
        return None, error.message


def read_before(reader: IndexReader | None, rebuild_reason: str = "") -> IndexBefore:
    """Read the unsettled types at once; the stored resolution is read part by part, on demand."""
    return IndexBefore(
        reader=reader,
        resolution=InMemoryResolution() if reader is None else StoredResolution(reader),
        unsettled=read_unsettled(reader),
        rebuild_reason=rebuild_reason,
    )
