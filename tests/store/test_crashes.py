"""Writers that are killed, and many writers and readers at once; the modules named here do it for longer."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.store.crowd import check_crowd
from tests.store.kill import kill_at_random
from tests.surface.cli import ROOT


def test_a_writer_that_is_killed_at_a_random_moment(tmp_path: Path) -> None:
    assert kill_at_random(tmp_path / ".codeshed", times=6, seed=7) >= 6


def test_a_writer_that_is_killed_at_a_step() -> None:
    command = [sys.executable, "-m", "tests.store.kill", "--steps", "--every", "67"]
    done = subprocess.run(command, cwd=ROOT, check=False, capture_output=True, text=True)  # noqa: S603 - our own module
    assert done.returncode == 0, done.stderr
    assert [line.split(":")[0] for line in done.stdout.splitlines()] == ["rebuild", "update"]


def test_two_writers_and_four_readers(tmp_path: Path) -> None:
    assert check_crowd(tmp_path, n_writes=15) >= 4


def test_a_crowd_that_fails_is_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.store.crowd._WRITERS", ("first", "first"))
    with pytest.raises(AssertionError):
        check_crowd(tmp_path, n_writes=2)
