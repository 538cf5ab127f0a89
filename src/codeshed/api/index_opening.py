"""The index of a repository, opened for answers.

Turns: IndexOptions → IndexRequest → OpenIndex or CodeGraph.
"""

import contextlib
import os
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from msgspec.structs import replace

from codeshed.errors import (
    FileUnreadableError,
    IndexMissingError,
    IndexVersionError,
    InvalidOptionError,
    NothingToIndexError,
    StoreDamagedError,
    UnreadableRecordingError,
)
from codeshed.graph.data.code_graph import CodeGraph
from codeshed.model.answers.truncation import RECORDING_UNREADABLE, WarningRecord, cap_warnings
from codeshed.model.progress_callback import Progress, ignore_progress
from codeshed.model.repository_settings import Settings
from codeshed.model.size_units import DEFAULT_SIZE_FUNCTION
from codeshed.project.index.index_refresh import OpenIndex, Refresh, open_repository
from codeshed.project.index.index_request import IndexRequest
from codeshed.project.index.index_signature import extractor_signature
from codeshed.project.index.usable_index import remembered_scorer
from codeshed.project.scoring.scorer_program import ScorerProgram, start_program
from codeshed.project.settings import read_settings
from codeshed.store.cache_folder import user_cache_folder
from codeshed.store.facts_cache import FactsCache
from codeshed.store.index_cleaning import clean
from codeshed.store.index_layout import has_recording, index_dir_of, read_pointer
from codeshed.store.index_lock import LockHolder
from codeshed.types.engine_options import EngineOptions


@contextmanager
def without_progress() -> Iterator[Progress]:
    """Yield a function that ignores reports of progress."""
    yield ignore_progress


@dataclass(frozen=True, slots=True, kw_only=True)
class IndexOptions:
    """Which repository is opened, and how; None: as the settings say."""

    root: Path
    index_dir: Path | None = None
    types: str | None = None
    refresh: str | None = None
    observed: str | None = None
    """Whether calls that `codeshed record` saw are edges: on or off. None: of answers, but not of footprints and exports, whose
    figures are compared between commits and machines."""
    progress: Callable[[], AbstractContextManager[Progress]] = without_progress
    """Opens a display of progress for the time of a block."""
    tell: Callable[[str], None] = lambda _: None
    """Gets messages for the user."""
    scorer_command: str | None = None
    """The user's own program that judges documentation; None: whatever the index remembers, which runs nothing."""
    settings: Settings | None = None
    """Settings in place of those in the folder."""
    engine: EngineOptions = field(default_factory=EngineOptions)
    was_made: bool = False
    """Whether the folder is a revision in the cache that was not there before."""
    warnings: tuple[WarningRecord, ...] = ()
    """What every answer is to say of the folder."""


def chosen_settings(options: IndexOptions) -> Settings:
    """Return the settings that hold for a folder; a path that is no folder is an error."""
    found = settings_of(options.root) if options.settings is None else options.settings
    if not options.root.is_dir():
        raise FileUnreadableError(str(options.root), "it is not a folder")
    return found


def settings_of(root: Path) -> Settings:
    """Return the settings of a repository; a path that is no folder is an error."""
    if not root.is_dir():
        raise FileUnreadableError(str(root), "it is not a folder")
    return read_settings(root)


def is_in_memory(options: IndexOptions, settings: Settings) -> bool:
    """Whether an answer needs other settings than the index has, and is computed without it."""
    return options.types is not None and options.types != settings.types


def graph_in_memory(
    options: IndexOptions, settings: Settings, *, size_function_name: str = DEFAULT_SIZE_FUNCTION
) -> CodeGraph:
    """Return the graph of a repository as it is now, made without the index."""
    from codeshed.project.index.graph_in_memory import index_repository

    if options.scorer_command is not None:
        raise InvalidOptionError(
            "a scorer judges documentation for an index, and this graph is made without one",
            hint="leave out the types or the size function that the index does not have",
        )
    with options.progress() as progress:
        return index_repository(
            options.root,
            settings=settings,
            types=options.types,
            progress=progress,
            size_function_name=size_function_name,
            n_processes=0,
        )


def open_index(options: IndexOptions, settings: Settings, *, is_for_few: bool = False) -> OpenIndex:
    """Open the index of a repository; it is built or updated if need be. The caller closes its reader.

    `is_for_few`: only a small part of the graph will be read.
    """
    refresh = Refresh(settings.refresh if options.refresh is None else options.refresh)
    with index_request(options, settings) as request, removing_empty_index(request.index_dir):
        opened = open_repository(request, refresh, tell=options.tell, is_for_few=is_for_few)
        if not options.warnings:
            return opened
        warnings = cap_warnings((*options.warnings, *opened.graph.warnings))
        return replace(opened, graph=replace(opened.graph, warnings=warnings))


def with_observed_calls(opened: OpenIndex, root: Path) -> OpenIndex:
    """Add the recorded calls to the graph, if there are any; a damaged recording is left out, with a warning."""
    if not has_recording(opened.reader.index_dir):
        return opened
    from codeshed.project.recording.observed_graph import with_recording
    from codeshed.store.recording_file import read_recorded_calls

    try:
        recording = read_recorded_calls(opened.reader.index_dir)
    except UnreadableRecordingError as error:
        warning = WarningRecord(code=RECORDING_UNREADABLE, message=error.message)
        graph = replace(opened.graph, warnings=cap_warnings((warning, *opened.graph.warnings)))
        return replace(opened, graph=graph)
    if recording is None:
        return opened
    hash_by_path = {each.path: each.content_hash for each in opened.reader.files}
    graph, identity = with_recording(opened.graph, root, hash_by_path, recording)
    return replace(opened, graph=graph, recording=identity)


@contextmanager
def index_request(
    options: IndexOptions, settings: Settings, *, n_processes: int = 0
) -> Iterator[IndexRequest]:
    """Describe how the index is to be built, with the user's cache and a display of progress for the time of a block."""
    folder = user_cache_folder()
    with (
        FactsCache(folder, extractor_signature(), max_bytes=settings.max_cache_bytes) as cache,
        options.progress() as progress,
    ):
        yield IndexRequest(
            root=options.root,
            index_dir=index_dir_of(options.root, options.index_dir),
            settings=settings,
            scorer=scorer_of(options, folder),
            cache=cache,
            engine=options.engine,
            # Settings belong to the analysed repository: they may limit the number of processes, not raise it.
            n_processes=n_processes or min(settings.workers, os.cpu_count() or 1),
            progress=progress,
            on_wait=_once(lambda holder: options.tell(f"waiting for {holder}, which writes the index")),
        )


def scorer_of(options: IndexOptions, cache: Path | None) -> ScorerProgram:
    """Return the scorer that the user names, or else the name of the one that the index remembers.

    No command is taken from settings or from an index: whoever wrote the repository may have written these.
    """
    if options.scorer_command is not None:
        return start_program(options.scorer_command, cache)
    return ScorerProgram(name=remembered_scorer(index_dir_of(options.root, options.index_dir)), cache=cache)


@contextmanager
def removing_empty_index(index_dir: Path) -> Iterator[None]:
    """Remove the new folder of an index if it turns out that there is nothing to index."""
    try:
        yield
    except NothingToIndexError:
        with contextlib.suppress(IndexVersionError, StoreDamagedError):
            if not has_index(index_dir):
                clean(index_dir)
        raise


def has_index(index_dir: Path) -> bool:
    """Whether there is an index in a folder."""
    try:
        read_pointer(index_dir)
    except IndexMissingError:
        return False
    return True


def _once(report: Callable[[LockHolder], None]) -> Callable[[LockHolder], None]:
    """Report only the first holder of a lock."""
    seen: list[LockHolder] = []

    def report_once(holder: LockHolder) -> None:
        if not seen:
            seen.append(holder)
            report(holder)

    return report_once
