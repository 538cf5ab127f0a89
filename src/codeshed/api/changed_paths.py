"""Paths of changed files, as people write them.

Turns: relative or absolute paths, and a file that lists more → paths from the root of the repository, in order.
"""

import difflib
import os
import sys
from collections.abc import Iterable
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

from codeshed.discover.file_reading import read_named_file
from codeshed.discover.git_history import is_committed
from codeshed.errors import InvalidOptionError, PathOutsideError, UnknownPathError
from codeshed.model.symbol_ids import is_relative_posix_path, path_text

if TYPE_CHECKING:
    from codeshed.graph.data.code_graph import CodeGraph

_STANDARD_INPUT = "-"
_MAX_COMPARED = 20_000
_MAX_NEAREST = 3


def changed_paths(root: Path, paths: tuple[str, ...], listed_in: Path | None) -> tuple[str, ...]:
    """Return all paths once, from the root of the repository; a path outside of it is an error."""
    if "" in paths:
        raise InvalidOptionError(
            "--changed names no path: a variable that is not set, perhaps",
            hint="name a file or a folder, such as --changed src/cart.py; the whole repository is --changed .",
        )
    all_paths = [*paths, *(() if listed_in is None else _listed(listed_in))]
    return tuple(sorted(dict.fromkeys(_from_root(root, path) for path in all_paths)))


def require_paths(root: Path, graph: "CodeGraph", paths: tuple[str, ...]) -> None:
    """Raise an error for a path that neither exists, nor is indexed, nor was ever committed."""
    for path in paths:
        is_there = os.path.lexists(root / path) or graph.files.find(path) is not None
        if not is_there and not is_committed(root, path):
            raise UnknownPathError(path, _similar_paths(graph.files, path))


def _similar_paths(files: Iterable[str], path: str) -> tuple[str, ...]:
    """Return the indexed paths most similar to a path; those with its file name first."""
    compared = list(islice(files, _MAX_COMPARED))
    name = path.rpartition("/")[2].lower()
    same = [each for each in compared if each.rpartition("/")[2].lower() == name]
    return tuple(
        difflib.get_close_matches(path, same or compared, n=_MAX_NEAREST, cutoff=0.0 if same else 0.6)
    )


def _listed(path: Path) -> list[str]:
    content = sys.stdin.buffer.read() if str(path) == _STANDARD_INPUT else read_named_file(path)
    lines = content.decode("utf-8", "surrogateescape").splitlines()
    return [line.strip() for line in lines if line.strip()]


def _from_root(root: Path, path: str) -> str:
    """Return a path as the graph writes it; links are not followed, so that names stay as they are."""
    absolute = os.path.normpath(root.absolute() / path)
    for folder in (os.path.normpath(root.absolute()), os.path.realpath(root)):
        if absolute == folder:
            return "."
        inside = absolute.removeprefix(folder.rstrip(os.sep) + os.sep)
        if inside != absolute:
            relative = Path(inside).as_posix()
            if is_relative_posix_path(relative):
                return path_text(relative)
    raise PathOutsideError(path)
