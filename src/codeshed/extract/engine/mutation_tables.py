"""What a language says of changing values: which never change, and what changes the others.

A `Grammar` has one of each; the tables are in the folders of the languages.
"""

from collections.abc import Mapping

import msgspec


class ImmutableValues(msgspec.Struct, frozen=True, kw_only=True):
    """The values of a language that never change, by node type and by name."""

    literals: frozenset[str] = frozenset()
    """Node types of immutable values: numbers, strings, functions."""
    composed: Mapping[str, tuple[str, ...]] = msgspec.field(default_factory=dict)
    """Node types of values that are immutable if their parts are: the fields of these parts; none: all named children."""
    operations: Mapping[str, frozenset[str]] = msgspec.field(default_factory=dict)
    """Node types of operations that give numbers, strings or truth values, each with the operators for which that is not so."""
    functions: frozenset[str] = frozenset()
    """Dotted names of functions and types whose results never change: `List.of`. One that ends with a dot stands for all
    that begins with it: `Math.`."""
    methods: frozenset[str] = frozenset()
    """Methods that make their receiver immutable: `freeze`."""
    keywords: Mapping[str, str] = msgspec.field(default_factory=dict)
    """Node types that freeze their value if their last child is a keyword: `as const`."""
    types: frozenset[str] = frozenset()
    """Last names of types whose values never change. A generic one is immutable if its type arguments are."""
    has_immutable_constants: bool = True
    """What a constant of the language holds never changes. Not so in Ruby."""


NO_IMMUTABLE_VALUES = ImmutableValues()


class Mutations(msgspec.Struct, frozen=True, kw_only=True):
    """How code of a language changes the containers and objects that variables hold."""

    methods: frozenset[str] = frozenset()
    """Methods of the library that change their receiver: `push`."""
    functions: Mapping[str, int] = msgspec.field(default_factory=dict)
    """Dotted names of functions that change an argument, with its number: `Object.assign`."""
    views: frozenset[str] = frozenset()
    """Methods whose result is a part of their receiver, so that changing it changes that: `get`."""
    are_locals_references: bool = False
    """A local that gets the value of a variable refers to the same object; elsewhere it may be a copy."""


NO_MUTATIONS = Mutations()
