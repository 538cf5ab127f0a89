"""Tools that index: how they are called, what a run of one is, and the best of several."""

import sys
from pathlib import Path

import pytest

from bench.index.edit import Edit
from bench.index.runs import (
    Measured,
    Outcome,
    Plan,
    best_of,
    counts_in,
    environment_of,
    measure_tools,
    outcome_of,
    peak_text,
    run_stages,
)
from bench.index.tools import CODEGRAPH, OTHERS, Stage, Tool, codeshed_tool, tools_of, version_in
from bench.support.process_tree import Run
from codeshed.project.index.graph_in_memory import Types

TOOLS = tools_of({CODEGRAPH: "/bin/codegraph"}, tuple(Types))
PEER = TOOLS[2]

COUNTING_TOOL = """
import json, pathlib, sys
root, word = pathlib.Path(sys.argv[1]), sys.argv[2]
log = root / "log"
text = log.read_text() if log.exists() else ""
if word == "count":
    print(json.dumps({"files": 1, "nodes": text.count(";"), "edges": None}))
elif word == "break":
    sys.exit("it broke")
else:
    source = (root / "shop.py").read_text()
    log.write_text(f"{text}{word} {source.count('edited')};")
    (pathlib.Path.home() / "cache").write_bytes(b"12345")
"""


def tool_that_logs(*words: str) -> Tool:
    return Tool(
        label="logger",
        program=(sys.executable, "-c", COUNTING_TOOL),
        arguments_by_stage={stage: ("{root}", word) for stage, word in zip(Stage, words, strict=False)},
        count=("{root}", "count"),
        count_names=("files", "nodes", "edges"),
    )


def make_shop(root: Path) -> None:
    root.mkdir()
    (root / "shop.py").write_text(
        "def total():\n    x = 1\n    return x\n\n\ndef pay():\n    return total()\n"
    )


def plan(n_runs: int = 1) -> Plan:
    edit = Edit(path="shop.py", line=3, indent="    ", seed="shop.py:1")
    return Plan(label="shop", make_tree=make_shop, edit=edit, n_runs=n_runs, limit_seconds=60)


def outcome(
    wall: float, *, cpu: float = 1.0, peak: int | None = None, largest: int = 1, failure: str = ""
) -> Outcome:
    return Outcome(
        wall_seconds=wall, cpu_seconds=cpu, peak_bytes=peak, largest_bytes=largest, failure=failure
    )


def ended(output: bytes = b"", *, exit_code: int = 0, stopped: str = "", errors: bytes = b"") -> Run:
    return Run(
        exit_code=exit_code,
        stopped=stopped,
        output=output,
        errors=errors,
        wall_seconds=2.0,
        cpu_seconds=3.0,
        peak_bytes=None,
        largest_bytes=5,
    )


def test_rows_in_their_order() -> None:
    assert [tool.label for tool in TOOLS] == ["codeshed, types on", "codeshed, types off", *OTHERS]
    assert [tool.label for tool in TOOLS if tool.program is None] == ["code-review-graph", "ctags", "ruff"]


def test_commands_name_the_copy_and_the_place() -> None:
    cold = PEER.command(PEER.arguments_by_stage[Stage.COLD], root=Path("copy"))
    assert cold == ["/bin/codegraph", "init", "--yes", "copy"]
    own = codeshed_tool(Types.OFF)
    answer = own.command(own.arguments_by_stage[Stage.ANSWER], root=Path("copy"), seed="a.py:3")
    assert answer[1:] == ["-m", "codeshed", "footprint", "a.py:3", "--repo", "copy"]


def test_a_tool_that_is_not_installed_has_no_command() -> None:
    with pytest.raises(ValueError, match="ctags is not installed"):
        TOOLS[4].command((), root=Path("copy"))


@pytest.mark.parametrize(
    ("said", "version"),
    [
        ("Universal Ctags 5.9.0, Copyright (C) 2015\n", "5.9.0"),
        ("1.6.1\n", "1.6.1"),
        ("", "of an unknown version"),
    ],
)
def test_versions(said: str, version: str) -> None:
    assert version_in(said) == version


def test_tools_get_a_home_of_their_own_and_no_settings(tmp_path: Path) -> None:
    current = {"PATH": "/bin", "HOME": "/home/me", "CRG_SERIAL_PARSE": "1", "CODEGRAPH_TELEMETRY": "1"}
    environment = environment_of(current, tmp_path / "home")
    assert environment["HOME"] == environment["XDG_CONFIG_HOME"] == str(tmp_path / "home")
    assert (environment["PATH"], environment["CODEGRAPH_TELEMETRY"]) == ("/bin", "0")
    assert "CRG_SERIAL_PARSE" not in environment


def test_counts_come_from_the_account_of_the_tool() -> None:
    account = ended(b'{"fileCount": 3, "nodeCount": 40, "edgeCount": "many"}')
    assert counts_in(PEER, account) == (3, 40, None)
    nested = b'{"index": {"n_files_by_language": {"python": 3}, "figures": {"n_symbols": 4}}}'
    assert counts_in(codeshed_tool(Types.ON), ended(nested)) == (3, 4, None)
    assert counts_in(PEER, ended(exit_code=1)) == (None, None, None)


def test_failures() -> None:
    broken = ended(b"begin\n", exit_code=1, errors=b"Traceback\nOSError: no space\n\n")
    assert outcome_of(broken).failure == "exit code 1: OSError: no space"
    assert outcome_of(ended(exit_code=-9)).failure == "exit code -9"
    assert outcome_of(ended(exit_code=-9, stopped="stopped after 9 s")).failure == "stopped after 9 s"
    assert outcome_of(ended(b"fine")).failure == ""


def test_stages_follow_each_other_on_one_tree(tmp_path: Path) -> None:
    tool = tool_that_logs("build", "again", "update", "answer")
    got = run_stages(tool, plan(), tmp_path, is_watched=False)
    # Each entry of the log has a word, the number of edits and a semicolon.
    assert [(each.tree_bytes, each.home_bytes, each.counts) for each in got.values()] == [
        (len("build 0;"), 5, (1, 1, None)),
        (len("build 0;again 0;"), 5, (1, 2, None)),
        (len("build 0;again 0;update 1;") + len("    edited_2 = len(str(2))\n"), 5, (1, 3, None)),
        (
            len("build 0;again 0;update 1;answer 2;") + 2 * len("    edited_2 = len(str(2))\n"),
            5,
            (1, 4, None),
        ),
    ]
    assert list(got) == list(Stage)
    assert list(tmp_path.iterdir()) == []


def test_nothing_is_run_after_a_failure(tmp_path: Path) -> None:
    got = run_stages(tool_that_logs("build", "break", "update"), plan(), tmp_path, is_watched=False)
    assert [(stage, each.failure) for stage, each in got.items()] == [
        (Stage.COLD, ""),
        (Stage.NO_CHANGE, "exit code 1: it broke"),
    ]


def test_each_tool_is_timed_and_then_watched(tmp_path: Path) -> None:
    measured = measure_tools([tool_that_logs("build")], plan(n_runs=2), tmp_path)
    assert [list(run) for run in measured.timed["logger"]] == [[Stage.COLD], [Stage.COLD]]
    assert list(measured.watched["logger"]) == [Stage.COLD]


def test_a_tool_that_failed_is_not_run_again(tmp_path: Path) -> None:
    measured = measure_tools([tool_that_logs("break")], plan(n_runs=2), tmp_path)
    assert (len(measured.timed["logger"]), measured.watched) == (1, {})


def test_codeshed_goes_through_all_stages(tmp_path: Path) -> None:
    got = run_stages(codeshed_tool(Types.OFF), plan(), tmp_path, is_watched=False)
    assert [each.failure for each in got.values()] == ["", "", "", ""]
    # A module, two functions and a local; each edit brings one more local.
    n_nodes = [each.counts[1] or 0 for each in got.values()]
    assert [n - n_nodes[0] for n in n_nodes] == [0, 0, 1, 2]
    assert got[Stage.COLD].counts[0] == 1
    assert got[Stage.COLD].tree_bytes > 0


def test_best_has_the_least_times_and_the_peak_of_the_watched_run() -> None:
    best = best_of([outcome(3.0, cpu=4.0, largest=9), outcome(2.0, cpu=5.0)], outcome(1.0, peak=7, largest=5))
    assert (best.wall_seconds, best.cpu_seconds, best.peak_bytes, best.largest_bytes) == (2.0, 4.0, 7, 9)


def test_a_failed_run_is_not_hidden_by_a_good_one() -> None:
    failed = outcome(1.0, failure="exit code 1")
    assert best_of([outcome(2.0), failed], outcome(2.0)) == failed
    assert best_of([outcome(2.0)], failed) == failed


def test_what_was_not_reached_has_no_best() -> None:
    measured = Measured(timed={"logger": [{Stage.COLD: outcome(2.0)}]}, watched={})
    assert measured.best("logger", Stage.COLD) == outcome(2.0)
    assert measured.best("logger", Stage.ONE_EDIT) is None
    assert measured.best("missing", Stage.COLD) is None


def test_a_peak_that_nobody_saw() -> None:
    assert peak_text(outcome(1.0, peak=7_000_000, largest=9_000_000)) == "7 MB"
    assert peak_text(outcome(1.0, largest=9_000_000)) == "<= 9 MB"
