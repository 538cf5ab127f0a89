"""What an index says of itself, of its files and of its values.

Turns: IndexMeta, FileRecord, Root and Checksums ↔ bytes.

The bytes form a chain. The root is sealed with its own checksum and holds those of the two tables; the table of
checksums holds one for every value. So whatever is read is either what belongs to this very revision, or known to be
damaged: a value of an older revision, a missing one and one in another's place are found out too.
"""

import enum
import struct
import zlib
from typing import TypeVar

import msgspec

from codeshed.version import __version__

_Record = TypeVar("_Record")

FORMAT_VERSION = 1
"""The format of the database and of its records. A change of any struct here, or of the schema, is a new one."""

_SEAL = struct.Struct("<Q")
_CRC_BITS = 32
_SEPARATOR = "\0"
_NOT_IN_PATHS = (
    "\\",
    *(f"{before}{name}{after}" for before in "\0/" for name in ("", ".", "..") for after in "\0/"),
)
"""What many paths, joined by NUL, do not hold if none is empty, absolute or leaves its root."""


GENERATED = "generated"
"""The status of a file that a program wrote, as it says itself or is said of it; others are `code` or `stub`."""


class TypesState(enum.StrEnum):
    """Whether the types that an index rests on are those of a whole run of the type engine."""

    COMPLETE = "complete"
    PROVISIONAL = "provisional"
    INCOMPLETE = "incomplete"
    """The engine failed for a reason that does not lie in the files: it is to be run again."""
    OFF = "off"


class IndexMeta(msgspec.Struct, frozen=True, kw_only=True):
    """What an index is an index of, and what made it."""

    signature: str
    """The settings and the versions of extractor and type engine: an index with another one is built again."""

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


class FileRecord(msgspec.Struct, frozen=True, kw_only=True, array_like=True, gc=False):
    """One file as it was when it was indexed. Its field order is its format."""

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
    """By what a file is known to be untouched. Device numbers change when a machine starts again; so none here."""

    n_bytes: int
    mtime_ns: int
    ctime_ns: int
    inode: int


class GraphFile(msgspec.Struct, frozen=True, kw_only=True):
    """A graph file: its number, the checksum of its bytes, and how it looked when that was computed."""

    number: int
    crc: int
    identity: FileIdentity


class Root(msgspec.Struct, frozen=True, kw_only=True):
    """The one record that everything else of a revision is reached from."""

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
    """Those of shared values alone: most answers need no part, and there is one for each file and kind."""

    shared: dict[str, int] = {}


class RecordError(ValueError):
    """Bytes are not the record that they should be."""


class OtherFormatError(RecordError):
    """A database is ours, and of another format than the one that is read here."""

    def __init__(self, found: int) -> None:
        super().__init__(f"its database has format {found}; this Codeshed reads format {FORMAT_VERSION}")
        self.found = found


def checksum(value: bytes) -> int:
    """Return length and CRC-32 in one number; every change of up to 32 adjacent bits is found."""
    return len(value) << _CRC_BITS | zlib.crc32(value)


def encode_root(root: Root) -> bytes:
    """Return the sealed bytes of a root."""
    content = msgspec.msgpack.encode(root)
    return _SEAL.pack(checksum(content)) + content


def decode_root(sealed: bytes) -> Root:
    """Return the root in sealed bytes."""
    content = sealed[_SEAL.size :]
    if len(sealed) < _SEAL.size or _SEAL.unpack_from(sealed)[0] != checksum(content):
        raise RecordError("the root record has a wrong checksum")
    return _decode(content, Root)


def encode_files(records: tuple[FileRecord, ...]) -> bytes:
    """Return the bytes of the table of files."""
    return msgspec.msgpack.encode(records)


def decode_files(content: bytes) -> tuple[FileRecord, ...]:
    """Return the table of files; a path that could leave the root is refused, whoever wrote it."""
    records = _decode(content, tuple[FileRecord, ...])
    joined = _SEPARATOR.join(["", *(record.path for record in records), ""])
    if records and (
        joined.count(_SEPARATOR) != len(records) + 1 or any(text in joined for text in _NOT_IN_PATHS)
    ):
        raise RecordError("the table of files has a path that is no path")
    return records


def encode_checksums(checksums: Checksums) -> bytes:
    """Return the bytes of the table of checksums, the same for the same values whatever the order of writing."""
    return msgspec.msgpack.encode(checksums, order="deterministic")


def decode_checksums(content: bytes) -> Checksums:
    """Return the table of checksums."""
    return _decode(content, Checksums)


def decode_shared_checksums(content: bytes) -> dict[str, int]:
    """Return what the table of checksums says of shared values, by kind."""
    return _decode(content, _SharedChecksums).shared


def _decode(content: bytes, kind: type[_Record]) -> _Record:
    try:
        return msgspec.msgpack.decode(content, type=kind)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise RecordError(f"a record is not in this format: {error}") from None
