"""Writing to stdout: UTF-8 whatever the terminal's encoding, and quiet when the reader has gone."""

import sys
from collections.abc import Iterable

from codeshed.model.limits import WarningRecord


def write(pieces: Iterable[str]) -> None:
    """Write pieces as they come."""
    write_bytes(piece.encode("utf-8", "backslashreplace") for piece in pieces)


def write_bytes(pieces: Iterable[bytes]) -> None:
    """Write encoded pieces as they come."""
    out = sys.stdout.buffer
    for piece in pieces:
        out.write(piece)
    out.flush()


def warn(warnings: Iterable[WarningRecord], *, is_quiet: bool = False) -> None:
    """Tell people on stderr what programs find in the result, if they want to hear it."""
    from codeshed.render.wording import printable

    for warning in () if is_quiet else warnings:
        sys.stderr.write(f"codeshed: {printable(warning.message)}\n")
