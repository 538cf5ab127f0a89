"""The naming conventions by which pytest collects a repository's tests.

`project/pytest_settings.py` reads them from the configuration; tests count as used.
"""

import re
from fnmatch import translate

import msgspec


class TestNames(msgspec.Struct, frozen=True, kw_only=True):
    """Prefixes of class and function names, or glob patterns if they have `*`, `?` or `[`; globs for the ends of paths."""

    __test__ = False

    files: tuple[str, ...] = ("test_*.py", "*_test.py")
    classes: tuple[str, ...] = ("Test",)
    functions: tuple[str, ...] = ("test",)


USUAL_TESTS = TestNames()


def file_pattern(names: TestNames) -> re.Pattern[str]:
    """Return a pattern that matches the paths of test files."""
    return re.compile(rf"\A(?:.*/)?(?:{_either(names.files).pattern})")


def name_pattern(forms: tuple[str, ...]) -> re.Pattern[str]:
    """Return a pattern that matches whole names."""
    return _either(tuple(each if any(sign in each for sign in "*?[") else f"{each}*" for each in forms))


def _either(patterns: tuple[str, ...]) -> re.Pattern[str]:
    return re.compile("|".join(f"(?:{translate(each)})" for each in patterns))
