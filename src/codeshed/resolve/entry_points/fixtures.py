"""Which fixtures give a test's parameters their values, or run for it without one.

Turns: a file → FixtureUses. A name is looked up in the class, in the module, in the `conftest.py` files from its folder
upwards, and in the modules that `pytest_plugins` names. Fixtures with `autouse=True` in these places run for every test.
"""

from collections.abc import Iterable, Iterator

import msgspec

from codeshed.model.facts import Call, Expression
from codeshed.model.interface import ANYTHING
from codeshed.model.semantic import ParameterKind
from codeshed.resolve.consulted import Place
from codeshed.resolve.entry_points.collected import (
    Fixture,
    find_fixture,
    is_test_name,
    iter_bases,
    iter_methods,
    iter_tests,
)
from codeshed.resolve.entry_points.fixture_marks import own_marks, shared_marks
from codeshed.resolve.entry_points.keys import key_of_external
from codeshed.resolve.entry_points.rules import argument_of
from codeshed.resolve.entry_points.texts import constant_text, listed
from codeshed.resolve.hierarchy import Hierarchy
from codeshed.resolve.joined import JoinedOutlines
from codeshed.resolve.program import Function, Program
from codeshed.resolve.static import Entity, EntityKind, StaticNames

MAX_USES = 20_000
"""How many parameters of one file are followed to their fixtures."""

_TEST_CASE = "TestCase"
_MAX_HEIRS = 500
"""How many classes that inherit tests are looked at."""

_Fixtures = tuple[dict[int, Fixture], frozenset[Place]]
_Named = tuple[tuple[int, ...], frozenset[Place]]
_NAMED = frozenset({ParameterKind.POSITIONAL_OR_KEYWORD, ParameterKind.KEYWORD_ONLY})


NO_PARAMETER = -1
"""Stands where a fixture runs for a test, and no parameter holds what it makes."""


class FixtureUse(msgspec.Struct, frozen=True, order=True):
    """The parameter number `parameter` of the function `consumer` gets what the function `provider` makes."""

    consumer: int
    parameter: int
    provider: int


class Fixtures:
    """Looks fixtures up by name, from the nearest place outwards; each file when it is asked about."""

    def __init__(
        self, program: Program, static: StaticNames, hierarchy: Hierarchy, joined: JoinedOutlines
    ) -> None:
        self._program = program
        self._static = static
        self._hierarchy = hierarchy
        self._joined = joined
        self._by_file: dict[int, _Fixtures] = {}
        self._named: dict[tuple[int, str], _Named] = {}

    def uses_in(self, file: int) -> tuple[FixtureUse, ...]:
        """Return the fixtures of the project that a file's tests and fixtures get, by parameters or without them."""
        tests = list(self._tests_of(file))
        consumers = [(each.function, each.owner) for each in self._fixtures_in(file).values()]
        found = self._by_parameters([*consumers, *tests])
        given = {(use.consumer, use.provider) for use in found}
        program, static = self._program, self._static
        shared: dict[tuple[int, int | None], tuple[str, ...]] = {}
        for number, owner in _in_order([*tests, *self._methods_of_cases(file)]):
            if len(found) >= MAX_USES:
                break
            place = (program.functions[number].file if owner is None else program.classes[owner].file, owner)
            if place not in shared:
                shared[place] = (*shared_marks(program, static, *place), *self._names_for_all(*place))
            for name in dict.fromkeys((*own_marks(program, static, number), *shared[place])):
                provider = self._provider(number, owner, name)
                if provider is not None and (number, provider) not in given:
                    found.add(FixtureUse(number, NO_PARAMETER, provider))
        return tuple(sorted(found))

    def _by_parameters(self, consumers: Iterable[tuple[int, int | None]]) -> set[FixtureUse]:
        program, static = self._program, self._static
        found: set[FixtureUse] = set()
        for number, owner in _in_order(consumers):
            if len(found) >= MAX_USES:
                break
            function = program.functions[number]
            given = _parametrized(program, static, function)
            for index, parameter in enumerate(function.parameters):
                is_asked_for = parameter.kind in _NAMED and parameter.default is None
                if (
                    is_asked_for
                    and parameter.name not in given
                    and not (index == 0 and function.owner is not None)
                ):
                    provider = self._provider(number, owner, parameter.name)
                    if provider is not None:
                        found.add(FixtureUse(number, index, provider))
        return found

    def _methods_of_cases(self, file: int) -> Iterator[tuple[int, int | None]]:
        """Yield the tests of a file's unittest classes, which take no fixtures as parameters."""
        program = self._program
        own = program.functions_of(file)
        for number in program.classes_of(file):
            if any(each.endswith(_TEST_CASE) for each in self._hierarchy.externals(number)):
                for base in iter_bases(program, self._static, number):
                    for each in iter_methods(program, base):
                        if each in own and is_test_name(program.functions[each].name):
                            yield each, number

    def _names_for_all(self, file: int, owner: int | None) -> Iterator[str]:
        """Yield the names of the fixtures that run for every test of a class, module, folder or project."""
        program = self._program
        for each in () if owner is None else iter_bases(program, self._static, owner):
            for fixture in self._fixtures_in(program.classes[each].file).values():
                if fixture.is_for_all and fixture.owner == each:
                    yield fixture.name
        folder = program.files[file].path.rpartition("/")[0]
        for each in (file, *self._conftests_from(folder), *self._joined.plugins):
            for fixture in self._fixtures_in(each).values():
                if fixture.is_for_all and fixture.owner is None:
                    yield fixture.name

    def _tests_of(self, file: int) -> Iterator[tuple[int, int | None]]:
        """Yield the tests that a file defines, also those that only classes of other files bring into a test run."""
        program = self._program
        own = program.functions_of(file)
        files = {file}
        for number in program.classes_of(file):
            if any(is_test_name(program.functions[each].name) for each in iter_methods(program, number)):
                heirs = self._hierarchy.descendants(number, _MAX_HEIRS)
                files.update(program.classes[each].file for each in heirs)
                program.tracker.current.places.update(
                    program.scope_place[program.classes[each].scope] for each in heirs
                )
        for each in sorted(files):
            yield from (test for test in iter_tests(program, self._static, each) if test[0] in own)

    def _provider(self, consumer: int, owner: int | None, name: str) -> int | None:
        """Return the fixture of a name; one that asks for its own name gets the next one outwards."""
        program = self._program
        if owner is not None:
            for each in iter_bases(program, self._static, owner):
                for fixture in self._fixtures_in(program.classes[each].file).values():
                    if (fixture.owner, fixture.name) == (each, name) and fixture.function != consumer:
                        return fixture.function
        file = program.functions[consumer].file if owner is None else program.classes[owner].file
        folder = program.files[file].path.rpartition("/")[0]
        for each in (file, *self._conftests_from(folder), *self._joined.plugins):
            for provider in reversed(self._in_file(each, name)):
                if provider != consumer:
                    return provider
        return None

    def _in_file(self, file: int, name: str) -> tuple[int, ...]:
        """Return the fixtures of a name that a module defines, or else imports."""
        known = self._named.get((file, name))
        if known is None:
            with self._program.tracker.collect() as collecting:
                found = self._find_in_file(file, name)
            known = self._named[file, name] = (found, frozenset(collecting.places))
        self._program.tracker.current.places |= known[1]
        return known[0]

    def _find_in_file(self, file: int, name: str) -> tuple[int, ...]:
        fixtures = self._fixtures_in(file).values()
        own = [each.function for each in fixtures if each.owner is None and each.name == name]
        if own:
            return tuple(own)
        entities = self._static.member(Entity(EntityKind.MODULE, number=file), name)
        functions = [each.number for each in entities if each.kind is EntityKind.FUNCTION]
        fixture_by_number = {
            number: self._fixtures_in(self._program.functions[number].file).get(number)
            for number in functions
        }
        return tuple(
            number
            for number, fixture in fixture_by_number.items()
            if fixture is not None and fixture.name == name
        )

    def _fixtures_in(self, file: int) -> dict[int, Fixture]:
        """Return the fixtures that a file defines, by function."""
        known = self._by_file.get(file)
        if known is None:
            with self._program.tracker.collect() as collecting:
                found = {
                    number: fixture
                    for number in self._program.functions_of(file)
                    if (fixture := find_fixture(self._program, self._static, number)) is not None
                }
            collecting.places.add((file, ANYTHING))
            known = self._by_file[file] = (found, frozenset(collecting.places))
        self._program.tracker.current.places |= known[1]
        return known[0]

    def _conftests_from(self, folder: str) -> Iterator[int]:
        """Yield the `conftest.py` files of a folder and those above it, nearest first."""
        while True:
            inner = f"{folder}/conftest" if folder else "conftest"
            self._program.tracker.current.places.add(inner)
            file = self._program.file_at(f"{inner}.py")
            if file is not None:
                yield file
            if not folder:
                return
            folder = folder.rpartition("/")[0]


def _in_order(consumers: Iterable[tuple[int, int | None]]) -> list[tuple[int, int | None]]:
    """Return functions and the classes that they are collected in, each pair once."""
    return sorted(dict.fromkeys(consumers), key=lambda each: (each[0], each[1] or -1))


def _parametrized(program: Program, static: StaticNames, function: Function) -> frozenset[str]:
    """Return the parameters that `@pytest.mark.parametrize` gives, on the function or its class."""
    places = [(program.scope_parent[function.scope], function.definition)]
    if function.owner is not None:
        each = program.classes[function.owner]
        places.append((program.scope_parent[each.scope], each.definition))
    names: set[str] = set()
    for scope, definition in places:
        for decorator in () if definition is None else definition.decorators:
            if isinstance(decorator, Call) and _is_parametrize(static, scope, decorator):
                names |= _names(argument_of(decorator.arguments, 0, "argnames"))
    return frozenset(names)


def _is_parametrize(static: StaticNames, scope: int, decorator: Call) -> bool:
    """Whether a decorator gives values itself; what it gives indirectly goes through fixtures."""
    is_direct = argument_of(decorator.arguments, 2, "indirect") is None
    return is_direct and any(
        each.kind is EntityKind.EXTERNAL and key_of_external(each.name) == "pytest:parametrize"
        for each in static.find(scope, decorator.function)
    )


def _names(value: Expression | None) -> set[str]:
    text = constant_text(value)
    texts = text.split(",") if text is not None else [constant_text(part) or "" for part in listed(value)]
    return {each.strip() for each in texts if each.strip()}
