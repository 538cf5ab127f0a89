"""Bringing the index of a repository up to date, on one screen: what changed is read, typed, resolved and linked.

Turns: a repository and its index → the index as building it anew would make it.
"""

import contextlib
import time
from functools import cached_property
from typing import TYPE_CHECKING

import msgspec
from msgspec.structs import replace

from codeshed.build.untyped_files import NO_TYPES
from codeshed.discover.commit import checked_out_commit
from codeshed.discover.walk import Discovery, walk
from codeshed.errors import (
    FileChangedError,
    NothingToIndexError,
    StoreDamagedError,
    UnreadableGraphError,
    UnreadablePartError,
    UpdateOutdatedError,
)
from codeshed.graph.answers.graph_figures import count_edges
from codeshed.graph.data.code_graph import CodeGraph
from codeshed.model.language import is_python
from codeshed.model.limits import cap_warnings
from codeshed.model.semantic import Problem
from codeshed.project.index.current_files import STUB_SUFFIX, CurrentFiles
from codeshed.project.index.file_records import file_record
from codeshed.project.index.garbage_collection import without_collector
from codeshed.project.index.generated_files import MARKS, encode_marks, read_marks
from codeshed.project.index.generic_state import ChangedCode, code_state, write_code
from codeshed.project.index.graph_parts import current_entry_points, link_parts, make_parts, write_parts
from codeshed.project.index.index_request import IndexOutcome, IndexRequest
from codeshed.project.index.index_signature import index_signature
from codeshed.project.index.inventory import (
    MANIFESTS,
    Inventory,
    manifests_key,
    name_of_package,
    read_manifests,
    take_inventory,
    tree_hash,
)
from codeshed.project.index.memory_limit import MemoryCeiling
from codeshed.project.index.omitted_files import (
    LOSSES,
    Losses,
    encode_losses,
    find_losses,
    read_losses,
    tree_warnings,
)
from codeshed.project.index.prefetch import ReadAhead
from codeshed.project.index.stored_resolution import PROVISIONAL_DOCUMENTS, StoredResolution, write_resolution
from codeshed.project.index.update_start import UpdateStart, open_start
from codeshed.project.types.current_types import CurrentTypes
from codeshed.project.types.no_types import NoTypes
from codeshed.project.types.stored_types import write_types
from codeshed.project.types.unsettled_types import Unsettled, count_shown, read_unsettled, write_unsettled
from codeshed.resolve.python.incremental.incremental_resolution import update
from codeshed.resolve.python.incremental.project_state import OpenedFile, ProjectState
from codeshed.resolve.python.incremental.resolved_files import RememberedProject, Resolution
from codeshed.store.change import IndexChange
from codeshed.store.graph_file import write_graph
from codeshed.store.lock import IndexLock, LockHolder, lock_index
from codeshed.store.reading import IndexReader
from codeshed.store.records import FileRecord, IndexMeta, TypesState
from codeshed.store.writing import rebuild_index, shorten_log, update_index
from codeshed.types.encoding import decode_types

if TYPE_CHECKING:
    from codeshed.project.types.type_finding import TypeFinding

_MAX_ATTEMPTS = 3
"""A file that changes in the midst of this many runs is being written all the time."""


def bring_up_to_date(
    request: IndexRequest, discovery: Discovery | None = None, ahead: ReadAhead | None = None
) -> IndexOutcome:
    """Make the index of a repository what building it anew would make it.

    `discovery` is what was just found in the repository, if somebody looked already; it is of no use after a wait.
    `ahead` is what somebody who knows that there are changes began to read.
    """
    waits: list[LockHolder] = []

    def wait(holder: LockHolder) -> None:
        waits.append(holder)
        request.on_wait(holder)

    with lock_index(request.index_dir, "updating", wait_seconds=request.wait_seconds, on_wait=wait) as lock:
        start = open_start(request, None if waits else discovery, ahead)
        try:
            return _update(request, lock, start)
        except (StoreDamagedError, UnreadablePartError, UnreadableGraphError) as error:
            if start.reader is None:
                raise
            start.reader.close()
            return _update(request, lock, replace(start, reader=None, reason=error.message))
        finally:
            if start.reader is not None:
                start.reader.close()
                shorten_log(lock)


def _update(request: IndexRequest, lock: IndexLock, start: UpdateStart) -> IndexOutcome:
    """Update once, or again with the files as they are then if one changed meanwhile: nothing was written yet."""
    for _ in range(_MAX_ATTEMPTS - 1):
        with contextlib.suppress(FileChangedError), without_collector():
            return _Updating(request, lock, start).run()
        start = replace(start, discovery=None)
    with without_collector():
        return _Updating(request, lock, start).run()


class _Updating:
    """One update, step by step."""

    def __init__(self, request: IndexRequest, lock: IndexLock, start: UpdateStart) -> None:
        self._request = request
        self._lock = lock
        self._start = start
        self._reader = start.reader
        self._root = request.root
        self._began_at = int(time.time())

    @cached_property
    def _old(self) -> Resolution:
        return RememberedProject() if self._reader is None else StoredResolution(self._reader)

    @cached_property
    def _discovery(self) -> Discovery:
        if self._start.discovery is not None:
            return self._start.discovery
        self._request.progress("looking for files", 0, 0)
        return walk(self._root, self._request.settings)

    @cached_property
    def _inventory(self) -> Inventory:
        records = () if self._reader is None else self._settled_records(self._reader)
        built_at = 0 if self._reader is None else self._reader.meta.built_at
        return take_inventory(self._root, self._discovery, records, built_at, read_marks(self._reader))

    def _settled_records(self, reader: IndexReader) -> tuple[FileRecord, ...]:
        """Return what the index says of its files, those that were only shown as edited so far as they were before."""
        shown = frozenset(self._unsettled.edited)
        return tuple(
            replace(record, content_hash=self._old.file(record.path).content_hash, inode=0)
            if record.path in shown
            else record
            for record in reader.files
        )

    @cached_property
    def _manifests(self) -> dict[str, bytes]:
        """Files such as `pyproject.toml`, which say what a package offers."""
        return read_manifests(self._root, self._discovery)

    @cached_property
    def _has_new_manifests(self) -> bool:
        reader = self._reader
        return reader is None or reader.read_shared(MANIFESTS) != manifests_key(self._manifests)

    @property
    def _has_changes(self) -> bool:
        return (
            self._inventory.has_changes
            or self._has_new_manifests
            or self._losses != read_losses(self._reader)
        )

    @cached_property
    def _losses(self) -> Losses:
        return find_losses(self._discovery, self._inventory.unreadable)

    @cached_property
    def _commit(self) -> str:
        return checked_out_commit(self._root)

    @cached_property
    def _codes(self) -> tuple[str, ...]:
        """The paths of all Python code, without stubs."""
        return tuple(
            path for path in self._inventory.hashes if is_python(path) and not path.endswith(STUB_SUFFIX)
        )

    @cached_property
    def _others(self) -> tuple[str, ...]:
        """The paths of all code in other languages."""
        return tuple(path for path in self._inventory.hashes if not is_python(path))

    @cached_property
    def _files(self) -> CurrentFiles:
        return CurrentFiles(self._root, self._inventory, self._request.cache, self._old, self._ceiling)

    @cached_property
    def _ceiling(self) -> MemoryCeiling:
        return MemoryCeiling(self._request.settings.max_memory_bytes, len(self._inventory.hashes))

    @cached_property
    def _package_name(self) -> str:
        return name_of_package(self._root, self._inventory.hashes)

    @cached_property
    def _unsettled(self) -> Unsettled:
        """What of the index's types is not final so far."""
        return read_unsettled(self._reader)

    @property
    def _is_to_be_settled(self) -> bool:
        request = self._request
        return self._unsettled.is_to_be_settled(is_asked_for=request.is_failed_engine_run_again)

    @cached_property
    def _types(self) -> "TypeFinding | NoTypes":
        """Who finds types; what runs the engine is loaded only if it may run."""
        if self._request.settings.types != "on":
            return NoTypes(request=self._request, files=self._files)
        from codeshed.project.types.type_finding import TypeFinding

        return TypeFinding(
            request=self._request,
            reader=self._reader,
            discovery=self._discovery,
            inventory=self._inventory,
            files=self._files,
            unsettled=self._unsettled,
            package_name=self._package_name,
        )

    def run(self) -> IndexOutcome:
        """Do what is to be done."""
        inventory = self._inventory
        if not self._codes and not self._others:
            raise NothingToIndexError(str(self._root))
        if self._reader is not None and not self._has_changes and not self._is_to_be_settled:
            if inventory.touched or inventory.n_doubtful or self._commit != self._reader.meta.commit:
                self._write_times(self._reader)
            self._types.prepare_for_edits()
            return self._outcome(0, self._unsettled)
        types = self._types.find()
        self._give_up_if_outdated()
        if self._reader is not None and not self._has_changes and types.has_failed_as_before:
            self._write_unsettled(self._reader, types.unsettled)
            self._types.prepare_for_edits()
            return self._outcome(0, types.unsettled, len(types.update.paths_to_try_again))
        ahead = self._start.ahead or ReadAhead(self._request.index_dir)
        changed = update(self._old, self._state(types))
        code = self._changed_code()
        self._give_up_if_outdated()
        with (rebuild_index if self._reader is None else update_index)(self._lock) as change:
            # What is written needs no memory any more when the graph is made.
            self._request.progress("writing", 0, 0)
            change.remove_parts(PROVISIONAL_DOCUMENTS, self._unsettled.provisional)
            write_resolution(changed, change)
            write_code(code, change)
            write_types(types.update, types.problems, inventory.removed, change)
            write_unsettled(types.unsettled, change)
            change.put_shared(MANIFESTS, manifests_key(self._manifests))
            change.put_shared(MARKS, encode_marks(inventory.marks))
            change.put_shared(LOSSES, encode_losses(self._losses))
            parts = make_parts(
                self._reader,
                ahead.packs(self._reader),
                changed.documents.joined_with(code.documents),
                (*changed.removed, *code.removed),
                self._files,
            )
            write_parts(parts, change)
            n_resolved = len(changed.documents) + len(code.resolved)
            entry_points = current_entry_points(
                self._reader, changed.entry_points, code, frozenset(self._others)
            )
            del changed, code
            self._files.forget_facts()
            self._request.progress("linking", 0, 0)
            graph = link_parts(parts, entry_points, self._request.settings.common_names)
            losses = tree_warnings(self._discovery, inventory.unreadable, self._manifests)
            graph = replace(graph, warnings=cap_warnings((*losses, *graph.warnings)))
            self._finish(change, graph, types.unsettled)
        self._types.prepare_for_edits()
        return self._outcome(n_resolved, types.unsettled, len(types.update.paths_to_try_again))

    def _outcome(self, n_resolved: int, unsettled: Unsettled, n_failed: int = 0) -> IndexOutcome:
        return IndexOutcome(
            types=self._types_state(unsettled),
            n_failed=n_failed,
            n_settled=len({*self._unsettled.paths} - {*unsettled.paths}),
            n_files=len(self._codes) + len(self._others),
            n_changed=len(self._inventory.contents)
            - count_shown(self._reader, self._unsettled, self._inventory),
            n_removed=len(self._inventory.removed),
            n_resolved=n_resolved,
            rebuilt_because=self._start.reason,
            warnings=self._ceiling.warnings(),
        )

    def _changed_code(self) -> ChangedCode:
        """Resolve files of other languages; what does so is loaded only when some changed."""
        state = code_state(self._inventory, self._manifests, has_new_manifests=self._has_new_manifests)
        if not state.has_changes:
            return ChangedCode()
        from codeshed.project.index.generic_update import update_code

        return update_code(self._reader, state, self._files, self._request.progress)

    def _give_up_if_outdated(self) -> None:
        if self._request.is_outdated():
            raise UpdateOutdatedError

    def _state(self, types: CurrentTypes) -> ProjectState:
        self._request.progress("following values", 0, 0)
        known = frozenset(self._old.paths())
        codes = frozenset(self._codes)
        changed = {path for path in self._inventory.contents if path in codes}
        for path in types.update.types_by_path:
            if path in codes and (path not in known or types.key(path) != self._old.file(path).types_key):
                changed.add(path)
        return ProjectState(
            paths=self._codes,
            changed=tuple(sorted(changed)),
            read_interface=self._files.interface,
            open_file=lambda path: self._open(path, types),
            forget_file=self._files.forget,
            is_full=self._ceiling.is_full,
            report=self._request.progress,
            manifests=self._manifests,
            has_new_manifests=self._has_new_manifests,
            package_name=self._package_name,
        )

    def _open(self, path: str, types: CurrentTypes) -> OpenedFile:
        file = self._files.get(path)
        found = types.of(path)
        problem = types.problems.get(path)
        return OpenedFile(
            content=file.content,
            content_hash=file.content_hash,
            facts=file.facts,
            interface=file.interface,
            types=None if found is None else decode_types(found),
            types_key=types.key(path),
            problems=() if problem is None else (Problem(code=NO_TYPES, message=problem),),
        )

    def _finish(self, change: IndexChange, graph: CodeGraph, unsettled: Unsettled) -> None:
        inventory = self._inventory
        change.remove_files(inventory.removed)
        change.put_files(
            file_record(inventory.stats[path], inventory.hashes[path], self._files)
            for path in (*inventory.contents, *inventory.touched)
        )
        change.put_graph(lambda path: write_graph(graph, path))
        change.commit(self._meta(graph, unsettled))

    def _write_unsettled(self, reader: IndexReader, unsettled: Unsettled) -> None:
        """Keep how often the engine failed; nothing else is new."""
        with update_index(self._lock) as change:
            write_unsettled(unsettled, change)
            change.commit(replace(reader.meta, types=self._types_state(unsettled)))

    def _write_times(self, reader: IndexReader) -> None:
        """Keep the commit, and when files were looked at last, so that they need not be read again."""
        record_by_path = {record.path: record for record in reader.files}
        with update_index(self._lock) as change:
            change.put_files(
                msgspec.structs.replace(
                    record_by_path[path],
                    mtime_ns=self._inventory.stats[path].mtime_ns,
                    ctime_ns=self._inventory.stats[path].ctime_ns,
                    inode=self._inventory.stats[path].inode,
                )
                for path in self._inventory.touched
            )
            change.commit(msgspec.structs.replace(reader.meta, built_at=self._began_at, commit=self._commit))

    def _types_state(self, unsettled: Unsettled) -> TypesState:
        if self._request.settings.types != "on":
            return TypesState.OFF
        return unsettled.state

    def _meta(self, graph: CodeGraph, unsettled: Unsettled) -> IndexMeta:
        settings = self._request.settings
        return IndexMeta(
            signature=index_signature(settings),
            tree_hash=tree_hash(self._inventory.hashes),
            commit=self._commit,
            types=self._types_state(unsettled),
            counts=tuple(
                sorted(
                    {
                        "files": len(self._codes) + len(self._others),
                        "nodes": len(graph.nodes),
                        "edges": count_edges(graph),
                    }.items()
                )
            ),
            built_at=self._began_at,
        )
