"""Function and class statements: decorators are applied, the result is bound to the name.

Turns: definitions → edges to the variables that hold them.
"""

from codeshed.model.facts.python_facts import Attribute, Call, Define, DefinitionFact, Expression, Name
from codeshed.resolve.python.flow.abstract_values import ValueKind
from codeshed.resolve.python.flow.statements.statement_reader import (
    DecoratedFunction,
    StatementReader,
    record_type_uses,
)
from codeshed.resolve.python.names.sites import CallSite, ClassSite, DecoratorSite, DefaultSite
from codeshed.resolve.python.names.static_names import ReferentKind, callee_expression

# fmt: off
_CALLABLES = frozenset({
    ValueKind.FUNCTION, ValueKind.CLASS, ValueKind.INSTANCE, ValueKind.BOUND, ValueKind.PARTIAL, ValueKind.CONTAINER,
})
_UNKNOWN_DECORATORS = frozenset({
    ValueKind.EXTERNAL, ValueKind.EXTERNAL_INSTANCE, ValueKind.OPAQUE, ValueKind.CONTAINER_METHOD,
})
# fmt: on
_NOT_DISPATCHED = frozenset(
    {"__init__", "__new__", "__init_subclass__", "__class_getitem__", "__post_init__"}
)


def read_define(reader: StatementReader, statement: Define, scope: int) -> None:
    """A function or class statement."""
    program = reader.state.program
    file = program.scope_file[scope]
    known = program.number_by_definition.get((file, statement.definition))
    if known is None:
        return
    definition = program.files[file].facts.definitions[statement.definition]
    is_class, number = known
    if is_class:
        _read_class(reader, definition, number, scope)
    else:
        _read_function(reader, definition, number, scope)


def _read_class(reader: StatementReader, definition: DefinitionFact, number: int, scope: int) -> None:
    value = reader.values.class_(number)
    reader.sites.classes.append(ClassSite(scope, number))
    for argument in definition.bases:
        reader.node_of(argument.value, scope)
    node = reader.state.constant_node(value)
    variable = reader.variable_node(definition.name, scope)
    for decorator in reversed(definition.decorators):
        # Class decorators nearly always return the class itself; function decorators often do not.
        _decorate(reader, decorator, node, scope, definition)
    reader.graph.add_edge(node, variable)


def _read_function(reader: StatementReader, definition: DefinitionFact, number: int, scope: int) -> None:
    flow = reader.state.functions[number]
    value = reader.values.function(number)
    _read_signature(reader, definition, number, scope)
    _join_overridden(reader, number)
    node = reader.state.constant_node(value)
    if flow.is_overload:
        for decorator in definition.decorators:
            _read_decorator(reader, decorator, scope, definition)
        return
    variable = reader.variable_node(definition.name, scope)
    if flow.accessor:
        for decorator in definition.decorators:
            if isinstance(decorator, Attribute) and decorator.name == flow.accessor:
                reader.node_of(decorator, scope)
            else:
                _read_decorator(reader, decorator, scope, definition)
        return
    for decorator in reversed(definition.decorators):
        node = _decorate(reader, decorator, node, scope, definition)
    if flow.is_property and flow.is_wrapped:
        node = _property_of(reader, node)
    reader.graph.add_edge(node, variable)
    if definition.decorators:
        reader.decorated.append(DecoratedFunction(node, value, variable))


def _property_of(reader: StatementReader, getter: int) -> int:
    """Return the node of a property that calls what another decorator made of a method."""
    made = reader.state.new_property()
    reader.graph.add_edge(getter, reader.state.item_node(reader.state.container_of(made), 0))
    return reader.state.constant_node(made)


def _join_overridden(reader: StatementReader, number: int) -> None:
    """What is passed to a method may be passed to its overrides; what a method returns that itself returns nothing, they do.

    Whoever calls a constructor means the one of its class.
    """
    state = reader.state
    function = state.program.functions[number]
    if function.owner is None or function.name in _NOT_DISPATCHED:
        return
    owner = reader.calls.members.find_defining_class(function.owner, function.name, after=function.owner)
    if owner is None:
        return
    flow = state.functions[number]
    scope = state.program.classes[owner].scope
    for referent in state.static.resolve_in_scope(scope, function.name):
        if referent.kind is not ReferentKind.FUNCTION:
            continue
        overridden = state.functions[referent.number]
        if overridden.is_overload or overridden.accessor or overridden.is_static is not flow.is_static:
            continue
        for source, target in zip(overridden.positional[1:], flow.positional[1:], strict=False):
            if flow.is_open(target):
                reader.graph.add_edge(
                    state.parameter_node(referent.number, source), state.parameter_node(number, target)
                )
        if not overridden.is_result_closed:
            reader.graph.add_edge(state.result_node(number), state.result_node(referent.number))


def _read_signature(reader: StatementReader, definition: DefinitionFact, number: int, scope: int) -> None:
    """Read the annotations and defaults of a function."""
    own_scope = reader.state.program.functions[number].scope
    for parameter in definition.parameters:
        if parameter.annotation is not None:
            record_type_uses(reader, parameter.annotation, scope, own_scope)
        if parameter.default is not None:
            default = reader.node_of(parameter.default, scope)
            reader.sites.defaults.append(DefaultSite(parameter.default, own_scope))
            node = reader.state.variable_node(own_scope, parameter.name)
            if node not in reader.closed_nodes:
                reader.graph.add_edge(default, node)
                reader.origins.open.add(node)
    if definition.returns is not None:
        record_type_uses(reader, definition.returns, scope, own_scope)


def _decorate(
    reader: StatementReader, decorator: Expression, node: int, scope: int, definition: DefinitionFact
) -> int:
    """Return the node of what a decorator returns for a function or class."""
    applied = _read_decorator(reader, decorator, scope, definition)
    result = reader.graph.add_node()
    reader.graph.listen(applied, _apply, reader, node, result)
    _register(reader, decorator, node, scope)
    return result


def _read_decorator(
    reader: StatementReader, decorator: Expression, scope: int, definition: DefinitionFact
) -> int:
    """Return the node of what is applied to the definition, and record the decorator."""
    n_calls, n_members = len(reader.sites.calls), len(reader.sites.members)
    applied = reader.node_of(decorator, scope)
    call = next((each for each in reader.sites.calls[n_calls:] if each.call is decorator), None)
    if call is None:
        members = reader.sites.members[n_members:]
        receiver = next((each.receiver for each in members if each.member is decorator), -1)
        application = Call(decorator.begin, decorator.end, decorator, ())
        call = CallSite(scope, application, applied, receiver, ())
    owner = reader.state.program.scope_symbol[reader.scope_number(definition.scope)]
    reader.sites.decorators.append(DecoratorSite(scope, decorator, owner, applied, call))
    return applied


def _register(reader: StatementReader, decorator: Expression, node: int, scope: int) -> None:
    """`@area.register` adds an implementation to `area`, a function of `functools.singledispatch`."""
    value = callee_expression(decorator)
    if not isinstance(value, Attribute) or value.name != "register" or not isinstance(value.value, Name):
        return
    state = reader.state
    for referent in state.static.resolve(scope, value.value):
        if (
            referent.kind is ReferentKind.FUNCTION
            and "functools.singledispatch" in state.functions[referent.number].decorators
        ):
            function = state.program.functions[referent.number]
            outer = state.program.scope_parent[function.scope]
            reader.graph.add_edge(node, state.variable_node(outer, function.name))


def _apply(reader: StatementReader, node: int, result: int, decorator: int) -> None:
    """Call a decorator; an external one is taken to return its argument."""
    if reader.values.kinds[decorator] in _UNKNOWN_DECORATORS:
        reader.graph.add_edge(node, result)
        return
    decorated = reader.graph.add_node()
    reader.calls.call_value(reader.calls.new_call((node,), {}, decorated), decorator)
    reader.graph.listen(decorated, _keep_unless_decorator, reader, result, decorator)


def _keep_unless_decorator(reader: StatementReader, result: int, decorator: int, value: int) -> None:
    """Drop a partial of the decorator itself.

    A decorator that may be used without arguments returns such a partial when called with arguments only, but not
    when it is passed a function.
    """
    if reader.values.kinds[value] is not ValueKind.PARTIAL or not _is_decorator_again(
        reader, decorator, value
    ):
        reader.graph.add_value(result, value)


def _is_decorator_again(reader: StatementReader, decorator: int, partial_value: int) -> bool:
    """Whether a partial calls the decorator that made it."""
    callees = reader.graph.values(reader.calls.partial_callee(partial_value))
    if reader.values.kinds[decorator] is ValueKind.PARTIAL:
        callees_of_decorator = reader.graph.values(reader.calls.partial_callee(decorator))
        return any(callee in callees for callee in callees_of_decorator)
    return decorator in callees


def complete_decorated(reader: StatementReader) -> bool:
    """Bind functions to their names whose decorators returned nothing callable; return whether there are any."""
    is_changed = False
    for each in reader.decorated:
        decorated_values = reader.graph.values(each.node)
        if not any(reader.values.kinds[value] in _CALLABLES for value in decorated_values):
            reader.graph.add_value(each.variable, each.value)
            is_changed = True
    return is_changed
