"""The flows of all files together, in steps: what files send after one step reaches the others with the next.

Turns: Regions → the same at rest. What a file does depends on what it was sent and when, and on nothing else of the
other files, so that neither their order nor their number can change it.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from codeshed.resolve.flow.graph import MAX_VALUES
from codeshed.resolve.flow.keys import NodeKey, ValueKey, owner_path
from codeshed.resolve.flow.region import Posted, Region, Sent


@dataclass(slots=True)
class _Topic:
    """One node that several files have to do with."""

    values: set[ValueKey] = field(default_factory=set)
    readers: dict[int, None] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class _Talk:
    """What files talk about: how they take what others send, and how they begin to share."""

    receive: Callable[[Region, Posted], Sent]
    share: Callable[[Region, list[NodeKey]], Sent]


class Board:
    """What files have sent to each other."""

    def __init__(self, regions: Sequence[Region], file_by_path: dict[str, int]) -> None:
        self._regions = regions
        self._file_by_path = file_by_path
        self._topics: dict[NodeKey, _Topic] = {}

    def run(self) -> None:
        """Let values flow between files until nothing changes, then find out which of them are certain."""
        values = _Talk(Region.receive, Region.share)
        self._settle(values, {file: region.start() for file, region in enumerate(self._regions)})
        self._settle(values, {file: region.complete() for file, region in enumerate(self._regions)})
        stored = frozenset(name for region in self._regions for name in region.stored_names)
        certainty = _Talk(Region.receive_certainty, Region.share_certainty)
        asked = {file: region.ask_certainty(stored) for file, region in enumerate(self._regions)}
        self._settle(certainty, asked)

    def _settle(self, talk: _Talk, sent: dict[int, Sent]) -> None:
        while sent:
            inboxes = self._exchange(talk, sent)
            sent = {file: talk.receive(self._regions[file], inboxes[file]) for file in sorted(inboxes)}

    def _exchange(self, talk: _Talk, sent: dict[int, Sent]) -> dict[int, Posted]:
        """Take what all files sent, and return what each of them is to get."""
        new_readers: dict[NodeKey, list[int]] = {}
        new_values: dict[NodeKey, set[ValueKey]] = {}
        pending = sent
        while pending:
            unshared: dict[int, list[NodeKey]] = {}
            for file in sorted(pending):
                for key in pending[file].asked:
                    new_readers.setdefault(key, []).append(file)
                    self._open(key, unshared)
                for key, values in pending[file].posted.items():
                    new_values.setdefault(key, set()).update(values)
                    self._open(key, unshared)
            pending = {file: talk.share(self._regions[file], unshared[file]) for file in sorted(unshared)}
        return self._deliver(new_readers, new_values)

    def _open(self, key: NodeKey, unshared: dict[int, list[NodeKey]]) -> None:
        """Let the file that a node belongs to take part in it."""
        if key not in self._topics:
            self._topics[key] = _Topic()
            owner = self._file_by_path.get(owner_path(key))
            if owner is not None:
                self._topics[key].readers[owner] = None
                unshared.setdefault(owner, []).append(key)

    def _deliver(
        self, new_readers: dict[NodeKey, list[int]], new_values: dict[NodeKey, set[ValueKey]]
    ) -> dict[int, Posted]:
        inboxes: dict[int, Posted] = {}
        for key, values in new_values.items():
            topic = self._topics[key]
            fresh = sorted(values - topic.values)[: MAX_VALUES - len(topic.values)]
            if fresh:
                for file in topic.readers:
                    inboxes.setdefault(file, {})[key] = tuple(fresh)
                topic.values.update(fresh)
        for key, files in new_readers.items():
            topic = self._topics[key]
            for file in files:
                if file not in topic.readers:
                    topic.readers[file] = None
                    if topic.values:
                        inboxes.setdefault(file, {})[key] = tuple(sorted(topic.values))
        return inboxes
