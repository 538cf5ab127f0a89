"""The stored result of Python's resolution: read part by part on demand, written where it changed.

Turns: an IndexReader → PreviousResolution; a ResolutionUpdate → parts of an index.
"""

import zlib
from collections.abc import Callable, Iterator, Mapping
from functools import cached_property
from typing import TypeVar

import msgspec

from codeshed.errors import StoreDamagedError
from codeshed.model.facts.file_interface import FileInterface
from codeshed.model.semantic import Document, EntryPoint
from codeshed.resolve.packed_documents import unpack_document
from codeshed.resolve.python.entry_points.found_entry_points import FileEntries
from codeshed.resolve.python.flow.flow_encoding import (
    decode_flow_record,
    decode_shared_nodes,
    encode_flow_record,
    encode_shared_nodes,
)
from codeshed.resolve.python.flow.flow_records import FileFlowRecord, SharedNodeRecord
from codeshed.resolve.python.incremental.resolved_files import OuterFields, ResolutionUpdate, ResolvedFile
from codeshed.resolve.python.names.file_outline import FileOutline
from codeshed.resolve.python.names.value_keys import NodeKey
from codeshed.store.index_change import IndexChange
from codeshed.store.index_reading import IndexReader

FILES = "resolved"
RECORDS = "flow"
INTERFACES = "interface"
OUTLINES = "outline"
DOCUMENTS = "document"
PROVISIONAL_DOCUMENTS = "provisional document"
"""Documents of files after a quick update. A full update ignores and replaces them."""

TOPICS = "topics"
N_WRITES = "writes"
OUTER_FIELDS = "outer_fields"
N_STORING = "stored_names"
N_OPEN_WRITES = "open_writes"

ENTRIES = "entries"
ENTRY_POINTS = "entry_points"

_PARTS = (FILES, RECORDS, INTERFACES, OUTLINES, DOCUMENTS, TOPICS, N_WRITES, ENTRIES)
_MAX_PATTERNS = 100
_Value = TypeVar("_Value")
_encode = msgspec.msgpack.Encoder(order="deterministic").encode
_decode_file = msgspec.msgpack.Decoder(ResolvedFile).decode
_decode_outline = msgspec.msgpack.Decoder(FileOutline).decode
_decode_interface = msgspec.msgpack.Decoder(FileInterface).decode
_decode_entries = msgspec.msgpack.Decoder(FileEntries).decode
_decode_entry_points = msgspec.msgpack.Decoder(dict[str, tuple[EntryPoint, ...]]).decode
_decode_counts = msgspec.msgpack.Decoder(dict[str, int]).decode
_decode_outer_fields = msgspec.msgpack.Decoder(dict[str, OuterFields]).decode


class OutlineCache:
    """A memo of decoded outlines across revisions, keyed by checksum."""

    def __init__(self) -> None:
        self._outline_by_path: dict[str, tuple[int, FileOutline]] = {}

    def read(self, reader: IndexReader) -> dict[str, FileOutline]:
        """Return the outlines of all files of a revision."""
        checksums = reader.part_checksums(OUTLINES)
        old = self._outline_by_path
        if old:
            self._outline_by_path = {
                path: old[path]
                if path in old and old[path][0] == checksum
                else (checksum, _decoded(reader, _decode_outline, _part(reader, OUTLINES, path)))
                for path, checksum in sorted(checksums.items())
            }
        else:
            self._outline_by_path = {
                path: (checksums[path], _decoded(reader, _decode_outline, content))
                for path, content in reader.iter_parts(OUTLINES)
            }
        return {path: outline for path, (_, outline) in self._outline_by_path.items()}


class StoredResolution:
    """The resolution in an index; each part is read and decoded on demand, once."""

    def __init__(self, reader: IndexReader, outlines: OutlineCache | None = None) -> None:
        self._reader = reader
        self._outline_memory = outlines
        self._decoded_parts: dict[tuple[str, str], object] = {}

    def paths(self) -> tuple[str, ...]:
        """Return the paths of all files, sorted."""
        return self._reader.part_paths(FILES)

    def file(self, path: str) -> ResolvedFile:
        """Return the stored result for a file: its hash, dependencies and the like."""
        return self._get(FILES, path, _decode_file)

    def record(self, path: str) -> FileFlowRecord:
        """Return a file's record of the value flow."""
        return self._get(RECORDS, path, decode_flow_record)

    def interface(self, path: str) -> FileInterface:
        """Return the interface of a file."""
        return self._get(INTERFACES, path, _decode_interface)

    def outlines(self) -> Mapping[str, FileOutline]:
        """Return the outlines of all files."""
        return self._outlines

    @cached_property
    def _outlines(self) -> dict[str, FileOutline]:
        if self._outline_memory is not None:
            return self._outline_memory.read(self._reader)
        return {
            path: self._decoded(_decode_outline, content)
            for path, content in self._reader.iter_parts(OUTLINES)
        }

    def files_mentioning(self, words: frozenset[str]) -> Iterator[str]:
        """Yield the paths of all files whose stored result mentions one of some words, with false positives.

        The encoding stores strings verbatim, so a search of the bytes decides without decoding.
        """
        if not words:
            return
        patterns = [word.encode() for word in words]
        for path, content in self._reader.iter_parts(FILES):
            if len(patterns) > _MAX_PATTERNS or any(pattern in content for pattern in patterns):
                yield path

    def document(self, path: str) -> Document:
        """Return the document of a file."""
        return self._get(DOCUMENTS, path, unpack_document)

    def displayed_document(self, path: str) -> Document:
        """Return the document of a file as answers show it: the provisional one after a quick update."""
        provisional = self._reader.read_part(PROVISIONAL_DOCUMENTS, path)
        return self.document(path) if provisional is None else self._decoded(unpack_document, provisional)

    def shared_nodes(self, path: str) -> Mapping[NodeKey, SharedNodeRecord]:
        """Return the shared nodes of a file: those that other files' values flow into."""
        return {} if self._is_missing(TOPICS, path) else self._get(TOPICS, path, decode_shared_nodes)

    def n_writes(self, path: str) -> Mapping[str, int]:
        """Return how often each variable of a file is written, counted over all files."""
        return {} if self._is_missing(N_WRITES, path) else self._get(N_WRITES, path, _decode_counts)

    def outer_fields(self) -> Mapping[str, OuterFields]:
        """Return, by path, the fields of classes that only code outside of the class assigns."""
        return self._outer_fields

    def n_attribute_stores(self) -> Mapping[str, int]:
        """Return how many files assign each attribute name on another object than `self`."""
        return self._n_storing

    def n_open_writes(self) -> Mapping[str, int]:
        """Return how many assignments to each attribute name have an object of unknown type."""
        return self._n_open_writes

    def iter_entries(self) -> Iterator[FileEntries]:
        """Yield the entry-point evidence of each file."""
        for _, content in self._reader.iter_parts(ENTRIES):
            yield self._decoded(_decode_entries, content)

    def entries(self, path: str) -> FileEntries:
        """Return the entry-point evidence of a file."""
        return self._get(ENTRIES, path, _decode_entries)

    def entry_points(self) -> Mapping[str, tuple[EntryPoint, ...]]:
        """Return the entry points of all files that have some."""
        return self._decoded(_decode_entry_points, self._reader.read_shared(ENTRY_POINTS) or b"\x80")

    def iter_documents(self) -> Iterator[Document]:
        """Yield the documents of all files by path, with their entry points; a provisional document takes precedence."""
        entry_points = self.entry_points()
        for path, content in self._reader.iter_parts(DOCUMENTS):
            provisional = self._reader.read_part(PROVISIONAL_DOCUMENTS, path)
            document = self._decoded(unpack_document, provisional or content)
            if path in entry_points:
                document = msgspec.structs.replace(document, entry_points=entry_points[path])
            yield document

    @cached_property
    def _outer_fields(self) -> dict[str, OuterFields]:
        return self._decoded(_decode_outer_fields, self._reader.read_shared(OUTER_FIELDS) or b"\x80")

    @cached_property
    def _n_storing(self) -> dict[str, int]:
        return self._decoded(_decode_counts, self._reader.read_shared(N_STORING) or b"\x80")

    @cached_property
    def _n_open_writes(self) -> dict[str, int]:
        return self._decoded(_decode_counts, self._reader.read_shared(N_OPEN_WRITES) or b"\x80")

    def _is_missing(self, kind: str, path: str) -> bool:
        return (kind, path) not in self._decoded_parts and self._reader.read_part(kind, path) is None

    def _get(self, kind: str, path: str, decode: Callable[[bytes], _Value]) -> _Value:
        key = (kind, path)
        if key not in self._decoded_parts:
            self._decoded_parts[key] = self._decoded(decode, _part(self._reader, kind, path))
        return self._decoded_parts[key]  # type: ignore[return-value] # a kind has one type, that of its decoder

    def _decoded(self, decode: Callable[[bytes], _Value], content: bytes) -> _Value:
        return _decoded(self._reader, decode, content)


def _part(reader: IndexReader, kind: str, path: str) -> bytes:
    content = reader.read_part(kind, path)
    if content is None:
        raise StoreDamagedError(str(reader.index_dir), f"{kind} of {path} is missing")
    return content


def _decoded(reader: IndexReader, decode: Callable[[bytes], _Value], content: bytes) -> _Value:
    try:
        return decode(content)
    except (msgspec.DecodeError, zlib.error, ValueError, IndexError, KeyError) as error:
        raise StoreDamagedError(str(reader.index_dir), f"a part is not readable: {error}") from error


def write_resolution(changed: ResolutionUpdate, change: IndexChange) -> None:
    """Write the changed parts of a resolution, and remove those of removed files."""
    for kind in _PARTS:
        change.remove_parts(kind, changed.removed)
    change.put_parts(FILES, ((path, _encode(each)) for path, each in changed.files.items()))
    change.put_parts(RECORDS, ((path, encode_flow_record(each)) for path, each in changed.records.items()))
    change.put_parts(INTERFACES, ((path, _encode(each)) for path, each in changed.interfaces.items()))
    change.put_parts(OUTLINES, ((path, _encode(each)) for path, each in changed.outlines.items()))
    change.put_parts(DOCUMENTS, changed.documents.iter_packed())
    change.put_parts(
        TOPICS, ((path, encode_shared_nodes(each)) for path, each in changed.shared_nodes.items())
    )
    change.put_parts(N_WRITES, ((path, _encode(each)) for path, each in changed.n_writes.items()))
    change.put_parts(ENTRIES, ((path, _encode(each)) for path, each in changed.entries.items()))
    if changed.entry_points is not None:
        change.put_shared(ENTRY_POINTS, _encode(changed.entry_points))
    change.put_shared(OUTER_FIELDS, _encode(changed.outer_fields))
    change.put_shared(N_STORING, _encode(changed.n_attribute_stores))
    change.put_shared(N_OPEN_WRITES, _encode(changed.n_open_writes))
