"""The pipeline: discover, parse, find types, resolve, link, write. The first index and every update run it.

Turns: a repository and its index → the index as building it anew would make it. `_run_stages` shows the whole flow.
"""

import contextlib
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import msgspec
from msgspec.structs import replace

from codeshed.discover.source_discovery import Discovery
from codeshed.errors import (
    FileChangedError,
    StoreDamagedError,
    UnreadableGraphError,
    UnreadablePartError,
    UpdateOutdatedError,
)
from codeshed.graph.answers.graph_figures import count_edges
from codeshed.graph.data.code_graph import CodeGraph
from codeshed.model.answers.truncation import WarningRecord, cap_warnings
from codeshed.project.index.current_files import CurrentFiles, make_file_record
from codeshed.project.index.current_tree import CurrentTree, discover_tree
from codeshed.project.index.file_inventory import MANIFESTS, encode_manifest_hashes, tree_hash
from codeshed.project.index.garbage_collection import without_garbage_collection
from codeshed.project.index.generated_files import GENERATED_MARKS, encode_marks
from codeshed.project.index.generic_resolution_state import ChangedGenericResolution, write_generic_resolution
from codeshed.project.index.graph_parts import link_parts, make_parts, merge_entry_points, write_parts
from codeshed.project.index.index_before import IndexBefore, open_reader, read_before
from codeshed.project.index.index_request import IndexOutcome, IndexRequest
from codeshed.project.index.index_signature import index_signature
from codeshed.project.index.memory_limit import MemoryCeiling
from codeshed.project.index.omitted_files import OMISSIONS, encode_omissions, omission_warnings
from codeshed.project.index.pack_prefetch import PackPrefetch
from codeshed.project.index.resolve_stage import resolve_other_languages, resolve_python
from codeshed.project.index.stored_resolution import PROVISIONAL_DOCUMENTS, write_resolution
from codeshed.project.index.unjudged_documentation import unjudged_warnings, write_unjudged
from codeshed.project.scoring.judged_documentation import judge_documents
from codeshed.project.types.current_types import CurrentTypes, no_types
from codeshed.project.types.stored_types import write_types
from codeshed.project.types.unsettled_types import UnsettledTypes, count_quick_updates, write_unsettled
from codeshed.resolve.python.incremental.resolved_files import ResolutionUpdate
from codeshed.store.graph_file import write_graph
from codeshed.store.index_change import IndexChange
from codeshed.store.index_lock import IndexLock, LockHolder, lock_index
from codeshed.store.index_records import IndexMeta, TypesState
from codeshed.store.index_writing import checkpoint_long_log, rebuild_index, update_index

if TYPE_CHECKING:
    from codeshed.project.types.type_finding import TypeFinder

_MAX_ATTEMPTS = 3
"""A file that changes during this many attempts is written to all the time."""


def bring_up_to_date(
    request: IndexRequest, discovery: Discovery | None = None, ahead: PackPrefetch | None = None
) -> IndexOutcome:
    """Update the index of a repository, or build it; the result equals that of a new build.

    `discovery` is a file listing that the caller just made; it is dropped if the lock had to be waited for. `ahead` is a
    prefetch that the caller has started.
    """
    waits: list[LockHolder] = []

    def wait(holder: LockHolder) -> None:
        waits.append(holder)
        request.on_wait(holder)

    with lock_index(request.index_dir, "updating", wait_seconds=request.wait_seconds, on_wait=wait) as lock:
        reader, rebuild_reason = open_reader(request)
        attempt = _Attempt(request=request, lock=lock, discovery=None if waits else discovery, ahead=ahead)
        try:
            return _update(attempt, read_before(reader, rebuild_reason))
        except (StoreDamagedError, UnreadablePartError, UnreadableGraphError) as error:
            if reader is None:
                raise
            reader.close()
            return _update(attempt, read_before(None, error.message))
        finally:
            if reader is not None:
                reader.close()
                checkpoint_long_log(lock)


class _Attempt(msgspec.Struct, frozen=True, kw_only=True):
    """The request, the lock that is held, and what the caller found or prefetched already."""

    request: IndexRequest
    lock: IndexLock
    discovery: Discovery | None
    ahead: PackPrefetch | None


def _update(attempt: _Attempt, before: IndexBefore) -> IndexOutcome:
    """Run the stages, and again if a file changed while they ran: nothing has been written by then."""
    for _ in range(_MAX_ATTEMPTS - 1):
        with contextlib.suppress(FileChangedError), without_garbage_collection():
            return _run_stages(attempt, before)
        attempt = replace(attempt, discovery=None)
    with without_garbage_collection():
        return _run_stages(attempt, before)


def _run_stages(attempt: _Attempt, before: IndexBefore) -> IndexOutcome:
    """Discover, parse, find types, resolve, link, write."""
    request, progress = attempt.request, attempt.request.progress
    tree = discover_tree(
        request.root, request.settings, before, progress=progress, discovery=attempt.discovery
    )
    finder = _type_finder(request, before, tree)
    if _is_up_to_date(request, before, tree):
        _write_times(attempt.lock, before, tree)
        return _finish(request, before, tree, finder, before.unsettled)

    ceiling = MemoryCeiling(request.settings.max_memory_bytes, len(tree.inventory.hashes))
    files = CurrentFiles(request.root, tree.inventory, request.cache, before.resolution, ceiling)
    with finder or contextlib.nullcontext():
        files.parse_changed(n_processes=request.n_processes, progress=progress)
        types = no_types() if finder is None else finder.find(files)
    _raise_if_outdated(request)
    if before.reader is not None and not tree.has_changes and types.has_failed_as_before:
        _write_engine_failures(attempt.lock, request, before, types.unsettled)
        return _finish(request, before, tree, finder, types.unsettled, n_failed=types.n_failed)

    ahead = attempt.ahead or PackPrefetch(request.index_dir)
    python = resolve_python(before, tree, files, types, ceiling=ceiling, progress=progress)
    others = resolve_other_languages(before, tree, files, progress=progress)
    _raise_if_outdated(request)
    documents = python.documents.joined_with(others.documents)
    removed = (*python.removed, *others.removed)
    judged = judge_documents(request.scorer, documents.values(), files, progress)
    replaced = frozenset((*documents, *removed))

    with _changed_index(attempt.lock, before) as change:
        progress("writing", 0, 0)
        _write_resolved(change, before=before, tree=tree, types=types, python=python, others=others)
        parts = make_parts(
            before.reader,
            ahead.packs(before.reader),
            documents,
            removed,
            files,
            scorer=judged.scorer,
            external_signatures=types.external_signatures,
        )
        write_parts(parts, change)
        losses = unjudged_warnings(before.reader, judged, replaced)
        write_unjudged(judged, replaced, change)
        entry_points = merge_entry_points(
            before.reader, python.entry_points, others, frozenset(tree.other_paths())
        )
        n_resolved = len(python.documents) + len(others.resolved)
        # Linking needs the memory, and these are written.
        del python, others, documents
        files.forget_facts()

        progress("linking", 0, 0)
        graph = link_parts(
            parts, entry_points, request.settings.common_names, documentation_scorer=judged.scorer.name
        )
        graph = replace(graph, warnings=cap_warnings((*losses, *graph.warnings)))
        _write_graph(change, request=request, tree=tree, files=files, unsettled=types.unsettled, graph=graph)
    return _finish(
        request,
        before,
        tree,
        finder,
        types.unsettled,
        n_resolved=n_resolved,
        n_failed=types.n_failed,
        warnings=ceiling.warnings(),
    )


def _type_finder(request: IndexRequest, before: IndexBefore, tree: CurrentTree) -> "TypeFinder | None":
    """Return the type finder if the settings want types; the code that runs the engine is loaded only then."""
    if request.settings.types != "on":
        return None
    from codeshed.project.types.type_finding import TypeFinder

    return TypeFinder(
        tree=tree,
        before=before,
        engine=request.engine,
        progress=request.progress,
        provisional_types=request.provisional_types,
        is_failed_engine_run_again=request.retries_failed_engine,
        is_outdated=request.is_outdated,
    )


def _is_up_to_date(request: IndexRequest, before: IndexBefore, tree: CurrentTree) -> bool:
    """Whether no file changed and no types are unsettled."""
    if before.reader is None or tree.has_changes:
        return False
    return not before.unsettled.needs_engine_run(is_asked_for=request.retries_failed_engine)


def _raise_if_outdated(request: IndexRequest) -> None:
    if request.is_outdated():
        raise UpdateOutdatedError


@contextmanager
def _changed_index(lock: IndexLock, before: IndexBefore) -> Iterator[IndexChange]:
    with (rebuild_index if before.reader is None else update_index)(lock) as change:
        yield change


def _write_resolved(
    change: IndexChange,
    *,
    before: IndexBefore,
    tree: CurrentTree,
    types: CurrentTypes,
    python: ResolutionUpdate,
    others: ChangedGenericResolution,
) -> None:
    """Write the state that the next update starts from."""
    change.remove_parts(PROVISIONAL_DOCUMENTS, before.unsettled.provisional)
    write_resolution(python, change)
    write_generic_resolution(others, change)
    write_types(types.update, types.problems, tree.inventory.removed, change)
    write_unsettled(types.unsettled, change)
    change.put_shared(MANIFESTS, encode_manifest_hashes(tree.manifests))
    change.put_shared(GENERATED_MARKS, encode_marks(tree.inventory.marks))
    change.put_shared(OMISSIONS, encode_omissions(tree.omissions))


def _write_graph(
    change: IndexChange,
    *,
    request: IndexRequest,
    tree: CurrentTree,
    files: CurrentFiles,
    unsettled: UnsettledTypes,
    graph: CodeGraph,
) -> None:
    """Write the graph and the file records, and commit this revision."""
    inventory = tree.inventory
    losses = omission_warnings(tree.discovery, inventory.unreadable, tree.manifests)
    graph = replace(graph, warnings=cap_warnings((*losses, *graph.warnings)))
    change.remove_files(inventory.removed)
    change.put_files(
        make_file_record(inventory.stats[path], inventory.hashes[path], files)
        for path in (*inventory.changed_contents, *inventory.touched)
    )
    change.put_graph(lambda path: write_graph(graph, path))
    counts = {"files": tree.count_files(), "nodes": len(graph.nodes), "edges": count_edges(graph)}
    change.commit(
        IndexMeta(
            signature=index_signature(request.settings, request.scorer.name),
            tree_hash=tree_hash(inventory.hashes),
            commit=tree.commit,
            types=_types_state(request, unsettled),
            counts=tuple(sorted(counts.items())),
            built_at=tree.walked_at,
        )
    )


def _write_engine_failures(
    lock: IndexLock, request: IndexRequest, before: IndexBefore, unsettled: UnsettledTypes
) -> None:
    """Write how often the engine failed; nothing else is new."""
    if before.reader is None:
        return
    with update_index(lock) as change:
        write_unsettled(unsettled, change)
        change.commit(replace(before.reader.meta, types=_types_state(request, unsettled)))


def _write_times(lock: IndexLock, before: IndexBefore, tree: CurrentTree) -> None:
    """Write the commit and the new times of files that were only touched, so that the next update need not read them."""
    inventory, reader = tree.inventory, before.reader
    if reader is None or not (inventory.touched or inventory.n_racy or tree.commit != reader.meta.commit):
        return
    record_by_path = {record.path: record for record in reader.files}
    with update_index(lock) as change:
        change.put_files(
            replace(
                record_by_path[path],
                mtime_ns=inventory.stats[path].mtime_ns,
                ctime_ns=inventory.stats[path].ctime_ns,
                inode=inventory.stats[path].inode,
            )
            for path in inventory.touched
        )
        change.commit(replace(reader.meta, built_at=tree.walked_at, commit=tree.commit))


def _types_state(request: IndexRequest, unsettled: UnsettledTypes) -> TypesState:
    return unsettled.state if request.settings.types == "on" else TypesState.OFF


def _finish(
    request: IndexRequest,
    before: IndexBefore,
    tree: CurrentTree,
    finder: "TypeFinder | None",
    unsettled: UnsettledTypes,
    *,
    n_resolved: int = 0,
    n_failed: int = 0,
    warnings: tuple[WarningRecord, ...] = (),
) -> IndexOutcome:
    """Prepare for the next edits, and return what was done; `unsettled` are the types that are not final now."""
    if finder is not None:
        finder.prepare_for_edits()
    return IndexOutcome(
        types=_types_state(request, unsettled),
        n_failed=n_failed,
        n_settled=len({*before.unsettled.paths} - {*unsettled.paths}),
        n_files=tree.count_files(),
        n_changed=len(tree.inventory.changed_contents)
        - count_quick_updates(before.reader, before.unsettled, tree.inventory),
        n_removed=len(tree.inventory.removed),
        n_resolved=n_resolved,
        rebuild_reason=before.rebuild_reason,
        warnings=warnings,
    )
