"""What calls need to know of each function: the nodes of its parameters and results, and how it is bound.

Turns: Program → FunctionFlow for each function.
"""

from dataclasses import dataclass, field

from codeshed.model.facts import (
    Call,
    Compound,
    CompoundKind,
    Expression,
    Member,
    Name,
    ParameterFact,
    Return,
    ScopeKind,
    Spread,
    Walrus,
)
from codeshed.model.semantic import ParameterKind
from codeshed.resolve.program import Function, Program
from codeshed.resolve.static import EntityKind, StaticNames, called

_STATIC = frozenset({"builtins.staticmethod", "abc.abstractstaticmethod"})
_CLASS_METHOD = frozenset({"builtins.classmethod", "abc.abstractclassmethod"})
_OVERLOAD = frozenset({"typing.overload", "typing_extensions.overload"})
_CLASS_METHOD_NAMES = frozenset({"__new__", "__init_subclass__", "__class_getitem__"})


@dataclass(slots=True)
class FunctionFlow:
    """One function as calls see it. A parameter's node is -1 if its declared type says all there is to know."""

    is_static: bool = False
    is_class_method: bool = False
    is_property: bool = False
    is_overload: bool = False
    is_generator: bool = False
    accessor: str = ""
    decorators: tuple[str, ...] = ()
    result: int = 0
    yields: int = 0
    positional: list[int] = field(default_factory=list)
    by_name: dict[str, int] = field(default_factory=dict)
    rest: int | None = None
    """The container of the surplus positional arguments."""
    keywords: int | None = None
    """The container of the surplus keyword arguments."""
    returned: frozenset[int] = frozenset()
    """The parameters that are returned as they are."""
    returns_instance: bool = False
    """Whether an instance of the first parameter is returned, as alternative constructors do."""
    is_result_closed: bool = False


def _decorator_names(function: Function, program: Program, static: StaticNames) -> tuple[str, ...]:
    """Return the decorators of a function: dotted names of externals, symbols of the project's own, else last names."""
    names = []
    if function.definition is None:
        return ()
    scope = program.scope_parent[function.scope]
    for decorator in function.definition.decorators:
        value = called(decorator)
        entities = static.find(scope, value)
        external = [entity.name for entity in entities if entity.kind is EntityKind.EXTERNAL]
        own = [
            program.functions[entity.number].symbol
            if entity.kind is EntityKind.FUNCTION
            else program.classes[entity.number].symbol
            for entity in entities
            if entity.kind in {EntityKind.FUNCTION, EntityKind.CLASS}
        ]
        last = value.name if isinstance(value, Name | Member | Walrus) else ""
        names += own[:1] or external[:1] or [last]
    return tuple(names)


def describe_function(function: Function, program: Program, static: StaticNames) -> FunctionFlow:
    """Return how a function is bound; its nodes are filled in by whoever makes nodes."""
    names = _decorator_names(function, program, static)
    definition = function.definition
    accessor = ""
    if definition is not None:
        last = definition.qualified_name.split("#", 1)[0].rsplit(".", 1)[-1]
        accessor = last if last != definition.name and last in {"setter", "deleter"} else ""
    return FunctionFlow(
        is_static=not _STATIC.isdisjoint(names),
        is_class_method=not _CLASS_METHOD.isdisjoint(names)
        or (function.owner is not None and function.name in _CLASS_METHOD_NAMES),
        is_property=function.owner is not None and any(_makes_property(name) for name in names),
        is_overload=not _OVERLOAD.isdisjoint(names),
        is_generator=definition is not None and definition.is_generator,
        accessor=accessor,
        decorators=names,
        returned=_returned_parameters(function, program),
        returns_instance=_returns_instance(function, program),
    )


def _makes_property(name: str) -> bool:
    last = name.rsplit(".", 1)[-1].rsplit("::", 1)[-1]
    return last.lower().endswith("property") or last in {"getter", "cached_slot", "reify", "hybrid_property"}


def _returned_expressions(function: Function, program: Program) -> list[Expression]:
    """Return what a function returns; of a choice, each alternative."""
    found: list[Expression] = []
    for statement in program.scopes[function.scope].statements:
        if isinstance(statement, Return):
            found += _alternatives(statement.value)
    return found


def _alternatives(value: Expression) -> tuple[Expression, ...]:
    if isinstance(value, Compound) and value.kind is CompoundKind.CHOICE:
        return value.parts[:2] if value.detail == "if" else value.parts
    return (value,)


def _returned_parameters(function: Function, program: Program) -> frozenset[int]:
    places = {
        parameter.name: index
        for index, parameter in enumerate(function.parameters)
        if not is_spread(parameter)
    }
    returned = [value for value in _returned_expressions(function, program) if isinstance(value, Name)]
    return frozenset(places[value.name] for value in returned if value.name in places)


def close_over_calls(functions: list[FunctionFlow], program: Program, static: StaticNames) -> None:
    """Find the parameters that are returned by way of another function: of `return register(f)`, it is `f`."""
    passing = [
        (number, value)
        for number, function in enumerate(program.functions)
        for value in _returned_expressions(function, program)
        if isinstance(value, Call) and isinstance(value.function, Name)
    ]
    is_changed = True
    while is_changed:
        is_changed = False
        for number, value in passing:
            found = passed_parameters(number, value, functions, program, static)
            if not found <= functions[number].returned:
                functions[number].returned |= found
                is_changed = True


def passed_parameters(
    number: int, value: Call, functions: list[FunctionFlow], program: Program, static: StaticNames
) -> frozenset[int]:
    """Return the parameters of a function that a call gets and gives back as they are."""
    function = program.functions[number]
    places = {parameter.name: index for index, parameter in enumerate(function.parameters)}
    found = set()
    for entity in static.find(function.scope, value.function):
        if entity.kind is EntityKind.FUNCTION:
            for index in functions[entity.number].returned:
                if index < len(value.arguments):
                    argument = value.arguments[index]
                    name = argument.value.name if isinstance(argument.value, Name) else ""
                    if name in places and argument.keyword is None:
                        found.add(places[name])
    return frozenset(found)


def _returns_instance(function: Function, program: Program) -> bool:
    if not function.parameters or function.owner is None:
        return False
    first = function.parameters[0].name
    for value in _returned_expressions(function, program):
        called_value = called(value)
        if called_value is not value and isinstance(called_value, Name) and called_value.name == first:
            return True
    return False


def is_spread(parameter: ParameterFact) -> bool:
    """Whether a parameter takes any number of arguments."""
    return parameter.kind in {ParameterKind.VARIADIC_POSITIONAL, ParameterKind.VARIADIC_KEYWORD}


def is_function_scope(kind: ScopeKind) -> bool:
    """Whether a scope is a function's or a lambda's."""
    return kind in {ScopeKind.FUNCTION, ScopeKind.LAMBDA}


def takes(function: Function, flow: FunctionFlow, call: Call) -> bool:
    """Whether a method can take the arguments of a call through an object."""
    kinds = {parameter.kind for parameter in function.parameters}
    given = [argument for argument in call.arguments if argument.spread is Spread.NONE]
    positional = sum(argument.keyword is None for argument in given)
    names = {parameter.name for parameter in function.parameters}
    has_rest = ParameterKind.VARIADIC_POSITIONAL in kinds
    has_keywords = ParameterKind.VARIADIC_KEYWORD in kinds
    places = [
        parameter
        for parameter in function.parameters[0 if flow.is_static else 1 :]
        if parameter.kind in {ParameterKind.POSITIONAL_ONLY, ParameterKind.POSITIONAL_OR_KEYWORD}
    ]
    keywords = {argument.keyword for argument in given if argument.keyword is not None}
    required = sum(parameter.default is None and parameter.name not in keywords for parameter in places)
    is_spread_out = len(given) < len(call.arguments)
    return (
        (has_rest or positional <= len(places))
        and (has_keywords or keywords <= names)
        and (is_spread_out or positional >= required)
    )
