"""The query trace: what the resolution of a file depends on.

Turns: look-ups in the program, in the order in which they happen → the hashes of all queries that a file made, also of those
behind memoized answers. If two queries have the same hash, a file is resolved once too often.
"""

import enum
import struct
from collections.abc import Callable, Iterable
from typing import TypeAlias
from zlib import crc32


class QueryKind(enum.StrEnum):
    """The kind of a query; the strings behind it in the query say which one."""

    CHILD = "inside"
    """A name directly in a definition or on the top level of a file, or that of an out-of-line member."""
    OPEN_TYPE_CHILD = "inside open"
    """A name directly in an open type, in any of its parts."""
    CASE_INSENSITIVE = "caseless"
    """A name in a type or namespace, case-insensitively."""
    HAS_CHILDREN = "any inside"
    """Whether there is anything in a definition."""
    MEMBER_NAMES = "member names"
    """The names of all members of a type."""
    CONSTRUCTORS = "constructors"
    """The constructors of a type itself."""
    NAMESPACE_MEMBER = "space"
    """A name in a namespace: defined there, re-exported, or that of a nested namespace."""
    REEXPORTED_NAME = "reached"
    """A name in any of the namespaces that others re-export as a whole."""
    WILDCARD_REEXPORTS = "re-exports"
    """What a namespace re-exports as a whole."""
    NAMESPACE_EXISTS = "inner space"
    """Whether a namespace exists."""
    NAMESPACE_FILES = "paths"
    """The files that define something in a namespace; with a dot behind it, in those nested in it."""
    IMPORTED_NAME = "imported"
    """What a file imports under a name."""
    FILE_SCOPE = "frame"
    """The namespaces that are visible in a file, and its wildcard imports."""
    IMPORTS = "imports"
    """All that a file imports."""
    METHODS = "methods"
    """The methods of a name in a language."""
    MEMBER_EXISTS = "member"
    """Whether a language has a member of a name."""
    CONVERTED_MEMBER = "converted"
    """Whether objects of a language may have a member of a name by implicit conversion."""
    TYPE_EXISTS = "type"
    """Whether a language has a type of a name."""
    WRITTEN_NAME = "written"
    """Whether anything of a name is written anywhere."""
    GLOBALS = "globals"
    OPEN_TYPES = "open types"
    """The open types of a name in a language."""
    EXTENSION_METHODS = "extensions"
    """The extension methods of a name in a language."""
    OPEN_TYPE_PARTS = "parts"
    """All parts of an open type."""
    BASES_DECLARED_ELSEWHERE = "said"
    """The bases that code elsewhere declares for a type."""
    ROOT_MIXINS = "roots"
    """What is mixed into the root type of a language."""
    INTERFACES_REQUIRING = "having"
    """The structural interfaces of a language that require a method of a name."""


Query = tuple[str, ...]


def hash_of_query(query: Query) -> int:
    """Return the hash of a query."""
    return crc32("\0".join(query).encode("utf-8", "surrogateescape"))


class AnswerTrace:
    """The queries of one answer: those made directly, and the traces of the answers that it was made of."""

    __slots__ = ("_entries", "_hashes", "_nested", "mark")

    def __init__(self, items: "list[Query | AnswerTrace]") -> None:
        self._entries = items
        self._hashes: tuple[int, ...] = ()
        self._nested: tuple[AnswerTrace, ...] = ()
        self.mark = 0
        """The number of the last collection that included it."""

    def collect(self, mark: int, hashes: set[int], hash_by_query: "_HashByQuery") -> "Iterable[AnswerTrace]":
        """Add the hashes of its direct queries; return the nested traces.

        Hashes are computed anew for the first collection, and kept from the second one on: most traces are collected once.
        """
        is_first = not self.mark
        self.mark = mark
        if self._entries and not is_first:
            items = set(self._entries)
            self._entries = []
            self._hashes = tuple([hash_by_query[each] for each in items if type(each) is tuple])
            self._nested = tuple([each for each in items if type(each) is AnswerTrace])
        if self._entries:
            hashes.update([hash_by_query[each] for each in self._entries if type(each) is tuple])
            return [each for each in self._entries if type(each) is AnswerTrace]
        hashes.update(self._hashes)
        return self._nested


TraceEntry: TypeAlias = Query | AnswerTrace
"""An entry of a trace: a query, or the trace of a reused answer; an answer of a single query has that as its trace."""


class _HashByQuery(dict[Query, int]):
    """The hashes of queries, each computed once."""

    def __missing__(self, query: Query) -> int:
        query_hash = self[query] = hash_of_query(query)
        return query_hash


class QueryTrace:
    """Records queries; those for one answer are between `position` and `trace_since`."""

    def __init__(self) -> None:
        self._log: list[TraceEntry] = []
        self._hashes = _HashByQuery()
        self._n_collected = 0
        self.record: Callable[[TraceEntry], None] = self._log.append
        """Record a query, or the trace of an answer that is reused."""

    def position(self) -> int:
        """Return the current position of the log."""
        return len(self._log)

    def trace_since(self, position: int) -> TraceEntry | None:
        """Return the trace of the queries since a position, None if there were none; enclosing traces include it."""
        log = self._log
        n_items = len(log) - position
        if n_items <= 1:
            return log[position] if n_items else None
        trace = AnswerTrace(list(set(log[position:])))
        log[position:] = (trace,)
        return trace

    def forget(self, position: int) -> None:
        """Drop the queries since a position: whether their answers changed is found out by other means."""
        del self._log[position:]

    def collect_hashes(self) -> bytes:
        """Return the sorted hashes of all queries since the last collection, and start anew."""
        self._n_collected += 1
        mark = self._n_collected
        hashes: set[int] = set()
        pending = [AnswerTrace(list(set(self._log)))]
        self._log.clear()
        for trace in pending:
            if trace.mark != mark:
                pending += trace.collect(mark, hashes, self._hashes)
        return encode_hashes(hashes)


def decode_hashes(content: bytes) -> tuple[int, ...]:
    """Decode hashes."""
    return struct.unpack(f"<{len(content) // 4}I", content)


def encode_hashes(hashes: Iterable[int]) -> bytes:
    """Encode hashes, sorted, four bytes each."""
    ordered = sorted(hashes)
    return struct.pack(f"<{len(ordered)}I", *ordered)
