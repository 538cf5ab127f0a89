"""How much memory indexing uses, and how much it may use.

Turns: a size such as `2G` → bytes; the memory of machine, container and process → whether memory is short.
"""

import contextlib
import os
import re
import sys
from pathlib import Path

from codeshed.errors import InvalidOptionError
from codeshed.model.answers.truncation import WarningRecord
from codeshed.model.repository_settings import SMALLEST_CEILING

if sys.platform != "win32":
    import resource

_UNITS = {"": 1, "K": 1 << 10, "M": 1 << 20, "G": 1 << 30, "T": 1 << 40}
_SIZE = re.compile(r"(\d+(?:\.\d+)?)\s*([KMGT]?)i?B?", re.IGNORECASE)
_GROUP_DIR = Path("/sys/fs/cgroup")
_GROUP_FILES = (
    ("memory.max", "memory.current", "memory.stat"),
    ("memory/memory.limit_in_bytes", "memory/memory.usage_in_bytes", "memory/memory.stat"),
)
"""Limit, usage and statistics of a container, in cgroup version 2 and version 1."""

_STATUS_FILE = Path("/proc/self/statm")
_MACHINE_FILE = Path("/proc/meminfo")
_AVAILABLE = re.compile(rb"^MemAvailable:\s*(\d+) kB", re.MULTILINE)
_FILE_PAGES = re.compile(rb"^inactive_file (\d+)", re.MULTILINE)
_SHARE_OF_MACHINE, _SHARE_OF_FREE = 0.5, 0.75
_BYTES_TO_LINK = 60_000
"""Memory per file while the graph is linked. Memory freed before then seldom goes back to the system."""

_LEAST_ROOM = 0.5
_FACTS_SHARE, _NEAR, _HIGH, _CUT = 0.4, 0.85, 0.93, 0.01
"""Shares of the memory that linking leaves. Below the first, facts of files are kept. From the second on, the number of
value-flow nodes may not grow. From the third on, it shrinks each time usage grows by the last share."""


def parse_size(text: str) -> int:
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
    """Return the resident memory of the process: now, or its peak where only that is known; 0 if unknown."""
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
    """Return the physical memory of the machine; 0 if unknown."""
    try:
        return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    except (OSError, ValueError, AttributeError):
        return 0


def available_bytes() -> int:
    """Return the available memory, of the machine or of our container if that has less; 0 if unknown."""
    known = []
    with contextlib.suppress(OSError, ValueError):
        found = _AVAILABLE.search(_MACHINE_FILE.read_bytes())
        known += [] if found is None else [int(found[1]) << 10]
    for limit, usage, statistics in _GROUP_FILES:
        # Without a limit the file holds `max`, which is no number.
        with contextlib.suppress(OSError, ValueError):
            n_free = int((_GROUP_DIR / limit).read_bytes()) - int((_GROUP_DIR / usage).read_bytes())
            pages = _FILE_PAGES.search((_GROUP_DIR / statistics).read_bytes())
            known.append(max(n_free + (0 if pages is None else int(pages[1])), 1))
    return min(known, default=0)


def _default_ceiling() -> int:
    """Return our usage plus most of the available memory; if that is unknown, half of the machine; 0 if neither is known."""
    free = available_bytes()
    return int(resident_bytes() + free * _SHARE_OF_FREE if free else machine_bytes() * _SHARE_OF_MACHINE)


class MemoryCeiling:
    """The memory that indexing `n_files` files may use; 0 bytes mean most of what is available."""

    def __init__(self, max_bytes: int, n_files: int = 0) -> None:
        self.max_bytes = max_bytes or _default_ceiling()
        self._room = max(self.max_bytes - n_files * _BYTES_TO_LINK, self.max_bytes * _LEAST_ROOM)
        self._highest = 0
        self._n_nodes_at_most = 0
        self._next_cut = self._room * _HIGH

    def has_room_for_facts(self) -> bool:
        """Whether to keep facts of files. They are cheap to parse again; most memory is for the value flow."""
        return not 0 < self._room * _FACTS_SHARE <= self._measure()

    def is_full(self, n_nodes: int) -> bool:
        """Whether the value flow holds too many nodes for the memory.

        Nodes are counted because freed memory is reused but seldom returned: resident memory would never fall.
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
        """Return a warning if usage exceeded the ceiling."""
        self._measure()
        if not 0 < self.max_bytes < self._highest:
            return ()
        message = (
            f"indexing took {self._highest >> 20} MiB of memory, more than the limit of {self.max_bytes >> 20}: "
            "the values exchanged between files must stay in memory"
        )
        return (WarningRecord(code="MEMORY_CEILING", message=message),)

    def _measure(self) -> int:
        taken = resident_bytes()
        self._highest = max(self._highest, taken)
        return taken
