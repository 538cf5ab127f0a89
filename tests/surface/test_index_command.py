"""`codeshed index` as a user meets it."""

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest

from codeshed.cli import main
from tests.support.trees import make_tree
from tests.surface.cli import run

_TREE = """
    codeshed.toml: types = "off"
    a.py: def f(): return 1
    b.py: from a import f ; def g(): return f()
"""


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    root = tmp_path / "repository"
    root.mkdir()
    make_tree(root, _TREE)
    return root


def _index(root: Path, *options: str) -> dict[str, Any]:
    outcome = run("index", "--repo", str(root), "--json", *options)
    assert outcome.code == 0, outcome.err
    summary: dict[str, Any] = json.loads(outcome.out)
    return summary


def _git(root: Path, *arguments: str) -> str:
    command = ("git", "-c", "user.name=a", "-c", "user.email=a@b", "-C", str(root), *arguments)
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()  # noqa: S603 - git


def _commit(root: Path, message: str) -> str:
    _git(root, "add", "-A")
    _git(root, "commit", "-q", "-m", message)
    return _git(root, "rev-parse", "HEAD")


def test_one_summary_says_what_was_done_and_why(repository: Path) -> None:
    first = run("index", "--repo", str(repository)).out.splitlines()
    assert first[0].startswith("built, because there was none, in ")
    assert first[1] == "2 files, 4 symbols and 0 of other packages, 5 edges"
    assert first[2] == "1 call: 100 % certain"
    assert first[3].endswith("types off")
    assert run("index", "--repo", str(repository)).out.startswith("up to date, in ")
    (repository / "a.py").write_text("def f(x): return x\n")
    assert run("index", "--repo", str(repository)).out.startswith("1 file changed, 2 resolved again, in ")
    (repository / "b.py").unlink()
    assert run("index", "--repo", str(repository)).out.startswith("1 file removed, 1 resolved again, in ")


def test_it_can_be_built_anew(repository: Path) -> None:
    _index(repository)
    again = _index(repository, "--rebuild", "--jobs", "2")
    assert (again["action"], again["reason"]) == ("built", "it was asked for")


def test_it_may_take_little_memory(repository: Path) -> None:
    first = _index(repository)
    again = _index(repository, "--rebuild", "--max-memory", "64M")
    assert (again["tree_hash"], again["figures"]) == (first["tree_hash"], first["figures"])
    assert _index(repository)["action"] == "unchanged"
    outcome = run("index", "--repo", str(repository), "--max-memory", "much")
    assert outcome.code == 2
    assert "give a size such as 800M or 2G" in outcome.err


def test_types_that_the_settings_do_not_ask_for_are_told(repository: Path) -> None:
    outcome = run("index", "--repo", str(repository), "--types", "on", "--json")
    assert json.loads(outcome.out)["types"] == "complete"
    assert "answers will build the index again" in outcome.err
    assert run("index", "--repo", str(repository), "--types", "on", "--quiet").err == ""


def test_a_saved_index_is_started_from(repository: Path, tmp_path: Path) -> None:
    saved = tmp_path / "saved.index"
    assert _index(repository, "--save", str(saved))["saved_as"] == str(saved)
    (repository / "a.py").write_text("def f(x): return x\n")
    elsewhere = ("--index-dir", str(tmp_path / "elsewhere"))
    found = _index(repository, "--from", str(saved), *elsewhere)
    assert (found["action"], found["n_changed"]) == ("updated", 1)
    assert found["started_from"] == str(saved)
    anew = _index(repository, "--rebuild", *elsewhere)
    assert (found["tree_hash"], found["figures"]) == (anew["tree_hash"], anew["figures"])


def test_an_index_saved_with_other_settings_is_not_used(repository: Path, tmp_path: Path) -> None:
    saved = tmp_path / "saved.index"
    _index(repository, "--save", str(saved))
    (repository / "codeshed.toml").write_text('types = "off"\nexclude = ["b.py"]\n')
    for options in (("--from", str(saved)), ("--from-cache", str(tmp_path))):
        found = _index(repository, *options, "--index-dir", str(tmp_path / options[0]))
        assert (found["action"], found["started_from"]) == ("built", None)
        assert [warning["code"] for warning in found["warnings"]] == ["SAVED_INDEX_NOT_USED"]


def test_of_many_saved_indexes_the_nearest_is_taken(repository: Path, tmp_path: Path) -> None:
    shelf = tmp_path / "shelf"
    shelf.mkdir()
    _git(repository, "init", "-q")
    saved_by_commit = {}
    for text in ("x = 1\n", "x = 2\n"):
        (repository / "c.py").write_text(text)
        commit = _commit(repository, text)
        saved_by_commit[commit] = _index(repository, "--save", str(shelf))["saved_as"]
    (repository / "c.py").write_text("x = 3\n")
    _commit(repository, "x = 3")
    first, second = saved_by_commit

    def start(base: str | None) -> str | None:
        elsewhere = str(tmp_path / f"index of {base}")
        options = () if base is None else ("--base", base)
        found = _index(repository, "--from-cache", str(shelf), "--index-dir", elsewhere, *options)
        started_from: str | None = found["started_from"]
        return started_from

    assert start(None) is None
    assert start("HEAD") == start("HEAD~1") == saved_by_commit[second]
    assert start(first) == saved_by_commit[first]
    (repository / "c.py").write_text("x = 1\n")
    assert start(second) == saved_by_commit[first], "the same tree is nearer than any commit"


@pytest.mark.parametrize("folder", ["", "inner"])
def test_of_one_commit_the_saved_index_of_the_same_folder_is_taken(
    repository: Path, tmp_path: Path, folder: str
) -> None:
    shelf = tmp_path / "shelf"
    shelf.mkdir()
    _git(repository, "init", "-q")
    (repository / "inner").mkdir()
    (repository / "inner" / "x.py").write_text("x = 1\n")
    _commit(repository, "inner")
    saved = {each: _index(repository / each, "--save", str(shelf))["saved_as"] for each in ("", "inner")}
    (repository / "inner" / "x.py").write_text("x = 2\n")
    elsewhere = ("--index-dir", str(tmp_path / "index"))
    found = _index(repository / folder, "--from-cache", str(shelf), "--base", "HEAD", *elsewhere)
    assert found["started_from"] == saved[folder]


def test_what_a_merge_brought_in_is_near_too(repository: Path, tmp_path: Path) -> None:
    shelf = tmp_path / "shelf"
    shelf.mkdir()
    _git(repository, "init", "-q", "-b", "main")
    _commit(repository, "first")
    _git(repository, "checkout", "-q", "-b", "feature")
    (repository / "c.py").write_text("x = 1\n")
    _commit(repository, "feature")
    saved = _index(repository, "--save", str(shelf))["saved_as"]
    _git(repository, "checkout", "-q", "main")
    (repository / "d.py").write_text("y = 1\n")
    _commit(repository, "main")
    _git(repository, "-c", "user.name=a", "-c", "user.email=a@b", "merge", "-q", "-m", "merged", "feature")
    elsewhere = ("--index-dir", str(tmp_path / "index"))
    found = _index(repository, "--from-cache", str(shelf), "--base", "HEAD", *elsewhere)
    assert found["started_from"] == saved


def test_names_of_files_that_changed_are_not_called_unknown(
    repository: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    _index(repository)
    (repository / "c.py").write_text("def new():\n    pass\n")
    for command in ("callers", "impact", "context", "graph", "footprint"):
        capsys.readouterr()
        assert main.run([command, "new", "--repo", str(repository), "--refresh", "never"]) == 2
        shown = capsys.readouterr()
        assert "changed since the index was made; `codeshed index`" in shown.out + shown.err


def test_a_saved_index_that_is_damaged_is_told_and_the_next_one_taken(
    repository: Path, tmp_path: Path
) -> None:
    shelf = tmp_path / "shelf"
    shelf.mkdir()
    _git(repository, "init", "-q")
    saved = []
    for text in ("x = 1\n", "x = 2\n"):
        (repository / "c.py").write_text(text)
        _commit(repository, text)
        saved.append(Path(_index(repository, "--save", str(shelf))["saved_as"]))

    def found(name: str) -> dict[str, Any]:
        elsewhere = ("--index-dir", str(tmp_path / name))
        return _index(repository, "--from-cache", str(shelf), "--base", "HEAD", *elsewhere)

    for number, file in enumerate(reversed(saved)):
        content = bytearray(file.read_bytes())
        content[len(content) // 2] ^= 1
        file.write_bytes(content)
        summary = found(f"index {number}")
        assert [warning["code"] for warning in summary["warnings"]] == ["SAVED_INDEX_NOT_USED"] * (number + 1)
        assert summary["started_from"] == (str(saved[0]) if number == 0 else None)
        assert summary["action"] == ("updated" if number == 0 else "built")


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("--from", "nothing.index"), "cannot use the saved index nothing.index"),
        (("--from", "a", "--rebuild"), "say different things"),
        (("--base", "HEAD"), "--from-cache DIR"),
        (("--from-cache", "nowhere"), "cannot use the saved index nowhere"),
        (("--save", "nowhere/a.index"), "cannot save the index as nowhere/a.index"),
        (("--save", "a.py"), "cannot save the index as a.py: that file is no saved index"),
    ],
)
def test_a_wrong_call_is_a_message(
    repository: Path,
    options: tuple[str, ...],
    message: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(repository)
    assert main.run(["index", *options]) == 2
    shown = capsys.readouterr()
    assert shown.out == ""
    assert message in shown.err


@pytest.mark.parametrize("revision", ["nothing", "--upload-pack=touch evil", "-n1", ""])
def test_a_revision_that_git_does_not_know_is_a_message(
    repository: Path, tmp_path: Path, revision: str, capsys: pytest.CaptureFixture[str]
) -> None:
    _git(repository, "init", "-q")
    _commit(repository, "all")
    _index(repository, "--save", str(tmp_path))
    (repository / "a.py").write_text("x = 1\n")
    arguments = ["index", "--repo", str(repository), "--from-cache", str(tmp_path), f"--base={revision}"]
    assert main.run(arguments) == 2
    assert f"cannot find the revision {revision!r}" in capsys.readouterr().err
