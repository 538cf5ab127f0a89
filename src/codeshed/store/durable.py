"""Files that survive a crash: written whole or not at all, and known to be on the disk.

Turns: bytes → a file in its place. No link is followed, nor a pipe waited for: the folder of an index may have come
with a repository that somebody else made.
"""

import contextlib
import errno
import os
import stat
import zlib
from collections.abc import Iterable
from pathlib import Path

from codeshed.store.records import FileIdentity

_CHUNK = 1024 * 1024
_NO_FOLLOW = getattr(os, "O_NOFOLLOW", 0)
_BINARY = getattr(os, "O_BINARY", 0)
_NO_WAITING = getattr(os, "O_NONBLOCK", 0)


def read_small_file(path: Path, max_bytes: int) -> bytes:
    """Return the bytes of a regular file, at most one more than allowed; a link or a pipe is an OSError."""
    descriptor = open_regular_file(path, os.O_RDONLY)
    try:
        return os.read(descriptor, max_bytes + 1)
    finally:
        os.close(descriptor)


def open_regular_file(path: Path, flags: int, *, follow_links: bool = False) -> int:
    """Open a regular file; anything else is an OSError. A link is followed only where the user named the path."""
    descriptor = os.open(path, flags | _NO_WAITING | _BINARY | (0 if follow_links else _NO_FOLLOW), 0o666)
    if stat.S_ISREG(os.fstat(descriptor).st_mode):
        return descriptor
    os.close(descriptor)
    raise OSError(errno.EINVAL, "it is not a regular file", str(path))


def is_still_at(path: Path, descriptor: int) -> bool:
    """Whether a name still leads to the file that was opened by it."""
    try:
        return os.path.samestat(path.stat(), os.fstat(descriptor))
    except FileNotFoundError:
        return False


def replace_file(path: Path, content: bytes) -> None:
    """Put a file in its place at one moment: whoever reads it sees all of the old or all of the new."""
    replace_file_by_pieces(path, (content,))


def replace_file_by_pieces(path: Path, pieces: Iterable[bytes | memoryview]) -> None:
    """Put a file that is written piece by piece in its place at one moment."""
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
    """Wait until the bytes of a file are on the disk."""
    descriptor = os.open(path, os.O_RDWR)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def sync_folder(path: Path) -> None:
    """Wait until the names in a folder are on the disk; Windows does so by itself."""
    if os.name == "nt":
        return
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def file_identity(status: os.stat_result) -> FileIdentity:
    """Return by what a file is known to be untouched."""
    return FileIdentity(status.st_size, status.st_mtime_ns, status.st_ctime_ns, status.st_ino)


def crc_of_open_file(descriptor: int) -> int:
    """Return the CRC-32 of a file from its beginning to its end."""
    crc = 0
    os.lseek(descriptor, 0, os.SEEK_SET)
    while chunk := os.read(descriptor, _CHUNK):
        crc = zlib.crc32(chunk, crc)
    return crc
