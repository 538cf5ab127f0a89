"""What a command costs with the processes that it starts, and when it is stopped."""

import sys
from pathlib import Path

import pytest

from bench.support import process_tree
from bench.support.process_tree import find_tree, parent_of, run_measured, share_of_memory_left

SLEEPING_CHILD = (
    "import subprocess, sys; subprocess.run([sys.executable, '-c', 'import time; time.sleep(60)'])"
)


def test_parents_of_processes() -> None:
    assert parent_of("7 (a (b) c) S 3 7 7 0") == 3
    assert find_tree(2, {1: 0, 2: 1, 3: 2, 4: 3, 5: 1}) == (2, 3, 4)
    assert find_tree(9, {1: 0}) == ()


def test_costs_of_a_command() -> None:
    code = "import sys, time; print(sys.stdin.read() * 2); sys.stderr.write('late'); time.sleep(0.2); sys.exit(4)"
    done = run_measured([sys.executable, "-c", code], standard_input=b"ab", limit_seconds=60)
    assert (done.exit_code, done.output, done.errors, done.stopped) == (4, b"abab\n", b"late", "")
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
    done = run_measured([sys.executable, "-c", SLEEPING_CHILD], limit_seconds=0.3)
    assert done.stopped == "stopped after 0 s"
    assert done.exit_code != 0


def test_a_command_is_stopped_before_it_takes_all_memory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    account = tmp_path / "meminfo"
    account.write_text("MemTotal:       1000 kB\nMemFree:          10 kB\nMemAvailable:     40 kB\n")
    monkeypatch.setattr(process_tree, "_MEMORY", account)
    done = run_measured([sys.executable, "-c", SLEEPING_CHILD], limit_seconds=60)
    assert done.stopped == "stopped when the machine had 4% of its memory left"


def test_memory_that_is_left() -> None:
    assert share_of_memory_left("MemTotal: 1000 kB\nMemAvailable: 250 kB\nHugePages_Total: 0") == 0.25
