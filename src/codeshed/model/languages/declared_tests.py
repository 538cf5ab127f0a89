"""The tests that a file declares, by the conventions of its language's test frameworks.

Turns: path + text → DeclaredTests: name, line, and the names of the groups around it. Frameworks recognise tests by the form of
their declaration (`func TestX(`, `@Test`, `it("…")`), so this reads the text and needs no parsing; a form inside a comment or
a string may be taken for a test.
"""

import re

import msgspec

from codeshed.model.languages.language import is_test_path, language_of_path


class DeclaredTest(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """A test: its name as its runner says it, its line, and the groups around it, the outermost first.

    `symbol` is the id of its function, where that is known; the line is 0 if its function is in another file.
    """

    name: str
    line: int
    groups: tuple[str, ...] = ()
    symbol: str = ""


class TestConvention(msgspec.Struct, frozen=True, kw_only=True):
    """How the test frameworks of a language recognise tests.

    `tests` matches a declaration; its group `name` is the name. `groups` matches what contains tests: a class, a `describe`;
    `switched_off` a line that says that the class around it holds none. With `is_inline`, source files have tests of their own;
    with `is_in_graph`, only the graph tells which tests a file holds, since classes inherit them from other files.
    """

    __test__ = False

    tests: str
    groups: str = ""
    switched_off: str = ""
    is_inline: bool = False
    is_in_graph: bool = False


_TITLE = r"""(?P<quote>["'`])(?P<name>(?:(?!(?P=quote))[^\\\n]|\\.){1,200})(?P=quote)"""
_CALLED_TITLE = rf"\s*\(?\s*{_TITLE}"

_ECMASCRIPT = TestConvention(
    tests=r"^[ \t]*(?:it|test|specify|bench)(?:\.\w+)*(?:\((?:\[[^\n]*\])\)|`[^`]*`)?\s*\(\s*" + _TITLE,
    groups=r"^[ \t]*(?:describe|context|suite)(?:\.\w+)*\s*\(\s*" + _TITLE,
)
"""Jest, Vitest, Mocha, Jasmine, node:test."""

_GOOGLE_TEST_AND_CATCH2 = TestConvention(
    tests=r"""^[ \t]*(?:(?:TYPED_)?TEST(?:_F|_P)?\s*\(\s*(?P<name>\w+\s*,\s*\w+)"""
    r"""|(?:TEMPLATE_)?(?:TEST_CASE|SCENARIO)(?:_METHOD\s*\(\s*\w+\s*,|\s*\()\s*"(?P<title>[^"\n]{1,200})")"""
)

_CONVENTION_BY_LANGUAGE = {
    "python": TestConvention(
        tests=r"^[ \t]*(?:async[ \t]+)?def[ \t]+(?P<name>test\w*)[ \t]*\(",
        groups=r"^[ \t]*class[ \t]+(?P<name>\w+)",
        switched_off=r"^[ \t]+__test__[ \t]*(?::[^=\n]+)?=[ \t]*(?P<name>False)\b",
        is_in_graph=True,
    ),
    "javascript": _ECMASCRIPT,
    "typescript": _ECMASCRIPT,
    "go": TestConvention(
        tests=r"^func (?:\([^)\n]*\) )?(?P<name>(?:Test|Benchmark|Fuzz|Example)(?![a-z])\w*)\s*\("
    ),
    "rust": TestConvention(
        tests=r"#\[(?:\w+::)*(?:\w+_)?test(?:\([^\]]*\))?\](?:\s*#\[[^\]]*\]|\s*//[^\n]*)*\s*"
        r"(?:pub(?:\([^)]*\))?\s+)?(?:async\s+)?(?:unsafe\s+)?fn\s+(?P<name>\w+)",
        groups=r"^[ \t]*mod\s+(?P<name>\w+)\s*\{",
        is_inline=True,
    ),
    "java": TestConvention(
        tests=r"@(?:Test|ParameterizedTest|RepeatedTest|TestFactory|TestTemplate|Property)\b[^;{}]*?\b(?P<name>\w+)\s*\([^)]*\)"
        r"\s*(?:throws[^{]*)?\{|^[ \t]*public\s+void\s+(?P<title>test\w*)\s*\(",
        groups=r"^[ \t]*(?:(?:public|final|abstract|static)\s+)*class\s+(?P<name>\w+)",
    ),
    "kotlin": TestConvention(
        tests=r"@(?:Test|ParameterizedTest|RepeatedTest|TestFactory)\b(?:\([^)]*\))?[^;{}=]*?\bfun\s+(?:`(?P<name>[^`\n]+)`|(?P<title>\w+))\s*\("
        r"""|^[ \t]*(?:test|it|should|scenario)\s*\(\s*"(?P<other>[^"\n]{1,200})"\s*\)\s*\{""",
        groups=r"^[ \t]*(?:(?:internal|open|abstract|public|final|private)\s+)*class\s+(?P<name>\w+)",
    ),
    "csharp": TestConvention(
        tests=r"\[(?:Fact|Theory|Test|TestCase|TestCaseSource|TestMethod|DataTestMethod)\b[^;{}]*?\b(?P<name>\w+)\s*(?:<\w+>)?\(\s*"
        r"[^()\n]*(?:\n[^()]*)?\)\s*(?:\{|=>)",
        groups=r"^[ \t]*(?:(?:public|internal|sealed|abstract|static|partial)\s+)*class\s+(?P<name>\w+)",
    ),
    "ruby": TestConvention(
        tests=r"^[ \t]*(?:(?:it|specify|example|test|scenario|should)"
        + _CALLED_TITLE
        + r"|def[ \t]+(?P<title>test_\w+[?!]?))",
        groups=r"^[ \t]*(?:(?:RSpec\.)?(?:describe|context|feature)\s*\(?\s*(?P<name>[^\n]{1,200}?)\s*(?:do|\{)[ \t]*(?:\|[^|]*\|)?$"
        r"|class[ \t]+(?P<title>[\w:]+))",
    ),
    "php": TestConvention(
        tests=r"function\s+(?P<name>test\w*)\s*\(|(?:#\[Test\]|@test\b)[^;{}]*?function\s+(?P<title>\w+)\s*\("
        r"|^[ \t]*(?:it|test)\s*\(\s*'(?P<other>[^'\n]{1,200})'",
        groups=r"^[ \t]*(?:(?:final|abstract)\s+)*class\s+(?P<name>\w+)",
    ),
    "lua": TestConvention(
        tests=r"^[ \t]*(?:it|test|spec)" + _CALLED_TITLE,
        groups=r"^[ \t]*(?:describe|context|insulate)" + _CALLED_TITLE,
    ),
    "scala": TestConvention(
        tests=r"""^[ \t]*(?:(?:test|it|ignore|scenario|property)\s*\(\s*"(?P<name>[^"\n]{1,200})"|@Test\b[^;{}]*?\bdef\s+(?P<title>\w+)"""
        r"""|(?:it|they|"[^"\n]+")\s+(?:should|must|can|when|in)\s+(?:"(?P<other>[^"\n]{1,200})"\s+in|in)\b|"(?P<last>[^"\n]{1,200})"\s+in\b)""",
        groups=r"^[ \t]*(?:(?:final|abstract|private\[\w+\])\s+)*class\s+(?P<name>\w+)",
    ),
    "c": _GOOGLE_TEST_AND_CATCH2,
    "cpp": _GOOGLE_TEST_AND_CATCH2,
}

_MAX_TEXT = 2_000_000
"""Longer files are data: their tests are not listed."""


def may_declare_tests(path: str) -> bool:
    """Whether a file may hold tests: by its name or folder, or because its language has tests among the source."""
    return is_test_path(path) or _convention_of(path).is_inline


def declares_tests(path: str, text: str, tests: tuple[DeclaredTest, ...]) -> bool:
    """Whether a file holds tests, or may hold some that only the graph knows."""
    return bool(tests) or (are_tests_in_graph(path) and len(text) <= _MAX_TEXT)


def are_tests_in_graph(path: str) -> bool:
    """Whether only the graph tells which tests a file holds."""
    return _convention_of(path).is_in_graph


def find_declared_tests(path: str, text: str) -> tuple[DeclaredTest, ...]:
    """Return the tests that a file declares, in order."""
    convention = _convention_of(path)
    return _find_in_groups(convention, convention.tests, text)


def find_switched_off(path: str, text: str) -> tuple[str, ...]:
    """Return the classes of a file that say that they are no tests, by their names with those around them."""
    convention = _convention_of(path)
    found = _find_in_groups(convention, convention.switched_off, text)
    return tuple(".".join(each.groups) for each in found)


def _find_in_groups(convention: TestConvention, form: str, text: str) -> tuple[DeclaredTest, ...]:
    if not form or len(text) > _MAX_TEXT:
        return ()
    found = [
        (_column(text, match.start()), match.start(), _name_of(match), True)
        for match in re.finditer(form, text, re.MULTILINE)
    ]
    if not found:
        return ()
    if convention.groups:
        found += [
            (_column(text, match.start()), match.start(), _name_of(match), False)
            for match in re.finditer(convention.groups, text, re.MULTILINE)
        ]
    found.sort(key=lambda each: (each[1], each[3]))
    return tuple(_with_groups(text, found))


_NO_CONVENTION = TestConvention(tests="")

_UNREAD_LANGUAGE_BY_SUFFIX = {"kt": "kotlin"}

UNREAD_SUFFIXES = tuple(f".{each}" for each in sorted(_UNREAD_LANGUAGE_BY_SUFFIX))
"""The suffixes of languages that no graph holds, but of which tests are known by their text."""


def language_of_tests(path: str) -> str | None:
    """Return the language of a test file by its suffix, also of one that no graph holds."""
    return language_of_path(path) or _UNREAD_LANGUAGE_BY_SUFFIX.get(path.rpartition(".")[2])


def _convention_of(path: str) -> TestConvention:
    return _CONVENTION_BY_LANGUAGE.get(language_of_tests(path) or "", _NO_CONVENTION)


def _with_groups(text: str, found: list[tuple[int, int, str, bool]]) -> list[DeclaredTest]:
    """Put each test into the groups above it that are less indented: code of tests is laid out by its formatter."""
    around: list[tuple[int, str]] = []
    tests: list[DeclaredTest] = []
    line, position = 1, 0
    for column, start, name, is_in_tests in found:
        line += text.count("\n", position, start)
        position = start
        while around and around[-1][0] >= column:
            around.pop()
        if is_in_tests:
            tests.append(DeclaredTest(name=name, line=line, groups=tuple(each for _, each in around)))
        else:
            around.append((column, name))
    return tests


def _column(text: str, start: int) -> int:
    """Return the indentation of the first word at or behind a position."""
    begin = text.rfind("\n", 0, start) + 1
    return len(text[begin : begin + 200]) - len(text[begin : begin + 200].lstrip(" \t"))


def _name_of(match: "re.Match[str]") -> str:
    named = match.groupdict()
    found = next(named[each] for each in ("name", "title", "other", "last") if named.get(each))
    return " ".join(found.split())


def all_conventions() -> tuple[str, ...]:
    """Return the languages whose tests are recognised, by name."""
    return tuple(sorted(_CONVENTION_BY_LANGUAGE))


def node_id(path: str, test: DeclaredTest) -> str:
    """Return the id of a test, in the form of pytest: `tests/test_cart.py::TestCart::test_total`."""
    return "::".join((path, *test.groups, test.name))
