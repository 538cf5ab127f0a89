"""Runs the type engine once over a project, and again over fewer files if it fails.

Turns: files below a root → a running engine → its report. One process checks all files: the engine is multithreaded, and
several processes would each analyse the shared imports again.
"""

import shutil
import time
from pathlib import Path
from types import TracebackType
from typing import Self

from codeshed.model.facts.type_facts import SymbolsByOffset
from codeshed.types.crash_bisection import bisect_failing_files
from codeshed.types.engine_executable import find_executable
from codeshed.types.engine_options import EngineOptions
from codeshed.types.engine_problems import EngineProblem, ProblemKind, problems_by_reason
from codeshed.types.engine_report import EngineReport
from codeshed.types.engine_report_index import ReportIndex
from codeshed.types.engine_run import TIMED_OUT, EngineRun, finish_run, start_run, stop_run
from codeshed.types.engine_workspace import make_workspace
from codeshed.types.scratch_folder import ScratchFolder

_MISSING = "the type engine is not installed: install pyrefly into the environment that Codeshed runs in"
_SALVAGED = (ProblemKind.CRASHED, ProblemKind.KILLED)
"""After these failures a run over fewer files may succeed."""


def start_engine(
    root: Path,
    paths: tuple[str, ...],
    search_roots: tuple[str, ...],
    options: EngineOptions,
    *,
    targets: tuple[str, ...] | None = None,
) -> "RunningEngine":
    """Start the engine over the files at `paths` below `root`, without waiting for it.

    `search_roots` are the folders below `root` that imports start from, `.` for the root itself. With `targets`, only these
    files are reported on; the others are read where they are imported. The result is a context manager: on exit the
    engine's processes are ended and its files removed, so read the report before.
    """
    engine = RunningEngine(root, paths, search_roots, options, targets)
    try:
        engine.start()
    except BaseException:
        engine.close()
        raise
    return engine


class RunningEngine:
    """A running engine, which owns the files of its report."""

    def __init__(
        self,
        root: Path,
        paths: tuple[str, ...],
        search_roots: tuple[str, ...],
        options: EngineOptions,
        targets: tuple[str, ...] | None = None,
    ) -> None:
        self._root = root
        self._paths = tuple(sorted(set(paths)))
        self._targets = self._paths if targets is None else tuple(sorted(set(targets) & set(paths)))
        self._search_roots = search_roots
        self._options = options
        self._executable = find_executable(options)
        self._deadline = time.monotonic() + options.time_limit_seconds
        self._scratch: ScratchFolder | None = None
        self._n_runs = 0
        self._outside_problem: EngineProblem | None = None
        self._run: EngineRun | EngineProblem | None = None
        self._report: EngineReport | None = None

    def __enter__(self) -> Self:
        """Return itself."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """End running processes and remove the files."""
        self.close()

    def start(self) -> None:
        """Start a run over all files."""
        self._run = self._start(self._paths)

    def is_done(self) -> bool:
        """Whether the first run has ended or timed out; if it failed, `wait` starts others over fewer files."""
        return (
            not isinstance(self._run, EngineRun)
            or self._run.process.poll() is not None
            or time.monotonic() >= self._deadline
        )

    def wait(self, symbols_in: SymbolsByOffset) -> EngineReport:
        """Wait for the report; that of a failed engine has its problems.

        `symbols_in` maps paths to the functions and classes there, by the offsets of their names.
        """
        if self._report is None:
            engine = "pyrefly" if self._executable is None else self._executable.engine
            self._report = EngineReport(engine, symbols_in, *self._finish_runs())
        return self._report

    def close(self) -> None:
        """End running processes and remove the files."""
        if isinstance(self._run, EngineRun):
            stop_run(self._run)
        if self._scratch is not None:
            self._scratch.close()

    def _start(self, paths: tuple[str, ...]) -> EngineRun | EngineProblem:
        if self._executable is None:
            return EngineProblem(ProblemKind.ENGINE_MISSING, _MISSING, self._targets)
        try:
            workspace = make_workspace(
                self._new_folder(),
                self._root,
                paths,
                self._search_roots,
                self._options,
                targets=self._targets,
                has_probes=True,
            )
            return start_run(self._executable, workspace, self._options)
        except OSError as error:
            reason = error.strerror or type(error).__name__
            return EngineProblem(
                ProblemKind.ENGINE_MISSING, f"the type engine can't be started: {reason}", self._targets
            )

    def _new_folder(self) -> Path:
        """Return a path for the folder of another run."""
        if self._scratch is None:
            self._scratch = ScratchFolder(self._root, self._paths)
        self._n_runs += 1
        return self._scratch.path / f"run-{self._n_runs}"

    def _finish(self) -> ReportIndex | EngineProblem:
        """Wait for the run that was started last."""
        if not isinstance(self._run, EngineRun):
            return self._run or EngineProblem(ProblemKind.ENGINE_MISSING, _MISSING, self._targets)
        result = finish_run(self._run, self._deadline)
        if isinstance(result, EngineProblem):
            shutil.rmtree(self._run.workspace.folder, ignore_errors=True)
        return result

    def _attempt(self, paths: tuple[str, ...]) -> ReportIndex | None:
        """Run over some of the files, if there is time left."""
        if time.monotonic() >= self._deadline:
            self._outside_problem = EngineProblem(ProblemKind.TIMED_OUT, TIMED_OUT)
            return None
        self._run = self._start(paths)
        result = self._finish()
        if isinstance(result, ReportIndex):
            return result
        if result.kind.is_from_outside:
            self._outside_problem = result
        return None

    def _salvage(self) -> tuple[ReportIndex, ...]:
        """Run again without the files that crash the engine: files that the targets import, or targets."""
        others = tuple(sorted(set(self._paths) - set(self._targets)))
        alone = self._attempt(self._targets) if others else None
        if alone is None:
            return tuple(bisect_failing_files(self._targets, lambda kept: self._attempt((*others, *kept))))
        return tuple(bisect_failing_files(others, lambda kept: self._attempt((*self._targets, *kept)))) or (
            alone,
        )

    def _finish_runs(self) -> tuple[tuple[ReportIndex, ...], tuple[EngineProblem, ...]]:
        """Return the indexes of all runs, and the targets without types."""
        reasons = dict(self._run.workspace.reason_by_path) if isinstance(self._run, EngineRun) else {}
        result = self._finish()
        if isinstance(result, EngineProblem) and result.kind is ProblemKind.KILLED:
            # A second run may survive.
            self._run = self._start(self._paths)
            result = self._finish()
        if isinstance(result, ReportIndex):
            return (result,), problems_by_reason(result.reason_by_path.items())
        if result.kind not in _SALVAGED:
            return (), (result, *problems_by_reason(reasons.items()))
        indexes = self._salvage()
        for index in indexes:
            reasons |= index.reason_by_path
        found = {path for index in indexes for path in index.module_by_path}
        lost = tuple(path for path in result.paths if path not in found and path not in reasons)
        cause = result if result.kind.is_from_outside else self._outside_problem or result
        in_doubt = self._targets if cause.kind.is_from_outside else ()
        crash = EngineProblem(cause.kind, cause.message, lost, cause.detail, in_doubt)
        return indexes, (crash, *problems_by_reason(reasons.items()))
