"""Fixtures that a test asks for without a parameter: `@pytest.mark.usefixtures("shop")` and `pytestmark`.

Turns: a test and the class that it is collected in → names of fixtures, from marks on the function, the classes and the
module.
"""

from collections.abc import Iterable, Iterator
from itertools import islice

from codeshed.model.facts import Assign, Call, Expression, Spread
from codeshed.resolve.entry_points.collected import iter_bases
from codeshed.resolve.entry_points.keys import key_of_external
from codeshed.resolve.entry_points.texts import constant_text, listed
from codeshed.resolve.program import Program
from codeshed.resolve.static import EntityKind, StaticNames

_MARKS = "pytestmark"
_MAX_OUTER = 10
_MAX_NAMES = 200
"""How many fixtures marks in one place may ask for."""


def own_marks(program: Program, static: StaticNames, number: int) -> tuple[str, ...]:
    """Return the names of fixtures that the marks of a function itself ask for."""
    function = program.functions[number]
    scope = program.scope_parent[function.scope]
    decorators = () if function.definition is None else function.definition.decorators
    return _asked_for(static, ((scope, each) for each in decorators))


def shared_marks(program: Program, static: StaticNames, file: int, owner: int | None) -> tuple[str, ...]:
    """Return the names of fixtures that the marks of a class, if there is one, and of a file ask for."""
    return _asked_for(static, _iter_shared(program, static, file, owner))


def _asked_for(static: StaticNames, marks: Iterable[tuple[int, Expression]]) -> tuple[str, ...]:
    names = (name for scope, mark in marks for name in _names_of(static, scope, mark))
    return tuple(dict.fromkeys(islice(names, _MAX_NAMES)))


def _iter_shared(
    program: Program, static: StaticNames, file: int, owner: int | None
) -> Iterator[tuple[int, Expression]]:
    """Yield what may be a mark, each with the scope that it stands in."""
    for each in () if owner is None else _classes_around(program, static, owner):
        scope = program.classes[each].scope
        for decorator in program.classes[each].definition.decorators:
            yield program.scope_parent[scope], decorator
        yield from _assigned_marks(static, scope)
    yield from _assigned_marks(static, program.files[file].first_scope)


def _classes_around(program: Program, static: StaticNames, owner: int) -> Iterator[int]:
    """Yield a class, what it inherits from, and the classes that it lies in."""
    yield from iter_bases(program, static, owner)
    current = owner
    for _ in range(_MAX_OUTER):
        outer = program.class_of_scope.get(program.scope_parent[program.classes[current].scope])
        if outer is None:
            return
        yield outer
        current = outer


def _assigned_marks(static: StaticNames, scope: int) -> Iterator[tuple[int, Expression]]:
    """Yield what a module or class gives its variable of marks."""
    for statement in static.binding(scope, _MARKS):
        if isinstance(statement, Assign) and statement.value is not None:
            for value in listed(statement.value) or (statement.value,):
                yield scope, value


def _names_of(static: StaticNames, scope: int, mark: Expression) -> Iterator[str]:
    if not isinstance(mark, Call):
        return
    is_use = any(
        each.kind is EntityKind.EXTERNAL and key_of_external(each.name) == "pytest:usefixtures"
        for each in static.find(scope, mark.function)
    )
    for argument in mark.arguments if is_use else ():
        name = constant_text(argument.value)
        if name and argument.keyword is None and argument.spread is Spread.NONE:
            yield name
