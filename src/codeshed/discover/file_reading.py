"""Reads files below a root, and never one outside of it.

Turns: a path → bytes or text. Links out of the root, devices and huge files are refused, even if a file or folder is
replaced by a link while it is being read.
"""

import contextlib
import os
import stat
from collections.abc import Sequence
from pathlib import Path

from codeshed.discover.exclusion_reasons import Reason
from codeshed.errors import FileUnreadableError
from codeshed.model.repository_settings import LARGEST_FILE_BYTES
from codeshed.model.symbol_ids import content_hash, is_relative_posix_path
from codeshed.model.text.source_decoding import decode_source

_CHUNK = 1024 * 1024
_NO_FOLLOW = getattr(os, "O_NOFOLLOW", 0)
# A pipe must not keep us waiting; a folder need not be readable to be passed through.
_FILE_FLAGS = os.O_RDONLY | _NO_FOLLOW | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
_FOLDER_FLAGS = getattr(os, "O_PATH", os.O_RDONLY) | getattr(os, "O_DIRECTORY", 0)
_CAN_OPEN_BELOW = os.open in os.supports_dir_fd


def read_named_file(path: Path) -> bytes:
    """Return the bytes of a file that the user named; failures become a FileUnreadableError."""
    try:
        if not stat.S_ISREG(path.stat().st_mode):
            raise FileUnreadableError(str(path), "it is not a regular file")
        return path.read_bytes()
    except (OSError, ValueError, MemoryError) as error:
        reason = getattr(error, "strerror", None) or str(error) or type(error).__name__
        raise FileUnreadableError(str(path), reason) from None


def read_bytes(root: Path, path: str, *, max_bytes: int = LARGEST_FILE_BYTES) -> bytes | Reason:
    """Return the bytes of a file below a root, or the reason why not. A link within the root is followed."""
    if not is_relative_posix_path(path):
        return Reason.UNUSABLE_NAME
    try:
        descriptor = _open_file(os.fspath(root), path)
        return descriptor if isinstance(descriptor, Reason) else _read_open_file(descriptor, max_bytes)
    except (OSError, ValueError):
        return Reason.UNREADABLE


def is_within(real_path: str, real_root: str) -> bool:
    """Whether a resolved path is in a resolved folder, or is that folder."""
    return real_path == real_root or real_path.startswith(real_root.rstrip(os.sep) + os.sep)


def _open_file(root: str, path: str) -> int | Reason:
    if _CAN_OPEN_BELOW:
        # If this fails, something is missing or a link: the resolved path shows which.
        with contextlib.suppress(OSError):
            return _open_below(root, path.split("/"))
    real_root = os.path.realpath(root)
    real_path = os.path.realpath(f"{real_root}/{path}", strict=True)
    if not is_within(real_path, real_root):
        return Reason.LINK_OUTSIDE
    if not stat.S_ISREG(os.lstat(real_path).st_mode):
        return Reason.NOT_A_FILE
    if _CAN_OPEN_BELOW:
        return _open_below(real_root, Path(real_path).relative_to(real_root).parts)
    return os.open(real_path, _FILE_FLAGS)


def _open_below(root: str, parts: Sequence[str]) -> int:
    """Open a file folder by folder (`openat`), so that no link is followed on the way, not even one just made."""
    folder = os.open(root, _FOLDER_FLAGS)
    try:
        for part in parts[:-1]:
            inner = os.open(part, _FOLDER_FLAGS | _NO_FOLLOW, dir_fd=folder)
            os.close(folder)
            folder = inner
        return os.open(parts[-1], _FILE_FLAGS, dir_fd=folder)
    finally:
        os.close(folder)


def _read_open_file(descriptor: int, max_bytes: int) -> bytes | Reason:
    """Read a file to its end and close it; the limit holds even if it grows meanwhile."""
    try:
        status = os.fstat(descriptor)
        if not stat.S_ISREG(status.st_mode):
            return Reason.NOT_A_FILE
        chunks: list[bytes] = []
        n_bytes = 0
        while max(n_bytes, status.st_size) <= max_bytes:
            chunk = os.read(descriptor, _CHUNK)
            if not chunk:
                return b"".join(chunks)
            chunks.append(chunk)
            n_bytes += len(chunk)
        return Reason.TOO_LARGE
    finally:
        os.close(descriptor)


class FolderSourceReader:
    """Reads source files below a folder; files outside of it do not exist for this reader."""

    name = "folder"

    def __init__(self, root: Path) -> None:
        if not root.is_dir():
            raise FileUnreadableError(str(root), "it is not a folder")
        self._root = root.resolve()

    def read(self, path: str) -> str | None:
        """Return the text of a file, decoded by the rules of its language; for a notebook, the code of its cells."""
        content = read_bytes(self._root, path)
        return None if isinstance(content, Reason) else decode_source(path, content).text

    def content_hash(self, path: str) -> str | None:
        """Return the hash of the bytes of a file, which may differ from those of its text."""
        content = read_bytes(self._root, path)
        return None if isinstance(content, Reason) else content_hash(content)
