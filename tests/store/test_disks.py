"""Full disks and folders that go away: one kind of error with a hint, and the old index is as it was."""

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from codeshed.errors import ArtifactUnwritableError, IndexUnavailableError
from codeshed.store import durable_files
from codeshed.store.artifact import load_index, save_index
from codeshed.store.index_cleaning import clean
from codeshed.store.index_lock import lock_index
from codeshed.store.index_writing import rebuild_index
from tests.store.indexes import check_holds, contents_of, put_contents, rebuild, update
from tests.store.small_disks import fill, small_disk, small_files

both_ways = pytest.mark.parametrize("write", [rebuild, update])
_N_FILES = 20


@both_ways
def test_a_full_disk(tmp_path: Path, write: Callable[[Path, int, int], None]) -> None:
    index_dir = tmp_path / "disk" / ".codeshed"
    with small_disk(tmp_path / "disk", 16_000_000) as is_made:
        if not is_made:
            pytest.skip("no disk can be made here; the limit on files is tested")
        rebuild(index_dir, 1, _N_FILES)
        for n_bytes_left in (0, 4096, 20_000, 50_000, 300_000, 1_000_000):
            fill(tmp_path / "disk", n_bytes_left)
            with pytest.raises(IndexUnavailableError, match=r"space left|disk is full") as caught:
                write(index_dir, 2, _N_FILES)
            assert "free some space" in caught.value.hint
            check_holds(index_dir, 1, _N_FILES)
        (tmp_path / "disk" / "filling").unlink()
        write(index_dir, 2, _N_FILES)
        check_holds(index_dir, 2, _N_FILES)


@both_ways
def test_files_that_may_not_grow(tmp_path: Path, write: Callable[[Path, int, int], None]) -> None:
    index_dir = tmp_path / ".codeshed"
    rebuild(index_dir, 1, _N_FILES)
    for n_bytes in (100, 1000, 10_000, 50_000, 100_000, 200_000):
        with small_files(n_bytes), pytest.raises(IndexUnavailableError) as caught:
            write(index_dir, 2, _N_FILES)
        assert "--index-dir" in caught.value.hint
        check_holds(index_dir, 1, _N_FILES)
    write(index_dir, 2, _N_FILES)
    check_holds(index_dir, 2, _N_FILES)


def test_a_full_disk_can_be_cleaned(tmp_path: Path) -> None:
    with small_disk(tmp_path / "disk", 1_000_000) as is_made:
        if not is_made:
            pytest.skip("no disk can be made here")
        rebuild(tmp_path / "disk" / ".codeshed", 1)
        fill(tmp_path / "disk", 0)
        assert clean(tmp_path / "disk" / ".codeshed").kept == ()


def test_no_room_for_an_artifact(tmp_path: Path) -> None:
    index_dir = tmp_path / ".codeshed"
    rebuild(index_dir, 1, _N_FILES)
    save_index(index_dir, tmp_path / "saved.index")
    for n_bytes in (100, 100_000, 400_000):
        with small_files(n_bytes), pytest.raises(ArtifactUnwritableError):
            save_index(index_dir, tmp_path / "again.index")
        with small_files(n_bytes), pytest.raises(IndexUnavailableError):
            load_index(tmp_path / "saved.index", tmp_path / "other")
    assert sorted(path.name for path in tmp_path.iterdir()) == [".codeshed", "other", "saved.index"]
    load_index(tmp_path / "saved.index", tmp_path / "other")
    check_holds(tmp_path / "other", 1, _N_FILES)


def test_a_disk_that_fails_when_the_pointer_is_in_its_place(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody knows then whether the switch is on the disk; in no case may what the pointer names be removed."""

    def fail(_: Path) -> None:
        raise OSError(5, "Input/output error")

    index_dir = tmp_path / ".codeshed"
    rebuild(index_dir, 1)
    with lock_index(index_dir, "writing") as lock, rebuild_index(lock) as change:
        put_contents(change, contents_of(2))
        monkeypatch.setattr(durable_files, "sync_folder", fail)
        with pytest.raises(IndexUnavailableError, match="Input/output error"):
            change.commit(contents_of(2).meta)
    check_holds(index_dir, 2)


@both_ways
def test_a_folder_that_vanishes_while_it_is_written(
    tmp_path: Path, write: Callable[[Path, int], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    def vanish(_: Path) -> None:
        shutil.rmtree(index_dir)

    index_dir = tmp_path / ".codeshed"
    rebuild(index_dir, 1)
    with monkeypatch.context() as patch:
        patch.setattr("codeshed.store.graph_verification.sync_file", vanish)
        with pytest.raises(IndexUnavailableError, match="No such file") as caught:
            write(index_dir, 2)
    assert "try again" in caught.value.hint
    rebuild(index_dir, 3)
    check_holds(index_dir, 3)
