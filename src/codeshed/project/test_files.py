"""Finds and reads the test files of a repository, with what they say taken from the user's cache.

Turns: indexed files + PytestCollection → TestFile by path. A file is read again only when its content is not in the cache.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

import msgspec

from codeshed.discover.file_reading import read_bytes
from codeshed.discover.survey import find_texts
from codeshed.model.languages.declared_tests import (
    UNREAD_SUFFIXES,
    language_of_tests,
    may_declare_tests,
)
from codeshed.model.languages.language import is_python, is_test_path
from codeshed.model.languages.pytest_collection import PytestCollection, collected_paths
from codeshed.model.languages.pytest_names import TestNames, file_pattern
from codeshed.model.languages.runner_tests import RunnerTestFinder, RunnerTests
from codeshed.model.repository_settings import Settings
from codeshed.model.test_files import TestFile, read_test_file
from codeshed.store.facts_cache import FactsCache

_KEY = "test-file:3:"
_BUILDS_OF_UNREAD = ("build.gradle.kts", "settings.gradle.kts", "build.gradle", "settings.gradle", "pom.xml")
_BESIDE_UNREAD = (".java", ".scala")
_MAX_UNREAD = 20_000
_UNITTEST_FILES = TestNames(files=("test*.py", "*_tests.py"))
"""What unittest and Django's runner collect, unless the project has settings of pytest."""

_DJANGO_COMMANDS = "manage.py"
_OTHER_SCRIPT_RUNNER = re.compile(
    r"(?P<folder>(?:.*/)?)(?:playwright|cypress|wdio\.conf|karma\.conf)[^/]*\.[mc]?[jt]s"
)


def find_test_paths(
    paths: Iterable[str], collection: PytestCollection, runners: Sequence[RunnerTests] = ()
) -> tuple[str, ...]:
    """Return the paths of files that may hold tests: those that a runner's settings name, else by name or folder."""
    listed = sorted(paths)
    python = [path for path in listed if is_python(path)]
    collected = set(collected_paths(collection, python))
    if not collection.is_configured or _DJANGO_COMMANDS in python:
        is_unittest = file_pattern(_UNITTEST_FILES)
        collected |= {path for path in python if is_test_path(path) and is_unittest.match(path)}
    finder = RunnerTestFinder(runners)
    others = tuple(match["folder"] for path in listed if (match := _OTHER_SCRIPT_RUNNER.fullmatch(path)))

    def is_wanted(path: str) -> bool:
        if is_python(path):
            return path in collected
        is_named = finder.is_test(path, language_of_tests(path) or "")
        # Tests in a browser stand beside those of Jest or Vitest, and have a runner of their own.
        return (
            may_declare_tests(path)
            if is_named is None or (not is_named and others and path.startswith(others))
            else is_named
        )

    return tuple(path for path in listed if is_wanted(path))


def find_unread_test_paths(
    root: Path, settings: Settings, paths: Iterable[str], runners: Sequence[RunnerTests] = ()
) -> tuple[str, ...]:
    """Return the test files in languages that no graph holds; only a repository with such builds or code beside them has some.

    `paths` are those of the indexed files.
    """
    has_builds = any((root / name).is_file() for name in _BUILDS_OF_UNREAD)
    if not has_builds and not any(path.endswith(_BESIDE_UNREAD) for path in paths):
        return ()
    found = find_texts(root, settings, UNREAD_SUFFIXES)
    return find_test_paths(found, PytestCollection(), runners)[:_MAX_UNREAD]


def read_test_files(
    root: Path, hash_by_path: Mapping[str, str], cache: FactsCache, paths: Sequence[str]
) -> dict[str, TestFile]:
    """Return those of some files that hold tests, by path."""
    decoder = msgspec.msgpack.Decoder(TestFile)
    keys = {path: f"{_KEY}{path.rpartition('.')[2]}:{hash_by_path[path]}" for path in paths}
    known = {key: decoder.decode(value) for key, value in cache.iter_values(sorted(set(keys.values())))}
    found = {path: known[keys[path]] for path in paths if keys[path] in known}
    missing = [path for path in paths if path not in found]
    read = dict(_read(root, missing))
    encode = msgspec.msgpack.Encoder().encode
    cache.put((keys[path], encode(each)) for path, each in read.items())
    return {path: each for path, each in sorted((found | read).items()) if each.holds_tests}


def _read(root: Path, paths: Iterable[str]) -> Iterable[tuple[str, TestFile]]:
    for path in paths:
        content = read_bytes(root, path)
        if isinstance(content, bytes):
            yield path, read_test_file(path, content.decode("utf-8", "replace"))
