"""An engine that stays, for answers right after an edit.

Turns: the new text of a few files → what is known of them, and of all files whose types changed with them. The engine
keeps what it found out about a whole tree; told of a file that changed, it checks again what depends on that and
writes those parts of its report anew. So the facts are those of a full run, but for calls of functions in modules that
it knows by several names, and in installed packages, which it does not see. It is called provisional all the same,
since the engine's own bookkeeping is trusted.
"""

import os
import shutil
import tempfile
import time
from collections.abc import Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from types import TracebackType
from typing import Self

from codeshed.model.text.decoding import decode_source
from codeshed.model.type_facts import SymbolsIn
from codeshed.types.executable import find_executable
from codeshed.types.index import INDEX_FILE, ReportedModule, ReportIndex, read_index
from codeshed.types.options import EngineOptions
from codeshed.types.report import EngineReport
from codeshed.types.run import EngineRun, start_resident_run, stop_run
from codeshed.types.scratch import scratch_parent
from codeshed.types.workspace import Workspace, make_workspace

MAX_FAILURES = 3
"""After this many crashes or late answers without a good one between them, the engine is not started again."""

_POLL_SECONDS = 0.003
_DEFINITIONS = "definitions"
_READ_ONCE = ("call_graphs", "type_of_expressions")


class ResidentEngine:
    """An engine over the files of a root. It needs as long as a full run until it is ready; files must not come or go."""

    def __init__(
        self, root: Path, paths: tuple[str, ...], search_roots: tuple[str, ...], options: EngineOptions
    ) -> None:
        self._root = root
        self._paths = tuple(sorted(set(paths)))
        self._search_roots = search_roots
        self._options = replace(options, site_package_paths=())
        self._executable = find_executable(options)
        self._folder: tempfile.TemporaryDirectory[str] | None = None
        self._run: EngineRun | None = None
        self._index: ReportIndex | None = None
        self._written_at = self._seen_until = 0
        self._n_failures = 0

    def __enter__(self) -> Self:
        """Stay as long as answers are wanted."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """End the engine and remove its files."""
        self.close()

    def start(self) -> None:
        """Start the engine over the files as they are now, and return at once; one that can't be started stays silent."""
        self.close()
        if self._executable is None or self._n_failures >= MAX_FAILURES:
            return
        try:
            self._folder = tempfile.TemporaryDirectory(
                prefix="codeshed-types-",
                dir=scratch_parent(self._root, self._paths),
                ignore_cleanup_errors=True,
            )
            workspace = make_workspace(
                Path(self._folder.name).resolve() / "resident",
                self._root,
                self._paths,
                self._search_roots,
                self._options,
                has_copies=True,
            )
            self._run = start_resident_run(self._executable, workspace, self._options)
        except OSError:
            self._n_failures += 1
            self.close()

    def is_ready(self) -> bool:
        """Whether the engine has seen all files, so that it can answer."""
        if self._run is None:
            return False
        if self._run.process.poll() is not None:
            self._fail()
            return False
        if self._index is None and self._take_index(self._run, ()):
            _clear_report(self._run.workspace, ())
        return self._index is not None

    def covers(self, path: str) -> bool:
        """Whether the engine knows a file; of one that came later it can say nothing."""
        return self._index is not None and path in self._index.module_by_path

    def update(
        self, content_by_path: Mapping[str, bytes], symbols_in: SymbolsIn, time_limit_seconds: float = 5.0
    ) -> EngineReport | None:
        """Return a report about files with new contents and about all others whose types changed with them.

        It can be read until the next update. None says that the engine can't tell: it is not ready, does not know one
        of the files, or failed. If it failed it starts again, with the files as they are on disk then.
        """
        if not self.is_ready() or not all(map(self.covers, content_by_path)):
            return None
        run, index = self._run, self._index
        if run is None or index is None:
            return None
        try:
            texts = _new_texts(run.workspace, content_by_path)
            _clear_report(run.workspace, [index.module_by_path[path] for path in texts])
            for path, text in texts.items():
                incoming = run.workspace.folder / "incoming"
                incoming.write_bytes(text)
                incoming.replace(run.workspace.source(path))
            if not self._wait(run, tuple(texts), time.monotonic() + time_limit_seconds):
                self._fail()
                return None
            self._n_failures = 0
            return self._report(run, symbols_in)
        except OSError:
            self._fail()
            return None

    def close(self) -> None:
        """End the engine and remove its files."""
        if self._run is not None:
            stop_run(self._run)
        if self._folder is not None:
            self._folder.cleanup()
        self._run = self._folder = self._index = None

    def _fail(self) -> None:
        """Start again after a failure, unless there were too many."""
        self._n_failures += 1
        self.start()

    def _wait(self, run: EngineRun, changed: tuple[str, ...], deadline: float) -> bool:
        """Wait until the engine has checked all changed files; return whether it has."""
        while changed and not self._take_index(run, changed):
            if time.monotonic() >= deadline or run.process.poll() is not None:
                return False
            time.sleep(_POLL_SECONDS)
        return True

    def _take_index(self, run: EngineRun, changed: tuple[str, ...]) -> bool:
        """Read the index of the report, if it has been written since all changed files were checked."""
        report = run.workspace.report
        modules = {} if self._index is None else self._index.module_by_path
        try:
            written_at = (report / INDEX_FILE).stat().st_mtime_ns
            for path in changed:
                if (report / _DEFINITIONS / (modules[path].file or "")).stat().st_mtime_ns > written_at:
                    return False
        except OSError:
            return False
        index = read_index(run.workspace)
        if not isinstance(index, ReportIndex):
            return False
        self._index, self._seen_until, self._written_at = index, self._written_at, written_at
        return True

    def _report(self, run: EngineRun, symbols_in: SymbolsIn) -> EngineReport:
        """Return the report about the files that the engine checked again."""
        with os.scandir(run.workspace.report / _DEFINITIONS) as entries:
            checked = {entry.name for entry in entries if entry.stat().st_mtime_ns > self._seen_until}
        modules = {} if self._index is None else self._index.module_by_path
        again = {path: module for path, module in modules.items() if module.file in checked}
        indexes = () if self._index is None else (replace(self._index, module_by_path=again),)
        engine = "" if self._executable is None else self._executable.engine
        return EngineReport(engine, symbols_in, indexes, is_provisional=True)


def _new_texts(workspace: Workspace, content_by_path: Mapping[str, bytes]) -> dict[str, bytes]:
    """Return the texts that the engine has not seen."""
    texts = {path: decode_source(path, content).content for path, content in content_by_path.items()}
    return {path: text for path, text in sorted(texts.items()) if workspace.source(path).read_bytes() != text}


def _clear_report(workspace: Workspace, modules: Iterable[ReportedModule]) -> None:
    """Remove what has been read, and what tells that some modules have been checked."""
    for part in _READ_ONCE:
        shutil.rmtree(workspace.report / part, ignore_errors=True)
    for module in modules:
        (workspace.report / _DEFINITIONS / (module.file or "")).unlink(missing_ok=True)
    (workspace.report / INDEX_FILE).unlink(missing_ok=True)
