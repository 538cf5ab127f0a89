"""Writers that are killed: afterwards the index is the old one or the new one, whole, and the next writer completes.

`python -m tests.store.kill --times 200` kills a process that writes without end, at random moments.
`python -m tests.store.kill --steps --every 1` kills one at each of its calls into the system, SQLite and the rest of
C, one after another: once while it makes a new index, and once while it updates one.
"""

import argparse
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from types import FrameType

from codeshed.errors import IndexMissingError
from codeshed.store.index_reading import open_index
from tests.store.indexes import (
    check_holds,
    contents_of,
    generation_of,
    names_in,
    read_contents,
    rebuild,
    update,
)
from tests.surface.cli import ROOT

_CHILD = "--write-without-end"
_LONGEST_SECONDS = 0.1
_REBUILD_EVERY = 3


def write_without_end(index_dir: Path) -> None:
    """Write one generation after another, and say of each that it has been committed."""
    generation = current_generation(index_dir)
    while True:
        generation += 1
        write = rebuild if generation % _REBUILD_EVERY == 1 else update
        write(index_dir, generation)
        sys.stdout.write(f"{generation}\n")
        sys.stdout.flush()


def current_generation(index_dir: Path) -> int:
    """Return the generation of an index, 0 if there is none."""
    try:
        with open_index(index_dir) as reader:
            return generation_of(reader)
    except IndexMissingError:
        return 0


def kill_at_random(index_dir: Path, times: int, seed: int) -> int:
    """Kill a writer again and again; return how many generations were written by those that were killed."""
    moments = random.Random(seed)  # noqa: S311 - moments need no cryptography
    n_written = 0
    for turn in range(times):
        before = current_generation(index_dir)
        # Every other time a reader is there, so that what is written stays in SQLite's log.
        reader = open_index(index_dir) if before and turn % 2 else None
        with subprocess.Popen(  # noqa: S603 - our own module
            [sys.executable, "-m", "tests.store.kill", _CHILD, str(index_dir)],
            stdout=subprocess.PIPE,
            cwd=ROOT,
        ) as writer:
            assert writer.stdout is not None
            reported = [int(writer.stdout.readline())]
            time.sleep(moments.uniform(0, _LONGEST_SECONDS))
            writer.kill()
            reported += [int(line) for line in writer.stdout if line.endswith(b"\n")]
        if reader is not None:
            assert read_contents(reader) == contents_of(before)
            reader.close()
        # What was reported as committed is there; at most one more may be, which was not reported any more.
        after = current_generation(index_dir)
        assert reported[0] == before + 1
        assert after in {reported[-1], reported[-1] + 1}
        check_next_writer_completes(index_dir, after)
        n_written += after - before
    return n_written


def check_next_writer_completes(index_dir: Path, generation: int) -> None:
    """The index holds a generation, the next can be written, and nothing is left of those that were not."""
    check_holds(index_dir, generation)
    update(index_dir, generation + 1)
    check_holds(index_dir, generation + 1)
    kinds = [name.rpartition("-")[0] or name for name in names_in(index_dir)]
    assert kinds == [".gitignore", "CURRENT", "graph", "index", "lock"]


def kill_at_steps(folder: Path, write: Callable[[Path, int], None], every: int) -> tuple[int, int]:
    """Kill a writer at every n-th call into C; return at how many, and after how many the new one was there."""
    template = folder / "template" / ".codeshed"
    rebuild(template, 1)
    n_killed = n_new = 0
    step = 0
    while True:
        index_dir = folder / f"{write.__name__}-{step}" / ".codeshed"
        shutil.copytree(template, index_dir)
        is_killed = _write_and_be_killed(index_dir, write, step)
        generation = current_generation(index_dir)
        assert generation in {1, 2}
        check_next_writer_completes(index_dir, generation)
        shutil.rmtree(index_dir.parent)
        if not is_killed:
            assert generation == 2
            return n_killed, n_new
        n_killed += 1
        n_new += generation == 2
        step += every


def _write_and_be_killed(index_dir: Path, write: Callable[[Path, int], None], step: int) -> bool:
    """Write the second generation in a process that kills itself at a step; return whether it came to that."""
    child = os.fork()
    if child == 0:
        sys.setprofile(_KillAt(step))
        write(index_dir, 2)
        sys.setprofile(None)
        os._exit(0)
    _, status = os.waitpid(child, 0)
    assert os.waitstatus_to_exitcode(status) in {0, -signal.SIGKILL}
    return os.waitstatus_to_exitcode(status) != 0


class _KillAt:
    """Told of all calls, it kills its own process before the n-th one into C."""

    def __init__(self, step: int) -> None:
        self._n_left = step

    def __call__(self, _frame: FrameType, event: str, _argument: object) -> None:
        if event == "c_call":
            if self._n_left == 0:
                os.kill(os.getpid(), signal.SIGKILL)
            self._n_left -= 1


def main() -> int:
    """Be the writer, or kill as often as asked for."""
    if sys.argv[1:2] == [_CHILD]:
        write_without_end(Path(sys.argv[2]))
    parser = argparse.ArgumentParser(prog="python -m tests.store.kill")
    parser.add_argument("--times", type=int, default=0)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--steps", action="store_true")
    parser.add_argument("--every", type=int, default=1)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        if options.times:
            n_written = kill_at_random(Path(folder) / ".codeshed", options.times, options.seed)
            sys.stdout.write(f"killed {options.times} writers, who had written {n_written} generations\n")
        if options.steps:
            for write in (rebuild, update):
                n_killed, n_new = kill_at_steps(Path(folder), write, options.every)
                sys.stdout.write(
                    f"{write.__name__}: killed at {n_killed} steps, after {n_new} of them the new one was there\n"
                )
    return 0


if __name__ == "__main__":
    sys.exit(main())
