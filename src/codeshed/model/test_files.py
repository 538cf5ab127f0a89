"""Test files, as the selection of tests reads them: their tests, and the words in them.

Turns: path + text → TestFile.
"""

import re

import msgspec

from codeshed.model.languages.declared_tests import (
    DeclaredTest,
    declares_tests,
    find_declared_tests,
    find_switched_off,
)
from codeshed.model.languages.language import is_python
from codeshed.model.languages.pytest_marks import find_marks

_WORD = re.compile(r"[A-Za-z_]\w{2,}")
_MAX_WORDS = 20_000


class TestFile(msgspec.Struct, frozen=True, kw_only=True, array_like=True, gc=False):
    """What a file says by itself: whether it holds tests, which, and the words in it, each once.

    `switched_off` are the classes with `__test__ = False`, `marks` those of pytest by the name of what they are on. The order of fields is the format in which it is cached.
    """

    __test__ = False

    holds_tests: bool
    tests: tuple[DeclaredTest, ...] = ()
    words: str = ""
    switched_off: tuple[str, ...] = ()
    marks: tuple[tuple[str, tuple[str, ...]], ...] = ()


def read_test_file(path: str, text: str) -> TestFile:
    """Return what a file says by itself; a file without tests has no words."""
    tests = find_declared_tests(path, text)
    if not declares_tests(path, text, tests):
        return TestFile(holds_tests=False)
    return TestFile(
        holds_tests=True,
        tests=tests,
        words=" ".join(sorted(words_of_text(text))[:_MAX_WORDS]),
        switched_off=find_switched_off(path, text),
        marks=tuple(find_marks(text).items()) if is_python(path) else (),
    )


def words_of_text(text: str) -> frozenset[str]:
    """Return the identifiers and words of three letters and more of a text."""
    return frozenset(_WORD.findall(text))
