"""Records of a flow as bytes: every text, value and node is written once and known by its number after that.

Turns: FileRecord and TopicRecords ↔ bytes; equal records are equal bytes.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import msgspec

from codeshed.errors import UnreadablePartError
from codeshed.resolve.python.flow.abstract_values import ValueKind
from codeshed.resolve.python.flow.flow_records import FileRecord, Posted, Sent, TopicRecord
from codeshed.resolve.python.names.value_keys import TYPED, TYPED_TUPLE, NodeKey, ValueKey

_Numbers = tuple[int, ...]
_Posted = tuple[tuple[int, _Numbers], ...]
_TYPED_KINDS = (TYPED, TYPED_TUPLE)


class _Stored(msgspec.Struct, frozen=True, array_like=True):
    """What all forms have: the tables of what they speak of."""

    texts: tuple[str, ...]
    values: tuple[tuple[int, int, int, tuple[Any, ...]], ...]
    """Kind, name, number, and what it is made of: of other values, their numbers."""
    nodes: tuple[tuple[int, int, int, int], ...]


class _StoredRecord(msgspec.Struct, frozen=True, array_like=True):
    tables: _Stored
    sent: tuple[tuple[int, _Numbers, _Posted], ...]
    inbox: tuple[tuple[int, _Posted], ...]
    shared: tuple[tuple[int, _Numbers], ...]


class _StoredTopic(msgspec.Struct, frozen=True, array_like=True):
    node: int
    posts: tuple[tuple[int, tuple[tuple[int, int], ...]], ...]
    senders: tuple[tuple[int, int], ...]
    readers: tuple[tuple[int, int], ...]


class _StoredTopics(msgspec.Struct, frozen=True, array_like=True):
    tables: _Stored
    topics: tuple[_StoredTopic, ...]


_encode = msgspec.msgpack.Encoder().encode
_decode_record = msgspec.msgpack.Decoder(_StoredRecord).decode
_decode_topics = msgspec.msgpack.Decoder(_StoredTopics).decode


class _Writer:
    """Gives numbers to texts, values and nodes, in the order in which they are met."""

    def __init__(self) -> None:
        self._texts: dict[str, int] = {}
        self._values: dict[ValueKey, int] = {}
        self._nodes: dict[NodeKey, int] = {}
        self._stored_values: list[tuple[int, int, int, tuple[Any, ...]]] = []
        self._stored_nodes: list[tuple[int, int, int, int]] = []

    def text(self, text: str) -> int:
        return self._texts.setdefault(text, len(self._texts))

    def value(self, key: ValueKey) -> int:
        known = self._values.get(key)
        if known is not None:
            return known
        kind, name, number, made_of = key
        stored: tuple[Any, ...] = ()
        if kind in _TYPED_KINDS:
            stored = tuple(tuple(map(self.value, part)) for part in made_of)
        elif kind == ValueKind.PARTIAL:
            spreads, names = made_of
            stored = (spreads, tuple(map(self.text, names)))
        elif made_of:
            stored = (self.value(made_of),)
        entry = (kind, self.text(name), number, stored)
        known = self._values[key] = len(self._stored_values)
        self._stored_values.append(entry)
        return known

    def node(self, key: NodeKey) -> int:
        known = self._nodes.get(key)
        if known is None:
            kind, name, part, number = key
            known = self._nodes[key] = len(self._stored_nodes)
            self._stored_nodes.append((self.text(kind), self.text(name), self.text(part), number))
        return known

    def posted(self, posted: Posted) -> _Posted:
        return tuple(
            (self.node(key), tuple(map(self.value, values))) for key, values in sorted(posted.items())
        )

    def tables(self) -> _Stored:
        return _Stored(tuple(self._texts), tuple(self._stored_values), tuple(self._stored_nodes))


class _Reader:
    """Knows texts, values and nodes by their numbers."""

    def __init__(self, tables: _Stored) -> None:
        self.texts = tables.texts
        self.values: list[ValueKey] = []
        for kind, name, number, stored in tables.values:
            made_of: tuple[Any, ...] = ()
            if kind in _TYPED_KINDS:
                made_of = tuple(tuple(self.values[each] for each in part) for part in stored)
            elif kind == ValueKind.PARTIAL:
                made_of = (tuple(stored[0]), tuple(self.texts[each] for each in stored[1]))
            elif stored:
                made_of = self.values[stored[0]]
            self.values.append((kind, self.texts[name], number, made_of))
        self.nodes: list[NodeKey] = [
            (self.texts[kind], self.texts[name], self.texts[part], number)
            for kind, name, part, number in tables.nodes
        ]

    def posted(self, stored: _Posted) -> Posted:
        values = self.values
        return {self.nodes[node]: tuple(values[each] for each in held) for node, held in stored}


def encode_record(record: FileRecord) -> bytes:
    """Write a file's part in a flow."""
    writer = _Writer()
    sent = tuple(
        (stamp, tuple(map(writer.node, asked)), writer.posted(posted))
        for stamp, (asked, posted) in sorted(record.sent.items())
    )
    inbox = tuple((stamp, writer.posted(posted)) for stamp, posted in sorted(record.inbox.items()))
    shared = tuple((stamp, tuple(map(writer.node, keys))) for stamp, keys in sorted(record.shared.items()))
    tables = writer.tables()
    return _encode(_StoredRecord(tables, sent, inbox, shared))


def decode_record(content: bytes) -> FileRecord:
    """Read a file's part in a flow."""
    stored = _decode_record(content)
    reader = _Reader(stored.tables)
    return FileRecord(
        sent={
            stamp: Sent(tuple(reader.nodes[each] for each in asked), reader.posted(posted))
            for stamp, asked, posted in stored.sent
        },
        inbox={stamp: reader.posted(posted) for stamp, posted in stored.inbox},
        shared={stamp: tuple(reader.nodes[each] for each in keys) for stamp, keys in stored.shared},
    )


def encode_topics(topics: Mapping[NodeKey, TopicRecord]) -> bytes:
    """Write the nodes of a file that others took part in."""
    writer = _Writer()
    stored = tuple(_stored_topic(writer, key, topics[key]) for key in sorted(topics))
    return _encode(_StoredTopics(writer.tables(), stored))


def _stored_topic(writer: _Writer, key: NodeKey, topic: TopicRecord) -> _StoredTopic:
    return _StoredTopic(
        writer.node(key),
        tuple(
            (stamp, tuple((writer.value(value), count) for value, count in sorted(counts.items())))
            for stamp, counts in sorted(topic.posts.items())
        ),
        tuple(sorted(topic.senders.items())),
        tuple((writer.text(path), stamp) for path, stamp in sorted(topic.readers.items())),
    )


def decode_topics(content: bytes) -> Mapping[NodeKey, TopicRecord]:
    """Read the nodes of a file that others took part in."""
    return _Topics(_decode_topics(content))


class _Topics(Mapping[NodeKey, TopicRecord]):
    """Topics by their nodes. Of the hundreds that a file may have an edit asks for a few, and these alone are read."""

    def __init__(self, stored: _StoredTopics) -> None:
        self._reader = _Reader(stored.tables)
        self._stored = {self._reader.nodes[topic.node]: topic for topic in stored.topics}

    def __getitem__(self, key: NodeKey) -> TopicRecord:
        """Read a topic."""
        topic, reader = self._stored[key], self._reader
        try:
            return TopicRecord(
                posts={
                    stamp: {reader.values[value]: count for value, count in counts}
                    for stamp, counts in topic.posts
                },
                senders=_as_dict(topic.senders),
                readers={reader.texts[path]: stamp for path, stamp in topic.readers},
            )
        except IndexError as error:
            raise UnreadablePartError(f"a topic names what is not there: {error}") from error

    def __iter__(self) -> Iterator[NodeKey]:
        """Iterate over the nodes."""
        return iter(self._stored)

    def __len__(self) -> int:
        """Return how many there are."""
        return len(self._stored)


def _as_dict(pairs: Iterable[tuple[int, int]]) -> dict[int, int]:
    return dict(pairs)
