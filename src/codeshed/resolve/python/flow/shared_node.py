"""A node that several files use, while the worklist runs: its history in the last flow, and in this one.

Turns: what files post and request, step by step → what each reader receives. Comparing the two histories shows which
readers receive something new, and so must run.
"""

from collections.abc import Iterator
from typing import TypeVar

from codeshed.resolve.python.flow.flow_records import TopicRecord
from codeshed.resolve.python.names.value_keys import ValueKey

_T = TypeVar("_T")

MAX_SHARED = 16
"""How many values of a node are passed to other files; with more, the node says nothing useful."""

NEVER = 1 << 30
"""A stamp later than all others."""


_NO_SENDERS: dict[int, int] = {}
_NO_READERS: dict[str, int] = {}
"""Most shared nodes have either senders or readers; those without share these dicts, which are never modified."""


class Course:
    """The events at a node, replayed step by step."""

    __slots__ = ("fresh", "opened", "posts", "readers", "senders", "values")

    def __init__(self, record: TopicRecord | None) -> None:
        self.posts = {} if record is None else dict(record.posts)
        self.senders = _NO_SENDERS if record is None else dict(record.senders)
        self.readers = _NO_READERS if record is None else dict(record.readers)
        self.values: tuple[ValueKey, ...] = ()
        """All values so far, sorted."""
        self.fresh: tuple[ValueKey, ...] = ()
        self.opened = self.find_opened()

    def find_opened(self) -> int:
        """Return the stamp at which the first file other than the owner used the node."""
        return min(min(self.readers.values(), default=NEVER), min(self.senders, default=NEVER))

    def play(self, stamp: int) -> None:
        """Take the values that are posted with a step; if there are too many, those that sort first."""
        posted = self.posts.get(stamp)
        if not posted:
            self.fresh = ()
            return
        new = sorted(posted.keys() - set(self.values)) if self.values else sorted(posted)
        self.fresh = tuple(new[: MAX_SHARED - len(self.values)])
        self.values = tuple(sorted((*self.values, *self.fresh))) if self.values else self.fresh

    def delivered(self, requested_at: int, stamp: int) -> tuple[ValueKey, ...]:
        """Return what a reader receives after a step: all values if it asked with this step, else the new ones."""
        if requested_at > stamp:
            return ()
        return self.values if requested_at == stamp else self.fresh


_NO_HISTORY = Course(None)
"""The history of a node that no other file used; never modified."""


class Topic:
    """A shared node whose history changes."""

    __slots__ = ("new", "old")

    def __init__(self, record: TopicRecord | None, stamp: int) -> None:
        self.old = _NO_HISTORY if record is None else Course(record)
        self.new = Course(record)
        for each in sorted(time for time in self.old.posts if time < stamp):
            self.old.play(each)
            self.new.play(each)

    def replace_post(
        self,
        stamp: int,
        old_values: tuple[ValueKey, ...],
        new_values: tuple[ValueKey, ...],
        *,
        is_owner: bool,
    ) -> None:
        """Replace what one file posts with a step."""
        known = self.new.posts.get(stamp, {})
        # The record of the last flow must not be modified.
        counts = dict(known) if known is self.old.posts.get(stamp) else known
        for value in old_values:
            counts[value] -= 1
            if not counts[value]:
                del counts[value]
        for value in new_values:
            counts[value] = counts.get(value, 0) + 1
        _set_or_remove(self.new.posts, stamp, counts)
        if not is_owner and bool(old_values) != bool(new_values):
            n_senders = self.new.senders.get(stamp, 0) + (1 if new_values else -1)
            if self.new.senders is _NO_SENDERS:
                self.new.senders = {}
            _set_or_remove(self.new.senders, stamp, n_senders)

    def set_reader(self, path: str, stamp: int) -> None:
        """Let a file request the node with a step."""
        if self.new.readers is _NO_READERS:
            self.new.readers = {}
        self.new.readers[path] = stamp

    def drop_reader(self, path: str, stamp: int) -> None:
        """Let a file no longer request the node with a step."""
        if self.new.readers.get(path) == stamp:
            del self.new.readers[path]

    def play(self, stamp: int) -> None:
        """Advance both histories by one step."""
        self.old.play(stamp)
        self.new.play(stamp)

    def future(self, stamp: int) -> Iterator[int]:
        """Yield the stamps of the last flow's events, from a given stamp on."""
        for events in (self.old.posts, self.old.senders, self.old.readers.values()):
            yield from (time for time in events if time >= stamp)

    def record(self) -> TopicRecord | None:
        """Return the new history as a record, None if no other file uses the node any more."""
        new = self.new
        if new.find_opened() == NEVER:
            return None
        return TopicRecord(posts=new.posts, senders=new.senders, readers=new.readers)


def _set_or_remove(events: dict[int, _T], stamp: int, event: _T) -> None:
    if event:
        events[stamp] = event
    else:
        events.pop(stamp, None)
