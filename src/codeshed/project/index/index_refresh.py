"""Open the index of a repository for an answer: refreshed if that is cheap, with a warning about stale files if not.

Turns: an IndexRequest → OpenIndex. Before each answer, the files are compared with the index. A few changes are indexed
first; files that stay stale are named in a warning.
"""

import enum
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import msgspec
from msgspec.structs import replace

from codeshed.discover.checked_out_commit import checked_out_commit
from codeshed.discover.source_discovery import Discovery, discover_files
from codeshed.errors import (
    CodeshedError,
    FileChangedError,
    IndexLockedError,
    IndexMissingError,
    IndexUnavailableError,
    StoreDamagedError,
    UnreadableGraphError,
)
from codeshed.graph.data.code_graph import CodeGraph
from codeshed.model.answers.truncation import INDEX_STALE, WarningRecord, cap_warnings
from codeshed.model.recording import RecordingIdentity
from codeshed.project.index.enclosing_index_warnings import enclosing_index_warnings, new_index_warnings
from codeshed.project.index.index_comparison import IndexComparison
from codeshed.project.index.index_request import IndexOutcome, IndexRequest
from codeshed.project.index.unjudged_documentation import count_unjudged
from codeshed.project.index.usable_index import UNUSABLE, open_usable
from codeshed.project.types.unsettled_types import is_settled, unsettled_warnings
from codeshed.store.graph_file import open_graph
from codeshed.store.index_reading import IndexReader, open_index

_MAX_NAMED = 3


class Refresh(enum.StrEnum):
    """Whether an answer updates the index first."""

    AUTO = "auto"
    QUICK = "quick"
    """As auto, but a few edited files get a quick update: resolved without types, and without the files that depend on them."""
    ALWAYS = "always"
    NEVER = "never"


class OpenIndex(msgspec.Struct, frozen=True, kw_only=True):
    """One revision of an index, with its graph. `stale_paths` changed since and are not indexed as they are now."""

    reader: IndexReader
    graph: CodeGraph
    stale_paths: tuple[str, ...] = ()
    outcome: IndexOutcome | None = None
    """What an update did before the answer, if there was one."""
    recording: RecordingIdentity | None = None
    """The recording whose calls are edges of the graph, if there is one and they are wanted."""


def open_repository(
    request: IndexRequest,
    refresh: Refresh = Refresh.AUTO,
    *,
    tell: Callable[[str], None] = lambda _: None,
    is_for_few: bool = False,
) -> OpenIndex:
    """Open the index of a repository, and build it if there is none; `tell` gets messages for the user.

    `is_for_few` says that the query will look at a few symbols of the graph, not at all of it.
    """
    return _with_graph(request, _revision(request, refresh, tell), is_for_few=is_for_few)


class _Revision(msgspec.Struct, frozen=True):
    """One revision of an index, the paths that differ from it, and the update that made it."""

    reader: IndexReader
    stale: tuple[str, ...] = ()
    outcome: IndexOutcome | None = None


def _revision(request: IndexRequest, refresh: Refresh, tell: Callable[[str], None]) -> _Revision:
    """Return the revision to answer from, updated first if `refresh` and the number of changes say so."""
    try:
        reader = open_usable(request)
    except UNUSABLE as error:
        if refresh is Refresh.NEVER:
            raise
        if not isinstance(error, IndexMissingError):
            tell(f"the index is built again: {error.message}")
        for warning in new_index_warnings(request):
            tell(warning.message)
        return _opened(request, _bring_up_to_date(request))
    discovery = discover_files(request.root, request.settings)
    with _closing_on_errors(reader):
        tree = IndexComparison(request, reader, discovery)
        if _may_answer(reader, tree, refresh):
            return _Revision(reader, tree.differing_paths)
        edited = tree.edited_paths if refresh is Refresh.QUICK else ()
    reader.close()
    unwaiting = replace(request, wait_seconds=request.wait_seconds if refresh is Refresh.ALWAYS else 0)
    try:
        outcome = (_quick_update(unwaiting, edited) if edited else None) or _bring_up_to_date(
            unwaiting, discovery
        )
    except (IndexLockedError, FileChangedError, IndexUnavailableError) as error:
        if refresh is Refresh.ALWAYS:
            raise
        reader = open_index(request.index_dir)
        with _closing_on_errors(reader):
            # The process that holds the lock may have indexed all changes already, and be finding their types.
            differing = IndexComparison(request, reader, discovery).differing_paths
        if differing:
            tell(f"the index could not be brought up to date: {error.message} ({error.hint})")
        return _Revision(reader, differing)
    return _opened(request, outcome)


def _may_answer(reader: IndexReader, tree: IndexComparison, refresh: Refresh) -> bool:
    """Whether to answer without an update: nothing changed, or too much for an automatic update."""
    if refresh is Refresh.NEVER or (refresh is not Refresh.ALWAYS and not tree.is_small):
        return True
    return (refresh is Refresh.QUICK or is_settled(reader)) and tree.is_same


@contextmanager
def _closing_on_errors(reader: IndexReader) -> Iterator[None]:
    try:
        yield
    except BaseException:
        reader.close()
        raise


def refresh_index(request: IndexRequest) -> IndexOutcome:
    """Update an index; if nothing changed, this costs one walk of the tree."""
    discovery = None
    request = replace(request, retries_failed_engine=True)
    if not request.is_rebuild_wanted:
        try:
            with open_usable(request) as reader:
                discovery = discover_files(request.root, request.settings)
                if (
                    reader.meta.commit == checked_out_commit(request.root)
                    and is_settled(reader, is_asked_for=True)
                    and not (request.asks_scorer_again and count_unjudged(reader))
                    and IndexComparison(request, reader, discovery).is_same
                ):
                    n_files = dict(reader.meta.counts).get("files", len(reader.files))
                    return IndexOutcome(
                        n_files=n_files,
                        n_changed=0,
                        n_removed=0,
                        n_resolved=0,
                        rebuild_reason="",
                        types=reader.meta.types,
                    )
        except UNUSABLE:
            pass
    return _bring_up_to_date(request, discovery)


def _bring_up_to_date(request: IndexRequest, discovery: Discovery | None = None) -> IndexOutcome:
    """Run the pipeline. Its modules are loaded only here, since most answers find the index up to date."""
    # Import first, then start the prefetch thread: both at once would wait for each other's import locks.
    from codeshed.project.index.pack_prefetch import PackPrefetch
    from codeshed.project.index.update import bring_up_to_date

    return bring_up_to_date(request, discovery, PackPrefetch(request.index_dir))


def _quick_update(request: IndexRequest, paths: tuple[str, ...]) -> IndexOutcome | None:
    """Apply edits by a quick update if it can handle them; else return None."""
    from codeshed.project.index.quick_update import NoEditTypes, QuickUpdater

    return QuickUpdater(NoEditTypes()).update(request, paths)


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
    warnings = (
        *enclosing_index_warnings(request),
        *((stale_warning(stale),) if stale else ()),
        *unsettled_warnings(reader),
    )
    if warnings:
        graph = replace(graph, warnings=cap_warnings((*warnings, *graph.warnings)))
    return OpenIndex(reader=reader, graph=graph, stale_paths=stale, outcome=revision.outcome)


def stale_warning(paths: tuple[str, ...]) -> WarningRecord:
    """Return the warning that files changed since they were indexed."""
    named = ", ".join(paths[:_MAX_NAMED])
    others = f" and {len(paths) - _MAX_NAMED} more" if len(paths) > _MAX_NAMED else ""
    return WarningRecord(
        code=INDEX_STALE,
        message=f"{named}{others} changed since the index was made; `codeshed index` brings it up to date",
    )
