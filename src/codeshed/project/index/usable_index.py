"""Open an index if the current settings and versions made it.

Turns: an IndexRequest → IndexReader, or one of the errors in `UNUSABLE`.
"""

from codeshed.errors import IndexMissingError, IndexSettingsError, IndexVersionError, StoreDamagedError
from codeshed.project.index.index_request import IndexRequest
from codeshed.project.index.index_signature import index_signature
from codeshed.store.index_reading import IndexReader, open_index

UNUSABLE = (IndexMissingError, IndexSettingsError, IndexVersionError, StoreDamagedError)
"""The errors after which an index must be built."""


def open_usable(request: IndexRequest) -> IndexReader:
    """Open the index of a repository, or raise one of `UNUSABLE`."""
    reader = open_index(request.index_dir)
    if reader.meta.signature != index_signature(request.settings):
        reader.close()
        raise IndexSettingsError(str(request.index_dir))
    return reader
