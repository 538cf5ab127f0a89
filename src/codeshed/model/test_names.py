"""By which names a repository tells pytest what its tests are.

Turns nothing: `project/pytest_settings.py` reads it, and what is unused is judged by it.
"""

import re
from fnmatch import translate

import msgspec


class TestNames(msgspec.Struct, frozen=True, kw_only=True):
    """Forms of the names of files, classes and functions: prefixes, or with `*`, `?` and `[` patterns.

    Those of files are patterns of the last parts of the path.
    """

    __test__ = False

    files: tuple[str, ...] = ("test_*.py", "*_test.py")
    classes: tuple[str, ...] = ("Test",)
    functions: tuple[str, ...] = ("test",)


USUAL_TESTS = TestNames()


def file_pattern(names: TestNames) -> re.Pattern[str]:
    """Return what finds the paths of test files."""
    return re.compile(rf"\A(?:.*/)?(?:{_either(names.files).pattern})")


def name_pattern(forms: tuple[str, ...]) -> re.Pattern[str]:
    """Return what matches whole names of some forms."""
    return _either(tuple(each if any(sign in each for sign in "*?[") else f"{each}*" for each in forms))


def _either(patterns: tuple[str, ...]) -> re.Pattern[str]:
    return re.compile("|".join(f"(?:{translate(each)})" for each in patterns))
