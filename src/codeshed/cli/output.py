"""Writing to stdout: always UTF-8, whatever the encoding of the terminal."""

import sys
from collections.abc import Iterable
from typing import TYPE_CHECKING

from codeshed.errors import FileUnwritableError
from codeshed.model.answers.truncation import WarningRecord

if TYPE_CHECKING:
    from pathlib import Path

    import msgspec

    from codeshed.api.answer import Answer

WRONG_CALL = 2
"""The exit code where a seed is unknown or ambiguous: the answer lists its candidates, but is not what was wanted."""


def write_answer(answer: "Answer[msgspec.Struct]", output: str, *, show_all: bool = False) -> int:
    """Write an answer in a format, and return the exit code: 2 if a seed is unclear.

    What an unclear seed may mean is a message, so it goes to stderr. JSON has it as data.
    """
    if answer.is_clear or answer.is_about_others or output == "json":
        write([answer.to_format(output, show_all=show_all)])
    else:
        sys.stderr.write(f"codeshed: {answer.to_text()}")
    return 0 if answer.is_clear else WRONG_CALL


def write(pieces: Iterable[str]) -> None:
    """Write pieces of text as they come."""
    write_bytes(piece.encode("utf-8", "backslashreplace") for piece in pieces)


def write_bytes(pieces: Iterable[bytes]) -> None:
    """Write pieces of bytes as they come."""
    out = sys.stdout.buffer
    for piece in pieces:
        out.write(piece)
    out.flush()


def write_file(path: "Path", text: str) -> None:
    """Write a file that the user named; failures become a FileUnwritableError."""
    try:
        path.write_text(text, encoding="utf-8")
    except (OSError, ValueError) as error:
        raise FileUnwritableError(str(path), getattr(error, "strerror", None) or str(error)) from None


def warn(warnings: Iterable[WarningRecord], *, is_quiet: bool = False) -> None:
    """Write warnings to stderr, unless `is_quiet`; programs find them in the result."""
    from codeshed.render.phrases.wording import printable

    for warning in () if is_quiet else warnings:
        sys.stderr.write(f"codeshed: {printable(warning.message)}\n")
