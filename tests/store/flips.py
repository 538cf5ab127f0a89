"""What a damaged file does to an index: the right answer, or an error that says so, and never anything else.

`python -m tests.store.flips [--every N] [--bits]` damages a small index at every N-th byte and reads it, once at rest
and once with changes that are only in SQLite's log. With `--bits` every bit is flipped by itself.
"""

import argparse
import shutil
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from codeshed.errors import IndexVersionError, StoreDamagedError
from codeshed.store.index_reading import open_index
from tests.store.indexes import Contents, contents_of, generation_of, read_contents, rebuild, update

ALL_BITS = 0xFF
_LOG_SUFFIX = "-wal"
_FORMAT_BYTES = range(60, 64)
"""Where SQLite keeps the number that says of which format a database is."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Flip:
    """Bits of a byte of a file that are turned."""

    name: str
    position: int
    bits: int


def make_index_at_rest(folder: Path) -> Path:
    """Return an index whose log has been moved into its database."""
    index_dir = folder / "rest" / ".codeshed"
    rebuild(index_dir, 1, n_files=3)
    update(index_dir, 2, n_files=3)
    return index_dir


def make_index_with_log(folder: Path) -> Path:
    """Return an index whose last change is in the log alone, as after a crash, since a reader kept it from moving."""
    live = folder / "live" / ".codeshed"
    rebuild(live, 1, n_files=3)
    with open_index(live):
        update(live, 2, n_files=3)
        index_dir = folder / "log" / ".codeshed"
        shutil.copytree(live, index_dir, ignore=shutil.ignore_patterns("*-shm"))
    assert any(path.name.endswith(_LOG_SUFFIX) and path.stat().st_size for path in index_dir.iterdir())
    return index_dir


def iter_flips(index_dir: Path, *, every: int, is_each_bit: bool) -> Iterator[Flip]:
    """Give the flips for all files of an index but SQLite's scratch memory, the lock, and what is for git."""
    for path in sorted(index_dir.iterdir()):
        if path.name.endswith("-shm") or path.name in {"lock", ".gitignore"}:
            continue
        # Of small files, and of the head of others, every byte.
        for position in range(path.stat().st_size):
            if position < 100 or position % every == 0:
                for bits in [1 << bit for bit in range(8)] if is_each_bit else [ALL_BITS]:
                    yield Flip(name=path.name, position=position, bits=bits)


def outcome_of(index_dir: Path, flip: Flip, expected: Contents) -> str:
    """Damage an index, read all of it, mend it again, and return what happened: `right` or `damaged`.

    The four bytes that hold the format of a database make it one `of another version`.
    """
    path = index_dir / flip.name
    turn(path, flip)
    try:
        with open_index(index_dir) as reader:
            found = read_contents(reader)
    except StoreDamagedError:
        return "damaged"
    except IndexVersionError:
        assert flip.name.endswith(".sqlite")
        assert flip.position in _FORMAT_BYTES
        return "of another version"
    finally:
        # SQLite forgets what it knew of a log when its scratch memory is gone.
        for scratch in index_dir.glob("*-shm"):
            scratch.unlink()
        turn(path, flip)
    assert found == expected, flip
    return "right"


def turn(path: Path, flip: Flip) -> None:
    """Turn the bits of a byte, or turn them back."""
    with path.open("r+b") as file:
        file.seek(flip.position)
        (byte,) = file.read(1)
        file.seek(flip.position)
        file.write(bytes([byte ^ flip.bits]))


def check_flips(index_dir: Path, *, every: int, is_each_bit: bool = False) -> Counter[tuple[str, str]]:
    """Read an index with each of its flips; return how often each file led to what."""
    expected = contents_of(2, n_files=3)
    with open_index(index_dir) as reader:
        assert generation_of(reader) == 2
        assert read_contents(reader) == expected
    counts: Counter[tuple[str, str]] = Counter()
    for flip in iter_flips(index_dir, every=every, is_each_bit=is_each_bit):
        counts[flip.name, outcome_of(index_dir, flip, expected)] += 1
    return counts


def main() -> int:
    """Damage and read as often as asked for."""
    parser = argparse.ArgumentParser(prog="python -m tests.store.flips")
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--bits", action="store_true")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        for make in (make_index_at_rest, make_index_with_log):
            counts = check_flips(make(Path(folder)), every=options.every, is_each_bit=options.bits)
            for (name, outcome), number in sorted(counts.items()):
                sys.stdout.write(f"{make.__name__}: {name}: {outcome} {number} times\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
