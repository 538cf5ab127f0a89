"""The fourth stage of the pipeline: name resolution and value flow, for Python and for other languages.

Turns: CurrentTree + CurrentFiles + CurrentTypes → ResolutionUpdate (Python) and ChangedGenericResolution (the rest). Only
files that an edit affects are resolved again. The resolver of other languages is loaded only if such files changed.
"""

from codeshed.build.untyped_files import NO_TYPES
from codeshed.model.progress_callback import Progress
from codeshed.model.semantic import Problem
from codeshed.project.index.current_files import CurrentFiles
from codeshed.project.index.current_tree import CurrentTree
from codeshed.project.index.generic_resolution_state import ChangedGenericResolution, generic_project_state
from codeshed.project.index.index_before import IndexBefore
from codeshed.project.index.memory_limit import MemoryCeiling
from codeshed.project.types.current_types import CurrentTypes
from codeshed.resolve.python.incremental.incremental_resolution import update_resolution
from codeshed.resolve.python.incremental.project_state import OpenedFile, ProjectState
from codeshed.resolve.python.incremental.resolved_files import ResolutionUpdate
from codeshed.types.file_types_encoding import decode_types


def resolve_python(
    before: IndexBefore,
    tree: CurrentTree,
    files: CurrentFiles,
    types: CurrentTypes,
    *,
    ceiling: MemoryCeiling,
    progress: Progress,
) -> ResolutionUpdate:
    """Resolve the Python files that an edit affects, by names, types and value flow."""

    def open_file(path: str) -> OpenedFile:
        file = files.python_file(path)
        found = types.encoded_types(path)
        problem = types.problems.get(path)
        return OpenedFile(
            content=file.content,
            content_hash=file.content_hash,
            facts=file.facts,
            interface=file.interface,
            types=None if found is None else decode_types(found),
            types_key=types.types_key(path),
            problems=() if problem is None else (Problem(code=NO_TYPES, message=problem),),
        )

    progress("following values", 0, 0)
    state = ProjectState(
        paths=tree.python_paths(),
        changed=_changed_python(before, tree, types),
        read_interface=files.interface,
        open_file=open_file,
        forget_file=files.forget_file,
        is_full=ceiling.is_full,
        report=progress,
        manifests=tree.manifests,
        has_new_manifests=tree.has_new_manifests,
        package_name=tree.package_name,
    )
    return update_resolution(before.resolution, state)


def _changed_python(before: IndexBefore, tree: CurrentTree, types: CurrentTypes) -> tuple[str, ...]:
    """Return the Python files whose text or types changed."""
    known = frozenset(before.resolution.paths())
    paths = frozenset(tree.python_paths())
    changed = {path for path in tree.inventory.changed_contents if path in paths}
    for path in types.update.types_by_path:
        if path in paths and (
            path not in known or types.types_key(path) != before.resolution.file(path).types_key
        ):
            changed.add(path)
    return tuple(sorted(changed))


def resolve_other_languages(
    before: IndexBefore, tree: CurrentTree, files: CurrentFiles, *, progress: Progress
) -> ChangedGenericResolution:
    """Resolve the files of other languages that an edit affects."""
    state = generic_project_state(tree.inventory, tree.manifests, has_new_manifests=tree.has_new_manifests)
    if not state.has_changes:
        return ChangedGenericResolution()
    from codeshed.project.index.generic_incremental_resolution import update_generic_resolution

    return update_generic_resolution(before.reader, state, files, progress)
