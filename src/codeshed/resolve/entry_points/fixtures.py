"""Which fixture gives a test's parameter its value.

Turns: Program → FixtureUses. A parameter is looked up in the class, in the module, in the `conftest.py` files from
its folder upwards, and in the modules that `pytest_plugins` names.
"""

from dataclasses import dataclass

from codeshed.model.facts import Call, Expression, Import
from codeshed.model.semantic import ParameterKind
from codeshed.resolve.entry_points.collected import (
    Fixture,
    find_fixtures,
    find_plugin_modules,
    iter_bases,
    iter_tests,
)
from codeshed.resolve.entry_points.keys import key_of_external
from codeshed.resolve.entry_points.rules import argument_of
from codeshed.resolve.entry_points.texts import constant_text, listed
from codeshed.resolve.program import Function, Program
from codeshed.resolve.static import EntityKind, StaticNames

MAX_USES = 200_000
"""How many parameters of one project are followed to their fixtures."""

_NAMED = frozenset({ParameterKind.POSITIONAL_OR_KEYWORD, ParameterKind.KEYWORD_ONLY})


@dataclass(frozen=True, slots=True, order=True)
class FixtureUse:
    """The parameter number `parameter` of the function `consumer` gets what the function `provider` makes."""

    consumer: int
    parameter: int
    provider: int


def fixture_providers(program: Program, static: StaticNames) -> tuple[FixtureUse, ...]:
    """Return for every parameter of a test or fixture the fixture that provides it, if one of the project does."""
    fixtures = find_fixtures(program, static)
    if not fixtures:
        return ()
    search = _Search(program, static, fixtures)
    consumers = [(each.function, each.owner) for each in fixtures]
    for file in range(len(program.files)):
        consumers += iter_tests(program, static, file)
    found: set[FixtureUse] = set()
    for number, owner in sorted(dict.fromkeys(consumers), key=lambda each: (each[0], each[1] or -1)):
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
                provider = search.provider(number, owner, parameter.name)
                if provider is not None:
                    found.add(FixtureUse(number, index, provider))
    return tuple(sorted(found))


class _Search:
    """Looks fixtures up by name, from the nearest place outwards."""

    def __init__(self, program: Program, static: StaticNames, fixtures: tuple[Fixture, ...]) -> None:
        self._program = program
        self._static = static
        self._name_by_function = {each.function: each.name for each in fixtures}
        self._names = frozenset(self._name_by_function.values())
        self._by_class = {(each.owner, each.name): each.function for each in fixtures}
        self._by_file: dict[tuple[int, str], tuple[int, ...]] = {}
        for each in fixtures:
            if each.owner is None:
                key = (each.file, each.name)
                self._by_file[key] = (*self._by_file.get(key, ()), each.function)
        self._outwards: dict[tuple[int, str], tuple[int, ...]] = {}
        self._conftests: dict[str, tuple[int, ...]] = {"": self._at("conftest.py")}
        self._has_stars: dict[int, bool] = {}
        plugins = find_plugin_modules(program)
        self._in_plugins = {
            name: tuple(found for file in plugins for found in reversed(self._in_file(file, name)))
            for name in self._names
        }

    def provider(self, consumer: int, owner: int | None, name: str) -> int | None:
        """Return the fixture of a name; one that asks for its own name gets the next one outwards."""
        if name not in self._names:
            return None
        if owner is not None:
            for each in iter_bases(self._program, self._static, owner):
                found = self._by_class.get((each, name))
                if found is not None and found != consumer:
                    return found
        function = self._program.functions[consumer]
        file = function.file if owner is None else self._program.classes[owner].file
        if (file, name) not in self._outwards:
            folder = self._program.files[file].path.rpartition("/")[0]
            files = (file, *self._conftests_from(folder))
            inner = tuple(found for each in files for found in reversed(self._in_file(each, name)))
            self._outwards[file, name] = inner + self._in_plugins[name]
        return next((found for found in self._outwards[file, name] if found != consumer), None)

    def _in_file(self, file: int, name: str) -> tuple[int, ...]:
        """Return the fixtures of a name that a module defines, or else imports."""
        key = (file, name)
        if key not in self._by_file:
            scope = self._program.files[file].first_scope
            is_there = self._static.names.is_bound(scope, name) or self._imports_all(file)
            entities = self._static.find_name(scope, name) if is_there else ()
            self._by_file[key] = tuple(
                each.number
                for each in entities
                if each.kind is EntityKind.FUNCTION and self._name_by_function.get(each.number) == name
            )
        return self._by_file[key]

    def _imports_all(self, file: int) -> bool:
        """Whether a module has a star import."""
        if file not in self._has_stars:
            statements = self._program.scopes[self._program.files[file].first_scope].statements
            self._has_stars[file] = any(isinstance(each, Import) and each.name == "*" for each in statements)
        return self._has_stars[file]

    def _conftests_from(self, folder: str) -> tuple[int, ...]:
        """Return the `conftest.py` files of a folder and those above it, nearest first."""
        if folder not in self._conftests:
            outer = self._conftests_from(folder.rpartition("/")[0])
            self._conftests[folder] = self._at(f"{folder}/conftest.py") + outer
        return self._conftests[folder]

    def _at(self, path: str) -> tuple[int, ...]:
        file = self._program.modules.index_by_path.get(path)
        return () if file is None else (file,)


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
