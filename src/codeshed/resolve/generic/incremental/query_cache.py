"""The memo of the resolver, with cycle detection.

Turns: a query and a function that answers it → the answer, computed once. A query that is made while it is being answered,
or too deep within others, is cut: it gets the empty answer. A cut is on a cycle of queries, and where a cycle is entered
decides what is found in it. So an answer with a cut in it is only reused for the same file, and as long as the query that
was cut is answered only within others. What a file gets does not depend on which files were resolved before it.
"""

from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

import msgspec

from codeshed.resolve.generic.incremental.query_trace import Query, QueryTrace, TraceEntry

MAX_DEPTH = 48
"""How deeply queries may be nested."""

_TOO_DEEP = "too deep"
_OF_FILE: Query = ()
"""In the place of the trace of an answer that no shared answer is made of: its queries are recorded for the file."""

Answer = TypeVar("Answer")


class _Entry(msgspec.Struct, Generic[Answer], frozen=True, gc=False):
    """A complete answer, the depth of queries below it, and whether there is a cycle among them."""

    answer: Answer
    height: int
    trace: TraceEntry | None
    is_cyclic: bool


class _ProvisionalEntry(msgspec.Struct, Generic[Answer], frozen=True):
    """An answer that lacks what was cut, and the depth at which it was computed."""

    answer: Answer
    cuts: frozenset[Hashable]
    depth: int
    trace: TraceEntry | None


class QueryCache(Generic[Answer]):
    """Memoizes answers; `empty` is the answer of a query that is cut."""

    def __init__(self, empty: Answer, trace: QueryTrace) -> None:
        self._empty = empty
        self._trace = trace
        self._entries_by_scope: dict[int, dict[Hashable, _Entry[Answer]]] = {}
        self._entries: dict[Hashable, _Entry[Answer]] = {}
        self._entries_of_file: dict[Hashable, _Entry[Answer]] = {}
        self._provisional: dict[Hashable, _ProvisionalEntry[Answer]] = {}
        self._subjects: list[object] = []
        self._is_cyclic = False
        self._active: set[Hashable] = set()
        self._exclusive: dict[str, Hashable] = {}
        self._cuts: set[Hashable] = set()
        self._depth = 0
        self._peak = 0
        self._n_shared = 0
        self.is_storing = True
        """Whether answers are final, and so may be memoized."""

    def switch_file(self, scope: object) -> None:
        """Drop what held for one file only. Shared answers hold for all files of the same `scope`: those of one language."""
        self._entries = self._entries_by_scope.setdefault(id(scope), {})
        self._entries_of_file.clear()
        self._provisional.clear()
        self._subjects.clear()

    def memoize(self, query: Hashable, compute: Callable[[], Answer]) -> Answer:
        """Return the answer to a query about the program."""
        return self._get_or_compute(query, compute, self._entries)

    def memoize_exclusively(self, kind: str, key: Hashable, compute: Callable[[], Answer]) -> Answer:
        """Return the answer to a query of a kind, cut while another query of that kind is being answered."""
        if self._exclusive.get(kind, key) != key:
            return self._cut((kind, self._exclusive[kind]))
        is_first = kind not in self._exclusive
        self._exclusive[kind] = key
        try:
            return self.memoize((kind, key), compute)
        finally:
            if is_first:
                del self._exclusive[kind]

    def memoize_for_object(self, subject: object, key: Hashable, compute: Callable[[], Answer]) -> Answer:
        """Return the answer to a query about an object of the current file, known by its identity."""
        query = (id(subject), key)
        if query not in self._entries_of_file:
            # While a reference to it is kept, no other object can have its id.
            self._subjects.append(subject)
        return self._get_or_compute(query, compute, self._entries_of_file)

    def _get_or_compute(
        self, query: Hashable, compute: Callable[[], Answer], entries: dict[Hashable, _Entry[Answer]]
    ) -> Answer:
        entry = entries.get(query) or self._entries_of_file.get(query)
        if (
            entry is not None
            and self._depth + entry.height <= MAX_DEPTH
            and not (entry.trace is _OF_FILE and self._n_shared)
        ):
            if entry.trace:
                self._trace.record(entry.trace)
            self._peak = max(self._peak, self._depth + entry.height)
            self._is_cyclic |= entry.is_cyclic
            return entry.answer
        if self._depth >= MAX_DEPTH:
            return self._cut(_TOO_DEEP)
        if query in self._active:
            return self._cut(query)
        provisional = self._provisional.get(query) if self._active else None
        if (
            provisional is not None
            and (self._depth >= provisional.depth or _TOO_DEEP not in provisional.cuts)
            and not (provisional.trace is _OF_FILE and self._n_shared)
        ):
            if provisional.trace:
                self._trace.record(provisional.trace)
            self._cuts.update(provisional.cuts)
            self._is_cyclic = True
            return provisional.answer
        return self._compute(query, compute, entries)

    def _cut(self, query: Hashable) -> Answer:
        self._cuts.add(query)
        self._is_cyclic = True
        return self._empty

    def _compute(
        self, query: Hashable, compute: Callable[[], Answer], entries: dict[Hashable, _Entry[Answer]]
    ) -> Answer:
        cuts_outside, peak_outside, is_cyclic_outside = self._cuts, self._peak, self._is_cyclic
        self._n_shared += entries is self._entries
        is_shared = self._n_shared > 0
        self._active.add(query)
        self._depth += 1
        self._cuts, self._peak, self._is_cyclic = set(), self._depth, False
        mark = self._trace.position()
        try:
            answer = compute()
        finally:
            self._active.discard(query)
            self._n_shared -= entries is self._entries
            self._depth -= 1
            cuts, peak, is_cyclic = self._cuts - {query}, self._peak, self._is_cyclic
            self._cuts, self._peak = cuts_outside | cuts, max(peak_outside, peak)
            self._is_cyclic = is_cyclic_outside or is_cyclic
        if self.is_storing:
            # Queries of the file itself need no trace of their own.
            trace = self._trace.trace_since(mark) if is_shared else _OF_FILE
            if cuts:
                self._provisional[query] = _ProvisionalEntry(answer, frozenset(cuts), self._depth, trace)
            else:
                store = self._entries_of_file if is_cyclic else entries
                store[query] = _Entry(answer, peak - self._depth, trace, is_cyclic)
        return answer
