"""Removing an index, and nothing else."""

from pathlib import Path

import pytest

from codeshed.errors import IndexMissingError, NotAnIndexError
from codeshed.store.index_cleaning import clean
from codeshed.store.index_reading import open_index
from tests.store.indexes import check_holds, contents_of, names_in, read_contents, rebuild


def test_an_index_is_removed_with_its_folder(tmp_path: Path) -> None:
    index_dir = tmp_path / ".codeshed"
    rebuild(index_dir, 1)
    n_bytes = sum(path.stat().st_size for path in index_dir.iterdir())
    cleaned = clean(index_dir)
    assert cleaned.n_bytes >= n_bytes
    assert cleaned.n_files == 5
    assert cleaned.kept == ()
    assert not index_dir.exists()
    with pytest.raises(IndexMissingError):
        open_index(index_dir)


def test_a_reader_goes_on_while_its_index_is_removed(tmp_path: Path) -> None:
    index_dir = tmp_path / ".codeshed"
    rebuild(index_dir, 1)
    with open_index(index_dir) as reader:
        clean(index_dir)
        assert dict(reader.iter_parts("types")) == {
            path: value for kind, path, value in contents_of(1).parts if kind == "types"
        }
        with pytest.raises(IndexMissingError):
            reader.is_superseded()
        rebuild(index_dir, 2)
        assert reader.files == contents_of(1).files
    check_holds(index_dir, 2)


def test_files_of_others_stay(tmp_path: Path) -> None:
    index_dir = tmp_path / ".codeshed"
    rebuild(index_dir, 1)
    (index_dir / "notes.txt").write_text("mine")
    (index_dir / "index-1.txt").write_text("mine")
    (index_dir / "graph-7.arrays").mkdir()
    assert clean(index_dir).kept == ("graph-7.arrays", "index-1.txt", "notes.txt")
    assert names_in(index_dir) == ["graph-7.arrays", "index-1.txt", "notes.txt"]


def test_a_changed_list_of_what_git_ignores_stays(tmp_path: Path) -> None:
    index_dir = tmp_path / ".codeshed"
    rebuild(index_dir, 1)
    (index_dir / ".gitignore").write_text("mine")
    assert clean(index_dir).kept == (".gitignore",)


def test_a_link_is_removed_and_what_it_leads_to_is_not(tmp_path: Path) -> None:
    index_dir = tmp_path / ".codeshed"
    rebuild(index_dir, 1)
    (tmp_path / "secret").write_text("secret")
    (index_dir / "graph-7.arrays").symlink_to(tmp_path / "secret")
    assert clean(index_dir).kept == ()
    assert (tmp_path / "secret").read_text() == "secret"


@pytest.mark.parametrize("names", [(), ("source.py",), ("lock", "CURRENT", "index-1.sqlite")])
def test_a_folder_that_is_no_index_is_refused(tmp_path: Path, names: tuple[str, ...]) -> None:
    for name in names:
        (tmp_path / name).write_text("not ours")
    with pytest.raises(NotAnIndexError, match="codeshed did not make it"):
        clean(tmp_path)
    assert names_in(tmp_path) == sorted(names)


def test_what_is_no_folder_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(NotAnIndexError, match="not a folder"):
        clean(tmp_path / "file")
    with pytest.raises(IndexMissingError):
        clean(tmp_path / "missing")
    rebuild(tmp_path / "elsewhere", 1)
    (tmp_path / ".codeshed").symlink_to(tmp_path / "elsewhere")
    with pytest.raises(NotAnIndexError, match="it is a link"):
        clean(tmp_path / ".codeshed")
    check_holds(tmp_path / "elsewhere", 1)


def test_an_index_in_a_folder_of_another_name(tmp_path: Path) -> None:
    rebuild(tmp_path / "elsewhere", 1)
    with open_index(tmp_path / "elsewhere") as reader:
        assert read_contents(reader) == contents_of(1)
    (tmp_path / "elsewhere" / ".gitignore").write_text("changed, but the pointer is ours")
    assert clean(tmp_path / "elsewhere").kept == (".gitignore",)
