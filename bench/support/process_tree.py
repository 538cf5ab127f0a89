"""Runs a command and says what it cost, with all processes that it starts.

Turns: a command → its output, wall time, CPU time and peak memory.

CPU time is the system's own account of the command and of the children that it waited for. Memory is told twice.
`largest_bytes` is the most that any single process held, which the system keeps. `peak_bytes` is the sum over all
processes at one moment, with memory that processes share counted once among them (the proportional set size of
Linux). It is looked up every 50 ms, so that a shorter peak can be missed, and only when asked for: looking makes the
command slower, so a run that is watched gives no times to compare.

A command that takes longer than it may, or leaves the machine hardly any memory, is killed with all that it started.
"""

import contextlib
import os
import resource
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

SAMPLE_SECONDS = 0.05
MEMORY_LOOK_SECONDS = 0.5
MIN_SHARE_OF_MEMORY_LEFT = 0.05

_PROCESSES = Path("/proc")
_MEMORY = _PROCESSES / "meminfo"
_KIB = 1024
_PARENT_FIELD = 1
"""Of the fields of `/proc/PID/stat` behind the name, which stands in parentheses and may hold anything."""


def run_measured(
    command: Sequence[str],
    *,
    standard_input: bytes = b"",
    environment: Mapping[str, str] | None = None,
    is_watched: bool = False,
    limit_seconds: float,
) -> "Run":
    """Run a command to its end, or until it and all that it started are killed: past the limit, or short of memory."""
    with (
        tempfile.TemporaryFile() as given,
        tempfile.TemporaryFile() as output,
        tempfile.TemporaryFile() as errors,
    ):
        given.write(standard_input)
        given.seek(0)
        begin = time.perf_counter()
        process = subprocess.Popen(  # noqa: S603 - the caller's command, without a shell
            list(command), stdin=given, stdout=output, stderr=errors, env=environment
        )
        watch = _Watch(process.pid, is_watched=is_watched, limit_seconds=limit_seconds)
        watch.thread.start()
        _, status, usage = os.wait4(process.pid, 0)
        wall = time.perf_counter() - begin
        watch.ended.set()
        watch.thread.join()
        process.returncode = os.waitstatus_to_exitcode(status)
        output.seek(0)
        errors.seek(0)
        return Run(
            exit_code=process.returncode,
            stopped=watch.stopped,
            output=output.read(),
            errors=errors.read(),
            wall_seconds=wall,
            cpu_seconds=usage.ru_utime + usage.ru_stime,
            peak_bytes=watch.peak_bytes,
            largest_bytes=usage.ru_maxrss if sys.platform == "darwin" else usage.ru_maxrss * _KIB,
        )


def find_tree(root: int, parent_by_process: Mapping[int, int]) -> tuple[int, ...]:
    """Return a process and all below it; none if it is not there."""
    if root not in parent_by_process:
        return ()
    children = defaultdict(list)
    for process, parent in sorted(parent_by_process.items()):
        children[parent].append(process)
    tree = [root]
    for process in tree:
        tree.extend(children[process])
    return tuple(tree)


def parent_of(stat: str) -> int:
    """Return the parent that a process's `stat` names: `7 (a (b) c) S 3 …` has 3."""
    return int(stat[stat.rindex(")") + 1 :].split()[_PARENT_FIELD])


def share_of_memory_left(account: str) -> float:
    """Return how much of the machine's memory can still be had, by `/proc/meminfo`: 0.25 is a quarter."""
    n_kib = {name: int(rest.split()[0]) for name, rest in (line.split(":") for line in account.splitlines())}
    return n_kib["MemAvailable"] / n_kib["MemTotal"]


class _Watch:
    """Kills a process and those below it if it must; until then looks at their memory, if asked to."""

    def __init__(self, root: int, *, is_watched: bool, limit_seconds: float) -> None:
        self.ended = threading.Event()
        self.thread = threading.Thread(target=self._look, daemon=True)
        self.peak_bytes: int | None = None
        self.stopped = ""
        self._root = root
        self._pause_seconds = min(SAMPLE_SECONDS if is_watched else MEMORY_LOOK_SECONDS, limit_seconds)
        self._is_watched = is_watched
        self._limit_seconds = limit_seconds
        self._last_moment = time.perf_counter() + limit_seconds

    def _look(self) -> None:
        while not self.ended.wait(self._pause_seconds):
            if self._is_watched:
                tree = find_tree(self._root, parent_by_process())
                # No process has a larger share than what it holds, which is told at once; a share takes milliseconds.
                if _sum(_held_bytes, tree) > (self.peak_bytes or 0):
                    self.peak_bytes = max(self.peak_bytes or 0, _sum(_share_bytes, tree))
            self.stopped = self.stopped or self._reason_to_stop()
            if self.stopped:
                for process in find_tree(self._root, parent_by_process()) or (self._root,):
                    with contextlib.suppress(ProcessLookupError):
                        os.kill(process, signal.SIGKILL)

    def _reason_to_stop(self) -> str:
        if time.perf_counter() >= self._last_moment:
            return f"stopped after {self._limit_seconds:.0f} s"
        share = share_of_memory_left(_MEMORY.read_text()) if _MEMORY.exists() else 1.0
        if share < MIN_SHARE_OF_MEMORY_LEFT:
            return f"stopped when the machine had {share:.0%} of its memory left"
        return ""


def parent_by_process() -> dict[int, int]:
    """Return the parents of all processes that run now."""
    parents = {}
    for entry in _PROCESSES.iterdir() if _PROCESSES.exists() else ():
        if entry.name.isdigit():
            with contextlib.suppress(OSError):
                parents[int(entry.name)] = parent_of((entry / "stat").read_text(errors="replace"))
    return parents


def _sum(bytes_of: Callable[[int], int], processes: Iterable[int]) -> int:
    """Add up over processes; one that has ended meanwhile holds nothing."""
    total = 0
    for process in processes:
        with contextlib.suppress(OSError):
            total += bytes_of(process)
    return total


def _held_bytes(process: int) -> int:
    return int((_PROCESSES / str(process) / "statm").read_text().split()[1]) * resource.getpagesize()


def _share_bytes(process: int) -> int:
    lines = (_PROCESSES / str(process) / "smaps_rollup").read_text().splitlines()
    return sum(int(line.split()[1]) * _KIB for line in lines if line.startswith("Pss:"))


@dataclass(frozen=True, slots=True, kw_only=True)
class Run:
    """How a command ended, what it wrote and what it cost; the peak is None if nobody looked or it is not told.

    `stopped` says why it was killed; it is empty if it was not.
    """

    exit_code: int
    stopped: str
    output: bytes
    errors: bytes
    wall_seconds: float
    cpu_seconds: float
    peak_bytes: int | None
    largest_bytes: int
