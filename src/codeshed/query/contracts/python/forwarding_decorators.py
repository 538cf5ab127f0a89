"""Which decorators leave a signature as it is.

Turns: a decorator's own code → whether what it returns takes the arguments of what it decorates: the function itself, or a
wrapper that passes on all of its arguments.
"""

from codeshed.model.facts.python_facts import (
    Argument,
    Call,
    Define,
    DefinitionFact,
    Expression,
    Name,
    Return,
    Spread,
)
from codeshed.model.semantic import ParameterKind
from codeshed.query.contracts.python.expression_walk import nested_expressions, scope_expressions
from codeshed.query.contracts.python.python_source import PythonSource

_POSITIONAL = (ParameterKind.POSITIONAL_ONLY, ParameterKind.POSITIONAL_OR_KEYWORD)


def keeps_signature(source: PythonSource, decorator: DefinitionFact, *, is_factory: bool) -> bool:
    """Whether a decorator keeps signatures; one that is called (`@cached(10)`) is a factory of decorators."""
    scope = source.scope_of(decorator)
    returned = [each.value for each in scope.statements if isinstance(each, Return)]
    if not returned:
        return False
    if is_factory:
        inner = [_nested(source, decorator, each) for each in returned]
        return all(each is not None and keeps_signature(source, each, is_factory=False) for each in inner)
    first = next((each.name for each in decorator.parameters if each.kind in _POSITIONAL), None)
    if first is None or source.is_assigned(scope, first):
        return False
    return all(_is_kept(source, decorator, each, first) for each in returned)


def forwards_arguments(source: PythonSource, wrapper: DefinitionFact) -> bool:
    """Whether a nested function takes whatever it is given, and passes it on to a function of the scope around it."""
    parent = source.scope_of(wrapper).parent
    around = source.enclosing_function(parent)
    return around is not None and any(
        _forwards(source, wrapper, each.name) for each in around.parameters if each.kind in _POSITIONAL
    )


def _is_kept(source: PythonSource, decorator: DefinitionFact, value: Expression, first: str) -> bool:
    if isinstance(value, Name) and value.name == first:
        return True
    wrapper = _nested(source, decorator, value)
    return wrapper is not None and _forwards(source, wrapper, first)


def _nested(source: PythonSource, outer: DefinitionFact, value: Expression) -> DefinitionFact | None:
    """Return the nested function that an expression is, or is made of: `update_wrapper(inner, f)`, `cast(F, inner)`."""
    by_name = {
        source.facts.definitions[each.definition].name: source.facts.definitions[each.definition]
        for each in source.scope_of(outer).statements
        if isinstance(each, Define) and not source.facts.definitions[each.definition].is_class
    }
    named = value.arguments if isinstance(value, Call) else (Argument(value),)
    found = [
        by_name[each.value.name]
        for each in named
        if isinstance(each.value, Name) and each.value.name in by_name
    ]
    return found[0] if len(found) == 1 else None


def _forwards(source: PythonSource, wrapper: DefinitionFact, called: str) -> bool:
    """Whether all calls of a function in a wrapper pass on all parameters of the wrapper, and there is one."""
    leading = [each for each in wrapper.parameters if each.kind in _POSITIONAL]
    rest = [each.name for each in wrapper.parameters if each.kind is ParameterKind.VARIADIC_POSITIONAL]
    names = [each.name for each in wrapper.parameters if each.kind is ParameterKind.VARIADIC_KEYWORD]
    is_open = len(rest) == len(names) == 1 and len(leading) + 2 == len(wrapper.parameters)
    if not is_open or any(each.default is not None for each in leading):
        return False
    expected = [
        *((each.name, Spread.NONE) for each in leading),
        (rest[0], Spread.POSITIONAL),
        (names[0], Spread.KEYWORD),
    ]
    calls = [
        each
        for expression in scope_expressions(source.facts, source.scope_of(wrapper))
        for each in nested_expressions(expression)
        if isinstance(each, Call) and isinstance(each.function, Name) and each.function.name == called
    ]
    return bool(calls) and all(_passed(each.arguments) == expected for each in calls)


def _passed(arguments: tuple[Argument, ...]) -> list[tuple[str, Spread]] | None:
    passed = []
    for each in arguments:
        if not isinstance(each.value, Name) or each.keyword is not None:
            return None
        passed.append((each.value.name, each.spread))
    return passed
