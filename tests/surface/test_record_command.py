"""`codeshed record` as a user meets it."""

import json
import sys
from pathlib import Path

import pytest

from tests.support.trees import make_tree
from tests.surface.cli import run, run_apart

TREE = """
codeshed.toml: types = "off"
a.py: def f(name): ;     return globals()[name]() ; def h(): ;     return 1
main.py: import a, sys ; print("of the command") ; a.f("h") ; sys.exit(3 if "fail" in sys.argv else 0)
"""


@pytest.fixture
def tree(tmp_path: Path) -> str:
    make_tree(tmp_path, TREE)
    return str(tmp_path)


def test_it_says_that_it_runs_code_and_what_it_saw(tree: str) -> None:
    outcome = run_apart("record", "--repo", tree, "--", sys.executable, "-B", "main.py")
    assert outcome.code == 0
    assert outcome.err.startswith("codeshed: this runs code of the repository: ")
    assert outcome.out.startswith("of the command\nrecorded ")
    assert "2 calls between functions of the repository, 1 of them without an edge until now" in outcome.out
    assert run("record", "--repo", tree).out == outcome.out.removeprefix("of the command\n")
    assert "observed: seen at run time" in run("why", "f", "h", "--repo", tree).out
    assert "no edge" in run("why", "f", "h", "--repo", tree, "--observed", "off").out


def test_json_is_alone_on_stdout_and_a_failed_command_is_a_finding(tree: str) -> None:
    outcome = run_apart(
        "record", "-q", "--repo", tree, "--format", "json", "--", sys.executable, "-B", "main.py", "fail"
    )
    assert outcome.code == 1
    assert outcome.err.strip() == "of the command"
    assert json.loads(outcome.out)["exitCode"] == 3


def test_exports_leave_recorded_calls_out_unless_asked(tree: str) -> None:
    before = run("export", "edges", "--repo", tree).out
    run_apart("record", "-q", "--repo", tree, "--", sys.executable, "-B", "main.py")
    assert run("export", "edges", "--repo", tree).out == before
    assert '"provenance":"observed"' in run("export", "edges", "--repo", tree, "--observed", "on").out


def test_nothing_recorded_and_no_such_command_are_told(tree: str) -> None:
    outcome = run("record", "--repo", tree)
    assert (outcome.code, outcome.out) == (2, "")
    assert "nothing is recorded" in outcome.err
    outcome = run("record", "-q", "--repo", tree, "--", "no-such-command-at-all")
    assert outcome.code == 2
    assert "no-such-command-at-all cannot be run" in outcome.err


def test_a_command_without_python_is_told(tree: str) -> None:
    outcome = run_apart("record", "--repo", tree, "--", "true")
    assert outcome.code == 0
    assert "no process of the command loaded the recorder" in outcome.out


def test_a_command_without_python_keeps_what_was_recorded(tree: str) -> None:
    run_apart("record", "-q", "--repo", tree, "--", sys.executable, "-B", "main.py")
    before = run("record", "--repo", tree).out
    outcome = run_apart("record", "--repo", tree, "--", "false")
    assert outcome.code == 1
    assert "what was recorded before is kept" in outcome.out
    assert run("record", "--repo", tree).out == before


def test_clean_removes_what_is_recorded(tree: str) -> None:
    run_apart("record", "-q", "--repo", tree, "--", sys.executable, "-B", "main.py")
    assert "kept" not in run("clean", "--repo", tree).out
    assert "nothing is recorded" in run("record", "--repo", tree).err
