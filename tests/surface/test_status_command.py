"""`codeshed status` as a user meets it."""

import json
import os
from pathlib import Path
from typing import Any

import pytest

from codeshed.store.lock import lock_index
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
        "    line 1: missing ) [syntax_error]",
    ]
    assert shown.pop(-2).endswith("..: outside of the repository: name its own with --repo DIR")
    assert shown[3:] == [
        "later.py: read as python, not in the index yet: codeshed index brings it in",
        "local.py: left out (gitignore)",
        "    by .gitignore:1: local.py",
        "made/d.py: left out (settings)",
        "    by exclude:1: made/*",
        "notes.txt: in no language that is read",
        "nothing.py: not there",
        ".: a folder with 3 files that are read",
    ]
