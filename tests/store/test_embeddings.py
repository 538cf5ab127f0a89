"""Vectors live in a file of their own, which the graph does not know and which does not know the graph."""

import stat
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from codeshed.errors import (
    FileUnreadableError,
    FileUnwritableError,
    InvalidOptionError,
    UnreadableEmbeddingsError,
    UnreadableGraphError,
)
from codeshed.store import embeddings
from codeshed.store.embeddings import EmbeddingStore, open_embeddings, write_embeddings
from codeshed.store.graph_file import iter_graph_pieces, open_graph, write_graph
from tests.support.notation import project

GRAPH = project("#- a.py\ndef f()\n    call g\ndef g()").graph()


def store_of(vectors: dict[str, list[float]], n_dimensions: int = 3) -> EmbeddingStore:
    store = EmbeddingStore(model="test", n_dimensions=n_dimensions)
    for symbol, vector in vectors.items():
        store.insert(symbol, vector)
    return store


def content_of(store: EmbeddingStore, folder: Path) -> bytes:
    write_embeddings(store, folder / "vectors")
    return (folder / "vectors").read_bytes()


def shown(store: EmbeddingStore) -> dict[str, list[float]]:
    return {symbol: vector.tolist() for symbol in store if (vector := store.get(symbol)) is not None}


def test_vectors_come_and_go() -> None:
    store = store_of({"a.py::g": [1, 2, 3], "a.py::f": [0, 0.5, 1]})
    assert shown(store) == {"a.py::f": [0, 0.5, 1], "a.py::g": [1, 2, 3]}
    assert (len(store), "a.py::f" in store, "a.py::h" in store, 7 in store) == (2, True, False, False)
    store.insert("a.py::f", [9, 9, 9])
    store.remove("a.py::g")
    store.remove("a.py::nothing")
    assert shown(store) == {"a.py::f": [9, 9, 9]}
    assert (len(store), store.get("a.py::g")) == (1, None)


def test_a_graph_and_its_vectors_do_not_know_each_other(tmp_path: Path) -> None:
    store = store_of({"a.py::f": [1, 2, 3], "no node of the graph": [4, 5, 6]})
    before = b"".join(iter_graph_pieces(GRAPH))
    write_embeddings(store, tmp_path / "vectors")
    write_graph(GRAPH, tmp_path / "graph")
    again = open_graph(tmp_path / "graph")
    assert b"".join(iter_graph_pieces(again)) == before == (tmp_path / "graph").read_bytes()
    assert shown(store) == shown(open_embeddings(tmp_path / "vectors"))
    (tmp_path / "graph").unlink()
    assert len(open_embeddings(tmp_path / "vectors")) == 2
    (tmp_path / "vectors").unlink()
    write_graph(again, tmp_path / "graph")
    assert open_graph(tmp_path / "graph").find_row("a.py::f") is not None
    assert np.array([1, 2, 3], dtype=np.float32).tobytes() not in before


VECTORS = st.dictionaries(
    st.text(st.characters(), min_size=1, max_size=8),
    st.lists(st.floats(width=32, allow_nan=False, allow_infinity=False), min_size=3, max_size=3),
    max_size=6,
)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(VECTORS, VECTORS)
def test_any_vectors_are_read_as_they_were_written(
    tmp_path: Path, first: dict[str, list[float]], second: dict[str, list[float]]
) -> None:
    store = store_of(first)
    content = content_of(store, tmp_path)
    again = open_embeddings(tmp_path / "vectors")
    assert (again.model, again.n_dimensions, shown(again)) == ("test", 3, shown(store))
    for symbol, vector in second.items():
        again.insert(symbol, vector)
        store.insert(symbol, vector)
    assert content_of(again, tmp_path) == content_of(store, tmp_path)
    for symbol in second:
        again.remove(symbol)
    expected = {symbol: vector for symbol, vector in first.items() if symbol not in second}
    assert content_of(again, tmp_path) == content_of(store_of(expected), tmp_path)
    assert content_of(store_of(first), tmp_path) == content


def test_the_order_of_inserting_does_not_matter(tmp_path: Path) -> None:
    one, other = store_of({"a": [1, 1, 1], "b": [2, 2, 2]}), store_of({"b": [2, 2, 2], "a": [1, 1, 1]})
    assert content_of(one, tmp_path) == content_of(other, tmp_path)


@pytest.mark.parametrize(
    "vector",
    [
        [1, 2],
        [1, 2, 3, 4],
        [[1, 2, 3]],
        [1, 2, float("nan")],
        [1, 2, 1e60],
        ["x", 2, 3],
        [[1], 2, 3],
        [{}, 2, 3],
        [1, 2, 10**400],
    ],
)
def test_what_is_no_vector(vector: list[float]) -> None:
    with pytest.raises(InvalidOptionError, match="no vector"):
        store_of({}).insert("a.py::f", vector)


def test_a_vector_is_one_of_a_symbol() -> None:
    store = store_of({})
    with pytest.raises(InvalidOptionError, match="'' is no symbol"):
        store.insert("", [1, 2, 3])
    assert len(store) == 0


def test_vectors_are_told_from_a_graph(tmp_path: Path) -> None:
    write_embeddings(store_of({"a.py::f": [1, 2, 3]}), tmp_path / "vectors")
    with pytest.raises(UnreadableGraphError, match="it holds vectors, which open_embeddings reads"):
        open_graph(tmp_path / "vectors")


@pytest.mark.parametrize("n_dimensions", [0, -1, embeddings.MAX_DIMENSIONS + 1])
def test_lengths_that_no_vector_has(n_dimensions: int) -> None:
    with pytest.raises(InvalidOptionError):
        EmbeddingStore(model="test", n_dimensions=n_dimensions)


def test_a_store_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(embeddings, "MAX_VECTOR_BYTES", 24)
    store = store_of({"a": [1, 1, 1], "b": [2, 2, 2]})
    with pytest.raises(InvalidOptionError, match="at most"):
        store.insert("c", [3, 3, 3])
    store.insert("b", [4, 4, 4])
    store.remove("a")
    store.insert("c", [3, 3, 3])
    assert len(store) == 2


def test_every_flipped_bit_and_every_cut_is_found(tmp_path: Path) -> None:
    content = content_of(store_of({"a.py::f": [1, 2, 3], "b": [4, 5, 6]}), tmp_path)
    damaged = [content[:length] for length in range(len(content))]
    damaged += [
        content[:place] + bytes([content[place] ^ 4]) + content[place + 1 :] for place in range(len(content))
    ]
    damaged += [content + b"\0", b"SQLite format 3\0" * 9]
    for each in damaged:
        (tmp_path / "vectors").write_bytes(each)
        with pytest.raises(UnreadableEmbeddingsError) as error:
            open_embeddings(tmp_path / "vectors")
        assert str(tmp_path / "vectors") in error.value.message
        assert "again" in error.value.hint


def test_a_failed_write_leaves_the_old_vectors(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    content = content_of(store_of({"a": [1, 2, 3]}), tmp_path)
    with pytest.raises(FileUnwritableError):
        write_embeddings(store_of({}), tmp_path / "no folder" / "vectors")

    def fail(_self: Path, _target: Path) -> Path:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", fail)
    with pytest.raises(FileUnwritableError, match="No space left"):
        write_embeddings(store_of({"b": [4, 5, 6]}), tmp_path / "vectors")
    assert (tmp_path / "vectors").read_bytes() == content
    assert [path.name for path in tmp_path.iterdir()] == ["vectors"]
    assert stat.S_ISREG((tmp_path / "vectors").stat().st_mode)


def test_files_that_are_not_there(tmp_path: Path) -> None:
    with pytest.raises(FileUnreadableError):
        open_embeddings(tmp_path / "nothing")
    with pytest.raises(FileUnreadableError):
        open_embeddings(tmp_path)
