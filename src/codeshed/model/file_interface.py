"""FileInterface: what other files may know of a file, without the code in its functions.

A file whose interface stays the same can change what other files mean only through the values that flow out of it.
"""

import msgspec

from codeshed.model.facts import FileFacts

REST = ""
"""Stands among the aspects for all that binds no name."""

ALL_NAMES = "*"
"""Stands among the aspects for the names that the module binds, without what they are bound to."""

ANYTHING = "?"
"""Stands for all aspects, where somebody looked at more than one name."""


class FileInterface(msgspec.Struct, frozen=True, kw_only=True):
    """One file as seen from others. Scopes and definitions keep the numbers that they have in its facts."""

    facts: FileFacts
    """The facts without documentation and places of lines; of a function's statements, those that tell what leaves it."""
    lambda_names: tuple[tuple[int, str], ...] = ()
    """Scopes of lambdas that are bound to a name, and the name."""
    stored_fields: tuple[tuple[int, tuple[str, ...]], ...] = ()
    """Scopes of methods, and the names that they store on their first parameter."""
    stored_names: tuple[str, ...] = ()
    """Names that are stored on any object."""
    assigned_names: tuple[tuple[int, tuple[str, ...]], ...] = ()
    """Scopes of modules and classes, and their names that something else than a definition or import gives a value."""
    imports: tuple[tuple[str, int], ...] = ()
    """The modules that are imported anywhere in it, with the number of leading dots."""
    aspects: dict[str, bytes] = {}
    """By name at its top: a hash of what others see of it, equal wherever in the file it stands."""
    key: bytes = b""
    """Equal for equal interfaces."""
