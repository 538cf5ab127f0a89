"""The third stage of the pipeline: find the types of all files that a change may affect.

Turns: CurrentTree + parsed files → CurrentTypes, from runs of the type engine.

A first index needs the types of all files, so the engine starts before parsing and runs meanwhile. After an edit, the
engine runs only over the affected files, which are known once the edited files are parsed.
"""

from collections.abc import Callable
from functools import cached_property
from types import TracebackType
from typing import Self

import msgspec
from msgspec.structs import replace

from codeshed.errors import UpdateOutdatedError
from codeshed.model.languages.language import is_python
from codeshed.model.progress_callback import Progress, ignore_progress
from codeshed.project.index.current_files import CurrentFiles
from codeshed.project.index.current_tree import CurrentTree
from codeshed.project.index.index_before import IndexBefore
from codeshed.project.types.current_types import CurrentTypes, merge_type_problems
from codeshed.project.types.provisional_types import ProvisionalTypeSource, TypedTree
from codeshed.project.types.stored_types import StoredTypes
from codeshed.project.types.type_runs import TypeRuns
from codeshed.project.types.type_updates import TypedProject, collect_types, update_types
from codeshed.types.engine_options import EngineOptions


class TypeFinder(msgspec.Struct, kw_only=True, dict=True):
    """Finds the types for one update. Leaving its block ends an engine that still runs."""

    tree: CurrentTree
    before: IndexBefore
    engine: EngineOptions
    progress: Progress = ignore_progress
    provisional_types: ProvisionalTypeSource | None = None
    """A source of types right after an edit: it gets new contents at first, and the new list of files at the end."""
    is_failed_engine_run_again: bool = False
    is_outdated: Callable[[], bool] = lambda: False

    def __enter__(self) -> Self:
        """Start the engine for a first index, or submit the edits to the source of provisional types."""
        if self.before.reader is None:
            self._running = TypeRuns(self.tree.root, self._typed_tree.runs, self._typed_tree.options)
        elif self.provisional_types is not None and (contents := self._edited_contents()):
            self.provisional_types.submit(self._typed_tree, contents)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """End what still runs."""
        if self._running is not None:
            self._running.close()
            # What it reported is read, and resolving needs the memory.
            self._running = None

    _running: TypeRuns | None = None

    def find(self, files: CurrentFiles) -> CurrentTypes:
        """Find the types of all files that a change may affect; changed files must be parsed already."""
        self.progress("waiting for types", 0, 0)
        stored = StoredTypes(self.before.reader)
        project = TypedProject(
            root=self.tree.root,
            runs=self._typed_tree.runs,
            file_at=files.find_python_file,
            symbols_in=files.symbols_in,
            options=self._typed_tree.options,
            raise_if_outdated=self._raise_if_outdated,
        )
        if self._running is not None:
            found = collect_types(project, project.runs, self._running)
        else:
            found = update_types(project, stored, self._edited_paths())
        hashes = self.tree.inventory.hashes
        problems = merge_type_problems(stored.problems(), found, hashes)
        return CurrentTypes(stored, found, problems, self.before.unsettled.after_engine_run(found, hashes))

    def prepare_for_edits(self) -> None:
        """Prepare the source of provisional types for edits of the files that there are now."""
        if self.provisional_types is not None:
            self.provisional_types.prepare(self._typed_tree)

    def _edited_paths(self) -> tuple[str, ...]:
        """Return the files that changed since types were final.

        Files for which the engine failed count as changed: their types will be new to the files that import them.
        """
        inventory = self.tree.inventory
        edited = {
            *filter(is_python, (*inventory.changed_contents, *inventory.removed)),
            *self.before.unsettled.failed_to_retry(is_asked_for=self.is_failed_engine_run_again),
        }
        return tuple(sorted(edited))

    def _edited_contents(self) -> dict[str, bytes]:
        return {
            path: content for path, content in self.tree.inventory.changed_contents.items() if is_python(path)
        }

    @cached_property
    def _typed_tree(self) -> TypedTree:
        """The files and options for the type engine."""
        discovery = self.tree.discovery
        environments = (self.tree.root / path for path in discovery.environments)
        options = replace(
            self.engine,
            site_package_paths=(*self.engine.site_package_paths, *environments),
            package_name=self.tree.package_name,
        )
        return TypedTree(self.tree.root, tuple(filter(is_python, discovery.files)), options)

    def _raise_if_outdated(self) -> None:
        if self.is_outdated():
            raise UpdateOutdatedError
