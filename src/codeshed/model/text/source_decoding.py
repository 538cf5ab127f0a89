"""Decodes source files by their suffix.

Turns: a path and the bytes of its file → DecodedSource.
"""

from collections.abc import Callable

from msgspec.structs import replace

from codeshed.model.text.decoded_source import DecodedSource
from codeshed.model.text.generated_code import is_generated
from codeshed.model.text.notebook import decode_notebook
from codeshed.model.text.null_bytes import without_nulls
from codeshed.model.text.python_decoding import decode_python

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
