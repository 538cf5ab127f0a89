"""Detects minified scripts by their content.

Turns: the beginning of a script → whether it is minified.

Minified code has long lines of code with almost no blanks. Long lines alone do not show it: tables, images and compiled
modules are embedded in hand-written scripts as equally long strings, but these have no function keywords.
"""

import os
import re

N_HEAD_BYTES = 16_384
MIN_BYTES = 1000
"""Smaller scripts are not checked."""

LONG_LINE_BYTES = 500
_MIN_SHARE_OF_LONG_LINES = 0.6
_MAX_SHARE_OF_BLANKS = 0.08
_MIN_KEYWORDS_PER_BYTE = 0.002
_KEYWORD = re.compile(rb"return|=>|function")
_FLAGS = (
    os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
)


def is_minified(head: bytes) -> bool:
    """Whether most of the beginning of a script is long lines of code almost without blanks."""
    long_lines = b"\n".join(line for line in head.split(b"\n") if len(line) > LONG_LINE_BYTES)
    return (
        len(long_lines) > _MIN_SHARE_OF_LONG_LINES * len(head)
        and long_lines.count(b" ") + long_lines.count(b"\t") < _MAX_SHARE_OF_BLANKS * len(long_lines)
        and len(_KEYWORD.findall(long_lines)) > _MIN_KEYWORDS_PER_BYTE * len(long_lines)
    )


def read_head(location: str, n_bytes: int = N_HEAD_BYTES) -> bytes:
    """Return the first bytes of a regular file, empty if it can't be read."""
    try:
        descriptor = os.open(location, _FLAGS)
    except OSError:
        return b""
    try:
        return os.read(descriptor, n_bytes)
    except OSError:
        return b""
    finally:
        os.close(descriptor)
