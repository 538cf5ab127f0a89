"""Columns give back what was put into them, one entry at a time."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from codeshed.graph.data.columns import BlobColumn, RecordColumn, StringColumn, distinct, is_among
from codeshed.model.semantic import EntryPoint

TEXTS = st.lists(st.text(st.characters(), max_size=6))
"""Any characters: half ones too, and those that lie before and behind them in the order of code points."""


@given(st.lists(st.binary(max_size=6)))
def test_pieces_of_bytes(pieces: list[bytes]) -> None:
    column = BlobColumn.of(pieces)
    assert [column[row] for row in range(len(column))] == pieces


@given(TEXTS)
def test_texts(texts: list[str]) -> None:
    column = StringColumn.of(texts)
    assert [column[row] for row in range(len(column))] == list(column) == texts


@given(TEXTS, st.text(st.characters(), max_size=6))
def test_a_sorted_column_finds_each_of_its_texts_and_no_other(texts: list[str], other: str) -> None:
    ordered = sorted(set(texts))
    column = StringColumn.of(ordered)
    assert [column.find(text) for text in ordered] == list(range(len(ordered)))
    assert column.find(other) == (ordered.index(other) if other in ordered else None)


@pytest.mark.parametrize("row", [-1, 2, 10**9])
def test_there_is_nothing_outside_of_a_column(row: int) -> None:
    with pytest.raises(IndexError):
        StringColumn.of(["a", "b"])[row]


def test_records() -> None:
    records = [EntryPoint(symbol="a.py::f", kind="test"), EntryPoint(symbol="b.py", kind="cli", detail="run")]
    column = RecordColumn.of(records, EntryPoint)
    assert [column[row] for row in range(len(column))] == list(column) == records


@given(st.lists(st.integers(-5, 40)), st.lists(st.integers(-5, 40)))
def test_numbers_once_and_among_others(numbers: list[int], others: list[int]) -> None:
    column = np.array(numbers, dtype=np.int64)
    assert distinct(column).tolist() == sorted(set(numbers))
    assert is_among(column, others).tolist() == [number in others for number in numbers]
