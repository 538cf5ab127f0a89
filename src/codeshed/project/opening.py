"""Opening the index of a repository for an answer: fresh where that is cheap, and honest where it is not.

Turns: an IndexRequest → OpenIndex. The tree is compared with the index before each answer; small changes are brought
in first, and what is not brought in is named in a warning.
"""

import enum
from collections.abc import Callable

import msgspec
from msgspec.structs import replace

from codeshed.discover.commit import checked_out_commit
from codeshed.discover.files import read_bytes
from codeshed.discover.left_out import Reason
from codeshed.discover.walk import Discovery, walk
from codeshed.errors import (
    CodeshedError,
    FileChangedError,
    IndexLockedError,
    IndexMissingError,
    IndexUnavailableError,
    StoreDamagedError,
    UnreadableGraphError,
)
from codeshed.graph.code_graph import CodeGraph
from codeshed.model.identity import content_hash
from codeshed.model.limits import WarningRecord, cap_warnings
from codeshed.project.inventory import (
    MANIFESTS,
    changed_manifests,
    count_altered,
    find_suspects,
    read_manifests,
)
from codeshed.project.losses import differing_losses, find_losses, read_losses
from codeshed.project.marks import marks_in, read_marks
from codeshed.project.request import IndexOutcome, IndexRequest
from codeshed.project.unsettled import is_settled, unsettled_warnings
from codeshed.project.usable_index import UNUSABLE, open_usable
from codeshed.store.graph_file import open_graph
from codeshed.store.reading import IndexReader, open_index

_MAX_NAMED = 3
_MAX_DOUBTFUL = 20
_MAX_READ = 1000
"""So many files are read to find out whether they changed; of more it is enough to know that their times did."""


class Refresh(enum.StrEnum):
    """Whether an answer brings the index up to date first."""

    AUTO = "auto"
    QUICK = "quick"
    """As auto, but a few edited files are only shown, by names and values alone: all that rests on them follows later."""
    ALWAYS = "always"
    NEVER = "never"


class OpenIndex(msgspec.Struct, frozen=True, kw_only=True):
    """One revision of an index, with its graph. `stale_paths` differ from it and were not brought in."""

    reader: IndexReader
    graph: CodeGraph
    stale_paths: tuple[str, ...] = ()
    outcome: IndexOutcome | None = None
    """What was done to bring it up to date, if anything was."""


def open_repository(
    request: IndexRequest,
    refresh: Refresh = Refresh.AUTO,
    *,
    tell: Callable[[str], None] = lambda _: None,
    is_for_few: bool = False,
) -> OpenIndex:
    """Open the index of a repository, and build it if there is none; `tell` is told what is worth a sentence.

    `is_for_few` says that a few symbols of its graph will be looked at, and not all of it.
    """
    return _with_graph(request, _revision(request, refresh, tell), is_for_few=is_for_few)


class _Revision(msgspec.Struct, frozen=True):
    """One revision of an index, which paths differ from it, and what was done to make it."""

    reader: IndexReader
    stale: tuple[str, ...] = ()
    outcome: IndexOutcome | None = None


def _revision(request: IndexRequest, refresh: Refresh, tell: Callable[[str], None]) -> _Revision:
    """Return the revision that is to answer, after what has to be done for it."""
    try:
        reader = open_usable(request)
    except UNUSABLE as error:
        if refresh is Refresh.NEVER:
            raise
        if not isinstance(error, IndexMissingError):
            tell(f"the index is built again: {error.message}")
        return _opened(request, _bring_up_to_date(request))
    discovery = walk(request.root, request.settings)
    if refresh is Refresh.NEVER:
        return _Revision(reader, _differing_paths(request, reader, discovery))
    is_small = count_altered(discovery, reader.files) <= request.settings.refresh_max_files
    is_good_enough = (
        (refresh is Refresh.QUICK or is_settled(reader))
        and _is_current(request, reader, discovery)
        and _has_same_surroundings(request, reader, discovery)
    )
    if is_good_enough or (refresh is not Refresh.ALWAYS and not is_small):
        return _Revision(reader, _differing_paths(request, reader, discovery))
    edited = _edited_paths(request, reader, discovery) if refresh is Refresh.QUICK else ()
    reader.close()
    hasty = replace(request, wait_seconds=request.wait_seconds if refresh is Refresh.ALWAYS else 0)
    try:
        outcome = (_show(hasty, edited) if edited else None) or _bring_up_to_date(hasty, discovery)
    except (IndexLockedError, FileChangedError, IndexUnavailableError) as error:
        if refresh is Refresh.ALWAYS:
            raise
        reader = open_index(request.index_dir)
        # Who holds the lock may have brought in all changes already, and be at work on their types.
        changed = _differing_paths(request, reader, discovery)
        if changed:
            tell(f"the index could not be brought up to date: {error.message} ({error.hint})")
        return _Revision(reader, changed)
    return _opened(request, outcome)


def refresh_index(request: IndexRequest) -> IndexOutcome:
    """Bring an index up to date; one that is so is left alone, at the cost of a look at the tree."""
    discovery = None
    if not request.is_new_wanted:
        try:
            with open_usable(request) as reader:
                discovery = walk(request.root, request.settings)
                is_same = reader.meta.commit == checked_out_commit(request.root)
                if (
                    is_same
                    and _is_current(request, reader, discovery)
                    and is_settled(reader, is_asked_for=True)
                    and _has_same_surroundings(request, reader, discovery)
                ):
                    n_files = dict(reader.meta.counts).get("files", len(reader.files))
                    return IndexOutcome(
                        n_files=n_files,
                        n_changed=0,
                        n_removed=0,
                        n_resolved=0,
                        rebuilt_because="",
                        types=reader.meta.types,
                    )
        except UNUSABLE:
            pass
    return _bring_up_to_date(replace(request, is_failed_engine_run_again=True), discovery)


def _bring_up_to_date(request: IndexRequest, discovery: Discovery | None = None) -> IndexOutcome:
    """What builds an index is loaded only when one is built: most answers find it as it should be."""
    # First all that is to be loaded, then the thread: the two would wait for each other.
    from codeshed.project.read_ahead import ReadAhead
    from codeshed.project.updating import bring_up_to_date

    return bring_up_to_date(request, discovery, ReadAhead(request.index_dir))


def _show(request: IndexRequest, paths: tuple[str, ...]) -> IndexOutcome | None:
    """Show edits by themselves, if that can be done."""
    from codeshed.project.shown_edits import EditsShown, NoTypesOfEdits

    return EditsShown(NoTypesOfEdits()).show(request, paths)


def _edited_paths(request: IndexRequest, reader: IndexReader, discovery: Discovery) -> tuple[str, ...]:
    """Return the files that changed, if nothing else did that concerns others: none came, went or decides of others."""
    if not _has_same_surroundings(request, reader, discovery):
        return ()
    known = {record.path for record in reader.files}
    changed = _changed_paths(request, reader, discovery)
    return changed if known == {*discovery.files} else ()


def _stale_paths(discovery: Discovery, reader: IndexReader) -> tuple[str, ...]:
    """Return the files that are not, or may not be, what they were when they were indexed, by their times alone."""
    suspects, gone = find_suspects(discovery, reader.files, reader.meta.built_at)
    return tuple(sorted((*(stat.path for stat in suspects), *gone)))


def _is_current(request: IndexRequest, reader: IndexReader, discovery: Discovery) -> bool:
    """Whether no file changed; if the times of many leave that in doubt, it pays to write down what they hold."""
    stale = _stale_paths(discovery, reader)
    return not stale or (len(stale) <= _MAX_DOUBTFUL and not _changed_paths(request, reader, discovery))


def _has_same_surroundings(request: IndexRequest, reader: IndexReader, discovery: Discovery) -> bool:
    """Whether manifests, what is said of files beside them, and what is left out are what they were."""
    try:
        return (
            not _changed_manifests(request, reader, discovery)
            and read_marks(reader) == marks_in(discovery)
            and read_losses(reader) == find_losses(discovery)
        )
    except BaseException:
        reader.close()
        raise


def _changed_manifests(request: IndexRequest, reader: IndexReader, discovery: Discovery) -> tuple[str, ...]:
    return changed_manifests(reader.read_shared(MANIFESTS), read_manifests(request.root, discovery))


def _differing_paths(request: IndexRequest, reader: IndexReader, discovery: Discovery) -> tuple[str, ...]:
    """Return the files and manifests that are not what they were when they were indexed, or are left out or no longer."""
    changed = _changed_paths(request, reader, discovery)
    try:
        lost = differing_losses(read_losses(reader), find_losses(discovery))
        return tuple(sorted({*changed, *_changed_manifests(request, reader, discovery), *lost}))
    except BaseException:
        reader.close()
        raise


def _changed_paths(request: IndexRequest, reader: IndexReader, discovery: Discovery) -> tuple[str, ...]:
    """Return the files that are not what they were when they were indexed.

    Files that hold what they held are left out, whatever their times leave in doubt; but few are read.
    """
    try:
        stale = _stale_paths(discovery, reader)
        if not stale or count_altered(discovery, reader.files) > _MAX_READ:
            return stale
        hashes = {record.path: record.content_hash for record in reader.files}
        return tuple(path for path in stale if _hash_of(request, path) != hashes.get(path))
    except BaseException:
        reader.close()
        raise


def _hash_of(request: IndexRequest, path: str) -> str:
    content = read_bytes(request.root, path)
    return "" if isinstance(content, Reason) else content_hash(content)


def _opened(request: IndexRequest, outcome: IndexOutcome) -> _Revision:
    return _Revision(open_index(request.index_dir), (), outcome)


def _with_graph(request: IndexRequest, revision: _Revision, *, is_for_few: bool) -> OpenIndex:
    reader, stale = revision.reader, revision.stale
    try:
        if reader.graph_path is None:
            raise StoreDamagedError(str(request.index_dir), "it has no graph")
        graph = open_graph(reader.graph_path, is_for_few=is_for_few)
    except (CodeshedError, UnreadableGraphError):
        reader.close()
        raise
    told = (*((stale_warning(stale),) if stale else ()), *unsettled_warnings(reader))
    if told:
        graph = replace(graph, warnings=cap_warnings((*told, *graph.warnings)))
    return OpenIndex(reader=reader, graph=graph, stale_paths=stale, outcome=revision.outcome)


def stale_warning(paths: tuple[str, ...]) -> WarningRecord:
    """Say that files changed since they were indexed, and what to do."""
    named = ", ".join(paths[:_MAX_NAMED])
    others = f" and {len(paths) - _MAX_NAMED} more" if len(paths) > _MAX_NAMED else ""
    return WarningRecord(
        code="INDEX_STALE",
        message=f"{named}{others} changed since the index was made; `codeshed index` brings it up to date",
    )
