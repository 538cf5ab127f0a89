"""How much memory indexing takes, and how much it may take.

Turns: sizes as people write them → bytes; what the machine has and what the process takes → whether memory is short.
"""

import contextlib
import os
import re
import sys
from pathlib import Path

from codeshed.errors import InvalidOptionError
from codeshed.model.limits import WarningRecord
from codeshed.model.settings import SMALLEST_CEILING

if sys.platform != "win32":
    import resource

_UNITS = {"": 1, "K": 1 << 10, "M": 1 << 20, "G": 1 << 30, "T": 1 << 40}
_SIZE = re.compile(r"(\d+(?:\.\d+)?)\s*([KMGT]?)i?B?", re.IGNORECASE)
_GROUP_DIR = Path("/sys/fs/cgroup")
_GROUP_FILES = (
    ("memory.max", "memory.current", "memory.stat"),
    ("memory/memory.limit_in_bytes", "memory/memory.usage_in_bytes", "memory/memory.stat"),
)
"""How much a container may take, how much it takes, and what that is made of: in two versions of the system's files."""

_STATUS_FILE = Path("/proc/self/statm")
_MACHINE_FILE = Path("/proc/meminfo")
_AVAILABLE = re.compile(rb"^MemAvailable:\s*(\d+) kB", re.MULTILINE)
_FILE_PAGES = re.compile(rb"^inactive_file (\d+)", re.MULTILINE)
_SHARE_OF_MACHINE, _SHARE_OF_FREE = 0.5, 0.75
_BYTES_TO_LINK = 60_000
"""What a file takes while the graph is linked. What was let go before then is seldom given back to the system."""

_LEAST_ROOM = 0.5
_FACTS_SHARE, _NEAR, _HIGH, _CUT = 0.4, 0.85, 0.93, 0.01
"""Shares of the room that linking leaves: up to the first, facts of files are kept; from the second on, no more nodes are kept than
there are; from the third on, fewer whenever as much more is taken as the last one says."""


def read_size(text: str) -> int:
    """Read a size such as `2G` or `800M`; units are powers of 1024."""
    match = _SIZE.fullmatch(text.strip())
    n_bytes = 0 if match is None else int(float(match[1]) * _UNITS[match[2].upper()])
    if n_bytes < SMALLEST_CEILING:
        raise InvalidOptionError(
            f"--max-memory is at least 64M, and {text!r} is less than that, or no size",
            hint="give a size such as 800M or 2G",
        )
    return n_bytes


def resident_bytes() -> int:
    """Return how much memory the process takes: now, or where that cannot be told, at most so far; 0 if unknown."""
    try:
        return int(_STATUS_FILE.read_bytes().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except (OSError, ValueError, IndexError, AttributeError):
        return _highest_resident_bytes()


def _highest_resident_bytes() -> int:
    if sys.platform == "win32":
        return 0
    highest = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return highest if sys.platform == "darwin" else highest * 1024


def machine_bytes() -> int:
    """Return how much memory the machine has; 0 if unknown."""
    try:
        return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    except (OSError, ValueError, AttributeError):
        return 0


def free_bytes() -> int:
    """Return how much memory nobody takes: of the machine, or of the container that we run in; 0 if unknown."""
    known = []
    with contextlib.suppress(OSError, ValueError):
        found = _AVAILABLE.search(_MACHINE_FILE.read_bytes())
        known += [] if found is None else [int(found[1]) << 10]
    for limit, taken, made_of in _GROUP_FILES:
        # A group without a limit says `max`, which is no number.
        with contextlib.suppress(OSError, ValueError):
            n_free = int((_GROUP_DIR / limit).read_bytes()) - int((_GROUP_DIR / taken).read_bytes())
            pages = _FILE_PAGES.search((_GROUP_DIR / made_of).read_bytes())
            known.append(max(n_free + (0 if pages is None else int(pages[1])), 1))
    return min(known, default=0)


def _default_ceiling() -> int:
    """Return most of what is free beside what we have; where that is not known, half of the machine; 0 if that neither is."""
    free = free_bytes()
    return int(resident_bytes() + free * _SHARE_OF_FREE if free else machine_bytes() * _SHARE_OF_MACHINE)


class MemoryCeiling:
    """How much memory may be taken for a number of files; 0 bytes mean most of what is free."""

    def __init__(self, max_bytes: int, n_files: int = 0) -> None:
        self.max_bytes = max_bytes or _default_ceiling()
        self._room = max(self.max_bytes - n_files * _BYTES_TO_LINK, self.max_bytes * _LEAST_ROOM)
        self._highest = 0
        self._n_nodes_at_most = 0
        self._next_cut = self._room * _HIGH

    def has_room_for_facts(self) -> bool:
        """Whether facts of files are kept, which are read again fast; most of the memory is for values that flow."""
        return not 0 < self._room * _FACTS_SHARE <= self._measure()

    def is_full(self, n_nodes: int) -> bool:
        """Whether nodes are too many for the memory.

        What is let go makes room for others, but the system seldom gets it back: so nodes are counted.
        """
        taken = self._measure()
        if not 0 < self._room * _NEAR <= taken:
            return False
        if not self._n_nodes_at_most:
            self._n_nodes_at_most = max(n_nodes, 1)
        if taken >= self._next_cut:
            self._next_cut = taken + self._room * _CUT
            self._n_nodes_at_most = max(min(self._n_nodes_at_most, n_nodes) * 49 // 50, 1)
        return n_nodes > self._n_nodes_at_most

    def warnings(self) -> tuple[WarningRecord, ...]:
        """Say that the ceiling could not be kept, if so."""
        self._measure()
        if not 0 < self.max_bytes < self._highest:
            return ()
        message = (
            f"indexing took {self._highest >> 20} MiB of memory, though it was to take {self.max_bytes >> 20}: "
            "what all files say to each other has to be held at once"
        )
        return (WarningRecord(code="MEMORY_CEILING", message=message),)

    def _measure(self) -> int:
        taken = resident_bytes()
        self._highest = max(self._highest, taken)
        return taken
