"""The records of an index: metadata, files, checksums, and the root that they are reached from.

Turns: IndexMeta, IndexedFile, the root record and Checksums ↔ bytes.

The checksums form a tree, as in a Merkle tree. The root has its own checksum and those of the two tables; the table of
checksums has one for every value. So everything that is read belongs to this revision or is detected as damage, including
stale, missing and swapped values.
"""

import enum
import struct
import zlib
from typing import TypeVar

import msgspec

from codeshed.version import __version__

_Record = TypeVar("_Record")

FORMAT_VERSION = 1
"""The format of the database and its records. Increase it with any change of a struct here, or of the schema."""

_SEAL = struct.Struct("<Q")
_CRC_BITS = 32
_SEPARATOR = "\0"
_NOT_IN_PATHS = (
    "\\",
    *(f"{before}{name}{after}" for before in "\0/" for name in ("", ".", "..") for after in "\0/"),
)
"""Substrings that occur in NUL-joined paths only if one is empty, absolute or leaves the root."""


GENERATED = "generated"
"""The status of a generated file; others are `code` or `stub`."""


class TypesState(enum.StrEnum):
    """Whether the types in an index are from a complete run of the type engine."""

    COMPLETE = "complete"
    PROVISIONAL = "provisional"
    INCOMPLETE = "incomplete"
    """The engine failed for a reason outside of the files, and has to be run again."""
    OFF = "off"


class IndexMeta(msgspec.Struct, frozen=True, kw_only=True):
    """What an index is an index of, and how it was built."""

    signature: str
    """The settings, a digest of the code that makes an index, and the versions of the type engine and the grammars. An index with another signature is rebuilt."""

    tree_hash: str
    """The hash of the paths and contents of all files that were read."""

    commit: str = ""
    """The commit that was checked out; empty outside of git."""

    types: TypesState = TypesState.OFF
    counts: tuple[tuple[str, int], ...] = ()
    """Figures by name, such as `files` and `nodes`, sorted."""

    built_at: int = 0
    """Seconds since 1970, for people only: no result may depend on it."""

    codeshed_version: str = __version__


class IndexedFile(msgspec.Struct, frozen=True, kw_only=True, array_like=True, gc=False):
    """One file, as of indexing. The order of fields is the format."""

    path: str
    n_bytes: int
    mtime_ns: int
    content_hash: str
    language: str
    status: str
    n_problems: int = 0
    parse_milliseconds: int = 0
    ctime_ns: int = 0
    inode: int = 0


class FileIdentity(msgspec.Struct, frozen=True, array_like=True):
    """The metadata by which a file is known to be unmodified; no device number, since that may change at a reboot."""

    n_bytes: int
    mtime_ns: int
    ctime_ns: int
    inode: int


class GraphFile(msgspec.Struct, frozen=True, kw_only=True):
    """A graph file: its number, its checksum, and its metadata when that was computed."""

    number: int
    crc: int
    identity: FileIdentity


class RevisionRoot(msgspec.Struct, frozen=True, kw_only=True):
    """The root record of a revision, from which everything else is reached."""

    revision: int
    meta: IndexMeta
    files_checksum: int
    values_checksum: int
    graph: GraphFile | None = None


class Checksums(msgspec.Struct, kw_only=True):
    """The checksums of all values: of parts by kind and path, of shared values by kind."""

    parts: dict[str, dict[str, int]] = {}
    shared: dict[str, int] = {}


class _SharedChecksums(msgspec.Struct, frozen=True, kw_only=True):
    """Only the checksums of shared values: most queries read no parts, whose checksums are many."""

    shared: dict[str, int] = {}


class RecordError(ValueError):
    """A record is missing, damaged, or of another format."""


class OtherFormatError(RecordError):
    """A database is ours, but of an unsupported format."""

    def __init__(self, found: int) -> None:
        super().__init__(f"its database has format {found}; this Codeshed reads format {FORMAT_VERSION}")
        self.found = found


def checksum(value: bytes) -> int:
    """Return length and CRC-32 in one number; it detects every change of up to 32 adjacent bits."""
    return len(value) << _CRC_BITS | zlib.crc32(value)


def encode_root(root: RevisionRoot) -> bytes:
    """Return the bytes of a root, with its checksum in front."""
    content = msgspec.msgpack.encode(root)
    return _SEAL.pack(checksum(content)) + content


def decode_root(sealed: bytes) -> RevisionRoot:
    """Return the root in bytes, after comparing its checksum."""
    content = sealed[_SEAL.size :]
    if len(sealed) < _SEAL.size or _SEAL.unpack_from(sealed)[0] != checksum(content):
        raise RecordError("the root record has a wrong checksum")
    return _decode(content, RevisionRoot)


def encode_files(records: tuple[IndexedFile, ...]) -> bytes:
    """Return the bytes of the table of files."""
    return msgspec.msgpack.encode(records)


def decode_files(content: bytes) -> tuple[IndexedFile, ...]:
    """Return the table of files; paths that leave the root are refused."""
    records = _decode(content, tuple[IndexedFile, ...])
    joined = _SEPARATOR.join(["", *(record.path for record in records), ""])
    if records and (
        joined.count(_SEPARATOR) != len(records) + 1 or any(text in joined for text in _NOT_IN_PATHS)
    ):
        raise RecordError("the table of files has a path that is no path")
    return records


def encode_checksums(checksums: Checksums) -> bytes:
    """Return the bytes of the table of checksums, independent of the order of writes."""
    return msgspec.msgpack.encode(checksums, order="deterministic")


def decode_checksums(content: bytes) -> Checksums:
    """Return the table of checksums."""
    return _decode(content, Checksums)


def decode_shared_checksums(content: bytes) -> dict[str, int]:
    """Return the checksums of shared values, by kind."""
    return _decode(content, _SharedChecksums).shared


def _decode(content: bytes, kind: type[_Record]) -> _Record:
    try:
        return msgspec.msgpack.decode(content, type=kind)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise RecordError(f"a record is not in this format: {error}") from None
