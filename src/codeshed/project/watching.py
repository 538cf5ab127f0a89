"""Keeping an index up to date while its repository is edited.

Turns: a root and what updates its index → Updates, one after each burst of changes, for as long as anyone takes them.

The folders that hold code are watched, and no others: what the rules leave out wakes nobody. However many files a burst
names, one update compares the whole tree with the index, so nothing depends on the watcher having seen every change.
"""

import os
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from watchfiles import Change, watch

from codeshed.discover.defaults import ALWAYS_LEFT_OUT
from codeshed.discover.rule_scope import RULE_FILES
from codeshed.discover.survey import survey
from codeshed.errors import CodeshedError
from codeshed.model.language import language_of_path
from codeshed.model.settings import Settings
from codeshed.project.request import IndexOutcome
from codeshed.project.settings import PROJECT_FILE, SETTINGS_FILE, read_settings

_QUIET_MILLISECONDS = 100
"""A burst is over when nothing has changed for so long."""

_STEP_MILLISECONDS = 50
_START_MILLISECONDS = 1000
_PAUSE_SECONDS = 0.1
_FILES_THAT_DECIDE = frozenset({*RULE_FILES, SETTINGS_FILE, PROJECT_FILE, "setup.cfg"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Update:
    """One burst of changes and what came of it: an outcome, or the error that kept the index as it was."""

    paths: tuple[str, ...]
    """The files that changed, as far as the watcher saw."""
    outcome: IndexOutcome | None
    error: CodeshedError | None
    seconds: float


def iter_updates(root: Path, update: Callable[[Settings], IndexOutcome]) -> Iterator[Update]:
    """Bring the index up to date now and after each burst of changes; what leaves it as it is is not told."""
    settings = read_settings(root)
    first = _updated(root, (), settings, update)
    yield first[1]
    settings = first[0]
    while True:
        folders = _folders(root, settings)
        is_new = True
        for paths in _iter_bursts(root, folders):
            # What changed before the watcher had started is found by an update right after that.
            if not (paths or is_new):
                continue
            is_new = False
            settings, done = _updated(root, paths, settings, update)
            if done.error is not None or (done.outcome is not None and not done.outcome.is_unchanged):
                yield done
            if _folders(root, settings) != folders:
                break


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
    """Return the folders whose files are read."""
    return tuple(sorted(survey(root, settings).location_by_folder.values()))


def _iter_bursts(root: Path, folders: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    """Yield the paths of each burst, and nothing every now and then: first when the watcher has started."""
    known = frozenset(folders)
    real_root = os.path.realpath(root)

    def is_of_interest(change: Change, path: str) -> bool:
        name = os.path.basename(path)  # noqa: PTH119 - it is called for every change in a folder
        if name in _FILES_THAT_DECIDE or language_of_path(name) is not None:
            return True
        if change is Change.deleted:
            return path in known
        return change is Change.added and name not in ALWAYS_LEFT_OUT and Path(path).is_dir()

    changes = watch(
        *folders,
        recursive=False,
        watch_filter=is_of_interest,
        debounce=_QUIET_MILLISECONDS,
        step=_STEP_MILLISECONDS,
        rust_timeout=_START_MILLISECONDS,
        yield_on_timeout=True,
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
