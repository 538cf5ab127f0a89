"""Writes an index: a transaction on the current database, or a new database.

Turns: the lock of an index → an IndexChange; its commit → the next revision.

Readers see no change before the commit. A new graph file is synced to disk before the root that names it, a new database
before the pointer that names it. So whenever a process is killed, either the old revision or the new one is complete. Files
that a killed process leaves behind are removed by the next writer.
"""

import contextlib
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from codeshed.errors import CodeshedError, IndexMissingError
from codeshed.store import database
from codeshed.store.durable_files import sync_file, sync_folder
from codeshed.store.graph_verification import remove_unused_graph
from codeshed.store.index_change import IndexChange
from codeshed.store.index_layout import (
    CurrentPointer,
    database_name,
    find_index_files,
    read_pointer,
    write_pointer,
)
from codeshed.store.index_lock import IndexLock
from codeshed.store.index_records import RevisionRoot
from codeshed.store.store_errors import translate_store_errors

_LONG_LOG_BYTES = 8 << 20
"""A longer write-ahead log is checkpointed: the first to open a database reads all of it, 0.14 s of CPU for 340 MB."""


@contextmanager
def update_index(lock: IndexLock) -> Iterator[IndexChange]:
    """Change the current index in one transaction."""
    index_dir = lock.index_dir
    with ExitStack() as cleanup:
        remove_leftovers(lock)
        cleanup.callback(remove_leftovers, lock)
        with translate_store_errors(index_dir):
            pointer = read_pointer(index_dir)
            connection = database.open_for_writing(index_dir / pointer.database)
            cleanup.callback(connection.close)
            root = database.read_root(connection, at_least=pointer.revision)

            def publish(new: RevisionRoot) -> None:
                connection.execute("COMMIT")
                # The change is committed. If the following fails, the next writer makes up for it.
                with contextlib.suppress(OSError):
                    write_pointer(index_dir, CurrentPointer(database=pointer.database, revision=new.revision))

            change = IndexChange(index_dir, connection, publish, old=root)
        yield change


@contextmanager
def rebuild_index(lock: IndexLock) -> Iterator[IndexChange]:
    """Write a new index from scratch, which replaces the current one, whatever state that is in."""

    def create(path: Path) -> tuple[sqlite3.Connection, None]:
        return database.create_database(path), None

    with _new_database(lock, create) as change:
        yield change


@contextmanager
def adopt_database(lock: IndexLock, write: Callable[[Path], None]) -> Iterator[IndexChange]:
    """Replace the current database by one that `write` puts at a path, and start a change from its content."""

    def adopt(path: Path) -> tuple[sqlite3.Connection, RevisionRoot]:
        write(path)
        connection = database.open_unpublished_database(path)
        try:
            return connection, database.read_root(connection)
        except BaseException:
            connection.close()
            raise

    with _new_database(lock, adopt) as change:
        yield change


@contextmanager
def _new_database(
    lock: IndexLock, make: Callable[[Path], tuple[sqlite3.Connection, RevisionRoot | None]]
) -> Iterator[IndexChange]:
    index_dir = lock.index_dir
    with ExitStack() as cleanup:
        remove_leftovers(lock)
        cleanup.callback(remove_leftovers, lock)
        with translate_store_errors(index_dir):
            numbers = [own.database_number or 0 for own in find_index_files(index_dir)]
            path = index_dir / database_name(1 + max(numbers, default=0))
            connection, old = make(path)
            cleanup.callback(connection.close)

            def publish(new: RevisionRoot) -> None:
                connection.execute("COMMIT")
                database.enable_wal(connection)
                connection.close()
                sync_file(path)
                sync_folder(index_dir)
                write_pointer(index_dir, CurrentPointer(database=path.name, revision=new.revision))

            change = IndexChange(index_dir, connection, publish, old=old)
        yield change


def checkpoint_long_log(lock: IndexLock) -> None:
    """Checkpoint a long write-ahead log of the current database, as far as readers allow.

    A writer calls this at the end, when its own reader is closed: a reader prevents checkpoints.
    """
    with contextlib.suppress(OSError, sqlite3.Error, ValueError, CodeshedError):
        path = lock.index_dir / read_pointer(lock.index_dir).database
        if path.with_name(f"{path.name}-wal").stat().st_size > _LONG_LOG_BYTES:
            database.checkpoint_log(path)


def remove_leftovers(lock: IndexLock) -> None:
    """Remove all databases and graphs that are not current; failures are left to the next writer.

    If something is damaged, so that the current ones are unknown, all stay until a rebuild. Readers are not disturbed: an
    open database may be removed, and a locked graph file stays.
    """
    with contextlib.suppress(OSError, sqlite3.Error, ValueError, CodeshedError):
        try:
            pointer = read_pointer(lock.index_dir)
        except IndexMissingError:
            _remove_all_but(lock, database="", graph_number=0)
            return
        _remove_all_but(lock, database=pointer.database, graph_number=None)
        root = _committed_root(lock, pointer)
        if root.revision > pointer.revision:
            # A writer was killed between its commit and this. The pointer has to change before an old graph is removed.
            write_pointer(lock.index_dir, CurrentPointer(database=pointer.database, revision=root.revision))
        _remove_all_but(lock, database=pointer.database, graph_number=root.graph.number if root.graph else 0)


def _committed_root(lock: IndexLock, pointer: CurrentPointer) -> RevisionRoot:
    """Return the current root. We hold the write lock, so that a database without a log is immutable."""
    path = lock.index_dir / pointer.database
    log = path.with_name(f"{path.name}-wal")
    connection = database.open_for_reading(path, is_immutable=not (log.exists() and log.stat().st_size))
    try:
        return database.read_root(connection, at_least=pointer.revision)
    finally:
        connection.close()


def _remove_all_but(lock: IndexLock, *, database: str, graph_number: int | None) -> None:
    """Remove all other databases and graphs; with `graph_number=None`, no graphs."""
    for own in find_index_files(lock.index_dir):
        path = lock.index_dir / own.name
        if not own.is_file:
            continue
        with contextlib.suppress(OSError):
            if own.database_number is not None and own.database_name != database:
                path.unlink(missing_ok=True)
            if own.graph_number is not None and graph_number not in {None, own.graph_number}:
                remove_unused_graph(path)
