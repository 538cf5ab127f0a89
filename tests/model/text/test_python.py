"""Bytes of Python files become the text that Python would read, and what is wrong with them becomes records."""

import ast
import codecs
import io
import tokenize

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from codeshed.model.source_reader import line_starts
from codeshed.model.text.python_decoding import declared_encoding, decode_python
from codeshed.model.text.python_encodings import find_codec
from codeshed.model.text.source_decoding import decode_source

BOM = codecs.BOM_UTF8


def check_decodes(content: bytes, expected: str, encoding: str = "utf-8", *codes: str) -> None:
    """Check the text of a file, its encoding, and the codes of its problems."""
    decoded = decode_python(content)
    assert decoded.text == expected
    assert decoded.encoding == encoding
    assert tuple(problem.code for problem in decoded.problems) == codes


@pytest.mark.parametrize(
    "content",
    [b"", b"x = 1\n", "é = 'ñ'\n".encode(), b"x\r\ny\r\n", b"\x0cx\n\x0c\n", b"# coding: utf-8-unix\n"],
)
def test_utf_8_stays_as_it_is(content: bytes) -> None:
    check_decodes(content, content.decode())


def test_a_mark_stays_so_that_columns_are_the_files() -> None:
    check_decodes(BOM + b"x = 1\n", "\ufeffx = 1\n")
    check_decodes(BOM + b"# coding: utf-8\n", "\ufeff# coding: utf-8\n")


@pytest.mark.parametrize(
    ("name", "canonical"),
    [
        ("latin-1", "iso8859-1"),
        ("Latin_1-unix", "iso8859-1"),
        ("iso-8859-15", "iso8859-15"),
        ("cp1252", "cp1252"),
        ("windows-1252", "cp1252"),
        ("mac-roman", "mac-roman"),
    ],
)
def test_declared_encodings(name: str, canonical: str) -> None:
    text = f"#!/usr/bin/python\n# -*- coding: {name} -*-\nx = 'é'\n"
    check_decodes(text.encode(name.removesuffix("-unix")), text, canonical)


@pytest.mark.parametrize("name", ["euc-jp", "shift_jis", "iso2022_jp", "gb18030", "big5", "euc_kr"])
def test_encodings_with_several_bytes(name: str) -> None:
    text = f"# vim: set fileencoding={name} :\nx = '中'\n"
    assert decode_python(text.encode(name)).text == text


@pytest.mark.parametrize(
    "name",
    ["zlib", "unicode_escape", "idna", "punycode", "rot13", "hex", "utf-16", "utf-7", "hz", "cp037", "mbcs", "nonsense", "undefined", "." * 100],
)  # fmt: skip
def test_codecs_that_are_no_encodings_of_sources_are_never_run(name: str) -> None:
    assert find_codec(name) is None
    text = f"# coding: {name}\nx = 'é'\n"
    check_decodes(text.encode(), text, "utf-8", "unknown_encoding")


def test_a_wrong_coding_line() -> None:
    text = "# coding: ascii\nx = 'é'\n"
    check_decodes(text.encode(), text, "utf-8", "undecodable")
    check_decodes(text.encode("latin-1"), text.replace("é", "\ufffd"), "ascii", "undecodable")
    check_decodes(
        BOM + b"# coding: latin-1\n", "\ufeff# coding: latin-1\n", "utf-8", "contradictory_encoding"
    )


def test_bytes_that_are_no_utf_8_move_nothing() -> None:
    content = b"x = '\xff\xed\xa0\x80?'\ny = '\xe9'\n"
    check_decodes(content, "x = '?????'\ny = '?'\n", "utf-8", "undecodable")
    (problem,) = decode_python(content).problems
    assert problem.span is not None
    assert problem.span.sort_key() == (1, 5, 1, 5)
    assert problem.message.endswith(": 5")


def test_the_place_of_what_cannot_be_decoded_is_one_of_the_text() -> None:
    decoded = decode_python(b"# coding: cp1252\n'\xe9\x81'\xff\n")
    assert decoded.text == "# coding: cp1252\n'é\ufffd'ÿ\n"
    (problem,) = decoded.problems
    assert problem.span is not None
    assert problem.span.sort_key() == (2, 3, 2, 3)


def test_null_bytes_become_blanks() -> None:
    check_decodes(b"x\n\x00y\x00\n", "x\n y \n", "utf-8", "null_bytes")
    check_decodes(b"\x00\xff", " ?", "utf-8", "undecodable", "null_bytes")


def test_a_lone_carriage_return_ends_a_line() -> None:
    check_decodes(b"a\rb\r\nc\r\rd\n\r", "a\nb\r\nc\n\nd\n\n")
    check_decodes(b"# hidden\r# coding: latin-1\r'\xe9'\r", "# hidden\n# coding: latin-1\n'é'\n", "iso8859-1")


@pytest.mark.parametrize("encoding", ["utf-16", "utf-32"])
@pytest.mark.parametrize("order", ["le", "be"])
def test_wide_encodings_are_read_by_their_mark(encoding: str, order: str) -> None:
    content = "\ufeffx = 'é'\n".encode(f"{encoding}-{order}")
    check_decodes(content, "x = 'é'\n", encoding, "unusual_encoding")
    assert decode_python(content + b"\x00").problems


def test_only_python_is_decoded_as_python() -> None:
    content = b"// coding: latin-1 \xe9\r"
    assert decode_source("a.js", content).content == content
    assert decode_source("a/b.PYI", content).content != content


LINES = [b"\n", b"# coding: ", b"# -*- coding=", b"latin-1", b"utf-8", b"UTF_8-x", b"nonsense", b" ", b"\t", b"\f", b"x = 1", b"'''", b"#", BOM, b"cp1252"]  # fmt: skip


@settings(max_examples=1000)
@given(st.lists(st.sampled_from(LINES), max_size=8).map(b"".join))
def test_coding_lines_are_found_where_python_finds_them(content: bytes) -> None:
    declared = declared_encoding(content)
    try:
        expected, _ = tokenize.detect_encoding(io.BytesIO(content).readline)
    except SyntaxError:
        assert declared is not None or BOM in content[3:]
        return
    codec = "utf-8" if declared is None else find_codec(declared)
    assert codec is not None
    assert codecs.lookup(codec).name == codecs.lookup(expected.removesuffix("-sig")).name


@settings(max_examples=500)
@given(
    st.text(st.sampled_from("xé中\r\n\f #'=1()"), max_size=40),
    st.sampled_from(["utf-8", "latin-1", "cp1252", "euc-jp", "gb18030"]),
)
def test_python_sees_the_same_program_in_the_file_and_in_our_text(body: str, name: str) -> None:
    content = f"# coding: {name}\n{body}\n".encode(name, "replace")
    try:
        expected = ast.dump(ast.parse(content), include_attributes=True)
    except SyntaxError:
        return
    decoded = decode_python(content)
    assert decoded.problems == ()
    text = decoded.text.replace(name, "utf-8")
    assert ast.dump(ast.parse(text.encode()), include_attributes=True) == expected


@settings(max_examples=300)
@given(st.binary(max_size=100), st.sampled_from([b"", BOM, b"# coding: cp1252\n", b"# coding: euc-kr\n"]))
def test_any_bytes_become_utf_8_with_problems_that_lie_within(content: bytes, prefix: bytes) -> None:
    decoded = decode_python(prefix + content)
    decoded.content.decode("utf-8")
    assert b"\0" not in decoded.content
    starts = line_starts(decoded.content)
    for problem in decoded.problems:
        assert problem.span is not None
        assert 1 <= problem.span.start_line <= len(starts)
        assert starts[problem.span.start_line - 1] + problem.span.start_column <= len(decoded.content)
    if decoded.encoding == "utf-8":
        assert len(decoded.content) == len(prefix + content)
