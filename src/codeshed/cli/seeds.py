"""Seeds as people give them, and what a command ends with when its seed is not clear.

Turns: seeds with absolute paths or such that begin with `./` → seeds with paths from the root of a repository.
"""

import math
import os
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from codeshed.discover.files import read_named_file
from codeshed.errors import NoSuchLineError
from codeshed.graph.seeds.seed_lookup import SeedIndex, line_of_seed
from codeshed.model.identity import is_relative_posix_path
from codeshed.model.references import ReferenceEnvelope, SeedRef

if TYPE_CHECKING:
    from codeshed.graph.data.code_graph import CodeGraph

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
    if at is not None:
        _require_line(root, at.path, at.line)
    return seed


def require_lines(root: Path, graph: "CodeGraph", seeds: Iterable[str]) -> None:
    """Raise an error if a seed names a line by the end of a path, and no file that may be meant has so many lines."""
    for seed in seeds:
        at = line_of_seed(seed)
        if at is None:
            continue
        rows = SeedIndex(graph).find_rows(at.path)
        paths = [path for row in rows if (path := graph.file_path(row)) == graph.nodes.symbols[row]]
        if all(_n_lines(root, path) < at.line for path in paths):
            for path in paths:
                _require_line(root, path, at.line)


def _require_line(root: Path, path: str, line: int) -> None:
    n_lines = _n_lines(root, path)
    if line > n_lines:
        raise NoSuchLineError(path, line, int(n_lines))


def _n_lines(root: Path, path: str) -> float:
    """Return how many lines a file has, as many as one likes if that can't be known."""
    file = root / path
    is_read = is_relative_posix_path(path) and not path.endswith(_NOTEBOOK)
    if not is_read or not os.path.isfile(file):  # noqa: PTH113 - a name that is too long is no file either
        return math.inf
    return max(1, len(read_named_file(file).splitlines()))


def seed_exit_code(seed: SeedRef) -> int:
    """Return 2 if the seed names nothing or several things: the answer says which, but it is not what was wanted."""
    is_clear = not isinstance(seed, ReferenceEnvelope) or seed.status == "resolved"
    return 0 if is_clear else _WRONG_CALL
