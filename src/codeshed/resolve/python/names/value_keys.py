"""Keys of values and nodes that hold in every file: tuples without numbers of the program.

Numbers differ between runs, keys do not. They are compared, sorted and stored, so the recorded flow of a file can be
reused in the next run.
"""

from typing import Any, TypeAlias

ValueKey: TypeAlias = tuple[int, str, int, tuple[Any, ...]]
"""Kind, name, number, and components; all keys of one kind have the same shape, so they can be compared."""

NodeKey: TypeAlias = tuple[str, str, str, int]
"""Kind, name of the owner, name of the part, number."""

FunctionKey: TypeAlias = tuple[str, int]
"""The symbol of a function and -1; without a symbol, the path of its file and the index of its scope."""

TYPED = 20
"""The kind of a container that represents a declared type such as `list[Cart]`."""
TYPED_TUPLE = 21
GENERATOR = 22
REST = 23
"""The kind of the tuple of a function's `*args`."""
KEYWORDS = 24

SEPARATOR = "\n"
"""Separates a path from a type name; no path contains it."""


def owner_path(key: NodeKey) -> str:
    """Return the path of the file that owns a node."""
    return key[1].partition("::")[0].partition(SEPARATOR)[0]
