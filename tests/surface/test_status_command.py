"""`codeshed status` as a user meets it."""

import json
import os
from pathlib import Path
from typing import Any

import pytest

from codeshed.cli import main
from codeshed.store.index_lock import lock_index
from tests.support.trees import make_tree
from tests.surface.cli import run

_TREE = """
    codeshed.toml: types = "off" ; exclude = ["made/*"]
    .gitignore: local.py
    local.py: x = 1
    made/d.py: x = 1
    a.py: def f(x): return x.run()
    broken.py: def f(:
    notes.txt: nothing
"""


@pytest.fixture
def repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.delenv("CODESHED_INDEX_DIR")
    root = tmp_path / "repository"
    root.mkdir()
    make_tree(root, _TREE)
    return root


def _status(root: Path, *options: str) -> dict[str, Any]:
    outcome = run("status", "--repo", str(root), "--json", *options)
    assert (outcome.code, outcome.err) == (0, "")
    report: dict[str, Any] = json.loads(outcome.out)
    return report


def test_without_an_index_it_says_how_to_make_one_and_makes_nothing(repository: Path) -> None:
    outcome = run("status", "--repo", str(repository))
    assert (outcome.code, outcome.err) == (0, "")
    assert "there is no index in" in outcome.out
    assert "codeshed index makes one" in outcome.out
    assert not (repository / ".codeshed").exists()


def test_it_says_what_is_indexed_and_what_is_not(repository: Path) -> None:
    run("index", "--repo", str(repository))
    report = _status(repository)
    index = report["index"]
    assert index["n_files_by_language"] == {"python": 2}
    assert index["figures"]["calls"]["n_calls"] == 1
    assert (index["n_files_with_problems"], index["types"], index["is_usable"]) == (1, "off", True)
    assert report["n_left_out_by_reason"] == {"gitignore": 1, "hidden": 1, "settings": 1}
    assert report["writer"] is None
    assert index["slow_files"] is index["unresolved"] is None


def test_differences_are_counted_and_named(repository: Path) -> None:
    run("index", "--repo", str(repository))
    assert "fresh      yes" in run("status", "--repo", str(repository)).out
    (repository / "a.py").write_text("x = 1\n")
    (repository / "broken.py").unlink()
    for number in range(20):
        (repository / f"new{number:02}.py").touch()
    found = _status(repository)["index"]["differences"]
    assert (found["n_changed"], found["n_added"], found["n_removed"]) == (1, 20, 1)
    assert (found["changed"], found["removed"], len(found["added"])) == (["a.py"], ["broken.py"], 10)
    text = run("status", "--repo", str(repository), "--slow", "--unresolved").out
    assert "no: 1 file changed, 20 files added, 1 file removed since" in text
    assert "… and 17 more" in text
    assert len(text.splitlines()) <= 40


def test_a_file_that_was_only_touched_is_no_difference(repository: Path) -> None:
    run("index", "--repo", str(repository))
    os.utime(repository / "a.py")
    assert "fresh      yes" in run("status", "--repo", str(repository)).out


def test_an_index_of_other_settings_is_not_fresh(repository: Path) -> None:
    run("index", "--repo", str(repository))
    (repository / "codeshed.toml").write_text('types = "off"\n')
    assert _status(repository)["index"]["is_usable"] is False
    assert "built with other settings" in run("status", "--repo", str(repository)).out


def test_unresolved_calls_have_reasons_and_places(repository: Path) -> None:
    run("index", "--repo", str(repository))
    report = _status(repository, "--unresolved", "--slow")["index"]
    assert report["unresolved"] == [{"reason": "unknown_receiver", "n_calls": 1, "places": ["a.py:1"]}]
    assert all(each["milliseconds"] > 0 for each in report["slow_files"])
    text = run("status", "--repo", str(repository), "--unresolved").out
    assert "1   the type of the receiver is not known: a.py:1" in text


def test_it_names_the_one_who_writes_and_does_not_wait(repository: Path) -> None:
    run("index", "--repo", str(repository))
    with lock_index(repository / ".codeshed", "testing"):
        assert f"process {os.getpid()}" in _status(repository)["writer"]
    assert _status(repository)["writer"] is None


def test_a_damaged_index_is_told(repository: Path) -> None:
    run("index", "--repo", str(repository))
    (repository / ".codeshed" / "CURRENT").write_text("nonsense")
    report = _status(repository)
    assert report["index"] is None
    assert "is damaged" in report["problem"]
    assert "codeshed index --rebuild builds it again" in report["hint"]


def test_paths_are_explained_by_the_rule_that_decided(repository: Path) -> None:
    run("index", "--repo", str(repository))
    (repository / "later.py").touch()
    paths = ("a.py", "broken.py", "later.py", "local.py", "made/d.py", "notes.txt", "nothing.py", "..", ".")
    outcome = run("status", *paths, cwd=repository)
    assert (outcome.code, outcome.err) == (0, "")
    shown = outcome.out.splitlines()
    assert shown[:3] == [
        "a.py: read as python, in the index",
        "broken.py: read as python, in the index",
        "    line 1: syntax error: missing )",
    ]
    assert shown.pop(-2).endswith("..: outside of the repository: name its own with --repo DIR")
    assert shown[3:] == [
        "later.py: read as python, not in the index yet: codeshed index brings it in",
        "local.py: left out (gitignore)",
        "    by .gitignore:1: local.py",
        "made/d.py: left out (settings)",
        "    by codeshed.toml exclude:1: made/*",
        "notes.txt: in no language that is read",
        "nothing.py: not there",
        ".: a folder with 3 files that are read",
    ]


@pytest.mark.skipif(os.name == "nt", reason="names are texts there")
def test_names_that_are_not_utf8(repository: Path) -> None:
    odd = os.fsdecode(b"odd_\xff\xfe.py")
    (repository / odd).write_text("x = 1\n")
    (found,) = _status(repository, str(repository / odd))["paths"]
    assert (found["path"], found["reason"]) == ("odd_\\udcff\\udcfe.py", "unusable_name")
    assert run("index", "--repo", str(repository), "--json").code == 0
    assert _status(repository)["n_left_out_by_reason"]["unusable_name"] == 1


def _lock_out(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Take away the right to read a file, from one who may read all files too."""
    real = os.access

    def access(location: "os.PathLike[str] | str", mode: int, **options: bool) -> bool:
        return real(location, mode, **options) and (mode != os.R_OK or Path(location).name != path.name)

    path.chmod(0)
    monkeypatch.setattr(os, "access", access)


def test_files_that_may_not_be_read(
    repository: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (repository / "later.py").write_text("x = 1\n")
    (repository / "gone.py").write_text("x = 1\n")
    assert main.run(["index", "--repo", str(repository), "--quiet"]) == 0
    _lock_out(repository / "later.py", monkeypatch)
    (repository / "gone.py").unlink()
    capsys.readouterr()
    paths = [str(repository / name) for name in ("later.py", "a.py")]
    assert main.run(["status", "--repo", str(repository), *paths]) == 0
    assert capsys.readouterr().out == "later.py: left out (unreadable)\na.py: read as python, in the index\n"
    assert main.run(["status", "--repo", str(repository)]) == 0
    text = capsys.readouterr().out
    assert "no: 1 file removed, 1 file left out now since" in text
    assert "left out now later.py" in text
    assert "unreadable 1" in text
    assert main.run(["index", "--repo", str(repository)]) == 0
    assert "later.py could not be read" in capsys.readouterr().out
    assert main.run(["status", "--repo", str(repository)]) == 0
    assert "fresh  yes" in capsys.readouterr().out


def test_a_path_in_a_folder_that_may_not_be_entered(
    repository: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    real = os.scandir

    def scandir(location: str) -> Any:  # noqa: ANN401 - what the system gives
        if location.endswith("locked"):
            raise PermissionError(13, "Permission denied", location)
        return real(location)

    (repository / "locked").mkdir()
    monkeypatch.setattr(os, "scandir", scandir)
    assert main.run(["status", "--repo", str(repository), str(repository / "locked/a.py")]) == 0
    assert capsys.readouterr().out == "locked/a.py: left out (unreadable)\n    because locked is\n"


def test_generated_files_are_marked_and_counted(repository: Path) -> None:
    (repository / "made_pb2.py").write_text(
        "# Generated by the protocol buffer compiler.  DO NOT EDIT!\nx = 1\n"
    )
    run("index", "--repo", str(repository))
    assert _status(repository)["index"]["n_generated_files"] == 1
    assert "1 file marked as generated" in run("status", "--repo", str(repository)).out
    (found,) = _status(repository, str(repository / "made_pb2.py"))["paths"]
    assert (found["standing"], found["is_generated"]) == ("indexed", True)
    text = run("status", "--repo", str(repository), str(repository / "made_pb2.py")).out
    assert text.endswith("in the index\n    marked as generated: its first comment says so\n")
    (repository / "codeshed.toml").write_text('types = "off"\ngenerated = "leave_out"\n')
    run("index", "--repo", str(repository))
    assert _status(repository)["index"]["n_generated_files"] == 0
    assert _status(repository)["n_left_out_by_reason"]["generated"] == 1


def test_a_broken_manifest_is_told_until_it_is_mended(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("CODESHED_INDEX_DIR")
    root = tmp_path / "repository"
    root.mkdir()
    make_tree(
        root,
        """
        codeshed.toml: types = "off"
        a.ts: export const a = 1
        tsconfig.json: {"compilerOptions":
        go.mod: module
        """,
    )
    told = "go.mod is taken as not there, since it names no module; so is tsconfig.json"
    assert told in run("index", "--repo", str(root)).out
    assert [each["message"] for each in _status(root)["index"]["warnings"]] == [told]
    (root / "go.mod").write_text("module a.b/c\n")
    (root / "tsconfig.json").write_text("{}\n")
    assert "is taken as not there" not in run("index", "--repo", str(root)).out
    assert _status(root)["index"]["warnings"] == []


_LOCAL_CLASS = """
class App:
    kind = object
    def make(self): return self.kind()

def outer():
    class Local:
        def run(self): return 1
    class Mine(App):
        kind = Local
    return Mine().make()
"""


def test_it_counts_the_edges_that_are_exported(repository: Path) -> None:
    (repository / "local_class.py").write_text(_LOCAL_CLASS, encoding="utf-8")
    run("index", "--repo", str(repository))
    exported = run("export", "edges", "--repo", str(repository), "--quiet").out.splitlines()
    assert _status(repository)["index"]["figures"]["n_edges"] == len(exported) > 0


def test_problems_of_one_kind_are_one_line(repository: Path) -> None:
    (repository / "broken.py").write_text("x = 1\ndef f(: pass\ndef g(: pass\ndef h(: pass\n")
    run("index", "--repo", str(repository))
    shown = run("status", "broken.py", cwd=repository).out.splitlines()
    assert shown[1:] == ["    line 2: syntax error: missing ) (3 in this file)"]
