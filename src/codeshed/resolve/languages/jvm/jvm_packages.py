"""Packages of the JVM, which Java, Scala and Kotlin share.

Turns: dotted names → the spaces that they may mean, and the files where these are usually kept. What package a file
belongs to is what it declares; folders only help to find the files of an import. So a package that lies in several
modules of a build is one space, and no manifest is needed.
"""

import posixpath
from collections.abc import Iterator

from codeshed.model.code_facts import CodeFacts
from codeshed.resolve.generic.names.namespaces import ExternalTarget, NameTarget, SpaceTarget, Target
from codeshed.resolve.generic.names.repository_layout import Layout

ROOT = "java:_root_"
"""The package that all others lie in, by the name that Scala gives it."""

NAMELESS = "java:_nameless_"
"""The package of files that name none: nothing else sees what is in it."""

SUFFIXES = (".java", ".scala", ".kt")

_ROOT_NAMES = frozenset(
    {"java", "scala", "kotlin", "src", "main", "test", "tests", "source", "sources", "it"}
)

_NO_TYPES = frozenset({"module-info.java", "package-info.java"})
"""Files that only say something of a package or module."""


def package_space(package: str) -> str:
    """Return the key of a package."""
    return f"{ROOT}.{package}" if package else ROOT


def file_space(facts: CodeFacts) -> str:
    """Return the key of the package that a file as a whole belongs to."""
    has_blocks = any(each.space for each in facts.definitions)
    return package_space(facts.space) if facts.space or has_blocks else NAMELESS


def targets_of_name(dotted: str) -> tuple[Target, ...]:
    """Return what the full name of a type or member may mean; nested ones are members of the outermost."""
    named = (
        NameTarget(package_space(".".join(package)), ".".join(name)) for package, name in _splits(dotted)
    )
    return (*named, ExternalTarget(dotted))


def targets_of_all(dotted: str) -> tuple[Target, ...]:
    """Return what all names of something may mean: those of a package, or the members of a type."""
    package = SpaceTarget(package_space(dotted))
    types = targets_of_name(dotted)
    if _is_like_type(dotted.rpartition(".")[2]):
        return (*types[:-1], package, types[-1])
    return (package, *types)


def source_root(path: str, package: str) -> str:
    """Return the folder that a file's package begins in, as far as its path tells; of no package the folder itself."""
    folder = posixpath.dirname(path)
    ending = package.replace(".", "/")
    if not ending or folder == ending:
        return "" if ending else folder
    return folder.removesuffix(f"/{ending}")


def files_of_name(dotted: str, layout: Layout, root: str) -> tuple[str, ...]:
    """Return the files that are called like a type, in a folder like its package.

    Packages begin in the root of the importing file, or in a folder of a usual name; one of several parts may begin
    anywhere.
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


def files_of_package(package: str, layout: Layout, root: str) -> tuple[str, ...]:
    """Return the files in folders like a package."""
    if not package:
        return ()
    ending = package.replace(".", "/")
    paths = [
        path
        for folder in layout.folders_by_name.get(package.rpartition(".")[2], ())
        if _ends_with(ending, folder)
        for path in layout.by_folder[folder]
        if path.endswith(SUFFIXES) and posixpath.basename(path) not in _NO_TYPES
    ]
    return _nearest_to_root(paths, package.count(".") + 1, root)


def _nearest_to_root(paths: list[str], depth: int, root: str) -> tuple[str, ...]:
    """Return the files whose package begins where packages begin; if there are none, all of a package of many parts."""
    usual = [path for path in paths if _is_root(_above(path, depth), root)]
    return tuple(sorted(usual or (paths if depth > 1 else ())))


def _above(path: str, depth: int) -> str:
    """Return the folder so many folders above that of a file."""
    for _ in range(depth + 1):
        path = posixpath.dirname(path)
    return path


def _is_root(folder: str, root: str) -> bool:
    name = posixpath.basename(folder)
    return folder in {"", root} or name in _ROOT_NAMES or name.startswith(("scala-", "java-"))


def _ends_with(ending: str, path: str) -> bool:
    return path == ending or path.endswith(f"/{ending}")


def _splits(dotted: str) -> Iterator[tuple[list[str], list[str]]]:
    """Yield the ways to part a name into a package and what lies in it: where the first capital is, then the others."""
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
