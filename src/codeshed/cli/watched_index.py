"""The index behind `codeshed watch`.

Turns: current settings and changed paths → an updated index; a WatchUpdate → a WatchEvent.
"""

from collections.abc import Callable

from msgspec.structs import replace

from codeshed.api.index_opening import IndexOptions, index_request, removing_empty_index
from codeshed.model.repository_settings import Settings
from codeshed.project.index.index_request import IndexOutcome
from codeshed.project.types.provisional_update import ProvisionalUpdater
from codeshed.project.types.resident_types import ResidentTypes
from codeshed.project.watch.watch_loop import WatchUpdate
from codeshed.query.watch_event import MAX_PATHS, WatchEvent, WatchEventKind


class WatchedRepositoryIndex:
    """The index of a repository, kept up to date, with provisional types first; `on_ready` is called when these become available."""

    def __init__(self, options: IndexOptions, types: ResidentTypes, on_ready: Callable[[], None]) -> None:
        self._options = options
        self._types = types
        self._updates = ProvisionalUpdater(types)
        self._on_ready = on_ready
        self._was_ready = False
        self._n_started = 0

    def bring_in(self, settings: Settings, paths: tuple[str, ...]) -> IndexOutcome:
        """Update the index, with provisional types if they are available.

        Types of `paths`, which are known to have changed, are requested before anything else is done.
        """
        with (
            index_request(self._options, settings) as request,
            removing_empty_index(request.index_dir),
        ):
            self._types.submit_early(request.root, paths)
            return self._updates.apply_edits(request, paths)

    def settle(self, settings: Settings, is_outdated: Callable[[], bool]) -> IndexOutcome:
        """Make provisional types final, unless files change again meanwhile."""
        with index_request(self._options, settings) as request:
            self._updates.apply_affected_types(request)
            return self._updates.settle(replace(request, is_outdated=is_outdated))

    def rest(self) -> None:
        """Report when provisional types become available, and again after the type engine was restarted."""
        is_ready = self._types.is_ready()
        if is_ready and not (self._was_ready and self._n_started == self._types.n_started):
            self._on_ready()
        self._was_ready, self._n_started = is_ready, self._types.n_started


def update_event(done: WatchUpdate) -> WatchEvent:
    """Return the event of an update."""
    paths, seconds = done.paths[:MAX_PATHS], round(done.seconds, 3)
    if done.outcome is None:
        error = done.error
        return WatchEvent(
            event=WatchEventKind.FAILED,
            paths=paths,
            seconds=seconds,
            message="" if error is None else error.message,
            hint="" if error is None else error.hint,
        )
    outcome = done.outcome
    kind = WatchEventKind.UPDATED
    if outcome.rebuild_reason:
        kind = WatchEventKind.BUILT
    elif outcome.n_settled and not (outcome.n_changed or outcome.n_removed):
        kind = WatchEventKind.SETTLED
    return WatchEvent(
        event=kind,
        types=outcome.types.value,
        n_files=outcome.n_files,
        n_changed=outcome.n_changed,
        n_removed=outcome.n_removed,
        n_resolved=outcome.n_resolved,
        n_settled=outcome.n_settled,
        paths=paths,
        seconds=seconds,
        message=outcome.rebuild_reason,
    )
