"""Reads the test files of a repository, with what they say taken from the user's cache.

Turns: indexed files → TestFile by path. A file is read again only when its content is not in the cache.
"""

from collections.abc import Iterable, Mapping
from pathlib import Path

import msgspec

from codeshed.discover.file_reading import read_bytes
from codeshed.model.languages.declared_tests import may_declare_tests
from codeshed.model.languages.language import is_python
from codeshed.model.languages.pytest_names import USUAL_TESTS, TestNames, file_pattern
from codeshed.model.test_files import TestFile, read_test_file
from codeshed.store.facts_cache import FactsCache

_KEY = "test-file:1:"
_UNITTEST_FILES = ("test*.py", "*_tests.py")
"""What unittest and Django's runner collect, unless the project says what pytest collects."""


def read_test_files(
    root: Path, hash_by_path: Mapping[str, str], cache: FactsCache, names: TestNames
) -> dict[str, TestFile]:
    """Return the files that hold tests, by path."""
    collected = file_pattern(
        names if names.files != USUAL_TESTS.files else TestNames(files=(*names.files, *_UNITTEST_FILES))
    )
    paths = [
        path
        for path in sorted(hash_by_path)
        if may_declare_tests(path) and (not is_python(path) or collected.match(path))
    ]
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
