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


class Leftover(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """A line with the name of a symbol that is gone, and how sure it is that it means that symbol.

    `is_homeless` says that its file is gone too, in a language whose imports name no files. `is_rebound` says that its name
    is imported from a file in which it stands for something else now, or for nothing: its imports say so, not its name.
    """

    symbol: str
    file: str
    line: int
    confidence: float = NEAR
    is_homeless: bool = False
    is_rebound: bool = False


class Leftovers(msgspec.Struct, frozen=True, kw_only=True):
    """Places that name what is gone or stands for something else; `unsearched` are symbols that were not looked for everywhere."""

    places: tuple[Leftover, ...] = ()
    unsearched: tuple[str, ...] = ()
