"""Reading an index: whole, by parts, by several threads, and where nothing may be written."""

import shutil
import sqlite3
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from codeshed.errors import IndexMissingError, IndexUnavailableError, NotAnIndexError, StoreDamagedError
from codeshed.store import index_reading
from codeshed.store.index_layout import CurrentPointer, read_pointer
from codeshed.store.index_lock import lock_index
from codeshed.store.index_reading import open_index
from tests.store.indexes import check_holds, contents_of, names_in, read_contents, rebuild, update
from tests.store.permissions import as_anybody, reachable_folder, read_only


@pytest.fixture
def reachable() -> Iterator[Path]:
    with reachable_folder() as folder:
        yield folder


def test_no_index(tmp_path: Path) -> None:
    for index_dir in (tmp_path / "missing", tmp_path):
        with pytest.raises(IndexMissingError, match="no index"):
            open_index(index_dir)
    (tmp_path / "file").write_text("")
    with pytest.raises(NotAnIndexError, match="not a folder"):
        open_index(tmp_path / "file")


def test_a_link_in_the_place_of_the_folder_is_not_followed(tmp_path: Path) -> None:
    rebuild(tmp_path / "elsewhere", 1)
    (tmp_path / "repository").mkdir()
    index_dir = tmp_path / "repository" / ".codeshed"
    index_dir.symlink_to(tmp_path / "elsewhere")
    with pytest.raises(NotAnIndexError, match="it is a link"):
        open_index(index_dir)
    with pytest.raises(NotAnIndexError, match="it is a link"), lock_index(index_dir, "writing"):
        pass


def test_parts(tmp_path: Path) -> None:
    rebuild(tmp_path / ".codeshed", 1)
    with open_index(tmp_path / ".codeshed") as reader:
        assert reader.part_kinds == ("document", "types")
        assert reader.part_paths("types") == tuple(record.path for record in reader.files)
        assert reader.part_paths("no such kind") == ()
        assert list(reader.iter_parts("no such kind")) == []
        assert reader.read_part("document", "no/such/file.py") is None
        assert reader.read_part("no such kind", "package/module_1.py") is None
        assert reader.read_shared("no such kind") is None
        first_path, first_part = next(reader.iter_parts("document"))
        assert (first_path, first_part) == ("only_1.py", b"")
        reader.check()


def test_several_threads_share_a_reader(tmp_path: Path) -> None:
    if sqlite3.threadsafety != 3:
        pytest.skip("this SQLite was built without locks of its own")
    rebuild(tmp_path / ".codeshed", 1)
    with open_index(tmp_path / ".codeshed") as reader, ThreadPoolExecutor(8) as pool:
        found = list(pool.map(lambda _: read_contents(reader), range(64)))
    assert found == [contents_of(1)] * 64


def test_closing_twice_does_no_harm(tmp_path: Path) -> None:
    rebuild(tmp_path / ".codeshed", 1)
    reader = open_index(tmp_path / ".codeshed")
    reader.close()
    reader.close()


def test_a_read_only_folder_can_be_read(reachable: Path) -> None:
    index_dir = reachable / ".codeshed"
    rebuild(index_dir, 1)
    for scratch in (*index_dir.glob("*-wal"), *index_dir.glob("*-shm")):
        scratch.unlink()
    before = sorted(path.name for path in index_dir.iterdir())
    with read_only(reachable):
        check_holds(index_dir, 1)
        with open_index(index_dir) as reader:
            reader.check()
        with pytest.raises(IndexUnavailableError, match="Permission denied") as caught:
            update(index_dir, 2)
        assert "--index-dir" in caught.value.hint
    assert sorted(path.name for path in index_dir.iterdir()) == before
    check_holds(index_dir, 1)


def test_a_read_only_folder_with_changes_in_the_log(reachable: Path) -> None:
    index_dir = reachable / ".codeshed"
    rebuild(index_dir, 1)
    with open_index(index_dir):
        update(index_dir, 2)
        # Others see the log as long as it and its scratch memory are there.
        with read_only(reachable):
            check_holds(index_dir, 2)
        shutil.copytree(index_dir, reachable / "copy", ignore=shutil.ignore_patterns("*-shm"))
    # Without it, nothing can be told for sure: the database alone is the old revision.
    with read_only(reachable / "copy"), pytest.raises(IndexUnavailableError, match="unable to open"):
        open_index(reachable / "copy")
    check_holds(reachable / "copy", 2)


def test_a_reader_without_locks_tells_a_change_from_damage(reachable: Path) -> None:
    index_dir = reachable / ".codeshed"
    rebuild(index_dir, 1, n_files=20)
    with read_only(reachable):
        reader = open_index(index_dir)
    update(index_dir, 2, n_files=20)
    update(index_dir, 3, n_files=20)
    with reader, pytest.raises(IndexUnavailableError, match="changed while it was being read"):
        read_contents(reader)


def test_an_index_that_may_not_be_read(reachable: Path) -> None:
    index_dir = reachable / ".codeshed"
    rebuild(index_dir, 1)
    for name in ("CURRENT", "index-1.sqlite", "graph-1.arrays"):
        (index_dir / name).chmod(0)
        with as_anybody(), pytest.raises(IndexUnavailableError) as caught:
            open_index(index_dir)
        assert "permissions" in caught.value.hint
        (index_dir / name).chmod(0o644)
    check_holds(index_dir, 1)


@pytest.mark.parametrize(
    ("step", "change"), [("open_locked_graph", update), ("open_locked_graph", rebuild), ("_connect", rebuild)]
)
def test_an_index_that_changes_while_it_is_opened(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    step: str,
    change: Callable[[Path, int], None],
) -> None:
    index_dir = tmp_path / ".codeshed"
    rebuild(index_dir, 1)
    take_step = getattr(index_reading, step)
    pending = [change]

    def change_then_take_step(*arguments: object) -> object:
        if pending:
            pending.pop()(index_dir, 2)
        return take_step(*arguments)

    monkeypatch.setattr(index_reading, step, change_then_take_step)
    check_holds(index_dir, 2)


def test_damage_is_not_taken_for_a_change(tmp_path: Path) -> None:
    index_dir = tmp_path / ".codeshed"
    rebuild(index_dir, 1)
    (index_dir / "graph-1.arrays").unlink()
    with pytest.raises(StoreDamagedError, match=r"graph-1\.arrays is missing"):
        open_index(index_dir)
    assert "CURRENT" in names_in(index_dir)
    assert read_pointer(index_dir) == CurrentPointer(database="index-1.sqlite", revision=1)
