"""Decodes Python files as Python itself does.

Turns: bytes → DecodedSource. A byte order mark and a coding line are obeyed, and no content is an error:

- Each invalid byte of UTF-8 becomes a question mark, and each null byte a blank. Both are recorded as problems, since
  Python refuses such a file; no offset moves.
- A lone carriage return ends a line, as it does for Python, and becomes a line feed. One before a line feed stays.
- The byte order mark of a UTF-8 file stays: it is three bytes of the first line.
- A form feed stays; it is white space.
- UTF-16 and UTF-32 are decoded if a byte order mark says so; Python refuses them, so that is a problem, too.
"""

import codecs
import re
from bisect import bisect_right

from msgspec.structs import replace

from codeshed.model.semantic import Problem
from codeshed.model.source_reader import line_starts
from codeshed.model.span import Span
from codeshed.model.text.decoded_source import DecodedSource
from codeshed.model.text.python_encodings import UTF_8, find_codec

# The longer mark first: that of UTF-32 begins like that of UTF-16.
_WIDE_MARKS = (
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_MAX_CODING_LINE = 1000
_MAX_NAME = 40
_LINE_END = re.compile(rb"\r\n|\r|\n")
_LONE_RETURN = re.compile(rb"\r(?!\n)")
_COMMENT_OR_BLANK = re.compile(rb"[ \t\f]*+(#|$)")
_CODING = re.compile(rb"[ \t\f]*+#.*?coding[:=][ \t]*+([-\w.]+)", re.ASCII | re.DOTALL)


def decode_python(content: bytes) -> DecodedSource:
    """Return the text of a Python file; never fails."""
    for mark, encoding in _WIDE_MARKS:
        if content.startswith(mark):
            return _decode_wide(content, encoding)
    declared = declared_encoding(content)
    codec = UTF_8 if declared is None else find_codec(declared)
    if codec is None:
        message = f"the encoding {_shown(declared)} is not read; the file was taken as UTF-8"
        return _with_problem(_decode_utf_8(content), "unknown_encoding", message)
    if codec != UTF_8 and content.startswith(codecs.BOM_UTF8):
        message = f"the file begins with the mark of UTF-8 but names the encoding {_shown(declared)}"
        return _with_problem(_decode_utf_8(content), "contradictory_encoding", message)
    return _decode_utf_8(content) if codec == UTF_8 else _decode_declared(content, codec)


def declared_encoding(content: bytes) -> str | None:
    """Return the encoding declared in one of the first two lines; the second counts if the first has no code."""
    head = content[: 2 * _MAX_CODING_LINE].removeprefix(codecs.BOM_UTF8)
    for line in _LINE_END.split(head, 2)[:2]:
        match = _CODING.match(line)
        if match is not None:
            return match[1].decode("ascii")
        if _COMMENT_OR_BLANK.match(line) is None:
            return None
    return None


def clean_text(content: bytes) -> DecodedSource:
    """Replace null bytes and lone carriage returns in UTF-8 text, keeping its length."""
    n_null = content.count(0)
    if not n_null:
        return DecodedSource(content=_LONE_RETURN.sub(b"\n", content) if b"\r" in content else content)
    first = content.index(0)
    cleaned = _LONE_RETURN.sub(b"\n", content.replace(b"\0", b" "))
    problem = _problem(
        "null_bytes", f"null bytes, which are no Python, were read as blanks: {n_null}", cleaned, first
    )
    return DecodedSource(content=cleaned, problems=(problem,))


def _decode_utf_8(content: bytes) -> DecodedSource:
    try:
        content.decode("utf-8")
    except UnicodeDecodeError as error:
        # Each byte that is no UTF-8 becomes one escape, and each escape one question mark.
        patched = content.decode("utf-8", "surrogateescape").encode("utf-8", "replace")
        n_bad = patched.count(b"?") - content.count(b"?")
        message = f"bytes that are no UTF-8 were read as question marks: {n_bad}"
        return _with_problem(clean_text(patched), "undecodable", message, error.start)
    return clean_text(content)


def _decode_declared(content: bytes, codec: str) -> DecodedSource:
    """Decode by a coding line; if that fails and the file is valid UTF-8, the coding line is wrong."""
    name = codecs.lookup(codec).name
    try:
        return replace(clean_text(_utf_8(content.decode(codec))), encoding=name)
    except UnicodeDecodeError as error:
        first = error.start
    try:
        content.decode("utf-8")
    except UnicodeDecodeError:
        message = f"what is no {name} was read as replacement characters"
        decoded = replace(clean_text(_utf_8(content.decode(codec, "replace"))), encoding=name)
        offset = len(_utf_8(content[:first].decode(codec, "replace")))
        return _with_problem(decoded, "undecodable", message, offset)
    message = f"the file names the encoding {name} but is UTF-8; it was taken as UTF-8"
    return _with_problem(clean_text(content), "undecodable", message, first)


def _decode_wide(content: bytes, encoding: str) -> DecodedSource:
    decoded = replace(clean_text(_utf_8(content.decode(encoding, "replace"))), encoding=encoding)
    return _with_problem(
        decoded, "unusual_encoding", f"Python reads no {encoding}; it was decoded all the same"
    )


def _utf_8(text: str) -> bytes:
    return text.encode("utf-8", "replace")


def _shown(name: str | None) -> str:
    return repr((name or "")[:_MAX_NAME])


def _with_problem(decoded: DecodedSource, code: str, message: str, offset: int = 0) -> DecodedSource:
    problem = _problem(code, message, decoded.content, offset)
    return replace(decoded, problems=(problem, *decoded.problems))


def _problem(code: str, message: str, content: bytes, offset: int) -> Problem:
    starts = line_starts(content)
    line = bisect_right(starts, offset)
    column = offset - starts[line - 1]
    return Problem(code=code, message=message, span=Span(line, column, line, column))
