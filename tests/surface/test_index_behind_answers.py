"""Answers come from the index: made when there is none, fresh after small changes, and left alone when asked."""

import json
from pathlib import Path

import pytest

from codeshed.cli import main
from tests.store.permissions import reachable_folder, read_only
from tests.support.trees import make_tree
from tests.surface.cli import SHOP, run

_TREE = """
    codeshed.toml: types = "off"
    a.py: def f(): return 1
    b.py: from a import f ; def g(): return f()
"""
_CALL = ("b.py::g", "a.py::f")


@pytest.fixture
def repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.delenv("CODESHED_INDEX_DIR")
    root = tmp_path / "repository"
    root.mkdir()
    make_tree(root, _TREE)
    return root


def _calls(root: Path, *options: str) -> list[tuple[str, str]]:
    outcome = run("export", "edges", "--kind", "call", "--repo", str(root), *options)
    assert (outcome.code, outcome.err) == (0, "")
    edges = [json.loads(line) for line in outcome.out.splitlines()]
    return [(edge["source"], edge["target"]) for edge in edges]


def test_an_answer_makes_the_index_and_follows_edits(repository: Path) -> None:
    assert _calls(repository) == [_CALL]
    assert (repository / ".codeshed" / "CURRENT").is_file()
    (repository / "b.py").write_text("from a import f\n\ndef h(): return f()\n")
    assert _calls(repository) == [("b.py::h", "a.py::f")]


def test_an_answer_from_an_old_index_says_so(repository: Path) -> None:
    _calls(repository)
    (repository / "c.py").write_text("from a import f\n\nf()\n")
    outcome = run("export", "edges", "--kind", "call", "--repo", str(repository), "--refresh", "never")
    assert (outcome.code, len(outcome.out.splitlines())) == (0, 1)
    assert "c.py" in outcome.err
    assert "codeshed index" in outcome.err
    quiet = run("export", "edges", "--kind", "call", "--repo", str(repository), "--refresh", "never", "-q")
    assert (quiet.code, quiet.out, quiet.err) == (0, outcome.out, "")


def test_without_an_index_nothing_is_made_when_that_is_not_wanted(repository: Path) -> None:
    outcome = run("footprint", "--repo", str(repository), "--refresh", "never")
    assert (outcome.code, outcome.out) == (2, "")
    assert "codeshed index makes one" in outcome.err
    assert not (repository / ".codeshed").exists()


def test_the_index_can_lie_elsewhere(repository: Path, tmp_path: Path) -> None:
    assert _calls(repository, "--index-dir", str(tmp_path / "elsewhere")) == [_CALL]
    assert (tmp_path / "elsewhere" / "CURRENT").is_file()
    assert not (repository / ".codeshed").exists()


def test_other_types_than_the_settings_say_leave_the_index_alone(repository: Path) -> None:
    _calls(repository)
    before = sorted((path.name, path.stat().st_mtime_ns) for path in (repository / ".codeshed").iterdir())
    assert _calls(repository, "--types", "on") == [_CALL]
    after = sorted((path.name, path.stat().st_mtime_ns) for path in (repository / ".codeshed").iterdir())
    assert after == before


def test_a_folder_without_code_and_a_missing_one_stay_as_they_are(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("CODESHED_INDEX_DIR")
    assert run("footprint", "--repo", str(tmp_path)).code == 2
    assert run("footprint", "--repo", str(tmp_path / "nowhere")).code == 2
    assert list(tmp_path.iterdir()) == []


def test_the_index_and_memory_say_the_same_of_the_example() -> None:
    """Sizes by words are worked out in memory, and nothing but sizes may differ."""
    all_sets = ("footprint", "--all", "--sets", "--repo", str(SHOP), "--format", "json")
    stored, in_memory = (
        [json.loads(line) for line in run(*all_sets, *options).out.splitlines()]
        for options in ((), ("--size-function", "words"))
    )
    assert stored
    for one, other in zip(stored, in_memory, strict=True):
        assert one["size_function"] != other["size_function"]
        assert one["start"] == other["start"]
        assert one["reachable_set"] == other["reachable_set"]


def test_a_repository_that_cannot_be_written_to_is_told_where_else_the_index_can_be(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delenv("CODESHED_INDEX_DIR")
    with reachable_folder() as root:
        make_tree(root, _TREE)
        assert main.run(["footprint", "--repo", str(root), "--index-dir", str(tmp_path / "elsewhere")]) == 0
        capsys.readouterr()
        with read_only(root):
            code = main.run(["footprint", "--repo", str(root)])
    shown = capsys.readouterr()
    assert (code, shown.out) == (2, "")
    assert "Permission denied" in shown.err
    assert "--index-dir DIR or CODESHED_INDEX_DIR" in shown.err
