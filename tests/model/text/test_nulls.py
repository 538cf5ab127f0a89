"""A text may have a few null bytes; what has more of them, or is no UTF-8, is no text."""

import pytest

from codeshed.model.text.source_decoding import MAX_NULLS, without_nulls

LINE = b"const text = `a\0b`; // \xc3\xa9\n"


@pytest.mark.parametrize("content", [LINE, LINE * MAX_NULLS, b"\0" + b"x" * 19])
def test_texts_with_null_bytes(content: bytes) -> None:
    assert without_nulls(content) == content.replace(b"\0", b" ")


@pytest.mark.parametrize(
    "content",
    [
        LINE * (MAX_NULLS + 1),
        LINE + b"\xff",
        b"\0" + b"x" * 18,
        LINE + b"\x01\x02\x03",
        "const a = 1;\n".encode("utf-16"),
        "const a = 1;\n".encode("utf-16-le"),
        b"\0",
    ],
)
def test_what_is_no_text(content: bytes) -> None:
    assert without_nulls(content) == content


@pytest.mark.parametrize("content", [b"", b"const a = 1;\n", b"\xff\x01\x02"])
def test_without_null_bytes_nothing_is_asked(content: bytes) -> None:
    assert without_nulls(content) == content
