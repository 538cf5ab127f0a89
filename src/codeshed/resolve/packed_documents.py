"""Documents in memory as compressed bytes, each decoded on access.

Turns: Document ↔ bytes. Documents are half of an index, and compression removes nine of ten bytes.
"""

import zlib
from collections.abc import Iterator, Mapping

import msgspec

from codeshed.model.semantic import Document

_encode = msgspec.msgpack.Encoder(order="deterministic").encode
_decode = msgspec.msgpack.Decoder(Document).decode


def pack_document(document: Document) -> bytes:
    """Encode a document; equal documents have equal bytes."""
    return zlib.compress(_encode(document), 1)


def unpack_document(content: bytes) -> Document:
    """Decode what `pack_document` encoded."""
    return _decode(zlib.decompress(content))


class PackedDocuments(Mapping[str, Document]):
    """Documents by path."""

    def __init__(self) -> None:
        self._packed: dict[str, bytes] = {}
        self._last: dict[str, Document] = {}
        """The last one added, which is the most likely to be read."""

    def put(self, path: str, document: Document) -> None:
        """Add a document, or replace it."""
        self._packed[path] = pack_document(document)
        self._last = {path: document}

    def put_packed(self, path: str, packed: bytes) -> None:
        """Add a document that is already encoded."""
        self._packed[path] = packed
        self._last.pop(path, None)

    def joined_with(self, other: "PackedDocuments") -> "PackedDocuments":
        """Return the documents of both; on equal paths the other one wins."""
        joined = PackedDocuments()
        for documents in (self, other):
            for path, packed in documents.iter_packed():
                joined.put_packed(path, packed)
        return joined

    def iter_packed(self) -> Iterator[tuple[str, bytes]]:
        """Iterate over paths and encoded documents."""
        return iter(self._packed.items())

    def __getitem__(self, path: str) -> Document:
        """Decode a document."""
        return self._last.get(path) or unpack_document(self._packed[path])

    def __iter__(self) -> Iterator[str]:
        """Iterate over the paths."""
        return iter(self._packed)

    def __len__(self) -> int:
        """Return the number of documents."""
        return len(self._packed)
