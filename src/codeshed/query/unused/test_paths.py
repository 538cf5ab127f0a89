"""Which files are part of the tests, by their paths, in every language."""

import re

_TEST_FOLDERS = frozenset({"test", "tests", "__tests__", "spec", "specs", "testing", "testdata", "fixtures"})
_TEST_STEM = re.compile(r"(?:test_.*|.*_test|.*[.]test|.*[.]spec|.*Tests?|conftest)")


def is_in_tests(path: str) -> bool:
    """Whether a file is part of the tests, by its path."""
    *folders, name = path.split("/")
    stem = name.rpartition(".")[0] or name
    return not _TEST_FOLDERS.isdisjoint(folders) or _TEST_STEM.fullmatch(stem) is not None
