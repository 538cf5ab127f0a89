"""Atomic and durable file writes, and safe opens.

Turns: bytes → a file that is replaced atomically and synced to disk. No link is followed and no pipe blocks: the folder of
an index may have come with a repository from somebody else.
"""

import contextlib
import errno
import os
import stat
import zlib
from collections.abc import Iterable
from pathlib import Path

from codeshed.store.index_records import FileIdentity

_CHUNK = 1024 * 1024
_NO_FOLLOW = getattr(os, "O_NOFOLLOW", 0)
_BINARY = getattr(os, "O_BINARY", 0)
_NO_WAITING = getattr(os, "O_NONBLOCK", 0)


def read_small_file(path: Path, max_bytes: int) -> bytes:
    """Return at most `max_bytes` + 1 bytes of a regular file; a link or a pipe raises OSError."""
    descriptor = open_regular_file(path, os.O_RDONLY)
    try:
        return os.read(descriptor, max_bytes + 1)
    finally:
        os.close(descriptor)


def open_regular_file(path: Path, flags: int, *, follow_links: bool = False) -> int:
    """Open a regular file; anything else raises OSError. Follow links only if the user named the path."""
    descriptor = os.open(path, flags | _NO_WAITING | _BINARY | (0 if follow_links else _NO_FOLLOW), 0o666)
    if stat.S_ISREG(os.fstat(descriptor).st_mode):
        return descriptor
    os.close(descriptor)
    raise OSError(errno.EINVAL, "it is not a regular file", str(path))


def is_still_at(path: Path, descriptor: int) -> bool:
    """Whether a path is still that of an open file."""
    try:
        return os.path.samestat(path.stat(), os.fstat(descriptor))
    except FileNotFoundError:
        return False


def replace_file(path: Path, content: bytes) -> None:
    """Replace a file atomically: readers see all of the old content or all of the new."""
    replace_file_by_pieces(path, (content,))


def replace_file_by_pieces(path: Path, pieces: Iterable[bytes | memoryview]) -> None:
    """Replace a file atomically by content in pieces."""
    aside = path.with_name(f"{path.name}.new")
    aside.unlink(missing_ok=True)
    descriptor = os.open(aside, os.O_WRONLY | os.O_CREAT | os.O_EXCL | _BINARY, 0o666)
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.writelines(pieces)
            file.flush()
            os.fsync(file.fileno())
        aside.replace(path)
    except BaseException:
        with contextlib.suppress(OSError):
            aside.unlink(missing_ok=True)
        raise
    sync_folder(path.parent)


def sync_file(path: Path) -> None:
    """Flush the content of a file to disk."""
    descriptor = os.open(path, os.O_RDWR)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def sync_folder(path: Path) -> None:
    """Flush the entries of a folder to disk; Windows does so by itself."""
    if os.name == "nt":
        return
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def file_identity(status: os.stat_result) -> FileIdentity:
    """Return the metadata by which a file is known to be unmodified."""
    return FileIdentity(status.st_size, status.st_mtime_ns, status.st_ctime_ns, status.st_ino)


def crc_of_open_file(descriptor: int) -> int:
    """Return the CRC-32 of a whole file."""
    crc = 0
    os.lseek(descriptor, 0, os.SEEK_SET)
    while chunk := os.read(descriptor, _CHUNK):
        crc = zlib.crc32(chunk, crc)
    return crc
