"""The flows of all files together, in steps: what files send after one step reaches the others with the next.

What a file does depends on what it is sent and when, and on nothing else of the other files. So neither the order
nor the number of files that run at once can change it, and a file that gets what it got before need not run again.

Turns: files that changed + what is remembered → files that ran, at rest, and what is to be remembered now.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Protocol

from codeshed.model.progress import Progress, be_quiet
from codeshed.resolve.python.flow.file_flow import Region
from codeshed.resolve.python.flow.flow_records import (
    CERTAINTY,
    DECORATED,
    NOTHING_SENT,
    PHASE,
    PHASES,
    VALUES,
    FileRecord,
    Posted,
    Sent,
    Shared,
    TopicRecord,
)
from codeshed.resolve.python.flow.shared_node import NEVER, Topic
from codeshed.resolve.python.names.value_keys import NodeKey, owner_path


class Memory(Protocol):
    """What is remembered of the last flow."""

    def file_record(self, path: str) -> FileRecord:
        """Return a file's part in it, an empty one for a file that had none."""

    def topic(self, key: NodeKey) -> TopicRecord | None:
        """Return a node that several files took part in."""

    def stored_names(self, path: str) -> tuple[str, ...]:
        """Return the names that a file stores on something else than a method's own receiver."""

    def n_storing(self) -> Mapping[str, int]:
        """Return how many files store each name so."""

    def files_asking(self, names: frozenset[str]) -> tuple[str, ...]:
        """Return the files for which it matters whether some file stores one of these names so."""


class Regions(Protocol):
    """Makes regions of files, and has room for as many as memory allows."""

    def open(self, path: str) -> Region:
        """Make the region of a file."""

    def close(self, path: str) -> None:
        """Forget what only the region of a file needs."""

    def is_full(self, n_nodes: int) -> bool:
        """Whether so many nodes are too many for the memory, so that the region that ran last is let go."""


class LiveFile:
    """A file that runs: from its beginning, whenever it was found that it must."""

    __slots__ = (
        "inbox",
        "is_decorated",
        "is_removed",
        "n_nodes",
        "old",
        "path",
        "ran",
        "region",
        "sent",
        "shared",
        "stored_names",
        "waits",
    )

    def __init__(self, path: str, old: FileRecord, *, is_removed: bool = False) -> None:
        self.path = path
        self.old = old
        self.is_removed = is_removed
        self.region: Region | None = None
        """None as long as it is not needed; a file that was removed never has one."""
        self.n_nodes = 0
        """How many nodes its region had when it was last looked at; 0 while it is away."""
        self.ran: list[int] = []
        """The stamps at which it ran."""
        self.sent: dict[int, Sent] = {}
        self.inbox: dict[int, Posted] = {}
        self.shared: Shared = {}
        self.stored_names: frozenset[str] = frozenset()
        """Names of fields that it stores on something else than a method's own receiver."""
        self.is_decorated = False
        """Whether it has decorated functions, which are to be completed."""
        self.waits = False
        """Whether it has something to do with the next step, also if nobody sends it anything."""

    def look_at(self, region: Region, stamp: int) -> None:
        """Remember what must be known of a region also while it is away."""
        self.stored_names = frozenset(region.stored_names)
        self.is_decorated = region.has_decorated
        self.waits = region.has_certainty_to_ask if stamp >= CERTAINTY else region.has_values_to_send

    def past_stamps(self) -> set[int]:
        """Return when it did or got something in the last flow."""
        return {*self.old.sent, *self.old.inbox, *self.old.shared}

    def record(self) -> FileRecord:
        """Return its part in the flow as it is kept."""
        return FileRecord(sent=self.sent, inbox=self.inbox, shared=self.shared)


class Exchange:
    """Runs files and passes on what they send."""

    def __init__(
        self,
        memory: Memory,
        regions: Regions,
        paths: frozenset[str],
        report: Progress = be_quiet,
    ) -> None:
        self._memory = memory
        self._report = report
        self._paths = paths
        self._regions = regions
        self._topics: dict[NodeKey, Topic] = {}
        self._agenda: dict[int, set[NodeKey]] = {}
        self._past: dict[int, set[str]] = {}
        self._waiting: set[str] = set()
        self._addressed: set[str] = set()
        self._n_nodes = 0
        self._n_rounds = 0
        self._idle: dict[str, int] = {}
        self._stored_names: frozenset[str] = frozenset()
        self.n_storing: dict[str, int] = {}
        """How many files store each name on something else than a method's own receiver."""
        self.live: dict[str, LiveFile] = {}

    @property
    def topics(self) -> dict[NodeKey, TopicRecord | None]:
        """The topics whose course changed, None for those that are gone."""
        return {key: topic.record() for key, topic in self._topics.items()}

    def run(self, changed: Iterable[str], removed: Iterable[str] = ()) -> None:
        """Let values flow between files until nothing changes, then find out which of them are certain."""
        for path in sorted(removed):
            self._add(LiveFile(path, self._memory.file_record(path), is_removed=True))
        for path in sorted(changed):
            self._add(LiveFile(path, self._memory.file_record(path)))
        for phase in PHASES:
            if phase == CERTAINTY:
                self._learn_stored_names()
            stamp = phase
            self._step(stamp)
            while self._has_more(stamp) and stamp < phase + PHASE - 1:
                stamp += 1
                self._step(stamp)

    def wake(self, path: str) -> Region:
        """Return a file at rest, also one that did not have to run."""
        if path not in self.live:
            self._go_live(path, PHASES[-1] + PHASE)
        return self._awake(self.live[path])

    def rest(self, path: str) -> bool:
        """Let go of a file if there is no room for it; return whether that was so."""
        self._count_nodes(self.live[path])
        is_full = self._regions.is_full(self._n_nodes)
        if is_full:
            self.release(path)
        return is_full

    def release(self, path: str) -> None:
        """Let go of a file; whoever wakes it gets it as it was."""
        live = self.live[path]
        if live.region is not None:
            live.region.close()
            live.region = None
            self._n_nodes -= live.n_nodes
            live.n_nodes = 0
            self._idle.pop(path, None)
            self._regions.close(path)

    def _count_nodes(self, live: LiveFile) -> None:
        if live.region is not None:
            self._n_nodes += live.region.n_nodes - live.n_nodes
            live.n_nodes = live.region.n_nodes

    def _make_room(self, live: LiveFile, stamp: int) -> None:
        """Let go of files that have not run for a while, and if there are none, of the one that just ran."""
        self._count_nodes(live)
        self._idle.pop(live.path, None)
        self._idle[live.path] = stamp
        while self._regions.is_full(self._n_nodes):
            oldest = next(iter(self._idle))
            if self._idle[oldest] >= stamp - 1:
                self.release(live.path)
                return
            self.release(oldest)

    def _add(self, live: LiveFile) -> None:
        self.live[live.path] = live
        for stamp in live.past_stamps():
            self._past.setdefault(stamp, set()).add(live.path)

    def _awake(self, live: LiveFile) -> Region:
        """Return the region of a file; one that is away does again all that it did so far."""
        if live.region is not None:
            return live.region
        if live.is_removed:
            raise KeyError(live.path)
        region = live.region = self._regions.open(live.path)
        ran = set(live.ran)
        for stamp in sorted(ran | live.shared.keys()):
            if stamp in ran:
                self._advance(region, stamp, live.inbox.get(stamp))
            if stamp in live.shared:
                _share_at(region, stamp, live.shared[stamp])
        return region

    def _has_run(self, live: LiveFile, region: Region, stamp: int) -> None:
        """Remember how a file is after it did something, and let go of it if there is no room for more."""
        live.look_at(region, stamp)
        if live.waits:
            self._waiting.add(live.path)
        else:
            self._waiting.discard(live.path)
        self._make_room(live, stamp)

    def _has_more(self, stamp: int) -> bool:
        """Whether anything is to be done after a step, or was done after it before."""
        end = stamp - stamp % PHASE + PHASE
        return bool(self._waiting or self._addressed) or any(
            stamp < time < end for times in (self._agenda, self._past) for time in times
        )

    def _learn_stored_names(self) -> None:
        """Find the names that any file stores on others' objects; for whom that changes, it must run too."""
        counts = Counter(self._memory.n_storing())
        before = frozenset(counts)
        for live in self.live.values():
            counts.subtract(self._memory.stored_names(live.path))
            counts.update(live.stored_names)
        self.n_storing = {name: n_files for name, n_files in sorted(counts.items()) if n_files > 0}
        self._stored_names = frozenset(self.n_storing)
        for path in self._memory.files_asking(before ^ self._stored_names):
            if path not in self.live:
                self._go_live(path, CERTAINTY - 1)

    def _step(self, stamp: int) -> None:
        """Let every file that has something to do take what it is sent, and pass on what it sends."""
        self._n_rounds += 1
        due = self._waiting | self._addressed
        if stamp in PHASES:
            due |= {
                path
                for path, live in self.live.items()
                if not live.is_removed and (stamp != DECORATED or live.is_decorated)
            }
        for n_done, path in enumerate(sorted(due), 1):
            live = self.live[path]
            region = self._awake(live)
            sent = self._advance(region, stamp, live.inbox.get(stamp))
            live.ran.append(stamp)
            if sent != NOTHING_SENT:
                live.sent[stamp] = sent
            self._has_run(live, region, stamp)
            self._report(f"following values, round {self._n_rounds}", n_done, len(due))
        for path in sorted(due | self._past.get(stamp, set())):
            self._compare_with_others(self.live[path], stamp)
        due |= self._open_topics(stamp)
        for path in sorted(due | self._past.get(stamp, set())):
            self._compare_own(self.live[path], stamp)
        self._deliver(stamp)

    def _advance(self, region: Region, stamp: int, inbox: Posted | None) -> Sent:
        if stamp == VALUES:
            return region.start()
        if stamp == DECORATED:
            return region.complete()
        if stamp == CERTAINTY:
            return region.ask_certainty(self._stored_names)
        return region.receive_certainty(inbox or {}) if stamp > CERTAINTY else region.receive(inbox or {})

    def _compare_with_others(self, live: LiveFile, stamp: int) -> None:
        """Tell topics of other files what a file sends otherwise than before."""
        old, new = live.old.sent.get(stamp, NOTHING_SENT), live.sent.get(stamp, NOTHING_SENT)
        if old.asked != new.asked:
            before, after = set(old.asked), set(new.asked)
            for key in before - after:
                self._change(key, stamp).drop_reader(live.path, stamp)
            for key in after - before:
                self._change(key, stamp).set_reader(live.path, stamp)
        if old.posted != new.posted:
            for key in old.posted.keys() | new.posted.keys():
                earlier, now = old.posted.get(key, ()), new.posted.get(key, ())
                if earlier != now and owner_path(key) != live.path:
                    self._change(key, stamp).replace_post(stamp, earlier, now, is_owner=False)

    def _compare_own(self, live: LiveFile, stamp: int) -> None:
        """Tell topics of the file itself what it sends otherwise than before."""
        old, new = live.old.sent.get(stamp, NOTHING_SENT), live.sent.get(stamp, NOTHING_SENT)
        if old.posted != new.posted:
            for key in old.posted.keys() | new.posted.keys():
                earlier, now = old.posted.get(key, ()), new.posted.get(key, ())
                if earlier != now and owner_path(key) == live.path:
                    self._change(key, stamp).replace_post(stamp, earlier, now, is_owner=True)

    def _change(self, key: NodeKey, stamp: int) -> Topic:
        """Return a topic whose course changes with a step."""
        topic = self._topics.get(key)
        if topic is None:
            topic = self._topics[key] = Topic(self._memory.topic(key), stamp)
            for time in topic.future(stamp):
                self._agenda.setdefault(time, set()).add(key)
        self._agenda.setdefault(stamp, set()).add(key)
        return topic

    def _open_topics(self, stamp: int) -> set[str]:
        """Let the files that nodes belong to take part in them from the step on with which others do.

        Return the files that do so.
        """
        opened: dict[str, list[NodeKey]] = {}
        for path in self._past.get(stamp, ()):
            keys = self.live[path].old.shared.get(stamp, ())
            opened[path] = [key for key in keys if key not in self._topics]
        for key in sorted(self._agenda.get(stamp, ())):
            topic = self._topics[key]
            topic.new.opened = topic.new.find_opened()
            is_open, was_open = topic.new.opened == stamp, topic.old.opened == stamp
            owner = owner_path(key)
            if is_open != was_open and owner not in self.live:
                self._go_live(owner, stamp)
            if is_open and owner in self.live:
                opened.setdefault(owner, []).append(key)
        for owner in sorted(opened):
            self._share(self.live[owner], stamp, opened[owner])
        return set(opened)

    def _share(self, live: LiveFile, stamp: int, keys: list[NodeKey]) -> None:
        """Let a file take part in nodes of its own that others now take part in."""
        already = live.shared.get(stamp, ())
        new = tuple(sorted(key for key in keys if key not in already))
        if live.is_removed or not new:
            return
        region = self._awake(live)
        live.shared[stamp] = tuple(sorted((*already, *new)))
        posted = _share_at(region, stamp, new)
        if posted:
            sent = live.sent.get(stamp, NOTHING_SENT)
            live.sent[stamp] = Sent(sent.asked, {**sent.posted, **posted})
        self._has_run(live, region, stamp)

    def _go_live(self, path: str, stamp: int) -> None:
        """Let a file run that did not have to before this step: up to it, what it is sent is what it was sent."""
        if path not in self._paths:
            return
        old = self._memory.file_record(path)
        live = LiveFile(path, old)
        self._add(live)
        live.ran = sorted(time for time in live.past_stamps() | set(PHASES) if time <= stamp)
        for time in live.ran:
            kept = tuple(key for key in old.shared.get(time, ()) if self._is_still_open(key, time))
            if kept:
                live.shared[time] = kept
        live.inbox = {time: inbox for time, inbox in old.inbox.items() if time <= stamp}
        live.sent = {time: sent for time, sent in old.sent.items() if time <= stamp}
        closed = set(old.shared.get(stamp, ())).difference(live.shared.get(stamp, ()))
        if closed and stamp in live.sent:
            asked, posted = live.sent.pop(stamp)
            sent = Sent(asked, {key: each for key, each in posted.items() if key not in closed})
            if sent != NOTHING_SENT:
                live.sent[stamp] = sent
        self._has_run(live, self._awake(live), stamp)

    def _is_still_open(self, key: NodeKey, stamp: int) -> bool:
        topic = self._topics.get(key)
        return topic is None or topic.new.find_opened() == stamp

    def _deliver(self, stamp: int) -> None:
        """Find out what each file gets with the next step; who gets something else than before must run."""
        inboxes: dict[str, Posted] = {}
        surprised: set[str] = set()
        for key in self._agenda.pop(stamp, ()):
            topic = self._topics[key]
            topic.play(stamp)
            owner = owner_path(key)
            for path in {owner, *topic.old.readers, *topic.new.readers}:
                is_owner = path == owner
                before = topic.old.delivered(
                    topic.old.opened if is_owner else topic.old.readers.get(path, NEVER), stamp
                )
                after = topic.new.delivered(
                    topic.new.opened if is_owner else topic.new.readers.get(path, NEVER), stamp
                )
                if after:
                    inboxes.setdefault(path, {})[key] = after
                if before != after and path not in self.live:
                    surprised.add(path)
        for path in sorted(surprised):
            self._go_live(path, stamp)
        self._addressed = set()
        for path in inboxes.keys() | self._past.get(stamp + 1, set()):
            live = self.live.get(path)
            if live is None or live.is_removed:
                continue
            kept = {
                key: values
                for key, values in live.old.inbox.get(stamp + 1, {}).items()
                if key not in self._topics
            }
            new = inboxes.get(path, {})
            if kept or new:
                live.inbox[stamp + 1] = {**kept, **new}
                self._addressed.add(path)


def _share_at(region: Region, stamp: int, keys: tuple[NodeKey, ...]) -> Posted:
    return region.share_certainty(keys) if stamp >= CERTAINTY else region.share(keys)
