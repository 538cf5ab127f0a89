"""Null bytes in texts: some languages have them in strings, and files that are no texts have many.

Turns: the bytes of a file → the same bytes with blanks for null bytes, if it is a text.
"""

MAX_NULLS = 16
"""A text has no more null bytes."""

_CONTROLS = bytes({*range(0x20), 0x7F} - set(b"\t\n\v\f\r\x1b"))
_BYTES_PER_CONTROL = 20


def without_nulls(content: bytes) -> bytes:
    """Return a text with blanks for its null bytes, at the same length; what is no text is returned as it is.

    A text with null bytes is UTF-8, and has few of them and of other characters that can't be printed.
    """
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
