"""Reads an index: a consistent snapshot of one revision, while others may write the next.

Turns: the folder of an index → IndexReader.

Readers do not take the write lock and change nothing. Between reading the pointer and opening everything, a writer may
replace the database or its graph file. Both change the pointer, which is written before anything is removed; so a failure
to open counts only if the pointer is still the same afterwards, otherwise it is retried.
"""

import os
import sqlite3
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import cached_property
from pathlib import Path
from types import TracebackType
from typing import Self

from codeshed.errors import CodeshedError, IndexUnavailableError, StoreDamagedError
from codeshed.store import database
from codeshed.store.durable_files import file_identity
from codeshed.store.graph_verification import check_graph_bytes, open_locked_graph
from codeshed.store.index_layout import CurrentPointer, graph_name, read_pointer
from codeshed.store.index_records import Checksums, FileIdentity, IndexedFile, IndexMeta, RevisionRoot
from codeshed.store.store_errors import translate_store_errors

_N_ATTEMPTS = 200
_PAUSE_SECONDS = 0.005
_PRIMARY = 0xFF
_CANNOT_MAKE_FILES = frozenset(
    {
        sqlite3.SQLITE_CANTOPEN,
        sqlite3.SQLITE_READONLY,
        sqlite3.SQLITE_FULL,
        sqlite3.SQLITE_IOERR_SHMOPEN,
        sqlite3.SQLITE_IOERR_SHMSIZE,
        sqlite3.SQLITE_IOERR_SHMMAP,
    }
)
"""SQLite's errors if it can't create the -wal and -shm files: read-only folders, full disks."""


class IndexReader:
    """A snapshot of one revision. Every value is verified by its checksum, or StoreDamagedError is raised.

    While it is open, its graph file can't be removed and the write-ahead log can't be checkpointed: close it soon.
    """

    def __init__(
        self,
        *,
        index_dir: Path,
        pointer: CurrentPointer,
        root: RevisionRoot,
        connection: sqlite3.Connection,
        graph_descriptor: int | None,
        identity_without_locks: FileIdentity | None,
    ) -> None:
        self.index_dir = index_dir
        self.meta: IndexMeta = root.meta
        self.graph_path = None if root.graph is None else index_dir / graph_name(root.graph.number)
        """The verified graph file; it can be mapped as long as this reader is open."""
        self._pointer = pointer
        self._root = root
        self._connection = connection
        self._graph_descriptor = graph_descriptor
        self._identity_without_locks = identity_without_locks

    def __enter__(self) -> Self:
        """Return itself."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        """Close it."""
        self.close()

    def close(self) -> None:
        """Release the snapshot; a graph that is already mapped stays valid."""
        self._connection.close()
        if self._graph_descriptor is not None:
            os.close(self._graph_descriptor)
            self._graph_descriptor = None

    @property
    def revision(self) -> str:
        """An id of this revision, unique in this folder."""
        return f"{self._pointer.database}:{self._root.revision}"

    def is_superseded(self) -> bool:
        """Whether there is a newer revision; reads one small file."""
        pointer = _pointer(self.index_dir)
        return pointer.database != self._pointer.database or pointer.revision > self._root.revision

    @cached_property
    def files(self) -> tuple[IndexedFile, ...]:
        """All files in path order."""
        with self._translating_errors():
            return database.read_files(self._connection, self._root)

    @cached_property
    def _checksums(self) -> Checksums:
        with self._translating_errors():
            return database.read_checksums(self._connection, self._root)

    @cached_property
    def _shared_checksums(self) -> dict[str, int]:
        with self._translating_errors():
            return database.read_shared_checksums(self._connection, self._root)

    @property
    def part_kinds(self) -> tuple[str, ...]:
        """The kinds of parts that there are."""
        return tuple(sorted(self._checksums.parts))

    def part_paths(self, kind: str) -> tuple[str, ...]:
        """Return the paths that have a part of this kind."""
        return tuple(sorted(self._checksums.parts.get(kind, ())))

    def part_checksums(self, kind: str) -> Mapping[str, int]:
        """Return the checksums of all parts of a kind, by path: equal checksums mean equal parts."""
        return self._checksums.parts.get(kind, {})

    def read_part(self, kind: str, path: str) -> bytes | None:
        """Return one part, or None if there is none."""
        expected = self._checksums.parts.get(kind, {}).get(path)
        if expected is None:
            return None
        with self._translating_errors():
            return database.read_part(self._connection, kind, path, expected)

    def iter_parts(self, kind: str) -> Iterator[tuple[str, bytes]]:
        """Yield all parts of a kind in path order."""
        with self._translating_errors():
            yield from database.iter_parts(self._connection, kind, self._checksums.parts.get(kind, {}))

    def read_shared(self, kind: str) -> bytes | None:
        """Return a shared value, or None if there is none."""
        expected = self._shared_checksums.get(kind)
        if expected is None:
            return None
        with self._translating_errors():
            return database.read_shared(self._connection, kind, expected)

    def iter_shared(self) -> Iterator[tuple[str, bytes]]:
        """Yield all shared values in the order of their kinds."""
        for kind, expected in sorted(self._shared_checksums.items()):
            with self._translating_errors():
                value = database.read_shared(self._connection, kind, expected)
            yield kind, value

    def write_copy(self, path: Path) -> None:
        """Write the database of this revision to a new file."""
        with self._translating_errors():
            database.copy_database(self._connection, path)

    def check(self) -> None:
        """Read everything, including the graph file, and compare it with its checksums."""
        with self._translating_errors():
            database.check_structure(self._connection)
            database.read_files(self._connection, self._root)
        for kind in self.part_kinds:
            for _ in self.iter_parts(kind):
                pass
        for _ in self.iter_shared():
            pass
        self.check_graph()

    def check_graph(self) -> None:
        """Compare the bytes of the graph file with its checksum, whatever its metadata."""
        if self._root.graph is not None:
            with self._translating_errors():
                check_graph_bytes(self.index_dir, self._root.graph)

    @contextmanager
    def _translating_errors(self) -> Iterator[None]:
        """Translate errors, and report damage as a concurrent change if the database was opened without locks."""
        try:
            with translate_store_errors(self.index_dir):
                yield
        except StoreDamagedError:
            if self._identity_without_locks in (None, _identity(self.index_dir / self._pointer.database)):
                raise
            raise IndexUnavailableError(
                str(self.index_dir), "it was changed while it was being read", hint="try again"
            ) from None


def open_index(index_dir: Path) -> IndexReader:
    """Open the current revision of an index."""
    pointer = _pointer(index_dir)
    for _ in range(_N_ATTEMPTS):
        try:
            reader = _open_revision(index_dir, pointer)
        except CodeshedError:
            changed = _pointer(index_dir)
            if changed == pointer:
                raise
        else:
            changed = _pointer_or_close(reader)
            if changed.database == pointer.database:
                return reader
            reader.close()
        pointer = changed
        time.sleep(_PAUSE_SECONDS)
    raise IndexUnavailableError(
        str(index_dir), "it changes faster than it can be opened", hint="wait for the writers, then try again"
    )


def _pointer(index_dir: Path) -> CurrentPointer:
    with translate_store_errors(index_dir):
        return read_pointer(index_dir)


def _pointer_or_close(reader: IndexReader) -> CurrentPointer:
    """Return the current pointer; close the reader if the index has just been removed."""
    try:
        return _pointer(reader.index_dir)
    except BaseException:
        reader.close()
        raise


def _open_revision(index_dir: Path, pointer: CurrentPointer) -> IndexReader:
    """Open a database, and the graph file in its root."""
    path = index_dir / pointer.database
    with translate_store_errors(index_dir):
        connection, identity = _connect(path)
        try:
            root = database.read_root(connection, at_least=pointer.revision)
            graph_descriptor = None if root.graph is None else open_locked_graph(index_dir, root.graph)
        except BaseException:
            connection.close()
            raise
    return IndexReader(
        index_dir=index_dir,
        pointer=pointer,
        root=root,
        connection=connection,
        graph_descriptor=graph_descriptor,
        identity_without_locks=identity,
    )


def _connect(path: Path) -> tuple[sqlite3.Connection, FileIdentity | None]:
    """Connect to a database; as immutable and without locks if SQLite can't create its -wal and -shm files.

    That is correct only if there is no write-ahead log. The returned identity shows later whether the file changed.
    """
    try:
        return database.open_for_reading(path), None
    except sqlite3.OperationalError as error:
        log = path.with_name(f"{path.name}-wal")
        code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR)
        if _CANNOT_MAKE_FILES.isdisjoint({code, code & _PRIMARY}) or (log.exists() and log.stat().st_size):
            raise
        identity = _identity(path)
        return database.open_for_reading(path, is_immutable=True), identity


def _identity(path: Path) -> FileIdentity | None:
    try:
        return file_identity(path.stat())
    except OSError:
        return None
