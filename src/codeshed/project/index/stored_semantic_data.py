"""The documents of a repository, read from its index one at a time.

Turns: an IndexReader → Documents by path.
"""

from collections.abc import Iterator

from codeshed.model.semantic import Document
from codeshed.project.index.stored_resolution import StoredResolution
from codeshed.store.index_reading import IndexReader


def iter_stored_documents(reader: IndexReader) -> Iterator[Document]:
    """Yield the documents of all files, by path."""
    yield from StoredResolution(reader).iter_documents()
