"""The crates of a repository, from its Cargo.toml files.

Turns: manifests → packages with crate roots, libraries and dependencies. A broken manifest is treated as
missing.
"""

import posixpath
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from typing import TypeAlias

import msgspec

from codeshed.resolve.generic.names.repository_layout import RepositoryLayout, join_path

MAX_MANIFEST = 2_000_000
_TABLES = ("dependencies", "dev-dependencies", "build-dependencies")
_TARGETS = ("bin", "test", "example", "bench")
_TARGET_FOLDERS = {
    "src/bin": "autobins",
    "tests": "autotests",
    "benches": "autobenches",
    "examples": "autoexamples",
}
"""Folders whose crates Cargo discovers, each with the key that disables it."""
_Table: TypeAlias = Mapping[str, object]


class CargoPackage(msgspec.Struct, frozen=True, kw_only=True):
    """One Cargo.toml: its folder, the names of its package and library, and its dependencies."""

    folder: str
    name: str
    library_name: str
    library: str | None
    dependencies: Mapping[str, str]
    """Dependencies by their names in code: the folder of the package, or its name after a `*`."""
    known_names: frozenset[str] = frozenset()
    """All crate names that code of the package may use: dependencies of it or its workspace, and its own."""


class Crates:
    """The packages and crates of one repository."""

    def __init__(self, layout: RepositoryLayout) -> None:
        self._layout = layout
        tables = {
            posixpath.dirname(path): _read(layout.manifests[path])
            for path in layout.manifests_named("Cargo.toml")
        }
        self._packages = {
            folder: self._package(folder, table, tables)
            for folder, table in sorted(tables.items())
            if isinstance(table.get("package"), dict)
        }
        self._by_name: dict[str, CargoPackage] = {}
        self._by_library_name: dict[str, CargoPackage] = {}
        for package in self._packages.values():
            self._by_name.setdefault(package.name, package)
            if package.library is not None:
                self._by_library_name.setdefault(package.library_name, package)
        self._package_names = frozenset(each.name.replace("-", "_") for each in self._packages.values())
        self.roots = frozenset(
            root for folder in self._packages for root in self._iter_roots(folder, tables[folder])
        )
        """All crate roots."""
        self.discovered_roots = frozenset(
            root for folder in self._packages for root in self._iter_found(folder, tables[folder])
        )
        """Those that Cargo discovers by itself; each may also be a module of a sibling."""
        self._roots_by_folder: dict[str, list[str]] = {}
        for root in sorted(self.roots):
            self._roots_by_folder.setdefault(posixpath.dirname(root), []).append(root)

    def only_root_in(self, folder: str) -> str | None:
        """Return the crate root in a folder, if there is exactly one."""
        found = self._roots_by_folder.get(folder, [])
        return found[0] if len(found) == 1 else None

    def roots_in(self, folder: str) -> Sequence[str]:
        """Return the crate roots in a folder."""
        return self._roots_by_folder.get(folder, ())

    def is_package(self, folder: str) -> bool:
        """Whether a folder has a package manifest."""
        return folder in self._packages

    def package_of(self, path: str) -> CargoPackage | None:
        """Return the package that a file belongs to."""
        folder = posixpath.dirname(path)
        while folder and folder not in self._packages:
            folder = posixpath.dirname(folder)
        return self._packages.get(folder)

    def may_name(self, path: str, name: str) -> bool:
        """Whether a name may be that of a crate in the code of a file; yes, if no manifest tells."""
        package = self.package_of(path)
        manifest = self._layout.nearest_manifest(path, "Cargo.toml")
        has_own_manifest = package is not None and manifest == posixpath.join(package.folder, "Cargo.toml")
        return (
            package is None
            or not has_own_manifest
            or name in package.known_names
            or name in self._package_names
        )

    def library(self, name: str, package: CargoPackage | None) -> str | None:
        """Return the crate root of a library, by its name in the code of a package."""
        if package is not None and name in package.dependencies:
            where = package.dependencies[name]
            found = self._by_name.get(where[1:]) if where.startswith("*") else self._packages.get(where)
            return None if found is None else found.library
        if package is not None and name == package.library_name:
            return package.library
        found = self._by_library_name.get(name)
        return None if found is None else found.library

    def _package(self, folder: str, table: _Table, tables: Mapping[str, _Table]) -> CargoPackage:
        name = str(_inner(table, "package").get("name", ""))
        library = _inner(table, "lib")
        written = library.get("path")
        path = join_path(folder, written if isinstance(written, str) else "src/lib.rs")
        library_name = str(library.get("name", name)).replace("-", "_")
        dependencies = dict(_iter_dependencies(folder, table, tables))
        shared = (key.replace("-", "_") for key in _shared_dependencies(folder, tables)[1])
        return CargoPackage(
            folder=folder,
            name=name,
            library_name=library_name,
            library=path if path is not None and self._layout.has_file(path) else None,
            dependencies=dependencies,
            known_names=frozenset((library_name, *dependencies, *shared)),
        )

    def _iter_roots(self, folder: str, table: _Table) -> Iterator[str]:
        """Yield the crate roots of a package: declared ones, and those that Cargo discovers."""
        written = [_inner(table, "lib").get("path", "src/lib.rs"), "src/main.rs"]
        written.append(_inner(table, "package").get("build", "build.rs"))
        for kind in _TARGETS:
            targets = table.get(kind)
            written.extend(_inner({"": each}, "").get("path") for each in _items(targets))
        for each in written:
            path = join_path(folder, each) if isinstance(each, str) else None
            if path is not None and self._layout.has_file(path):
                yield path
        yield from self._iter_found(folder, table)

    def _iter_found(self, folder: str, table: _Table) -> Iterator[str]:
        """Yield the crate roots that Cargo discovers by their folder."""
        for kind, switch in _TARGET_FOLDERS.items():
            if _inner(table, "package").get(switch) is False:
                continue
            base = join_path(folder, kind) or kind
            yield from (path for path in self._layout.by_folder.get(base, ()) if path.endswith(".rs"))
            yield from self._programs_in(base)

    def _programs_in(self, base: str) -> Iterator[str]:
        for path in self._layout.by_name.get("main.rs", ()):
            if posixpath.dirname(posixpath.dirname(path)) == base:
                yield path


def _read(content: bytes) -> _Table:
    try:
        return tomllib.loads(content[:MAX_MANIFEST].decode("utf-8", "replace"))
    except (tomllib.TOMLDecodeError, RecursionError):
        return {}


def _inner(table: object, name: str) -> _Table:
    found = table.get(name) if isinstance(table, dict) else None
    return found if isinstance(found, dict) else {}


def _items(value: object) -> list[object]:
    return value if isinstance(value, list) else []


def _iter_dependencies(folder: str, table: _Table, tables: Mapping[str, _Table]) -> Iterator[tuple[str, str]]:
    """Yield the name of each dependency in code, and where it is."""
    holders: list[object] = [table, *_inner(table, "target").values()]
    for container in holders:
        for kind in _TABLES:
            for key, value in _inner(container, kind).items():
                base, declaration = folder, value
                if isinstance(value, dict) and value.get("workspace") is True:
                    base, declaration = _of_workspace(folder, key, tables)
                yield key.replace("-", "_"), _place(base, key, declaration)


def _of_workspace(folder: str, key: str, tables: Mapping[str, _Table]) -> tuple[str, object]:
    """Return what the workspace above a package declares for a dependency."""
    root, shared = _shared_dependencies(folder, tables)
    return root, shared.get(key)


def _shared_dependencies(folder: str, tables: Mapping[str, _Table]) -> tuple[str, _Table]:
    """Return the folder of the workspace above a package, and its shared dependencies."""
    while True:
        workspace = _inner(tables.get(folder, {}), "workspace")
        if workspace:
            return folder, _inner(workspace, "dependencies")
        if not folder:
            return folder, {}
        folder = posixpath.dirname(folder)


def _place(base: str, key: str, declaration: object) -> str:
    path = declaration.get("path") if isinstance(declaration, dict) else None
    package = declaration.get("package", key) if isinstance(declaration, dict) else key
    folder = join_path(base, path) if isinstance(path, str) else None
    return f"*{package}" if folder is None else folder
