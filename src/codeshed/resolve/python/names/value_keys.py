"""What values and nodes are known by across files: tuples that hold no numbers of the program.

They are compared, sorted, kept and read again, so that a file's part in the flow means the same next time.
"""

from typing import Any, TypeAlias

ValueKey: TypeAlias = tuple[int, str, int, tuple[Any, ...]]
"""Kind, name, number, and what it is made of; of one kind all are alike in shape, so that they can be compared."""

NodeKey: TypeAlias = tuple[str, str, str, int]
"""Kind, name of what it belongs to, name of the part, number."""

FunctionKey: TypeAlias = tuple[str, int]
"""The symbol of a function and -1, or the path of its file and the index of its scope if it has no symbol."""

TYPED = 20
"""The kind of a container that stands for a declared type."""
TYPED_TUPLE = 21
GENERATOR = 22
REST = 23
"""The kind of the tuple of surplus arguments of a function."""
KEYWORDS = 24

SEPARATOR = "\n"
"""Stands between a path and a type name; no path holds it."""


def owner_path(key: NodeKey) -> str:
    """Return the path of the file that a node belongs to."""
    return key[1].partition("::")[0].partition(SEPARATOR)[0]
