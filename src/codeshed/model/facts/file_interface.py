"""FileInterface: what other Python files see of a file, without the bodies of its functions.

As long as it stays the same, an edit changes how other files resolve only through the values that flow out of the file.
"""

import msgspec

from codeshed.model.facts.python_facts import PythonFacts, ScopeFact, ScopeKind

NAMELESS_ASPECT = ""
"""The aspect of everything that binds no name."""

NAME_SET_ASPECT = "*"
"""The aspect of the set of names that the module binds, without their values."""

ANY_ASPECT = "?"
"""All aspects at once, for a dependency on more than one name."""


def method_aspect(facts: PythonFacts, scope: ScopeFact) -> str | None:
    """Return the aspect `Cart.total` of what a method of a top-level class returns, and of all that is nested in it.

    None for all other scopes.
    """
    if scope.kind is not ScopeKind.FUNCTION or scope.parent is None or scope.definition is None:
        return None
    owner = facts.scopes[scope.parent]
    if owner.kind is not ScopeKind.CLASS or owner.parent != 0 or owner.definition is None:
        return None
    return f"{facts.definitions[owner.definition].name}.{facts.definitions[scope.definition].name}"


class FileInterface(msgspec.Struct, frozen=True, kw_only=True):
    """One file as seen from others. Scopes and definitions have the numbers that they have in the file's own facts."""

    facts: PythonFacts
    """The facts without docstrings and line starts; of a function's statements, those that decide what it returns or stores."""
    lambda_names: tuple[tuple[int, str], ...] = ()
    """Scopes of lambdas that are assigned to a name, and the name."""
    stored_fields: tuple[tuple[int, tuple[str, ...]], ...] = ()
    """Scopes of methods, and the attributes that they assign on their first parameter (`self.a = …`)."""
    stored_names: tuple[str, ...] = ()
    """Attributes that are assigned on any object."""
    assigned_names: tuple[tuple[int, tuple[str, ...]], ...] = ()
    """Scopes of modules and classes, and their names that something else than a definition or an import binds."""
    imports: tuple[tuple[str, int], ...] = ()
    """The modules imported anywhere in the file, with the number of leading dots."""
    aspects: dict[str, bytes] = {}
    """By top-level name: a hash of what others see of it, independent of its position in the file.

    What methods of top-level classes return has aspects of its own, `Cart.total`, and is no part of that of the class.
    """
    key: bytes = b""
    """Equal for equal interfaces."""
