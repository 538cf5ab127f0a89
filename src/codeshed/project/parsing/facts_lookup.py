"""What was found in files before, by what is known of their content."""

from collections.abc import Iterable, Iterator
from typing import Protocol


class Cache(Protocol):
    """What was parsed before, by key."""

    def iter_values(self, keys: Iterable[str]) -> Iterator[tuple[str, bytes]]:
        """Give those of the values that are there."""

    def put(self, values: Iterable[tuple[str, bytes]]) -> None:
        """Add values."""


class NoCache:
    """A cache that knows nothing."""

    def iter_values(self, keys: Iterable[str]) -> Iterator[tuple[str, bytes]]:
        """Give nothing."""
        del keys
        return iter(())

    def put(self, values: Iterable[tuple[str, bytes]]) -> None:
        """Forget them."""
        del values
