"""An engine that fails is a record; one that is left is ended."""

import errno
import os
import signal
import tempfile
import time
from importlib import metadata
from pathlib import Path

import pytest

from codeshed.errors import InvalidOptionError
from codeshed.types.engine_executable import find_executable
from codeshed.types.engine_options import EngineOptions
from codeshed.types.engine_problems import EngineProblem, ProblemKind
from codeshed.types.engine_report import EngineReport
from codeshed.types.type_engine import RunningEngine, start_engine
from tests.types.fakes import fake_engine
from tests.types.projects import analysed, symbols_of, write_files

FILES = {"a.py": b"x = 1\n", "b.py": b"y = 2\n"}
MISPLACED = """write_report(parts=EMPTY | {"type_of_expressions": {
    "functions": {"MTL": {"type_table": [{"string": "int"}], "locations": {"9:1-9:2": 0}}}}})"""
NOT_IN_TABLE = """write_report(parts=EMPTY | {"type_of_expressions": {
    "functions": {"MTL": {"type_table": [], "locations": {"1:1-1:2": 7}}}}})"""


def report_of(tmp_path: Path, options: EngineOptions) -> EngineReport:
    with analysed(tmp_path / "root", FILES, options=options) as found:
        for path in FILES:
            found.types(path)
        return found.report


@pytest.mark.parametrize(
    ("script", "kind", "message"),
    [
        ("sys.exit(101)", ProblemKind.CRASHED, "the type engine ended with exit code 101"),
        ("os.kill(os.getpid(), signal.SIGSEGV)", ProblemKind.CRASHED, "the type engine was ended by signal 11"),
        ("sys.exit(0)", ProblemKind.CRASHED, "the type engine wrote no report"),
        ("report.mkdir(); (report / 'pyrefly.pysa.json').write_text('{')", ProblemKind.WRONG_FORMAT,
         "the type engine's report can't be understood"),
        ("report.mkdir(); (report / 'pyrefly.pysa.json').write_text('{\"format_version\": 1, \"modules\": []}')",
         ProblemKind.WRONG_FORMAT, "the type engine's report can't be understood"),
        ("write_report(format_version=2)", ProblemKind.WRONG_FORMAT,
         "the type engine's report has format version 2; this Codeshed reads version 1"),
        ("write_report(parts=dict.fromkeys(EMPTY, '[]'))", ProblemKind.UNREADABLE,
         "the type engine's report about it can't be read"),
        ("write_report(parts={})", ProblemKind.UNREADABLE, "the type engine's report about it can't be read"),
        (MISPLACED, ProblemKind.CHANGED, "it changed while the type engine ran"),
        (NOT_IN_TABLE, ProblemKind.UNREADABLE, "the type engine's report about it can't be read"),
    ],
)  # fmt: skip
def test_failures(tmp_path: Path, script: str, kind: ProblemKind, message: str) -> None:
    report = report_of(tmp_path, fake_engine(tmp_path, script))
    (problem,) = report.problems
    assert (problem.kind, problem.message, problem.paths) == (kind, message, ("a.py", "b.py"))


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="needs signals")
def test_an_engine_that_is_killed_once_is_run_again(tmp_path: Path) -> None:
    once = tmp_path / "once"
    script = f"""
    if not os.path.exists({str(once)!r}):
        open({str(once)!r}, "w").close()
        os.kill(os.getpid(), signal.SIGKILL)
    write_report()
    """
    assert report_of(tmp_path, fake_engine(tmp_path, script)).problems == ()


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="needs signals")
def test_what_a_kill_leaves_in_doubt(tmp_path: Path) -> None:
    """All files of the run: those that have types were run without the others."""
    files = {f"f{number}.py": b"" for number in range(4)}
    write_files(tmp_path, files)
    script = "os.kill(os.getpid(), signal.SIGTERM) if len(files) > 2 else write_report()"
    with start_engine(tmp_path, tuple(files), (".",), fake_engine(tmp_path / "fake", script)) as engine:
        (problem,) = engine.wait(symbols_of(FILES)).problems
    assert problem.kind is ProblemKind.KILLED
    assert 0 < len(problem.paths) < len(files)
    assert problem.paths_to_try_again == tuple(files)


def test_a_search_for_a_bad_file_that_is_disturbed(tmp_path: Path) -> None:
    files = {f"f{number}.py": b"" for number in range(4)}
    write_files(tmp_path, files)
    script = """
    if "f1.py" in files and "f2.py" in files:
        sys.exit(101)
    print("cannot write: No space left on device (os error 28)", file=sys.stderr)
    sys.exit(101)
    """
    with start_engine(tmp_path, tuple(files), (".",), fake_engine(tmp_path / "fake", script)) as engine:
        (problem,) = engine.wait(symbols_of(FILES)).problems
    assert problem.kind is ProblemKind.SYSTEM_FAILED
    assert problem.paths_to_try_again == tuple(files)


@pytest.mark.parametrize("script", ["sys.exit(101)", "write_report(format_version=2)"])
def test_what_the_files_cause_is_not_tried_again(tmp_path: Path, script: str) -> None:
    (problem,) = report_of(tmp_path, fake_engine(tmp_path, script)).problems
    assert problem.paths_to_try_again == ()


def test_what_a_crashed_engine_said_last(tmp_path: Path) -> None:
    script = "print('x' * 9999, 'thread panicked in', folder, file=sys.stderr); sys.exit(101)"
    (problem,) = report_of(tmp_path, fake_engine(tmp_path, script)).problems
    assert problem.detail.endswith("x thread panicked in")
    assert len(problem.detail) <= 400


def test_an_engine_that_is_not_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (problem,) = report_of(tmp_path, EngineOptions(executable=tmp_path / "nothing")).problems
    assert problem == EngineProblem(
        ProblemKind.ENGINE_MISSING,
        "the type engine can't be started: No such file or directory",
        ("a.py", "b.py"),
    )

    def not_installed(name: str) -> metadata.Distribution:
        raise metadata.PackageNotFoundError(name)

    monkeypatch.setattr(metadata, "distribution", not_installed)
    report = report_of(tmp_path, EngineOptions())
    assert [problem.kind for problem in report.problems] == [ProblemKind.ENGINE_MISSING]
    assert report.engine == "pyrefly"


def test_a_full_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(**_: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(tempfile, "TemporaryDirectory", full)
    (problem,) = report_of(tmp_path, EngineOptions()).problems
    assert problem.message == "the type engine can't be started: No space left on device"
    assert problem.paths == ("a.py", "b.py")


@pytest.mark.parametrize("paths", [(), ("missing.py",)])
def test_nothing_to_analyse(tmp_path: Path, paths: tuple[str, ...]) -> None:
    with start_engine(tmp_path, paths, (".",), EngineOptions()) as engine:
        report = engine.wait(symbols_of(FILES))
        assert [problem.paths for problem in report.problems] == ([paths] if paths else [])


def test_the_engine_is_ours_and_not_the_one_on_the_path(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fake_engine(tmp_path, "")
    (tmp_path / "engine").rename(tmp_path / "pyrefly")
    monkeypatch.setenv("PATH", str(tmp_path))
    executable = find_executable(EngineOptions())
    assert executable is not None
    assert not executable.path.is_relative_to(tmp_path)
    assert executable.engine == f"pyrefly {metadata.version('pyrefly')}"


def test_a_file_that_has_changed_has_no_types(tmp_path: Path) -> None:
    with analysed(tmp_path / "root", FILES, options=fake_engine(tmp_path, "write_report()")) as found:
        assert found.types("a.py") is not None
        assert found.report.read("b.py", (0, 3, 6)) is None
        (tmp_path / "root" / "a.py").write_bytes(b"\nx = 1\n")
        assert found.types("a.py") is None
        assert found.report.problems == (
            EngineProblem(ProblemKind.CHANGED, "it changed while the type engine ran", ("a.py", "b.py")),
        )


def test_a_time_limit_ends_the_engine_and_its_children(tmp_path: Path) -> None:
    with hanging_engine(tmp_path, time_limit_seconds=0.1) as engine:
        (problem,) = engine.wait(symbols_of(FILES)).problems
        assert problem == EngineProblem(
            ProblemKind.TIMED_OUT, "the type engine did not finish within its time limit", ("a.py", "b.py")
        )
        assert engine.is_done()
        assert_child_gone(tmp_path)
    assert_folder_gone(tmp_path)


@pytest.mark.parametrize("error", [KeyboardInterrupt, ValueError])
def test_leaving_ends_the_engine_and_its_children(tmp_path: Path, error: type[BaseException]) -> None:
    engine = hanging_engine(tmp_path)
    assert not engine.is_done()
    with pytest.raises(error), engine:
        raise error
    assert engine.is_done()
    assert_child_gone(tmp_path)
    assert_folder_gone(tmp_path)


def test_the_caller_works_while_the_engine_does(tmp_path: Path) -> None:
    write_files(tmp_path, FILES)
    go = tmp_path / "go"
    script = f"while not os.path.exists({str(go)!r}): time.sleep(0.01)\nwrite_report()"
    with start_engine(tmp_path, tuple(FILES), (".",), fake_engine(tmp_path / "fake", script)) as engine:
        assert not engine.is_done()
        go.touch()
        report = engine.wait(symbols_of(FILES))
        assert engine.is_done()
        assert engine.wait(symbols_of(FILES)) is report


def test_the_engine_gets_no_environment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYREFLY_CONFIG", str(tmp_path / "evil.toml"))
    script = f"open({str(tmp_path / 'seen')!r}, 'w').write(repr(sorted(os.environ))); write_report()"
    report_of(tmp_path, fake_engine(tmp_path / "fake", script))
    assert (tmp_path / "seen").read_text() in {"[]", "['LC_CTYPE']"}


def test_one_bad_file_does_not_cost_the_types_of_the_others(tmp_path: Path) -> None:
    script = "sys.exit(101) if 'f07.py' in files else write_report()"
    files = {f"f{number:02}.py": b"" for number in range(32)} | {"link.py": b""}
    write_files(tmp_path, files)
    (tmp_path / "link.py").unlink()
    (tmp_path / "link.py").symlink_to("/etc/passwd")
    with start_engine(tmp_path, tuple(files), (".",), fake_engine(tmp_path / "fake", script)) as engine:
        report = engine.wait(symbols_of(FILES))
        crash, unreadable = report.problems
        assert crash.kind is ProblemKind.CRASHED
        assert "f07.py" in crash.paths
        assert len(crash.paths) <= 2
        assert unreadable == EngineProblem(ProblemKind.UNREADABLE, "it lies outside the root", ("link.py",))
        assert {path for path in files if report.read(path, (0,)) is None} == {*crash.paths, "link.py"}


@pytest.mark.parametrize(
    "options",
    [{"time_limit_seconds": 0}, {"python_version": "2.7"}, {"python_version": '3.13"'}, {"n_threads": -1}],
)
def test_options_that_make_no_sense(options: dict[str, float]) -> None:
    with pytest.raises(InvalidOptionError):
        EngineOptions(**options)  # type: ignore[arg-type]


@pytest.mark.parametrize("search_root", ["/etc", "..", "a.py"])
def test_search_roots_lie_below_the_root(tmp_path: Path, search_root: str) -> None:
    write_files(tmp_path, FILES)
    with pytest.raises(InvalidOptionError, match="search root"):
        start_engine(tmp_path, tuple(FILES), (search_root,), EngineOptions())


def hanging_engine(tmp_path: Path, time_limit_seconds: float = 60.0) -> RunningEngine:
    """Return an engine that has started a child, and waits for ever."""
    script = f"""
        child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
        pathlib.Path({str(tmp_path / "folder")!r}).write_text(str(folder))
        pathlib.Path({str(tmp_path / "child.part")!r}).write_text(str(child.pid))
        os.rename({str(tmp_path / "child.part")!r}, {str(tmp_path / "child")!r})
        time.sleep(600)
    """
    write_files(tmp_path, FILES)
    options = fake_engine(tmp_path / "fake", script, time_limit_seconds=time_limit_seconds)
    engine = start_engine(tmp_path, tuple(FILES), (".",), options)
    while not (tmp_path / "child").exists():
        time.sleep(0.01)
    return engine


def assert_folder_gone(tmp_path: Path) -> None:
    """Check that the folder of an engine that hung has been removed."""
    assert not Path((tmp_path / "folder").read_text()).exists()


def assert_child_gone(tmp_path: Path) -> None:
    """Check that the child of an engine that hung has ended, or is about to."""
    child = int((tmp_path / "child").read_text())
    for _ in range(500):
        if not _is_running(child):
            return
        time.sleep(0.01)
    pytest.fail("a child of the engine is still running")


def _is_running(process: int) -> bool:
    """Whether a process runs; one that has ended may wait for its parent to notice."""
    try:
        os.kill(process, 0)
        return b") Z " not in Path(f"/proc/{process}/stat").read_bytes()
    except (ProcessLookupError, FileNotFoundError):
        return False
