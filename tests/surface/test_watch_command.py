"""`codeshed watch` as a user meets it: each change is one line, and what is ignored is none."""

import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.support.trees import make_tree
from tests.surface.cli import run

_PATIENCE_SECONDS = 120
_TREE = """
    codeshed.toml: types = "off"
    .gitignore: local/
    local/c.py: x = 1
    a.py: def f(): return 1
    b.py: from a import f ; def g(): return f()
"""


@pytest.fixture
def repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.delenv("CODESHED_INDEX_DIR")
    root = tmp_path / "repository"
    root.mkdir()
    make_tree(root, _TREE)
    return root


class _Watched:
    """A running `codeshed watch`."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self._process = process

    def line(self) -> str:
        assert self._process.stdout is not None
        return self._process.stdout.readline().rstrip("\n")

    def error_line(self) -> str:
        assert self._process.stderr is not None
        return self._process.stderr.readline().rstrip("\n")

    def stop(self) -> tuple[int, str, str]:
        self._process.send_signal(signal.SIGINT)
        out, err = self._process.communicate(timeout=60)
        return self._process.returncode, out, err


@contextmanager
def _watching(root: Path) -> Iterator[_Watched]:
    process = subprocess.Popen(  # noqa: S603 - our own interpreter
        [sys.executable, "-m", "codeshed", "watch", "--repo", str(root)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    watched = _Watched(process)
    # A line that never comes would be waited for without end; without the process it is an empty one.
    deadline = threading.Timer(_PATIENCE_SECONDS, process.kill)
    deadline.start()
    try:
        assert watched.line().startswith("built, because there was none, in ")
        assert watched.line() == "up to date: 2 files. Watching for changes; Ctrl-C ends it"
        yield watched
    finally:
        deadline.cancel()
        process.kill()
        process.wait()


def test_changes_are_brought_in_and_ignored_files_are_not(repository: Path) -> None:
    with _watching(repository) as watched:
        (repository / "local" / "c.py").write_text("x = 2\n")
        (repository / "notes.txt").write_text("nothing\n")
        (repository / "b.py").write_text("from a import f\n\ndef h(): return f()\n")
        assert watched.line().startswith("1 file changed, 1 resolved again, in ")
        (repository / "new" / "inner").mkdir(parents=True)
        (repository / "new" / "inner" / "d.py").write_text("x = 1\n")
        assert watched.line().startswith("1 file changed, 1 resolved again, in ")
        (repository / "new" / "inner" / "d.py").unlink()
        assert watched.line().startswith("1 file removed, 0 resolved again, in ")
        code, out, err = watched.stop()
    assert (code, out, err) == (130, "", "codeshed: interrupted\n")
    assert run("index", "--repo", str(repository)).out.startswith("up to date")


def test_settings_that_become_wrong_are_told_and_mended(repository: Path) -> None:
    with _watching(repository) as watched:
        settings = repository / "codeshed.toml"
        settings.write_text("types = 1\n")
        assert watched.error_line().startswith("codeshed: codeshed.toml:1: types is wrong")
        settings.write_text('types = "off"\n')
        (repository / "a.py").write_text("def f(): return 2\n")
        assert watched.line().startswith("1 file changed")
        assert watched.stop()[0] == 130


def test_a_branch_switch_is_one_update_or_a_few(repository: Path) -> None:
    n_files = 1000
    with _watching(repository) as watched:
        for number in range(n_files):
            (repository / f"m{number}.py").write_text(f"x = {number}\n")
        n_changed, n_lines = 0, 0
        while n_changed < n_files:
            counted, _, _ = watched.line().partition(" file")
            n_changed += int("".join(filter(str.isdigit, counted)))
            n_lines += 1
        assert n_changed == n_files
        assert n_lines <= 20
        assert watched.stop()[0] == 130
