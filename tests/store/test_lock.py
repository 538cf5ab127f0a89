"""One writer at a time, whoever it is and however it ends."""

import os
import signal
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from codeshed.errors import IndexLockedError, NotAnIndexError
from codeshed.store.index_cleaning import clean
from codeshed.store.index_lock import LockHolder, lock_index
from tests.store.indexes import check_holds, names_in, rebuild

_HOLD_AND_DIE = """
import os, signal, sys
from pathlib import Path
from codeshed.store.index_lock import lock_index
with lock_index(Path(sys.argv[1]), "dying"):
    os.kill(os.getpid(), signal.SIGKILL)
"""


@pytest.fixture
def index_dir(tmp_path: Path) -> Path:
    return tmp_path / ".codeshed"


def test_the_second_writer_is_told_who_is_first(index_dir: Path) -> None:
    told: list[LockHolder] = []
    with (
        lock_index(index_dir, "updating"),
        pytest.raises(IndexLockedError) as caught,
        lock_index(index_dir, "rebuilding", wait_seconds=0.2, on_wait=told.append),
    ):
        pass
    assert f"process {os.getpid()} on " in caught.value.message
    assert "(updating) since " in caught.value.message
    assert {(holder.pid, holder.purpose) for holder in told} == {(os.getpid(), "updating")}


def test_without_patience_nobody_waits(index_dir: Path) -> None:
    told: list[LockHolder] = []
    with (
        lock_index(index_dir, "updating"),
        pytest.raises(IndexLockedError),
        lock_index(index_dir, "rebuilding", wait_seconds=0, on_wait=told.append),
    ):
        pass
    assert told == []


def test_a_lock_that_is_let_go_is_had(index_dir: Path) -> None:
    with lock_index(index_dir, "first"):
        pass
    with lock_index(index_dir, "second", wait_seconds=0):
        assert b'"second"' in (index_dir / "lock").read_bytes()
    assert (index_dir / "lock").read_bytes() == b""


def test_a_writer_waits_until_the_other_is_done(index_dir: Path) -> None:
    is_waiting = threading.Event()
    order = []

    def hold() -> None:
        with lock_index(index_dir, "first"):
            has_lock.set()
            is_waiting.wait()
            order.append("first")

    has_lock = threading.Event()
    thread = threading.Thread(target=hold)
    thread.start()
    has_lock.wait()
    with lock_index(index_dir, "second", on_wait=lambda _: is_waiting.set()):
        order.append("second")
    thread.join()
    assert order == ["first", "second"]


def test_the_lock_of_a_dead_process_does_not_hold(index_dir: Path) -> None:
    done = subprocess.run([sys.executable, "-c", _HOLD_AND_DIE, str(index_dir)], check=False)  # noqa: S603 - ours
    assert done.returncode == -signal.SIGKILL
    assert b'"dying"' in (index_dir / "lock").read_bytes()
    with lock_index(index_dir, "next", wait_seconds=0):
        pass


@pytest.mark.parametrize("content", [b"", b"garbage", b"\xff" * 10_000, b'{"pid": "x"}', b"[]"])
def test_a_lock_that_does_not_say_whose_it_is(index_dir: Path, content: bytes) -> None:
    with lock_index(index_dir, "writing"):
        (index_dir / "lock").write_bytes(content)
        with (
            pytest.raises(IndexLockedError, match="another process"),
            lock_index(index_dir, "x", wait_seconds=0),
        ):
            pass


def test_the_folder_is_cleaned_while_somebody_waits(index_dir: Path) -> None:
    """The lock that was waited for is removed with the folder; there is a new one, and it is the one that counts."""
    rebuild(index_dir, 1)
    is_waiting, has_lock = threading.Event(), threading.Event()

    def clean_at_last() -> None:
        with lock_index(index_dir, "first"):
            has_lock.set()
            is_waiting.wait()
            (index_dir / "lock").unlink()

    thread = threading.Thread(target=clean_at_last)
    thread.start()
    has_lock.wait()
    with lock_index(index_dir, "second", on_wait=lambda _: is_waiting.set()):
        thread.join()
        with pytest.raises(IndexLockedError, match="second"), lock_index(index_dir, "third", wait_seconds=0):
            pass
    check_holds(index_dir, 1)


def test_cleaning_waits_for_writers(index_dir: Path) -> None:
    rebuild(index_dir, 1)
    with lock_index(index_dir, "writing"), pytest.raises(IndexLockedError, match="writing"):
        clean(index_dir, wait_seconds=0)
    check_holds(index_dir, 1)


def test_a_folder_that_holds_other_files_is_refused(tmp_path: Path) -> None:
    (tmp_path / "source.py").write_text("x = 1")
    with pytest.raises(NotAnIndexError, match="other files"), lock_index(tmp_path, "writing"):
        pass
    assert names_in(tmp_path) == ["source.py"]


def test_a_folder_of_our_name_may_hold_other_files(index_dir: Path) -> None:
    index_dir.mkdir()
    (index_dir / "notes.txt").write_text("mine")
    (index_dir / ".gitignore").write_text("mine too")
    rebuild(index_dir, 1)
    check_holds(index_dir, 1)
    assert (index_dir / "notes.txt").read_text() == "mine"
    assert (index_dir / ".gitignore").read_text() == "mine too"
