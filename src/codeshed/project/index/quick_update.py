"""The quick update: edits of a few files appear in the graph at once; the files that depend on them follow later.

Turns: an index + edited files and what is known of their types → the index with a patched graph, marked as provisional.

A quick update changes only what answers read: the graph, and documents for `export`. The state that full updates start
from stays as the last full update left it. So the next full update sees all edits since then and makes what a new build
would make, however many quick updates came between.
"""

import contextlib
import os
import stat
from collections.abc import Collection, Mapping
from pathlib import Path
from typing import Protocol

import msgspec
from msgspec.structs import replace

from codeshed.build.size import preload_tokenizer
from codeshed.discover.checked_out_commit import checked_out_commit
from codeshed.discover.file_reading import read_bytes
from codeshed.discover.survey import FileStat
from codeshed.errors import (
    FileChangedError,
    StoreDamagedError,
    UnreadableGraphError,
    UnreadablePartError,
)
from codeshed.graph.answers.graph_figures import count_edges
from codeshed.graph.data.code_graph import CodeGraph
from codeshed.graph.editing.patch import patch_graph
from codeshed.model.background_task import BackgroundTask
from codeshed.model.semantic import Document, VariableKind
from codeshed.model.size_units import DEFAULT_SIZE_FUNCTION
from codeshed.model.symbol_ids import content_hash
from codeshed.project.index.current_files import CurrentFiles, make_file_record
from codeshed.project.index.file_inventory import Inventory, root_package_name, tree_hash
from codeshed.project.index.garbage_collection import without_garbage_collection
from codeshed.project.index.generated_files import read_stored_marks
from codeshed.project.index.index_request import IndexOutcome, IndexRequest
from codeshed.project.index.memory_limit import MemoryCeiling
from codeshed.project.index.partial_linking import PartialLinker
from codeshed.project.index.stored_resolution import PROVISIONAL_DOCUMENTS, OutlineCache, StoredResolution
from codeshed.project.index.usable_index import UNUSABLE, open_usable
from codeshed.project.scoring.judged_documentation import judge_documents
from codeshed.project.types.stored_types import TYPES
from codeshed.project.types.unsettled_types import UnsettledTypes, read_unsettled, write_unsettled
from codeshed.resolve.python.incremental.incremental_resolution import update_resolution
from codeshed.resolve.python.incremental.project_state import OpenedFile, ProjectState
from codeshed.store.graph_file import open_graph, write_graph
from codeshed.store.index_lock import IndexLock, lock_index
from codeshed.store.index_reading import IndexReader
from codeshed.store.index_records import TypesState
from codeshed.store.index_writing import checkpoint_long_log, update_index
from codeshed.types.file_types_encoding import decode_types

MAX_EDITED_FILES = 20
"""If more files were edited since the last full update, another full update runs instead."""

_UNREADABLE = (FileChangedError, StoreDamagedError, UnreadableGraphError, UnreadablePartError)


class Edits(msgspec.Struct, frozen=True, kw_only=True):
    """All files edited since the last full update, as they are now; `new` are those that no quick update showed yet."""

    contents: dict[str, bytes]
    stats: dict[str, FileStat]
    new: tuple[str, ...]


class EditTypes(Protocol):
    """A source of types for a quick update."""

    def begin(self, edits: Edits) -> bool:
        """Start to find the types of edits, which are parsed meanwhile; return False if none will be known."""

    def find(
        self, reader: IndexReader, edits: Edits, unsettled: UnsettledTypes, files: CurrentFiles
    ) -> dict[str, bytes | None] | None:
        """Return the types of all files to resolve, None for a file without any. Return None if no quick update is possible."""


class NoEditTypes:
    """No types: edits are resolved by names and value flow alone."""

    def begin(self, edits: Edits) -> bool:
        """Do nothing; a quick update is possible."""
        del edits
        return True

    def find(
        self, reader: IndexReader, edits: Edits, unsettled: UnsettledTypes, files: CurrentFiles
    ) -> dict[str, bytes | None] | None:
        """Return no types for the edited files, or None if other files have provisional ones, which would be lost."""
        del reader, files
        return dict.fromkeys(edits.contents) if edits.contents.keys() >= {*unsettled.provisional} else None


class QuickUpdater:
    """Makes quick updates, one after another; it keeps decoded outlines between them."""

    def __init__(self, types: EditTypes) -> None:
        self._types = types
        self._outlines = OutlineCache()

    def update(self, request: IndexRequest, paths: tuple[str, ...]) -> IndexOutcome | None:
        """Make a quick update for edits of some files if one is possible; else do nothing and return None.

        Without paths, edits that are shown already are applied to the provisional types of other files.
        """
        with (
            lock_index(
                request.index_dir, "updating", wait_seconds=request.wait_seconds, on_wait=request.on_wait
            ) as lock,
            contextlib.suppress(*UNUSABLE, *_UNREADABLE),
        ):
            with open_usable(request) as reader, without_garbage_collection():
                done = self._update(request, lock, reader, paths)
            checkpoint_long_log(lock)
            return done
        return None

    def _update(
        self, request: IndexRequest, lock: IndexLock, reader: IndexReader, paths: tuple[str, ...]
    ) -> IndexOutcome | None:
        unsettled = read_unsettled(reader)
        old = StoredResolution(reader, self._outlines)
        edits = _find_edits(request.root, reader, unsettled, paths)
        if (
            edits is None
            or bool(edits.new) != bool(paths)
            or not _is_possible(request, reader, unsettled, edits)
            or not frozenset(old.paths()).issuperset(edits.contents)
            or not self._types.begin(edits)
        ):
            return None
        preload_tokenizer(DEFAULT_SIZE_FUNCTION)
        inventory = _inventory(reader, edits)
        files = CurrentFiles(
            request.root,
            inventory,
            request.cache,
            old,
            MemoryCeiling(request.settings.max_memory_bytes, len(inventory.hashes)),
        )
        # Meanwhile the source looks for types.
        graph = _open_graph(reader)
        neighbourhood = PartialLinker(reader, graph)
        documents_before = {path: old.document(path) for path in edits.contents}
        prefetch = BackgroundTask(lambda: neighbourhood.prefetch_used_parts(documents_before))
        try:
            files.parse_changed(n_processes=1, progress=request.progress)
        finally:
            prefetch.wait()
        prefetch.result()
        old.outlines()
        found = self._types.find(reader, edits, unsettled, files)
        if found is None:
            return None
        package = root_package_name(request.root, inventory.hashes)
        documents = update_resolution(old, _project_state(old, files, found, reader, package)).documents
        if any(_restores_removed_symbols(old, document) for document in documents.values()):
            return None
        # An edit is shown at once: no program runs for it, and the full update judges what has no judgement yet.
        judged = judge_documents(replace(request.scorer, command=()), documents.values(), files)
        linked = neighbourhood.link_documents(documents, files, judged.scorer, request.settings.common_names)
        patched = patch_graph(_without_warnings_of(graph, documents.keys()), linked, documents.keys())
        unsettled = unsettled.with_quick_update(edited=edits.new, typed=found)
        with update_index(lock) as change:
            change.put_parts(PROVISIONAL_DOCUMENTS, documents.iter_packed())
            write_unsettled(unsettled, change)
            change.put_files(
                make_file_record(edits.stats[path], inventory.hashes[path], files) for path in edits.contents
            )
            change.put_graph(lambda path: write_graph(patched, path))
            change.commit(
                replace(
                    reader.meta,
                    tree_hash=tree_hash(inventory.hashes),
                    types=TypesState.PROVISIONAL,
                    counts=_counts(reader, patched),
                )
            )
        return IndexOutcome(
            types=TypesState.PROVISIONAL,
            n_files=dict(reader.meta.counts).get("files", len(reader.files)),
            n_changed=len(edits.new),
            n_removed=0,
            n_resolved=len(documents),
            rebuild_reason="",
        )


def _find_edits(
    root: Path, reader: IndexReader, unsettled: UnsettledTypes, paths: tuple[str, ...]
) -> Edits | None:
    """Read the edited files; None if there are none, too many, or one was added, removed or is unreadable."""
    wanted = sorted({*paths, *unsettled.edited})
    if len(wanted) > MAX_EDITED_FILES:
        return None
    hashes = {record.path: record.content_hash for record in reader.files}
    contents, stats, new = {}, {}, []
    for path in wanted:
        status = _file_stat(root, path)
        content = read_bytes(root, path)
        if status is None or not isinstance(content, bytes) or path not in hashes:
            return None
        stats[path], contents[path] = status, content
        if content_hash(content) != hashes[path]:
            new.append(path)
    return Edits(contents=contents, stats=stats, new=tuple(new)) if wanted else None


def _file_stat(root: Path, path: str) -> FileStat | None:
    try:
        status = os.lstat(root / path)
    except OSError:
        return None
    if not stat.S_ISREG(status.st_mode):
        return None
    return FileStat(
        path=path,
        n_bytes=status.st_size,
        mtime_ns=status.st_mtime_ns,
        ctime_ns=status.st_ctime_ns,
        inode=status.st_ino,
    )


def _is_possible(request: IndexRequest, reader: IndexReader, unsettled: UnsettledTypes, edits: Edits) -> bool:
    return (
        not unsettled.failed
        and reader.meta.types is not TypesState.INCOMPLETE
        and reader.graph_path is not None
        and reader.meta.commit == checked_out_commit(request.root)
        and max(map(len, edits.contents.values())) <= request.settings.max_file_bytes
    )


def _open_graph(reader: IndexReader) -> CodeGraph:
    if reader.graph_path is None:
        raise StoreDamagedError(str(reader.index_dir), "it has no graph")
    return open_graph(reader.graph_path)


def _restores_removed_symbols(old: StoredResolution, now: Document) -> bool:
    """Whether an edit restores a symbol that an earlier quick update removed from the graph.

    The edges of other files to it were removed too, and only a full update can restore them.
    """
    lost = _visible_symbols(old.document(now.path)) - _visible_symbols(old.displayed_document(now.path))
    return bool(lost) and not lost.isdisjoint(_visible_symbols(now))


def _visible_symbols(document: Document) -> set[str]:
    """Return the symbols of a file that other files can refer to."""
    return {
        each.symbol_id
        for each in document.definitions
        if each.details.variable_kind not in {VariableKind.LOCAL, VariableKind.PARAMETER}
    }


def _without_warnings_of(graph: CodeGraph, paths: Collection[str]) -> CodeGraph:
    """Drop the warnings about the old texts of some files: such a warning begins with the path."""
    begins = tuple(f"{path}{behind}" for path in paths for behind in (":", " "))
    return replace(
        graph, warnings=tuple(each for each in graph.warnings if not each.message.startswith(begins))
    )


def _inventory(reader: IndexReader, edits: Edits) -> Inventory:
    """Return the files of the index, with the edited ones as they are now."""
    hashes = {record.path: record.content_hash for record in reader.files}
    hashes |= {path: content_hash(content) for path, content in edits.contents.items()}
    return Inventory(
        stats=edits.stats,
        changed_contents=edits.contents,
        hashes=hashes,
        removed=(),
        touched=(),
        marks=read_stored_marks(reader),
        n_racy=0,
        unreadable=(),
    )


def _project_state(
    old: StoredResolution,
    files: CurrentFiles,
    types_by_path: Mapping[str, bytes | None],
    reader: IndexReader,
    package_name: str,
) -> ProjectState:
    def open_file(path: str) -> OpenedFile:
        file = files.python_file(path)
        types = types_by_path[path] if path in types_by_path else reader.read_part(TYPES, path)
        return OpenedFile(
            content=file.content,
            content_hash=file.content_hash,
            facts=file.facts,
            interface=file.interface,
            types=None if types is None else decode_types(types),
        )

    return ProjectState(
        paths=old.paths(),
        changed=tuple(sorted(types_by_path)),
        read_interface=files.interface,
        open_file=open_file,
        forget_file=files.forget_file,
        has_new_manifests=False,
        package_name=package_name,
        is_alone=True,
    )


def _counts(reader: IndexReader, graph: CodeGraph) -> tuple[tuple[str, int], ...]:
    now = {**dict(reader.meta.counts), "nodes": len(graph.nodes), "edges": count_edges(graph)}
    return tuple(sorted(now.items()))
