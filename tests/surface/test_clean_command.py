"""`codeshed clean` as a user meets it."""

from pathlib import Path

import pytest

from tests.support.trees import make_tree
from tests.surface.cli import run


@pytest.fixture
def repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.delenv("CODESHED_INDEX_DIR")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    root = tmp_path / "repository"
    root.mkdir()
    make_tree(root, 'a.py: x = 1\ncodeshed.toml: types = "off"')
    assert run("index", "--repo", str(root)).code == 0
    return root


def _size(folder: Path) -> int:
    return sum(path.stat().st_size for path in folder.iterdir())


def test_the_index_goes_and_its_size_is_told(repository: Path, tmp_path: Path) -> None:
    index_dir = repository / ".codeshed"
    n_files = len(list(index_dir.iterdir()))
    outcome = run("clean", "--repo", str(repository))
    assert (outcome.code, outcome.err) == (0, "")
    assert outcome.out.startswith(f"removed the index in {index_dir}: {n_files} files, ")
    assert not index_dir.exists()
    assert _size(tmp_path / "cache" / "codeshed") > 0
    again = run("clean", "--repo", str(repository))
    assert (again.code, again.out) == (0, f"nothing to remove: there is no index in {index_dir}\n")


def test_files_of_others_stay(repository: Path) -> None:
    (repository / ".codeshed" / "mine.txt").touch()
    assert "kept what is not Codeshed's: mine.txt" in run("clean", "--repo", str(repository)).out
    assert [path.name for path in (repository / ".codeshed").iterdir()] == ["mine.txt"]


def test_the_cache_goes_when_asked(repository: Path, tmp_path: Path) -> None:
    outcome = run("clean", "--repo", str(repository), "--cache")
    assert f"removed the cache in {tmp_path / 'cache' / 'codeshed'}: " in outcome.out
    assert _size(tmp_path / "cache" / "codeshed") == 0


def test_a_folder_that_is_no_index_is_refused(repository: Path, tmp_path: Path) -> None:
    precious = tmp_path / "precious"
    make_tree(precious, "thesis.txt: years of work")
    outcome = run("clean", "--repo", str(repository), "--index-dir", str(precious))
    assert (outcome.code, outcome.out) == (2, "")
    assert (precious / "thesis.txt").is_file()
