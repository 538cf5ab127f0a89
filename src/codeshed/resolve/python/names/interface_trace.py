"""Dependency tracking: which interfaces of other files an answer depends on, to invalidate it when one changes.

Turns: lookups in the symbol tables, as they happen → InterfaceTrace.
"""

from typing import Self

import msgspec

Place = tuple[int, str] | str
"""What a lookup depends on.

A file by number with a part of its interface (a name, or a marker such as REST), or a place where a module was
searched: a path without `.py` or `/__init__.py`."""


class Consulted(msgspec.Struct):
    """All dependencies of one file on the interfaces of others."""

    places: set[Place] = msgspec.field(default_factory=set)
    descended: set[int] = msgspec.field(default_factory=set)
    """Classes whose subclasses were looked up."""
    fields: set[str] = msgspec.field(default_factory=set)
    """Attribute names that were tested for being assigned anywhere in the project."""
    specials: set[tuple[str, ...]] = msgspec.field(default_factory=set)
    """Special methods that were tested for being defined by any class."""
    methods: set[str] = msgspec.field(default_factory=set)
    """Names whose methods were looked up in all classes."""
    fixtures: set[int] = msgspec.field(default_factory=set)
    """Files whose pytest fixture uses were looked up."""


class Tracker:
    """Records lookups in the trace of the file that is being resolved."""

    __slots__ = ("current",)

    def __init__(self) -> None:
        self.current = Consulted()

    def collect(self) -> "Collecting":
        """Collect the keys of a memoized computation separately, to replay them on a cache hit."""
        return Collecting(self)


class Collecting:
    """The keys that are looked up within a `with` block; they are added to the enclosing trace as well."""

    __slots__ = ("_outer", "_tracker", "places")

    def __init__(self, tracker: Tracker) -> None:
        self._tracker = tracker
        self.places: set[Place] = set()

    def __enter__(self) -> Self:
        """Redirect the tracker to this collection."""
        self._outer = self._tracker.current.places
        self._tracker.current.places = self.places
        return self

    def __exit__(self, *error: object) -> None:
        """Add the keys to the enclosing collection and restore it."""
        self._outer |= self.places
        self._tracker.current.places = self._outer
