"""Calls that are written as such.

Turns: `function(arguments)` → the node of its result.
"""

import msgspec

from codeshed.model.facts import Call, Literal, Member, Name, Spread
from codeshed.resolve.python.flow.abstract_values import ValueKind
from codeshed.resolve.python.flow.special_methods import ITERATION
from codeshed.resolve.python.flow.statements.constants import TEXT_METHODS, keep_text
from codeshed.resolve.python.flow.statements.name_expressions import use_name
from codeshed.resolve.python.flow.statements.statement_reader import Reading
from codeshed.resolve.python.names.sites import CallSite, MemberSite, Usage
from codeshed.resolve.python.tables.function_shapes import EMPTY_NODE


class _Arguments(msgspec.Struct):
    """The nodes of a call's arguments: all of them, and as a function takes them."""

    nodes: list[int] = msgspec.field(default_factory=list)
    positional: list[int] = msgspec.field(default_factory=list)
    starred: list[int] = msgspec.field(default_factory=list)
    keywords: dict[str, int] = msgspec.field(default_factory=dict)
    texts: dict[int, str] = msgspec.field(default_factory=dict)


def read_call(reading: Reading, value: Call, scope: int) -> int:
    """`function(arguments)`."""
    function = value.function
    receiver = -1
    if isinstance(function, Member):
        receiver = reading.node(function.value, scope)
        reading.sites.members.append(MemberSite(scope, function, receiver, Usage.CALL))
        callee = reading.member_of(receiver, function.name)
    elif isinstance(function, Name):
        callee = use_name(reading, function, scope, Usage.CALL)
    else:
        callee = reading.node(function, scope)
    arguments = _read_arguments(reading, value, scope)
    typed = reading.typed_node(reading.type_at(value.begin, value.end))
    result = EMPTY_NODE
    if typed is None:
        result = reading.graph.add_node()
        reading.origins.callee[result] = callee
    reading.sites.calls.append(CallSite(scope, value, callee, receiver, tuple(arguments.nodes)))
    if (
        not value.arguments
        and isinstance(function, Name)
        and function.name == "super"
        and result != EMPTY_NODE
    ):
        _add_super(reading, scope, result)
    call = reading.calls.new_call(
        tuple(arguments.positional),
        arguments.keywords,
        result,
        texts=arguments.texts,
        starred=tuple(arguments.starred),
    )
    reading.calls.call(callee, call)
    if isinstance(function, Member) and function.name in TEXT_METHODS:
        keep_text(reading, receiver, result)
    return result if typed is None else typed


def _read_arguments(reading: Reading, value: Call, scope: int) -> _Arguments:
    found = _Arguments()
    for argument in value.arguments:
        given = argument.value
        node = reading.node(given, scope)
        found.nodes.append(node)
        if argument.spread is Spread.POSITIONAL:
            reading.operation(scope, (given.begin, given.end), node, ITERATION)
        if argument.spread is Spread.KEYWORD:
            found.keywords[""] = node
        elif argument.keyword is not None:
            found.keywords[argument.keyword] = node
        else:
            if isinstance(given, Literal) and given.type_name == "str":
                found.texts[len(found.positional)] = given.text or ""
            if argument.spread is Spread.POSITIONAL:
                found.starred.append(len(found.positional))
            found.positional.append(node)
    return found


def _add_super(reading: Reading, scope: int, result: int) -> None:
    """Let the result of `super()` be what the class around it inherits."""
    state = reading.state
    number = reading.class_around(scope)
    if number is not None:
        method = _method_around(reading, scope)
        is_class_method = method is not None and state.functions[method].is_class_method
        receiver = state.values.class_(number) if is_class_method else state.values.instance(number)
        state.graph.add_value(result, state.values.get(ValueKind.SUPER, number, receiver=receiver))


def _method_around(reading: Reading, scope: int) -> int | None:
    """Return the method that a scope lies in."""
    program = reading.state.program
    current = scope
    while current >= 0:
        number = program.function_of_scope.get(current)
        if number is not None and program.functions[number].owner is not None:
            return number
        current = program.scope_parent[current]
    return None
