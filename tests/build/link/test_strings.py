"""Interning the strings of many parts gives one table, whatever their hashes are."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from codeshed.build.link.string_union import NO_STRING, InternedStrings, group_digests
from codeshed.build.part.document_part import StringColumns
from codeshed.build.part.string_table import StringTable

TEXTS = st.text(st.characters(), max_size=3)


def table(texts: list[str]) -> StringColumns:
    strings = StringTable()
    for text in texts:
        strings.number(text)
    return strings.columns()


@given(st.lists(st.lists(TEXTS, unique=True), max_size=4))
def test_equal_strings_of_all_parts_have_one_number(parts: list[list[str]]) -> None:
    strings = InternedStrings([table(texts) for texts in parts], np.array([*map(len, parts)], dtype=np.int32))
    for part, texts in enumerate(parts):
        local = np.arange(len(texts) + 1, dtype=np.int32)
        places = strings.global_positions(local, np.repeat(strings.firsts[part], len(local)))
        numbers = strings.numbers_at_positions(places)
        assert list(strings.column_at_positions(places[1:])) == texts
        assert numbers[0] == NO_STRING
        assert [strings.text(number) for number in numbers[1:].tolist()] == texts
        assert [strings.find(text) for text in texts] == numbers[1:].tolist()
    assert len(strings) == 1 + len({text for texts in parts for text in texts})


@given(st.lists(TEXTS, unique=True), st.lists(TEXTS))
def test_new_strings_get_new_numbers(texts: list[str], others: list[str]) -> None:
    strings = InternedStrings([table(texts)], np.array([len(texts)], dtype=np.int32))
    n_old = len(strings)
    for text in others:
        number = strings.intern(text)
        assert (number < n_old) == (text in texts)
        assert strings.text(number) == text
        assert strings.intern(text) == strings.find(text) == number
    every = np.arange(1, len(strings), dtype=np.int32)
    in_order, column = strings.sorted_by_text(every)
    assert [strings.text(number) for number in in_order.tolist()] == list(column) == sorted({*texts, *others})


@pytest.mark.parametrize(
    "digests",
    [
        [],
        [(1, 1)],
        [(1, 1), (1, 1), (0, 5)],
        [(7, 1), (7, 2), (7, 1), (3, 9), (7, 2), (7, 1)],
    ],
)
def test_hashes_whose_first_halves_are_equal_stay_different(digests: list[tuple[int, int]]) -> None:
    halves = np.array(digests, dtype=np.uint64).reshape(-1, 2)
    order, is_first = group_digests(halves[:, 0], halves[:, 1])
    groups = [digests[place] for place, is_new in zip(order, is_first, strict=True) if is_new]
    assert sorted(groups) == sorted(set(digests))
    assert sorted(order.tolist()) == list(range(len(digests)))
