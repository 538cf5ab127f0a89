"""The comparison with other tools that index: its options, its runs and its table; and what a command costs."""

import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

from bench.indexers import (
    CODE_REVIEW_GRAPH,
    CODEGRAPH,
    Outcome,
    copy_tree,
    outcome_of,
    peer_environment,
    tools_of,
)
from bench.indexing import Tree, best_of, parse_options, table_of, tree_of
from bench.process_tree import Run, find_tree, parent_of, run_measured
from bench.report import table_text
from tests.support.expectations import assert_expected

TOOLS = tools_of({CODEGRAPH: "/bin/codegraph", CODE_REVIEW_GRAPH: None})
WITH_TYPES, WITHOUT_TYPES, PEER, _ = TOOLS


def outcome(
    wall: float,
    *,
    peak: int | None = 600_000_000,
    largest: int = 400_000_000,
    warnings: tuple[str, ...] = (),
    failure: str = "",
) -> Outcome:
    return Outcome(
        wall_seconds=wall,
        cpu_seconds=wall * 2,
        peak_bytes=peak,
        largest_bytes=largest,
        counts=(3, 40, None),
        warnings=warnings,
        failure=failure,
    )


def ended(output: bytes = b"", *, exit_code: int = 0, is_stopped: bool = False, errors: bytes = b"") -> Run:
    return Run(
        exit_code=exit_code,
        is_stopped=is_stopped,
        output=output,
        errors=errors,
        wall_seconds=2.0,
        cpu_seconds=3.0,
        peak_bytes=None,
        largest_bytes=5,
    )


def check_table(best_by_label: Mapping[str, Outcome], expected: str) -> None:
    tree = Tree(name="shop", n_python_files=3, n_python_lines=120)
    text = table_text(table_of(tree, TOOLS, best_by_label, ("Beside codegraph 9.",)))
    assert_expected(text, expected)


def test_options(tmp_path: Path) -> None:
    figures = tmp_path / "figures.json"
    options = parse_options(
        [str(tmp_path), "--runs", "3", "--codegraph", sys.executable, "--json", str(figures)]
    )
    assert (options.folder, options.n_runs, options.json) == (tmp_path.resolve(), 3, figures)
    assert options.program_by_peer[CODEGRAPH] == sys.executable


def test_a_peer_is_looked_for_on_the_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    program = tmp_path / "codegraph"
    program.write_text("#!/bin/sh\n")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert parse_options([str(tmp_path)]).program_by_peer == {
        CODEGRAPH: str(program),
        CODE_REVIEW_GRAPH: None,
    }


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["{folder}/missing"], "there is no folder"),
        (["{folder}", "--runs", "0"], "--runs must be 1 or more"),
        (["{folder}", "--code-review-graph", "{folder}/missing"], "there is no command"),
    ],
)
def test_wrong_options(
    arguments: list[str], complaint: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        parse_options([argument.format(folder=tmp_path) for argument in arguments])
    assert complaint in capsys.readouterr().err


def test_commands_name_the_copy() -> None:
    assert PEER.command(PEER.index, Path("copy")) == ["/bin/codegraph", "init", "--yes", "copy"]


def test_a_package_is_copied_below_the_root(tmp_path: Path) -> None:
    package = tmp_path / "shop"
    (package / ".codegraph").mkdir(parents=True)
    (package / "__init__.py").touch()
    root = copy_tree(package, tmp_path / "copy")
    assert sorted(path.relative_to(root).as_posix() for path in root.rglob("*")) == [
        "shop",
        "shop/__init__.py",
    ]


def test_another_folder_is_copied_as_the_root(tmp_path: Path) -> None:
    (tmp_path / "project").mkdir()
    (tmp_path / "project" / "run.py").touch()
    root = copy_tree(tmp_path / "project", tmp_path / "copy")
    assert [path.name for path in root.iterdir()] == ["run.py"]


def test_peers_get_a_home_of_their_own_and_no_settings(tmp_path: Path) -> None:
    current = {"PATH": "/bin", "HOME": "/home/me", "CRG_SERIAL_PARSE": "1", "CODEGRAPH_TELEMETRY": "1"}
    environment = peer_environment(current, tmp_path / "home")
    assert environment["HOME"] == environment["XDG_CONFIG_HOME"] == str(tmp_path / "home")
    assert (environment["PATH"], environment["CODEGRAPH_TELEMETRY"]) == ("/bin", "0")
    assert "CRG_SERIAL_PARSE" not in environment


def test_counts_come_from_the_account_of_the_tool() -> None:
    account = ended(b'{"fileCount": 3, "nodeCount": 40, "edgeCount": "many"}')
    assert outcome_of(PEER, ended(), account).counts == (3, 40, None)


def test_warnings_of_codeshed_are_kept() -> None:
    own = ended(b'{"n_files": 1, "n_symbols": 2, "n_edges": 3, "warnings": ["FILE_PROBLEM: a.py"]}')
    got = outcome_of(WITH_TYPES, own, own)
    assert (got.counts, got.warnings) == ((1, 2, 3), ("FILE_PROBLEM: a.py",))


def test_failures() -> None:
    broken = ended(b"begin\n", exit_code=1, errors=b"Traceback\nOSError: no space\n\n")
    assert outcome_of(PEER, broken, broken).failure == "exit code 1: OSError: no space"
    killed = ended(exit_code=-9, is_stopped=True)
    assert outcome_of(PEER, killed, killed).failure == "stopped after 900 s"


def test_best_is_the_fastest_timed_run_with_the_peak_of_the_watched_one() -> None:
    timed = [outcome(3.0, peak=None, largest=9), outcome(2.0, peak=None, largest=4)]
    best = best_of(timed, outcome(1.0, peak=7, largest=5))
    assert (best.wall_seconds, best.cpu_seconds, best.peak_bytes, best.largest_bytes) == (2.0, 4.0, 7, 9)


def test_a_failed_run_is_not_hidden_by_a_good_one() -> None:
    failed = outcome(1.0, failure="exit code 1")
    assert best_of([outcome(2.0), failed], outcome(2.0)) == failed
    assert best_of([outcome(2.0)], failed) == failed


def test_size_of_the_tree(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text("x = 1\ny = 2\n")
    (tmp_path / "b.txt").write_text("text\n")
    assert tree_of(tmp_path) == Tree(name=tmp_path.name, n_python_files=1, n_python_lines=2)


def test_table() -> None:
    check_table(
        {
            WITH_TYPES.label: outcome(5.0, peak=900_000_000),
            WITHOUT_TYPES.label: outcome(4.0, peak=None, warnings=("FILE_PROBLEM: a.py",)),
            PEER.label: outcome(4.0),
        },
        """
        Indexing: shop, 3 Python files, 120 lines

          tool                          wall  by codegraph    wanted      CPU    peak    wanted  met  largest process  files  symbols  edges
          -------------------  -------------  ------------  --------  -------  ------  --------  ---  ---------------  -----  -------  -----
          codeshed, types on          5.00 s        1.25 x  <= 1.5 x  10.00 s  900 MB  < 800 MB   NO           400 MB      3       40      ?
          codeshed, types off         4.00 s        1.00 x  <= 1.0 x   8.00 s       ?            yes           400 MB      3       40      ?
          codegraph                   4.00 s        1.00 x             8.00 s  600 MB                          400 MB      3       40      ?
          code-review-graph    not installed

          Beside codegraph 9.
          by codegraph: wall time by that of codegraph.
          peak: all processes of a tool together, sampled in one more run, which is not timed.
          largest process: the most that a single process held in any run.
          files, symbols, edges: by the tool's own account; they do not mean the same.
          codeshed, types off gave 1 warnings, first FILE_PROBLEM: a.py
        """,
    )


def test_table_without_the_peer() -> None:
    check_table(
        {WITH_TYPES.label: outcome(5.0), WITHOUT_TYPES.label: outcome(0.5, failure="exit code 3")},
        """
        Indexing: shop, 3 Python files, 120 lines

          tool                          wall  by codegraph    wanted      CPU    peak    wanted  met  largest process  files  symbols  edges
          -------------------  -------------  ------------  --------  -------  ------  --------  ---  ---------------  -----  -------  -----
          codeshed, types on          5.00 s                <= 1.5 x  10.00 s  600 MB  < 800 MB                400 MB      3       40      ?
          codeshed, types off         failed                <= 1.0 x
          codegraph            not installed
          code-review-graph    not installed

          Beside codegraph 9.
          by codegraph: wall time by that of codegraph.
          peak: all processes of a tool together, sampled in one more run, which is not timed.
          largest process: the most that a single process held in any run.
          files, symbols, edges: by the tool's own account; they do not mean the same.
          codeshed, types off failed: exit code 3
        """,
    )


def test_parents_of_processes() -> None:
    assert parent_of("7 (a (b) c) S 3 7 7 0") == 3
    assert find_tree(2, {1: 0, 2: 1, 3: 2, 4: 3, 5: 1}) == (2, 3, 4)
    assert find_tree(9, {1: 0}) == ()


def test_costs_of_a_command() -> None:
    code = "import sys, time; print(sys.stdin.read() * 2); sys.stderr.write('late'); time.sleep(0.2); sys.exit(4)"
    done = run_measured([sys.executable, "-c", code], standard_input=b"ab", limit_seconds=60)
    assert (done.exit_code, done.output, done.errors, done.is_stopped) == (4, b"abab\n", b"late", False)
    assert done.wall_seconds > 0.2
    assert done.largest_bytes > 1_000_000


@pytest.mark.skipif(not Path("/proc/self/smaps_rollup").exists(), reason="only Linux tells shares of memory")
def test_peak_of_a_command_with_its_child() -> None:
    hold = "held = b'x' * 40_000_000"
    child = f"import time; {hold}; time.sleep(0.5)"
    code = f"import subprocess, sys; {hold}; subprocess.run([sys.executable, '-c', {child!r}])"
    done = run_measured([sys.executable, "-c", code], is_watched=True, limit_seconds=60)
    assert done.peak_bytes is not None
    assert done.peak_bytes > 80_000_000


def test_a_command_is_stopped_with_its_children() -> None:
    code = "import subprocess, sys; subprocess.run([sys.executable, '-c', 'import time; time.sleep(60)'])"
    done = run_measured([sys.executable, "-c", code], limit_seconds=0.3)
    assert done.is_stopped
    assert done.exit_code != 0
