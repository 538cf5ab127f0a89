"""Merging the entry points of all files and manifests.

Turns: FileEntries + ManifestEntries → EntryPoints by path. The order of the input makes no difference.
"""

from collections.abc import Iterable

import msgspec

from codeshed.model.semantic import EntryPoint
from codeshed.model.span import Span
from codeshed.resolve.python.entry_points.found_entry_points import (
    EntryIdentity,
    FileEntries,
    FoundEntry,
    ManifestEntries,
    identity_of,
    limit_identities,
)

_Rank = tuple[bool, int, str, int]


def merge_entries(
    found: Iterable[FileEntries], declared: ManifestEntries
) -> dict[str, tuple[EntryPoint, ...]]:
    """Return the entry points of each file that has some, by path.

    Of several with the same identity, one with a span in its own file is preferred, then the one of the earlier
    phase, then of the first file, then the first in that file.
    """
    files = tuple(found)
    span_by_symbol = _spans_of_names(files)
    plugins = frozenset(declared.plugins)
    sources = [("", declared.entries), *((each.path, _entries_with_hooks(each, plugins)) for each in files)]
    best: dict[str, dict[EntryIdentity, tuple[_Rank, EntryPoint]]] = {}
    for source, entries in sources:
        for number, each in enumerate(entries):
            entry = _with_span(each, span_by_symbol)
            rank = (entry.span is None, each.phase.value, source, number)
            known = best.setdefault(each.path, {})
            identity = identity_of(entry)
            if identity not in known or rank < known[identity][0]:
                known[identity] = (rank, entry)
    return {
        path: tuple(best[path][identity][1] for identity in limit_identities(best[path]))
        for path in sorted(best)
    }


def _entries_with_hooks(file: FileEntries, plugins: frozenset[str]) -> tuple[FoundEntry, ...]:
    return file.entries + file.hooks if file.path in plugins else file.entries


def _spans_of_names(files: tuple[FileEntries, ...]) -> dict[str, Span]:
    """Return the spans of the names of functions that are recognised by name, as their own files give them."""
    found: dict[str, Span] = {}
    for file in files:
        found.update(file.names)
        found.update(
            (each.entry.symbol, each.entry.span)
            for each in file.entries
            if each.is_by_name and each.path == file.path and each.entry.span is not None
        )
    return found


def _with_span(found: FoundEntry, span_by_symbol: dict[str, Span]) -> EntryPoint:
    entry = found.entry
    if not found.is_by_name or entry.span is not None:
        return entry
    return msgspec.structs.replace(entry, span=span_by_symbol.get(entry.symbol))
