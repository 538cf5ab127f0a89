"""Signatures: parameters and results as annotations declare them.

Turns: a function → values of its parameter nodes, and which parameters are closed.
"""

from codeshed.model.facts.python_facts import Expression
from codeshed.model.semantic import ParameterKind
from codeshed.resolve.python.flow.abstract_values import ValueKind
from codeshed.resolve.python.flow.statements.statement_reader import StatementReader
from codeshed.resolve.python.flow.type_values import DeclaredValues
from codeshed.resolve.python.tables.function_shapes import EMPTY_NODE, is_variadic


def declare_signature(reader: StatementReader, number: int) -> None:
    """Give each parameter the values that its annotation, or its role as receiver, determines.

    For a function of another file, only which parameters are closed matters here.
    """
    program = reader.state.program
    function = program.functions[number]
    scope = program.scope_parent[function.scope]
    for index in range(len(function.parameters)):
        _declare_parameter(reader, number, index, scope)
    if function.definition is not None and function.definition.returns is not None:
        _declare_result(reader, number, scope, function.definition.returns)


def _declare_parameter(reader: StatementReader, number: int, index: int, scope: int) -> None:
    state = reader.state
    function = state.program.functions[number]
    parameter = function.parameters[index]
    is_own = function.file == state.file
    node = state.variable_node(function.scope, parameter.name) if is_own else EMPTY_NODE
    if is_own:
        reader.origins.open.add(node)
    annotation = parameter.annotation
    type_parameters = () if function.definition is None else function.definition.type_parameters
    declared = (
        None if annotation is None else reader.annotations.read_signature(scope, annotation, type_parameters)
    )
    flow = state.functions[number]
    is_method = function.owner is not None and function.definition is not None and not flow.is_static
    if index == 0 and is_method and not is_variadic(parameter):
        if is_own:
            _declare_receiver(reader, number, node)
        flow.closed_parameters |= 1 << index
    elif parameter.kind is ParameterKind.VARIADIC_POSITIONAL:
        flow.rest = state.rest_of(number)
        if is_own:
            _declare_rest(reader, flow.rest, node, declared)
    elif parameter.kind is ParameterKind.VARIADIC_KEYWORD:
        flow.keywords = state.keywords_of(number)
        if is_own:
            state.graph.add_value(node, flow.keywords)
    else:
        is_closed = declared is not None and reader.is_closed(declared) and bool(declared.values)
        if is_own and declared is not None:
            _declare_values(reader, node, declared)
        if is_closed:
            flow.closed_parameters |= 1 << index


def _declare_receiver(reader: StatementReader, number: int, node: int) -> None:
    state = reader.state
    owner = state.program.functions[number].owner
    if owner is not None:
        is_class = state.functions[number].is_class_method
        state.graph.add_value(node, state.values.class_(owner) if is_class else state.values.instance(owner))
        reader.origins.typed.add(node)


def _declare_rest(reader: StatementReader, rest: int, node: int, declared: DeclaredValues | None) -> None:
    """`*args`: a tuple, whose elements have the annotated type."""
    state = reader.state
    state.graph.add_value(node, rest)
    if declared is not None:
        for value in sorted(declared.values):
            state.graph.add_value(state.container_of(rest).rest, value)


def _declare_values(reader: StatementReader, node: int, declared: DeclaredValues) -> None:
    """Let a parameter hold the values of its annotation."""
    for value in sorted(declared.values):
        reader.graph.add_value(node, value)
    if declared.values and reader.is_closed(declared):
        reader.closed_nodes.add(node)
        reader.origins.typed.add(node)


def _declare_result(reader: StatementReader, number: int, scope: int, returns: Expression) -> None:
    state = reader.state
    flow = state.functions[number]
    definition = state.program.functions[number].definition
    type_parameters = () if definition is None else definition.type_parameters
    declared = reader.annotations.read_signature(scope, returns, type_parameters)
    if not declared.values or not declared.is_exhaustive:
        return
    flow.is_result_closed = reader.is_closed(declared)
    if state.program.functions[number].file != state.file:
        return
    for value in sorted(declared.values):
        if not flow.is_generator:
            state.graph.add_value(state.result_node(number), value)
        elif state.values.kinds[value] is ValueKind.CONTAINER:
            state.graph.add_edge(state.container_of(value).all_items, state.yield_node(number))
