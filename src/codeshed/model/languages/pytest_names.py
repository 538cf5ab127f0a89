"""The naming conventions by which pytest collects a repository's tests.

`project/pytest_settings.py` reads them from the configuration; tests count as used.
"""

import re
from fnmatch import translate

import msgspec


class TestNames(msgspec.Struct, frozen=True, kw_only=True):
    """Prefixes of class and function names, or glob patterns if they have `*`, `?` or `[`; globs for file names.

    A glob for files that has a `/` is compared with the end of the path.
    """

    __test__ = False

    files: tuple[str, ...] = ("test_*.py", "*_test.py")
    classes: tuple[str, ...] = ("Test",)
    functions: tuple[str, ...] = ("test",)


USUAL_TESTS = TestNames()


def file_pattern(names: TestNames) -> re.Pattern[str]:
    """Return a pattern that matches the paths of test files."""
    either = "|".join(_file_form(each) for each in names.files)
    return re.compile(rf"\A(?:.*/)?(?:{either})")


def _file_form(pattern: str) -> str:
    only_name = "" if "/" in pattern else r"(?=[^/]*\Z)"
    return f"(?:{only_name}{translate(pattern)})"


def name_pattern(forms: tuple[str, ...]) -> re.Pattern[str]:
    """Return a pattern that matches whole names."""
    globs = (each if any(sign in each for sign in "*?[") else f"{each}*" for each in forms)
    return re.compile("|".join(f"(?:{translate(each)})" for each in globs))
