"""Ctrl-C while an index is made: no traceback, nobody left behind, the old index as it was, and no work lost."""

import json
import os
import signal
import sqlite3
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path

import pytest

from codeshed.store.index_lock import find_lock_holder
from codeshed.store.index_reading import open_index
from tests.support.signals import default_sigint
from tests.surface.cli import run

_PATIENCE_SECONDS = 60
_N_FILES = 300
_TEXT = "".join(f"def f{number}(a, b):\n    return a.run(b) + f{number}(b, a)\n\n" for number in range(200))
_SHORT_TEXT = "".join(f"def f{number}(a, b):\n    return [a, b, (a, b)]\n\n" for number in range(30))


def _start_index(*arguments: str) -> "subprocess.Popen[bytes]":
    """Start `codeshed index` as the first of a group of processes."""
    with default_sigint():
        return subprocess.Popen(  # noqa: S603 - our own interpreter
            [sys.executable, "-m", "codeshed", "index", *arguments],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            start_new_session=True,
        )


def _wait_until_written(index_dir: Path) -> None:
    deadline = time.monotonic() + _PATIENCE_SECONDS
    while find_lock_holder(index_dir) is None:
        assert time.monotonic() < deadline
        time.sleep(0.01)


def _has_ended(group: int) -> bool:
    try:
        os.killpg(group, 0)
    except ProcessLookupError:
        return True
    return False


def _n_cached(cache: Path) -> int:
    """Return of how many files the cache knows what is in them."""
    try:
        (path,) = (cache / "codeshed").glob("facts-*.sqlite")
        with closing(sqlite3.connect(path, timeout=_PATIENCE_SECONDS)) as connection:
            (count,) = connection.execute("SELECT count(*) FROM uses").fetchone()
    except (ValueError, sqlite3.OperationalError):
        return 0
    return int(count)


@pytest.mark.parametrize("n_processes", ["1", "2"])
def test_the_next_run_goes_on_where_one_was_interrupted(
    tmp_path: Path, n_processes: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    root, index_dir = tmp_path / "repository", tmp_path / "index"
    root.mkdir()
    (root / "codeshed.toml").write_text('types = "off"\n')
    for number in range(_N_FILES):
        (root / f"m{number}.py").write_text(f"# {number}\n{_SHORT_TEXT}")
    where = ("--repo", str(root), "--index-dir", str(index_dir))
    process = _start_index(*where, "--jobs", n_processes)
    while process.poll() is None and not _n_cached(tmp_path / "cache"):
        time.sleep(0.01)
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=_PATIENCE_SECONDS)
    assert (process.returncode, err.decode()) == (130, "codeshed: interrupted\n")
    n_kept = _n_cached(tmp_path / "cache")
    assert 0 < n_kept < _N_FILES
    assert run("index", *where).code == 0
    with open_index(index_dir) as reader:
        assert sum(record.parse_milliseconds == 0 for record in reader.files) == n_kept


@pytest.mark.parametrize("n_processes", ["1", "3"])
def test_an_interrupted_index_leaves_the_old_one(
    tmp_path: Path, n_processes: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    root, index_dir = tmp_path / "repository", tmp_path / "index"
    root.mkdir()
    (root / "codeshed.toml").write_text('types = "off"\n')
    (root / "old.py").write_text("x = 1\n")
    where = ("--repo", str(root), "--index-dir", str(index_dir))
    assert run("index", *where).code == 0
    for number in range(_N_FILES):
        (root / f"m{number}.py").write_text(f"# {number}\n{_TEXT}")
    process = _start_index(*where, "--jobs", n_processes)
    _wait_until_written(index_dir)
    time.sleep(0.5)
    os.killpg(process.pid, signal.SIGINT)
    out, err = process.communicate(timeout=_PATIENCE_SECONDS)
    assert (process.returncode, out, err.decode()) == (130, b"", "codeshed: interrupted\n")
    deadline = time.monotonic() + _PATIENCE_SECONDS
    while not _has_ended(process.pid):
        assert time.monotonic() < deadline
        time.sleep(0.01)
    state = json.loads(run("status", *where, "--json").out)
    assert state["writer"] is None
    assert state["index"]["n_files_by_language"] == {"python": 1}
    assert state["index"]["differences"]["n_added"] == _N_FILES
