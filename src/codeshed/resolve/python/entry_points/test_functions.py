"""Tests and what runs around them: pytest's fixtures and hooks, unittest's methods.

Turns: `@pytest.fixture(name="shop")` → a fixture `shop`; names with a meaning for pytest or unittest → tests,
fixtures, hooks.
"""

from collections.abc import Iterator

import msgspec

from codeshed.model.facts.python_facts import Define
from codeshed.resolve.python.entry_points.found_entry_points import DetectionPhase
from codeshed.resolve.python.entry_points.framework_rules import (
    DecoratorRule,
    EntryDetail,
    EntryKind,
    FrameworkFamily,
    FrameworkUse,
)
from codeshed.resolve.python.fixtures.test_collection import (
    FIXTURE_KEYS,
    find_fixture,
    is_test_class,
    is_test_file,
    is_test_name,
    iter_bases,
    iter_methods,
    iter_tests,
)
from codeshed.resolve.python.names.program import Program
from codeshed.resolve.python.names.static_names import StaticNames
from codeshed.resolve.python.tables.symbol_tables import SymbolTables

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


class NamedEntry(msgspec.Struct, frozen=True):
    """A function that is called because of its name and location."""

    function: int
    phase: DetectionPhase
    kind: EntryKind
    evidence: str
    detail: str | None = None


def _fixture(use: FrameworkUse) -> EntryDetail:
    return EntryDetail(use.text(None, "name") or use.name)


def _hook(use: FrameworkUse) -> EntryDetail:
    return EntryDetail(use.text(None, "specname") or use.name)


TESTING = FrameworkFamily(
    decorators={
        **dict.fromkeys(FIXTURE_KEYS, DecoratorRule(EntryKind.FIXTURE, _fixture)),
        **dict.fromkeys(("pytest:hookimpl", "pluggy:HookimplMarker()"), DecoratorRule(EntryKind.HOOK, _hook)),
    }
)


def find_named_entries(tables: SymbolTables, file: int) -> Iterator[NamedEntry]:
    """Yield the tests and fixtures in a file that are recognised by name, also those that its classes inherit."""
    program, static = tables.program, tables.static
    file_name = program.files[file].path.rpartition("/")[2]
    tests = iter_tests(program, static, file) if is_test_file(program.files[file].path) else ()
    for number, owner in tests:
        if find_fixture(program, static, number) is None:
            where = file_name if owner is None else f"{program.classes[owner].name} of {file_name}"
            yield NamedEntry(number, DetectionPhase.COLLECTED, EntryKind.TEST, f"test by name in {where}")
    for number in program.classes_of(file):
        yield from _unittest_entries(tables, number)
    for number, owner in _functions_of_tests(program, static, file):
        name = program.functions[number].name
        if name in _PYTEST_FIXTURES or (owner is None and name in _UNITTEST_FIXTURES):
            defined = program.files[program.functions[number].file].path.rpartition("/")[2]
            evidence = f"fixture by name in {defined}"
            yield NamedEntry(number, DetectionPhase.TEST_FIXTURE, EntryKind.FIXTURE, evidence, name)


def find_hooks(program: Program, file: int) -> Iterator[NamedEntry]:
    """Yield the functions of a file that pytest calls if the file is a plugin."""
    file_name = program.files[file].path.rpartition("/")[2]
    for number in _functions_at_top(program, file):
        name = program.functions[number].name
        if name.startswith("pytest_"):
            yield NamedEntry(
                number, DetectionPhase.HOOK, EntryKind.HOOK, f"hook by name in {file_name}", name
            )


def is_collected_by_name(name: str) -> bool:
    """Whether a method with this name is a test or fixture in a class that a test runner collects."""
    return is_test_name(name) or name in _UNITTEST_FIXTURES or name in _PYTEST_FIXTURES


def _unittest_entries(tables: SymbolTables, number: int) -> Iterator[NamedEntry]:
    base = next(
        (each for each in tables.hierarchy.external_ancestors(number) if each.endswith(_TEST_CASE)), None
    )
    if base is None:
        return
    program = tables.program
    seen: set[str] = set()
    for each in iter_bases(program, tables.static, number):
        for function in iter_methods(program, each):
            name = program.functions[function].name
            if name in seen:
                continue
            seen.add(name)
            evidence = f"method of a {base}"
            if name in _UNITTEST_FIXTURES:
                yield NamedEntry(function, DetectionPhase.TEST_CASE, EntryKind.FIXTURE, evidence, name)
            elif is_test_name(name):
                yield NamedEntry(function, DetectionPhase.TEST_CASE, EntryKind.TEST, evidence)


def _functions_of_tests(program: Program, static: StaticNames, file: int) -> Iterator[tuple[int, int | None]]:
    """Yield the functions of a test file, and the methods of its test classes."""
    if not is_test_file(program.files[file].path):
        return
    for number in _functions_at_top(program, file):
        yield number, None
    for number in program.classes_of(file):
        if is_test_class(program, number):
            for each in iter_bases(program, static, number):
                for function in iter_methods(program, each):
                    yield function, number


def _functions_at_top(program: Program, file: int) -> Iterator[int]:
    for statement in program.scopes[program.files[file].first_scope].statements:
        if isinstance(statement, Define):
            known = program.number_by_definition.get((file, statement.definition))
            if known is not None and not known[0]:
                yield known[1]
