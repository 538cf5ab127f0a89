"""The loop of `codeshed watch`: update the index after each burst of file changes.

Turns: a root and a WatchedIndex → WatchUpdates, one after each burst, for as long as the caller iterates.

Only folders with code are watched, so changes in ignored folders cost nothing. An update compares the whole tree with the
index, so the result does not depend on the watcher seeing every change. An update may leave types provisional. Another one
settles them once no more changes come, and is cancelled when one does.
"""

import os
import queue
import threading
import time
from collections.abc import Callable, Generator, Iterator
from contextlib import closing
from functools import partial
from pathlib import Path
from types import TracebackType
from typing import Protocol, Self

import msgspec
from watchfiles import Change, watch

from codeshed.discover.default_exclusions import ALWAYS_LEFT_OUT
from codeshed.discover.generated_marks import ATTRIBUTES_FILE
from codeshed.discover.rule_scope import RULE_FILES
from codeshed.discover.survey import survey_repository
from codeshed.errors import CodeshedError, FileUnreadableError, UpdateOutdatedError
from codeshed.model.languages.language import is_manifest, language_of_path
from codeshed.model.repository_settings import Settings
from codeshed.project.index.index_request import IndexOutcome
from codeshed.project.settings import PROJECT_FILE, SETTINGS_FILE, read_settings
from codeshed.store.index_records import TypesState

_BURST_MILLISECONDS = 100
_STEP_MILLISECONDS = 20
"""A burst ends after a step without changes, and at the latest after `_BURST_MILLISECONDS`."""

_START_MILLISECONDS = 1000
_POLL_MILLISECONDS = 500
_PAUSE_SECONDS = 0.1
_REST_SECONDS = 1.0
_FIRST_PAUSE_SECONDS = 2.0
_LONGEST_PAUSE_SECONDS = 60.0
_NOT_FINAL = (TypesState.PROVISIONAL, TypesState.INCOMPLETE)
_UNDECODABLE = "Unable to decode path"
"""The message of the watcher for a file name that is not UTF-8; the error has no public type."""
_RULE_AND_SETTINGS_FILES = frozenset({*RULE_FILES, ATTRIBUTES_FILE, SETTINGS_FILE, PROJECT_FILE, "setup.cfg"})


class WatchUpdate(msgspec.Struct, frozen=True, kw_only=True):
    """One burst of changes and its result: an outcome, or the error that left the index unchanged."""

    paths: tuple[str, ...]
    """The files that the watcher saw change."""
    outcome: IndexOutcome | None
    error: CodeshedError | None
    seconds: float

    @property
    def is_worth_reporting(self) -> bool:
        """Whether the update is worth reporting."""
        return self.error is not None or (
            self.outcome is not None and not (self.outcome.is_unchanged and not self.outcome.n_failed)
        )

    @property
    def is_unsettled(self) -> bool:
        """Whether types are not final yet."""
        return self.outcome is not None and self.outcome.types in _NOT_FINAL


class WatchedIndex(Protocol):
    """An index that the watch loop updates."""

    def bring_in(self, settings: Settings, paths: tuple[str, ...]) -> IndexOutcome:
        """Index all changes, which may be more than these files; types may be provisional afterwards."""

    def settle(self, settings: Settings, is_outdated: Callable[[], bool]) -> IndexOutcome:
        """Make provisional types final, or raise UpdateOutdatedError once `is_outdated` returns true."""

    def rest(self) -> None:
        """Do periodic work while nothing changes."""


def iter_updates(root: Path, index: WatchedIndex) -> Generator[WatchUpdate, None, None]:
    """Update the index now and after each burst of changes; yield the updates worth reporting."""
    settings, first = _updated(root, (), read_settings(root), partial(_bring_in, index, ()))
    yield first
    is_polling = False
    while True:
        folders = _folders(root, settings)
        with _Bursts(root, folders, is_polling=is_polling) as bursts:
            # An update right after the watcher has started finds what changed before.
            is_new, is_unsettled = True, False
            retry = _Retry()
            while (paths := () if is_new else bursts.next()) is not None:
                is_wanted = is_new or bool(paths) or retry.is_due()
                is_new = False
                if is_wanted:
                    settings, done = _updated(root, paths, settings, partial(_bring_in, index, paths))
                    if retry.is_news_after(done):
                        yield from _newsworthy(done)
                    is_unsettled = done.is_unsettled
                else:
                    index.rest()
                if is_unsettled and not bursts.has_more():
                    settings, done = _updated(
                        root, (), settings, lambda now: index.settle(now, bursts.has_more)
                    )
                    is_unsettled = isinstance(done.error, UpdateOutdatedError)
                    if is_unsettled or retry.is_news_after(done):
                        yield from _newsworthy(done)
                if is_wanted and _folders(root, settings) != folders:
                    break
        is_polling = is_polling or bursts.has_met_non_utf8


class _Retry:
    """When to retry a failed update, with growing pauses: the cause, such as a full disk, may pass."""

    def __init__(self) -> None:
        self._message = ""
        self._pause = _FIRST_PAUSE_SECONDS
        self._due_at = 0.0

    def is_due(self) -> bool:
        """Whether the last update failed and its pause is over."""
        return bool(self._message) and time.monotonic() >= self._due_at

    def is_news_after(self, done: WatchUpdate) -> bool:
        """Record an update; return False if it is a retry that failed in the same way again."""
        message = "" if done.error is None else done.error.message
        is_same = bool(message) and message == self._message
        self._pause = min(2 * self._pause, _LONGEST_PAUSE_SECONDS) if is_same else _FIRST_PAUSE_SECONDS
        self._message, self._due_at = message, time.monotonic() + self._pause
        return not is_same or bool(done.paths)


def _bring_in(index: WatchedIndex, paths: tuple[str, ...], settings: Settings) -> IndexOutcome:
    return index.bring_in(settings, paths)


def _newsworthy(done: WatchUpdate) -> Iterator[WatchUpdate]:
    """Yield an update if it is worth reporting; a cancelled one is not, since another follows."""
    if done.is_worth_reporting and not isinstance(done.error, UpdateOutdatedError):
        yield done


def _updated(
    root: Path, paths: tuple[str, ...], settings: Settings, update: Callable[[Settings], IndexOutcome]
) -> tuple[Settings, WatchUpdate]:
    """Update once, with the settings as they are now; if these are invalid, return the former ones and the error."""
    begin = time.monotonic()
    outcome, error = None, None
    try:
        settings = read_settings(root)
        outcome = update(settings)
    except CodeshedError as problem:
        error = problem
    return settings, WatchUpdate(paths=paths, outcome=outcome, error=error, seconds=time.monotonic() - begin)


def _folders(root: Path, settings: Settings) -> tuple[str, ...]:
    """Return the folders whose files are indexed, by names that the watcher accepts: UTF-8 only."""
    real_root = os.path.realpath(root)
    if not _is_utf8(real_root):
        raise FileUnreadableError(real_root, "a folder can be watched only if its path is UTF-8")
    found = survey_repository(root, settings).location_by_folder.items()
    return tuple(sorted(each if _is_utf8(each) else f"{real_root}/{path}" for path, each in found))


def _is_utf8(path: str) -> bool:
    try:
        path.encode()
    except UnicodeEncodeError:
        return False
    return True


class _Bursts:
    """A queue of bursts of changes, filled by a watcher thread, also while an update runs."""

    def __init__(self, root: Path, folders: tuple[str, ...], *, is_polling: bool) -> None:
        self.has_met_non_utf8 = False
        """Whether the watcher stopped at a file name that is not UTF-8. A polling watcher meets fewer of these: it gets no
        events for files that are only read."""
        self._is_polling = is_polling
        self._seen: queue.SimpleQueue[tuple[str, ...] | BaseException | None] = queue.SimpleQueue()
        self._has_started = threading.Event()
        self._is_over = threading.Event()
        self._thread = threading.Thread(target=self._watch, args=(root, folders), daemon=True)

    def __enter__(self) -> Self:
        """Start the watcher thread, and return once it watches."""
        self._thread.start()
        self._has_started.wait()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Stop the watcher thread."""
        self._is_over.set()
        self._thread.join()

    def next(self) -> tuple[str, ...] | None:
        """Return the paths of queued bursts, empty after a timeout; None if the folders must be listed again."""
        paths: set[str] = set()
        try:
            burst = self._seen.get(timeout=_REST_SECONDS)
            while isinstance(burst, tuple):
                paths.update(burst)
                burst = self._seen.get_nowait()
        except queue.Empty:
            return tuple(sorted(paths))
        if burst is not None:
            raise burst
        return None

    def has_more(self) -> bool:
        """Whether the queue holds a burst."""
        return not self._seen.empty()

    def _watch(self, root: Path, folders: tuple[str, ...]) -> None:
        try:
            for paths in _iter_bursts(root, folders, self._is_over, is_polling=self._is_polling):
                if paths:
                    self._seen.put(paths)
                self._has_started.set()
        except BaseException as error:  # noqa: BLE001 - `next` raises it again
            self.has_met_non_utf8 = _UNDECODABLE in str(error)
            time.sleep(_PAUSE_SECONDS)
            self._seen.put(None if self.has_met_non_utf8 else error)
        else:
            self._seen.put(None)
        finally:
            self._has_started.set()


def _iter_bursts(
    root: Path, folders: tuple[str, ...], is_over: threading.Event, *, is_polling: bool
) -> Iterator[tuple[str, ...]]:
    """Yield the paths of each burst, and an empty tuple after each timeout: first when the watcher has started."""
    known = frozenset(folders)
    real_root = os.path.realpath(root)

    def is_relevant(change: Change, path: str) -> bool:
        name = os.path.basename(path)  # noqa: PTH119 - this runs for every change in a folder
        if name in _RULE_AND_SETTINGS_FILES or language_of_path(name) is not None or is_manifest(name):
            return True
        if change is Change.deleted:
            return path in known
        return change is Change.added and name not in ALWAYS_LEFT_OUT and Path(path).is_dir()

    changes = watch(
        *folders,
        recursive=False,
        watch_filter=is_relevant,
        debounce=_BURST_MILLISECONDS,
        step=_STEP_MILLISECONDS,
        stop_event=is_over,
        rust_timeout=_START_MILLISECONDS,
        yield_on_timeout=True,
        force_polling=is_polling or None,
        poll_delay_ms=_POLL_MILLISECONDS,
    )
    try:
        with closing(changes):
            for burst in changes:
                yield tuple(
                    sorted(os.path.relpath(path, real_root).replace(os.sep, "/") for _, path in burst)
                )
    except FileNotFoundError:
        # A folder vanished before it could be watched: pause, then the folders are listed again.
        time.sleep(_PAUSE_SECONDS)
