"""Two who edit and index a repository and four who read it, all by real commands at once: no error, no write lost.

`python -m tests.surface.crowd --seconds 60 [FOLDER]` lets them run for so long. FOLDER is a package; pluggy if none is
given. Half of the readers bring the index up to date, as far as nobody else does so; the others take it as it is.
"""

import argparse
import re
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from codeshed.model.symbol_ids import content_hash
from codeshed.store.index_reading import open_index
from tests.resolve.incremental import files_in
from tests.surface.trials import Trial, package_folder

_PATIENCE_SECONDS = 120
_WRITERS = ("first", "second")
_COMMANDS = (
    ("export", "semantic-data", "--refresh", "never"),
    ("footprint", "--all", "--format", "json", "--refresh", "never"),
    ("export", "semantic-data"),
    ("footprint", "--all", "--format", "json"),
)
_MARK = re.compile(rb"\.py::count_of_(first|second)_(\d+)")


def check_crowd(trial: Trial, seconds: float) -> Counter[str]:
    """Let all of them run at once, and compare the index with one that is built from nothing; count what was done."""
    for writer in _WRITERS:
        _write(trial, writer, 0)
    _run(trial, ("index", "--quiet"))
    counts: Counter[str] = Counter()
    counting = threading.Lock()
    deadline = time.monotonic() + seconds

    def count(what: str) -> None:
        with counting:
            counts[what] += 1

    def is_over() -> bool:
        return time.monotonic() >= deadline

    with ThreadPoolExecutor(len(_WRITERS) + len(_COMMANDS)) as pool:
        busy = [
            *(pool.submit(write, trial, writer, is_over, count) for writer in _WRITERS),
            *(pool.submit(read, trial, command, is_over, count) for command in _COMMANDS),
        ]
        for each in busy:
            each.result()
    for writer in _WRITERS:
        assert _holds(trial, writer), "the last edit is in the index"
    _run(trial, ("index", "--quiet"))
    assert trial.exports() == trial.exports_from_nothing()
    return counts


def write(trial: Trial, writer: str, is_over: Callable[[], bool], count: Callable[[str], None]) -> None:
    """Edit our own file and index it, again and again; what a run has indexed stays indexed."""
    number = 0
    while not is_over():
        number += 1
        _write(trial, writer, number)
        _run(trial, ("index", "--quiet"))
        assert _holds(trial, writer)
        count("writes")


def read(
    trial: Trial, command: tuple[str, ...], is_over: Callable[[], bool], count: Callable[[str], None]
) -> None:
    """Ask again and again; what is seen of either writer never goes back."""
    last: dict[bytes, int] = {}
    while not is_over():
        out = _run(trial, command)
        seen = {writer: int(number) for writer, number in _MARK.findall(out)}
        assert sorted(seen) == [b"first", b"second"], "each has one function in every revision"
        assert all(seen[writer] >= number for writer, number in last.items()), (last, seen)
        last = seen
        count("reads")


def _path(writer: str) -> str:
    return f"{writer}_writer.py"


def _text(writer: str, number: int) -> bytes:
    return f"def count_of_{writer}_{number}(x):\n    return x.{'y' * (number % 7)}z({number})\n".encode()


def _write(trial: Trial, writer: str, number: int) -> None:
    """Put a new text in the place of the old one; at no moment is there half of it, which an index may well hold."""
    new = trial.root / f"{writer}.new"
    new.write_bytes(_text(writer, number))
    new.replace(trial.root / _path(writer))


def _holds(trial: Trial, writer: str) -> bool:
    """Whether the index knows a writer's file as it is."""
    expected = content_hash((trial.root / _path(writer)).read_bytes())
    with open_index(trial.index_dir) as reader:
        return any(
            record.path == _path(writer) and record.content_hash == expected for record in reader.files
        )


def _run(trial: Trial, arguments: tuple[str, ...]) -> bytes:
    code, out, err = _finish(trial, arguments)
    assert code == 0, (arguments, code, err)
    return out


def _finish(trial: Trial, arguments: tuple[str, ...]) -> tuple[int, bytes, str]:
    process = trial.start(*arguments)
    out, err = process.communicate(timeout=_PATIENCE_SECONDS)
    return process.returncode, out, err.decode()


def main() -> int:
    """Let the crowd run, and say what it did."""
    parser = argparse.ArgumentParser(prog="python -m tests.surface.crowd")
    parser.add_argument("folder", type=Path, nargs="?", default=package_folder("pluggy"))
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--types", choices=("on", "off"), default="on")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as work:
        trial = Trial(files_in(given.folder), Path(work), seed=1, types=given.types)
        counts = check_crowd(trial, given.seconds)
    sys.stdout.write(", ".join(f"{count} {what}" for what, count in sorted(counts.items())) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
