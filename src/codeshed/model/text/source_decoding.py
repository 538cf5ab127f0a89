"""Decodes source files by their suffix.

Turns: a path and the bytes of its file → DecodedSource. Some languages have null bytes in strings; text files with few of
them are read with blanks instead. Binary files have many.
"""

from collections.abc import Callable

from msgspec.structs import replace

from codeshed.model.text.decoded_source import DecodedSource
from codeshed.model.text.generated_code import is_generated
from codeshed.model.text.notebook import decode_notebook
from codeshed.model.text.python_decoding import decode_python

MAX_NULLS = 16
"""A file with more null bytes is binary."""

_CONTROLS = bytes({*range(0x20), 0x7F} - set(b"\t\n\v\f\r\x1b"))
_BYTES_PER_CONTROL = 20

_DECODER_BY_SUFFIX: dict[str, Callable[[bytes], DecodedSource]] = {
    "py": decode_python,
    "pyi": decode_python,
    "ipynb": decode_notebook,
}


def decode_source(path: str, content: bytes) -> DecodedSource:
    """Return the text of a file. Without a decoder for its suffix the bytes are kept, but for stray null bytes."""
    decoder = _DECODER_BY_SUFFIX.get(path.rsplit(".", 1)[-1].lower())
    source = DecodedSource(content=without_nulls(content)) if decoder is None else decoder(content)
    return replace(source, is_generated=True) if is_generated(source.content) else source


def without_nulls(content: bytes) -> bytes:
    """Replace null bytes by blanks if the content is text: UTF-8 with few null bytes and few other control characters."""
    n_nulls = content.count(0)
    if not 0 < n_nulls <= MAX_NULLS:
        return content
    n_controls = len(content) - len(content.translate(None, _CONTROLS))
    if n_controls * _BYTES_PER_CONTROL > len(content):
        return content
    try:
        content.decode("utf-8")
    except UnicodeDecodeError:
        return content
    return content.replace(b"\0", b" ")
