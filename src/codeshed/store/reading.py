"""Reading an index: one revision of it, whole, while others may write the next.

Turns: the folder of an index → IndexReader.

Readers take no lock of writers and change nothing. Two things may happen between reading the pointer and having
everything open: the database is replaced, or its graph file is. Both show in the pointer, which is written before
anything is removed; so whatever fails while opening counts only if the pointer is still the same afterwards.
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
from codeshed.store.durable import file_identity
from codeshed.store.faults import store_faults
from codeshed.store.graph_trust import check_graph_bytes, hold_graph
from codeshed.store.layout import Pointer, graph_name, read_pointer
from codeshed.store.records import Checksums, FileIdentity, FileRecord, IndexMeta, Root

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
"""What SQLite says in a folder, or on a full disk, where it can't make the files that it keeps beside a database."""


class IndexReader:
    """One revision of an index, the same until it is closed; what it returns is checked or StoreDamagedError.

    While it is open its graph file stays, and the log of later writers grows: close it when it is not needed.
    """

    def __init__(
        self,
        *,
        index_dir: Path,
        pointer: Pointer,
        root: Root,
        connection: sqlite3.Connection,
        graph_descriptor: int | None,
        identity_without_locks: FileIdentity | None,
    ) -> None:
        self.index_dir = index_dir
        self.meta: IndexMeta = root.meta
        self.graph_path = None if root.graph is None else index_dir / graph_name(root.graph.number)
        """The file of the graph, checked; it can be mapped as long as this reader is open."""
        self._pointer = pointer
        self._root = root
        self._connection = connection
        self._graph_descriptor = graph_descriptor
        self._identity_without_locks = identity_without_locks

    def __enter__(self) -> Self:
        """Give itself, to be closed at the end of a block."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        """Close it."""
        self.close()

    def close(self) -> None:
        """Let go of the revision; a graph that was mapped stays mapped."""
        self._connection.close()
        if self._graph_descriptor is not None:
            os.close(self._graph_descriptor)
            self._graph_descriptor = None

    @property
    def revision(self) -> str:
        """What tells this revision from all others of this folder."""
        return f"{self._pointer.database}:{self._root.revision}"

    def is_superseded(self) -> bool:
        """Whether there is a newer revision; costs the reading of one small file."""
        pointer = _pointer(self.index_dir)
        return pointer.database != self._pointer.database or pointer.revision > self._root.revision

    @cached_property
    def files(self) -> tuple[FileRecord, ...]:
        """All files in path order."""
        with self._faults():
            return database.read_files(self._connection, self._root)

    @cached_property
    def _checksums(self) -> Checksums:
        with self._faults():
            return database.read_checksums(self._connection, self._root)

    @cached_property
    def _shared_checksums(self) -> dict[str, int]:
        with self._faults():
            return database.read_shared_checksums(self._connection, self._root)

    @property
    def part_kinds(self) -> tuple[str, ...]:
        """The kinds of parts that there are."""
        return tuple(sorted(self._checksums.parts))

    def part_paths(self, kind: str) -> tuple[str, ...]:
        """Return the paths that have a part of this kind."""
        return tuple(sorted(self._checksums.parts.get(kind, ())))

    def part_checksums(self, kind: str) -> Mapping[str, int]:
        """Return by path what tells each part of a kind from others that could stand there."""
        return self._checksums.parts.get(kind, {})

    def read_part(self, kind: str, path: str) -> bytes | None:
        """Return one part, or None if there is none."""
        expected = self._checksums.parts.get(kind, {}).get(path)
        if expected is None:
            return None
        with self._faults():
            return database.read_part(self._connection, kind, path, expected)

    def iter_parts(self, kind: str) -> Iterator[tuple[str, bytes]]:
        """Give all parts of a kind in path order, one at a time."""
        with self._faults():
            yield from database.iter_parts(self._connection, kind, self._checksums.parts.get(kind, {}))

    def read_shared(self, kind: str) -> bytes | None:
        """Return a shared value, or None if there is none."""
        expected = self._shared_checksums.get(kind)
        if expected is None:
            return None
        with self._faults():
            return database.read_shared(self._connection, kind, expected)

    def iter_shared(self) -> Iterator[tuple[str, bytes]]:
        """Give all shared values in the order of their kinds, one at a time."""
        for kind, expected in sorted(self._shared_checksums.items()):
            with self._faults():
                value = database.read_shared(self._connection, kind, expected)
            yield kind, value

    def check(self) -> None:
        """Read everything there is, the graph file too, and compare it with its checksums."""
        with self._faults():
            database.check_structure(self._connection)
            database.read_files(self._connection, self._root)
        for kind in self.part_kinds:
            for _ in self.iter_parts(kind):
                pass
        for _ in self.iter_shared():
            pass
        self.check_graph()

    def check_graph(self) -> None:
        """Compare the bytes of the graph file with its checksum, whatever its times say."""
        if self._root.graph is not None:
            with self._faults():
                check_graph_bytes(self.index_dir, self._root.graph)

    @contextmanager
    def _faults(self) -> Iterator[None]:
        """Tell damage from a change, which a reader without SQLite's locks is not safe from."""
        try:
            with store_faults(self.index_dir):
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
            changed = _pointer_or_closed(reader)
            if changed.database == pointer.database:
                return reader
            reader.close()
        pointer = changed
        time.sleep(_PAUSE_SECONDS)
    raise IndexUnavailableError(
        str(index_dir), "it changes faster than it can be opened", hint="wait for the writers, then try again"
    )


def _pointer(index_dir: Path) -> Pointer:
    with store_faults(index_dir):
        return read_pointer(index_dir)


def _pointer_or_closed(reader: IndexReader) -> Pointer:
    """Return what the pointer says now; a reader whose index has just been removed is closed."""
    try:
        return _pointer(reader.index_dir)
    except BaseException:
        reader.close()
        raise


def _open_revision(index_dir: Path, pointer: Pointer) -> IndexReader:
    """Open a database and the graph file that it names."""
    path = index_dir / pointer.database
    with store_faults(index_dir):
        connection, identity = _connect(path)
        try:
            root = database.read_root(connection, at_least=pointer.revision)
            graph_descriptor = None if root.graph is None else hold_graph(index_dir, root.graph)
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
    """Connect to a database; where SQLite can't make its files beside it, as to one that does not change.

    That is right only if no log is waiting to be read. The identity tells later whether it did change.
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
