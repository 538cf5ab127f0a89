"""What happened to an index that is kept up to date?

The record that answers it, one for each event. `cli/watch_command.py` fills it.
"""

import enum

import msgspec

MAX_PATHS = 100
"""How many changed files an event names; all are counted."""


class WatchEventKind(enum.StrEnum):
    """What is told."""

    BUILT = "built"
    UPDATED = "updated"
    SETTLED = "settled"
    """Types that were provisional are final."""
    WATCHING = "watching"
    READY = "ready"
    """From now on edits have provisional types at once."""
    FAILED = "failed"


class WatchEvent(msgspec.Struct, frozen=True, kw_only=True):
    """One event. Counts and times of what did not happen are 0.

    `types` is `complete`, `provisional`, `incomplete` or `off`: what the index rests on after the event; null after a failure. `paths`
    are files that changed as far as the watcher saw, the first of them. `message` says why the index was built, or what
    failed.
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
