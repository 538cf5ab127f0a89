"""Offsets of lines and columns."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from codeshed.model.facts.type_facts import pack_span
from codeshed.model.source_reader import line_starts
from codeshed.types.engine_locations import MisplacedError, begin_offsets, line_table, packed_spans


@given(st.text(st.sampled_from("a\né "), max_size=40).map(str.encode))
def test_lines_begin_where_the_syntax_has_them(content: bytes) -> None:
    assert tuple(line_table(content).tolist()) == line_starts(content)


def test_places() -> None:
    table = line_table(b"ab\ncd\n\nefg")
    assert packed_spans(["1:1-1:3", "2:2-4:4"], table) == [pack_span(0, 2), pack_span(4, 10)]
    assert begin_offsets(["4:3-4:4"], table) == [9]
    assert packed_spans([], table) == []


@pytest.mark.parametrize("location", ["5:1-5:2", "0:1-1:1", "1:1-9:1", "1:1", "1:1-1:2-1:3"])
def test_places_that_a_file_does_not_have(location: str) -> None:
    with pytest.raises(MisplacedError):
        packed_spans([location], line_table(b"ab\ncd\n\nefg"))
