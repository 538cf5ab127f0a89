"""The SemanticData of a repository, read from its index one document at a time.

Turns: an IndexReader → Documents by path, and the external symbols that they use.
"""

from collections.abc import Iterator

import msgspec

from codeshed.errors import StoreDamagedError
from codeshed.model.semantic import Document, ExternalSymbol
from codeshed.project.index.graph_parts import EXTERNAL_ROLES
from codeshed.project.index.stored_resolution import StoredResolution
from codeshed.resolve.external_symbols import Roles, external_symbols_of
from codeshed.store.index_reading import IndexReader

_decode_roles = msgspec.msgpack.Decoder(Roles).decode


def iter_stored_documents(reader: IndexReader) -> Iterator[Document]:
    """Yield the documents of all files, by path."""
    yield from StoredResolution(reader).iter_documents()


def stored_external_symbols(reader: IndexReader) -> tuple[ExternalSymbol, ...]:
    """Return all external symbols that the repository uses."""
    try:
        return external_symbols_of(_decode_roles(content) for _, content in reader.iter_parts(EXTERNAL_ROLES))
    except msgspec.DecodeError as error:
        raise StoreDamagedError(str(reader.index_dir), f"a part is not readable: {error}") from error
