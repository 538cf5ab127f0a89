"""What becomes of an index that is built, updated, or left half written."""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from pathlib import Path

import pytest

from codeshed.errors import IndexMissingError, IndexUnavailableError
from codeshed.store.index_change import IndexChange
from codeshed.store.index_lock import IndexLock, lock_index
from codeshed.store.index_reading import open_index
from codeshed.store.index_writing import checkpoint_long_log, rebuild_index, update_index
from tests.store.indexes import (
    check_holds,
    contents_of,
    names_in,
    put_contents,
    read_contents,
    rebuild,
    update,
)

Writing = Callable[[IndexLock], AbstractContextManager[IndexChange]]
both_ways = pytest.mark.parametrize("write_index", [rebuild_index, update_index])


@pytest.fixture
def index_dir(tmp_path: Path) -> Path:
    return tmp_path / ".codeshed"


def test_a_new_index(index_dir: Path) -> None:
    rebuild(index_dir, 1)
    check_holds(index_dir, 1)
    assert names_in(index_dir) == [".gitignore", "CURRENT", "graph-1.arrays", "index-1.sqlite", "lock"]
    assert (index_dir / ".gitignore").read_text().splitlines()[-1] == "*"
    assert (index_dir / "CURRENT").read_text().splitlines()[:2] == ["codeshed-index 1", "index-1.sqlite 1"]


def test_updates_and_rebuilds_lead_to_the_same(index_dir: Path) -> None:
    rebuild(index_dir, 1)
    update(index_dir, 2)
    check_holds(index_dir, 2)
    assert names_in(index_dir) == [".gitignore", "CURRENT", "graph-2.arrays", "index-1.sqlite", "lock"]
    update(index_dir, 3)
    rebuild(index_dir, 4)
    check_holds(index_dir, 4)
    assert names_in(index_dir) == [".gitignore", "CURRENT", "graph-4.arrays", "index-2.sqlite", "lock"]


def test_an_update_keeps_what_it_does_not_touch(index_dir: Path) -> None:
    rebuild(index_dir, 1)
    before = contents_of(1)
    with lock_index(index_dir, "updating") as lock, update_index(lock) as change:
        assert change.old_meta == before.meta
        change.put_parts("document", [("package/module_1.py", b"new")])
        change.put_parts("outline", [("package/module_1.py", b"first of its kind")])
        change.remove_parts("types", ["package/module_1.py", "never/was.py"])
        change.put_shared("names", b"new")
        change.put_shared("more", b"more")
        change.remove_shared("never was")
        change.commit(before.meta)
    with open_index(index_dir) as reader:
        after = read_contents(reader)
    touched = {("document", "package/module_1.py"), ("types", "package/module_1.py")}
    assert [part for part in after.parts if part[:2] in touched or part[0] == "outline"] == [
        ("document", "package/module_1.py", b"new"),
        ("outline", "package/module_1.py", b"first of its kind"),
    ]
    assert [part for part in after.parts if part[:2] not in touched and part[0] != "outline"] == [
        part for part in before.parts if part[:2] not in touched
    ]
    assert after.shared == (("more", b"more"), ("names", b"new"))
    assert (after.files, after.graph) == (before.files, before.graph)


def test_what_is_removed_is_gone(index_dir: Path) -> None:
    rebuild(index_dir, 1)
    contents = contents_of(1)
    with lock_index(index_dir, "updating") as lock, update_index(lock) as change:
        change.remove_files(record.path for record in contents.files)
        change.remove_shared("names")
        change.commit(contents.meta)
    with open_index(index_dir) as reader:
        assert (reader.files, reader.part_kinds, tuple(reader.iter_shared())) == ((), (), ())
        assert reader.read_part("document", "package/module_1.py") is None
        assert reader.read_shared("names") is None


@both_ways
def test_a_change_without_commit_never_was(index_dir: Path, write_index: Writing) -> None:
    rebuild(index_dir, 1)
    before = names_in(index_dir)
    with lock_index(index_dir, "writing") as lock, write_index(lock) as change:
        put_contents(change, contents_of(2))
    check_holds(index_dir, 1)
    assert names_in(index_dir) == before


def write_and_be_interrupted(index_dir: Path, write_index: Writing) -> None:
    with lock_index(index_dir, "writing") as lock, write_index(lock) as change:
        put_contents(change, contents_of(2))
        raise KeyboardInterrupt


@both_ways
def test_a_change_that_is_interrupted_never_was(index_dir: Path, write_index: Writing) -> None:
    rebuild(index_dir, 1)
    before = names_in(index_dir)
    with pytest.raises(KeyboardInterrupt):
        write_and_be_interrupted(index_dir, write_index)
    check_holds(index_dir, 1)
    assert names_in(index_dir) == before


def test_a_first_index_that_is_interrupted_leaves_nothing(index_dir: Path) -> None:
    with pytest.raises(KeyboardInterrupt):
        write_and_be_interrupted(index_dir, rebuild_index)
    assert names_in(index_dir) == [".gitignore", "lock"]
    with pytest.raises(IndexMissingError):
        open_index(index_dir)


@both_ways
def test_what_goes_wrong_in_the_making_of_values_is_no_trouble_of_the_index(
    index_dir: Path, write_index: Writing
) -> None:
    def values() -> Iterator[tuple[str, bytes]]:
        yield "a.py", b"made"
        raise OSError("the source has gone")

    rebuild(index_dir, 1)
    with (
        pytest.raises(OSError, match="the source has gone") as caught,
        lock_index(index_dir, "writing") as lock,
        write_index(lock) as change,
    ):
        change.put_parts("document", values())
    assert type(caught.value) is OSError
    check_holds(index_dir, 1)


@both_ways
def test_a_failed_change_cannot_be_committed(index_dir: Path, write_index: Writing) -> None:
    def fail(path: Path) -> None:
        path.write_bytes(b"half a gra")
        raise OSError(28, "No space left on device")

    rebuild(index_dir, 1)
    with lock_index(index_dir, "writing") as lock, write_index(lock) as change:
        with pytest.raises(IndexUnavailableError, match="No space left"):
            change.put_graph(fail)
        with pytest.raises(RuntimeError):
            change.commit(contents_of(1).meta)
    check_holds(index_dir, 1)
    assert "graph-2.arrays" not in names_in(index_dir)


@both_ways
def test_after_the_commit_nothing_can_be_changed(index_dir: Path, write_index: Writing) -> None:
    rebuild(index_dir, 1)
    with lock_index(index_dir, "writing") as lock, write_index(lock) as change:
        put_contents(change, contents_of(1))
        change.commit(contents_of(1).meta)
        with pytest.raises(RuntimeError):
            change.put_shared("late", b"")
    check_holds(index_dir, 1)


def test_a_reader_keeps_its_revision(index_dir: Path) -> None:
    rebuild(index_dir, 1)
    with open_index(index_dir) as first:
        assert not first.is_superseded()
        update(index_dir, 2)
        assert first.is_superseded()
        with open_index(index_dir) as second:
            rebuild(index_dir, 3)
            update(index_dir, 4)
            assert read_contents(first) == contents_of(1)
            assert read_contents(second) == contents_of(2)
            assert len({first.revision, second.revision}) == 2
            check_holds(index_dir, 4)
            assert [name for name in names_in(index_dir) if name.startswith("graph")] == [
                "graph-1.arrays",
                "graph-2.arrays",
                "graph-4.arrays",
            ]
    update(index_dir, 5)
    assert [name for name in names_in(index_dir) if name.startswith("graph")] == ["graph-5.arrays"]


@both_ways
def test_leftovers_go_and_files_of_others_stay(index_dir: Path, write_index: Writing) -> None:
    rebuild(index_dir, 1)
    for name in ("index-7.sqlite", "index-7.sqlite-wal", "index-7.sqlite-shm", "graph-9.arrays", "notes.txt"):
        (index_dir / name).write_bytes(b"left behind")
    (index_dir / "graph-10.arrays").mkdir()
    (index_dir / "graph-11.arrays").symlink_to(index_dir / "notes.txt")
    with lock_index(index_dir, "writing") as lock, write_index(lock) as change:
        put_contents(change, contents_of(1))
        change.commit(contents_of(1).meta)
    check_holds(index_dir, 1)
    assert [name for name in names_in(index_dir) if not name.startswith("index-")] == [
        ".gitignore",
        "CURRENT",
        "graph-10.arrays",
        "graph-11.arrays",
        "lock",
        "notes.txt",
    ]
    assert len([name for name in names_in(index_dir) if name.startswith("index-")]) == 1
    assert (index_dir / "notes.txt").read_bytes() == b"left behind"
    assert (index_dir / "graph-10.arrays").is_dir()
    assert not (index_dir / "graph-11.arrays").is_symlink()


def test_a_value_that_sqlite_does_not_take(index_dir: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("codeshed.store.index_change.MAX_VALUE_BYTES", 1000)
    with lock_index(index_dir, "writing") as lock, rebuild_index(lock) as change:
        change.put_shared("names", bytes(1000))
        with pytest.raises(ValueError, match="too large"):
            change.put_shared("names", bytes(1001))
        with pytest.raises(ValueError, match="too large"):
            change.put_parts("document", [("a.py", bytes(1001))])


def test_nothing_to_update(index_dir: Path) -> None:
    with lock_index(index_dir, "updating") as lock, pytest.raises(IndexMissingError), update_index(lock):
        pass


def test_an_index_in_a_folder_with_an_unusual_name(tmp_path: Path) -> None:
    index_dir = tmp_path / "50% of #1? é" / ".codeshed"
    rebuild(index_dir, 1)
    update(index_dir, 2)
    check_holds(index_dir, 2)


def log_bytes(index_dir: Path) -> int:
    (log,) = index_dir.glob("*-wal")
    return log.stat().st_size


def test_a_long_log_is_moved_into_the_database_when_nobody_reads_it(index_dir: Path) -> None:
    rebuild(index_dir, 1)
    with lock_index(index_dir, "updating") as lock:
        with open_index(index_dir) as before:
            with update_index(lock) as change:
                change.put_shared("names", bytes(9 << 20))
                change.commit(before.meta)
            checkpoint_long_log(lock)
            assert before.read_shared("names") != bytes(9 << 20)
            assert log_bytes(index_dir) > 9 << 20
        with open_index(index_dir) as after:
            checkpoint_long_log(lock)
            assert after.read_shared("names") == bytes(9 << 20)
        checkpoint_long_log(lock)
    with open_index(index_dir) as reader:
        assert log_bytes(index_dir) == 0
        assert reader.read_shared("names") == bytes(9 << 20)
