"""Suggested tests in the words of their runners: arguments ready to be passed on.

Turns: SuggestTestsReportV1 → arguments, one in each line. None is quoted, since a shell passes on what `$(…)` holds as it is. Only
tests of the runner's languages are written; a file whose tests are all suggested is named as a whole, where the runner takes files.
"""

import re
from collections.abc import Callable, Mapping, Sequence

import msgspec

from codeshed.model.languages.declared_tests import language_of_tests
from codeshed.query.test_selection.selected_tests import SuggestedTestV1, SuggestTestsReportV1

_Suggestions = Sequence[SuggestedTestV1]


class TestRunner(msgspec.Struct, frozen=True, kw_only=True):
    """A test runner: the languages of its tests, and how it is told which to run."""

    __test__ = False

    languages: frozenset[str]
    write: Callable[[_Suggestions], list[str]]


def runner_text(report: SuggestTestsReportV1, runner: str) -> str:
    """Write the arguments of a runner, one in each line."""
    chosen = RUNNERS[runner]
    own = [each for each in report.suggestions if language_of_tests(each.test_path) in chosen.languages]
    return "".join(f"{line}\n" for line in chosen.write(own))


def _files(suggestions: _Suggestions) -> list[str]:
    return [each.test_path for each in suggestions]


def _names(suggestion: SuggestedTestV1) -> list[tuple[str, ...]]:
    """Return the groups and names of the tests of a file."""
    return [tuple(each.node_id.split("::")[1:]) for each in suggestion.tests]


def _node_ids(suggestions: _Suggestions) -> list[str]:
    """Files that run as a whole, else node ids; a file without known tests is named as a whole."""
    found: list[str] = []
    for each in suggestions:
        found += [test.node_id for test in each.tests] if each.is_part and each.tests else [each.test_path]
    return found


def _dotted(suggestions: _Suggestions) -> list[str]:
    found: list[str] = []
    for each in suggestions:
        module = each.test_path.rpartition(".")[0].replace("/", ".")
        found += [".".join((module, *names)) for names in _names(each)] if each.is_part else [module]
    return found


def _django(suggestions: _Suggestions) -> list[str]:
    """As Django's runner takes labels: relative to a top folder `tests` that is no package, as in Django itself."""
    return [label.removeprefix("tests.") for label in _dotted(suggestions)]


def _one_of(names: Sequence[str]) -> str:
    return f"^({'|'.join(re.escape(each) for each in sorted(set(names)))})$"


def _go(suggestions: _Suggestions) -> list[str]:
    """All names in one pattern, then the packages: go test takes one pattern for all of them."""
    names = [names[-1] for each in suggestions for names in _names(each)]
    folders = [each.test_path.rpartition("/")[0] for each in suggestions if each.tests]
    packages = dict.fromkeys(f"./{folder}" if folder else "." for folder in folders)
    return [f"-run={_one_of(names)}", *packages] if names else []


def _last_names(suggestions: _Suggestions) -> list[str]:
    return list(dict.fromkeys(names[-1] for each in suggestions for names in _names(each)))


def _maven(suggestions: _Suggestions) -> list[str]:
    methods: dict[str, list[str]] = {}
    for each in suggestions:
        for names in _names(each) if each.is_part else ():
            methods.setdefault(names[0] if len(names) > 1 else _class_of(each), []).append(names[-1])
        if not each.is_part:
            methods.setdefault(_class_of(each), [])
    listed = [f"{owner}#{'+'.join(names)}" if names else owner for owner, names in methods.items()]
    return [f"-Dtest={','.join(listed)}"] if listed else []


def _gradle(suggestions: _Suggestions) -> list[str]:
    found: list[str] = []
    for each in suggestions:
        found += (
            [f"--tests=*{'.'.join(names)}" for names in _names(each)]
            if each.is_part
            else [f"--tests=*{_class_of(each)}"]
        )
    return found


def _class_of(suggestion: SuggestedTestV1) -> str:
    return suggestion.test_path.rpartition("/")[2].partition(".")[0]


def _dotnet(suggestions: _Suggestions) -> list[str]:
    names = list(dict.fromkeys(".".join(names[-2:]) for each in suggestions for names in _names(each)))
    return ["--filter", "|".join(f"FullyQualifiedName~{each}" for each in names)] if names else []


def _lines(suggestions: _Suggestions) -> list[str]:
    found: list[str] = []
    for each in suggestions:
        found += (
            [f"{each.test_path}:{test.line}" for test in each.tests if test.line]
            if each.is_part
            else [each.test_path]
        )
    return found


def _phpunit(suggestions: _Suggestions) -> list[str]:
    """One filter for all classes and methods, since PHPUnit takes one."""
    found = []
    for each in suggestions:
        names = [re.escape(names[-1]) for names in _names(each)] if each.is_part else []
        methods = f"({'|'.join(names)})(\\s|$)" if names else ""
        found.append(f"{re.escape(_class_of(each))}::{methods}")
    return [f"--filter=/\\b({'|'.join(found)})/"] if found else []


def _scalatest(suggestions: _Suggestions) -> list[str]:
    owners = dict.fromkeys(f"*{_class_of(each)}" for each in suggestions)
    return [f"testOnly {' '.join(owners)}"] if owners else []


def _google_test(suggestions: _Suggestions) -> list[str]:
    names = [name.replace(", ", ".").replace(",", ".") for name in _last_names(suggestions) if "," in name]
    return [f"--gtest_filter={':'.join(names)}"] if names else []


def _catch2(suggestions: _Suggestions) -> list[str]:
    return [f'"{name}"' for name in _last_names(suggestions) if not re.fullmatch(r"\w+, ?\w+", name)]


_PYTHON = frozenset({"python"})
_SCRIPTS = frozenset({"javascript", "typescript"})
_JVM = frozenset({"java", "kotlin"})
_C = frozenset({"c", "cpp"})

RUNNERS: Mapping[str, TestRunner] = {
    "pytest": TestRunner(languages=_PYTHON, write=_node_ids),
    "unittest": TestRunner(languages=_PYTHON, write=_dotted),
    "django": TestRunner(languages=_PYTHON, write=_django),
    "jest": TestRunner(languages=_SCRIPTS, write=_files),
    "vitest": TestRunner(languages=_SCRIPTS, write=_files),
    "go": TestRunner(languages=frozenset({"go"}), write=_go),
    "cargo": TestRunner(languages=frozenset({"rust"}), write=_last_names),
    "junit": TestRunner(languages=_JVM, write=_maven),
    "gradle": TestRunner(languages=_JVM, write=_gradle),
    "dotnet": TestRunner(languages=frozenset({"csharp"}), write=_dotnet),
    "rspec": TestRunner(languages=frozenset({"ruby"}), write=_lines),
    "minitest": TestRunner(languages=frozenset({"ruby"}), write=_lines),
    "phpunit": TestRunner(languages=frozenset({"php"}), write=_phpunit),
    "busted": TestRunner(languages=frozenset({"lua"}), write=_files),
    "scalatest": TestRunner(languages=frozenset({"scala"}), write=_scalatest),
    "gtest": TestRunner(languages=_C, write=_google_test),
    "catch2": TestRunner(languages=_C, write=_catch2),
}
"""The runners by the names of their formats."""
