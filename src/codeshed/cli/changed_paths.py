"""Paths of changed files as people give them.

Turns: paths from the root of a repository, or absolute ones, and a file that lists such → paths from the root, in order.
"""

import os
import sys
from pathlib import Path

from codeshed.discover.files import read_named_file
from codeshed.errors import PathOutsideError
from codeshed.model.identity import is_relative_posix_path, path_text

_STANDARD_INPUT = "-"


def changed_paths(root: Path, paths: tuple[str, ...], listed_in: Path | None) -> tuple[str, ...]:
    """Return all paths, each once, from the root of the repository; one that leads out of it is an error."""
    given = [*paths, *(() if listed_in is None else _listed(listed_in))]
    return tuple(sorted(dict.fromkeys(_from_root(root, path) for path in given)))


def _listed(path: Path) -> list[str]:
    content = sys.stdin.buffer.read() if str(path) == _STANDARD_INPUT else read_named_file(path)
    lines = content.decode("utf-8", "surrogateescape").splitlines()
    return [line.strip() for line in lines if line.strip()]


def _from_root(root: Path, path: str) -> str:
    """Return a path as the graph has it; links are not followed, so that names stay as they are."""
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
