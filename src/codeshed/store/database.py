"""The SQLite database of an index: its tables, how it is opened, and its records.

Turns: a path → a connection that is known to be to a database of ours; a connection → Root, tables and values.

A database may be damaged, or made by somebody who wishes us ill. Nothing of its schema is run: the schema must be
ours to the letter. Rows are not believed: what they hold is compared with the checksums that the root leads to.
"""

import contextlib
import sqlite3
import stat
from collections.abc import Iterable, Iterator
from pathlib import Path

from codeshed.store.records import (
    FORMAT_VERSION,
    Checksums,
    FileRecord,
    OtherFormatError,
    RecordError,
    Root,
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
"""How long SQLite waits for another connection; only recovery after a crash holds readers up, and not for long."""

# Smaller pages are slower to write, larger ones waste more behind the end of each value.
_PAGE_BYTES = 8192
_APPLICATION_ID = 0x43534844
_SERIALIZED = 3
_NEW = "mode=rwc"

# Values lie in a table of their own, and an index leads to them. In a table WITHOUT ROWID the search for one value
# would go through pages with the beginnings of others.
_SCHEMA = {
    "catalogue": "CREATE TABLE catalogue (name TEXT NOT NULL UNIQUE, value BLOB NOT NULL)",
    "parts": "CREATE TABLE parts (id INTEGER PRIMARY KEY, kind TEXT NOT NULL, path TEXT NOT NULL, "
    "value BLOB NOT NULL, UNIQUE (kind, path))",
    "shared": "CREATE TABLE shared (kind TEXT NOT NULL UNIQUE, value BLOB NOT NULL)",
}
_ROOT, _FILES, _CHECKSUMS = "root", "files", "checksums"


def create_database(path: Path) -> sqlite3.Connection:
    """Make a database that nobody reads yet, and begin its one transaction.

    A crash leaves rubbish that nobody looks at, so nothing is logged and nothing waits for the disk.
    """
    connection = _connect(path, _NEW)
    try:
        connection.execute(f"PRAGMA page_size = {_PAGE_BYTES}")
        _stop_logging(connection)
        connection.execute(f"PRAGMA application_id = {_APPLICATION_ID}")
        connection.execute(f"PRAGMA user_version = {FORMAT_VERSION}")
        connection.execute("BEGIN EXCLUSIVE")
        for statement in _SCHEMA.values():
            connection.execute(statement)
    except BaseException:
        connection.close()
        raise
    return connection


def open_unread_database(path: Path) -> sqlite3.Connection:
    """Open a database that nobody reads yet but that is complete, and begin a transaction without a log."""
    connection = _connect(path, "mode=rw")
    try:
        _stop_logging(connection)
        connection.execute("BEGIN EXCLUSIVE")
        check_is_ours(connection)
    except BaseException:
        connection.close()
        raise
    return connection


def open_for_writing(path: Path) -> sqlite3.Connection:
    """Open the current database and begin a transaction; others go on reading what was there before."""
    connection = _connect(path, "mode=rw")
    try:
        connection.execute("PRAGMA synchronous = FULL")
        # Who writes mostly reads as well, and while anybody does the log can't be moved.
        connection.execute("PRAGMA wal_autocheckpoint = 0")
        connection.execute("BEGIN IMMEDIATE")
        check_is_ours(connection)
    except BaseException:
        connection.close()
        raise
    return connection


def open_for_reading(path: Path, *, is_immutable: bool = False) -> sqlite3.Connection:
    """Open a database and see it from now on as it is now, whatever writers do."""
    connection = _connect(path, "mode=ro&immutable=1" if is_immutable else "mode=ro")
    try:
        connection.execute("BEGIN")
        check_is_ours(connection)
    except BaseException:
        connection.close()
        raise
    return connection


def log_from_now_on(connection: sqlite3.Connection) -> None:
    """Make a database, once it is complete, one that is read and written at the same time."""
    connection.execute("PRAGMA journal_mode = WAL")


def move_log(path: Path) -> None:
    """Move the log of a database into it as far as readers allow; what is left is moved another time."""
    with contextlib.closing(_connect(path, "mode=rw")) as connection:
        connection.execute("PRAGMA busy_timeout = 0")
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")


def _stop_logging(connection: sqlite3.Connection) -> None:
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
        # A file that is cut off while it is mapped would end the process.
        connection.execute("PRAGMA mmap_size = 0")
    except BaseException:
        connection.close()
        raise
    return connection


def _check_files(path: Path, *, is_new: bool) -> None:
    """Refuse links, pipes and folders in the place of the three files, which SQLite would follow, and a missing one."""
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
    # What another version calls its tables may be more than this SQLite understands.
    found = connection.execute("SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL").fetchall()
    if application != _APPLICATION_ID or dict(found) != _SCHEMA:
        raise RecordError("the database is not one that codeshed made")


def check_structure(connection: sqlite3.Connection) -> None:
    """Let SQLite look at all pages, those that hold nothing included."""
    (found,) = connection.execute("PRAGMA integrity_check(1)").fetchone()
    if found != "ok":
        raise RecordError(f"the database is not sound: {found}")


def read_root(connection: sqlite3.Connection, *, at_least: int = 0) -> Root:
    """Return the root of the revision that a connection sees; an older one than it must be means a lost log."""
    root = decode_root(_catalogue_value(connection, _ROOT))
    if root.revision < at_least:
        raise RecordError("its last changes are lost")
    return root


def read_files(connection: sqlite3.Connection, root: Root) -> tuple[FileRecord, ...]:
    """Return the table of files."""
    return decode_files(
        _checked(_catalogue_value(connection, _FILES), root.files_checksum, "the table of files")
    )


def read_checksums(connection: sqlite3.Connection, root: Root) -> Checksums:
    """Return the table of checksums."""
    return decode_checksums(_checksums_content(connection, root))


def read_shared_checksums(connection: sqlite3.Connection, root: Root) -> dict[str, int]:
    """Return the checksums of shared values, by kind."""
    return decode_shared_checksums(_checksums_content(connection, root))


def _checksums_content(connection: sqlite3.Connection, root: Root) -> bytes:
    content = _catalogue_value(connection, _CHECKSUMS)
    return _checked(content, root.values_checksum, "the table of checksums")


def _catalogue_value(connection: sqlite3.Connection, name: str) -> bytes:
    row = connection.execute("SELECT value FROM catalogue WHERE name = ?", (name,)).fetchone()
    if row is None or not isinstance(row[0], bytes):
        raise RecordError(f"the record {name!r} is missing")
    return row[0]


def read_part(connection: sqlite3.Connection, kind: str, path: str, expected: int) -> bytes:
    """Return one part that must be there."""
    row = connection.execute("SELECT value FROM parts WHERE kind = ? AND path = ?", (kind, path)).fetchone()
    return _checked(row[0] if row else None, expected, f"the {kind} of {path}")


def iter_parts(
    connection: sqlite3.Connection, kind: str, expected_by_path: dict[str, int]
) -> Iterator[tuple[str, bytes]]:
    """Give all parts of a kind in path order, no more and no less than must be there."""
    rows = connection.execute("SELECT path, value FROM parts WHERE kind = ? ORDER BY path", (kind,))
    for path, expected in sorted(expected_by_path.items()):
        row = rows.fetchone()
        if row is None or row[0] != path:
            raise RecordError(f"the {kind} of {path} is missing")
        yield path, _checked(row[1], expected, f"the {kind} of {path}")
    if rows.fetchone() is not None:
        raise RecordError(f"there is a {kind} of a file that should have none")


def read_shared(connection: sqlite3.Connection, kind: str, expected: int) -> bytes:
    """Return one shared value that must be there."""
    row = connection.execute("SELECT value FROM shared WHERE kind = ?", (kind,)).fetchone()
    return _checked(row[0] if row else None, expected, f"the shared {kind}")


def _checked(value: object, expected: int, what: str) -> bytes:
    if not isinstance(value, bytes):
        raise RecordError(f"{what} is missing")
    if checksum(value) != expected:
        raise RecordError(f"{what} has a wrong checksum")
    return value


def write_parts(connection: sqlite3.Connection, kind: str, parts: Iterable[tuple[str, bytes]]) -> None:
    """Write parts of a kind by their paths; they replace older ones."""
    connection.executemany(
        "INSERT INTO parts (kind, path, value) VALUES (?, ?, ?) "
        "ON CONFLICT (kind, path) DO UPDATE SET value = excluded.value",
        ((kind, path, value) for path, value in parts),
    )


def remove_parts(connection: sqlite3.Connection, kind: str, paths: Iterable[str]) -> None:
    """Remove parts of a kind."""
    connection.executemany("DELETE FROM parts WHERE kind = ? AND path = ?", ((kind, path) for path in paths))


def write_shared(connection: sqlite3.Connection, kind: str, value: bytes) -> None:
    """Write a shared value; it replaces an older one."""
    connection.execute(
        "INSERT INTO shared (kind, value) VALUES (?, ?) ON CONFLICT (kind) DO UPDATE SET value = excluded.value",
        (kind, value),
    )


def remove_shared(connection: sqlite3.Connection, kind: str) -> None:
    """Remove a shared value."""
    connection.execute("DELETE FROM shared WHERE kind = ?", (kind,))


def write_tables(
    connection: sqlite3.Connection, files: tuple[FileRecord, ...], checksums: Checksums
) -> tuple[int, int]:
    """Write the tables of files and of checksums, and return their own checksums."""
    files_content, checksums_content = encode_files(files), encode_checksums(checksums)
    _write_catalogue_value(connection, _FILES, files_content)
    _write_catalogue_value(connection, _CHECKSUMS, checksums_content)
    return checksum(files_content), checksum(checksums_content)


def write_root(connection: sqlite3.Connection, root: Root) -> None:
    """Write the root: with the commit, this is the revision."""
    _write_catalogue_value(connection, _ROOT, encode_root(root))


def _write_catalogue_value(connection: sqlite3.Connection, name: str, value: bytes) -> None:
    connection.execute(
        "INSERT INTO catalogue (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value",
        (name, value),
    )
