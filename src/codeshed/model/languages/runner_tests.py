"""Which files a test runner takes for tests by its settings, and whether they hold for a path.

Turns: RunnerTests + a path → whether a runner lists it.
"""

import re
from collections.abc import Sequence

import msgspec

from codeshed.model.path_globs import match_any

JEST_TESTS = ("**/__tests__/**/*.?([mc])[jt]s?(x)", "**/?(*.)+(spec|test).?([mc])[jt]s?(x)")
VITEST_TESTS = ("**/*.{test,spec}.?(c|m)[jt]s?(x)",)
VITEST_EXCLUDED = ("**/node_modules/**", "**/dist/**", "**/.git/**")
JEST_IGNORED = ("/node_modules/",)
"""What the runners take unless their settings say otherwise."""

SCRIPT_LANGUAGES = frozenset({"javascript", "typescript"})
PHPUNIT_LANGUAGES = frozenset({"php"})
BUSTED_LANGUAGES = frozenset({"lua"})
SUREFIRE_LANGUAGES = frozenset({"java", "kotlin"})
"""The languages of the files that the runners take."""

_PLAIN_GROUP = re.compile(r"(?<![@!?*+\\])\((?!\?)")


class RunnerTests(msgspec.Struct, frozen=True, kw_only=True):
    """The tests of one runner, of files in its languages; all is relative to `folder`, `""` for the root of the repository.

    A file is a test if it is below one of `starts` and one of the globs or regular expressions matches it, but none of
    `excluded` (globs) and `ignored` (regular expressions). Regular expressions are searched in `/path/from/the/folder`.
    """

    languages: frozenset[str]
    folder: str
    starts: tuple[str, ...] = ("",)
    globs: tuple[str, ...] = ()
    expressions: tuple[str, ...] = ()
    excluded: tuple[str, ...] = ()
    ignored: tuple[str, ...] = ()


class RunnerTestFinder:
    """Tells which files are tests; for each, the settings of the nearest folder above it count."""

    def __init__(self, settings: Sequence[RunnerTests]) -> None:
        self._by_place: dict[tuple[str, str], list[_Matcher]] = {}
        for each in settings:
            matcher = _Matcher(each)
            for language in sorted(each.languages):
                self._by_place.setdefault((each.folder, language), []).append(matcher)

    def is_test(self, path: str, language: str) -> bool | None:
        """Whether a runner takes a file of a language for a test, None if no settings hold for it."""
        folder = path.rpartition("/")[0]
        while True:
            matchers = self._by_place.get((folder, language))
            if matchers is not None:
                inner = path[len(folder) + 1 :] if folder else path
                return any(each.matches(inner) for each in matchers)
            if not folder:
                return None
            folder = folder.rpartition("/")[0]


class _Matcher:
    """The compiled settings of one runner."""

    def __init__(self, tests: RunnerTests) -> None:
        self._starts = tuple(f"{each}/" if each else "" for each in tests.starts)
        wanted = tuple(each for each in tests.globs if not each.startswith("!"))
        unwanted = tuple(each.removeprefix("!") for each in tests.globs if each.startswith("!"))
        self._is_wanted = match_any(map(_with_prefixed_groups, wanted))
        self._is_excluded = match_any(map(_with_prefixed_groups, (*unwanted, *tests.excluded)))
        self._expressions = _compiled(tests.expressions)
        self._ignored = _compiled(tests.ignored)

    def matches(self, path: str) -> bool:
        if not path.startswith(self._starts):
            return False
        rooted = f"/{path}"
        is_wanted = self._is_wanted(path) or any(each.search(rooted) for each in self._expressions)
        return is_wanted and not (
            self._is_excluded(path) or any(each.search(rooted) for each in self._ignored)
        )


def _with_prefixed_groups(pattern: str) -> str:
    """Write `(spec|test)` as `@(spec|test)`, which means the same to the runners."""
    return _PLAIN_GROUP.sub("@(", pattern)


def _compiled(expressions: Sequence[str]) -> tuple[re.Pattern[str], ...]:
    found = []
    for each in expressions:
        try:
            found.append(re.compile(each))
        except (re.error, RecursionError, OverflowError):
            continue
    return tuple(found)
