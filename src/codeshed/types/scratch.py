"""Where the engine's files lie while they are needed.

Turns: the files to be analysed → a folder for some thousand files that live for seconds: in memory, if there is plenty.
"""

import os
import re
import shutil
from pathlib import Path

_IN_MEMORY = Path("/dev/shm")  # noqa: S108 - folders in it are made with unpredictable names, for us alone
_MEMORY_STATUS = Path("/proc/meminfo")
_AVAILABLE = re.compile(r"^MemAvailable:\s+(\d+) kB$", re.MULTILINE)
_CHOSEN_BY_USER = ("TMPDIR", "TEMP", "TMP")
_BYTES_WHATEVER = 100_000_000
_BYTES_PER_SOURCE_BYTE = 15
_PLENTY = 8
"""How many times over the report must fit into the memory that is free."""


def scratch_parent(root: Path, paths: tuple[str, ...]) -> Path | None:
    """Return the folder in which to make the engine's own, or None for the usual one."""
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
    """Return how many bytes the folder in memory can take without taking memory from others."""
    try:
        available = _AVAILABLE.search(_MEMORY_STATUS.read_text(encoding="ascii"))
        if available is None or not os.access(_IN_MEMORY, os.W_OK | os.X_OK):
            return 0
        return min(shutil.disk_usage(_IN_MEMORY).free, 1024 * int(available.group(1)))
    except (OSError, ValueError):
        return 0
