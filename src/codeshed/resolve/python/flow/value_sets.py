"""Small immutable sets of values: what a node of the flow graph holds.

A program has millions of nodes, and nearly all hold one value or none. A single value is stored as its number,
several as a frozenset that nodes can share.
"""

from typing import TypeAlias

PackedValues: TypeAlias = int | frozenset[int]
"""The number of the only value, a set of several, or NO_VALUES."""

NO_VALUES: frozenset[int] = frozenset()
"""The empty set; always this very object."""


def sorted_values(held: PackedValues) -> list[int]:
    """Return the values ordered by number."""
    return [held] if isinstance(held, int) else sorted(held)


def as_set(held: PackedValues) -> frozenset[int]:
    """Return the values as a frozenset."""
    return frozenset((held,)) if isinstance(held, int) else held


def pack_values(values: frozenset[int]) -> PackedValues:
    """Pack a frozenset of values."""
    if len(values) > 1:
        return values
    return next(iter(values)) if values else NO_VALUES


def union_of(held: PackedValues, more: PackedValues) -> PackedValues:
    """Return the union."""
    if held is NO_VALUES or held == more:
        return more
    return held if more is NO_VALUES else as_set(held) | as_set(more)


def difference_of(held: PackedValues, known: PackedValues) -> PackedValues:
    """Return the difference: the values that are not in `known`."""
    if known is NO_VALUES:
        return held
    if isinstance(held, int):
        is_known = held == known if isinstance(known, int) else held in known
        return NO_VALUES if is_known else held
    return pack_values(held - as_set(known))
