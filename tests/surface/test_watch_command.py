"""`codeshed watch` as a user meets it: each change is one line, and what is ignored is none."""

import json
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.contract.test_schemas import check_schema
from tests.project.index_edits import check_same_index
from tests.support.signals import default_sigint
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

    def event(self) -> dict[str, Any]:
        event = json.loads(self.line())
        check_schema("watch-event", event)
        return {key: value for key, value in event.items() if key in {"event", "types", "paths", "n_changed"}}


@contextmanager
def started(root: Path, *options: str) -> Iterator[_Watched]:
    """Run `codeshed watch` for the time of a block."""
    with default_sigint():
        process = subprocess.Popen(  # noqa: S603 - our own interpreter
            [sys.executable, "-m", "codeshed", "watch", "--repo", str(root), *options],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
    watched = _Watched(process)
    # A line that never comes would be waited for without end; without the process it is an empty one.
    deadline = threading.Timer(_PATIENCE_SECONDS, process.kill)
    deadline.start()
    try:
        yield watched
    finally:
        deadline.cancel()
        process.kill()
        process.wait()


@contextmanager
def _watching(root: Path) -> Iterator[_Watched]:
    with started(root) as watched:
        assert watched.line().startswith("built, because there was none, in ")
        assert watched.line() == "up to date: 2 files. Watching for changes; Ctrl-C ends it"
        yield watched


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
        assert n_lines <= 20
        # An update may meet a file that has been made and not yet been written: it comes again.
        assert n_changed <= n_files + n_lines
        assert watched.stop()[0] == 130


def test_types_are_provisional_and_then_final(repository: Path, tmp_path: Path) -> None:
    (repository / "codeshed.toml").unlink()
    with started(repository, "--json") as watched:
        assert watched.event() == {"event": "built", "types": "complete", "paths": [], "n_changed": 2}
        assert watched.event() == {"event": "watching", "types": "complete", "paths": [], "n_changed": 0}
        assert watched.event()["event"] == "ready"
        (repository / "a.py").write_text("def f(): return 'x'\n")
        changed = {"event": "updated", "types": "provisional", "paths": ["a.py"], "n_changed": 1}
        assert watched.event() == changed
        assert watched.event() == {"event": "settled", "types": "complete", "paths": [], "n_changed": 0}
        (repository / "c.py").write_text("from b import g\n")
        assert watched.event() == {"event": "updated", "types": "complete", "paths": ["c.py"], "n_changed": 1}
        assert watched.event()["event"] == "ready"
        assert watched.stop()[0] == 130
    assert run("index", "--repo", str(repository)).out.startswith("up to date")
    assert run("index", "--repo", str(repository), "--index-dir", str(tmp_path / "fresh")).code == 0
    check_same_index(repository / ".codeshed", tmp_path / "fresh", "after watching")


def test_types_are_told_in_words(repository: Path) -> None:
    (repository / "codeshed.toml").unlink()
    with _watching(repository) as watched:
        assert watched.line() == "edits have provisional types at once from now on"
        (repository / "a.py").write_text("def f(): return 'x'\n")
        line = watched.line()
        assert line.startswith("1 file changed, ")
        assert ", types provisional, in " in line
        assert line.endswith(" s: a.py")
        assert watched.line().startswith("types final, ")
        assert watched.stop()[0] == 130
