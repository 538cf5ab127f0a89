"""What happened to an index that is kept up to date?

The record of `codeshed watch`, one for each event. `cli/commands/watch_command.py` fills it.
"""

import enum

import msgspec

MAX_PATHS = 100
"""How many changed files an event names; all are counted."""


class WatchEventKind(enum.StrEnum):
    """What happened."""

    BUILT = "built"
    UPDATED = "updated"
    SETTLED = "settled"
    """Provisional types became final."""
    WATCHING = "watching"
    READY = "ready"
    """From now on edits get provisional types at once."""
    FAILED = "failed"


class WatchEvent(msgspec.Struct, frozen=True, kw_only=True):
    """One event. Counts and times that do not apply are 0.

    `types` is `complete`, `provisional`, `incomplete` or `off`: the state of the types after the event; null after a failure.
    `paths` are the first of the files that the watcher saw change. `message` says why the index was built, or what failed.
    """

    event: WatchEventKind
    types: str | None = None
    n_files: int = 0
    n_changed: int = 0
    n_removed: int = 0
    n_resolved: int = 0
    n_settled: int = 0
    paths: tuple[str, ...] = ()
    seconds: float = 0.0
    message: str = ""
    hint: str = ""
