"""An engine that stays, for answers right after an edit.

Turns: the new text of a few files → what is known of them, and of all files whose types changed with them. The engine
keeps what it found out about a whole tree; told of a file that changed, it checks again what depends on that and
writes those parts of its report anew. The facts are provisional. Calls of functions in modules that the engine knows by
several names, and all that is in installed packages, are left out; and what the engine itself keeps from before an edit
may be worth less than what it would find out anew: type arguments of generic classes were seen to get lost.
"""

import os
import shutil
import time
from collections.abc import Collection, Mapping
from pathlib import Path
from types import TracebackType
from typing import Self

from msgspec.structs import replace

from codeshed.model.text.decoding import decode_source
from codeshed.model.type_facts import SymbolsIn
from codeshed.types.executable import Executable, find_executable
from codeshed.types.index import INDEX_FILE, ReportedModule, ReportIndex, read_index
from codeshed.types.options import EngineOptions
from codeshed.types.report import PARTS, EngineReport, is_part_whole
from codeshed.types.run import EngineRun, start_resident_run, stop_run
from codeshed.types.scratch import Scratch
from codeshed.types.workspace import make_workspace

MAX_FAILURES = 3
"""After this many crashes or late answers without a good one between them, the engine is not started again."""

_POLL_SECONDS = 0.003
_MOMENT_SECONDS = 1.0
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
        self._scratch: Scratch | None = None
        self._residence: _Residence | None = None
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
        """Start the engine over the files as they are now, and return at once.

        One that can't be started, or failed too often, never becomes ready.
        """
        self.close()
        if self._executable is None or self._n_failures >= MAX_FAILURES:
            return
        try:
            self._residence = self._move_in(self._executable)
        except OSError:
            self._n_failures += 1
            self.close()
        except BaseException:
            self.close()
            raise

    def is_ready(self) -> bool:
        """Whether the engine has checked all that it was told of, so that it can answer."""
        residence = self._residence
        if residence is None:
            return False
        if residence.is_done():
            return True
        if residence.is_lost():
            self._fail()
        return False

    def covers(self, path: str) -> bool:
        """Whether the engine knows a file; of one that came later it can say nothing."""
        return self._residence is not None and path in self._residence.modules

    def tell(self, content_by_path: Mapping[str, bytes]) -> bool:
        """Begin to check files with new contents; say whether a report about them can be waited for.

        An engine that is at work is told nothing new before it is done, and is waited for no longer than a moment.
        """
        residence = self._residence
        if residence is None or not all(map(self.covers, content_by_path)):
            return False
        try:
            if residence.knows(content_by_path):
                return not residence.is_lost()
            if not self._wait(residence, _MOMENT_SECONDS):
                return False
            residence.tell(content_by_path, self._options.time_limit_seconds)
        except OSError:
            self._fail()
            return False
        return True

    def collect(self, symbols_in: SymbolsIn, time_limit_seconds: float = 5.0) -> EngineReport | None:
        """Return a report about all files whose types changed with what the engine was told of.

        It can be read until the engine is told of more. None says that the engine can't tell now: it needs longer, or
        failed. What it needed longer for is in the next report. If it failed it starts again, with the files as they
        are on disk then.
        """
        residence = self._residence
        if residence is None:
            return None
        try:
            if not self._wait(residence, time_limit_seconds):
                return None
            self._n_failures = 0
            index = residence.take_news()
        except OSError:
            self._fail()
            return None
        engine = "" if self._executable is None else self._executable.engine
        return EngineReport(engine, symbols_in, (index,), is_provisional=True)

    def collect_first(
        self, paths: Collection[str], symbols_in: SymbolsIn, time_limit_seconds: float = 5.0
    ) -> EngineReport | None:
        """Return a report about files that the engine was told of alone, before it is done with all others.

        None says that it does not know them, needs longer, or failed.
        """
        residence = self._residence
        if residence is None or not all(map(self.covers, paths)):
            return None
        deadline = time.monotonic() + time_limit_seconds
        while not residence.has_written(paths):
            if residence.is_lost():
                self._fail()
            # What it knew already it does not write again.
            is_over = self._residence is not residence or residence.is_done() or time.monotonic() >= deadline
            if is_over and not residence.has_written(paths):
                return None
            time.sleep(_POLL_SECONDS)
        engine = "" if self._executable is None else self._executable.engine
        return EngineReport(engine, symbols_in, (residence.index_of(paths),), is_provisional=True)

    def _wait(self, residence: "_Residence", time_limit_seconds: float) -> bool:
        """Wait until the engine is done, and say whether it is; one that is lost is started again."""
        deadline = time.monotonic() + time_limit_seconds
        while not residence.is_done():
            if residence.is_lost():
                self._fail()
                return False
            if time.monotonic() >= deadline:
                return False
            time.sleep(_POLL_SECONDS)
        return True

    def update(
        self, content_by_path: Mapping[str, bytes], symbols_in: SymbolsIn, time_limit_seconds: float = 5.0
    ) -> EngineReport | None:
        """Return a report about files with new contents and about all others whose types changed with them.

        None says that the engine can't tell now: it is not ready, does not know one of the files, needs longer, or
        failed.
        """
        return self.collect(symbols_in, time_limit_seconds) if self.tell(content_by_path) else None

    def close(self) -> None:
        """End the engine and remove its files."""
        if self._residence is not None:
            stop_run(self._residence.run)
        if self._scratch is not None:
            self._scratch.close()
        self._residence = self._scratch = None

    def _move_in(self, executable: Executable) -> "_Residence":
        self._scratch = Scratch(self._root, self._paths)
        workspace = make_workspace(
            self._scratch.path / "resident",
            self._root,
            self._paths,
            self._search_roots,
            self._options,
            has_copies=True,
        )
        run = start_resident_run(executable, workspace, self._options)
        return _Residence(run, time.monotonic() + self._options.time_limit_seconds)

    def _fail(self) -> None:
        """Start again after a failure, unless there were too many."""
        self._n_failures += 1
        self.start()


class _Residence:
    """An engine that runs, and what it has written so far. Times are those of its files."""

    def __init__(self, run: EngineRun, deadline: float) -> None:
        self.run = run
        self._report = run.workspace.report
        self._deadline = deadline
        self._index: ReportIndex | None = None
        self._awaited: tuple[ReportedModule, ...] | None = ()
        self._written_at = 0
        self._told_until = 0

    @property
    def modules(self) -> dict[str, ReportedModule]:
        """The modules that the engine checks, by path."""
        return {} if self._index is None else self._index.module_by_path

    def is_lost(self) -> bool:
        """Whether nothing more is to be expected."""
        return self.run.process.poll() is not None or time.monotonic() >= self._deadline

    def is_done(self) -> bool:
        """Whether the engine waits for something to change."""
        if self._awaited is not None and self._is_written(self._awaited):
            index = read_index(self.run.workspace)
            if isinstance(index, ReportIndex):
                is_first = self._index is None
                self._index, self._awaited = index, None
                self._written_at = (self._report / INDEX_FILE).stat().st_mtime_ns
                if is_first:
                    self._told_until = self._written_at
                    self._forget_places()
        return self._awaited is None and self.run.process.poll() is None

    def _is_written(self, awaited: tuple[ReportedModule, ...]) -> bool:
        """Whether the index was written, and after the modules that were to be checked."""
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

    def tell(self, content_by_path: Mapping[str, bytes], time_limit_seconds: float) -> None:
        """Put new texts in place of those that the engine knows."""
        workspace = self.run.workspace
        new = self._new_texts(content_by_path)
        if not new:
            return
        awaited = tuple(self.modules[path] for path in sorted(new))
        self._forget(awaited)
        for path, text in sorted(new.items()):
            incoming = workspace.folder / "incoming"
            incoming.write_bytes(text)
            incoming.replace(workspace.source(path))
        self._awaited = awaited
        self._deadline = time.monotonic() + time_limit_seconds

    def knows(self, content_by_path: Mapping[str, bytes]) -> bool:
        """Whether the engine has been told of contents of files that it checks, or has had them from the start."""
        return not self._new_texts(content_by_path)

    def _new_texts(self, content_by_path: Mapping[str, bytes]) -> dict[str, bytes]:
        source = self.run.workspace.source
        texts = {path: decode_source(path, content).content for path, content in content_by_path.items()}
        return {path: text for path, text in texts.items() if source(path).read_bytes() != text}

    def _forget(self, modules: tuple[ReportedModule, ...]) -> None:
        """Remove what has been read of the report, and what would tell that some modules have been checked."""
        if self._told_until == self._written_at:
            self._forget_places()
        for module in modules:
            for part in PARTS if module.file is not None else ():
                (self._report / part / str(module.file)).unlink(missing_ok=True)
        (self._report / INDEX_FILE).unlink(missing_ok=True)

    def _forget_places(self) -> None:
        for part in _READ_ONCE:
            shutil.rmtree(self._report / part, ignore_errors=True)

    def has_written(self, paths: Collection[str]) -> bool:
        """Whether all that the report says of some files is there, and was written after these were told of."""
        files = [self.modules[path].file for path in paths]
        return all(file is not None and is_part_whole(self._report, file) for file in files)

    def index_of(self, paths: Collection[str]) -> ReportIndex:
        """Return the index of some files. What they say of others is in numbers that stay the same while it runs."""
        if self._index is None:
            raise FileNotFoundError
        return replace(self._index, module_by_path={path: self.modules[path] for path in paths})

    def take_news(self) -> ReportIndex:
        """Return the index of what the engine has checked since it was asked last."""
        if self._index is None:
            raise FileNotFoundError
        with os.scandir(self._report / _DEFINITIONS) as entries:
            checked = {entry.name for entry in entries if entry.stat().st_mtime_ns > self._told_until}
        self._told_until = self._written_at
        again = {path: module for path, module in self.modules.items() if module.file in checked}
        return replace(self._index, module_by_path=again)
