"""Keeping an index up to date while its repository is edited.

Turns: a root and what updates its index → Updates, one after each burst of changes, for as long as anyone takes them.

The folders that hold code are watched, and no others: what the rules leave out wakes nobody. However many files a burst
names, one update compares the whole tree with the index, so nothing depends on the watcher having seen every change.
An update may leave types provisional; another one makes them final as soon as nothing changes any more, and is given up
when something does.
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

from codeshed.discover.defaults import ALWAYS_LEFT_OUT
from codeshed.discover.generated_marks import ATTRIBUTES_FILE
from codeshed.discover.rule_scope import RULE_FILES
from codeshed.discover.survey import survey
from codeshed.errors import CodeshedError, FileUnreadableError, UpdateOutdatedError
from codeshed.model.language import is_manifest, language_of_path
from codeshed.model.settings import Settings
from codeshed.project.index.index_request import IndexOutcome
from codeshed.project.settings import PROJECT_FILE, SETTINGS_FILE, read_settings
from codeshed.store.records import TypesState

_BURST_MILLISECONDS = 100
_STEP_MILLISECONDS = 20
"""A burst is over when nothing has changed for a step, and after so long in any case: more changes are another burst."""

_START_MILLISECONDS = 1000
_POLL_MILLISECONDS = 500
_PAUSE_SECONDS = 0.1
_REST_SECONDS = 1.0
_FIRST_PAUSE_SECONDS = 2.0
_LONGEST_PAUSE_SECONDS = 60.0
_NOT_FINAL = (TypesState.PROVISIONAL, TypesState.INCOMPLETE)
_UNDECODABLE = "Unable to decode path"
"""How the watcher says that it met a name that is not UTF-8; the error has no public type."""
_FILES_THAT_DECIDE = frozenset({*RULE_FILES, ATTRIBUTES_FILE, SETTINGS_FILE, PROJECT_FILE, "setup.cfg"})


class Update(msgspec.Struct, frozen=True, kw_only=True):
    """One burst of changes and what came of it: an outcome, or the error that kept the index as it was."""

    paths: tuple[str, ...]
    """The files that changed, as far as the watcher saw."""
    outcome: IndexOutcome | None
    error: CodeshedError | None
    seconds: float

    @property
    def is_news(self) -> bool:
        """Whether there is anything to tell."""
        return self.error is not None or (
            self.outcome is not None and not (self.outcome.is_unchanged and not self.outcome.n_failed)
        )

    @property
    def is_unsettled(self) -> bool:
        """Whether types are to be made final."""
        return self.outcome is not None and self.outcome.types in _NOT_FINAL


class KeptIndex(Protocol):
    """An index that is kept up to date."""

    def bring_in(self, settings: Settings, paths: tuple[str, ...]) -> IndexOutcome:
        """Bring in what changed, which may be more than these files; types may be provisional afterwards."""

    def settle(self, settings: Settings, is_outdated: Callable[[], bool]) -> IndexOutcome:
        """Make provisional types final, or raise UpdateOutdatedError when that has become pointless."""

    def rest(self) -> None:
        """Do whatever is to be done every now and then while nothing changes."""


def iter_updates(root: Path, index: KeptIndex) -> Generator[Update, None, None]:
    """Bring the index up to date now and after each burst of changes; what leaves it as it is is not told."""
    settings, first = _updated(root, (), read_settings(root), partial(_bring_in, index, ()))
    yield first
    is_polling = False
    while True:
        folders = _folders(root, settings)
        with _Bursts(root, folders, is_polling=is_polling) as bursts:
            # What changed before the watcher had started is found by an update right after that.
            is_new, is_unsettled = True, False
            again = _Again()
            while (paths := () if is_new else bursts.next()) is not None:
                is_wanted = is_new or bool(paths) or again.is_due()
                is_new = False
                if is_wanted:
                    settings, done = _updated(root, paths, settings, partial(_bring_in, index, paths))
                    if again.is_news_after(done):
                        yield from _news(done)
                    is_unsettled = done.is_unsettled
                else:
                    index.rest()
                if is_unsettled and not bursts.has_more():
                    settings, done = _updated(
                        root, (), settings, lambda now: index.settle(now, bursts.has_more)
                    )
                    is_unsettled = isinstance(done.error, UpdateOutdatedError)
                    if is_unsettled or again.is_news_after(done):
                        yield from _news(done)
                if is_wanted and _folders(root, settings) != folders:
                    break
        is_polling = is_polling or bursts.is_defeated


class _Again:
    """When an update that failed is tried again: what was in its way, such as a full disk, may be gone by then."""

    def __init__(self) -> None:
        self._message = ""
        self._pause = _FIRST_PAUSE_SECONDS
        self._due_at = 0.0

    def is_due(self) -> bool:
        """Whether an update failed, and it is time to try again."""
        return bool(self._message) and time.monotonic() >= self._due_at

    def is_news_after(self, done: Update) -> bool:
        """Take note of an update; say whether it is not the same failure once more."""
        message = "" if done.error is None else done.error.message
        is_same = bool(message) and message == self._message
        self._pause = min(2 * self._pause, _LONGEST_PAUSE_SECONDS) if is_same else _FIRST_PAUSE_SECONDS
        self._message, self._due_at = message, time.monotonic() + self._pause
        return not is_same or bool(done.paths)


def _bring_in(index: KeptIndex, paths: tuple[str, ...], settings: Settings) -> IndexOutcome:
    return index.bring_in(settings, paths)


def _news(done: Update) -> Iterator[Update]:
    """Yield an update if there is anything to tell; one that was given up is followed by the next."""
    if done.is_news and not isinstance(done.error, UpdateOutdatedError):
        yield done


def _updated(
    root: Path, paths: tuple[str, ...], settings: Settings, update: Callable[[Settings], IndexOutcome]
) -> tuple[Settings, Update]:
    """Update once, with the settings as they are now; where these are wrong, the former ones stay."""
    begin = time.monotonic()
    outcome, error = None, None
    try:
        settings = read_settings(root)
        outcome = update(settings)
    except CodeshedError as problem:
        error = problem
    return settings, Update(paths=paths, outcome=outcome, error=error, seconds=time.monotonic() - begin)


def _folders(root: Path, settings: Settings) -> tuple[str, ...]:
    """Return the folders whose files are read, by names that the watcher can take: it knows UTF-8 alone."""
    real_root = os.path.realpath(root)
    if not _is_utf8(real_root):
        raise FileUnreadableError(real_root, "a folder can be watched only if its path is UTF-8")
    found = survey(root, settings).location_by_folder.items()
    return tuple(sorted(each if _is_utf8(each) else f"{real_root}/{path}" for path, each in found))


def _is_utf8(path: str) -> bool:
    try:
        path.encode()
    except UnicodeEncodeError:
        return False
    return True


class _Bursts:
    """Bursts of changes as a watcher sees them in a thread of its own, also while an update is made."""

    def __init__(self, root: Path, folders: tuple[str, ...], *, is_polling: bool) -> None:
        self.is_defeated = False
        """Whether the watcher met a name that is not UTF-8, and ended. One that polls meets fewer: it is not told of
        files that are merely read."""
        self._is_polling = is_polling
        self._seen: queue.SimpleQueue[tuple[str, ...] | BaseException | None] = queue.SimpleQueue()
        self._has_started = threading.Event()
        self._is_over = threading.Event()
        self._thread = threading.Thread(target=self._watch, args=(root, folders), daemon=True)

    def __enter__(self) -> Self:
        """Start to watch, and return when that has begun."""
        self._thread.start()
        self._has_started.wait()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Watch no more."""
        self._is_over.set()
        self._thread.join()

    def next(self) -> tuple[str, ...] | None:
        """Return the paths of what was seen, nothing every now and then; None if the folders are to be listed again."""
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
        """Whether anything was seen that nobody has taken yet."""
        return not self._seen.empty()

    def _watch(self, root: Path, folders: tuple[str, ...]) -> None:
        try:
            for paths in _iter_bursts(root, folders, self._is_over, is_polling=self._is_polling):
                if paths:
                    self._seen.put(paths)
                self._has_started.set()
        except BaseException as error:  # noqa: BLE001 - it is raised again where the bursts are taken
            self.is_defeated = _UNDECODABLE in str(error)
            time.sleep(_PAUSE_SECONDS)
            self._seen.put(None if self.is_defeated else error)
        else:
            self._seen.put(None)
        finally:
            self._has_started.set()


def _iter_bursts(
    root: Path, folders: tuple[str, ...], is_over: threading.Event, *, is_polling: bool
) -> Iterator[tuple[str, ...]]:
    """Yield the paths of each burst, and nothing every now and then: first when the watcher has started."""
    known = frozenset(folders)
    real_root = os.path.realpath(root)

    def is_of_interest(change: Change, path: str) -> bool:
        name = os.path.basename(path)  # noqa: PTH119 - it is called for every change in a folder
        if name in _FILES_THAT_DECIDE or language_of_path(name) is not None or is_manifest(name):
            return True
        if change is Change.deleted:
            return path in known
        return change is Change.added and name not in ALWAYS_LEFT_OUT and Path(path).is_dir()

    changes = watch(
        *folders,
        recursive=False,
        watch_filter=is_of_interest,
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
        # A folder went before it could be watched: the folders are listed again, after a moment.
        time.sleep(_PAUSE_SECONDS)
