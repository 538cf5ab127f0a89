"""Damaged, foreign and hostile files in the folder of an index: the right answer or a clear error, and a way out."""

import os
import shutil
import sqlite3
import zlib
from collections.abc import Callable
from pathlib import Path

import pytest

from codeshed.errors import CodeshedError, IndexVersionError, StoreDamagedError
from codeshed.store import graph_verification
from codeshed.store.index_lock import lock_index
from codeshed.store.index_reading import open_index
from codeshed.store.index_records import IndexedFile
from codeshed.store.index_writing import rebuild_index, update_index
from tests.store.flips import check_flips, make_index_at_rest, make_index_with_log
from tests.store.indexes import (
    check_holds,
    contents_of,
    put_contents,
    read_contents,
    rebuild,
    set_format,
    update,
)

makers = pytest.mark.parametrize("make", [make_index_at_rest, make_index_with_log])


@makers
def test_a_flipped_byte_is_found_or_does_not_matter(tmp_path: Path, make: Callable[[Path], Path]) -> None:
    """`python -m tests.store.flips` does it for every byte."""
    counts = check_flips(make(tmp_path), every=229)
    assert {outcome for _, outcome in counts} - {"of another version"} == {"right", "damaged"}


@makers
def test_a_file_that_is_cut_off(tmp_path: Path, make: Callable[[Path], Path]) -> None:
    index_dir = make(tmp_path)
    outcomes = set()
    for path in sorted(index_dir.glob("*[0-9a-zA-Z]")):
        if path.name == "lock" or path.name.endswith("-shm"):
            continue
        content = path.read_bytes()
        for n_bytes in {0, 1, 100, len(content) // 2, len(content) - 1}:
            path.write_bytes(content[:n_bytes])
            outcomes.add(outcome_of(index_dir))
            path.write_bytes(content)
    assert outcomes == {"right", "damaged"}


@makers
def test_a_file_that_is_missing(tmp_path: Path, make: Callable[[Path], Path]) -> None:
    index_dir = make(tmp_path)
    has_log = (index_dir / "index-1.sqlite-wal").exists()
    outcome_by_name = {
        "index-1.sqlite": "damaged",
        "index-1.sqlite-wal": "damaged" if has_log else "right",
        "graph-2.arrays": "damaged",
        "lock": "right",
        ".gitignore": "right",
    }
    for name, outcome in outcome_by_name.items():
        copy = tmp_path / name / ".codeshed"
        shutil.copytree(index_dir, copy, ignore=shutil.ignore_patterns("*-shm", name))
        assert outcome_of(copy) == outcome


def outcome_of(index_dir: Path) -> str:
    """Read all of an index; return whether it is what it was, or known to be damaged."""
    try:
        with open_index(index_dir) as reader:
            found = read_contents(reader)
    except StoreDamagedError:
        return "damaged"
    finally:
        for scratch in index_dir.glob("*-shm"):
            scratch.unlink()
    assert found == contents_of(2, n_files=3)
    return "right"


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"garbage",
        b"\0" * 5000,
        b"index-1.sqlite\n",
        b"codeshed-index 1\nindex-1.sqlite 1\n00000000\n",
        b"codeshed-index 1\n../../index-1.sqlite 1\n",
        b"codeshed-index 1\nindex-99.sqlite 1\n",
        b"codeshed-index 1\nindex-1.sqlite 99\n",
        b"codeshed-index 1\nindex-1.sqlite 1",
    ],
)
def test_a_pointer_that_is_none(tmp_path: Path, content: bytes) -> None:
    index_dir = tmp_path / ".codeshed"
    rebuild(index_dir, 1)
    for pointer in (content, content + f"{zlib.crc32(content):08x}\n".encode()):
        (index_dir / "CURRENT").write_bytes(pointer)
        with pytest.raises(StoreDamagedError):
            open_index(index_dir)
        with lock_index(index_dir, "updating") as lock, pytest.raises(StoreDamagedError), update_index(lock):
            pass
    check_a_rebuild_helps(index_dir)


def check_a_rebuild_helps(index_dir: Path) -> None:
    rebuild(index_dir, 2)
    check_holds(index_dir, 2)


def test_an_index_in_another_format(tmp_path: Path) -> None:
    index_dir = tmp_path / ".codeshed"
    rebuild(index_dir, 1)
    content = b"codeshed-index 2\nwhatever that format says\n"
    (index_dir / "CURRENT").write_bytes(content + f"{zlib.crc32(content):08x}\n".encode())
    with pytest.raises(IndexVersionError, match="format 2"):
        open_index(index_dir)
    check_a_rebuild_helps(index_dir)


@pytest.mark.parametrize(("number", "age"), [(0, "an older"), (2, "a newer"), (2**31 - 1, "a newer")])
def test_a_database_in_another_format(tmp_path: Path, number: int, age: str) -> None:
    """Whatever it calls its tables, it is not called damaged."""
    index_dir = tmp_path / ".codeshed"
    rebuild(index_dir, 1)
    set_format(index_dir / "index-1.sqlite", number, rename="catalogue")
    said = f"written by {age} version of Codeshed: it has index format {number}"
    with pytest.raises(IndexVersionError, match=said):
        open_index(index_dir)
    with (
        lock_index(index_dir, "updating") as lock,
        pytest.raises(IndexVersionError, match=said),
        update_index(lock),
    ):
        pass
    check_a_rebuild_helps(index_dir)


@pytest.mark.parametrize(
    "name", ["CURRENT", "index-1.sqlite", "index-1.sqlite-wal", "graph-1.arrays", "lock"]
)
@pytest.mark.parametrize("make", ["link", "pipe", "folder"])
def test_something_else_in_the_place_of_a_file(tmp_path: Path, name: str, make: str) -> None:
    """Nothing is read or written through a link, and nobody waits for a pipe."""
    index_dir = tmp_path / ".codeshed"
    rebuild(index_dir, 1)
    path = index_dir / name
    content = path.read_bytes() if path.exists() else b""
    path.unlink(missing_ok=True)
    secret = tmp_path / "secret"
    secret.write_bytes(content)
    if make == "link":
        path.symlink_to(secret)
    elif make == "pipe":
        os.mkfifo(path)
    else:
        path.mkdir()
    if name == "lock":
        check_holds(index_dir, 1)
        with pytest.raises(CodeshedError), lock_index(index_dir, "writing"):
            pass
    else:
        with pytest.raises(CodeshedError):
            open_index(index_dir)
        if name != "CURRENT" or make != "folder":
            check_a_rebuild_helps(index_dir)
    assert secret.read_bytes() == content


@pytest.mark.parametrize(
    "statement",
    [
        "CREATE TRIGGER t AFTER DELETE ON parts BEGIN DELETE FROM shared; END",
        "CREATE VIEW v AS SELECT * FROM parts",
        "CREATE TABLE t (x)",
        "DROP TABLE shared",
        "ALTER TABLE shared ADD COLUMN x",
        "PRAGMA application_id = 1",
        "DELETE FROM catalogue WHERE name = 'root'",
        "DELETE FROM catalogue WHERE name = 'files'",
        "DELETE FROM parts WHERE path = 'package/module_1.py'",
        "UPDATE parts SET path = 'other.py' WHERE path = 'package/module_1.py'",
        "UPDATE parts SET value = CAST(value AS TEXT)",
        "UPDATE parts SET value = (SELECT value FROM parts WHERE path = 'package/module_2.py')",
        "INSERT INTO parts (kind, path, value) VALUES ('types', 'zzz.py', x'00')",
        "DELETE FROM shared",
        "UPDATE shared SET value = x'00'",
        "UPDATE shared SET value = 7",
    ],
)
def test_a_database_that_somebody_else_has_changed(tmp_path: Path, statement: str) -> None:
    index_dir = tmp_path / ".codeshed"
    rebuild(index_dir, 1)
    run_sql(index_dir / "index-1.sqlite", statement)
    with pytest.raises(StoreDamagedError), open_index(index_dir) as reader:
        read_contents(reader)
    with pytest.raises(StoreDamagedError), open_index(index_dir) as reader:
        reader.check()
    check_a_rebuild_helps(index_dir)


def run_sql(database: Path, *statements: str) -> None:
    """Change a database behind the back of its owner."""
    connection = sqlite3.connect(database, isolation_level=None)
    for statement in statements:
        connection.execute(statement)
    connection.close()


def test_values_of_an_older_revision_are_found(tmp_path: Path) -> None:
    """A value can be sound by itself and yet not belong to what is around it, as after a half-done copy."""
    index_dir = tmp_path / ".codeshed"
    rebuild(index_dir, 1)
    shutil.copy(index_dir / "index-1.sqlite", tmp_path / "old.sqlite")
    update(index_dir, 2)
    attach = f"ATTACH '{tmp_path / 'old.sqlite'}' AS old"
    for table in ("parts", "shared"):
        copy = tmp_path / table / ".codeshed"
        shutil.copytree(index_dir, copy)
        run_sql(copy / "index-1.sqlite", attach, f"REPLACE INTO {table} SELECT * FROM old.{table}")  # noqa: S608 - ours
        with pytest.raises(StoreDamagedError), open_index(copy) as reader:
            read_contents(reader)


def test_an_older_database_is_found(tmp_path: Path) -> None:
    index_dir = tmp_path / ".codeshed"
    rebuild(index_dir, 1)
    shutil.copytree(index_dir, tmp_path / "old")
    update(index_dir, 2)
    for name in ("index-1.sqlite", "graph-1.arrays"):
        shutil.copy(tmp_path / "old" / name, index_dir / name)
    with pytest.raises(StoreDamagedError, match="its last changes are lost"):
        open_index(index_dir)


def test_a_touched_graph_is_read_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    index_dir = tmp_path / ".codeshed"
    rebuild(index_dir, 1)
    read_paths = []
    read_crc = graph_verification._crc  # noqa: SLF001 - whether all bytes are read can be seen nowhere else

    def watched_crc(path: str) -> int:
        read_paths.append(path)
        return read_crc(path)

    monkeypatch.setattr(graph_verification, "_crc", watched_crc)
    check_holds(index_dir, 1)
    assert read_paths == []
    os.utime(index_dir / "graph-1.arrays")
    for _ in range(3):
        check_holds(index_dir, 1)
    assert read_paths == [str(index_dir / "graph-1.arrays")]


def test_a_changed_graph_is_found(tmp_path: Path) -> None:
    index_dir = tmp_path / ".codeshed"
    rebuild(index_dir, 1)
    graph = index_dir / "graph-1.arrays"
    content = graph.read_bytes()
    for changed in (content[:-1] + b"?", content + b"?", content[:-1], b""):
        graph.write_bytes(changed)
        for _ in range(2):
            with pytest.raises(StoreDamagedError, match=r"graph-1\.arrays"):
                open_index(index_dir)
    graph.write_bytes(content)
    check_holds(index_dir, 1)


def test_a_graph_that_changed_unseen_is_found_by_a_check(tmp_path: Path) -> None:
    """The disk itself may turn a bit: then no time changes."""
    index_dir = tmp_path / ".codeshed"
    rebuild(index_dir, 1)
    with open_index(index_dir) as reader:
        assert reader.graph_path is not None
        content = reader.graph_path.read_bytes()
        reader.graph_path.write_bytes(content[:-1] + b"?")
        with pytest.raises(StoreDamagedError, match="wrong checksum"):
            reader.check()


@pytest.mark.parametrize(
    "path", ["../secret.py", "/etc/passwd", "a/../../b.py", "a//b.py", "", ".", "a\\b.py", "a\0b"]
)
def test_a_path_that_leaves_the_repository(
    tmp_path: Path, path: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """We do not write it, and somebody else's index that has it is not believed."""
    index_dir = tmp_path / ".codeshed"
    record = IndexedFile(path=path, n_bytes=0, mtime_ns=0, content_hash="", language="python", status="read")
    with lock_index(index_dir, "writing") as lock, rebuild_index(lock) as change:
        with pytest.raises(ValueError, match="no path within"):
            change.put_files([record])
        monkeypatch.setattr("codeshed.store.index_change.is_relative_posix_path", lambda _: True)
        put_contents(change, contents_of(1))
        change.put_files([record])
        change.commit(contents_of(1).meta)
    with open_index(index_dir) as reader, pytest.raises(StoreDamagedError, match="no path"):
        reader.files  # noqa: B018 - reading is what is tested


@pytest.mark.parametrize("path", ["...py", "a/..b/c.py", "a b/é.py", "a.b/.c"])
def test_a_path_that_looks_worse_than_it_is(tmp_path: Path, path: str) -> None:
    index_dir = tmp_path / ".codeshed"
    record = IndexedFile(path=path, n_bytes=0, mtime_ns=0, content_hash="", language="python", status="read")
    with lock_index(index_dir, "writing") as lock, rebuild_index(lock) as change:
        change.put_files([record])
        change.commit(contents_of(1).meta)
    with open_index(index_dir) as reader:
        assert reader.files == (record,)
