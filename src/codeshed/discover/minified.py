"""Scripts that a program made short, by what they hold.

Turns: the beginning of a script → whether it is minified.

Minified code is long lines of code almost without blanks. Long lines alone are no sign of it: tables, pictures and
compiled modules are written into scripts as texts that are as long, by hand; but these hold no functions.
"""

import os
import re

N_HEAD_BYTES = 16_384
MIN_BYTES = 1000
"""Smaller scripts are not looked at."""

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
    """Return the first bytes of a file that was just found to be one; nothing if they can't be had."""
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
