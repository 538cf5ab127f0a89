"""Run the type engine over a repository: once, or several times so that packages of the same name do not merge.

Turns: paths → TypeRun plans → TypeRuns → one CombinedReport.
"""

import time
from collections.abc import Callable, Collection, Iterable, Mapping
from functools import cache
from pathlib import Path

import msgspec
from msgspec.structs import replace

from codeshed.model.facts.parsed_files import ParsedFile
from codeshed.model.facts.type_facts import FileTypes, SymbolsByOffset, symbols_by_name_offset
from codeshed.resolve.python.names.module_resolution import ModuleTable, folder_distance, module_table
from codeshed.types.engine_options import EngineOptions
from codeshed.types.engine_problems import EngineProblem, ProblemKind
from codeshed.types.engine_report import EngineReport
from codeshed.types.type_engine import RunningEngine, start_engine

MAX_RUNS = 8
"""How many runs a repository may need at most; files of runs beyond that get no types."""

_POLL_SECONDS = 0.01
_TOO_MANY = f"more than {MAX_RUNS} roots hold packages of the same name"


class TypeRun(msgspec.Struct, frozen=True, kw_only=True):
    """A planned run: files that need types, context files that they may import, and search roots for imports.

    With `exceeds_limit` the run exceeds the limit, and its files get no types.
    """

    paths: tuple[str, ...]
    search_roots: tuple[str, ...]
    context_paths: tuple[str, ...] = ()
    exceeds_limit: bool = False


def plan_runs(paths: tuple[str, ...]) -> tuple[TypeRun, ...]:
    """Divide files so that no run has two roots with a package of the same name."""
    table = module_table(paths)
    roots_by_name: dict[str, set[str]] = {}
    for path in paths:
        root = table.import_root_of(path)
        roots_by_name.setdefault(_first_name(path, root), set()).add(root)
    names_by_root: dict[str, set[str]] = {root: set() for root in table.roots}
    for name, roots in roots_by_name.items():
        shared = roots & names_by_root.keys()
        if len(shared) > 1:
            for root in shared:
                names_by_root[root].add(name)
    groups: list[tuple[set[str], set[str]]] = []
    for root in sorted(names_by_root):
        names = names_by_root[root]
        if names:
            group = next((each for each in groups if each[1].isdisjoint(names)), None)
            if group is None:
                group = (set(), set())
                groups.append(group)
            group[0].add(root)
            group[1].update(names)
    free = [root for root in table.roots if not names_by_root[root]]
    if not groups:
        return (TypeRun(paths=paths, search_roots=_search_roots(free)),)
    contested = [root for root in names_by_root if names_by_root[root]]
    root_by_path = {path: _home_root(path, table, contested) for path in paths}
    homeless = tuple(path for path in paths if root_by_path[path] is None)
    runs = [
        TypeRun(
            paths=tuple(path for path in paths if root_by_path[path] in roots),
            search_roots=_search_roots([*roots, *free]),
            context_paths=homeless,
        )
        for roots, _ in groups
    ]
    if homeless:
        runs.append(TypeRun(paths=homeless, search_roots=_search_roots(free)))
    return tuple(replace(run, exceeds_limit=number >= MAX_RUNS) for number, run in enumerate(runs))


def narrow_runs(runs: tuple[TypeRun, ...], targets: Collection[str]) -> tuple[TypeRun, ...]:
    """Restrict runs to some target files; their other files become context, and runs without targets are dropped."""
    wanted = frozenset(targets)
    narrowed = []
    for run in runs:
        paths = tuple(path for path in run.paths if path in wanted)
        if paths:
            others = tuple(path for path in run.paths if path not in wanted)
            narrowed.append(replace(run, paths=paths, context_paths=(*others, *run.context_paths)))
    return tuple(narrowed)


def _first_name(path: str, root: str) -> str:
    return (path[len(root) + 1 :] if root else path).split("/", 1)[0].removesuffix(".py")


def _search_roots(roots: list[str]) -> tuple[str, ...]:
    """Return roots, the innermost first. The first root that contains a file names its module, as imports do."""
    innermost_first = sorted(filter(None, roots), key=lambda root: (-root.count("/"), root))
    return (*innermost_first, ".")


def _home_root(path: str, table: ModuleTable, roots: list[str]) -> str | None:
    """Return the root that a file's imports resolve to among `roots`: its own, else the nearest if there is only one."""
    own = table.import_root_of(path)
    if own in roots:
        return own
    folder = path.rpartition("/")[0]
    distances = {root: folder_distance(folder, root) for root in roots}
    nearest = [root for root in roots if distances[root] == min(distances.values())]
    return nearest[0] if len(nearest) == 1 else None


def symbols_in_files(files: Iterable[ParsedFile]) -> SymbolsByOffset:
    """Return a function that maps a path to the symbols defined there, by the offset of each name."""
    facts_by_path = {file.path: file.facts for file in files}

    @cache
    def symbols_in(path: str) -> dict[int, str]:
        facts = facts_by_path.get(path)
        return {} if facts is None else symbols_by_name_offset(path, facts)

    return symbols_in


class TypeRuns:
    """Runs of the engine, one after another; the constructor starts the first."""

    def __init__(self, root: Path, runs: tuple[TypeRun, ...], options: EngineOptions) -> None:
        self._root = root
        self._runs = tuple(run for run in runs if not run.exceeds_limit)
        self._left_out = tuple(path for run in runs if run.exceeds_limit for path in run.paths)
        self._options = options
        self._engines: list[RunningEngine] = []
        for run in self._runs[:1]:
            self._start(run)

    def _start(self, run: TypeRun) -> None:
        visible = (*run.paths, *run.context_paths)
        self._engines.append(
            start_engine(self._root, visible, run.search_roots, self._options, targets=run.paths)
        )

    def wait(
        self, symbols_in: SymbolsByOffset, raise_if_outdated: Callable[[], None] | None = None
    ) -> "CombinedReport":
        """Return the reports of all runs; `symbols_in` gives the symbols that a file defines.

        `raise_if_outdated` is polled while an engine runs; it raises if the result is no longer wanted.
        """
        reports = []
        for number, run in enumerate(self._runs):
            if number == len(self._engines):
                self._start(run)
            while raise_if_outdated is not None and not self._engines[number].is_done():
                raise_if_outdated()
                time.sleep(_POLL_SECONDS)
            reports.append(self._engines[number].wait(symbols_in))
        return CombinedReport(tuple(reports), self._left_out)

    def close(self) -> None:
        """End all engines and remove their files."""
        for engine in self._engines:
            engine.close()


class CombinedReport:
    """The reports of several runs as one."""

    def __init__(self, reports: tuple[EngineReport, ...], left_out: tuple[str, ...]) -> None:
        self._reports = reports
        self._report_by_path = {path: report for report in reports for path in report.paths}
        self._left_out = left_out

    @property
    def engine(self) -> str:
        """The engine and its version."""
        return self._reports[0].engine if self._reports else ""

    @property
    def problems(self) -> tuple[EngineProblem, ...]:
        """The files without types, and the reasons."""
        found = [problem for report in self._reports for problem in report.problems]
        if self._left_out:
            found.append(EngineProblem(ProblemKind.TOO_MANY_ROOTS, _TOO_MANY, self._left_out))
        return tuple(found)

    def read(self, path: str, line_starts: tuple[int, ...]) -> FileTypes | None:
        """Return the types of a file."""
        report = self._report_by_path.get(path)
        return None if report is None else report.read(path, line_starts)

    def answers(self, path: str) -> Mapping[str, str]:
        """Return the full text of known types in a file, by the names of functions and fields."""
        report = self._report_by_path.get(path)
        return {} if report is None else report.answers(path)
