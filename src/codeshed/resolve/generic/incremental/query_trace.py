"""The query trace: what the resolution of a file depends on.

Turns: look-ups in the program, in the order in which they happen → the hashes of all queries that a file made, also of those
behind memoized answers. If two queries have the same hash, a file is resolved once too often.
"""

import enum
import struct
from collections.abc import Callable, Iterable
from typing import TypeAlias
from zlib import crc32


class About(enum.StrEnum):
    """The kind of a query; the strings behind it in the query say which one."""

    INSIDE = "inside"
    """A name directly in a definition or on the top level of a file, or that of an out-of-line member."""
    INSIDE_OPEN = "inside open"
    """A name directly in an open type, in any of its parts."""
    CASELESS = "caseless"
    """A name in a type or namespace, case-insensitively."""
    ANY_INSIDE = "any inside"
    """Whether there is anything in a definition."""
    MEMBER_NAMES = "member names"
    """The names of all members of a type."""
    CONSTRUCTORS = "constructors"
    """The constructors of a type itself."""
    SPACE = "space"
    """A name in a namespace: defined there, re-exported, or that of a nested namespace."""
    REACHED = "reached"
    """A name in any of the namespaces that others re-export as a whole."""
    PASSED_ON = "passed on"
    """What a namespace re-exports as a whole."""
    INNER_SPACE = "inner space"
    """Whether a namespace exists."""
    PATHS = "paths"
    """The files that define something in a namespace; with a dot behind it, in those nested in it."""
    IMPORTED = "imported"
    """What a file imports under a name."""
    FRAME = "frame"
    """The namespaces that are visible in a file, and its wildcard imports."""
    IMPORTS = "imports"
    """All that a file imports."""
    METHODS = "methods"
    """The methods of a name in a language."""
    MEMBER = "member"
    """Whether a language has a member of a name."""
    CONVERTED = "converted"
    """Whether objects of a language may have a member of a name by implicit conversion."""
    TYPE = "type"
    """Whether a language has a type of a name."""
    OPEN_TYPES = "open types"
    """The open types of a name in a language."""
    EXTENSIONS = "extensions"
    """The extension methods of a name in a language."""
    PARTS = "parts"
    """All parts of an open type."""
    SAID = "said"
    """The bases that code elsewhere declares for a type."""
    ROOTS = "roots"
    """What is mixed into the root type of a language."""
    HAVING = "having"
    """The structural interfaces of a language that require a method of a name."""


Question = tuple[str, ...]


def number_of(query: Question) -> int:
    """Return the hash of a query."""
    return crc32("\0".join(query).encode("utf-8", "surrogateescape"))


class Trace:
    """The queries of one answer: those made directly, and the traces of the answers that it was made of."""

    __slots__ = ("_entries", "_hashes", "_nested", "mark")

    def __init__(self, items: "list[Question | Trace]") -> None:
        self._entries = items
        self._hashes: tuple[int, ...] = ()
        self._nested: tuple[Trace, ...] = ()
        self.mark = 0
        """The number of the last collection that included it."""

    def collect(self, mark: int, hashes: set[int], hash_by_query: "_HashByQuery") -> "Iterable[Trace]":
        """Add the hashes of its direct queries; return the nested traces.

        Hashes are computed anew for the first collection, and kept from the second one on: most traces are collected once.
        """
        is_first = not self.mark
        self.mark = mark
        if self._entries and not is_first:
            items = set(self._entries)
            self._entries = []
            self._hashes = tuple([hash_by_query[each] for each in items if type(each) is tuple])
            self._nested = tuple([each for each in items if type(each) is Trace])
        if self._entries:
            hashes.update([hash_by_query[each] for each in self._entries if type(each) is tuple])
            return [each for each in self._entries if type(each) is Trace]
        hashes.update(self._hashes)
        return self._nested


Asking: TypeAlias = Question | Trace
"""An entry of a trace: a query, or the trace of a reused answer; an answer of a single query has that as its trace."""


class _HashByQuery(dict[Question, int]):
    """The hashes of queries, each computed once."""

    def __missing__(self, query: Question) -> int:
        query_hash = self[query] = number_of(query)
        return query_hash


class Asked:
    """Records queries; those for one answer are between `begin` and `end`."""

    def __init__(self) -> None:
        self._log: list[Asking] = []
        self._hashes = _HashByQuery()
        self._n_collected = 0
        self.note: Callable[[Asking], None] = self._log.append
        """Record a query, or the trace of an answer that is reused."""

    def begin(self) -> int:
        """Return the current position of the log."""
        return len(self._log)

    def end(self, position: int) -> Asking | None:
        """Return the trace of the queries since a position, None if there were none; enclosing traces include it."""
        log = self._log
        n_items = len(log) - position
        if n_items <= 1:
            return log[position] if n_items else None
        trace = Trace(list(set(log[position:])))
        log[position:] = (trace,)
        return trace

    def forget(self, position: int) -> None:
        """Drop the queries since a position: whether their answers changed is found out by other means."""
        del self._log[position:]

    def collect(self) -> bytes:
        """Return the sorted hashes of all queries since the last collection, and start anew."""
        self._n_collected += 1
        mark = self._n_collected
        hashes: set[int] = set()
        pending = [Trace(list(set(self._log)))]
        self._log.clear()
        for trace in pending:
            if trace.mark != mark:
                pending += trace.collect(mark, hashes, self._hashes)
        return packed_numbers(hashes)


def unpacked_numbers(content: bytes) -> tuple[int, ...]:
    """Decode hashes."""
    return struct.unpack(f"<{len(content) // 4}I", content)


def packed_numbers(hashes: Iterable[int]) -> bytes:
    """Encode hashes, sorted, four bytes each."""
    ordered = sorted(hashes)
    return struct.pack(f"<{len(ordered)}I", *ordered)
