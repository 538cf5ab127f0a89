"""ISGL1 keys: `src/models/user.rs-models-User`, the form in which CodeGraphContext documents name entities.

Turns: a symbol id → its key, and a key → the paths that it may begin with. No two symbols have the same key.
"""

import re
from collections.abc import Iterator

from codeshed.model.symbol_ids import SEPARATOR

_ROOTS = frozenset({"src", "lib", "main"})
"""Folders that hold sources and give no name to a module."""

_ORDINAL = re.compile(r"#(\d+)")


def isgl1_key(symbol: str) -> str:
    """Return the key of a symbol: its path, its module and its name; a second definition of a name ends in `-2`.

    A hyphen in a name is doubled, so that it is not taken for such an ordinal. The key of a module has no name.
    """
    path, _, name = symbol.partition(SEPARATOR)
    module = module_path(path)[-1]
    if not name:
        return f"{path}-{module}"
    written = _ORDINAL.sub(r"-\1", name.replace("-", "--"))
    return f"{path}-{module}-{written}"


def module_path(path: str) -> tuple[str, ...]:
    """Return the folders of a path that name its module: `src/models/user.rs` lies in `models`.

    A file right below the sources, or at the root, is a module by itself.
    """
    folders = [part for part in path.split("/")[:-1] if part not in _ROOTS]
    return tuple(folders) or (_stem(path),)


def paths_in_key(key: str) -> Iterator[str]:
    """Yield every beginning of a key that may be a path, the shortest first."""
    for place, character in enumerate(key):
        if character == "-":
            yield key[:place]


def _stem(path: str) -> str:
    name = path.rpartition("/")[2]
    return name.rpartition(".")[0] or name
