"""How much memory indexing takes, and how much it may take.

Turns: sizes as people write them → bytes; what the machine has and what the process takes → whether memory is short.
"""

import os
import re
import sys
from pathlib import Path

from codeshed.errors import InvalidOptionError
from codeshed.model.limits import WarningRecord

if sys.platform != "win32":
    import resource

_UNITS = {"": 1, "K": 1 << 10, "M": 1 << 20, "G": 1 << 30, "T": 1 << 40}
_SIZE = re.compile(r"(\d+(?:\.\d+)?)\s*([KMGT]?)i?B?", re.IGNORECASE)
_SMALLEST = 64 << 20
"""No ceiling is lower than this: an interpreter with a grammar takes nearly as much."""

_LIMIT_FILES = (
    Path("/sys/fs/cgroup/memory.max"),
    Path("/sys/fs/cgroup/memory/memory.limit_in_bytes"),
)
_STATUS_FILE = Path("/proc/self/statm")
_SHARE_OF_MACHINE = 0.5
_BYTES_TO_LINK = 60_000
"""What a file takes while the graph is linked. What was let go before then is seldom given back to the system."""

_LEAST_ROOM = 0.5
_FACTS_SHARE, _NEAR, _HIGH = 0.4, 0.85, 0.93
"""Shares of the room that linking leaves: up to the first, facts of files are kept; from the second on, no more nodes are kept than
there are; from the third on, fewer whenever still more is taken."""


def read_size(text: str) -> int:
    """Read a size such as `2G` or `800M`; units are powers of 1024."""
    match = _SIZE.fullmatch(text.strip())
    n_bytes = 0 if match is None else int(float(match[1]) * _UNITS[match[2].upper()])
    if n_bytes < _SMALLEST:
        raise InvalidOptionError(
            f"{text!r} is no size of memory that code could be indexed in",
            hint="give a size such as 800M or 2G, at least 64M",
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
    """Return how much memory there is for us: that of the machine, or of the container that we run in; 0 if unknown."""
    try:
        known = [os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")]
    except (OSError, ValueError, AttributeError):
        known = []
    for file in _LIMIT_FILES:
        try:
            known.append(int(file.read_bytes()))
        except (OSError, ValueError):
            continue
    return min((n_bytes for n_bytes in known if n_bytes > 0), default=0)


class MemoryCeiling:
    """How much memory may be taken for a number of files; 0 bytes mean half of what there is."""

    def __init__(self, max_bytes: int, n_files: int = 0) -> None:
        self.max_bytes = max_bytes or int(machine_bytes() * _SHARE_OF_MACHINE)
        self._room = max(self.max_bytes - n_files * _BYTES_TO_LINK, self.max_bytes * _LEAST_ROOM)
        self._highest = 0
        self._n_nodes_at_most = 0

    def has_room_for_facts(self) -> bool:
        """Whether facts of files are kept, which are read again fast; most of the memory is for values that flow."""
        return not 0 < self._room * _FACTS_SHARE <= self._measure()

    def is_full(self, n_nodes: int) -> bool:
        """Whether nodes are too many for the memory.

        What is let go makes room for others, but the system seldom gets it back: so nodes are counted.
        """
        highest = self._highest
        taken = self._measure()
        if not 0 < self._room * _NEAR <= taken:
            return False
        if not self._n_nodes_at_most:
            self._n_nodes_at_most = max(n_nodes, 1)
        if highest < taken >= self._room * _HIGH:
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
