"""Seeds as people give them, and what a command ends with when its seed is not clear.

Turns: seeds with absolute paths or such that begin with `./` → seeds with paths from the root of a repository.
"""

import os
from collections.abc import Iterable
from pathlib import Path

from codeshed.discover.files import read_named_file
from codeshed.errors import NoSuchLineError
from codeshed.graph.seeds import line_of_seed
from codeshed.model.identity import is_relative_posix_path
from codeshed.model.references import ReferenceEnvelope, SeedRef

_WRONG_CALL = 2
_HERE = "./"
_NOTEBOOK = ".ipynb"
"""Lines of a notebook are those of its cells, not of the file."""


def seeds_from_root(root: Path, texts: Iterable[str]) -> tuple[str, ...]:
    """Return seeds as the graph has them; a line that a file of the repository does not have is an error."""
    return tuple(_from_root(root, text) for text in texts)


def _from_root(root: Path, text: str) -> str:
    seed = text.removeprefix(_HERE)
    for folder in (os.path.normpath(root.absolute()), os.path.realpath(root)):
        seed = seed.removeprefix(folder.rstrip(os.sep) + os.sep)
    at = line_of_seed(seed)
    if at is not None and is_relative_posix_path(at.path) and not at.path.endswith(_NOTEBOOK):
        path = root / at.path
        if not os.path.isfile(path):  # noqa: PTH113 - a name that is too long is no file either
            return seed
        n_lines = max(1, len(read_named_file(path).splitlines()))
        if at.line > n_lines:
            raise NoSuchLineError(at.path, at.line, n_lines)
    return seed


def seed_exit_code(seed: SeedRef) -> int:
    """Return 2 if the seed names nothing or several things: the answer says which, but it is not what was wanted."""
    is_clear = not isinstance(seed, ReferenceEnvelope) or seed.status == "resolved"
    return 0 if is_clear else _WRONG_CALL
