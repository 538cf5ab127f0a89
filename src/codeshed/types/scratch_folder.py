"""Temporary folders for the engine's files.

Turns: the files to be analysed → a folder for thousands of short-lived files: in `/dev/shm` if memory is plenty.

A killed process can't remove its folder. So each folder has a file that its owner locks: the lock ends with the process,
and the next process to make a folder removes all those that are not locked.
"""

import contextlib
import os
import re
import shutil
import stat
import sys
import tempfile
from pathlib import Path

if sys.platform != "win32":
    import fcntl

_IN_MEMORY = Path("/dev/shm")  # noqa: S108 - folders in it are made with unpredictable names, for us alone
_MEMORY_STATUS = Path("/proc/meminfo")
_AVAILABLE = re.compile(r"^MemAvailable:\s+(\d+) kB$", re.MULTILINE)
_CHOSEN_BY_USER = ("TMPDIR", "TEMP", "TMP")
_BYTES_WHATEVER = 100_000_000
_BYTES_PER_SOURCE_BYTE = 15
_PLENTY = 8
"""Free memory must be this many times the expected size of the report."""

_PREFIX = "codeshed-types-"
_NAME = re.compile(rf"{_PREFIX}[a-z0-9_]{{8}}")
_OWNER = "owner"
_OWNER_FLAGS = os.O_RDWR | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)


class ScratchFolder:
    """A temporary folder that exists until it is closed or the process ends."""

    def __init__(self, root: Path, paths: tuple[str, ...]) -> None:
        """Make the folder; if the operating system refuses, OSError is raised."""
        parent = scratch_parent(root, paths)
        remove_abandoned(Path(tempfile.gettempdir()) if parent is None else parent)
        self._folder, self._owner = _make_folder(parent)

    @property
    def path(self) -> Path:
        """The resolved path of the folder."""
        return Path(self._folder.name).resolve()

    def close(self) -> None:
        """Remove the folder with all that is in it."""
        self._folder.cleanup()
        if self._owner is not None:
            os.close(self._owner)
            self._owner = None


def _make_folder(parent: Path | None) -> tuple["tempfile.TemporaryDirectory[str]", int | None]:
    """Make a folder and lock it; if another process removed it as abandoned before it was locked, make another one."""
    while True:
        folder = tempfile.TemporaryDirectory(prefix=_PREFIX, dir=parent, ignore_cleanup_errors=True)
        if sys.platform == "win32":
            return folder, None
        try:
            owner = os.open(Path(folder.name) / _OWNER, _OWNER_FLAGS | os.O_CREAT | os.O_EXCL, 0o600)
        except BaseException:
            folder.cleanup()
            raise
        with contextlib.suppress(OSError):  # Without locks, nobody can remove the folder as abandoned either.
            fcntl.flock(owner, fcntl.LOCK_EX)
        if (Path(folder.name) / _OWNER).exists():
            return folder, owner
        os.close(owner)
        folder.cleanup()


def remove_abandoned(parent: Path) -> None:
    """Remove this user's folders whose owners have ended."""
    if sys.platform == "win32":
        return
    with contextlib.suppress(OSError), os.scandir(parent) as entries:
        for entry in entries:
            with contextlib.suppress(OSError):
                if _NAME.fullmatch(entry.name) and _is_own_folder(entry.stat(follow_symlinks=False)):
                    _remove_if_abandoned(Path(entry.path))


def _is_own_folder(status: os.stat_result) -> bool:
    return stat.S_ISDIR(status.st_mode) and status.st_uid == os.geteuid()


def _remove_if_abandoned(folder: Path) -> None:
    """Remove a folder if its lock is free; one without a lock file is being made, or is not ours."""
    owner = os.open(folder / _OWNER, _OWNER_FLAGS)
    try:
        if stat.S_ISREG(os.fstat(owner).st_mode):
            fcntl.flock(owner, fcntl.LOCK_EX | fcntl.LOCK_NB)
            shutil.rmtree(folder, ignore_errors=True)
    finally:
        os.close(owner)


def scratch_parent(root: Path, paths: tuple[str, ...]) -> Path | None:
    """Return the parent for temporary folders, or None for the default one."""
    if any(os.environ.get(name) for name in _CHOSEN_BY_USER):
        return None
    needed = _BYTES_WHATEVER + _BYTES_PER_SOURCE_BYTE * sum(_size(root, path) for path in paths)
    return _IN_MEMORY if _free_memory() >= _PLENTY * needed else None


def _size(root: Path, path: str) -> int:
    try:
        return os.lstat(root / path).st_size
    except (OSError, ValueError):
        return 0


def _free_memory() -> int:
    """Return how many bytes fit into the folder in memory without swapping."""
    try:
        available = _AVAILABLE.search(_MEMORY_STATUS.read_text(encoding="ascii"))
        if available is None or not os.access(_IN_MEMORY, os.W_OK | os.X_OK):
            return 0
        return min(shutil.disk_usage(_IN_MEMORY).free, 1024 * int(available.group(1)))
    except (OSError, ValueError):
        return 0
