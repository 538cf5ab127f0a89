"""Packages of the JVM, which Java, Scala and Kotlin share.

Turns: qualified names → the namespaces that they may denote, and the files that probably define them. A file
belongs to the package that it declares; folders only help to find the files of an import. So a package in
several modules of a build is one namespace, and no manifest is needed.
"""

import posixpath
from collections.abc import Iterator

from codeshed.model.facts.code_facts import CodeFacts
from codeshed.resolve.generic.names.namespaces import (
    ExternalTarget,
    ImportTarget,
    NamespaceTarget,
    NameTarget,
)
from codeshed.resolve.generic.names.repository_layout import RepositoryLayout

ROOT_PACKAGE = "java:_root_"
"""The root package, by the name that Scala gives it."""

UNNAMED_PACKAGE = "java:_nameless_"
"""The package of files that declare none; it is visible only to itself."""

SUFFIXES = (".java", ".scala", ".kt")

_ROOT_NAMES = frozenset(
    {"java", "scala", "kotlin", "src", "main", "test", "tests", "source", "sources", "it"}
)

_WITHOUT_TYPES = frozenset({"module-info.java", "package-info.java"})
"""Files that only describe a package or module."""


def package_namespace(package: str) -> str:
    """Return the namespace key of a package."""
    return f"{ROOT_PACKAGE}.{package}" if package else ROOT_PACKAGE


def file_namespace(facts: CodeFacts) -> str:
    """Return the namespace key of a file's package."""
    has_blocks = any(each.namespace for each in facts.definitions)
    return package_namespace(facts.namespace) if facts.namespace or has_blocks else UNNAMED_PACKAGE


def targets_of_name(dotted: str) -> tuple[ImportTarget, ...]:
    """Return what the qualified name of a type or member may denote; nested types are members of the outermost."""
    named = (
        NameTarget(package_namespace(".".join(package)), ".".join(name)) for package, name in _splits(dotted)
    )
    return (*named, ExternalTarget(dotted))


def wildcard_targets(dotted: str) -> tuple[ImportTarget, ...]:
    """Return what a wildcard import may denote: all names of a package, or the members of a type."""
    package = NamespaceTarget(package_namespace(dotted))
    types = targets_of_name(dotted)
    if _is_like_type(dotted.rpartition(".")[2]):
        return (*types[:-1], package, types[-1])
    return (package, *types)


def source_root(path: str, package: str) -> str:
    """Return the source root of a file, judging by its path and package; without a package, its folder."""
    folder = posixpath.dirname(path)
    ending = package.replace(".", "/")
    if not ending or folder == ending:
        return "" if ending else folder
    return folder.removesuffix(f"/{ending}")


def files_of_name(dotted: str, layout: RepositoryLayout, root: str) -> tuple[str, ...]:
    """Return the files that are named like a type, in a folder like its package.

    The package must begin at the source root of the importing file, or in a folder with a usual name; one of
    several parts may begin anywhere.
    """
    for package, name in _splits(dotted):
        paths = [
            path
            for suffix in SUFFIXES
            for path in layout.by_name.get(f"{name[0]}{suffix}", ())
            if _ends_with("/".join((*package, f"{name[0]}{suffix}")), path)
        ]
        found = _nearest_to_root(paths, len(package), root)
        if found:
            return found
    return ()


def files_of_package(package: str, layout: RepositoryLayout, root: str) -> tuple[str, ...]:
    """Return the files in folders that are named like a package."""
    if not package:
        return ()
    ending = package.replace(".", "/")
    paths = [
        path
        for folder in layout.folders_by_name.get(package.rpartition(".")[2], ())
        if _ends_with(ending, folder)
        for path in layout.by_folder[folder]
        if path.endswith(SUFFIXES) and posixpath.basename(path) not in _WITHOUT_TYPES
    ]
    return _nearest_to_root(paths, package.count(".") + 1, root)


def _nearest_to_root(paths: list[str], depth: int, root: str) -> tuple[str, ...]:
    """Return the files whose package begins at a source root; if there are none, all files for a package of several parts."""
    usual = [path for path in paths if _is_root(_ancestor_folder(path, depth), root)]
    return tuple(sorted(usual or (paths if depth > 1 else ())))


def _ancestor_folder(path: str, depth: int) -> str:
    """Return the ancestor folder some levels above a file's folder."""
    for _ in range(depth + 1):
        path = posixpath.dirname(path)
    return path


def _is_root(folder: str, root: str) -> bool:
    name = posixpath.basename(folder)
    return folder in {"", root} or name in _ROOT_NAMES or name.startswith(("scala-", "java-"))


def _ends_with(ending: str, path: str) -> bool:
    return path == ending or path.endswith(f"/{ending}")


def _splits(dotted: str) -> Iterator[tuple[list[str], list[str]]]:
    """Yield the ways to split a name into package and type: first at the first capital, then the others."""
    parts = dotted.split(".")
    likely = next(
        (number for number, part in enumerate(parts) if _is_like_type(part)),
        len(parts) - 1,
    )
    yield parts[:likely], parts[likely:]
    for number in range(len(parts) - 1, 0, -1):
        if number != likely:
            yield parts[:number], parts[number:]


def _is_like_type(name: str) -> bool:
    return name[:1].isupper()
