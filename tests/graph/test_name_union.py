"""The combined name index of several graphs equals the index made from their symbols."""

import hashlib

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from codeshed.graph.data import name_index
from codeshed.graph.data.columns import StringColumn
from codeshed.graph.data.kinds import NodeFlag, NodeKind
from codeshed.graph.data.name_index import NameIndex, index_names
from codeshed.graph.editing.drafts import NodeDraft
from codeshed.graph.editing.graph_builder import GraphBuilder
from codeshed.graph.editing.merge import merge_graphs
from codeshed.graph.editing.name_union import unite_names
from codeshed.graph.editing.symbol_union import unite_symbols

NAMES = st.sampled_from(["run", "Run", "RUN", "stop", "Straße", "STRASSE", "ǅ", "x", "X", "y"])
SYMBOLS = st.lists(st.builds("{}.py::{}".format, st.sampled_from("abc"), NAMES), unique=True).map(sorted)


def same(one: NameIndex, other: NameIndex) -> bool:
    """Whether all columns of two indices are equal."""
    columns = (name for name in NameIndex.__struct_fields__ if name != "symbols")
    return all(np.array_equal(getattr(one, name), getattr(other, name)) for name in columns)


def check_union(lists: list[list[str]], kept: list[list[bool]]) -> None:
    columns = [StringColumn.of(symbols) for symbols in lists]
    files = [np.array([ord(symbol[0]) - 97 for symbol in symbols], dtype=np.int32) for symbols in lists]
    flags = [
        np.array([*each, *[True] * len(symbols)][: len(symbols)], dtype=np.bool_)
        for each, symbols in zip(kept, lists, strict=True)
    ]
    union = unite_symbols(columns, flags, [np.zeros(len(symbols), dtype=np.bool_) for symbols in lists])
    indices = [index_names(column, of_column) for column, of_column in zip(columns, files, strict=True)]
    new_files = union.gather(files)
    assert same(unite_names(indices, union, new_files), index_names(union.symbols, new_files))


@given(st.lists(st.tuples(SYMBOLS, st.lists(st.booleans(), max_size=8)), min_size=1, max_size=3))
def test_any_graphs(drawn: list[tuple[list[str], list[bool]]]) -> None:
    check_union([symbols for symbols, _ in drawn], [kept for _, kept in drawn])


@given(st.lists(st.tuples(SYMBOLS, st.lists(st.booleans(), max_size=8)), min_size=1, max_size=3))
def test_names_with_the_same_hash(drawn: list[tuple[list[str], list[bool]]]) -> None:
    def weak(name: bytes) -> bytes:
        digest = hashlib.blake2b(name, digest_size=16).digest()
        return bytes([digest[0] % 2, *[0] * 7]) + digest[8:]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(name_index, "digest", weak)
        check_union([symbols for symbols, _ in drawn], [kept for _, kept in drawn])


def test_what_another_graph_defines_is_found_in_its_file() -> None:
    """The first graph has all symbols already, and knows one of them from outside alone."""
    outside, defined = GraphBuilder(), GraphBuilder()
    for draft in (
        NodeDraft(symbol="a.py::run", kind=NodeKind.FUNCTION, file_path="a.py"),
        NodeDraft(symbol="b.py::run", kind=NodeKind.FUNCTION, flags=NodeFlag.EXTERNAL),
    ):
        outside.add_node(draft)
    defined.add_node(NodeDraft(symbol="b.py::run", kind=NodeKind.FUNCTION, file_path="b.py"))
    merged = merge_graphs([outside.freeze(), defined.freeze()])
    assert same(merged.name_index, index_names(merged.nodes.symbols, merged.nodes.files))
    for path in ("a.py", "b.py"):
        file = merged.files.find(path)
        assert file is not None
        (row,) = merged.name_index.find_in_file("run", file).tolist()
        assert merged.nodes.symbols[row] == f"{path}::run"
