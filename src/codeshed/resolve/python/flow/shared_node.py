"""A node that several files use, while the worklist runs: its history in the last flow, and in this one.

Turns: what files post and request, step by step → what each reader receives. Comparing the two histories shows which
readers receive something new, and so must run.
"""

from collections.abc import Iterator
from typing import TypeVar

from codeshed.resolve.python.flow.abstract_values import OMITTED_NAME, ValueKind
from codeshed.resolve.python.flow.flow_records import SharedNodeRecord
from codeshed.resolve.python.names.value_keys import ValueKey

_T = TypeVar("_T")

MAX_SHARED = 16
"""How many values of a node are passed to other files; with more it says little, so that one value stands for these."""

_OMITTED: ValueKey = (int(ValueKind.OPAQUE), OMITTED_NAME, -1, ())

NEVER = 1 << 30
"""A stamp later than all others."""


_NO_SENDERS: dict[int, int] = {}
_NO_READERS: dict[str, int] = {}
"""Most shared nodes have either senders or readers; those without share these dicts, which are never modified."""


class NodeHistory:
    """The events at a node, replayed step by step."""

    __slots__ = ("first_used_at", "new_values", "posts", "readers", "senders", "values")

    def __init__(self, record: SharedNodeRecord | None) -> None:
        self.posts = {} if record is None else dict(record.posts)
        self.senders = _NO_SENDERS if record is None else dict(record.senders)
        self.readers = _NO_READERS if record is None else dict(record.readers)
        self.values: tuple[ValueKey, ...] = ()
        """All values so far, sorted."""
        self.new_values: tuple[ValueKey, ...] = ()
        self.first_used_at = self.find_first_use()

    def find_first_use(self) -> int:
        """Return the stamp at which the first file other than the owner used the node."""
        return min(min(self.readers.values(), default=NEVER), min(self.senders, default=NEVER))

    def advance(self, stamp: int) -> None:
        """Accept the values that are posted with a step, in sort order: at most MAX_SHARED in all, and one for the others."""
        posted = self.posts.get(stamp)
        if not posted:
            self.new_values = ()
            return
        new = sorted(posted.keys() - set(self.values)) if self.values else sorted(posted)
        n_free = MAX_SHARED - len(self.values)
        if len(new) > n_free:
            chosen = [value for value in new if value != _OMITTED][: max(n_free, 0)]
            new = chosen if _OMITTED in self.values else [*chosen, _OMITTED]
        self.new_values = tuple(new)
        self.values = tuple(sorted((*self.values, *self.new_values))) if self.values else self.new_values

    def values_for_reader(self, requested_at: int, stamp: int) -> tuple[ValueKey, ...]:
        """Return what a reader receives after a step: all values if it asked with this step, else the new ones."""
        if requested_at > stamp:
            return ()
        return self.values if requested_at == stamp else self.new_values


_NO_HISTORY = NodeHistory(None)
"""The history of a node that no other file used; never modified."""


class SharedNode:
    """A shared node whose history changes."""

    __slots__ = ("new", "old")

    def __init__(self, record: SharedNodeRecord | None, stamp: int) -> None:
        self.old = _NO_HISTORY if record is None else NodeHistory(record)
        self.new = NodeHistory(record)
        for each in sorted(time for time in self.old.posts if time < stamp):
            self.old.advance(each)
            self.new.advance(each)

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

    def advance(self, stamp: int) -> None:
        """Advance both histories by one step."""
        self.old.advance(stamp)
        self.new.advance(stamp)

    def future(self, stamp: int) -> Iterator[int]:
        """Yield the stamps of the last flow's events, from a given stamp on."""
        for events in (self.old.posts, self.old.senders, self.old.readers.values()):
            yield from (time for time in events if time >= stamp)

    def record(self) -> SharedNodeRecord | None:
        """Return the new history as a record, None if no other file uses the node any more."""
        new = self.new
        if new.find_first_use() == NEVER:
            return None
        return SharedNodeRecord(posts=new.posts, senders=new.senders, readers=new.readers)


def _set_or_remove(events: dict[int, _T], stamp: int, event: _T) -> None:
    if event:
        events[stamp] = event
    else:
        events.pop(stamp, None)
