"""The layout of a repository: the paths of its files, and the contents of its manifests.

Turns: paths and the bytes of manifests → lookups that need no disk.
"""

import posixpath
from collections.abc import Mapping
from functools import cached_property


class RepositoryLayout:
    """The paths of all code files, by folder, name and suffix, and the manifests."""

    def __init__(self, paths: frozenset[str], manifests: Mapping[str, bytes]) -> None:
        self.paths = paths
        self.manifests = manifests

    def has_file(self, path: str) -> bool:
        """Whether there is a code file at a path."""
        return path in self.paths

    @cached_property
    def by_folder(self) -> Mapping[str, tuple[str, ...]]:
        """The sorted paths of the files in each folder."""
        found: dict[str, list[str]] = {}
        for path in sorted(self.paths):
            found.setdefault(posixpath.dirname(path), []).append(path)
        return {folder: tuple(paths) for folder, paths in found.items()}

    @cached_property
    def by_name(self) -> Mapping[str, tuple[str, ...]]:
        """The sorted paths of the files of each name."""
        found: dict[str, list[str]] = {}
        for path in sorted(self.paths):
            found.setdefault(posixpath.basename(path), []).append(path)
        return {name: tuple(paths) for name, paths in found.items()}

    @cached_property
    def by_last_two_parts(self) -> Mapping[str, tuple[str, ...]]:
        """The sorted paths by their last two parts: `folder/name`."""
        found: dict[str, list[str]] = {}
        for path in sorted(self.paths):
            folder, name = posixpath.split(path)
            found.setdefault(posixpath.join(posixpath.basename(folder), name), []).append(path)
        return {tail: tuple(paths) for tail, paths in found.items()}

    @cached_property
    def folders(self) -> frozenset[str]:
        """All folders that contain files, directly or in subfolders."""
        found: set[str] = set()
        for folder in self.by_folder:
            outer = folder
            while outer and outer not in found:
                found.add(outer)
                outer = posixpath.dirname(outer)
        return frozenset(found)

    @cached_property
    def folders_by_name(self) -> Mapping[str, tuple[str, ...]]:
        """The sorted folders with files by their last part."""
        found: dict[str, list[str]] = {}
        for folder in self.by_folder:
            found.setdefault(posixpath.basename(folder), []).append(folder)
        return {name: tuple(folders) for name, folders in found.items()}

    def nearest_manifest(self, path: str, name: str) -> str | None:
        """Return the nearest manifest of a name in the folder of a file or above."""
        folder = posixpath.dirname(path)
        while True:
            candidate = f"{folder}/{name}" if folder else name
            if candidate in self.manifests:
                return candidate
            if not folder:
                return None
            folder = posixpath.dirname(folder)

    def manifests_named(self, name: str) -> tuple[str, ...]:
        """Find all manifests of a name, sorted by path."""
        return tuple(sorted(path for path in self.manifests if posixpath.basename(path) == name))


def join_path(folder: str, path: str) -> str | None:
    """Join a folder and a relative path; None if the result is outside of the repository."""
    found = posixpath.normpath(posixpath.join(folder, path))
    return None if found.startswith(("..", "/")) else ("" if found == "." else found)
