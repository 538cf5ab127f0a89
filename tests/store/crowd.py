"""Several writers and readers of one index at once: no write is lost, and no reader sees an error or a mixture.

`python -m tests.store.crowd --writes 1000` lets two writers count to that each, while four readers read.
"""

import argparse
import subprocess
import sys
import tempfile
from collections.abc import Iterable
from pathlib import Path

from codeshed.store.index_lock import lock_index
from codeshed.store.index_reading import open_index
from codeshed.store.index_writing import rebuild_index, update_index
from tests.store.indexes import contents_of, generation_of, put_contents, read_contents, rebuild
from tests.surface.cli import ROOT

_WRITERS = ("first", "second")
_N_READERS = 4
_REBUILD_EVERY = 10
_COUNTER = "counter of "


def write(index_dir: Path, writer: str, n_writes: int) -> None:
    """Write the next generation so many times, whoever wrote the one before; add one to our own counter."""
    for _ in range(n_writes):
        with lock_index(index_dir, f"writing as {writer}") as lock:
            with open_index(index_dir) as reader:
                generation = generation_of(reader) + 1
                counters = counters_in(reader.iter_shared())
            counters[writer] = counters.get(writer, 0) + 1
            contents = contents_of(generation)
            write_index = rebuild_index if generation % _REBUILD_EVERY == 0 else update_index
            with write_index(lock) as change:
                change.remove_files([f"only_{generation - 1}.py"])
                put_contents(change, contents)
                for name, number in counters.items():
                    change.put_shared(f"{_COUNTER}{name}", str(number).encode())
                change.commit(contents.meta)


def read(index_dir: Path, stop: Path) -> None:
    """Read everything again and again; say at the end how often."""
    n_reads = last = 0
    while not stop.exists():
        with open_index(index_dir) as reader:
            generation = generation_of(reader)
            found = read_contents(reader)
        expected = contents_of(generation)
        counters = counters_in(found.shared)
        assert (found.meta, found.files, found.parts, found.graph) == (
            expected.meta,
            expected.files,
            expected.parts,
            expected.graph,
        )
        assert sum(counters.values()) == generation - 1
        assert generation >= last
        last = generation
        n_reads += 1
    sys.stdout.write(f"{n_reads}\n")


def counters_in(shared: Iterable[tuple[str, bytes]]) -> dict[str, int]:
    """Return the counters of writers among shared values."""
    return {kind.removeprefix(_COUNTER): int(value) for kind, value in shared if kind.startswith(_COUNTER)}


def check_crowd(folder: Path, n_writes: int) -> int:
    """Let all of them run at once until the writers are done; return how often the index was read."""
    index_dir, stop = folder / ".codeshed", folder / "stop"
    rebuild(index_dir, 1)
    readers = [_start("read", index_dir, stop) for _ in range(_N_READERS)]
    writers = [_start("write", index_dir, name, n_writes) for name in _WRITERS]
    for writer in writers:
        writer.communicate()
    stop.touch()
    outputs = [reader.communicate()[0] for reader in readers]
    assert [process.returncode for process in (*writers, *readers)] == [0] * (len(writers) + len(readers))
    with open_index(index_dir) as index:
        assert generation_of(index) == 1 + n_writes * len(_WRITERS)
        assert counters_in(index.iter_shared()) == dict.fromkeys(_WRITERS, n_writes)
    return sum(int(output) for output in outputs)


def _start(role: str, *arguments: object) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", "tests.store.crowd", role, *map(str, arguments)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, cwd=ROOT)  # noqa: S603 - our own module


def main() -> int:
    """Be one of the crowd, or start it."""
    match sys.argv[1:]:
        case ["write", index_dir, writer, n_writes]:
            write(Path(index_dir), writer, int(n_writes))
        case ["read", index_dir, stop]:
            read(Path(index_dir), Path(stop))
        case _:
            parser = argparse.ArgumentParser(prog="python -m tests.store.crowd")
            parser.add_argument("--writes", type=int, default=100)
            n_writes = parser.parse_args().writes
            with tempfile.TemporaryDirectory() as folder:
                n_reads = check_crowd(Path(folder), n_writes)
            sys.stdout.write(
                f"{n_writes} writes by each of {len(_WRITERS)}, {n_reads} reads by {_N_READERS}\n"
            )
    return 0


if __name__ == "__main__":
    sys.exit(main())
