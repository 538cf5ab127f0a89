"""A node that several files take part in, while a flow runs: as it went before, and as it goes now.

Turns: what files post and ask, step by step → what each reader is to get.
"""

from collections.abc import Iterator
from typing import TypeVar

from codeshed.resolve.python.flow.flow_records import TopicRecord
from codeshed.resolve.python.names.value_keys import ValueKey

_T = TypeVar("_T")

MAX_SHARED = 16
"""How many values of a node other files are told of: what may be more than this many things says nothing useful."""

NEVER = 1 << 30
"""A stamp after all others."""


_NO_TIMES: dict[int, int] = {}
_NO_READERS: dict[str, int] = {}
"""Most topics have either senders or readers; those without share these, which are never changed."""


class Course:
    """One course of events, played step by step."""

    __slots__ = ("fresh", "opened", "posts", "readers", "senders", "values")

    def __init__(self, record: TopicRecord | None) -> None:
        self.posts = {} if record is None else dict(record.posts)
        self.senders = _NO_TIMES if record is None else dict(record.senders)
        self.readers = _NO_READERS if record is None else dict(record.readers)
        self.values: tuple[ValueKey, ...] = ()
        """All values so far, sorted."""
        self.fresh: tuple[ValueKey, ...] = ()
        self.opened = self.find_opened()

    def find_opened(self) -> int:
        """Return the stamp at which the first file other than the node's own took part."""
        return min(min(self.readers.values(), default=NEVER), min(self.senders, default=NEVER))

    def play(self, stamp: int) -> None:
        """Take the values that are posted with a step; of too many, those that sort first."""
        posted = self.posts.get(stamp)
        if not posted:
            self.fresh = ()
            return
        new = sorted(posted.keys() - set(self.values)) if self.values else sorted(posted)
        self.fresh = tuple(new[: MAX_SHARED - len(self.values)])
        self.values = tuple(sorted((*self.values, *self.fresh))) if self.values else self.fresh

    def delivered(self, asked: int, stamp: int) -> tuple[ValueKey, ...]:
        """Return what a reader gets after a step, who asked at some other one or with this."""
        if asked > stamp:
            return ()
        return self.values if asked == stamp else self.fresh


_NO_COURSE = Course(None)
"""How a topic went that was not there; nothing is ever added to it."""


class Topic:
    """A topic whose course has changed."""

    __slots__ = ("new", "old")

    def __init__(self, record: TopicRecord | None, stamp: int) -> None:
        self.old = _NO_COURSE if record is None else Course(record)
        self.new = Course(record)
        for each in sorted(time for time in self.old.posts if time < stamp):
            self.old.play(each)
            self.new.play(each)

    def replace_post(
        self, stamp: int, before: tuple[ValueKey, ...], after: tuple[ValueKey, ...], *, is_owner: bool
    ) -> None:
        """Let one file post other values with a step than it did."""
        known = self.new.posts.get(stamp, {})
        # What is remembered of the last flow is never changed.
        counts = dict(known) if known is self.old.posts.get(stamp) else known
        for value in before:
            counts[value] -= 1
            if not counts[value]:
                del counts[value]
        for value in after:
            counts[value] = counts.get(value, 0) + 1
        _put(self.new.posts, stamp, counts)
        if not is_owner and bool(before) != bool(after):
            n_senders = self.new.senders.get(stamp, 0) + (1 if after else -1)
            if self.new.senders is _NO_TIMES:
                self.new.senders = {}
            _put(self.new.senders, stamp, n_senders)

    def set_reader(self, path: str, stamp: int) -> None:
        """Let a file ask with a step."""
        if self.new.readers is _NO_READERS:
            self.new.readers = {}
        self.new.readers[path] = stamp

    def drop_reader(self, path: str, stamp: int) -> None:
        """Let a file no longer ask with a step."""
        if self.new.readers.get(path) == stamp:
            del self.new.readers[path]

    def play(self, stamp: int) -> None:
        """Play both courses one step further."""
        self.old.play(stamp)
        self.new.play(stamp)

    def future(self, stamp: int) -> Iterator[int]:
        """Yield the stamps from a given one on at which something happened before."""
        for times in (self.old.posts, self.old.senders, self.old.readers.values()):
            yield from (time for time in times if time >= stamp)

    def record(self) -> TopicRecord | None:
        """Return the new course as it is kept, None if nobody takes part any more."""
        new = self.new
        if new.find_opened() == NEVER:
            return None
        return TopicRecord(posts=new.posts, senders=new.senders, readers=new.readers)


def _put(times: dict[int, _T], stamp: int, happened: _T) -> None:
    if happened:
        times[stamp] = happened
    else:
        times.pop(stamp, None)
