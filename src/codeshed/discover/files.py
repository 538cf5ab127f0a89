"""Reading files, and only those that lie within a root.

Turns: a path → bytes or text. Links that lead out of the root, devices and huge files are not read.
"""

import stat
from pathlib import Path

from codeshed.errors import FileUnreadableError
from codeshed.model.identity import is_relative_posix_path

MAX_SOURCE_BYTES = 64 * 1024 * 1024
"""A source file larger than this counts as unreadable."""


def read_named_file(path: Path) -> bytes:
    """Return the bytes of a file that the caller named; trouble becomes a message."""
    try:
        if not stat.S_ISREG(path.stat().st_mode):
            raise FileUnreadableError(str(path), "it is not a regular file")
        return path.read_bytes()
    except (OSError, ValueError, MemoryError) as error:
        reason = getattr(error, "strerror", None) or str(error) or type(error).__name__
        raise FileUnreadableError(str(path), reason) from None


class FolderSourceReader:
    """Reads source files below a folder; whatever lies outside it does not exist for this reader."""

    name = "folder"

    def __init__(self, root: Path) -> None:
        if not root.is_dir():
            raise FileUnreadableError(str(root), "it is not a folder")
        self._root = root.resolve()

    def read(self, path: str) -> str | None:
        """Return the text of a file; bytes that are no UTF-8 are kept as surrogate escapes."""
        if not is_relative_posix_path(path):
            return None
        try:
            real = (self._root / path).resolve(strict=True)
            status = real.stat()
            if not real.is_relative_to(self._root) or not stat.S_ISREG(status.st_mode):
                return None
            if status.st_size > MAX_SOURCE_BYTES:
                return None
            return real.read_bytes().decode("utf-8", "surrogateescape")
        except (OSError, ValueError, RuntimeError):
            return None
