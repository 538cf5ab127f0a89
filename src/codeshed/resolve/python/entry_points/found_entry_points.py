"""Entry points as they are found, before they are merged: in the code of one file, and in manifests.

An entry found in one file may be about a function of another. Files and functions are identified by paths and
symbols, so the entries of a file can be stored until the file, or an interface that it depends on, changes.
"""

import enum
from collections.abc import Iterable

import msgspec

from codeshed.model.semantic import EntryPoint
from codeshed.model.span import Span
from codeshed.resolve.python.entry_points.manifests import DeclaredEntry

MAX_PER_SYMBOL = 20
"""How many entry points of one function or class are kept."""


class DetectionPhase(enum.IntEnum):
    """How an entry point was found; of several with the same identity, that of the first phase is kept."""

    DECORATED = 0
    CALLBACK = 1
    INJECTED = 2
    MANAGEMENT = 3
    DECLARED = 4
    COLLECTED = 5
    TEST_CASE = 6
    TEST_FIXTURE = 7
    HOOK = 8


class FoundEntry(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """An entry point, and the path of the file with its function or class."""

    path: str
    entry: EntryPoint
    phase: DetectionPhase
    is_by_name: bool = False
    """Whether the function is recognised by its name, which is then the position of the evidence."""


class FileEntries(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The entry points that the code of one file shows, in the order in which they were found."""

    path: str
    entries: tuple[FoundEntry, ...] = ()
    hooks: tuple[FoundEntry, ...] = ()
    """Its functions that are hooks if the file is a plugin of pytest."""
    names: tuple[tuple[str, Span], ...] = ()
    """Its methods that a subclass in another file may bring into a test run, with the spans of their names."""
    declared: tuple[DeclaredEntry, ...] = ()
    """What calls of `setup` declare."""


class ManifestEntries(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The entry points in manifests, and the files that are plugins of pytest."""

    entries: tuple[FoundEntry, ...] = ()
    plugins: tuple[str, ...] = ()


EntryIdentity = tuple[str, str, bool, str]
"""The identity of an entry point, whatever its evidence: symbol, kind, whether it has a detail, and the detail."""


def identity_of(entry: EntryPoint) -> EntryIdentity:
    """Return the identity of an entry point; entry points are sorted and deduplicated by it."""
    return (entry.symbol, entry.kind, entry.detail is not None, entry.detail or "")


def limit_identities(said: Iterable[EntryIdentity]) -> tuple[EntryIdentity, ...]:
    """Return sorted identities, at most MAX_PER_SYMBOL of each symbol."""
    n_by_symbol: dict[str, int] = {}
    kept = []
    for each in sorted(set(said)):
        n_by_symbol[each[0]] = n_by_symbol.get(each[0], 0) + 1
        if n_by_symbol[each[0]] <= MAX_PER_SYMBOL:
            kept.append(each)
    return tuple(kept)
