"""Which interfaces of other files an answer rests on, so that it is found anew when one of these changes.

Turns: lookups in the tables, as they are made → Consulted.
"""

from typing import Self

import msgspec

Place = tuple[int, str] | str
"""A file by its number and the aspect of its interface that was looked at, or the place where a module was looked
for: its path without `.py` or `/__init__.py`."""


class Consulted(msgspec.Struct):
    """What one file asked of the tables."""

    places: set[Place] = msgspec.field(default_factory=set)
    descended: set[int] = msgspec.field(default_factory=set)
    """Classes whose subclasses were asked for."""
    fields: set[str] = msgspec.field(default_factory=set)
    """Names of which it was asked whether anyone stores them on an object."""
    specials: set[tuple[str, ...]] = msgspec.field(default_factory=set)
    """Special methods of which it was asked whether any class has them."""
    methods: set[str] = msgspec.field(default_factory=set)
    """Names that methods of any class were looked for by."""
    fixtures: set[int] = msgspec.field(default_factory=set)
    """Files of which it was asked which fixtures give their parameters values."""


class Tracker:
    """Writes down what is asked, on the account of whoever is at work."""

    __slots__ = ("current",)

    def __init__(self) -> None:
        self.current = Consulted()

    def collect(self) -> "Collecting":
        """Write down places apart while something is found that is kept."""
        return Collecting(self)


class Collecting:
    """The places that are asked for within a `with` block; they count for who is at work, too."""

    __slots__ = ("_outer", "_tracker", "places")

    def __init__(self, tracker: Tracker) -> None:
        self._tracker = tracker
        self.places: set[Place] = set()

    def __enter__(self) -> Self:
        """Begin to write down apart."""
        self._outer = self._tracker.current.places
        self._tracker.current.places = self.places
        return self

    def __exit__(self, *error: object) -> None:
        """Go on writing down where it was done before."""
        self._outer |= self.places
        self._tracker.current.places = self._outer
