"""Files that the parser fails on are files with a problem; the others are as they would be without them."""

import os
import signal
import subprocess
import sys
import textwrap
import time
from pathlib import Path

import pytest

from codeshed.model.facts.parsed_files import ParsedFile
from codeshed.project.parsing import parsing_processes
from codeshed.project.parsing import python_parsing as parsing
from codeshed.project.parsing.generic_parsing import parse_generic_contents
from codeshed.project.parsing.parse_cache import NoParseCache
from codeshed.project.parsing.parsing_processes import ParsingProcesses
from codeshed.project.parsing.python_parsing import parse_contents, parse_file
from tests.project import bad_worker

_GOOD = {f"good_{number}.py": f"def f{number}(): return {number}\n".encode() for number in range(8)}
_LINES = Path(bad_worker.__file__).read_text().splitlines()
_PLACE = next(number for number, line in enumerate(_LINES, 1) if "raise ValueError" in line)
_MISTAKE = f"a bug in codeshed: ValueError: a mistake of ours (bad_worker.py:{_PLACE})"


class _Remembering(NoParseCache):
    """A cache that knows nothing, and tells what it was given."""

    def __init__(self) -> None:
        self.keys: list[str] = []

    def put(self, values: object) -> None:
        assert hasattr(values, "__iter__")
        self.keys += [key for key, _ in values]


@pytest.fixture(autouse=True)
def _bad_worker(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parsing_processes, "_WORKER_MODULE", "tests.project.bad_worker")
    monkeypatch.setattr(parsing, "_PARSED_HERE_BYTES", 60)
    monkeypatch.setattr(parsing, "_CHUNK_FILES", 3)


def parsed(
    contents: dict[str, bytes], n_processes: int, cache: NoParseCache | None = None
) -> list[ParsedFile]:
    """Parse files, each with so much behind it that a process of its own does."""
    padded = {path: content + b"#" * 80 for path, content in contents.items()}
    found = parse_contents(padded, cache or NoParseCache(), n_processes=n_processes)
    return [timed.file for timed in found]


def check_alone_bad(found: list[ParsedFile], bad: str, message: str) -> None:
    """One file has a problem and no facts, and all others are as they should be."""
    assert [file.path for file in found] == sorted([*_GOOD, bad])
    for file in found:
        if file.path == bad:
            assert [(problem.code, problem.message) for problem in file.facts.problems] == [
                ("not_parsed", f"this file could not be parsed: {message}")
            ]
            assert file.facts.definitions == ()
            assert len(file.facts.scopes) == 1
        else:
            assert file == parse_file(file.path, file.content)


@pytest.mark.parametrize("n_processes", [1, 2])
@pytest.mark.parametrize(
    ("bad", "message"),
    [
        ("segfault.py", "the process that read it ended by signal 11"),
        ("memory.py", "it needs more memory than there is (MemoryError)"),
        ("endless.py", "it takes longer than 1 seconds"),
        ("bug.py", _MISTAKE),
    ],
)
def test_a_bad_file(n_processes: int, bad: str, message: str, monkeypatch: pytest.MonkeyPatch) -> None:
    # The real parser needs less than this for any of the good ones.
    monkeypatch.setattr(ParsingProcesses.__init__, "__kwdefaults__", {"max_seconds": 1.0})
    contents = dict(sorted({**_GOOD, bad: b""}.items()))
    cache = _Remembering()
    check_alone_bad(parsed(contents, n_processes, cache), bad, message)
    assert len(cache.keys) == len(_GOOD), "what was not parsed is tried again another time"


def test_a_process_that_is_killed_for_nothing_does_not_count(tmp_path: Path) -> None:
    contents = {**_GOOD, "killed_once.py": f"# {tmp_path / 'mark'}\n".encode()}
    found = {file.path: file for file in parsed(contents, 2)}
    assert (tmp_path / "mark").exists(), "it was killed once"
    for path, file in found.items():
        assert file == parse_file(path, file.content)


def test_our_own_mistakes_are_told_without_a_process_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parsing, "parse_and_encode", bad_worker.parse)
    monkeypatch.setattr(parsing, "_PARSED_HERE_BYTES", 1000)
    contents = dict(sorted({**_GOOD, "bug.py": b""}.items()))
    check_alone_bad(parsed(contents, 1), "bug.py", _MISTAKE)


def test_processes_that_cannot_be_started_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parsing_processes, "_WORKER_MODULE", "tests.project.nothing_of_that_name")
    with pytest.raises(ChildProcessError, match="can't be started: it ended with exit code 1"):
        parsed(_GOOD, 2)


def test_small_files_need_no_process(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parsing_processes, "_WORKER_MODULE", "tests.project.nothing_of_that_name")
    found = [timed.file for timed in parse_contents(_GOOD, NoParseCache(), n_processes=1)]
    assert [file.path for file in found] == list(_GOOD)


def test_leaving_ends_what_is_under_way() -> None:
    begin = time.monotonic()
    found = parse_contents({"a.py": b"#" * 80, "endless.py": b"#" * 80}, NoParseCache(), n_processes=2)
    found.close()  # type: ignore[attr-defined] # it is a generator
    found = parse_contents(
        {f"{name}.py": b"#" * 80 for name in ("a", "b", "c", "endless")}, NoParseCache(), n_processes=2
    )
    assert next(found).file.path == "a.py"
    found.close()  # type: ignore[attr-defined] # it is a generator
    assert time.monotonic() - begin < 30


def test_a_script_needs_no_guard(tmp_path: Path) -> None:
    """Processes are started without the script that calls us: it would run again, and start others in its turn."""
    script = """
    from pathlib import Path
    from codeshed.project.parsing.python_parsing import parse_files
    print("once")
    print(len(parse_files(Path(), ("a.py", "b.py"), n_processes=2, report=lambda _: None)))
    """
    (tmp_path / "script.py").write_text(textwrap.dedent(script))
    for name in ("a.py", "b.py"):
        (tmp_path / name).write_text("x = 1\n")
    done = subprocess.run(
        [sys.executable, "script.py"], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "once\n2\n", "")


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="needs signals")
def test_processes_end_when_we_are_killed(tmp_path: Path) -> None:
    script = """
    from codeshed.project.parsing.parsing_processes import ParsingProcesses
    with ParsingProcesses(1) as processes:
        next(processes.iter_answers([[("a.py", b"x = 1")]]))
        print(next(iter(processes._workers))._process.pid, flush=True)
        import time; time.sleep(60)
    """
    command = [sys.executable, "-c", textwrap.dedent(script)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=tmp_path) as caller:  # noqa: S603 - ourselves
        assert caller.stdout is not None
        worker = int(caller.stdout.readline())
        caller.kill()
    for _ in range(1000):
        try:
            os.kill(worker, 0)
        except ProcessLookupError:
            return
        if "State:\tZ" in Path(f"/proc/{worker}/status").read_text():
            return
        time.sleep(0.01)
    pytest.fail("the process is still there")


def test_a_script_that_is_no_text_gives_nothing_but_a_problem() -> None:
    (found,) = parse_generic_contents({"a.ts": b"f();\0g();"}, NoParseCache(), n_processes=1)
    assert [problem.code for problem in found.file.facts.problems] == ["not_text"]
    assert found.file.facts.references == ()


def test_a_null_byte_in_a_string_is_read_like_a_blank() -> None:
    content = b"export function f() { g(`a\0b`); }\nexport function g(text: string) {}\n"
    (found,) = parse_generic_contents({"a.ts": content}, NoParseCache(), n_processes=1)
    assert found.file.facts.problems == ()
    assert [each.name for each in found.file.facts.definitions] == ["f", "g"]
    assert found.file.content == content.replace(b"\0", b" ")
