"""Which files pytest collects: its settings, and whether they hold for a path.

Turns: PytestCollection + paths → the paths that pytest collects tests from, if it is started without arguments.
"""

import re
from collections.abc import Iterable
from fnmatch import fnmatchcase

import msgspec

from codeshed.model.languages.pytest_names import USUAL_TESTS, TestNames, file_pattern

USUAL_SKIPPED_FOLDERS = ("*.egg", ".*", "_darcs", "build", "CVS", "dist", "node_modules", "venv", "{arch}")
"""What pytest does not enter unless `norecursedirs` says otherwise."""


class PytestCollection(msgspec.Struct, frozen=True, kw_only=True):
    """What pytest's settings say about collecting tests; paths are relative to the root of the repository.

    `start_paths` are `testpaths`, `skipped_folders` are `norecursedirs`. `ignored` and `ignored_globs` are those of
    `--ignore` in `addopts` and of `collect_ignore` in `conftest.py`. Without `has_imported`, a test counts only where it is
    defined. `is_configured` says whether there are any settings of pytest. `wanted_marks` and `wanted_names` are the expressions of
    `-m` and `-k` in `addopts`; with `has_added_marks`, a `conftest.py` gives tests marks while they are collected.
    """

    names: TestNames = USUAL_TESTS
    is_configured: bool = False
    start_paths: tuple[str, ...] = ()
    skipped_folders: tuple[str, ...] = USUAL_SKIPPED_FOLDERS
    ignored: tuple[str, ...] = ()
    ignored_globs: tuple[str, ...] = ()
    has_imported: bool = True
    wanted_marks: str = ""
    wanted_names: str = ""
    has_added_marks: bool = False


def collected_paths(collection: PytestCollection, paths: Iterable[str]) -> tuple[str, ...]:
    """Return the paths from which pytest collects tests; if it finds none of `testpaths`, it starts at the root."""
    listed = tuple(paths)
    starts = [pattern for each in collection.start_paths if (pattern := _start_pattern(each)) is not None]
    found = _below_starts(collection, listed, starts) if starts else None
    return tuple(_all_below(collection, listed)) if found is None else tuple(found)


def _all_below(collection: PytestCollection, paths: Iterable[str]) -> Iterable[str]:
    files = file_pattern(collection.names)
    return (path for path in paths if files.match(path) and _is_entered(collection, "", path))


def _below_starts(
    collection: PytestCollection, paths: Iterable[str], starts: Iterable[re.Pattern[str]]
) -> list[str] | None:
    """Return the collected paths below `testpaths`, None if no path is there at all."""
    files = file_pattern(collection.names)
    is_any, found = False, []
    for path in paths:
        matches = [match for each in starts if (match := each.match(path)) is not None]
        is_any = is_any or bool(matches)
        if any(
            # A file that is named is collected whatever its name is.
            _is_entered(collection, match.group("start"), path)
            and (match.group("start") == path or files.match(path))
            for match in matches
        ):
            found.append(path)
    return found if is_any else None


def _is_entered(collection: PytestCollection, start: str, path: str) -> bool:
    """Whether pytest gets from a start to a file: no folder on the way is skipped, and nothing is ignored."""
    places = [path[:end] for end in (*_slashes(path), len(path))]
    if any(place in collection.ignored for place in places):
        return False
    if any(fnmatchcase(place, glob) for glob in collection.ignored_globs for place in places):
        return False
    folders = [each for each in places[:-1] if len(each) > len(start)]
    return not any(_is_skipped(collection, each) for each in folders)


def _is_skipped(collection: PytestCollection, folder: str) -> bool:
    name = folder.rpartition("/")[2]
    return any(
        fnmatchcase(f"/{folder}", f"*/{each}") if "/" in each else fnmatchcase(name, each)
        for each in collection.skipped_folders
    )


def _slashes(path: str) -> Iterable[int]:
    return (place for place, sign in enumerate(path) if sign == "/")


def _start_pattern(start: str) -> re.Pattern[str] | None:
    """Return what matches the paths at or below one of `testpaths`, which may be a glob; None if it leads out of the root."""
    plain = start.removeprefix("./").rstrip("/")
    if plain in {"", "."}:
        return re.compile("(?P<start>)")
    if plain.startswith(("/", "../")):
        return None
    parts = []
    for each in plain.split("/"):
        if each == "**":
            parts.append("(?:[^/]+/)*")
        else:
            signs = ("[^/]*" if sign == "*" else "[^/]" if sign == "?" else re.escape(sign) for sign in each)
            parts.append("".join(signs) + "/")
    return re.compile(rf"(?P<start>{''.join(parts).removesuffix('/')})(?=/|\Z)")
