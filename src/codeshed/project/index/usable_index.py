"""Open an index if the current settings and versions made it.

Turns: an IndexRequest → IndexReader, or one of the errors in `UNUSABLE`; a folder → the scorer that its index remembers.
"""

from pathlib import Path

from codeshed.errors import (
    CodeshedError,
    IndexMissingError,
    IndexSettingsError,
    IndexVersionError,
    StoreDamagedError,
)
from codeshed.project.index.index_request import IndexRequest
from codeshed.project.index.index_signature import index_signature, scorer_in_signature
from codeshed.store.index_reading import IndexReader, open_index

UNUSABLE = (IndexMissingError, IndexSettingsError, IndexVersionError, StoreDamagedError)
"""The errors after which an index must be built."""


def open_usable(request: IndexRequest) -> IndexReader:
    """Open the index of a repository, or raise one of `UNUSABLE`."""
    reader = open_index(request.index_dir)
    if reader.meta.signature != index_signature(request.settings, request.scorer.name):
        reader.close()
        raise IndexSettingsError(str(request.index_dir))
    return reader


def remembered_scorer(index_dir: Path) -> str:
    """Return the name of the scorer that judged documentation for an index; empty if none did, or no index can be read.

    Why it cannot be read is said by whoever opens it next.
    """
    try:
        with open_index(index_dir) as reader:
            return scorer_in_signature(reader.meta.signature)
    except CodeshedError:
        return ""
