"""Assignments: values flow into variables, fields and items, also by unpacking.

Turns: `targets = value` and `del targets` → edges to the nodes of the targets.
"""

from codeshed.model.facts.python_facts import (
    Assign,
    Attribute,
    Compound,
    CompoundKind,
    Delete,
    Expression,
    Name,
    Subscript,
)
from codeshed.resolve.python.flow.abstract_values import ValueKind
from codeshed.resolve.python.flow.iteration import iterate, put_item, take_item
from codeshed.resolve.python.flow.special_methods import HASH, ITERATION, augmented_methods
from codeshed.resolve.python.flow.statements.constants import constant_key
from codeshed.resolve.python.flow.statements.name_expressions import use_member
from codeshed.resolve.python.flow.statements.statement_reader import StatementReader, record_type_uses
from codeshed.resolve.python.flow.value_members import AttributeLookup
from codeshed.resolve.python.names.sites import MemberSite, Usage
from codeshed.resolve.python.tables.function_shapes import EMPTY_NODE

_N_NEAR = 4
"""How many of the last attribute sites are searched for the one whose object is mutated."""


def read_assign(reader: StatementReader, statement: Assign, scope: int) -> None:
    """`targets = value`."""
    if statement.operator is not None:
        _read_augmented(reader, statement, scope)
        return
    if statement.annotation is not None:
        _declare(reader, statement.targets, statement.annotation, scope)
    calls = reader.sites.calls
    n_calls = len(calls)
    node = EMPTY_NODE if statement.value is None else reader.node_of(statement.value, scope)
    if len(calls) > n_calls and calls[-1].call is statement.value and len(statement.targets) == 1:
        calls[-1].assigned_to = statement.targets[0]
    for target in statement.targets:
        store(reader, target, node, scope, is_bare=statement.value is None)


def _declare(
    reader: StatementReader, targets: tuple[Expression, ...], annotation: Expression, scope: int
) -> None:
    """Let variables and fields hold the values of their annotation."""
    record_type_uses(reader, annotation, scope, scope)
    declared = reader.annotations.read(scope, annotation)
    for target in targets:
        node = _target_node(reader, target, scope)
        if node is not None and declared.values:
            for value in sorted(declared.values):
                reader.graph.add_value(node, value)
            if reader.is_closed(declared):
                reader.closed_nodes.add(node)
                reader.origins.typed.add(node)


def _target_node(reader: StatementReader, target: Expression, scope: int) -> int | None:
    if isinstance(target, Name):
        return reader.variable_node(target.name, scope)
    if isinstance(target, Attribute):
        number = _receiver_class(reader, target.value, scope)
        return None if number is None else reader.state.field_node(number, target.name)
    return None


def _receiver_class(reader: StatementReader, value: Expression, scope: int) -> int | None:
    """Return the class if an expression is the first parameter of one of its methods: `self`."""
    if not isinstance(value, Name):
        return None
    state = reader.state
    owner = state.names.find_binding_scope(scope, value.name)
    number = None if owner is None else state.program.function_of_scope.get(owner)
    if number is None:
        return None
    function = state.program.functions[number]
    flow = state.functions[number]
    is_first = bool(function.parameters) and function.parameters[0].name == value.name
    return function.owner if is_first and not flow.is_static and not flow.is_class_method else None


def _read_augmented(reader: StatementReader, statement: Assign, scope: int) -> None:
    """`target += value`."""
    target, value = statement.targets[0], statement.value
    if value is None:
        return
    source = reader.node_of(value, scope)
    target_node = reader.node_of(target, scope)
    _record_change(reader, target, scope)
    if isinstance(target, Name):
        reader.origins.open.add(reader.variable_node(target.name, scope))
    methods = augmented_methods(statement.operator or "")
    if methods:
        reader.record_operation(scope, (target.begin, value.end), target_node, methods)
    reader.graph.listen(target_node, _extend, reader, source)


def _extend(reader: StatementReader, source: int, value: int) -> None:
    if reader.values.kinds[value] is ValueKind.CONTAINER:
        iterate(reader.calls, source, reader.state.container_of(value).rest)


def _record_change(reader: StatementReader, target: Expression, scope: int) -> None:
    """Record that a target is read and written."""
    sites = reader.sites
    if isinstance(target, Name):
        reader.mark_assigned(target.name, scope)
        reader.record_name(scope, target, Usage.CHANGE)
    elif isinstance(target, Attribute):
        is_last = bool(sites.members) and sites.members[-1].member is target
        receiver = sites.members[-1].receiver if is_last else reader.node_of(target.value, scope)
        sites.members.append(MemberSite(scope, target, receiver, Usage.CHANGE))
    elif isinstance(target, Subscript):
        receiver = reader.node_of(target.value, scope)
        reader.record_operation(scope, (target.begin, target.end), receiver, ("__setitem__",))
        _record_mutation(reader, target.value, scope)


def _record_mutation(reader: StatementReader, value: Expression, scope: int) -> None:
    """Record that the object of a variable or field is mutated."""
    sites = reader.sites
    while isinstance(value, Subscript):
        value = value.value
    if isinstance(value, Name):
        reader.record_name(scope, value, Usage.MUTATE)
    elif isinstance(value, Attribute):
        known = [site for site in sites.members[-_N_NEAR:] if site.member is value]
        if known:
            sites.members.append(MemberSite(scope, value, known[0].receiver, Usage.MUTATE))


def store(
    reader: StatementReader, target: Expression, node: int, scope: int, *, is_bare: bool = False
) -> None:
    """Let a node flow into the target of an assignment; `is_bare` targets are only declared, `x: int`."""
    if isinstance(target, Name):
        _store_name(reader, target, node, scope, is_bare=is_bare)
    elif isinstance(target, Attribute):
        _store_member(reader, target, node, scope, is_bare=is_bare)
    elif isinstance(target, Subscript):
        _store_item(reader, target, node, scope)
    elif isinstance(target, Compound):
        _unpack(reader, target, node, scope)


def _store_name(reader: StatementReader, target: Name, node: int, scope: int, *, is_bare: bool) -> None:
    reader.mark_assigned(target.name, scope)
    if not is_bare:
        reader.record_name(scope, target, Usage.STORE)
    variable = reader.variable_node(target.name, scope)
    if variable not in reader.closed_nodes:
        reader.graph.add_edge(node, variable)
        reader.origins.store(node, variable)


def _store_member(
    reader: StatementReader, target: Attribute, node: int, scope: int, *, is_bare: bool
) -> None:
    receiver = reader.node_of(target.value, scope)
    if not is_bare:
        reader.sites.members.append(MemberSite(scope, target, receiver, Usage.STORE))
        _record_mutation(reader, target.value, scope)
    number = _receiver_class(reader, target.value, scope)
    if number is None:
        reader.origins.stored_names.add(target.name)
        reader.graph.listen(receiver, AttributeLookup.store, reader.calls.members, target.name, node)
        return
    target_node = reader.state.field_node(number, target.name)
    if target_node not in reader.closed_nodes:
        reader.graph.add_edge(node, target_node)
        reader.origins.store(node, target_node)


def _store_item(reader: StatementReader, target: Subscript, node: int, scope: int) -> None:
    index = target.index
    receiver = reader.node_of(target.value, scope)
    reader.record_operation(scope, (index.begin, index.end), reader.node_of(index, scope), HASH)
    reader.record_operation(scope, (target.begin, target.end), receiver, ("__setitem__",))
    _record_mutation(reader, target.value, scope)
    put_item(reader.calls, receiver, constant_key(index), node)


def _unpack(reader: StatementReader, target: Compound, node: int, scope: int) -> None:
    """`a, *b = value`."""
    state = reader.state
    reader.record_operation(scope, (target.begin, target.end), node, ITERATION)
    is_after_star = False
    for index, part in enumerate(target.parts):
        element = state.graph.add_node()
        reader.origins.element[element] = node
        if isinstance(part, Compound) and part.kind is CompoundKind.SPREAD:
            is_after_star = True
            rest = state.new_container("list")
            iterate(reader.calls, node, state.container_of(rest).rest)
            state.graph.add_value(element, rest)
            for inner in part.parts:
                store(reader, inner, element, scope)
        else:
            take_item(reader.calls, node, None if is_after_star else index, element)
            store(reader, part, element, scope)


def read_delete(reader: StatementReader, statement: Delete, scope: int) -> None:
    """`del targets`."""
    pending = list(statement.targets)
    while pending:
        target = pending.pop(0)
        if isinstance(target, Name):
            reader.record_name(scope, target, Usage.DELETE)
        elif isinstance(target, Attribute):
            use_member(reader, target, scope, Usage.DELETE)
            _record_mutation(reader, target.value, scope)
        elif isinstance(target, Subscript):
            receiver = reader.node_of(target.value, scope)
            reader.node_of(target.index, scope)
            reader.record_operation(scope, (target.begin, target.end), receiver, ("__delitem__",))
            _record_mutation(reader, target.value, scope)
        elif isinstance(target, Compound):
            pending += target.parts
