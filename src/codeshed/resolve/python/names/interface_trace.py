"""Dependency tracking: which interfaces of other files an answer depends on, to invalidate it when one changes.

Turns: lookups in the symbol tables, as they happen → InterfaceTrace.
"""

from typing import Self

import msgspec

InterfaceKey = tuple[int, str] | str
"""What a lookup depends on.

A file by number with a part of its interface (a name, or one of the aspects `ANY_ASPECT`, `NAME_SET_ASPECT`, `NAMELESS_ASPECT`), or a place where a module was
searched: a path without `.py` or `/__init__.py`."""


class InterfaceTrace(msgspec.Struct):
    """All dependencies of one file on the interfaces of others."""

    keys: set[InterfaceKey] = msgspec.field(default_factory=set)
    subclass_lists: dict[int, int] = msgspec.field(default_factory=dict)
    """Classes whose subclasses were looked up, and how many of the first ones at most."""
    subclass_counts: set[tuple[int, int]] = msgspec.field(default_factory=set)
    """Classes, and a number with which the number of their subclasses was compared."""
    fields: set[str] = msgspec.field(default_factory=set)
    """Attribute names that were tested for being assigned anywhere in the project."""
    special_methods: set[tuple[str, ...]] = msgspec.field(default_factory=set)
    """Special methods that were tested for being defined by any class."""
    methods: set[str] = msgspec.field(default_factory=set)
    """Names whose methods were looked up in all classes."""
    methods_below: set[tuple[int, str]] = msgspec.field(default_factory=set)
    """Classes, and a name whose methods were looked up in all their subclasses."""
    fixtures: set[int] = msgspec.field(default_factory=set)
    """Files whose pytest fixture uses were looked up."""


class InterfaceTracker:
    """Records lookups in the trace of the file that is being resolved."""

    __slots__ = ("current",)

    def __init__(self) -> None:
        self.current = InterfaceTrace()

    def collect(self) -> "TraceSection":
        """Collect the keys of a memoized computation separately, to replay them on a cache hit."""
        return TraceSection(self)


class TraceSection:
    """The keys that are looked up within a `with` block; they are added to the enclosing trace as well."""

    __slots__ = ("_outer", "_tracker", "keys")

    def __init__(self, tracker: InterfaceTracker) -> None:
        self._tracker = tracker
        self.keys: set[InterfaceKey] = set()

    def __enter__(self) -> Self:
        """Redirect the tracker to this collection."""
        self._outer = self._tracker.current.keys
        self._tracker.current.keys = self.keys
        return self

    def __exit__(self, *error: object) -> None:
        """Add the keys to the enclosing collection and restore it."""
        self._outer |= self.keys
        self._tracker.current.keys = self._outer
