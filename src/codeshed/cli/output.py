"""Writing to stdout: UTF-8 whatever the terminal's encoding, and quiet when the reader has gone."""

import sys
from collections.abc import Iterable


def write(pieces: Iterable[str]) -> None:
    """Write pieces as they come."""
    write_bytes(piece.encode("utf-8", "backslashreplace") for piece in pieces)


def write_bytes(pieces: Iterable[bytes]) -> None:
    """Write encoded pieces as they come."""
    out = sys.stdout.buffer
    for piece in pieces:
        out.write(piece)
    out.flush()
