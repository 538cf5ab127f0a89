"""Small indexes of which everything is known, so that what is read can be compared with what was written.

Turns: a generation → Contents, Contents ↔ an index. All values of a generation say which one it is.
"""

import contextlib
import sqlite3
from dataclasses import dataclass
from pathlib import Path

from codeshed.store.index_change import IndexChange
from codeshed.store.index_lock import lock_index
from codeshed.store.index_reading import IndexReader, open_index
from codeshed.store.index_records import IndexedFile, IndexMeta, TypesState
from codeshed.store.index_writing import rebuild_index, update_index

KINDS = ("document", "types")


@dataclass(frozen=True, slots=True, kw_only=True)
class Contents:
    """All that an index holds."""

    meta: IndexMeta
    files: tuple[IndexedFile, ...]
    parts: tuple[tuple[str, str, bytes], ...]
    shared: tuple[tuple[str, bytes], ...]
    graph: bytes


def contents_of(generation: int, n_files: int = 5) -> Contents:
    """Return what a generation holds. It has one file that no other has, and parts from empty to many pages."""
    paths = sorted([*(f"package/module_{number}.py" for number in range(n_files)), f"only_{generation}.py"])
    files = tuple(
        IndexedFile(
            path=path,
            n_bytes=number,
            mtime_ns=10**18 + generation,
            content_hash=f"{generation:064x}",
            language="python",
            status="read",
        )
        for number, path in enumerate(paths)
    )
    parts = tuple(
        (kind, path, f"{kind} of {path} in {generation};".encode() * (number**3))
        for kind in KINDS
        for number, path in enumerate(paths)
    )
    return Contents(
        meta=IndexMeta(
            signature=f"signature {generation}",
            tree_hash=f"{generation:040x}",
            types=TypesState.COMPLETE,
            counts=(("files", len(paths)), ("generation", generation)),
        ),
        files=files,
        parts=parts,
        shared=(("names", f"names in {generation}".encode() * 10),),
        graph=f"graph of {generation};".encode() * 100,
    )


def put_contents(change: IndexChange, contents: Contents) -> None:
    """Write all of a generation but the commit."""
    change.put_files(contents.files)
    for kind in KINDS:
        change.put_parts(
            kind, ((path, value) for part_kind, path, value in contents.parts if part_kind == kind)
        )
    for kind, value in contents.shared:
        change.put_shared(kind, value)

    def write_graph(path: Path) -> None:
        path.write_bytes(contents.graph)

    change.put_graph(write_graph)


def rebuild(index_dir: Path, generation: int, n_files: int = 5) -> None:
    """Write a generation as a new index."""
    contents = contents_of(generation, n_files)
    with lock_index(index_dir, "rebuilding") as lock, rebuild_index(lock) as change:
        put_contents(change, contents)
        change.commit(contents.meta)


def update(index_dir: Path, generation: int, n_files: int = 5) -> None:
    """Write a generation over the one that is there."""
    contents = contents_of(generation, n_files)
    with lock_index(index_dir, "updating") as lock, update_index(lock) as change:
        change.remove_files(record.path for record in contents_of(generation - 1, n_files).files)
        put_contents(change, contents)
        change.commit(contents.meta)


def set_format(database: Path, number: int, *, rename: str | None = None) -> None:
    """Make a database one of another format, with another name for one of its tables."""
    with contextlib.closing(sqlite3.connect(database)) as connection:
        connection.execute(f"PRAGMA user_version = {number}")
        if rename is not None:
            connection.execute(f"ALTER TABLE {rename} RENAME TO {rename}_of_another_version")
        connection.commit()


def read_contents(reader: IndexReader) -> Contents:
    """Return all that an index holds, in all ways in which it can be read."""
    parts = tuple(
        (kind, path, value) for kind in reader.part_kinds for path, value in reader.iter_parts(kind)
    )
    assert all(reader.read_part(kind, path) == value for kind, path, value in parts)
    shared = tuple(reader.iter_shared())
    assert all(reader.read_shared(kind) == value for kind, value in shared)
    assert reader.graph_path is not None
    return Contents(
        meta=reader.meta, files=reader.files, parts=parts, shared=shared, graph=reader.graph_path.read_bytes()
    )


def generation_of(reader: IndexReader) -> int:
    """Return which generation an index says that it is."""
    return dict(reader.meta.counts)["generation"]


def check_holds(index_dir: Path, generation: int, n_files: int = 5) -> None:
    """An index holds this generation, all of it and nothing else."""
    with open_index(index_dir) as reader:
        assert read_contents(reader) == contents_of(generation, n_files)


def names_in(index_dir: Path) -> list[str]:
    """Return the names in the folder of an index, without those that SQLite makes and removes as it needs them."""
    return sorted(path.name for path in index_dir.iterdir() if not path.name.endswith(("-wal", "-shm")))
