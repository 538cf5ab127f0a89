"""A segment that was changed equals one made anew, and the index finds what is in it."""

from collections.abc import Sequence

import numpy as np
import pytest

from codeshed.errors import UnreadablePartError
from codeshed.search.file_words import UnitSpan, words_of_file
from codeshed.search.segment import Segment, decode_segment, encode_segment, join_segments, make_segment
from codeshed.search.text_index import index_segments

_TEXTS = {
    "a.py": "def first():\n    return cart\n",
    "b.py": "def second():\n    return price * cart\n",
    "c.py": "cart = 1\n",
    "d.py": "",
}
_SPANS = {"a.py": "first", "b.py": "second"}


def _segment(paths: Sequence[str], texts: dict[str, str] = _TEXTS) -> Segment:
    return make_segment(
        [
            words_of_file(
                path,
                "python",
                texts[path],
                (UnitSpan(_SPANS[path], 1, 2, is_function=True),) if path in _SPANS else (),
            )
            for path in paths
        ]
    )


def test_a_segment_survives_its_bytes() -> None:
    content = encode_segment(_segment(["a.py", "b.py", "c.py", "d.py"]))
    assert encode_segment(decode_segment(content)) == content


def test_damaged_bytes_are_refused() -> None:
    content = encode_segment(_segment(["a.py"]))
    for damaged in (b"", b"\0" + content[1:], content[:-5]):
        with pytest.raises(UnreadablePartError):
            decode_segment(damaged)


def test_joined_segments_equal_one_made_of_all_files() -> None:
    old = _segment(["a.py", "b.py", "c.py"], {**_TEXTS, "b.py": "old = 1"})
    new = _segment(["b.py", "d.py"])
    joined = join_segments([(new, ["b.py", "d.py"]), (old, ["a.py", "c.py"])])
    assert encode_segment(joined) == encode_segment(_segment(["a.py", "b.py", "c.py", "d.py"]))


def test_terms_are_found_in_all_segments() -> None:
    index = index_segments([_segment(["a.py"]), _segment([]), _segment(["b.py", "c.py"])])
    postings = index.find(("cart", "nothing", "pric"))
    found = {
        (int(term), index.path(unit), index.name(unit))
        for term, unit in zip(postings.terms, postings.units.tolist(), strict=True)
    }
    assert found == {(0, "a.py", "first"), (0, "b.py", "second"), (0, "c.py", ""), (2, "b.py", "second")}
    assert np.array_equal(index.is_function, [False, True, False, True, False])
    assert index.lines(1) == (1, 2)
    assert list(index.units_of_file(1)) == [2, 3]


def test_an_empty_index_finds_nothing() -> None:
    assert not len(index_segments([]).find(("cart",)).units)
