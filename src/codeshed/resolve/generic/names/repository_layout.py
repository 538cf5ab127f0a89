"""The layout of a repository: which files there are, and what their manifests say.

Turns: paths and the bytes of manifests → look-ups that need no disk.
"""

import posixpath
from collections.abc import Mapping
from functools import cached_property


class Layout:
    """The files of a repository by their paths."""

    def __init__(self, paths: frozenset[str], manifests: Mapping[str, bytes]) -> None:
        self.paths = paths
        self.manifests = manifests

    def has(self, path: str) -> bool:
        """Whether there is a file of code at a path."""
        return path in self.paths

    @cached_property
    def by_folder(self) -> Mapping[str, tuple[str, ...]]:
        """The files of each folder, in order."""
        found: dict[str, list[str]] = {}
        for path in sorted(self.paths):
            found.setdefault(posixpath.dirname(path), []).append(path)
        return {folder: tuple(paths) for folder, paths in found.items()}

    @cached_property
    def by_name(self) -> Mapping[str, tuple[str, ...]]:
        """The files of each name, in order."""
        found: dict[str, list[str]] = {}
        for path in sorted(self.paths):
            found.setdefault(posixpath.basename(path), []).append(path)
        return {name: tuple(paths) for name, paths in found.items()}

    @cached_property
    def by_tail(self) -> Mapping[str, tuple[str, ...]]:
        """The files by the last two parts of their paths, in order."""
        found: dict[str, list[str]] = {}
        for path in sorted(self.paths):
            folder, name = posixpath.split(path)
            found.setdefault(posixpath.join(posixpath.basename(folder), name), []).append(path)
        return {tail: tuple(paths) for tail, paths in found.items()}

    @cached_property
    def folders(self) -> frozenset[str]:
        """All folders that hold files, or folders with files."""
        found: set[str] = set()
        for folder in self.by_folder:
            outer = folder
            while outer and outer not in found:
                found.add(outer)
                outer = posixpath.dirname(outer)
        return frozenset(found)

    @cached_property
    def folders_by_name(self) -> Mapping[str, tuple[str, ...]]:
        """The folders of files by the last part of their paths, in order."""
        found: dict[str, list[str]] = {}
        for folder in self.by_folder:
            found.setdefault(posixpath.basename(folder), []).append(folder)
        return {name: tuple(folders) for name, folders in found.items()}

    def nearest_manifest(self, path: str, name: str) -> str | None:
        """Return the path of the manifest of a name that is nearest above a file."""
        folder = posixpath.dirname(path)
        while True:
            candidate = f"{folder}/{name}" if folder else name
            if candidate in self.manifests:
                return candidate
            if not folder:
                return None
            folder = posixpath.dirname(folder)

    def manifests_named(self, name: str) -> tuple[str, ...]:
        """Return the paths of all manifests of a name, in order."""
        return tuple(sorted(path for path in self.manifests if posixpath.basename(path) == name))


def joined(folder: str, path: str) -> str | None:
    """Return a path that is relative to a folder; None if it leads out of the repository."""
    found = posixpath.normpath(posixpath.join(folder, path))
    return None if found.startswith(("..", "/")) else ("" if found == "." else found)
