"""Finds and reads the test files of a repository, with what they say taken from the user's cache.

Turns: indexed files + PytestCollection → TestFile by path. A file is read again only when its content is not in the cache.
"""

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

import msgspec

from codeshed.discover.file_reading import read_bytes
from codeshed.model.languages.declared_tests import may_declare_tests
from codeshed.model.languages.language import is_python, is_test_path
from codeshed.model.languages.pytest_collection import PytestCollection, collected_paths
from codeshed.model.languages.pytest_names import TestNames, file_pattern
from codeshed.model.test_files import TestFile, read_test_file
from codeshed.store.facts_cache import FactsCache

_KEY = "test-file:2:"
_UNITTEST_FILES = TestNames(files=("test*.py", "*_tests.py"))
"""What unittest and Django's runner collect, unless the project has settings of pytest."""

_DJANGO_COMMANDS = "manage.py"


def find_test_paths(paths: Iterable[str], collection: PytestCollection) -> tuple[str, ...]:
    """Return the paths of files that may hold tests: of Python those that a runner collects, else by name or folder."""
    listed = sorted(paths)
    python = [path for path in listed if is_python(path)]
    collected = set(collected_paths(collection, python))
    if not collection.is_configured or _DJANGO_COMMANDS in python:
        is_unittest = file_pattern(_UNITTEST_FILES)
        collected |= {path for path in python if is_test_path(path) and is_unittest.match(path)}
    return tuple(
        path for path in listed if (path in collected if is_python(path) else may_declare_tests(path))
    )


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
