"""The write lock of an index: one writer at a time.

Turns: a folder → an IndexLock, or IndexLockedError with the process that has it.

It is a lock of the operating system on an open file, so that it ends with its process. The content of the file is for
people only.
"""

import contextlib
import os
import platform
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import msgspec

from codeshed.errors import IndexLockedError
from codeshed.store.durable_files import is_still_at, open_regular_file
from codeshed.store.index_layout import LOCK_NAME, prepare_index_dir
from codeshed.store.store_errors import translate_store_errors

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

DEFAULT_WAIT_SECONDS = 60.0
_POLL_SECONDS = 0.05
_MAX_HOLDER_BYTES = 4000
_LOCKED_BYTE = 1 << 30  # Windows locks bytes: this one is behind the text, which must stay readable.


class LockHolder(msgspec.Struct, frozen=True, kw_only=True):
    """The process that has the lock, since when (seconds since 1970), and its purpose."""

    pid: int = 0
    host: str = ""
    started_at: int = 0
    purpose: str = ""

    def __str__(self) -> str:
        """Describe it: `process 4711 on build-3 (updating) since 14:05:59`."""
        if not self.pid:
            return "another process"
        since = time.strftime("%H:%M:%S", time.localtime(self.started_at))
        return f"process {self.pid} on {self.host} ({self.purpose}) since {since}"


class IndexLock(msgspec.Struct, frozen=True, kw_only=True):
    """Proof of holding the write lock. Only `lock_index` makes it; it is valid within that block."""

    index_dir: Path


@contextmanager
def lock_index(
    index_dir: Path,
    purpose: str,
    *,
    wait_seconds: float = DEFAULT_WAIT_SECONDS,
    on_wait: Callable[[LockHolder], None] = lambda _: None,
) -> Iterator[IndexLock]:
    """Acquire the write lock of an index, creating its folder if needed. `on_wait` is called while another has it."""
    with hold_lock(index_dir, purpose, prepare_index_dir, wait_seconds=wait_seconds, on_wait=on_wait):
        yield IndexLock(index_dir=index_dir)


@contextmanager
def hold_lock(
    index_dir: Path,
    purpose: str,
    prepare: Callable[[Path], None],
    *,
    wait_seconds: float,
    on_wait: Callable[[LockHolder], None],
) -> Iterator[None]:
    """Hold the lock of a folder; `prepare` creates or checks the folder before each attempt."""
    with translate_store_errors(index_dir):
        descriptor = _acquire(index_dir, prepare, wait_seconds, on_wait)
    try:
        _write_holder(descriptor, purpose)
        yield
    finally:
        with contextlib.suppress(OSError):
            os.ftruncate(descriptor, 0)
        os.close(descriptor)


def find_lock_holder(index_dir: Path) -> LockHolder | None:
    """Return the current writer of an index, None if there is none; creates nothing and blocks nobody."""
    try:
        descriptor = open_regular_file(index_dir / LOCK_NAME, os.O_RDONLY)
    except OSError:
        return None
    try:
        return None if _try_lock(descriptor, is_shared=True) else _read_holder(descriptor)
    finally:
        os.close(descriptor)


def _acquire(
    index_dir: Path,
    prepare: Callable[[Path], None],
    wait_seconds: float,
    on_wait: Callable[[LockHolder], None],
) -> int:
    deadline = time.monotonic() + wait_seconds
    path = index_dir / LOCK_NAME
    while True:
        prepare(index_dir)
        descriptor = open_regular_file(path, os.O_RDWR | os.O_CREAT)
        try:
            is_locked = _try_lock(descriptor)
            if is_locked and is_still_at(path, descriptor):
                return descriptor
            holder = _read_holder(descriptor)
        except BaseException:
            os.close(descriptor)
            raise
        os.close(descriptor)
        if (
            is_locked
        ):  # Another process cleaned the folder and removed the file that we opened: lock the new one.
            continue
        if time.monotonic() >= deadline:
            raise IndexLockedError(str(index_dir), str(holder))
        on_wait(holder)
        time.sleep(_POLL_SECONDS)


def _try_lock(descriptor: int, *, is_shared: bool = False) -> bool:
    try:
        if sys.platform == "win32":
            os.lseek(descriptor, _LOCKED_BYTE, os.SEEK_SET)
            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        else:
            fcntl.flock(descriptor, (fcntl.LOCK_SH if is_shared else fcntl.LOCK_EX) | fcntl.LOCK_NB)
    except (BlockingIOError, PermissionError):
        return False
    return True


def _read_holder(descriptor: int) -> LockHolder:
    try:
        os.lseek(descriptor, 0, os.SEEK_SET)
        return msgspec.json.decode(os.read(descriptor, _MAX_HOLDER_BYTES), type=LockHolder)
    except (OSError, msgspec.DecodeError):
        return LockHolder()


def _write_holder(descriptor: int, purpose: str) -> None:
    """Describe ourselves in the lock file; on a full disk it stays empty, and the lock is held all the same."""
    holder = LockHolder(pid=os.getpid(), host=platform.node(), started_at=int(time.time()), purpose=purpose)
    with contextlib.suppress(OSError):
        os.ftruncate(descriptor, 0)
        os.lseek(descriptor, 0, os.SEEK_SET)
        os.write(descriptor, msgspec.json.encode(holder))
