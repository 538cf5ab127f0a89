"""Default factories of fields, called by generated constructors.

Turns: a class with fields and a call of it → symbols of the functions and classes that its constructor calls:
`field(default_factory=make)` of dataclasses and pydantic, `field(factory=make)` and `Factory(make)` of attrs.
"""

from codeshed.model.facts.python_facts import Argument, Assign, Call, Expression, Name, Spread
from codeshed.resolve.python.flow.flow_state import FlowState
from codeshed.resolve.python.names.static_names import ReferentKind

_KEYWORDS = frozenset({"default_factory", "factory"})
_FACTORIES = frozenset({"attr.Factory", "attrs.Factory"})
_DEFAULT = "default"


def field_factories(state: FlowState, number: int, call: Call) -> tuple[str, ...]:
    """Return the factories that instantiating a class calls, those of bases first; passed fields need none."""
    spreads = {argument.spread for argument in call.arguments}
    n_passed = sum(argument.keyword is None for argument in call.arguments) if spreads <= {Spread.NONE} else 0
    named = {argument.keyword for argument in call.arguments}
    found: dict[str, None] = {}
    for position, (name, scope, value) in enumerate(_fields(state, number)):
        if position >= n_passed and name not in named:
            for factory in () if value is None else _factories(state, scope, value):
                found.update(dict.fromkeys(_symbols(state, scope, factory)))
    return tuple(found)


def _fields(state: FlowState, number: int) -> tuple[tuple[str, int, Expression | None], ...]:
    """Return the fields of a class in constructor order: the name, the scope of its class, and its default."""
    found: dict[str, tuple[int, Expression | None]] = {}
    for owner in reversed(state.hierarchy.project_mro(number)):
        scope = state.program.classes[state.program.read_class(owner)].scope
        for statement in state.program.scopes[scope].statements:
            is_field = isinstance(statement, Assign) and (
                statement.annotation is not None or isinstance(statement.value, Call)
            )
            if is_field and isinstance(statement, Assign) and len(statement.targets) == 1:
                target = statement.targets[0]
                if isinstance(target, Name):
                    found[target.name] = (scope, statement.value)
    return tuple((name, scope, value) for name, (scope, value) in found.items())


def _factories(state: FlowState, scope: int, value: Expression) -> tuple[Expression, ...]:
    """Return the factory expressions in the default of a field."""
    if not isinstance(value, Call):
        return ()
    if _is_factory(state, scope, value):
        return tuple(argument.value for argument in value.arguments[:1])
    named = [each for each in value.arguments if each.keyword in _KEYWORDS]
    defaults = [
        each
        for each in value.arguments
        if each.keyword == _DEFAULT and _is_factory_argument(state, scope, each)
    ]
    inner = (each.value.arguments[:1] for each in defaults if isinstance(each.value, Call))
    return tuple(each.value for each in (*named, *(one for each in inner for one in each)))


def _is_factory_argument(state: FlowState, scope: int, argument: Argument) -> bool:
    return isinstance(argument.value, Call) and _is_factory(state, scope, argument.value)


def _is_factory(state: FlowState, scope: int, call: Call) -> bool:
    """Whether a call is one of attrs' `Factory`."""
    return any(
        referent.kind is ReferentKind.EXTERNAL and referent.name in _FACTORIES
        for referent in state.static.resolve(scope, call.function)
    )


def _symbols(state: FlowState, scope: int, factory: Expression) -> list[str]:
    """Return the project's functions and classes that a factory refers to; a lambda belongs to the code around it."""
    program = state.program
    found: list[str] = []
    for referent in state.static.resolve(scope, factory):
        if referent.kind is ReferentKind.FUNCTION:
            found.append(program.functions[referent.number].symbol)
        elif referent.kind is ReferentKind.CLASS:
            found.append(program.classes[referent.number].symbol)
    return [symbol for symbol in found if symbol]
