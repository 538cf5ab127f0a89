"""Replaces null bytes in text files, where some languages have them in strings; binary files have many.

Turns: the bytes of a file → the same bytes with blanks for null bytes, if it is text.
"""

MAX_NULLS = 16
"""A file with more null bytes is binary."""

_CONTROLS = bytes({*range(0x20), 0x7F} - set(b"\t\n\v\f\r\x1b"))
_BYTES_PER_CONTROL = 20


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
