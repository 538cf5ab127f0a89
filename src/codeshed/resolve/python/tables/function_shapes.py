"""What binding a call needs to know of a function: how it is decorated, its parameters, what it returns unchanged.

Turns: Program → FunctionShape for each function that is looked up.
"""

from collections.abc import Mapping

import msgspec

from codeshed.model.facts.python_facts import (
    Attribute,
    Call,
    Compound,
    CompoundKind,
    Expression,
    Name,
    ParameterFact,
    Return,
    Spread,
    Walrus,
)
from codeshed.model.semantic import ParameterKind
from codeshed.resolve.python.names.interface_trace import InterfaceKey
from codeshed.resolve.python.names.program import Function, Program
from codeshed.resolve.python.names.static_names import ReferentKind, StaticNames, callee_expression

_STATIC = frozenset({"builtins.staticmethod", "abc.abstractstaticmethod"})
_CLASS_METHOD = frozenset({"builtins.classmethod", "abc.abstractclassmethod"})
_OVERLOAD = frozenset({"typing.overload", "typing_extensions.overload"})
_CLASS_METHOD_NAMES = frozenset({"__new__", "__init_subclass__", "__class_getitem__"})

EMPTY_NODE = 0
"""The node of the flow graph that never holds a value; used where values need not be followed."""


class FunctionShape(msgspec.Struct):
    """A function as its definition alone describes it."""

    is_static: bool = False
    is_class_method: bool = False
    is_property: bool = False
    is_overload: bool = False
    is_generator: bool = False
    accessor: str = ""
    decorators: tuple[str, ...] = ()
    returned: frozenset[int] = frozenset()
    """The parameters that are returned unchanged."""
    returns_instance: bool = False
    """Whether an instance of the first parameter is returned, as by alternative constructors."""
    positional: tuple[int, ...] = ()
    """The indexes of the parameters that accept positional arguments."""


class FunctionFlow(msgspec.Struct, gc=False):
    """A function in the flow graph of one file: its shape, and the nodes of its results."""

    number: int
    is_static: bool
    is_class_method: bool
    is_property: bool
    is_overload: bool
    is_generator: bool
    accessor: str
    decorators: tuple[str, ...]
    returned: frozenset[int]
    returns_instance: bool
    positional: tuple[int, ...]
    result: int = EMPTY_NODE
    """The node of what it returns, EMPTY_NODE until it is needed."""
    yields: int = EMPTY_NODE
    """The node of what it yields, EMPTY_NODE until it is needed."""
    closed_parameters: int = 0
    """A bit set of the closed parameters: their declared type is exhaustive, so arguments do not flow in."""
    rest: int | None = None
    """The container of `*args`."""
    keywords: int | None = None
    """The container of `**kwargs`."""
    is_result_closed: bool = False

    @property
    def is_wrapped(self) -> bool:
        """Whether a function of the project decorates it, within what makes it a property or the like."""
        return "::" not in self.decorators[0] and any("::" in each for each in self.decorators[1:])

    def is_open(self, index: int) -> bool:
        """Whether arguments flow into a parameter."""
        return not self.closed_parameters >> index & 1


def _decorator_names(function: Function, program: Program, static: StaticNames) -> tuple[str, ...]:
    """Return the decorators of a function: symbols of the project's own, dotted names of externals, else last names."""
    names = []
    if function.definition is None:
        return ()
    scope = program.scope_parent[function.scope]
    for decorator in function.definition.decorators:
        value = callee_expression(decorator)
        referents = static.resolve(scope, value)
        external = [referent.name for referent in referents if referent.kind is ReferentKind.EXTERNAL]
        own = [
            program.functions[referent.number].symbol
            if referent.kind is ReferentKind.FUNCTION
            else program.classes[referent.number].symbol
            for referent in referents
            if referent.kind in {ReferentKind.FUNCTION, ReferentKind.CLASS}
        ]
        last = value.name if isinstance(value, Name | Attribute | Walrus) else ""
        names += own[:1] or external[:1] or [last]
    return tuple(names)


_MemoizedShape = tuple[FunctionShape, tuple[InterfaceKey, ...]]
_MemoizedReturns = tuple[frozenset[int], tuple[InterfaceKey, ...]]


class FunctionShapes:
    """The shapes of all functions, each found when it is first looked up."""

    def __init__(self, program: Program, static: StaticNames) -> None:
        self._program = program
        self._static = static
        self._shapes: dict[int, _MemoizedShape] = {}
        self._returned: dict[int, _MemoizedReturns] = {}

    def __getitem__(self, number: int) -> FunctionShape:
        """Return the shape of a function."""
        known = self._shapes.get(number)
        if known is None:
            function = self._program.functions[number]
            with self._program.tracker.collect() as collecting:
                shape = _describe(function, self._program, self._static)
                shape.returned = self._returned_by(number)
            collecting.keys.add(self._program.scope_interface_key[function.scope])
            known = self._shapes[number] = (shape, tuple(collecting.keys))
        self._program.tracker.current.keys.update(known[1])
        return known[0]

    def new_flow(self, number: int) -> FunctionFlow:
        """Return a function for the flow graph; what its signature declares is filled in later."""
        shape = self[number]
        return FunctionFlow(
            number=number,
            is_static=shape.is_static,
            is_class_method=shape.is_class_method,
            is_property=shape.is_property,
            is_overload=shape.is_overload,
            is_generator=shape.is_generator,
            accessor=shape.accessor,
            decorators=shape.decorators,
            returned=shape.returned,
            returns_instance=shape.returns_instance,
            positional=shape.positional,
        )

    def _returned_by(self, number: int) -> frozenset[int]:
        """Find the parameters that are returned, also through other functions: `f` for `return register(f)`."""
        if number in self._returned:
            self._program.tracker.current.keys.update(self._returned[number][1])
            return self._returned[number][0]
        with self._program.tracker.collect() as collecting:
            found = self._find_returned(number)
        own = (self._program.scope_interface_key[self._program.functions[each].scope] for each in found)
        interface_keys = tuple({*collecting.keys, *own})
        self._returned.update({each: (returned, interface_keys) for each, returned in found.items()})
        self._program.tracker.current.keys.update(interface_keys)
        return found[number]

    def _find_returned(self, number: int) -> dict[int, frozenset[int]]:
        """Compute the returned parameters of a function and of those that it passes parameters to, as a fixpoint."""
        passing: dict[int, list[Call]] = {}
        pending = [number]
        while pending:
            current = pending.pop()
            if current in passing or current in self._returned:
                continue
            passing[current] = _passing_calls(self._program.functions[current], self._program)
            for call in passing[current]:
                pending += self._called_functions(current, call)
        found = {each: _returned_parameters(self._program.functions[each], self._program) for each in passing}
        is_changed = True
        while is_changed:
            is_changed = False
            for each, calls in passing.items():
                more = frozenset(
                    index for call in calls for index in self.passed_parameters(each, call, found)
                )
                if not more <= found[each]:
                    found[each] |= more
                    is_changed = True
        return found

    def _called_functions(self, number: int, call: Call) -> list[int]:
        scope = self._program.functions[number].scope
        if isinstance(call.function, Name) and call.function.name in self._program.scope_bound_names[scope]:
            # An interface has all definitions within a function, but not its other bindings.
            return self._functions_within(scope, call.function.name)
        return [
            referent.number
            for referent in self._static.resolve(scope, call.function)
            if referent.kind is ReferentKind.FUNCTION
        ]

    def _functions_within(self, scope: int, name: str) -> list[int]:
        """Return the functions with a name in the body of another function."""
        program = self._program
        return [
            number
            for number in program.functions_of(program.scope_file[scope])
            if program.functions[number].name == name
            and program.functions[number].definition is not None
            and program.scope_parent[program.functions[number].scope] == scope
        ]

    def passed_parameters(
        self, number: int, call: Call, returned: Mapping[int, frozenset[int]] | None = None
    ) -> frozenset[int]:
        """Return the parameters of a function that it passes to a call and that the callee returns unchanged."""
        function = self._program.functions[number]
        index_by_parameter = {parameter.name: index for index, parameter in enumerate(function.parameters)}
        found = set()
        for callee in self._called_functions(number, call):
            is_open = returned is not None and callee in returned
            known = returned[callee] if is_open and returned is not None else self._returned_by(callee)
            for index in known:
                if index < len(call.arguments):
                    argument = call.arguments[index]
                    name = argument.value.name if isinstance(argument.value, Name) else ""
                    if name in index_by_parameter and argument.keyword is None:
                        found.add(index_by_parameter[name])
        return frozenset(found)


def _describe(function: Function, program: Program, static: StaticNames) -> FunctionShape:
    """Return how a function is bound."""
    names = _decorator_names(function, program, static)
    definition = function.definition
    accessor = ""
    if definition is not None:
        last = definition.qualified_name.split("#", 1)[0].rsplit(".", 1)[-1]
        accessor = last if last != definition.name and last in {"setter", "deleter"} else ""
    return FunctionShape(
        is_static=not _STATIC.isdisjoint(names),
        is_class_method=not _CLASS_METHOD.isdisjoint(names)
        or (function.owner is not None and function.name in _CLASS_METHOD_NAMES),
        is_property=function.owner is not None and any(_makes_property(name) for name in names),
        is_overload=not _OVERLOAD.isdisjoint(names),
        is_generator=definition is not None and definition.is_generator,
        accessor=accessor,
        decorators=names,
        returns_instance=_returns_instance(function, program),
        positional=tuple(
            index
            for index, parameter in enumerate(function.parameters)
            if not is_variadic(parameter) and parameter.kind is not ParameterKind.KEYWORD_ONLY
        ),
    )


def _makes_property(name: str) -> bool:
    last = name.rsplit(".", 1)[-1].rsplit("::", 1)[-1]
    return last.lower().endswith("property") or last in {"getter", "cached_slot", "reify", "hybrid_property"}


def _returned_expressions(function: Function, program: Program) -> list[Expression]:
    """Return the expressions that a function returns; for a conditional expression, each alternative."""
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
    index_by_parameter = {
        parameter.name: index
        for index, parameter in enumerate(function.parameters)
        if not is_variadic(parameter)
    }
    returned = [value for value in _returned_expressions(function, program) if isinstance(value, Name)]
    return frozenset(index_by_parameter[value.name] for value in returned if value.name in index_by_parameter)


def _passing_calls(function: Function, program: Program) -> list[Call]:
    """Return the calls of bare names whose results a function returns."""
    return [
        value
        for value in _returned_expressions(function, program)
        if isinstance(value, Call) and isinstance(value.function, Name)
    ]


def _returns_instance(function: Function, program: Program) -> bool:
    if not function.parameters or function.owner is None:
        return False
    first = function.parameters[0].name
    for value in _returned_expressions(function, program):
        called_value = callee_expression(value)
        if called_value is not value and isinstance(called_value, Name) and called_value.name == first:
            return True
    return False


def is_variadic(parameter: ParameterFact) -> bool:
    """Whether a parameter is `*args` or `**kwargs`."""
    return parameter.kind in {ParameterKind.VARIADIC_POSITIONAL, ParameterKind.VARIADIC_KEYWORD}


def index_by_name(function: Function, name: str) -> int | None:
    """Return the index of the parameter that accepts a keyword argument."""
    found = None
    for index, parameter in enumerate(function.parameters):
        is_named = parameter.name == name and parameter.kind is not ParameterKind.POSITIONAL_ONLY
        if is_named and not is_variadic(parameter):
            found = index
    return found


def accepts_call(function: Function, flow: FunctionFlow, call: Call) -> bool:
    """Whether a method, called on an instance, accepts the arguments of a call."""
    kinds = {parameter.kind for parameter in function.parameters}
    not_unpacked = [argument for argument in call.arguments if argument.spread is Spread.NONE]
    positional = sum(argument.keyword is None for argument in not_unpacked)
    names = {parameter.name for parameter in function.parameters}
    has_rest = ParameterKind.VARIADIC_POSITIONAL in kinds
    has_keywords = ParameterKind.VARIADIC_KEYWORD in kinds
    positional_parameters = [
        parameter
        for parameter in function.parameters[0 if flow.is_static else 1 :]
        if parameter.kind in {ParameterKind.POSITIONAL_ONLY, ParameterKind.POSITIONAL_OR_KEYWORD}
    ]
    keywords = {argument.keyword for argument in not_unpacked if argument.keyword is not None}
    required = sum(
        parameter.default is None and parameter.name not in keywords for parameter in positional_parameters
    )
    has_unpacked = len(not_unpacked) < len(call.arguments)
    return (
        (has_rest or positional <= len(positional_parameters))
        and (has_keywords or keywords <= names)
        and (has_unpacked or positional >= required)
    )
