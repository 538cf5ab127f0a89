"""The repository at another revision: its files and an index of them, from the cache or made there.

Turns: an IndexRequest for the repository and the name of a revision → Revision, whose index is complete.

Nothing is written below the user's folder. A new index begins as a copy of the nearest one, that of the working tree or of
another revision, and is brought up to date: so it costs what the difference costs, and equals an index built from nothing.
The settings are those of the working tree, and packages are those installed there, so that two revisions differ by their
code alone.
"""

from collections.abc import Iterator
from pathlib import Path

import msgspec
from msgspec.structs import replace

from codeshed.discover.git import run_git
from codeshed.discover.git_history import commit_of
from codeshed.discover.source_discovery import discover_files
from codeshed.errors import CodeshedError, GitFailedError, RevisionNotKeptError
from codeshed.model.answers.truncation import WarningRecord
from codeshed.project.index.index_refresh import refresh_index
from codeshed.project.index.index_request import IndexRequest
from codeshed.project.index.index_signature import index_signature
from codeshed.project.index.usable_index import open_usable
from codeshed.project.revisions.revision_cache import (
    Slot,
    SlotRecord,
    digest,
    find_slot,
    list_slots,
    make_slot,
    remove_slot,
    shrink,
    slot_folder,
)
from codeshed.project.revisions.revision_files import (
    RepositoryPlace,
    count_bytes,
    locate_repository,
    write_commit,
)
from codeshed.store.cache_folder import CacheFolderError
from codeshed.store.index_copy import copy_index
from codeshed.store.index_layout import read_pointer
from codeshed.types.engine_options import EngineOptions

_MAX_COMPARED = 8
"""So many revisions in the cache are looked at for the nearest one."""
_FILES_OF_EDITS = 20
"""So many files count as edited in a working tree whose commit is compared."""
_SUBMODULES = "SUBMODULES_LEFT_OUT"


class Revision(msgspec.Struct, frozen=True, kw_only=True):
    """A revision in the cache: the folder that stands for the repository's, and the folder of its index."""

    commit: str
    root: Path
    index_dir: Path
    engine: EngineOptions
    was_made: bool = False
    """Whether it was not in the cache before."""
    warnings: tuple[WarningRecord, ...] = ()


def remove_revision(index_dir: Path) -> None:
    """Remove a revision from the cache, by the folder of its index."""
    slot = find_slot(index_dir.parent)
    if slot is not None:
        remove_slot(slot)


def prepare_revision(
    request: IndexRequest, revision: str, cache: Path | None, *, max_bytes: int, is_indexed: bool = True
) -> Revision:
    """Return the repository of a request at a revision, with its index unless `is_indexed` is false."""
    place = locate_repository(request.root, revision)
    commit = commit_of(request.root, revision)
    engine = _engine(request)
    surroundings = _surroundings(request, place, engine)
    if cache is None:
        raise RevisionNotKeptError("no environment variable names a folder for caches")
    try:
        slot, was_made = _slot(request, place, commit, surroundings, cache)
    except CacheFolderError as error:
        raise RevisionNotKeptError(str(error)) from None
    except OSError as error:
        raise RevisionNotKeptError(error.strerror or str(error)) from None
    found = Revision(
        commit=commit,
        root=slot.top / place.prefix,
        index_dir=slot.index_dir,
        engine=engine,
        was_made=was_made,
        warnings=_warnings(slot.record),
    )
    if is_indexed:
        own = replace(request, root=found.root, index_dir=found.index_dir, engine=engine)
        _start_from_nearest(request, own, slot.record, cache)
        refresh_index(own)
    shrink(cache, max_bytes=max_bytes, kept=slot)
    return found


def _surroundings(request: IndexRequest, place: RepositoryPlace, engine: EngineOptions) -> str:
    return digest(
        (
            place.prefix,
            place.top.name,
            place.exclude.decode("latin-1"),
            index_signature(request.settings, request.scorer.name),
            *map(str, engine.site_package_paths),
        )
    )


def _slot(
    request: IndexRequest, place: RepositoryPlace, commit: str, surroundings: str, cache: Path
) -> tuple[Slot, bool]:
    folder = slot_folder(cache, commit, surroundings)
    found = find_slot(folder)
    if found is not None:
        return found, False
    request.progress(f"reading the files of {commit[:12]}", 0, 0)

    def make(files: Path) -> SlotRecord:
        tree = write_commit(request.root, place, commit, files / place.top.name)
        return SlotRecord(
            commit=commit,
            surroundings=surroundings,
            top_name=place.top.name,
            n_bytes=count_bytes(tree.files),
            n_submodules=len(tree.submodules),
        )

    return make_slot(folder, make), True


def _engine(request: IndexRequest) -> EngineOptions:
    """Return the engine's options with the packages that are installed in the working tree, which no commit has."""
    environments = discover_files(request.root, request.settings).environments
    installed = tuple(request.root.resolve() / path for path in environments)
    return replace(request.engine, site_package_paths=(*request.engine.site_package_paths, *installed))


def _start_from_nearest(request: IndexRequest, own: IndexRequest, wanted: SlotRecord, cache: Path) -> None:
    """Copy the index that differs least, if there is none yet; without one, the update builds it from nothing."""
    try:
        read_pointer(own.index_dir)
    except (CodeshedError, OSError):
        pass
    else:
        return
    near = sorted(_candidates(request, wanted, cache), key=lambda each: each[0])
    for _, index_dir in near:
        try:
            with open_usable(replace(request, index_dir=index_dir)) as reader:
                copy_index(reader, own.index_dir)
                return
        except (CodeshedError, OSError):
            continue


def _candidates(request: IndexRequest, wanted: SlotRecord, cache: Path) -> Iterator[tuple[int, Path]]:
    """Yield indexes to begin with, and by how many files they differ."""
    try:
        with open_usable(request) as reader:
            distance = _count_differing(request.root, reader.meta.commit, wanted.commit)
        if distance is not None:
            yield distance + _FILES_OF_EDITS, request.index_dir
    except (CodeshedError, OSError):
        pass
    slots = [
        slot
        for slot in list_slots(cache)
        if slot.record.surroundings == wanted.surroundings and slot.record.commit != wanted.commit
    ]
    for slot in slots[:_MAX_COMPARED]:
        distance = _count_differing(request.root, slot.record.commit, wanted.commit)
        if distance is not None:
            yield distance, slot.index_dir


def _count_differing(root: Path, one: str, other: str) -> int | None:
    """Return how many files differ between two commits; None if git does not know both."""
    if not one:
        return None
    try:
        answer = run_git(root, ("diff-tree", "-r", "-z", "--name-only", "--no-renames", one, other, "--"))
    except GitFailedError:
        return None
    return None if answer.code else answer.output.count(b"\0")


def _warnings(record: SlotRecord) -> tuple[WarningRecord, ...]:
    if not record.n_submodules:
        return ()
    message = f"what {record.n_submodules} submodules hold at {record.commit[:12]} is not in this repository: it is left out"
    return (WarningRecord(code=_SUBMODULES, message=message),)
