"""What pytest and unittest collect: tests, fixtures, and the modules that pytest reads for its hooks.

Turns: Program → functions by number, from names and decorators alone.
"""

from collections.abc import Iterator

import msgspec

from codeshed.model.facts import Call, Define
from codeshed.resolve.entry_points.keys import key_of_external
from codeshed.resolve.entry_points.rules import argument_of
from codeshed.resolve.entry_points.texts import constant_text, is_true
from codeshed.resolve.program import Program
from codeshed.resolve.static import Entity, EntityKind, StaticNames, called

FIXTURE_KEYS = ("pytest:fixture", "pytest:yield_fixture")
_CONFTEST = "conftest.py"
_MAX_BASES = 50


class Fixture(msgspec.Struct, frozen=True):
    """A function that makes what tests ask for by `name`; those of a class serve that class alone.

    One with `is_for_all` runs for every test that it is seen from, whether that asks for it or not.
    """

    function: int
    name: str
    file: int
    owner: int | None
    is_for_all: bool = False


def is_test_file(path: str) -> bool:
    """Whether pytest looks for tests in a file by itself."""
    name = path.rpartition("/")[2]
    return name.endswith(".py") and (name.startswith("test_") or name.endswith("_test.py"))


def is_conftest(path: str) -> bool:
    """Whether pytest reads a file as a plugin of its folder."""
    return path.rpartition("/")[2] == _CONFTEST


def find_fixture(program: Program, static: StaticNames, number: int) -> Fixture | None:
    """Return the fixture that a function is decorated as, if it is."""
    function = program.functions[number]
    if function.definition is None or not function.definition.decorators:
        return None
    scope = program.scope_parent[function.scope]
    for decorator in function.definition.decorators:
        entities = static.find(scope, called(decorator))
        if any(_makes_fixtures(entity) for entity in entities):
            arguments = decorator.arguments if isinstance(decorator, Call) else ()
            name = constant_text(argument_of(arguments, None, "name")) or function.name
            is_for_all = is_true(argument_of(arguments, None, "autouse"))
            return Fixture(number, name, function.file, function.owner, is_for_all)
    return None


def _makes_fixtures(entity: Entity) -> bool:
    return entity.kind is EntityKind.EXTERNAL and key_of_external(entity.name) in FIXTURE_KEYS


def iter_tests(program: Program, static: StaticNames, file: int) -> Iterator[tuple[int, int | None]]:
    """Yield the functions that pytest takes for tests in a file, each with the class that it is collected in.

    A class that begins with `Test` and has no constructor brings the tests that it inherits, also of other files.
    """
    module = program.files[file]
    if not is_test_file(module.path):
        return
    for number in program.functions_of(file):
        function = program.functions[number]
        is_at_top = program.scope_parent[function.scope] == module.first_scope
        if is_at_top and function.definition is not None and is_test_name(function.name):
            yield number, None
    for number in program.classes_of(file):
        if is_test_class(program, number):
            seen: set[str] = set()
            for base in iter_bases(program, static, number):
                for function_number in iter_methods(program, base):
                    name = program.functions[function_number].name
                    if is_test_name(name) and name not in seen:
                        seen.add(name)
                        yield function_number, number


def is_test_class(program: Program, number: int) -> bool:
    """Whether pytest takes a class of a test file for one that holds tests."""
    each = program.classes[number]
    module = program.files[each.file]
    outer = program.class_of_scope.get(program.scope_parent[each.scope])
    is_reached = program.scope_parent[each.scope] == module.first_scope or (
        outer is not None and program.classes[outer].name.startswith("Test")
    )
    is_named = each.name.startswith("Test") and is_test_file(module.path)
    names = (program.functions[method].name for method in iter_methods(program, number))
    return is_named and is_reached and "__init__" not in names


def iter_bases(program: Program, static: StaticNames, number: int) -> Iterator[int]:
    """Yield a class and the project's classes that it inherits from, nearest first."""
    seen: dict[int, None] = {}
    pending = [number]
    while pending and len(seen) < _MAX_BASES:
        current = pending.pop(0)
        if current in seen:
            continue
        seen[current] = None
        yield current
        scope = program.scope_parent[program.classes[current].scope]
        for argument in program.classes[current].bases:
            if argument.keyword is None:
                entities = static.find(scope, argument.value)
                pending += [each.number for each in entities if each.kind is EntityKind.CLASS]


def iter_methods(program: Program, number: int) -> Iterator[int]:
    """Yield the methods that stand in the body of a class."""
    each = program.classes[number]
    for statement in program.scopes[each.scope].statements:
        if isinstance(statement, Define):
            known = program.entity_of_definition.get((each.file, statement.definition))
            if known is not None and not known[0]:
                yield known[1]


def is_test_name(name: str) -> bool:
    """Whether test runners take a function of this name for a test."""
    return name.startswith("test")
