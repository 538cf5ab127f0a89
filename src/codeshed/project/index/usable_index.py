"""An index that can be used as it is asked for.

Turns: an IndexRequest → an IndexReader of an index that was built with the same settings and versions.
"""

from codeshed.errors import IndexMissingError, IndexSettingsError, IndexVersionError, StoreDamagedError
from codeshed.project.index.index_request import IndexRequest
from codeshed.project.index.index_signature import index_signature
from codeshed.store.reading import IndexReader, open_index

UNUSABLE = (IndexMissingError, IndexSettingsError, IndexVersionError, StoreDamagedError)
"""What is raised where there is no index that can be used: one is to be built."""


def open_usable(request: IndexRequest) -> IndexReader:
    """Open the index of a repository; any of `UNUSABLE` says why it cannot be used."""
    reader = open_index(request.index_dir)
    if reader.meta.signature != index_signature(request.settings):
        reader.close()
        raise IndexSettingsError(str(request.index_dir))
    return reader
