"""Settings and ignore rules, as a user of the command meets them."""

import json
from pathlib import Path

from tests.support.trees import make_tree
from tests.surface.cli import run


def _documents(root: Path, *options: str) -> list[str]:
    outcome = run("export", "semantic-data", "--repo", str(root), *options)
    assert (outcome.code, outcome.err) == (0, "")
    return [document["path"] for document in json.loads(outcome.out)["documents"]]


def test_wrong_settings_are_a_wrong_call(tmp_path: Path) -> None:
    make_tree(tmp_path, 'a.py: x = 1\ncodeshed.toml: exlude = ["a"] ; types = "maybe"')
    outcome = run("footprint", "--repo", str(tmp_path))
    assert (outcome.code, outcome.out) == (2, "")
    assert outcome.err.splitlines() == [
        "codeshed: codeshed.toml:1: there is no setting 'exlude'",
        "  did you mean 'exclude'?",
        '  codeshed.toml:2: types is wrong: Invalid enum value \'maybe\'; types is one of "on", "off"',
    ]


def test_settings_and_ignore_files_are_obeyed(tmp_path: Path) -> None:
    make_tree(
        tmp_path,
        """
        pyproject.toml: [tool.codeshed] ; types = "off" ; exclude = ["c.py"]
        .gitignore: a.py
        .codeshedignore: b.py
        a.py: x = 1
        b.py: x = 1
        c.py: x = 1
        d.py: x = 1
        """,
    )
    assert _documents(tmp_path) == ["d.py"]


def test_an_option_overrides_the_settings(tmp_path: Path) -> None:
    make_tree(
        tmp_path,
        """
        a.py: import re ; def f(): return re.compile("x").match("y")
        codeshed.toml: types = "off"
        """,
    )
    typed, untyped = (
        run("export", "edges", "--repo", str(tmp_path), "--kind", "call", *options).out
        for options in (("--types", "on"), ())
    )
    assert ("ext:re.Pattern.match" in typed, "ext:re.Pattern.match" in untyped) == (True, False)


def test_rules_that_are_not_obeyed_are_told(tmp_path: Path) -> None:
    make_tree(tmp_path, "a.py: x = 1\nrules: a.py\n.gitignore -> rules\nb/.gitignore -> ../rules")
    outcome = run("export", "semantic-data", "--repo", str(tmp_path), "--types", "off")
    assert outcome.code == 0
    assert outcome.err == (
        "codeshed: .gitignore: its rules are not obeyed: it is a link (and so it is at 1 more places)\n"
    )


def test_a_repository_that_ignores_everything_is_told_why(tmp_path: Path) -> None:
    make_tree(tmp_path, "a.py: x = 1\n.gitignore: *")
    outcome = run("footprint", "--repo", str(tmp_path))
    assert outcome.code == 2
    assert ".gitignore" in outcome.err
