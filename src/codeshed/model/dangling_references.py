"""Dangling references: lines that still name a removed symbol."""

import msgspec

IMPORTED = 0.9
"""The confidence that a line with the name of a removed symbol refers to it, in a file that imports the name."""

NEAR = 0.5
"""The same, in a file that imports the symbol's file or shares a scope with it."""

FAR = 0.4
"""The same for a member, in a file that does not: the receiver may be of its class, and no other symbol has the name."""

FAR_AND_COMMON = 0.2
"""The same, if another symbol in the repository has the name, too."""


class DanglingReference(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """A line with the name of a removed symbol, and the confidence that it refers to that symbol.

    `is_homeless` says that the symbol's file is removed, too, in a language whose imports name no files. `is_rebound` says that
    the name is imported from a file that still exists, but binds it to something else now, or to nothing.
    """

    symbol: str
    file: str
    line: int
    confidence: float = NEAR
    is_homeless: bool = False
    is_rebound: bool = False


class DanglingReferences(msgspec.Struct, frozen=True, kw_only=True):
    """All dangling references; `unsearched` are removed symbols for which the search was incomplete."""

    places: tuple[DanglingReference, ...] = ()
    unsearched: tuple[str, ...] = ()
