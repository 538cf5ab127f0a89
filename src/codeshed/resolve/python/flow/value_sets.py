"""What a node holds: no value, one or several.

A program has millions of nodes, and nearly all of them hold one value or none. One value is kept as its number, and
several as a set that is never changed, so that nodes can share it.
"""

from typing import TypeAlias

Held: TypeAlias = int | frozenset[int]
"""The number of the only value, or a set of several, or NO_VALUES."""

NO_VALUES: frozenset[int] = frozenset()
"""What a node holds that holds nothing; it is always this very set."""


def ordered(held: Held) -> list[int]:
    """Return the values in the order of their numbers."""
    return [held] if isinstance(held, int) else sorted(held)


def as_set(held: Held) -> frozenset[int]:
    """Return the values as a set."""
    return frozenset((held,)) if isinstance(held, int) else held


def as_held(values: frozenset[int]) -> Held:
    """Return a set of values as nodes hold it."""
    if len(values) > 1:
        return values
    return next(iter(values)) if values else NO_VALUES


def joined(held: Held, more: Held) -> Held:
    """Return the values of both."""
    if held is NO_VALUES or held == more:
        return more
    return held if more is NO_VALUES else as_set(held) | as_set(more)


def without(held: Held, known: Held) -> Held:
    """Return the values that are not known yet."""
    if known is NO_VALUES:
        return held
    if isinstance(held, int):
        is_known = held == known if isinstance(known, int) else held in known
        return NO_VALUES if is_known else held
    return as_held(held - as_set(known))
