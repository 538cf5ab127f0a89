"""A resident engine: it stays in memory and checks incrementally, for types right after an edit.

Turns: the new texts of a few files → the types of these, and of all files whose types changed with them. The engine
watches its copy of the tree; when a file there changes, it checks the dependents again and rewrites their parts of the
report. These types are provisional: calls into modules that the engine knows by several names, and into installed packages,
are left out, and incremental checking may lose precision (type arguments of generic classes were seen to get lost).
"""

import os
import shutil
import time
from collections.abc import Collection, Mapping
from pathlib import Path
from types import TracebackType
from typing import Self

from msgspec.structs import replace

from codeshed.model.facts.type_facts import SymbolsByOffset
from codeshed.model.text.source_decoding import decode_source
from codeshed.types.engine_executable import Executable, find_executable
from codeshed.types.engine_options import EngineOptions
from codeshed.types.engine_report import PARTS, EngineReport, is_part_whole
from codeshed.types.engine_report_index import INDEX_FILE, ReportedModule, ReportIndex, read_index
from codeshed.types.engine_run import EngineRun, start_resident_run, stop_run
from codeshed.types.engine_workspace import make_workspace
from codeshed.types.scratch_folder import ScratchFolder

MAX_FAILURES = 3
"""After this many crashes or timeouts in a row, the engine is not started again."""

_POLL_SECONDS = 0.003
_MOMENT_SECONDS = 1.0
_DEFINITIONS = "definitions"
_PARTS_READ_ONCE = ("call_graphs", "type_of_expressions")


class ResidentEngine:
    """An engine over a fixed set of files. Until it is first ready, it takes as long as a full run."""

    def __init__(
        self, root: Path, paths: tuple[str, ...], search_roots: tuple[str, ...], options: EngineOptions
    ) -> None:
        self._root = root
        self._paths = tuple(sorted(set(paths)))
        self._search_roots = search_roots
        # What it says is replaced soon, and it has to be ready early: it takes as many threads as help.
        self._options = replace(options, site_package_paths=(), n_threads=0)
        self._executable = find_executable(options)
        self._scratch: ScratchFolder | None = None
        self._current_run: _ResidentRun | None = None
        self._n_failures = 0

    def __enter__(self) -> Self:
        """Return itself."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """End the engine and remove its files."""
        self.close()

    def start(self) -> None:
        """Start the engine over the files as they are now, without waiting for it.

        If it can't be started, or has failed too often, it never becomes ready.
        """
        self.close()
        if self._executable is None or self._n_failures >= MAX_FAILURES:
            return
        try:
            self._current_run = self._start_run(self._executable)
        except OSError:
            self._n_failures += 1
            self.close()
        except BaseException:
            self.close()
            raise

    def is_ready(self) -> bool:
        """Whether the engine has checked all edits that it was sent."""
        run = self._current_run
        if run is None:
            return False
        if run.is_done():
            return True
        if run.is_lost():
            self._fail()
        return False

    def covers(self, path: str) -> bool:
        """Whether a file is among those that the engine checks; files added since its start are not."""
        return self._current_run is not None and path in self._current_run.modules

    def send_edits(self, content_by_path: Mapping[str, bytes]) -> bool:
        """Send new contents of files, without waiting for types; return whether `collect` can wait for them.

        A busy engine is sent nothing before it is done, for which this waits a moment at most.
        """
        run = self._current_run
        if run is None or not all(map(self.covers, content_by_path)):
            return False
        try:
            if run.has_contents(content_by_path):
                return not run.is_lost()
            if not self._wait(run, _MOMENT_SECONDS):
                return False
            run.send_edits(content_by_path, self._options.time_limit_seconds)
        except OSError:
            self._fail()
            return False
        return True

    def collect(self, symbols_in: SymbolsByOffset, time_limit_seconds: float = 5.0) -> EngineReport | None:
        """Return a report about all files whose types changed with the edits sent.

        It can be read until the next edit is sent. None means that the engine needs longer, in which case the next report
        has these files too, or that it failed; then it is started again over the files on disk.
        """
        run = self._current_run
        if run is None:
            return None
        try:
            if not self._wait(run, time_limit_seconds):
                return None
            self._n_failures = 0
            index = run.take_new_index()
        except OSError:
            self._fail()
            return None
        engine = "" if self._executable is None else self._executable.engine
        return EngineReport(engine, symbols_in, (index,), is_provisional=True)

    def collect_first(
        self, paths: Collection[str], symbols_in: SymbolsByOffset, time_limit_seconds: float = 5.0
    ) -> EngineReport | None:
        """Return a report about edited files alone, before their dependents are checked.

        None means that the engine does not check these files, needs longer, or failed.
        """
        run = self._current_run
        if run is None or not all(map(self.covers, paths)):
            return None
        deadline = time.monotonic() + time_limit_seconds
        while not run.has_written(paths):
            if run.is_lost():
                self._fail()
            # Parts that did not change are not written again.
            is_over = self._current_run is not run or run.is_done() or time.monotonic() >= deadline
            if is_over and not run.has_written(paths):
                return None
            time.sleep(_POLL_SECONDS)
        engine = "" if self._executable is None else self._executable.engine
        return EngineReport(engine, symbols_in, (run.index_of(paths),), is_provisional=True)

    def _wait(self, run: "_ResidentRun", time_limit_seconds: float) -> bool:
        """Wait until the engine is done, and return whether it is; if its process is gone, it is started again."""
        deadline = time.monotonic() + time_limit_seconds
        while not run.is_done():
            if run.is_lost():
                self._fail()
                return False
            if time.monotonic() >= deadline:
                return False
            time.sleep(_POLL_SECONDS)
        return True

    def update(
        self,
        content_by_path: Mapping[str, bytes],
        symbols_in: SymbolsByOffset,
        time_limit_seconds: float = 5.0,
    ) -> EngineReport | None:
        """Return a report about files with new contents and all others whose types changed with them.

        None means that the engine is not ready, does not check one of the files, needs longer, or failed.
        """
        return self.collect(symbols_in, time_limit_seconds) if self.send_edits(content_by_path) else None

    def close(self) -> None:
        """End the engine and remove its files."""
        if self._current_run is not None:
            stop_run(self._current_run.run)
        if self._scratch is not None:
            self._scratch.close()
        self._current_run = self._scratch = None

    def _start_run(self, executable: Executable) -> "_ResidentRun":
        self._scratch = ScratchFolder(self._root, self._paths)
        workspace = make_workspace(
            self._scratch.path / "resident",
            self._root,
            self._paths,
            self._search_roots,
            self._options,
            has_copies=True,
        )
        run = start_resident_run(executable, workspace, self._options)
        return _ResidentRun(run, time.monotonic() + self._options.time_limit_seconds)

    def _fail(self) -> None:
        """Start again after a failure, unless there were too many."""
        self._n_failures += 1
        self.start()


class _ResidentRun:
    """A resident engine's process, and the state of its report. Times are modification times of the report's files."""

    def __init__(self, run: EngineRun, deadline: float) -> None:
        self.run = run
        self._report = run.workspace.report
        self._deadline = deadline
        self._index: ReportIndex | None = None
        self._awaited: tuple[ReportedModule, ...] | None = ()
        self._written_at = 0
        self._collected_until = 0

    @property
    def modules(self) -> dict[str, ReportedModule]:
        """The modules that the engine checks, by path."""
        return {} if self._index is None else self._index.module_by_path

    def is_lost(self) -> bool:
        """Whether the process has ended or is over its time limit."""
        return self.run.process.poll() is not None or time.monotonic() >= self._deadline

    def is_done(self) -> bool:
        """Whether the engine has checked everything and waits for edits."""
        if self._awaited is not None and self._is_written(self._awaited):
            index = read_index(self.run.workspace)
            if isinstance(index, ReportIndex):
                is_first = self._index is None
                self._index, self._awaited = index, None
                self._written_at = (self._report / INDEX_FILE).stat().st_mtime_ns
                if is_first:
                    self._collected_until = self._written_at
                    self._remove_read_parts()
        return self._awaited is None and self.run.process.poll() is None

    def _is_written(self, awaited: tuple[ReportedModule, ...]) -> bool:
        """Whether the index was written, later than the parts of all edited modules."""
        try:
            written_at = (self._report / INDEX_FILE).stat().st_mtime_ns
            checked = [
                (self._report / _DEFINITIONS / module.file).stat().st_mtime_ns
                for module in awaited
                if module.file is not None
            ]
        except OSError:
            return False
        return all(when <= written_at for when in checked)

    def send_edits(self, content_by_path: Mapping[str, bytes], time_limit_seconds: float) -> None:
        """Write new texts into the engine's copy of the tree."""
        workspace = self.run.workspace
        new = self._new_texts(content_by_path)
        if not new:
            return
        awaited = tuple(self.modules[path] for path in sorted(new))
        self._remove_outdated_parts(awaited)
        for path, text in sorted(new.items()):
            incoming = workspace.folder / "incoming"
            incoming.write_bytes(text)
            incoming.replace(workspace.source(path))
        self._awaited = awaited
        self._deadline = time.monotonic() + time_limit_seconds

    def has_contents(self, content_by_path: Mapping[str, bytes]) -> bool:
        """Whether the engine's copy of the tree has these contents already."""
        return not self._new_texts(content_by_path)

    def _new_texts(self, content_by_path: Mapping[str, bytes]) -> dict[str, bytes]:
        source = self.run.workspace.source
        texts = {path: decode_source(path, content).content for path, content in content_by_path.items()}
        return {path: text for path, text in texts.items() if source(path).read_bytes() != text}

    def _remove_outdated_parts(self, modules: tuple[ReportedModule, ...]) -> None:
        """Remove parts of the report: those already read, and those by which edited modules are seen to be checked."""
        if self._collected_until == self._written_at:
            self._remove_read_parts()
        for module in modules:
            for part in PARTS if module.file is not None else ():
                (self._report / part / str(module.file)).unlink(missing_ok=True)
        (self._report / INDEX_FILE).unlink(missing_ok=True)

    def _remove_read_parts(self) -> None:
        for part in _PARTS_READ_ONCE:
            shutil.rmtree(self._report / part, ignore_errors=True)

    def has_written(self, paths: Collection[str]) -> bool:
        """Whether the report's parts about some files are complete; older parts were removed when edits were sent."""
        files = [self.modules[path].file for path in paths]
        return all(file is not None and is_part_whole(self._report, file) for file in files)

    def index_of(self, paths: Collection[str]) -> ReportIndex:
        """Return the index, restricted to some files. Module ids stay the same while the engine runs."""
        if self._index is None:
            raise FileNotFoundError
        return replace(self._index, module_by_path={path: self.modules[path] for path in paths})

    def take_new_index(self) -> ReportIndex:
        """Return the index, restricted to files checked since the last call."""
        if self._index is None:
            raise FileNotFoundError
        with os.scandir(self._report / _DEFINITIONS) as entries:
            checked = {entry.name for entry in entries if entry.stat().st_mtime_ns > self._collected_until}
        self._collected_until = self._written_at
        again = {path: module for path, module in self.modules.items() if module.file in checked}
        return replace(self._index, module_by_path=again)
