"""The settings of PHPUnit, busted and Maven's Surefire, as far as their files write them out.

Turns: `phpunit.xml`, `.busted` and `pom.xml` of the root → RunnerTests. Nothing is run, and no entity of XML is expanded: only the
tags and keys that name test files are searched for.
"""

import re
from pathlib import Path
from posixpath import normpath

from codeshed.discover.file_reading import read_bytes
from codeshed.model.languages.runner_tests import (
    BUSTED_LANGUAGES,
    PHPUNIT_LANGUAGES,
    SUREFIRE_LANGUAGES,
    RunnerTests,
)

_MAX_BYTES = 500_000
_MAX_VALUES = 200
_COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)
_SUITES = re.compile(r"<testsuite\b[^>]*>(.*?)</testsuite>", re.DOTALL)
_SUITE_PART = re.compile(r"<(?P<tag>directory|file|exclude)\b(?P<attributes>[^>]*)>(?P<path>[^<]+)</")
_SUFFIX = re.compile(r"""\bsuffix\s*=\s*["']([^"']+)["']""")
_SUREFIRE = re.compile(
    r"<plugin>(?:(?!</plugin>).)*?<artifactId>\s*maven-(?:surefire|failsafe)-plugin\s*</artifactId>.*?</plugin>",
    re.DOTALL,
)
_INCLUDE = re.compile(r"<(?P<tag>include|exclude)>(?P<pattern>[^<]+)</")
_LUA_TABLE = re.compile(r"\bROOT\s*=\s*\{(?P<items>[^}]*)\}")
_LUA_PATTERN = re.compile(r"""\bpattern\s*=\s*["'](?P<pattern>[^"']+)["']""")
_LUA_TEXT = re.compile(r"""["']([^"'\n]+)["']""")
_SIMPLE_LUA_PATTERN = re.compile(r"(?:[\w/-]|%.)+")


def read_suites(root: Path) -> tuple[RunnerTests, ...]:
    """Return the settings of all runners whose files are at the root."""
    found = []
    for names, read in _READERS:
        texts = (read_bytes(root, name, max_bytes=_MAX_BYTES) for name in names)
        content = next((each for each in texts if isinstance(each, bytes)), None)
        tests = None if content is None else read(content.decode("utf-8", "replace"))
        if tests is not None:
            found.append(tests)
    return tuple(found)


def _phpunit(text: str) -> RunnerTests | None:
    """Return the files of all suites; a directory has those with its suffix, `Test.php` unless it says another."""
    globs: list[str] = []
    excluded: list[str] = []
    for suite in _SUITES.findall(_COMMENT.sub("", text)):
        for part in _SUITE_PART.finditer(suite):
            path = normpath(part["path"].strip())
            if path.startswith(("..", "/")):
                continue
            below = "" if path == "." else f"{path}/"
            suffix = _SUFFIX.search(part["attributes"])
            if part["tag"] == "directory":
                globs.append(f"{below}**/*{'Test.php' if suffix is None else suffix[1]}")
            elif part["tag"] == "file":
                globs.append(path)
            else:
                excluded += [path, f"{below}**"]
    return _tests_of(PHPUNIT_LANGUAGES, globs, excluded)


def _busted(text: str) -> RunnerTests | None:
    """Return the specs below the roots of all tasks; their names have the pattern in them, `_spec` unless there is another."""
    tables = _LUA_TABLE.findall(text)
    patterns = [match["pattern"] for match in _LUA_PATTERN.finditer(text)] or ["_spec"]
    if any(_SIMPLE_LUA_PATTERN.fullmatch(each) is None for each in patterns):
        return None
    roots = [normpath(each) for table in tables for each in _LUA_TEXT.findall(table)] or ["spec"]
    kept = [each for each in roots if not each.startswith(("..", "/"))]
    escaped = (re.sub("%(.)", r"\1", each) for each in patterns)
    return RunnerTests(
        languages=BUSTED_LANGUAGES,
        folder="",
        starts=tuple("" if each == "." else each for each in kept[:_MAX_VALUES]),
        expressions=tuple(rf"{re.escape(each)}[^/]*\Z" for each in escaped),
    )


def _surefire(text: str) -> RunnerTests | None:
    """Return what the plugins include; None if they leave it to the usual names."""
    globs: list[str] = []
    excluded: list[str] = []
    for plugin in _SUREFIRE.findall(_COMMENT.sub("", text)):
        for match in _INCLUDE.finditer(plugin):
            pattern = match["pattern"].strip()
            if pattern.startswith("%regex"):
                return None
            plain = pattern.removesuffix(".class")
            plain = plain if pattern == plain else f"{plain}.*"
            (globs if match["tag"] == "include" else excluded).append(f"**/{plain.removeprefix('**/')}")
    return _tests_of(SUREFIRE_LANGUAGES, globs, excluded)


def _tests_of(languages: frozenset[str], globs: list[str], excluded: list[str]) -> RunnerTests | None:
    if not globs:
        return None
    return RunnerTests(
        languages=languages,
        folder="",
        globs=tuple(globs[:_MAX_VALUES]),
        excluded=tuple(excluded[:_MAX_VALUES]),
    )


_READERS = (
    (("phpunit.xml", "phpunit.xml.dist", "phpunit.dist.xml"), _phpunit),
    ((".busted",), _busted),
    (("pom.xml",), _surefire),
)
"""What reads which files; of several names, the first that is there counts."""
