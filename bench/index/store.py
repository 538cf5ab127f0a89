"""The index on disk: writing, opening, reading, updating, saving; and the user's cache.

Made indexes: per file a document of 20 KB and three parts of 500 bytes, and a graph of 150 MB, all random bytes. What
is read is read in a fresh process from files that the system has in memory, the fastest of five.
"""

import os
import shutil
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from bench.support.fresh import in_fresh_process
from bench.support.report import Report, Table, megabytes, met, seconds
from codeshed.store.artifact import load_index, save_index
from codeshed.store.facts_cache import FactsCache
from codeshed.store.index_lock import lock_index
from codeshed.store.index_reading import open_index
from codeshed.store.index_records import IndexedFile, IndexMeta
from codeshed.store.index_writing import rebuild_index, update_index

N_FILES = (3_000, 10_000, 30_000)
LARGE_BYTES = 20_000
SMALL_BYTES = 500
SMALL_KINDS = ("flow", "outline", "types")
GRAPH_BYTES = 150_000_000
N_PROBES = 1_000
N_READS = 5
WANTED_FILES_SECONDS = {3_000: 0.02, 10_000: 0.05, 30_000: 0.15}


@dataclass(frozen=True, slots=True, kw_only=True)
class Recipe:
    """An index to be made or read."""

    folder: str
    n_files: int

    @property
    def index_dir(self) -> Path:
        """Where it is."""
        return Path(self.folder) / ".codeshed"


@dataclass(frozen=True, slots=True, kw_only=True)
class Figures:
    """Seconds by what was done, and the sizes."""

    seconds_by_step: dict[str, float]
    n_value_bytes: int
    n_database_bytes: int


def run(folder: Path) -> Report:
    """Measure indexes of several sizes, one after another."""
    rows, raw = [], {}
    for n_files in N_FILES:
        recipe = Recipe(folder=str(folder / f"store-{n_files}"), n_files=n_files)
        written = in_fresh_process(measure_writing, recipe)
        steps = dict(written.seconds_by_step)
        for _ in range(N_READS):
            read = in_fresh_process(measure_reading, recipe)
            steps |= {
                step: min(value, steps.get(step, value)) for step, value in read.seconds_by_step.items()
            }
        shutil.rmtree(recipe.folder)
        raw[str(n_files)] = steps
        wanted = WANTED_FILES_SECONDS[n_files]
        rows += [
            (f"{n_files:,} files".replace(",", " "), "", "", ""),
            *(
                (
                    f"  {step}",
                    seconds(value) if value >= _SHORT_SECONDS else f"{value * 1e6:.0f} us",
                    f"< {seconds(wanted)}" if step == _OPENED else "",
                    met(is_met=value < wanted) if step == _OPENED else "",
                )
                for step, value in steps.items()
            ),
            (
                "  database by values",
                f"{written.n_database_bytes / written.n_value_bytes:.3f}",
                "",
                f"of {megabytes(written.n_value_bytes)}",
            ),
        ]
    table = Table(
        title="The index on disk",
        headings=("step", "time", "wanted", "met"),
        rows=rows,
        notes=(
            f"parts: one of {LARGE_BYTES} and {len(SMALL_KINDS)} of {SMALL_BYTES} bytes per file.",
            f"graph: {megabytes(GRAPH_BYTES)}; most of its time is waiting for the disk.",
        ),
    )
    return Report(tables=(table,), figures=raw)


_OPENED = "open, and all files with their stats"
_SHORT_SECONDS = 0.001


class _Clock:
    """Says how long each step took."""

    def __init__(self) -> None:
        self.seconds_by_step: dict[str, float] = {}

    def measure(self, step: str, action: Callable[[], object]) -> None:
        begin = time.perf_counter()
        action()
        self.seconds_by_step[step] = time.perf_counter() - begin


def measure_writing(recipe: Recipe) -> Figures:
    """Make an index, update it, save and load it; then fill a cache."""
    folder, clock = Path(recipe.folder), _Clock()
    folder.mkdir()
    clock.measure("new index, without graph", lambda: _rebuild(recipe, has_graph=False))
    clock.measure("new index", lambda: _rebuild(recipe, has_graph=True))
    clock.measure("update of one file, without graph", lambda: _update(recipe, has_graph=False))
    clock.measure("update of one file", lambda: _update(recipe, has_graph=True))
    clock.measure("saved as an artifact", lambda: save_index(recipe.index_dir, folder / "saved.index"))
    clock.measure("loaded from an artifact", lambda: load_index(folder / "saved.index", folder / "loaded"))
    shutil.rmtree(folder / "loaded")
    (folder / "saved.index").unlink()
    with FactsCache(folder / "cache", "bench", max_bytes=10 * recipe.n_files * LARGE_BYTES) as cache:
        clock.measure("put into the cache", lambda: cache.put(_values(recipe, LARGE_BYTES)))
    with FactsCache(folder / "cache", "bench", max_bytes=10 * recipe.n_files * LARGE_BYTES) as cache:
        keys = _paths(recipe)
        clock.measure("all from the cache", lambda: sum(len(value) for _, value in cache.iter_values(keys)))
        if cache.problem:
            raise RuntimeError(cache.problem)
    databases = list(recipe.index_dir.glob("*.sqlite"))
    return Figures(
        seconds_by_step=clock.seconds_by_step,
        n_value_bytes=recipe.n_files * (LARGE_BYTES + len(SMALL_KINDS) * SMALL_BYTES),
        n_database_bytes=sum(path.stat().st_size for path in databases),
    )


def measure_reading(recipe: Recipe) -> Figures:
    """Open an index and read it, one way after another."""
    clock = _Clock()
    clock.measure("open", lambda: open_index(recipe.index_dir).close())
    clock.measure(_OPENED, lambda: _open_and_read_files(recipe.index_dir))
    with open_index(recipe.index_dir) as reader:
        paths = _paths(recipe)
        clock.measure("first part", lambda: reader.read_part("document", paths[0]))
        probes = paths[:: max(1, len(paths) // N_PROBES)]
        clock.measure("parts", lambda: [reader.read_part("document", path) for path in probes])
        clock.seconds_by_step["one more part"] = clock.seconds_by_step.pop("parts") / len(probes)
        clock.measure(
            "all parts of a kind", lambda: sum(len(value) for _, value in reader.iter_parts("document"))
        )
        clock.measure("is there a newer revision", reader.is_superseded)
        clock.measure("check everything", reader.check)
    return Figures(seconds_by_step=clock.seconds_by_step, n_value_bytes=0, n_database_bytes=0)


def _open_and_read_files(index_dir: Path) -> int:
    with open_index(index_dir) as reader:
        return len(reader.files)


def _rebuild(recipe: Recipe, *, has_graph: bool) -> None:
    with lock_index(recipe.index_dir, "measuring") as lock, rebuild_index(lock) as change:
        change.put_files(_records(recipe))
        change.put_parts("document", _values(recipe, LARGE_BYTES))
        for kind in SMALL_KINDS:
            change.put_parts(kind, _values(recipe, SMALL_BYTES))
        if has_graph:
            change.put_graph(_write_graph)
        change.commit(IndexMeta(signature="bench", tree_hash=""))


def _update(recipe: Recipe, *, has_graph: bool) -> None:
    with lock_index(recipe.index_dir, "measuring") as lock, update_index(lock) as change:
        path = _paths(recipe)[recipe.n_files // 2]
        change.put_parts("document", [(path, os.urandom(LARGE_BYTES))])
        for kind in SMALL_KINDS:
            change.put_parts(kind, [(path, os.urandom(SMALL_BYTES))])
        if has_graph:
            change.put_graph(_write_graph)
        change.commit(IndexMeta(signature="bench", tree_hash=""))


def _paths(recipe: Recipe) -> list[str]:
    return sorted(
        f"package_{number % 97}/part_{number % 13}/module_{number}.py" for number in range(recipe.n_files)
    )


def _records(recipe: Recipe) -> Iterator[IndexedFile]:
    for number, path in enumerate(_paths(recipe)):
        yield IndexedFile(
            path=path,
            n_bytes=10_000 + number,
            mtime_ns=1_700_000_000_000_000_000 + number,
            content_hash=f"{number:064x}",
            language="python",
            status="read",
        )


def _values(recipe: Recipe, n_bytes: int) -> Iterator[tuple[str, bytes]]:
    noise = os.urandom(n_bytes + recipe.n_files)
    for number, path in enumerate(_paths(recipe)):
        yield path, noise[number : number + n_bytes]


def _write_graph(path: Path) -> None:
    block = os.urandom(1_000_000)
    with path.open("wb") as file:
        for _ in range(GRAPH_BYTES // len(block)):
            file.write(block)
