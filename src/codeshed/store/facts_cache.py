"""The cache of facts per user: branches, worktrees and repositories share the facts of equal files.

Turns: keys ↔ bytes, in a SQLite database in the user's cache folder.

A failing cache is an empty cache: nothing raises, and `problem` says why. Values are opaque. A key must contain everything
that a value depends on, except for the signature (a digest of the code that finds facts, and the versions of the grammars), which is in the file name.

Eviction is approximately LRU: each value has the epoch of its last use. A new epoch begins when a share of the size limit
has been written, so that most reads of a warm cache write nothing.
"""

import contextlib
import sqlite3
import zlib
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import Self

from codeshed.errors import StoreDamagedError
from codeshed.store.batches import iter_batches
from codeshed.store.cache_folder import CacheFolderError, prepare_cache_file, remove_cache_file
from codeshed.store.index_records import RecordError
from codeshed.store.store_errors import error_of_sqlite

DEFAULT_MAX_BYTES = 1_000_000_000

_APPLICATION_ID = 0x43534846
FACTS_FORMAT = 1
_PAGE_BYTES = 8192
_BUSY_SECONDS = 2.0
_N_EPOCHS = 32
_SHARE_TO_KEEP = 0.8
_MAX_EXCESS = 1.25
_SMALLEST_BYTES = 20 * _PAGE_BYTES
"""A smaller file is never shrunk."""
_MAX_MARKS = 10_000
_N_AT_ONCE = 10
_CRC_BITS = 32

# Epochs are in another table than the values, so that marking a use writes no pages of values.
SCHEMA = (
    "CREATE TABLE uses (id INTEGER PRIMARY KEY, key TEXT NOT NULL UNIQUE, epoch INTEGER NOT NULL, seal INTEGER)",
    "CREATE INDEX uses_by_epoch ON uses (epoch)",
    "CREATE TABLE contents (id INTEGER PRIMARY KEY, value BLOB NOT NULL)",
    "CREATE TABLE progress (id INTEGER PRIMARY KEY, epoch INTEGER NOT NULL, n_bytes INTEGER NOT NULL)",
    "INSERT INTO progress VALUES (1, 1, 0)",
)


class FactsCache:
    """Values by key. No method raises; `problem` is empty as long as the cache works."""

    def __init__(self, folder: Path | None, signature: str, *, max_bytes: int = DEFAULT_MAX_BYTES) -> None:
        self.path: Path | None = None
        self.problem = ""
        self._max_bytes = max_bytes
        self._connection: sqlite3.Connection | None = None
        self._used_keys: list[str] = []
        self._epoch = 0
        if folder is None:
            self.problem = "there is no cache folder: neither HOME nor XDG_CACHE_HOME names one"
            return
        try:
            self.path = prepare_cache_file(folder, signature)
        except CacheFolderError as error:
            self.problem = str(error)
            return
        self._open(self.path)
        if not self.path.exists():  # It was damaged, and has been removed.
            self.problem = ""
            self._open(self.path)

    def __enter__(self) -> Self:
        """Return itself."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        """Close it."""
        self.close()

    def _open(self, path: Path) -> None:
        with self._disabling_on_failure():
            self._connection = _connect(path)
            self._epoch, _ = _progress(self._connection)

    def iter_values(self, keys: Iterable[str]) -> Iterator[tuple[str, bytes]]:
        """Yield the cached values among those of some keys."""
        for key in keys:
            value = self._value(key)
            if value is not None:
                yield key, value

    def _value(self, key: str) -> bytes | None:
        if self._connection is None:
            return None
        with self._disabling_on_failure():
            row = self._connection.execute(
                "SELECT epoch, seal, value FROM uses JOIN contents USING (id) WHERE key = ?", (key,)
            ).fetchone()
            if row is None:
                return None
            epoch, seal, value = row
            if not isinstance(value, bytes) or seal != _seal(key, value):
                raise RecordError("a value has a wrong checksum")
            if epoch != self._epoch:
                self._used_keys.append(key)
                if len(self._used_keys) >= _MAX_MARKS:
                    self._mark_uses()
            return value
        return None

    def put(self, values: Iterable[tuple[str, bytes]]) -> None:
        """Add values by key, with one batch in memory at a time, and evict old ones above the size limit."""
        for batch in iter_batches(values):
            if self._connection is None:
                return
            with self._disabling_on_failure(), _transaction(self._connection):
                self._put_batch(self._connection, batch)
                _make_room(self._connection, self._max_bytes)

    def _put_batch(self, connection: sqlite3.Connection, batch: list[tuple[str, bytes]]) -> None:
        epoch, n_bytes = _progress(connection)
        for key, value in batch:
            connection.execute(
                "INSERT INTO uses (key, epoch, seal) VALUES (?, ?, ?) "
                "ON CONFLICT (key) DO UPDATE SET epoch = excluded.epoch, seal = excluded.seal",
                (key, epoch, _seal(key, value)),
            )
            connection.execute(
                "REPLACE INTO contents (id, value) SELECT id, ? FROM uses WHERE key = ?", (value, key)
            )
            n_bytes += len(value)
        if n_bytes > self._max_bytes // _N_EPOCHS:
            epoch, n_bytes = epoch + 1, 0
        connection.execute("UPDATE progress SET epoch = ?, n_bytes = ?", (epoch, n_bytes))
        self._epoch = epoch

    def close(self) -> None:
        """Record the uses, shrink to the size limit, and close the database."""
        if self._connection is not None and self._used_keys:
            with self._disabling_on_failure():
                self._mark_uses()
        if self._connection is not None:
            with self._disabling_on_failure():
                _shrink(self._connection, self._max_bytes)
        if self._connection is not None:
            with contextlib.suppress(sqlite3.Error):
                self._connection.close()
            self._connection = None

    def _mark_uses(self) -> None:
        if self._connection is not None:
            keys, self._used_keys = self._used_keys, []
            with _transaction(self._connection):
                self._connection.executemany(
                    "UPDATE uses SET epoch = ? WHERE key = ?", ((self._epoch, key) for key in keys)
                )

    @contextmanager
    def _disabling_on_failure(self) -> Iterator[None]:
        """Disable the cache after any failure; remove it if it is damaged."""
        path = self.path
        try:
            yield
        except sqlite3.ProgrammingError:
            raise  # It was used from another thread, which is a bug and no damage.
        except (sqlite3.Error, ValueError, OSError) as error:
            is_damaged = isinstance(error, ValueError) or (
                isinstance(error, sqlite3.Error)
                and path is not None
                and isinstance(error_of_sqlite(path, error), StoreDamagedError)
            )
            self.problem = f"the cache is damaged and was removed: {error}" if is_damaged else str(error)
            if self._connection is not None:
                with contextlib.suppress(sqlite3.Error):
                    self._connection.close()
                self._connection = None
            if is_damaged and path is not None:
                remove_cache_file(path)


def _connect(path: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(path, timeout=_BUSY_SECONDS, isolation_level=None)
    try:
        connection.execute("PRAGMA trusted_schema = OFF")
        connection.execute(f"PRAGMA page_size = {_PAGE_BYTES}")
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = NORMAL")
        (version,) = connection.execute("PRAGMA user_version").fetchone()
        if version == 0:
            _create(connection)
        _check_is_ours(connection)
    except BaseException:
        connection.close()
        raise
    return connection


def _create(connection: sqlite3.Connection) -> None:
    """Create the tables, unless another process has done so meanwhile."""
    with _transaction(connection):
        (version,) = connection.execute("PRAGMA user_version").fetchone()
        if version == 0:
            for statement in SCHEMA:
                connection.execute(statement)
            connection.execute(f"PRAGMA application_id = {_APPLICATION_ID}")
            connection.execute(f"PRAGMA user_version = {FACTS_FORMAT}")


def _check_is_ours(connection: sqlite3.Connection) -> None:
    (application,) = connection.execute("PRAGMA application_id").fetchone()
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    if (application, version) != (_APPLICATION_ID, FACTS_FORMAT):
        raise RecordError("it has another format")


def _progress(connection: sqlite3.Connection) -> tuple[int, int]:
    """Return the current epoch, and the bytes written in it."""
    row = connection.execute("SELECT epoch, n_bytes FROM progress").fetchone()
    if row is None or not isinstance(row[0], int) or not isinstance(row[1], int):
        raise RecordError("it does not know its epoch")
    return row[0], row[1]


@contextmanager
def _transaction(connection: sqlite3.Connection) -> Iterator[None]:
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
    except BaseException:
        with contextlib.suppress(sqlite3.Error):
            connection.execute("ROLLBACK")
        raise
    connection.execute("COMMIT")


def _make_room(connection: sqlite3.Connection, max_bytes: int) -> None:
    """Evict the least recently used values until there is some room again."""
    if _n_used_bytes(connection) <= max_bytes:
        return
    oldest = connection.execute("SELECT id FROM uses ORDER BY epoch, id")
    gone = []
    while _n_used_bytes(connection) > max_bytes * _SHARE_TO_KEEP and (rows := oldest.fetchmany(_N_AT_ONCE)):
        connection.executemany("DELETE FROM contents WHERE id = ?", rows)
        gone += rows
    oldest.close()
    connection.executemany("DELETE FROM uses WHERE id = ?", gone)


def _shrink(connection: sqlite3.Connection, max_bytes: int) -> None:
    """Shrink the file if the size limit was lowered. Otherwise free pages are reused."""
    (n_pages,) = connection.execute("PRAGMA page_count").fetchone()
    if n_pages * _PAGE_BYTES <= max_bytes * _MAX_EXCESS + _SMALLEST_BYTES:
        return
    with _transaction(connection):
        _make_room(connection, max_bytes)
    # Another process may be using it: then it shrinks next time.
    with contextlib.suppress(sqlite3.OperationalError):
        connection.execute("VACUUM")
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")


def _n_used_bytes(connection: sqlite3.Connection) -> int:
    """Return the size of all pages in use; free pages are reused before the file grows."""
    (n_pages,) = connection.execute("PRAGMA page_count").fetchone()
    (n_free,) = connection.execute("PRAGMA freelist_count").fetchone()
    return int(n_pages - n_free) * _PAGE_BYTES


def _seal(key: str, value: bytes) -> int:
    """Return a checksum over a value and its key, so that a value under another key is detected."""
    return len(value) << _CRC_BITS | zlib.crc32(value, zlib.crc32(key.encode()))
