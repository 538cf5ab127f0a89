"""How long an edit takes until a watched index has provisional types of it, and final ones.

Turns: a folder of code → seconds from the write of a file to both commits, and where they go. The repository is watched
as `codeshed watch` watches it, in this process, so that the engine's part can be told from the rest.
"""

import contextlib
import os
import random
import resource
import time
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from msgspec.structs import replace

from bench.support.process_tree import find_tree, parent_by_process
from bench.support.report import Table, seconds
from bench.types.code_edits import edit
from codeshed.model.facts.type_facts import SymbolsByOffset
from codeshed.model.repository_settings import Settings
from codeshed.project.index.index_request import IndexOutcome, IndexRequest
from codeshed.project.index.update import bring_up_to_date
from codeshed.project.types.provisional_types import ProvisionalReport, TypedTree
from codeshed.project.types.provisional_update import ProvisionalUpdater
from codeshed.project.types.resident_types import ResidentTypes
from codeshed.project.watch.watch_loop import iter_updates
from codeshed.store.index_reading import open_index
from codeshed.store.index_records import TypesState


@dataclass(slots=True)
class Edit:
    """One edit: how long each part took, in seconds, and how many files followed."""

    kind: str
    path: str
    written_at: float
    noticed: float = 0.0
    engine: float = 0.0
    waited: float = 0.0
    provisional: float = 0.0
    own_cpu: float = 0.0
    engine_cpu: float = 0.0
    final: float = 0.0
    final_cpu: float = 0.0
    n_resolved: int = 0


@dataclass(slots=True)
class Watched:
    """What many edits took; `n_without` of them had no provisional types."""

    n_files: int
    ready: float
    edits: list[Edit] = field(default_factory=list)
    n_without: int = 0
    is_as_built: bool | None = None


class _TimedTypes:
    """A resident engine, and when it was told and had answered."""

    def __init__(self, types: ResidentTypes) -> None:
        self._types = types
        self._told_at = 0.0
        self.engine = self.waited = 0.0

    def prepare(self, tree: TypedTree) -> None:
        self._types.prepare(tree)

    def foretell(self, root: Path, paths: tuple[str, ...]) -> None:
        self._told_at = time.perf_counter()
        self._types.submit_early(root, paths)

    def submit(self, tree: TypedTree, contents: Mapping[str, bytes]) -> bool:
        return self._types.submit(tree, contents)

    @property
    def sees_all(self) -> bool:
        return self._types.sees_all

    def submit_edits(self, contents: Mapping[str, bytes]) -> bool:
        return self._types.submit_edits(contents)

    def find_edited(self, paths: Collection[str], symbols_in: SymbolsByOffset) -> ProvisionalReport | None:
        begin = time.perf_counter()
        report = self._types.find_edited(paths, symbols_in)
        end = time.perf_counter()
        self.engine, self.waited = end - self._told_at, end - begin
        return report

    def find(self, symbols_in: SymbolsByOffset) -> ProvisionalReport | None:
        return self._types.find(symbols_in)


class _TimedIndex:
    """An index that is kept up to date, and when that was begun."""

    def __init__(self, request: IndexRequest, types: ResidentTypes) -> None:
        self._request = request
        self.types = _TimedTypes(types)
        self._updates = ProvisionalUpdater(self.types)
        self.began_at = 0.0

    def bring_in(self, settings: Settings, paths: tuple[str, ...]) -> IndexOutcome:
        self.began_at = time.perf_counter()
        self.types.foretell(self._request.root, paths)
        return self._updates.apply_edits(replace(self._request, settings=settings), paths)

    def settle(self, settings: Settings, is_outdated: Callable[[], bool]) -> IndexOutcome:
        request = replace(self._request, settings=settings)
        self._updates.apply_affected_types(request)
        return bring_up_to_date(replace(request, is_outdated=is_outdated))

    def rest(self) -> None:
        pass


def watch_edits(root: Path, index_dir: Path, n_edits: int, seed: int, tell: Callable[[str], None]) -> Watched:
    """Edit one file after another, each when the index is at rest, and wait for both kinds of types."""
    source = random.Random(seed)
    with ResidentTypes() as types:
        index = _TimedIndex(IndexRequest(root=root, index_dir=index_dir), types)
        updates = iter_updates(root, index)
        first = next(updates)
        if first.outcome is None:
            raise SystemExit(f"no index: {first.error}")
        begin = time.perf_counter()
        while not types.is_ready():
            time.sleep(0.05)
        watched = Watched(n_files=first.outcome.n_files, ready=time.perf_counter() - begin)
        paths = [path.relative_to(root).as_posix() for path in sorted(root.rglob("*.py"))]
        is_warm = False
        while len(watched.edits) + watched.n_without < n_edits:
            path = source.choice(paths)
            kind, content = edit((root / path).read_text(encoding="utf-8", errors="replace"), source)
            if content is None:
                continue
            own, below = _cpu(resource.RUSAGE_SELF), _cpu_below()
            done = Edit(kind=kind, path=path, written_at=time.perf_counter())
            (root / path).write_text(content, encoding="utf-8")
            outcome = next(updates).outcome
            if outcome is None or outcome.types is not TypesState.PROVISIONAL:
                watched.n_without += 1
                tell(f"no provisional types: {kind} in {path}")
                continue
            done.provisional = time.perf_counter() - done.written_at
            done.own_cpu = _cpu(resource.RUSAGE_SELF) - own
            done.engine_cpu = _cpu_below() - below
            done.noticed = index.began_at - done.written_at
            done.engine, done.waited = index.types.engine, index.types.waited
            done.n_resolved = outcome.n_resolved
            spent = _cpu(resource.RUSAGE_SELF) + _cpu(resource.RUSAGE_CHILDREN)
            next(updates)
            done.final = time.perf_counter() - done.written_at
            done.final_cpu = _cpu(resource.RUSAGE_SELF) + _cpu(resource.RUSAGE_CHILDREN) - spent
            if is_warm:
                watched.edits.append(done)
            # The watcher starts with the first edit.
            is_warm = True
            tell(
                f"{kind} in {path}: provisional {done.provisional:.2f} s (engine {done.engine:.2f} s), "
                f"CPU {done.own_cpu:.2f} s and of the engine {done.engine_cpu:.2f} s, {done.n_resolved} resolved, "
                f"final {done.final:.2f} s, CPU {done.final_cpu:.2f} s"
            )
        updates.close()
    watched.is_as_built = _is_as_built(root, index_dir)
    return watched


def _cpu(who: int) -> float:
    usage = resource.getrusage(who)
    return usage.ru_utime + usage.ru_stime


def _cpu_below() -> float:
    """Return the CPU time of the processes below this one that run now."""
    ticks = 0
    for process in find_tree(os.getpid(), parent_by_process())[1:]:
        with contextlib.suppress(OSError):
            stat = Path(f"/proc/{process}/stat").read_text(errors="replace")
            ticks += sum(map(int, stat[stat.rindex(")") + 1 :].split()[11:13]))
    return ticks / os.sysconf("SC_CLK_TCK")


def _is_as_built(root: Path, index_dir: Path) -> bool:
    """Whether the graph has the bytes of one that is built from nothing."""
    fresh = index_dir.with_name(f"{index_dir.name}-fresh")
    bring_up_to_date(IndexRequest(root=root, index_dir=fresh))
    with open_index(index_dir) as one, open_index(fresh) as other:
        if one.graph_path is None or other.graph_path is None:
            return False
        return one.graph_path.read_bytes() == other.graph_path.read_bytes()


def watched_table(watched: Watched) -> Table:
    """Return times in the middle, of 95 in 100 edits, and the longest."""
    edits = watched.edits

    def row(what: str, of: Callable[[Edit], float]) -> tuple[str, ...]:
        values = sorted(of(each) for each in edits)
        ninety_five = values[min(len(values) - 1, int(0.95 * len(values)))]
        return (what, *map(seconds, (values[len(values) // 2], ninety_five, values[-1])))

    return Table(
        title=f"Watched index: {len(edits)} edits of {watched.n_files} files",
        headings=("from the write of a file", "middle", "95 %", "longest"),
        rows=(
            row("until it is noticed", lambda each: each.noticed),
            row("engine, from told to report", lambda each: each.engine),
            row("  of which waited for", lambda each: each.waited),
            row("all else until the commit", lambda each: each.provisional - each.noticed - each.waited),
            row("types provisional", lambda each: each.provisional),
            row("  CPU of the engine", lambda each: each.engine_cpu),
            row("  CPU of all else", lambda each: each.own_cpu),
            row("types final", lambda each: each.final),
            row("  CPU after the provisional ones", lambda each: each.final_cpu),
        ),
        notes=(
            f"The engine was ready after {seconds(watched.ready)}. {watched.n_without} edits had no provisional types.",
            f"In the end the graph is the one that is built from nothing: {watched.is_as_built}.",
        ),
    )
