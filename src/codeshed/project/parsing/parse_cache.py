"""The cache of parsed facts, as parsers see it: encoded facts by a key of the file's content."""

from collections.abc import Iterable, Iterator
from typing import Protocol


class ParseCache(Protocol):
    """Encoded facts of files that were parsed before."""

    def iter_values(self, keys: Iterable[str]) -> Iterator[tuple[str, bytes]]:
        """Yield the keys that the cache has, with their values."""

    def put(self, values: Iterable[tuple[str, bytes]]) -> None:
        """Add values."""


class NoParseCache:
    """A cache that is always empty."""

    def iter_values(self, keys: Iterable[str]) -> Iterator[tuple[str, bytes]]:
        """Yield nothing."""
        del keys
        return iter(())

    def put(self, values: Iterable[tuple[str, bytes]]) -> None:
        """Do nothing."""
        del values
