"""The worklist that connects the flow graphs of all files, in steps.

Turns: changed files + the stored flow → files that ran, at their fixpoint, and the flow to store.

What a file sends with one step reaches the others with the next. Files exchange values through shared nodes: nodes of
one file that others request or post values to. What a file does depends only on what it receives and when. So the
order of files makes no difference, and a file that receives what it received in the stored flow need not run again.

Example: `a.py` calls `b.run(Cart())`. Step 0: `a.py` posts the instance of `Cart` to the parameter of `run` and
requests the node of its result, both nodes of `b.py`. Step 1: `b.py` receives the value, lets it flow, and posts the
result. Step 2: `a.py` receives that.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Protocol

from codeshed.model.progress_callback import Progress, ignore_progress
from codeshed.resolve.python.flow.file_flow import FileFlow
from codeshed.resolve.python.flow.flow_records import (
    CERTAINTY,
    DECORATED,
    NOTHING_SENT,
    PHASE,
    PHASES,
    VALUES,
    FileFlowRecord,
    PostedValues,
    SharedKeys,
    SharedNodeRecord,
    StepMessages,
)
from codeshed.resolve.python.flow.shared_node import NEVER, SharedNode
from codeshed.resolve.python.names.value_keys import NodeKey, owner_path


class PreviousFlow(Protocol):
    """The stored flow of the last resolution."""

    def file_record(self, path: str) -> FileFlowRecord:
        """Return a file's flow record, an empty one for a new file."""

    def shared_node(self, key: NodeKey) -> SharedNodeRecord | None:
        """Return the record of a shared node."""

    def stored_names(self, path: str) -> tuple[str, ...]:
        """Return the names that a file assigns on something else than a method's own receiver."""

    def n_attribute_stores(self) -> Mapping[str, int]:
        """Return how many files assign each name in this way."""

    def files_testing(self, names: frozenset[str]) -> tuple[str, ...]:
        """Return the files whose result depends on whether any file assigns one of these names in this way."""


class FileFlowFactory(Protocol):
    """Makes the flow graphs of files, as many as fit into memory."""

    def open(self, path: str) -> FileFlow:
        """Make the flow graph of a file."""

    def close(self, path: str) -> None:
        """Drop what only the flow graph of a file needs."""

    def is_full(self, n_nodes: int) -> bool:
        """Whether so many nodes are too many for the memory, so that graphs must be released."""


class LiveFile:
    """A file whose flow runs.

    Its flow graph may be released to save memory, and restored when it is needed. The graph follows from the
    steps at which it ran and the values that it received: releasing it changes no result.
    """

    __slots__ = (
        "file_flow",
        "inbox",
        "is_decorated",
        "is_removed",
        "n_nodes",
        "old",
        "path",
        "ran",
        "sent",
        "shared",
        "stored_names",
        "waits",
    )

    def __init__(self, path: str, old: FileFlowRecord, *, is_removed: bool = False) -> None:
        self.path = path
        self.old = old
        self.is_removed = is_removed
        self.file_flow: FileFlow | None = None
        """The flow graph; None while it is released, and for a file that was removed."""
        self.n_nodes = 0
        """How many nodes the graph had at the last count; 0 while it is released."""
        self.ran: list[int] = []
        """The stamps at which it ran."""
        self.sent: dict[int, StepMessages] = {}
        self.inbox: dict[int, PostedValues] = {}
        self.shared: SharedKeys = {}
        self.stored_names: frozenset[str] = frozenset()
        """Names of fields that it assigns on something else than a method's own receiver."""
        self.is_decorated = False
        """Whether it has decorated functions, which must be completed."""
        self.waits = False
        """Whether it has work for the next step, even if it receives nothing."""

    def update_status(self, file_flow: FileFlow, stamp: int) -> None:
        """Copy from the flow graph what must be known while it is released."""
        self.stored_names = frozenset(file_flow.stored_names)
        self.is_decorated = file_flow.has_decorated_functions
        self.waits = file_flow.has_certainty_to_ask if stamp >= CERTAINTY else file_flow.has_values_to_send

    def past_stamps(self) -> set[int]:
        """Return the stamps at which it sent or received something in the stored flow."""
        return {*self.old.sent, *self.old.inbox, *self.old.shared}

    def record(self) -> FileFlowRecord:
        """Return its flow record."""
        return FileFlowRecord(sent=self.sent, inbox=self.inbox, shared=self.shared)


class Worklist:
    """Runs files, and delivers what they send."""

    def __init__(
        self,
        memory: PreviousFlow,
        regions: FileFlowFactory,
        paths: frozenset[str],
        report: Progress = ignore_progress,
    ) -> None:
        self._memory = memory
        self._report = report
        self._paths = paths
        self._regions = regions
        self._changed_nodes: dict[NodeKey, SharedNode] = {}
        self._keys_by_stamp: dict[int, set[NodeKey]] = {}
        self._paths_by_past_stamp: dict[int, set[str]] = {}
        self._waiting: set[str] = set()
        self._paths_with_inbox: set[str] = set()
        self._n_nodes = 0
        self._n_rounds = 0
        self._stamp_of_last_run: dict[str, int] = {}
        self._stored_names: frozenset[str] = frozenset()
        self.n_attribute_stores: dict[str, int] = {}
        """How many files assign each name on something else than a method's own receiver."""
        self.live: dict[str, LiveFile] = {}

    @property
    def changed_shared_nodes(self) -> dict[NodeKey, SharedNodeRecord | None]:
        """The shared nodes whose history changed; None for those that are no longer shared."""
        return {key: shared_node.record() for key, shared_node in self._changed_nodes.items()}

    def run(self, changed: Iterable[str], removed: Iterable[str] = ()) -> None:
        """Let values flow between files until nothing changes, then determine which nodes are certain."""
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

    def get_file_flow(self, path: str) -> FileFlow:
        """Return the flow graph of a file at its fixpoint, also of a file that did not have to run."""
        if path not in self.live:
            self._rerun_until(path, PHASES[-1] + PHASE)
        return self._get_file_flow(self.live[path])

    def release_if_full(self, path: str) -> bool:
        """Release the flow graph of a file if memory is full; return whether that was so."""
        self._count_nodes(self.live[path])
        is_full = self._regions.is_full(self._n_nodes)
        if is_full:
            self.release(path)
        return is_full

    def release(self, path: str) -> None:
        """Release the flow graph of a file; it is restored when it is needed again."""
        live = self.live[path]
        if live.file_flow is not None:
            live.file_flow.close()
            live.file_flow = None
            self._n_nodes -= live.n_nodes
            live.n_nodes = 0
            self._stamp_of_last_run.pop(path, None)
            self._regions.close(path)

    def _count_nodes(self, live: LiveFile) -> None:
        if live.file_flow is not None:
            self._n_nodes += live.file_flow.n_nodes - live.n_nodes
            live.n_nodes = live.file_flow.n_nodes

    def _make_room(self, live: LiveFile, stamp: int) -> None:
        """Release graphs that have not run for a while; if there are none, the one that just ran."""
        self._count_nodes(live)
        self._stamp_of_last_run.pop(live.path, None)
        self._stamp_of_last_run[live.path] = stamp
        while self._regions.is_full(self._n_nodes):
            oldest = next(iter(self._stamp_of_last_run))
            if self._stamp_of_last_run[oldest] >= stamp - 1:
                self.release(live.path)
                return
            self.release(oldest)

    def _add(self, live: LiveFile) -> None:
        self.live[live.path] = live
        for stamp in live.past_stamps():
            self._paths_by_past_stamp.setdefault(stamp, set()).add(live.path)

    def _get_file_flow(self, live: LiveFile) -> FileFlow:
        """Return the flow graph of a file; one that was released repeats all of its steps."""
        if live.file_flow is not None:
            return live.file_flow
        if live.is_removed:
            raise KeyError(live.path)
        file_flow = live.file_flow = self._regions.open(live.path)
        ran = set(live.ran)
        for stamp in sorted(ran | live.shared.keys()):
            if stamp in ran:
                self._run_step(file_flow, stamp, live.inbox.get(stamp))
            if stamp in live.shared:
                _share_at(file_flow, stamp, live.shared[stamp])
        return file_flow

    def _after_run(self, live: LiveFile, file_flow: FileFlow, stamp: int) -> None:
        """Update the status of a file that just ran, and release graphs if memory is full."""
        live.update_status(file_flow, stamp)
        if live.waits:
            self._waiting.add(live.path)
        else:
            self._waiting.discard(live.path)
        self._make_room(live, stamp)

    def _has_more(self, stamp: int) -> bool:
        """Whether there is work after a step, or was in the stored flow."""
        end = stamp - stamp % PHASE + PHASE
        return bool(self._waiting or self._paths_with_inbox) or any(
            stamp < time < end for times in (self._keys_by_stamp, self._paths_by_past_stamp) for time in times
        )

    def _learn_stored_names(self) -> None:
        """Find the names that any file assigns on other objects; files that depend on a difference must run."""
        counts = Counter(self._memory.n_attribute_stores())
        before = frozenset(counts)
        for live in self.live.values():
            counts.subtract(self._memory.stored_names(live.path))
            counts.update(live.stored_names)
        self.n_attribute_stores = {name: n_files for name, n_files in sorted(counts.items()) if n_files > 0}
        self._stored_names = frozenset(self.n_attribute_stores)
        for path in self._memory.files_testing(before ^ self._stored_names):
            if path not in self.live:
                self._rerun_until(path, CERTAINTY - 1)

    def _step(self, stamp: int) -> None:
        """Let every file with work receive its messages, run, and send."""
        self._n_rounds += 1
        due = self._waiting | self._paths_with_inbox
        if stamp in PHASES:
            due |= {
                path
                for path, live in self.live.items()
                if not live.is_removed and (stamp != DECORATED or live.is_decorated)
            }
        for n_done, path in enumerate(sorted(due), 1):
            live = self.live[path]
            file_flow = self._get_file_flow(live)
            sent = self._run_step(file_flow, stamp, live.inbox.get(stamp))
            live.ran.append(stamp)
            if sent != NOTHING_SENT:
                live.sent[stamp] = sent
            self._after_run(live, file_flow, stamp)
            self._report(f"following values, round {self._n_rounds}", n_done, len(due))
        for path in sorted(due | self._paths_by_past_stamp.get(stamp, set())):
            self._post_to_others(self.live[path], stamp)
        due |= self._share_newly_used(stamp)
        for path in sorted(due | self._paths_by_past_stamp.get(stamp, set())):
            self._post_to_own(self.live[path], stamp)
        self._deliver(stamp)

    def _run_step(self, file_flow: FileFlow, stamp: int, inbox: PostedValues | None) -> StepMessages:
        if stamp == VALUES:
            return file_flow.start()
        if stamp == DECORATED:
            return file_flow.complete_decorated()
        if stamp == CERTAINTY:
            return file_flow.start_certainty(self._stored_names)
        return (
            file_flow.receive_certainty(inbox or {}) if stamp > CERTAINTY else file_flow.receive(inbox or {})
        )

    def _post_to_others(self, live: LiveFile, stamp: int) -> None:
        """Apply the differences between what a file sends now and sent before to shared nodes of other files."""
        old, new = live.old.sent.get(stamp, NOTHING_SENT), live.sent.get(stamp, NOTHING_SENT)
        if old.requested != new.requested:
            before, after = set(old.requested), set(new.requested)
            for key in before - after:
                self._changed_node(key, stamp).drop_reader(live.path, stamp)
            for key in after - before:
                self._changed_node(key, stamp).set_reader(live.path, stamp)
        if old.posted != new.posted:
            for key in old.posted.keys() | new.posted.keys():
                earlier, now = old.posted.get(key, ()), new.posted.get(key, ())
                if earlier != now and owner_path(key) != live.path:
                    self._changed_node(key, stamp).replace_post(stamp, earlier, now, is_owner=False)

    def _post_to_own(self, live: LiveFile, stamp: int) -> None:
        """Apply the differences between what a file posts now and posted before to its own shared nodes."""
        old, new = live.old.sent.get(stamp, NOTHING_SENT), live.sent.get(stamp, NOTHING_SENT)
        if old.posted != new.posted:
            for key in old.posted.keys() | new.posted.keys():
                earlier, now = old.posted.get(key, ()), new.posted.get(key, ())
                if earlier != now and owner_path(key) == live.path:
                    self._changed_node(key, stamp).replace_post(stamp, earlier, now, is_owner=True)

    def _changed_node(self, key: NodeKey, stamp: int) -> SharedNode:
        """Return a shared node whose history changes with a step."""
        shared_node = self._changed_nodes.get(key)
        if shared_node is None:
            shared_node = self._changed_nodes[key] = SharedNode(self._memory.shared_node(key), stamp)
            for time in shared_node.future(stamp):
                self._keys_by_stamp.setdefault(time, set()).add(key)
        self._keys_by_stamp.setdefault(stamp, set()).add(key)
        return shared_node

    def _share_newly_used(self, stamp: int) -> set[str]:
        """Let owners share their nodes from the step on with which another file first uses them.

        Return the owners.
        """
        newly_shared: dict[str, list[NodeKey]] = {}
        for path in self._paths_by_past_stamp.get(stamp, ()):
            keys = self.live[path].old.shared.get(stamp, ())
            newly_shared[path] = [key for key in keys if key not in self._changed_nodes]
        for key in sorted(self._keys_by_stamp.get(stamp, ())):
            shared_node = self._changed_nodes[key]
            shared_node.new.first_used_at = shared_node.new.find_first_use()
            is_open, was_open = shared_node.new.first_used_at == stamp, shared_node.old.first_used_at == stamp
            owner = owner_path(key)
            if is_open != was_open and owner not in self.live:
                self._rerun_until(owner, stamp)
            if is_open and owner in self.live:
                newly_shared.setdefault(owner, []).append(key)
        for owner in sorted(newly_shared):
            self._share(self.live[owner], stamp, newly_shared[owner])
        return set(newly_shared)

    def _share(self, live: LiveFile, stamp: int, keys: list[NodeKey]) -> None:
        """Let a file share nodes of its own that others now use."""
        already = live.shared.get(stamp, ())
        new = tuple(sorted(key for key in keys if key not in already))
        if live.is_removed or not new:
            return
        file_flow = self._get_file_flow(live)
        live.shared[stamp] = tuple(sorted((*already, *new)))
        posted = _share_at(file_flow, stamp, new)
        if posted:
            sent = live.sent.get(stamp, NOTHING_SENT)
            live.sent[stamp] = StepMessages(sent.requested, {**sent.posted, **posted})
        self._after_run(live, file_flow, stamp)

    def _rerun_until(self, path: str, stamp: int) -> None:
        """Run a file that did not have to run before: up to this step, it receives what it received before."""
        if path not in self._paths:
            return
        old = self._memory.file_record(path)
        live = LiveFile(path, old)
        self._add(live)
        live.ran = sorted(time for time in live.past_stamps() | set(PHASES) if time <= stamp)
        for time in live.ran:
            kept = tuple(key for key in old.shared.get(time, ()) if self._is_still_shared(key, time))
            if kept:
                live.shared[time] = kept
        live.inbox = {time: inbox for time, inbox in old.inbox.items() if time <= stamp}
        live.sent = {time: sent for time, sent in old.sent.items() if time <= stamp}
        closed = set(old.shared.get(stamp, ())).difference(live.shared.get(stamp, ()))
        if closed and stamp in live.sent:
            requested, posted = live.sent.pop(stamp)
            sent = StepMessages(requested, {key: each for key, each in posted.items() if key not in closed})
            if sent != NOTHING_SENT:
                live.sent[stamp] = sent
        self._after_run(live, self._get_file_flow(live), stamp)

    def _is_still_shared(self, key: NodeKey, stamp: int) -> bool:
        shared_node = self._changed_nodes.get(key)
        return shared_node is None or shared_node.new.find_first_use() == stamp

    def _deliver(self, stamp: int) -> None:
        """Determine what each file receives with the next step; a file that receives something new must run."""
        inboxes: dict[str, PostedValues] = {}
        newly_affected: set[str] = set()
        for key in self._keys_by_stamp.pop(stamp, ()):
            shared_node = self._changed_nodes[key]
            shared_node.advance(stamp)
            owner = owner_path(key)
            for path in {owner, *shared_node.old.readers, *shared_node.new.readers}:
                is_owner = path == owner
                before = shared_node.old.values_for_reader(
                    shared_node.old.first_used_at if is_owner else shared_node.old.readers.get(path, NEVER),
                    stamp,
                )
                after = shared_node.new.values_for_reader(
                    shared_node.new.first_used_at if is_owner else shared_node.new.readers.get(path, NEVER),
                    stamp,
                )
                if after:
                    inboxes.setdefault(path, {})[key] = after
                if before != after and path not in self.live:
                    newly_affected.add(path)
        for path in sorted(newly_affected):
            self._rerun_until(path, stamp)
        self._paths_with_inbox = set()
        for path in inboxes.keys() | self._paths_by_past_stamp.get(stamp + 1, set()):
            live = self.live.get(path)
            if live is None or live.is_removed:
                continue
            kept = {
                key: values
                for key, values in live.old.inbox.get(stamp + 1, {}).items()
                if key not in self._changed_nodes
            }
            new = inboxes.get(path, {})
            if kept or new:
                live.inbox[stamp + 1] = {**kept, **new}
                self._paths_with_inbox.add(path)


def _share_at(file_flow: FileFlow, stamp: int, keys: tuple[NodeKey, ...]) -> PostedValues:
    return file_flow.share_certainty(keys) if stamp >= CERTAINTY else file_flow.share(keys)
