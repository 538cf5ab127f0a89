"""`codeshed index` killed at random moments: the index is the old one or the new one, whole, and the next run completes.

`python -m tests.surface.kill_index --kills 200 [FOLDER]` edits a copy of a real package at random, and kills the run that
brings its index up to date, or builds it. FOLDER is the package; pluggy if none is given.
"""

import argparse
import enum
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from codeshed.store.index_lock import find_lock_holder
from tests.resolve.incremental import files_in
from tests.surface.trials import Exports, Trial, package_folder

_POLL_SECONDS = 0.0005
_WRITING_SECONDS = 0.06
"""About as long as a small index is written."""

_PATIENCE_SECONDS = 120


class Moment(enum.Enum):
    """When a run is killed."""

    ANY = "at any moment"
    LOCKED = "after it had locked the index"
    WRITING = "while it wrote"


class Run(enum.Enum):
    """What kind of run is killed."""

    UPDATE = ()
    REBUILD = ("--rebuild",)
    FROM_NOTHING = ("--jobs", "2")


@dataclass(frozen=True, slots=True, kw_only=True)
class Tally:
    """What came of the kills."""

    moments: Counter[Moment]
    runs: Counter[Run]
    results: Counter[str]

    @property
    def n_kills(self) -> int:
        """How many runs were killed before they had ended."""
        return self.moments.total()


def kill_index(trial: Trial, *, n_kills: int, seed: int, tell: Callable[[str], None]) -> Tally:
    """Kill so many runs that had not ended, and check after each what is left; return what was found."""
    chance = random.Random(seed)  # noqa: S311 - moments need no cryptography
    tally = Tally(moments=Counter(), runs=Counter(), results=Counter())
    seconds_by_run = dict.fromkeys(Run, _complete(trial))
    old: Exports | None = trial.exports_from_nothing()
    assert trial.exports() == old
    while tally.n_kills < n_kills:
        run, moment = chance.choice(list(Run)), chance.choice(list(Moment))
        trial.edit()
        if run is Run.FROM_NOTHING:
            shutil.rmtree(trial.index_dir)
            old = None
        new = trial.exports_from_nothing()
        if _start_and_kill(trial, run, moment, chance, seconds_by_run[run]):
            tally.moments[moment] += 1
            tally.runs[run] += 1
            tally.results[check_old_or_new(trial, old, new)] += 1
            tell(f"{tally.n_kills}: {run.name}, {moment.value}: {dict(tally.results)}")
        seconds = _complete(trial)
        seconds_by_run[run] = (seconds_by_run[run] + seconds) / 2
        assert trial.exports() == new, "the run after it completes, as if nothing had been"
        old = new
    return tally


def check_old_or_new(trial: Trial, old: Exports | None, new: Exports) -> str:
    """The index of a run that was killed is the old one or the new one; return which."""
    found = trial.exports() if trial.has_index() else None
    if found == new:
        return "unchanged" if old == new else "new"
    assert found == old, "the index is neither the old one nor the new one"
    return "old" if found is not None else "none"


def _complete(trial: Trial) -> float:
    """Let a run go on to its end, and return how long it took."""
    begin = time.monotonic()
    process = trial.start("index", "--quiet")
    out, err = process.communicate(timeout=_PATIENCE_SECONDS)
    assert (process.returncode, err) == (0, b""), (out, err)
    return time.monotonic() - begin


def _start_and_kill(trial: Trial, run: Run, moment: Moment, chance: random.Random, seconds: float) -> bool:
    """Start a run and kill it with all that it has started; return whether it had not ended by itself."""
    before = _names(trial.index_dir)
    with trial.start("index", *run.value) as process:
        longest = seconds
        if moment is Moment.LOCKED:
            _wait_until(process, lambda: find_lock_holder(trial.index_dir) is not None)
            longest = seconds / 2
        if moment is Moment.WRITING:
            _wait_until(process, lambda: bool(_written(trial.index_dir) - before))
            longest = _WRITING_SECONDS
        with suppress(subprocess.TimeoutExpired):
            process.wait(chance.uniform(0, longest))
        is_alive = process.poll() is None
        _kill_family(process)
        out, err = process.communicate(timeout=_PATIENCE_SECONDS)
    is_killed = is_alive and process.returncode == -signal.SIGKILL
    assert is_killed or process.returncode == 0, (out, err)
    return is_killed


def _names(index_dir: Path) -> frozenset[str]:
    with suppress(FileNotFoundError):
        return frozenset(path.name for path in index_dir.iterdir())
    return frozenset()


def _written(index_dir: Path) -> frozenset[str]:
    """Return the names of what a writer makes before its commit."""
    return frozenset(
        name for name in _names(index_dir) if name.endswith((".sqlite", ".sqlite-wal", ".arrays"))
    )


def _wait_until(process: "subprocess.Popen[bytes]", is_so: Callable[[], bool]) -> None:
    while process.poll() is None and not is_so():
        time.sleep(_POLL_SECONDS)


def _kill_family(process: "subprocess.Popen[bytes]") -> None:
    """Kill a group of processes, and those that its first one has started in groups of their own."""
    for child in _children(process.pid):
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(child, signal.SIGKILL)
    with suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)


def _children(parent: int) -> list[int]:
    """Return the children of a process that lead groups of their own, as far as the system tells."""
    path = Path(f"/proc/{parent}/task/{parent}/children")
    children = [int(number) for number in path.read_text().split()] if path.exists() else []
    found = []
    for child in children:
        with suppress(ProcessLookupError):
            if os.getpgid(child) == child:
                found.append(child)
    return found


def main() -> int:
    """Kill as often as asked for, and say what came of it."""
    parser = argparse.ArgumentParser(prog="python -m tests.surface.kill_index")
    parser.add_argument("folder", type=Path, nargs="?", default=package_folder("pluggy"))
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--types", choices=("on", "off"), default="on")
    given = parser.parse_args()

    def tell(line: str) -> None:
        sys.stdout.write(f"{line}\n")
        sys.stdout.flush()

    with tempfile.TemporaryDirectory() as work:
        trial = Trial(files_in(given.folder), Path(work), seed=given.seed, types=given.types)
        tally = kill_index(trial, n_kills=given.kills, seed=given.seed, tell=tell)
    for counts in (tally.moments, tally.runs, tally.results):
        named = {key if isinstance(key, str) else key.name: count for key, count in counts.items()}
        tell(", ".join(f"{count} {name}" for name, count in sorted(named.items())))
    return 0


if __name__ == "__main__":
    sys.exit(main())
