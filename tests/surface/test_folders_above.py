"""A folder below one that has an index, or in a repository: which one is asked or built is said, each time."""

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest

from tests.support.trees import make_tree
from tests.surface.cli import run
from tests.surface.test_watch_command import started


@pytest.fixture
def outer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.delenv("CODESHED_INDEX_DIR")
    root = tmp_path / "outer"
    root.mkdir()
    make_tree(
        root,
        """
        codeshed.toml: types = "off"
        a.py: def f(): return 1
        inner/codeshed.toml: types = "off"
        inner/c.py: def g(): return 1
        """,
    )
    return root


def _json(*arguments: str) -> dict[str, Any]:
    outcome = run(*arguments)
    assert outcome.code == 0
    found: dict[str, Any] = json.loads(outcome.out)
    return found


def _codes(warnings: list[dict[str, str]]) -> list[str]:
    return [each["code"] for each in warnings]


def test_the_index_above_is_named_before_one_is_built_and_each_time_afterwards(outer: Path) -> None:
    inner = ("--repo", str(outer / "inner"))
    built = f"an index of {outer / 'inner'} alone is built; --repo {outer} asks the one that is there"
    asked = f"this is the index of {outer / 'inner'} alone; --repo {outer} asks the one above it"
    run("index", "--repo", str(outer))
    assert f"--repo {outer} asks the index that is there" in run("status", *inner).out
    assert "alone" not in run("callers", "g", "--types", "on", *inner).err
    assert built in run("callers", "g", *inner).err
    outcome = run("callers", "g", *inner)
    assert (outcome.err, asked in outcome.out) == ("", True)
    assert _codes(_json("callers", "g", "--format", "json", *inner)["warnings"]) == ["INDEX_ABOVE"]
    assert asked in run("status", *inner).out
    assert _codes(_json("status", "--json", *inner)["index"]["warnings"]) == ["INDEX_ABOVE"]
    assert asked in run("index", *inner).out
    with started(outer / "inner") as watched:
        assert watched.error_line() == f"codeshed: {asked}"
        assert watched.line().startswith("up to date: 1 file")
        assert watched.stop()[0] == 130
    run("clean", *inner)
    summary = _json("index", "--json", *inner)
    assert [each["message"] for each in summary["warnings"]] == [built]
    outcome = run("callers", "f", "--repo", str(outer))
    assert (outcome.err, "alone" in outcome.out) == ("", False)


def test_an_index_elsewhere_is_nobody_s_own(outer: Path, tmp_path: Path) -> None:
    run("index", "--repo", str(outer))
    options = ("--repo", str(outer / "inner"), "--index-dir", str(tmp_path / "elsewhere"))
    for _ in range(2):
        outcome = run("callers", "g", *options)
        assert (outcome.code, outcome.err, "alone" in outcome.out) == (0, "", False)


@pytest.mark.parametrize("place", ["folder", "link"])
def test_the_repository_above_is_named_when_the_first_index_is_built(outer: Path, place: str) -> None:
    if place == "folder":
        subprocess.run(["git", "init", "-q", str(outer)], check=True)  # noqa: S603, S607 - our own call
    else:
        (outer / ".git").write_text("gitdir: ../elsewhere\n")
    inner = ("--repo", str(outer / "inner"))
    said = (
        f"an index of {outer / 'inner'} alone is built; it is part of the repository {outer}: --repo {outer} takes "
        "in all of that"
    )
    assert said in run("callers", "g", *inner).err
    outcome = run("callers", "g", *inner)
    assert (outcome.err, "alone" in outcome.out) == ("", False)
    assert _json("index", "--json", *inner)["warnings"] == []
    run("clean", *inner)
    assert _codes(_json("index", "--json", *inner)["warnings"]) == ["REPOSITORY_ABOVE"]
    run("clean", *inner)
    with started(outer / "inner") as watched:
        assert watched.error_line() == f"codeshed: {said}"
        assert watched.line().startswith("built, because there was none")
        assert watched.line().startswith("up to date: 1 file")
        assert watched.stop()[0] == 130
    assert run("callers", "f", "--repo", str(outer)).err == "", "its own root is not above it"
