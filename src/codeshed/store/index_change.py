"""A transaction on an index, which makes its next revision.

Turns: puts and removals of files, parts, shared values and the graph → rows, the tables of files and checksums, a graph file.
"""

import sqlite3
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from codeshed.model.symbol_ids import is_relative_posix_path
from codeshed.store import database
from codeshed.store.batches import iter_batches
from codeshed.store.graph_verification import seal_graph
from codeshed.store.index_layout import find_index_files, graph_name
from codeshed.store.index_records import Checksums, IndexedFile, IndexMeta, RevisionRoot, checksum
from codeshed.store.store_errors import translate_store_errors

MAX_VALUE_BYTES = 900_000_000
"""SQLite takes rows of up to a thousand million bytes."""


class IndexChange:
    """An open transaction. Nothing is visible to readers before `commit`; after a failure it can't be committed."""

    def __init__(
        self,
        index_dir: Path,
        connection: sqlite3.Connection,
        publish: Callable[[RevisionRoot], None],
        *,
        old: RevisionRoot | None,
    ) -> None:
        self.old_meta = None if old is None else old.meta
        """The metadata of the previous revision."""
        self._index_dir = index_dir
        self._connection = connection
        self._publish = publish
        self._revision = 1 if old is None else old.revision + 1
        self._graph = None if old is None else old.graph
        self._checksums = Checksums() if old is None else database.read_checksums(connection, old)
        records = () if old is None else database.read_files(connection, old)
        self._record_by_path = {record.path: record for record in records}
        self._is_open = True

    def put_files(self, records: Iterable[IndexedFile]) -> None:
        """Add or replace the records of files."""
        for record in records:
            if not is_relative_posix_path(record.path):
                raise ValueError(f"no path within a repository: {record.path!r}")
            self._record_by_path[record.path] = record

    def remove_files(self, paths: Iterable[str]) -> None:
        """Remove files with all their parts."""
        gone = tuple(paths)
        for path in gone:
            self._record_by_path.pop(path, None)
        for kind in tuple(self._checksums.parts):
            self.remove_parts(kind, gone)

    def put_parts(self, kind: str, parts: Iterable[tuple[str, bytes]]) -> None:
        """Write parts by path, replacing older ones, with one batch in memory at a time."""
        for batch in iter_batches(parts):
            checksum_by_path = self._checksums.parts.setdefault(kind, {})
            checksum_by_path.update((path, _checksum_of_storable(value)) for path, value in batch)
            with self._writing():
                database.write_parts(self._connection, kind, batch)

    def remove_parts(self, kind: str, paths: Iterable[str]) -> None:
        """Remove parts of a kind; paths without one are ignored."""
        checksum_by_path = self._checksums.parts.get(kind, {})
        gone = [path for path in paths if checksum_by_path.pop(path, None) is not None]
        if not checksum_by_path:
            self._checksums.parts.pop(kind, None)
        with self._writing():
            database.remove_parts(self._connection, kind, gone)

    def put_shared(self, kind: str, value: bytes) -> None:
        """Write a value that belongs to no single file."""
        self._checksums.shared[kind] = _checksum_of_storable(value)
        with self._writing():
            database.write_shared(self._connection, kind, value)

    def remove_shared(self, kind: str) -> None:
        """Remove a shared value, if it exists."""
        if self._checksums.shared.pop(kind, None) is not None:
            with self._writing():
                database.remove_shared(self._connection, kind)

    def put_graph(self, write: Callable[[Path], None]) -> None:
        """Replace the graph: `write` gets the path of the new graph file. Without this call the old graph stays."""
        with self._writing():
            numbers = [own.graph_number or 0 for own in find_index_files(self._index_dir)]
            number = 1 + max((*numbers, 0 if self._graph is None else self._graph.number))
            path = self._index_dir / graph_name(number)
            write(path)
            self._graph = seal_graph(path, number)

    def commit(self, meta: IndexMeta) -> None:
        """Make this the current revision, which readers see from now on."""
        with self._writing():
            records = tuple(record for _, record in sorted(self._record_by_path.items()))
            files_checksum, values_checksum = database.write_tables(
                self._connection, records, self._checksums
            )
            root = RevisionRoot(
                revision=self._revision,
                meta=meta,
                files_checksum=files_checksum,
                values_checksum=values_checksum,
                graph=self._graph,
            )
            database.write_root(self._connection, root)
            self._publish(root)
        self._is_open = False

    @contextmanager
    def _writing(self) -> Iterator[None]:
        """Translate errors of the system and of SQLite, and close the transaction after a failure."""
        if not self._is_open:
            raise RuntimeError("this change of the index has been committed, or has failed")
        self._is_open = False
        with translate_store_errors(self._index_dir):
            yield
        self._is_open = True


def _checksum_of_storable(value: bytes) -> int:
    if len(value) > MAX_VALUE_BYTES:
        raise ValueError(f"a value of {len(value)} bytes is too large for the index")
    return checksum(value)
