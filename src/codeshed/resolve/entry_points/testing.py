"""Tests and what runs around them: pytest's fixtures and hooks, unittest's methods.

Turns: `@pytest.fixture(name="shop")` → a fixture `shop`; names that pytest and unittest know → tests, fixtures, hooks.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from codeshed.model.facts import Define
from codeshed.resolve.entry_points.collected import (
    FIXTURE_KEYS,
    find_fixtures,
    find_plugin_modules,
    is_conftest,
    is_test_class,
    is_test_file,
    iter_bases,
    iter_methods,
    iter_tests,
)
from codeshed.resolve.entry_points.rules import DecoratorRule, Detail, EntryKind, Family, Use
from codeshed.resolve.hierarchy import Hierarchy
from codeshed.resolve.program import Program
from codeshed.resolve.static import StaticNames

_TEST_CASE = "TestCase"
_UNITTEST_FIXTURES = frozenset(
    {
        *("setUp", "tearDown", "setUpClass", "tearDownClass", "asyncSetUp", "asyncTearDown", "setUpTestData"),
        *("setUpModule", "tearDownModule"),
    }
)
_PYTEST_FIXTURES = frozenset(
    f"{verb}_{level}" for verb in ("setup", "teardown") for level in ("method", "class", "function", "module")
)


@dataclass(frozen=True, slots=True)
class NamedEntry:
    """A function that is called because of its name and place."""

    function: int
    kind: EntryKind
    evidence: str
    detail: str | None = None


def _fixture(use: Use) -> Detail:
    return Detail(use.text(None, "name") or use.name)


def _hook(use: Use) -> Detail:
    return Detail(use.text(None, "specname") or use.name)


TESTING = Family(
    decorators={
        **dict.fromkeys(FIXTURE_KEYS, DecoratorRule(EntryKind.FIXTURE, _fixture)),
        **dict.fromkeys(("pytest:hookimpl", "pluggy:HookimplMarker()"), DecoratorRule(EntryKind.HOOK, _hook)),
    }
)


def find_named_entries(
    program: Program, static: StaticNames, hierarchy: Hierarchy, plugins: Iterable[int]
) -> Iterator[NamedEntry]:
    """Yield tests, fixtures and hooks that are known by name; `plugins` are files registered with pytest."""
    fixtures = {each.function for each in find_fixtures(program, static)}
    for number, owner in iter_tests(program, static):
        if number not in fixtures:
            place = program.files[program.functions[number].file].path.rpartition("/")[2]
            where = place if owner is None else f"{program.classes[owner].name} of {place}"
            yield NamedEntry(number, EntryKind.TEST, f"test by name in {where}")
    yield from _unittest_entries(program, static, hierarchy)
    yield from _pytest_fixtures(program, static)
    yield from _hooks(program, {*plugins, *find_plugin_modules(program)})


def _unittest_entries(program: Program, static: StaticNames, hierarchy: Hierarchy) -> Iterator[NamedEntry]:
    for number in range(len(program.classes)):
        base = next((each for each in hierarchy.externals(number) if each.endswith(_TEST_CASE)), None)
        if base is None:
            continue
        seen: set[str] = set()
        for each in iter_bases(program, static, number):
            for function in iter_methods(program, each):
                name = program.functions[function].name
                if name in seen:
                    continue
                seen.add(name)
                if name in _UNITTEST_FIXTURES:
                    yield NamedEntry(function, EntryKind.FIXTURE, f"method of a {base}", name)
                elif name.startswith("test"):
                    yield NamedEntry(function, EntryKind.TEST, f"method of a {base}")


def _pytest_fixtures(program: Program, static: StaticNames) -> Iterator[NamedEntry]:
    for number, owner in _functions_of_tests(program, static):
        name = program.functions[number].name
        if name in _PYTEST_FIXTURES or (owner is None and name in _UNITTEST_FIXTURES):
            place = program.files[program.functions[number].file].path.rpartition("/")[2]
            yield NamedEntry(number, EntryKind.FIXTURE, f"fixture by name in {place}", name)


def _functions_of_tests(program: Program, static: StaticNames) -> Iterator[tuple[int, int | None]]:
    """Yield the functions of test files and the methods of test classes."""
    for file, module in enumerate(program.files):
        if is_test_file(module.path):
            for number in _functions_at_top(program, file):
                yield number, None
    for number in range(len(program.classes)):
        if is_test_class(program, number):
            for each in iter_bases(program, static, number):
                for function in iter_methods(program, each):
                    yield function, number


def _hooks(program: Program, plugins: set[int]) -> Iterator[NamedEntry]:
    for file, module in enumerate(program.files):
        if is_conftest(module.path) or file in plugins:
            for number in _functions_at_top(program, file):
                name = program.functions[number].name
                if name.startswith("pytest_"):
                    place = module.path.rpartition("/")[2]
                    yield NamedEntry(number, EntryKind.HOOK, f"hook by name in {place}", name)


def _functions_at_top(program: Program, file: int) -> Iterator[int]:
    for statement in program.scopes[program.files[file].first_scope].statements:
        if isinstance(statement, Define):
            known = program.entity_of_definition.get((file, statement.definition))
            if known is not None and not known[0]:
                yield known[1]
