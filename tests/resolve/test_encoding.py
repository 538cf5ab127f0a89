"""Flow records and documents survive encoding and decoding, as a whole or one by one."""

import msgspec
import pytest

from codeshed.errors import UnreadablePartError
from codeshed.model.semantic import Document
from codeshed.resolve.packed_documents import PackedDocuments, pack_document
from codeshed.resolve.python.flow.flow_encoding import decode_shared_nodes, encode_shared_nodes
from codeshed.resolve.python.flow.flow_records import SharedNodeRecord
from codeshed.resolve.python.names.value_keys import TYPED, NodeKey, ValueKey

_INT: ValueKey = (1, "int", 0, ())
_LIST: ValueKey = (TYPED, "list", 0, ((_INT,),))
_TOPICS: dict[NodeKey, SharedNodeRecord] = {
    ("field", "a.py::C", "x", 0): SharedNodeRecord(
        posts={3: {_INT: 2, _LIST: 1}}, senders={3: 2}, readers={"b.py": 4}
    ),
    ("name", "a.py", "y", 1): SharedNodeRecord(readers={"b.py": 1, "c.py": 2}),
}


def test_topics_come_back_all_together_and_one_by_one() -> None:
    content = encode_shared_nodes(_TOPICS)
    found = decode_shared_nodes(content)
    assert found == _TOPICS
    assert list(found) == sorted(_TOPICS)
    assert len(found) == 2
    assert found.get(("name", "a.py", "y", 1)) == _TOPICS["name", "a.py", "y", 1]
    assert found.get(("name", "a.py", "z", 1)) is None
    assert encode_shared_nodes(found) == content


def test_a_topic_that_names_what_is_not_there() -> None:
    """A wrong number shows only when that node is decoded, and is reported like any unreadable part."""
    stored = msgspec.msgpack.decode(encode_shared_nodes(_TOPICS))
    ((_, topics),) = [stored]
    topics[0][1][0][1][0][0] = 99
    found = decode_shared_nodes(msgspec.msgpack.encode(stored))
    assert found["name", "a.py", "y", 1] == _TOPICS["name", "a.py", "y", 1]
    with pytest.raises(UnreadablePartError, match="names what is not there"):
        found["field", "a.py::C", "x", 0]


def test_documents_are_those_that_were_put_last() -> None:
    first, second, third = (
        Document(path=path, language="python", content_hash=path) for path in ("a.py", "b.py", "c.py")
    )
    documents = PackedDocuments()
    documents.put("one", first)
    assert documents["one"] == first
    documents.put("two", second)
    assert (documents["one"], documents["two"]) == (first, second)
    documents.put_packed("two", pack_document(third))
    assert documents["two"] == third
    documents.put("one", second)
    assert dict(documents) == {"one": second, "two": third}
