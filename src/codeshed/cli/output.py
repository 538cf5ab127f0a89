"""Writing to stdout: UTF-8 whatever the terminal's encoding, and quiet when the reader has gone."""

import sys
from collections.abc import Iterable


def write(pieces: Iterable[str]) -> None:
    """Write pieces as they come."""
    out = sys.stdout.buffer
    for piece in pieces:
        out.write(piece.encode("utf-8", "backslashreplace"))
    out.flush()
