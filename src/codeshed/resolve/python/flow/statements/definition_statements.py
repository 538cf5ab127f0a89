"""Definitions: a function or class, decorated, is bound to its name.

Turns: function and class statements → edges to the variables that hold them.
"""

from codeshed.model.facts import Define, DefinitionFact, Expression, Member, Name
from codeshed.resolve.python.flow.abstract_values import ValueKind
from codeshed.resolve.python.flow.statements.statement_reader import Decorated, Reading, use_type
from codeshed.resolve.python.names.sites import ClassSite, DecoratorSite, DefaultSite
from codeshed.resolve.python.names.static_names import EntityKind, called

# fmt: off
_CALLABLES = frozenset({
    ValueKind.FUNCTION, ValueKind.CLASS, ValueKind.INSTANCE, ValueKind.BOUND, ValueKind.PARTIAL, ValueKind.CONTAINER,
})
_UNKNOWN_DECORATORS = frozenset({
    ValueKind.EXTERNAL, ValueKind.EXTERNAL_INSTANCE, ValueKind.OPAQUE, ValueKind.CONTAINER_METHOD,
})
# fmt: on


def read_define(reading: Reading, statement: Define, scope: int) -> None:
    """A function or class statement."""
    program = reading.state.program
    file = program.scope_file[scope]
    known = program.entity_of_definition.get((file, statement.definition))
    if known is None:
        return
    definition = program.files[file].facts.definitions[statement.definition]
    is_class, number = known
    if is_class:
        _read_class(reading, definition, number, scope)
    else:
        _read_function(reading, definition, number, scope)


def _read_class(reading: Reading, definition: DefinitionFact, number: int, scope: int) -> None:
    value = reading.values.class_(number)
    reading.sites.classes.append(ClassSite(scope, number))
    for argument in definition.bases:
        reading.node(argument.value, scope)
    node = reading.state.constant(value)
    variable = reading.variable(definition.name, scope)
    for decorator in reversed(definition.decorators):
        # What decorates a class gives it back, but for rare exceptions; what decorates a function often does not.
        _decorate(reading, decorator, node, scope, definition)
    reading.graph.add_edge(node, variable)


def _read_function(reading: Reading, definition: DefinitionFact, number: int, scope: int) -> None:
    flow = reading.state.functions[number]
    value = reading.values.function(number)
    _read_signature(reading, definition, number, scope)
    if flow.is_overload:
        return
    node = reading.state.constant(value)
    variable = reading.variable(definition.name, scope)
    if flow.accessor:
        for decorator in definition.decorators:
            reading.node(decorator, scope)
        return
    for decorator in reversed(definition.decorators):
        node = _decorate(reading, decorator, node, scope, definition)
    reading.graph.add_edge(node, variable)
    if definition.decorators:
        reading.decorated.append(Decorated(node, value, variable))


def _read_signature(reading: Reading, definition: DefinitionFact, number: int, scope: int) -> None:
    """Read the annotations and defaults of a function."""
    own_scope = reading.state.program.functions[number].scope
    for parameter in definition.parameters:
        if parameter.annotation is not None:
            use_type(reading, parameter.annotation, scope, own_scope)
        if parameter.default is not None:
            default = reading.node(parameter.default, scope)
            reading.sites.defaults.append(DefaultSite(parameter.default, own_scope))
            node = reading.state.variable(own_scope, parameter.name)
            if node not in reading.closed:
                reading.graph.add_edge(default, node)
                reading.origins.open.add(node)
    if definition.returns is not None:
        use_type(reading, definition.returns, scope, own_scope)


def _decorate(
    reading: Reading, decorator: Expression, node: int, scope: int, definition: DefinitionFact
) -> int:
    """Return the node of what a decorator makes of a function or class."""
    applied = reading.node(decorator, scope)
    owner = reading.state.program.scope_owner[reading.scope_number(definition.scope)]
    reading.sites.decorators.append(DecoratorSite(scope, decorator, owner, applied))
    result = reading.graph.add_node()
    reading.graph.listen(applied, _apply, reading, node, result)
    _register(reading, decorator, node, scope)
    return result


def _register(reading: Reading, decorator: Expression, node: int, scope: int) -> None:
    """`@area.register` gives the function `area`, which dispatches on types, one more implementation."""
    value = called(decorator)
    if not isinstance(value, Member) or value.name != "register" or not isinstance(value.value, Name):
        return
    state = reading.state
    for entity in state.static.find(scope, value.value):
        if (
            entity.kind is EntityKind.FUNCTION
            and "functools.singledispatch" in state.functions[entity.number].decorators
        ):
            function = state.program.functions[entity.number]
            outer = state.program.scope_parent[function.scope]
            reading.graph.add_edge(node, state.variable(outer, function.name))


def _apply(reading: Reading, node: int, result: int, decorator: int) -> None:
    """Call a decorator; one outside the project is taken to give back what it is given."""
    if reading.values.kinds[decorator] in _UNKNOWN_DECORATORS:
        reading.graph.add_edge(node, result)
        return
    made = reading.graph.add_node()
    reading.calls.call_value(reading.calls.new_call((node,), {}, made), decorator)
    reading.graph.listen(made, _keep_made, reading, result, decorator)


def _keep_made(reading: Reading, result: int, decorator: int, value: int) -> None:
    """A decorator that may be used without arguments gives itself back with them, but not once it has a function."""
    if reading.values.kinds[value] is not ValueKind.PARTIAL or not _is_decorator_again(
        reading, decorator, value
    ):
        reading.graph.add_value(result, value)


def _is_decorator_again(reading: Reading, decorator: int, partial_value: int) -> bool:
    """Whether a partial calls the decorator that made it."""
    callees = reading.graph.values(reading.calls.partial_callee(partial_value))
    if reading.values.kinds[decorator] is ValueKind.PARTIAL:
        again = reading.graph.values(reading.calls.partial_callee(decorator))
        return any(callee in callees for callee in again)
    return decorator in callees


def complete_decorated(reading: Reading) -> bool:
    """Let what unknown decorators leave behind be what they were given; return whether that was needed."""
    is_changed = False
    for each in reading.decorated:
        held = reading.graph.values(each.node)
        if not any(reading.values.kinds[value] in _CALLABLES for value in held):
            reading.graph.add_value(each.variable, each.value)
            is_changed = True
    return is_changed
