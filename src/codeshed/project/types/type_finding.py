"""The types of all files for which a change may matter.

Turns: what changed in a repository → CurrentTypes from runs of the type engine.
"""

from functools import cached_property, partial

import msgspec
from msgspec.structs import replace

from codeshed.discover.walk import Discovery
from codeshed.errors import UpdateOutdatedError
from codeshed.model.language import is_python
from codeshed.project.index.current_files import CurrentFiles
from codeshed.project.index.index_request import IndexRequest
from codeshed.project.index.inventory import Inventory
from codeshed.project.types.current_types import CurrentTypes, type_problems
from codeshed.project.types.provisional_types import TypedTree
from codeshed.project.types.stored_types import StoredTypes
from codeshed.project.types.type_runs import TypeRuns
from codeshed.project.types.type_updates import TypedProject, collect_types, update_types
from codeshed.project.types.unsettled_types import Unsettled
from codeshed.store.reading import IndexReader


class TypeFinding(msgspec.Struct, frozen=True, kw_only=True, dict=True):
    """What types depend on: the index if there is one, and the files as they are now."""

    request: IndexRequest
    reader: IndexReader | None
    discovery: Discovery
    inventory: Inventory
    files: CurrentFiles
    unsettled: Unsettled
    """What of the index's types is not final so far."""
    package_name: str

    def find(self) -> CurrentTypes:
        """Parse what changed, and find the types of all files for which that may matter."""
        inventory, request, files = self.inventory, self.request, self.files
        tree = self._tree
        engines = TypeRuns(request.root, tree.runs, tree.options) if self.reader is None else None
        self._tell_of_edits()
        stored = StoredTypes(self.reader)
        try:
            files.parse_changed(n_processes=request.n_processes, report=partial(request.progress, "reading"))
            request.progress("waiting for types", 0, 0)
            project = TypedProject(
                root=request.root,
                runs=tree.runs,
                file_at=self.files.find,
                symbols_in=self.files.symbols_in,
                options=tree.options,
                give_up_if_in_vain=self._give_up_if_outdated,
            )
            if engines is not None:
                found = collect_types(project, tree.runs, engines)
            else:
                found = update_types(project, stored, self._edited())
        finally:
            if engines is not None:
                engines.close()
        problems = type_problems(stored.problems(), found, inventory.hashes)
        return CurrentTypes(stored, found, problems, self.unsettled.after(found, inventory.hashes))

    def _edited(self) -> tuple[str, ...]:
        """Return what changed since types were final.

        Types that an engine failed to find are new to all others when they are found.
        """
        edited = {
            *filter(is_python, (*self.inventory.contents, *self.inventory.removed)),
            *self.unsettled.failed_to_try(is_asked_for=self.request.is_failed_engine_run_again),
        }
        return tuple(sorted(edited))

    def prepare_for_edits(self) -> None:
        """Let who tells provisional types know which files there are now."""
        if self.request.provisional_types is not None:
            self.request.provisional_types.prepare(self._tree)

    @cached_property
    def _tree(self) -> TypedTree:
        """The files as the type engine is to see them."""
        root, engine = self.request.root, self.request.engine
        environments = (root / path for path in self.discovery.environments)
        options = replace(
            engine,
            site_package_paths=(*engine.site_package_paths, *environments),
            package_name=self.package_name,
        )
        return TypedTree(root, tuple(filter(is_python, self.discovery.files)), options)

    def _tell_of_edits(self) -> None:
        """Let who tells provisional types know of all new contents, whoever found them."""
        contents = {path: content for path, content in self.inventory.contents.items() if is_python(path)}
        if self.request.provisional_types is not None and self.reader is not None and contents:
            self.request.provisional_types.tell(self._tree, contents)

    def _give_up_if_outdated(self) -> None:
        if self.request.is_outdated():
            raise UpdateOutdatedError
