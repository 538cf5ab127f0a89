"""Flow records as bytes; each string, value and node is written once and referred to by number.

Turns: FileFlowRecord and SharedNodeRecords ↔ bytes; equal records give equal bytes.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import msgspec

from codeshed.errors import UnreadablePartError
from codeshed.resolve.python.flow.abstract_values import ValueKind
from codeshed.resolve.python.flow.flow_records import (
    FileFlowRecord,
    PostedValues,
    SharedNodeRecord,
    StepMessages,
)
from codeshed.resolve.python.names.value_keys import TYPED, TYPED_TUPLE, NodeKey, ValueKey

_Numbers = tuple[int, ...]
_Posted = tuple[tuple[int, _Numbers], ...]
_TYPED_KINDS = (TYPED, TYPED_TUPLE)


class _StoredTables(msgspec.Struct, frozen=True, array_like=True):
    """The tables that the numbers of a record refer to."""

    texts: tuple[str, ...]
    values: tuple[tuple[int, int, int, tuple[Any, ...]], ...]
    """Kind, name, number and components; components that are values are given by number."""
    nodes: tuple[tuple[int, int, int, int], ...]


class _StoredRecord(msgspec.Struct, frozen=True, array_like=True):
    tables: _StoredTables
    sent: tuple[tuple[int, _Numbers, _Posted], ...]
    inbox: tuple[tuple[int, _Posted], ...]
    shared: tuple[tuple[int, _Numbers], ...]


class _StoredSharedNode(msgspec.Struct, frozen=True, array_like=True):
    node: int
    posts: tuple[tuple[int, tuple[tuple[int, int], ...]], ...]
    senders: tuple[tuple[int, int], ...]
    readers: tuple[tuple[int, int], ...]


class _StoredSharedNodes(msgspec.Struct, frozen=True, array_like=True):
    tables: _StoredTables
    shared_nodes: tuple[_StoredSharedNode, ...]


_encode = msgspec.msgpack.Encoder().encode
_decode_record = msgspec.msgpack.Decoder(_StoredRecord).decode
_decode_stored_nodes = msgspec.msgpack.Decoder(_StoredSharedNodes).decode


class _RecordEncoder:
    """Numbers strings, values and nodes in the order in which they occur."""

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
        kind, name, number, components = key
        stored: tuple[Any, ...] = ()
        if kind in _TYPED_KINDS:
            stored = tuple(tuple(map(self.value, part)) for part in components)
        elif kind == ValueKind.PARTIAL:
            spreads, names = components
            stored = (spreads, tuple(map(self.text, names)))
        elif components:
            stored = (self.value(components),)
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

    def posted(self, posted: PostedValues) -> _Posted:
        return tuple(
            (self.node(key), tuple(map(self.value, values))) for key, values in sorted(posted.items())
        )

    def tables(self) -> _StoredTables:
        return _StoredTables(tuple(self._texts), tuple(self._stored_values), tuple(self._stored_nodes))


class _RecordDecoder:
    """Looks up strings, values and nodes by number."""

    def __init__(self, tables: _StoredTables) -> None:
        self.texts = tables.texts
        self.values: list[ValueKey] = []
        for kind, name, number, stored in tables.values:
            components: tuple[Any, ...] = ()
            if kind in _TYPED_KINDS:
                components = tuple(tuple(self.values[each] for each in part) for part in stored)
            elif kind == ValueKind.PARTIAL:
                components = (tuple(stored[0]), tuple(self.texts[each] for each in stored[1]))
            elif stored:
                components = self.values[stored[0]]
            self.values.append((kind, self.texts[name], number, components))
        self.nodes: list[NodeKey] = [
            (self.texts[kind], self.texts[name], self.texts[part], number)
            for kind, name, part, number in tables.nodes
        ]

    def posted(self, stored: _Posted) -> PostedValues:
        values = self.values
        return {self.nodes[node]: tuple(values[each] for each in held) for node, held in stored}


def encode_flow_record(record: FileFlowRecord) -> bytes:
    """Encode the flow record of a file."""
    encoder = _RecordEncoder()
    sent = tuple(
        (stamp, tuple(map(encoder.node, requested)), encoder.posted(posted))
        for stamp, (requested, posted) in sorted(record.sent.items())
    )
    inbox = tuple((stamp, encoder.posted(posted)) for stamp, posted in sorted(record.inbox.items()))
    shared = tuple((stamp, tuple(map(encoder.node, keys))) for stamp, keys in sorted(record.shared.items()))
    tables = encoder.tables()
    return _encode(_StoredRecord(tables, sent, inbox, shared))


def decode_flow_record(content: bytes) -> FileFlowRecord:
    """Decode the flow record of a file."""
    stored = _decode_record(content)
    decoder = _RecordDecoder(stored.tables)
    return FileFlowRecord(
        sent={
            stamp: StepMessages(tuple(decoder.nodes[each] for each in requested), decoder.posted(posted))
            for stamp, requested, posted in stored.sent
        },
        inbox={stamp: decoder.posted(posted) for stamp, posted in stored.inbox},
        shared={stamp: tuple(decoder.nodes[each] for each in keys) for stamp, keys in stored.shared},
    )


def encode_shared_nodes(shared_nodes: Mapping[NodeKey, SharedNodeRecord]) -> bytes:
    """Encode the nodes of a file that other files share."""
    encoder = _RecordEncoder()
    stored = tuple(_stored_shared_node(encoder, key, shared_nodes[key]) for key in sorted(shared_nodes))
    return _encode(_StoredSharedNodes(encoder.tables(), stored))


def _stored_shared_node(
    encoder: _RecordEncoder, key: NodeKey, shared_node: SharedNodeRecord
) -> _StoredSharedNode:
    return _StoredSharedNode(
        encoder.node(key),
        tuple(
            (stamp, tuple((encoder.value(value), count) for value, count in sorted(counts.items())))
            for stamp, counts in sorted(shared_node.posts.items())
        ),
        tuple(sorted(shared_node.senders.items())),
        tuple((encoder.text(path), stamp) for path, stamp in sorted(shared_node.readers.items())),
    )


def decode_shared_nodes(content: bytes) -> Mapping[NodeKey, SharedNodeRecord]:
    """Return the nodes of a file that other files share, each decoded when it is looked up."""
    return _SharedNodes(_decode_stored_nodes(content))


class _SharedNodes(Mapping[NodeKey, SharedNodeRecord]):
    """Shared nodes by key. A file may have hundreds, of which an edit needs a few; only these are decoded."""

    def __init__(self, stored: _StoredSharedNodes) -> None:
        self._decoder = _RecordDecoder(stored.tables)
        self._stored = {
            self._decoder.nodes[shared_node.node]: shared_node for shared_node in stored.shared_nodes
        }

    def __getitem__(self, key: NodeKey) -> SharedNodeRecord:
        """Decode a shared node."""
        shared_node, decoder = self._stored[key], self._decoder
        try:
            return SharedNodeRecord(
                posts={
                    stamp: {decoder.values[value]: count for value, count in counts}
                    for stamp, counts in shared_node.posts
                },
                senders=_as_dict(shared_node.senders),
                readers={decoder.texts[path]: stamp for path, stamp in shared_node.readers},
            )
        except IndexError as error:
            raise UnreadablePartError(f"a shared node names what is not there: {error}") from error

    def __iter__(self) -> Iterator[NodeKey]:
        """Iterate over the keys."""
        return iter(self._stored)

    def __len__(self) -> int:
        """Return the number of nodes."""
        return len(self._stored)


def _as_dict(pairs: Iterable[tuple[int, int]]) -> dict[int, int]:
    return dict(pairs)
