"""Provisional types from a resident type engine: a process that keeps the project in memory.

Turns: the files of a repository and their new contents → reports of the engine. There is one engine at a time. If a
repository needs several runs, because of packages of the same name, the engine serves the run whose files were edited
last, and before any edit the largest one.
"""

from collections.abc import Collection, Iterable, Mapping
from pathlib import Path
from types import TracebackType
from typing import Self

from codeshed.discover.file_reading import read_bytes
from codeshed.model.facts.type_facts import SymbolsByOffset
from codeshed.project.types.provisional_types import TypedTree
from codeshed.project.types.type_runs import TypeRun
from codeshed.types.engine_report import EngineReport
from codeshed.types.resident_engine import ResidentEngine


class ResidentTypes:
    """A source of provisional types; leaving its block ends the engine."""

    def __init__(self) -> None:
        self._engine: ResidentEngine | None = None
        self._tree: TypedTree | None = None
        self._run: TypeRun | None = None
        self._edited: tuple[str, ...] = ()
        self._unsubmitted: dict[str, bytes] = {}
        self.n_started = 0
        """How many engines have been started so far."""

    def __enter__(self) -> Self:
        """Do nothing; `prepare` starts the engine."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """End the engine."""
        self.close()

    def close(self) -> None:
        """End the engine and forget what it was for."""
        if self._engine is not None:
            self._engine.close()
        self._engine = self._tree = self._run = None
        self._unsubmitted = {}

    def is_ready(self) -> bool:
        """Whether the next edit can have provisional types; this call restarts an engine that failed."""
        return self._engine is not None and self._engine.is_ready()

    @property
    def sees_all(self) -> bool:
        """Whether there are no installed packages: a resident engine does not see these."""
        return self._tree is not None and not self._tree.options.site_package_paths

    def prepare(self, tree: TypedTree) -> None:
        """Start an engine for the files of a tree, unless one runs for it, and return at once."""
        run = _run_with(tree, self._edited) or _run_with(tree, ())
        if tree == self._tree and run == self._run:
            return
        self.close()
        self._tree, self._run = tree, run
        if run is not None:
            self._engine = ResidentEngine(
                tree.root, (*run.paths, *run.context_paths), run.search_roots, tree.options
            )
            self._engine.start()
            self.n_started += 1

    def submit_early(self, root: Path, paths: Iterable[str]) -> None:
        """Submit files that are known to have changed early, while an update still looks for other changes.

        When the update submits them, the engine is at work already. Files that the engine does not cover are skipped.
        """
        if self._engine is None or self._unsubmitted or not self._engine.is_ready():
            return
        found = {path: read_bytes(root, path) for path in paths if self._engine.covers(path)}
        self._engine.send_edits(
            {path: content for path, content in found.items() if isinstance(content, bytes)}
        )

    def submit(self, tree: TypedTree, contents: Mapping[str, bytes]) -> bool:
        """Submit new contents of files; return whether a report about them will come soon."""
        self._edited = tuple(contents)
        if self._engine is None or tree != self._tree:
            return False
        self._unsubmitted |= contents
        if not (self._engine.is_ready() or all(map(self._engine.covers, contents))):
            return False
        covered = {path: content for path, content in self._unsubmitted.items() if self._engine.covers(path)}
        if not self._engine.send_edits(covered):
            return False
        self._unsubmitted = {}
        return covered.keys() >= contents.keys() and self._run == _run_with(tree, contents)

    def submit_edits(self, contents: Mapping[str, bytes]) -> bool:
        """Submit new contents of files of the tree that the engine runs for."""
        return self._tree is not None and self.submit(self._tree, contents)

    def find_edited(self, paths: Collection[str], symbols_in: SymbolsByOffset) -> EngineReport | None:
        """Return a report about submitted files, before the engine is done with those that use them."""
        return None if self._engine is None else self._engine.collect_first(paths, symbols_in)

    def find(self, symbols_in: SymbolsByOffset) -> EngineReport | None:
        """Return a report about submitted files and those that use them, or None if the engine needs longer or failed."""
        return None if self._engine is None else self._engine.collect(symbols_in)


def _run_with(tree: TypedTree, paths: Iterable[str]) -> TypeRun | None:
    """Return the largest run that covers all of some files."""
    wanted = frozenset(paths)
    runs = [run for run in tree.runs if not run.exceeds_limit and wanted.issubset(run.paths)]
    return max(runs, key=lambda run: len(run.paths), default=None)
