"""Seeds as people write them.

Turns: seeds with absolute paths or a leading `./` → seeds with paths from the root of a repository.
"""

import math
import os
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from codeshed.discover.file_reading import read_named_file
from codeshed.errors import NoSuchLineError
from codeshed.graph.seeds.seed_lookup import SeedIndex, parse_seed_line
from codeshed.model.symbol_ids import is_relative_posix_path

if TYPE_CHECKING:
    from codeshed.graph.data.code_graph import CodeGraph

_HERE = "./"
_ROOT = "."
_NOTEBOOK = ".ipynb"
"""Line numbers of a notebook count its cells' lines, not the file's."""


def seeds_from_root(root: Path, texts: Iterable[str]) -> tuple[str, ...]:
    """Return seeds as the graph writes them; a line beyond the end of its file is an error."""
    return tuple(_from_root(root, text) for text in texts)


def _from_root(root: Path, text: str) -> str:
    seed = text.removeprefix(_HERE)
    for folder in (os.path.normpath(root.absolute()), os.path.realpath(root)):
        seed = _ROOT if seed == folder else seed.removeprefix(folder.rstrip(os.sep) + os.sep)
    seed = seed or (_ROOT if text else "")
    at = parse_seed_line(seed)
    if at is not None:
        _require_line(root, at.path, at.line)
    return seed


def require_lines(root: Path, graph: "CodeGraph", seeds: Iterable[str]) -> None:
    """Raise an error if a seed has a partial path and a line, and no file that it may mean has so many lines."""
    for seed in seeds:
        at = parse_seed_line(seed)
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
    """Return the number of lines of a file; infinite if it cannot be known."""
    file = root / path
    is_read = is_relative_posix_path(path) and not path.endswith(_NOTEBOOK)
    if not is_read or not os.path.isfile(file):  # noqa: PTH113 - a name that is too long is no file either
        return math.inf
    return max(1, len(read_named_file(file).splitlines()))
