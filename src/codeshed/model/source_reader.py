"""Source texts by path: the Protocol that the builder reads through, and a reader of texts in memory."""

from collections.abc import Mapping
from typing import Protocol, runtime_checkable


class SourceReader(Protocol):
    """Reads the text of a file; None if it is missing or unreadable. Paths are relative to the source root, in POSIX form."""

    @property
    def name(self) -> str:
        """The name by which results say where sources came from."""

    def read(self, path: str) -> str | None:
        """Return the whole text of `path`."""


@runtime_checkable
class HashingReader(Protocol):
    """A reader that also hashes the bytes of files, where these differ from the texts: Latin-1 files, notebooks."""

    def content_hash(self, path: str) -> str | None:
        """Return the content hash of the file at `path`, or None if it cannot be read."""


def line_starts(content: bytes) -> tuple[int, ...]:
    """Return the offset at which each line begins; only a line feed ends a line."""
    starts = [0]
    position = content.find(b"\n")
    while position >= 0:
        starts.append(position + 1)
        position = content.find(b"\n", position + 1)
    return tuple(starts)


class TextSourceReader:
    """Reads from texts that the caller already has: `TextSourceReader({"a.py": "x = 1"})`."""

    name = "texts"

    def __init__(self, text_by_path: Mapping[str, str]) -> None:
        self._text_by_path = dict(text_by_path)

    def read(self, path: str) -> str | None:
        """Return the text of `path`."""
        return self._text_by_path.get(path)
