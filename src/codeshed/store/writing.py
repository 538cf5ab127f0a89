"""Writing an index: a new database aside, or one transaction on the current one.

Turns: the lock of an index → an IndexChange, and its commit → the next revision.

Nothing that readers see changes before the commit. A new graph file is on the disk before the root that names it; a
new database is on the disk before the pointer that names it. So whenever a process is killed, the old revision is
there whole, or the new one is. What a process leaves behind, the next writer removes.
"""

import contextlib
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from codeshed.errors import CodeshedError, IndexMissingError
from codeshed.store import database
from codeshed.store.change import IndexChange
from codeshed.store.durable import sync_file, sync_folder
from codeshed.store.faults import store_faults
from codeshed.store.graph_trust import remove_unused_graph
from codeshed.store.layout import Pointer, database_name, find_own_names, read_pointer, write_pointer
from codeshed.store.lock import IndexLock
from codeshed.store.records import Root

_LONG_LOG_BYTES = 8 << 20
"""Whoever opens a database without other readers goes through its whole log: 0.14 s for 340 MB, and the disk's time."""


@contextmanager
def update_index(lock: IndexLock) -> Iterator[IndexChange]:
    """Change the current index: one transaction, whose commit is the moment of the change."""
    index_dir = lock.index_dir
    with ExitStack() as cleanup:
        remove_leftovers(lock)
        cleanup.callback(remove_leftovers, lock)
        with store_faults(index_dir):
            pointer = read_pointer(index_dir)
            connection = database.open_for_writing(index_dir / pointer.database)
            cleanup.callback(connection.close)
            root = database.read_root(connection, at_least=pointer.revision)

            def publish(new: Root) -> None:
                connection.execute("COMMIT")
                # The change is made. What follows may fail, and the next writer will do it.
                with contextlib.suppress(OSError):
                    write_pointer(index_dir, Pointer(database=pointer.database, revision=new.revision))

            change = IndexChange(index_dir, connection, publish, old=root)
        yield change


@contextmanager
def rebuild_index(lock: IndexLock) -> Iterator[IndexChange]:
    """Write a new index, which takes the place of the current one, whatever state that is in."""

    def create(path: Path) -> tuple[sqlite3.Connection, None]:
        return database.create_database(path), None

    with _new_database(lock, create) as change:
        yield change


@contextmanager
def adopt_database(lock: IndexLock, write: Callable[[Path], None]) -> Iterator[IndexChange]:
    """Let a complete database be written to a path, and go on from what it holds; it takes the place of the current."""

    def adopt(path: Path) -> tuple[sqlite3.Connection, Root]:
        write(path)
        connection = database.open_unread_database(path)
        try:
            return connection, database.read_root(connection)
        except BaseException:
            connection.close()
            raise

    with _new_database(lock, adopt) as change:
        yield change


@contextmanager
def _new_database(
    lock: IndexLock, make: Callable[[Path], tuple[sqlite3.Connection, Root | None]]
) -> Iterator[IndexChange]:
    index_dir = lock.index_dir
    with ExitStack() as cleanup:
        remove_leftovers(lock)
        cleanup.callback(remove_leftovers, lock)
        with store_faults(index_dir):
            numbers = [own.database_number or 0 for own in find_own_names(index_dir)]
            path = index_dir / database_name(1 + max(numbers, default=0))
            connection, old = make(path)
            cleanup.callback(connection.close)

            def publish(new: Root) -> None:
                connection.execute("COMMIT")
                database.log_from_now_on(connection)
                connection.close()
                sync_file(path)
                sync_folder(index_dir)
                write_pointer(index_dir, Pointer(database=path.name, revision=new.revision))

            change = IndexChange(index_dir, connection, publish, old=old)
        yield change


def shorten_log(lock: IndexLock) -> None:
    """Move a long log of the current database into it; where others read it, as far as they allow.

    Whoever has read the index to change it calls this afterwards, when it has closed it: a reader keeps the log as it is.
    """
    with contextlib.suppress(OSError, sqlite3.Error, ValueError, CodeshedError):
        path = lock.index_dir / read_pointer(lock.index_dir).database
        if path.with_name(f"{path.name}-wal").stat().st_size > _LONG_LOG_BYTES:
            database.move_log(path)


def remove_leftovers(lock: IndexLock) -> None:
    """Remove all databases and graphs that are not current; what can't be removed now is removed another time.

    If it is not known which are current, because something is damaged, they stay: a rebuild makes it known. Readers
    go on: an open database may be removed, and a graph file that is held stays until the next writer comes.
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
            # A writer ended between its commit and this. Readers must see in the pointer that their graph may go.
            write_pointer(lock.index_dir, Pointer(database=pointer.database, revision=root.revision))
        _remove_all_but(lock, database=pointer.database, graph_number=root.graph.number if root.graph else 0)


def _committed_root(lock: IndexLock, pointer: Pointer) -> Root:
    """Return the current root. Nobody writes, since we may: without a log the database is as good as unchangeable."""
    path = lock.index_dir / pointer.database
    log = path.with_name(f"{path.name}-wal")
    connection = database.open_for_reading(path, is_immutable=not (log.exists() and log.stat().st_size))
    try:
        return database.read_root(connection, at_least=pointer.revision)
    finally:
        connection.close()


def _remove_all_but(lock: IndexLock, *, database: str, graph_number: int | None) -> None:
    """Remove databases and graphs; with None, no graph."""
    for own in find_own_names(lock.index_dir):
        path = lock.index_dir / own.name
        if not own.is_file:
            continue
        with contextlib.suppress(OSError):
            if own.database_number is not None and own.database_name != database:
                path.unlink(missing_ok=True)
            if own.graph_number is not None and graph_number not in {None, own.graph_number}:
                remove_unused_graph(path)
