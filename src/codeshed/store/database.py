"""The SQLite database of an index: its schema, opening it, reading and writing its rows.

Turns: a path → a connection to a database that was checked to be ours; a connection → root, tables and values.

A database may be damaged or malicious. Its schema must be exactly ours, so that no foreign trigger or view runs. Values
are checked against the checksums that are reached from the root.
"""

import contextlib
import sqlite3
import stat
from collections.abc import Iterable, Iterator
from pathlib import Path

from codeshed.store.index_records import (
    FORMAT_VERSION,
    Checksums,
    IndexedFile,
    OtherFormatError,
    RecordError,
    RevisionRoot,
    checksum,
    decode_checksums,
    decode_files,
    decode_root,
    decode_shared_checksums,
    encode_checksums,
    encode_files,
    encode_root,
)

BUSY_SECONDS = 10.0
"""How long SQLite waits for another connection; readers wait only during recovery after a crash, which is short."""

# Smaller pages are slower to write, larger ones waste more behind the end of each value.
_PAGE_BYTES = 8192
_APPLICATION_ID = 0x43534844
_SERIALIZED = 3
_NEW = "mode=rwc"

# Values are in a rowid table with an index on their keys. In a WITHOUT ROWID table, a lookup would read pages that
# contain the beginnings of other values.
SCHEMA = {
    "catalogue": "CREATE TABLE catalogue (name TEXT NOT NULL UNIQUE, value BLOB NOT NULL)",
    "parts": "CREATE TABLE parts (id INTEGER PRIMARY KEY, kind TEXT NOT NULL, path TEXT NOT NULL, "
    "value BLOB NOT NULL, UNIQUE (kind, path))",
    "shared": "CREATE TABLE shared (kind TEXT NOT NULL UNIQUE, value BLOB NOT NULL)",
}
_ROOT, _FILES, _CHECKSUMS = "root", "files", "checksums"


def create_database(path: Path) -> sqlite3.Connection:
    """Create a database that nobody reads yet, and begin its only transaction.

    After a crash the file is never read, so there is no journal and no fsync.
    """
    connection = _connect(path, _NEW)
    try:
        connection.execute(f"PRAGMA page_size = {_PAGE_BYTES}")
        _disable_journal(connection)
        connection.execute(f"PRAGMA application_id = {_APPLICATION_ID}")
        connection.execute(f"PRAGMA user_version = {FORMAT_VERSION}")
        connection.execute("BEGIN EXCLUSIVE")
        for statement in SCHEMA.values():
            connection.execute(statement)
    except BaseException:
        connection.close()
        raise
    return connection


def open_unpublished_database(path: Path) -> sqlite3.Connection:
    """Open a complete database that nobody reads yet, and begin a transaction without a journal."""
    connection = _connect(path, "mode=rw")
    try:
        _disable_journal(connection)
        connection.execute("BEGIN EXCLUSIVE")
        check_is_ours(connection)
    except BaseException:
        connection.close()
        raise
    return connection


def open_for_writing(path: Path) -> sqlite3.Connection:
    """Open the current database and begin a transaction; readers keep seeing the previous revision."""
    connection = _connect(path, "mode=rw")
    try:
        connection.execute("PRAGMA synchronous = FULL")
        # No automatic checkpoint: the writer mostly has a reader open itself, which a checkpoint would wait for.
        connection.execute("PRAGMA wal_autocheckpoint = 0")
        connection.execute("BEGIN IMMEDIATE")
        check_is_ours(connection)
    except BaseException:
        connection.close()
        raise
    return connection


def open_for_reading(path: Path, *, is_immutable: bool = False) -> sqlite3.Connection:
    """Open a database and begin a read transaction: a snapshot that no writer changes."""
    connection = _connect(path, "mode=ro&immutable=1" if is_immutable else "mode=ro")
    try:
        connection.execute("BEGIN")
        check_is_ours(connection)
    except BaseException:
        connection.close()
        raise
    return connection


def enable_wal(connection: sqlite3.Connection) -> None:
    """Switch a complete database to WAL mode, so that it can be read while it is written."""
    connection.execute("PRAGMA journal_mode = WAL")


def copy_database(connection: sqlite3.Connection, path: Path) -> None:
    """Write what a connection sees to a new database that nobody reads yet."""
    with contextlib.closing(_connect(path, _NEW)) as copy:
        _disable_journal(copy)
        connection.backup(copy)


def checkpoint_log(path: Path) -> None:
    """Checkpoint the write-ahead log as far as readers allow."""
    with contextlib.closing(_connect(path, "mode=rw")) as connection:
        connection.execute("PRAGMA busy_timeout = 0")
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")


def _disable_journal(connection: sqlite3.Connection) -> None:
    connection.execute("PRAGMA journal_mode = OFF")
    connection.execute("PRAGMA synchronous = OFF")
    connection.execute("PRAGMA locking_mode = EXCLUSIVE")


def _connect(path: Path, mode: str) -> sqlite3.Connection:
    _check_files(path, is_new=mode == _NEW)
    connection = sqlite3.connect(
        f"{path.absolute().as_uri()}?{mode}",
        uri=True,
        timeout=BUSY_SECONDS,
        isolation_level=None,
        check_same_thread=sqlite3.threadsafety != _SERIALIZED,
    )
    try:
        connection.execute("PRAGMA trusted_schema = OFF")
        connection.execute("PRAGMA cell_size_check = ON")
        # If a mapped file is truncated, the process is killed (SIGBUS).
        connection.execute("PRAGMA mmap_size = 0")
    except BaseException:
        connection.close()
        raise
    return connection


def _check_files(path: Path, *, is_new: bool) -> None:
    """Refuse a missing database, and links, pipes and folders in place of it or its -wal and -shm, which SQLite would open."""
    for suffix in ("", "-wal", "-shm"):
        file = path.with_name(path.name + suffix)
        try:
            status = file.lstat()
        except FileNotFoundError:
            if suffix or is_new:
                continue
            raise RecordError(f"{file.name} is missing") from None
        if not stat.S_ISREG(status.st_mode):
            raise RecordError(f"{file.name} is not a regular file")


def check_is_ours(connection: sqlite3.Connection) -> None:
    """Refuse a database with another format or schema."""
    (application,) = connection.execute("PRAGMA application_id").fetchone()
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    if application == _APPLICATION_ID and version != FORMAT_VERSION:
        raise OtherFormatError(version)
    # Checked after the version: the schema of another version may be more than this SQLite can parse.
    found = connection.execute("SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL").fetchall()
    if application != _APPLICATION_ID or dict(found) != SCHEMA:
        raise RecordError("the database is not one that codeshed made")


def check_structure(connection: sqlite3.Connection) -> None:
    """Run SQLite's integrity check on all pages."""
    (found,) = connection.execute("PRAGMA integrity_check(1)").fetchone()
    if found != "ok":
        raise RecordError(f"the database is not sound: {found}")


def read_root(connection: sqlite3.Connection, *, at_least: int = 0) -> RevisionRoot:
    """Return the root of the connection's snapshot; one older than `at_least` means that the write-ahead log was lost."""
    root = decode_root(_catalogue_value(connection, _ROOT))
    if root.revision < at_least:
        raise RecordError("its last changes are lost")
    return root


def read_files(connection: sqlite3.Connection, root: RevisionRoot) -> tuple[IndexedFile, ...]:
    """Return the table of files."""
    return decode_files(
        _checked(_catalogue_value(connection, _FILES), root.files_checksum, "the table of files")
    )


def read_checksums(connection: sqlite3.Connection, root: RevisionRoot) -> Checksums:
    """Return the table of checksums."""
    return decode_checksums(_checksums_content(connection, root))


def read_shared_checksums(connection: sqlite3.Connection, root: RevisionRoot) -> dict[str, int]:
    """Return the checksums of shared values, by kind."""
    return decode_shared_checksums(_checksums_content(connection, root))


def _checksums_content(connection: sqlite3.Connection, root: RevisionRoot) -> bytes:
    content = _catalogue_value(connection, _CHECKSUMS)
    return _checked(content, root.values_checksum, "the table of checksums")


def _catalogue_value(connection: sqlite3.Connection, name: str) -> bytes:
    row = connection.execute("SELECT value FROM catalogue WHERE name = ?", (name,)).fetchone()
    if row is None or not isinstance(row[0], bytes):
        raise RecordError(f"the record {name!r} is missing")
    return row[0]


def read_part(connection: sqlite3.Connection, kind: str, path: str, expected: int) -> bytes:
    """Return one part, which must exist with this checksum."""
    row = connection.execute("SELECT value FROM parts WHERE kind = ? AND path = ?", (kind, path)).fetchone()
    return _checked(row[0] if row else None, expected, f"the {kind} of {path}")


def iter_parts(
    connection: sqlite3.Connection, kind: str, expected_by_path: dict[str, int]
) -> Iterator[tuple[str, bytes]]:
    """Yield all parts of a kind in path order; missing and additional ones are errors."""
    rows = connection.execute("SELECT path, value FROM parts WHERE kind = ? ORDER BY path", (kind,))
    for path, expected in sorted(expected_by_path.items()):
        row = rows.fetchone()
        if row is None or row[0] != path:
            raise RecordError(f"the {kind} of {path} is missing")
        yield path, _checked(row[1], expected, f"the {kind} of {path}")
    if rows.fetchone() is not None:
        raise RecordError(f"there is a {kind} of a file that should have none")


def read_shared(connection: sqlite3.Connection, kind: str, expected: int) -> bytes:
    """Return one shared value, which must exist with this checksum."""
    row = connection.execute("SELECT value FROM shared WHERE kind = ?", (kind,)).fetchone()
    return _checked(row[0] if row else None, expected, f"the shared {kind}")


def _checked(value: object, expected: int, what: str) -> bytes:
    if not isinstance(value, bytes):
        raise RecordError(f"{what} is missing")
    if checksum(value) != expected:
        raise RecordError(f"{what} has a wrong checksum")
    return value


def write_parts(connection: sqlite3.Connection, kind: str, parts: Iterable[tuple[str, bytes]]) -> None:
    """Write parts of a kind by path, replacing older ones."""
    connection.executemany(
        "INSERT INTO parts (kind, path, value) VALUES (?, ?, ?) "
        "ON CONFLICT (kind, path) DO UPDATE SET value = excluded.value",
        ((kind, path, value) for path, value in parts),
    )


def remove_parts(connection: sqlite3.Connection, kind: str, paths: Iterable[str]) -> None:
    """Remove parts of a kind."""
    connection.executemany("DELETE FROM parts WHERE kind = ? AND path = ?", ((kind, path) for path in paths))


def write_shared(connection: sqlite3.Connection, kind: str, value: bytes) -> None:
    """Write a shared value, replacing an older one."""
    connection.execute(
        "INSERT INTO shared (kind, value) VALUES (?, ?) ON CONFLICT (kind) DO UPDATE SET value = excluded.value",
        (kind, value),
    )


def remove_shared(connection: sqlite3.Connection, kind: str) -> None:
    """Remove a shared value."""
    connection.execute("DELETE FROM shared WHERE kind = ?", (kind,))


def write_tables(
    connection: sqlite3.Connection, files: tuple[IndexedFile, ...], checksums: Checksums
) -> tuple[int, int]:
    """Write the tables of files and checksums, and return the checksums of the two tables."""
    files_content, checksums_content = encode_files(files), encode_checksums(checksums)
    _write_catalogue_value(connection, _FILES, files_content)
    _write_catalogue_value(connection, _CHECKSUMS, checksums_content)
    return checksum(files_content), checksum(checksums_content)


def write_root(connection: sqlite3.Connection, root: RevisionRoot) -> None:
    """Write the root; the commit makes it the current revision."""
    _write_catalogue_value(connection, _ROOT, encode_root(root))


def _write_catalogue_value(connection: sqlite3.Connection, name: str, value: bytes) -> None:
    connection.execute(
        "INSERT INTO catalogue (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value",
        (name, value),
    )
