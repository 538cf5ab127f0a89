"""The index that a command uses: its folder, settings and cache, and messages while it is opened.

Turns: the options of a command → IndexRequest → OpenIndex or CodeGraph.
"""

import contextlib
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from codeshed.cli.progress_bar import progress_bar
from codeshed.cli.repository_options import RepositoryOptions
from codeshed.errors import (
    FileUnreadableError,
    IndexMissingError,
    IndexVersionError,
    NothingToIndexError,
    StoreDamagedError,
)
from codeshed.graph.data.code_graph import CodeGraph
from codeshed.model.repository_settings import Settings
from codeshed.model.size_units import DEFAULT_SIZE_FUNCTION
from codeshed.project.index.index_refresh import OpenIndex, Refresh, open_repository
from codeshed.project.index.index_request import IndexRequest
from codeshed.project.index.index_signature import extractor_signature
from codeshed.project.settings import read_settings
from codeshed.render.wording import printable
from codeshed.store.cache_folder import user_cache_folder
from codeshed.store.facts_cache import FactsCache
from codeshed.store.index_cleaning import clean
from codeshed.store.index_layout import index_dir_of, read_pointer
from codeshed.store.index_lock import LockHolder


def settings_of(root: Path) -> Settings:
    """Return the settings of a repository; a path that is no folder is an error."""
    if not root.is_dir():
        raise FileUnreadableError(str(root), "it is not a folder")
    return read_settings(root)


def is_in_memory(options: RepositoryOptions, settings: Settings) -> bool:
    """Whether an answer needs other settings than the index has, and is computed without it."""
    return options.types is not None and options.types != settings.types


def graph_of(options: RepositoryOptions, *, size_function_name: str = DEFAULT_SIZE_FUNCTION) -> CodeGraph:
    """Return the graph of a repository, from its index if that has the settings asked for."""
    settings = settings_of(options.repo)
    if is_in_memory(options, settings) or size_function_name != DEFAULT_SIZE_FUNCTION:
        from codeshed.project.index.graph_in_memory import index_repository

        with progress_bar(is_quiet=options.is_quiet) as progress:
            return index_repository(
                options.repo,
                settings=settings,
                types=options.types,
                progress=progress,
                size_function_name=size_function_name,
                n_processes=0,
            )
    with open_index(options, settings) as opened:
        # The memory map stays valid after the reader has released its revision.
        return opened.graph


@contextmanager
def open_index(
    options: RepositoryOptions, settings: Settings, *, is_for_few: bool = False
) -> Iterator[OpenIndex]:
    """Open the index of a repository for the time of a block; it is built or updated if need be.

    `is_for_few`: only a small part of the graph will be read.
    """
    refresh = Refresh(settings.refresh if options.refresh is None else options.refresh)
    with index_request(options, settings) as request, removing_empty_index(request.index_dir):
        opened = open_repository(
            request, refresh, tell=stderr_writer(is_quiet=options.is_quiet), is_for_few=is_for_few
        )
    with opened.reader:
        yield opened


@contextmanager
def index_request(
    options: RepositoryOptions, settings: Settings, *, n_processes: int = 0
) -> Iterator[IndexRequest]:
    """Describe how the index is to be built, with the user's cache and a progress bar for the time of a block."""
    folder = user_cache_folder()
    tell = stderr_writer(is_quiet=options.is_quiet)
    with (
        FactsCache(folder, extractor_signature(), max_bytes=settings.max_cache_bytes) as cache,
        progress_bar(is_quiet=options.is_quiet) as progress,
    ):
        yield IndexRequest(
            root=options.repo,
            index_dir=index_dir_of(options.repo, options.index_dir),
            settings=settings,
            cache=cache,
            # Settings belong to the analysed repository: they may limit the number of processes, not raise it.
            n_processes=n_processes or min(settings.workers, os.cpu_count() or 1),
            progress=progress,
            on_wait=_once(lambda holder: tell(f"waiting for {holder}, which writes the index")),
        )


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


def stderr_writer(*, is_quiet: bool) -> Callable[[str], None]:
    """Return a function that writes sentences to stderr, unless `is_quiet`."""

    def report(message: str) -> None:
        if not is_quiet:
            sys.stderr.write(f"codeshed: {printable(message)}\n")

    return report


def _once(report: Callable[[LockHolder], None]) -> Callable[[LockHolder], None]:
    """Report only the first holder of a lock."""
    seen: list[LockHolder] = []

    def report_once(holder: LockHolder) -> None:
        if not seen:
            seen.append(holder)
            report(holder)

    return report_once
