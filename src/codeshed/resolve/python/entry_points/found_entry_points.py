"""What is found about entry points before it is put together: in the code of one file, and in manifests.

An entry found in one file may be about a function of another one. What is kept here names files and functions by
paths and symbols, and so it stays true while the file and the interfaces that it rests on stay the same.
"""

import enum
from collections.abc import Iterable

import msgspec

from codeshed.model.semantic import EntryPoint
from codeshed.model.span import Span
from codeshed.resolve.python.entry_points.manifests import DeclaredEntry

MAX_PER_SYMBOL = 20
"""How many entry points of one function or class are kept."""


class Phase(enum.IntEnum):
    """How something was found; of several that say the same about a function the first one is kept."""

    DECORATED = 0
    HANDED_OVER = 1
    INJECTED = 2
    MANAGEMENT = 3
    DECLARED = 4
    COLLECTED = 5
    TEST_CASE = 6
    TEST_FIXTURE = 7
    HOOK = 8


class FoundEntry(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """An entry point, and the path of the file that its function or class stands in."""

    path: str
    entry: EntryPoint
    phase: Phase
    is_by_name: bool = False
    """Whether the function is known by its name; the name is then the place of the evidence, also in another file."""


class FileEntries(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What the code of one file says about entry points, in the order in which it was found."""

    path: str
    entries: tuple[FoundEntry, ...] = ()
    hooks: tuple[FoundEntry, ...] = ()
    """Its functions that are hooks if the file is registered with pytest."""
    names: tuple[tuple[str, Span], ...] = ()
    """Its methods that a class of another file may bring into a test run, and where their names stand."""
    declared: tuple[DeclaredEntry, ...] = ()
    """What calls of `setup` declare."""


class ManifestEntries(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What manifests say: entry points, and the files that are registered with pytest, also by variables."""

    entries: tuple[FoundEntry, ...] = ()
    plugins: tuple[str, ...] = ()


Said = tuple[str, str, bool, str]
"""What an entry point says, whatever its evidence: the symbol, the kind, whether there is a detail, and the detail."""


def said_by(entry: EntryPoint) -> Said:
    """Return what an entry point says; entry points are sorted by it, and of those that say the same one is kept."""
    return (entry.symbol, entry.kind, entry.detail is not None, entry.detail or "")


def first_said(said: Iterable[Said]) -> tuple[Said, ...]:
    """Return in order what is kept of all that is said: no more about a symbol than fits."""
    n_by_symbol: dict[str, int] = {}
    kept = []
    for each in sorted(set(said)):
        n_by_symbol[each[0]] = n_by_symbol.get(each[0], 0) + 1
        if n_by_symbol[each[0]] <= MAX_PER_SYMBOL:
            kept.append(each)
    return tuple(kept)
