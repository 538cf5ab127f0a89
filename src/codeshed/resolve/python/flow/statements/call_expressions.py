"""Call expressions.

Turns: `function(arguments)` → the node of its result, and a CallSite.
"""

import msgspec

from codeshed.model.facts.python_facts import Attribute, Call, Literal, Name, Spread
from codeshed.resolve.python.flow.abstract_values import ValueKind
from codeshed.resolve.python.flow.special_methods import ITERATION
from codeshed.resolve.python.flow.statements.constants import TEXT_METHODS, keep_text
from codeshed.resolve.python.flow.statements.name_expressions import use_name
from codeshed.resolve.python.flow.statements.statement_reader import StatementReader
from codeshed.resolve.python.names.sites import CallSite, MemberSite, Usage
from codeshed.resolve.python.tables.function_shapes import EMPTY_NODE


class _Arguments(msgspec.Struct):
    """The nodes of a call's arguments: all of them, and as they are bound to parameters."""

    nodes: list[int] = msgspec.field(default_factory=list)
    positional: list[int] = msgspec.field(default_factory=list)
    starred: list[int] = msgspec.field(default_factory=list)
    keywords: dict[str, int] = msgspec.field(default_factory=dict)
    texts: dict[int, str] = msgspec.field(default_factory=dict)


def read_call(reader: StatementReader, value: Call, scope: int) -> int:
    """`function(arguments)`."""
    function = value.function
    receiver = -1
    if isinstance(function, Attribute):
        receiver = reader.node_of(function.value, scope)
        reader.sites.members.append(MemberSite(scope, function, receiver, Usage.CALL))
        callee = reader.member_node(receiver, function.name)
    elif isinstance(function, Name):
        callee = use_name(reader, function, scope, Usage.CALL)
    else:
        callee = reader.node_of(function, scope)
    arguments = _read_arguments(reader, value, scope)
    declared = reader.type_at(value.begin, value.end)
    typed = reader.typed_node(declared)
    result = EMPTY_NODE
    if typed is None:
        result = reader.graph.add_node()
        reader.add_classes(result, declared)
        reader.origins.callee[result] = callee
    reader.sites.calls.append(CallSite(scope, value, callee, receiver, tuple(arguments.nodes)))
    if (
        not value.arguments
        and isinstance(function, Name)
        and function.name == "super"
        and result != EMPTY_NODE
    ):
        _add_super(reader, scope, result)
    call = reader.calls.new_call(
        tuple(arguments.positional),
        arguments.keywords,
        result,
        texts=arguments.texts,
        starred=tuple(arguments.starred),
    )
    reader.calls.call_node(callee, call)
    if isinstance(function, Attribute) and function.name in TEXT_METHODS:
        keep_text(reader, receiver, result)
    return result if typed is None else typed


def _read_arguments(reader: StatementReader, value: Call, scope: int) -> _Arguments:
    found = _Arguments()
    for argument in value.arguments:
        value_passed = argument.value
        node = reader.node_of(value_passed, scope)
        found.nodes.append(node)
        if argument.spread is Spread.POSITIONAL:
            reader.record_operation(scope, (value_passed.begin, value_passed.end), node, ITERATION)
        if argument.spread is Spread.KEYWORD:
            found.keywords[""] = node
        elif argument.keyword is not None:
            found.keywords[argument.keyword] = node
        else:
            if isinstance(value_passed, Literal) and value_passed.type_name == "str":
                found.texts[len(found.positional)] = value_passed.text or ""
            if argument.spread is Spread.POSITIONAL:
                found.starred.append(len(found.positional))
            found.positional.append(node)
    return found


def _add_super(reader: StatementReader, scope: int, result: int) -> None:
    """Let the result of `super()` be the bases of the enclosing class."""
    state = reader.state
    number = reader.enclosing_class(scope)
    if number is not None:
        method = _method_around(reader, scope)
        is_class_method = method is not None and state.functions[method].is_class_method
        receiver = state.values.class_(number) if is_class_method else state.values.instance(number)
        state.graph.add_value(result, state.values.intern(ValueKind.SUPER, number, receiver=receiver))


def _method_around(reader: StatementReader, scope: int) -> int | None:
    """Return the method that contains a scope."""
    program = reader.state.program
    current = scope
    while current >= 0:
        number = program.function_of_scope.get(current)
        if number is not None and program.functions[number].owner is not None:
            return number
        current = program.scope_parent[current]
    return None
