"""Names, attributes and walrus expressions.

Turns: these expressions → nodes and sites.
"""

from codeshed.model.facts.python_facts import Attribute, Name, Walrus
from codeshed.resolve.python.flow.statements.statement_reader import StatementReader
from codeshed.resolve.python.names.sites import MemberSite, Usage


def read_name(reader: StatementReader, value: Name, scope: int) -> int:
    """A variable or builtin."""
    return use_name(reader, value, scope, Usage.LOAD)


def use_name(reader: StatementReader, value: Name, scope: int, usage: Usage) -> int:
    """Return the node of a name, and record its use."""
    reader.record_name(scope, value, usage)
    declared = reader.type_at(value.begin, value.end)
    typed = reader.typed_node(declared)
    if typed is not None:
        return typed
    node = reader.variable_node(value.name, reader.state.static.lookup_scope(scope, value))
    return reader.with_declared(node, declared, value, scope)


def read_member(reader: StatementReader, value: Attribute, scope: int) -> int:
    """`value.name`."""
    return use_member(reader, value, scope, Usage.LOAD)


def use_member(reader: StatementReader, value: Attribute, scope: int, usage: Usage) -> int:
    """Return the node of an attribute, and record its use."""
    receiver = reader.node_of(value.value, scope)
    reader.sites.members.append(MemberSite(scope, value, receiver, usage))
    declared = reader.type_at(value.begin, value.end)
    typed = reader.typed_node(declared)
    if typed is not None:
        return typed
    return reader.with_declared(reader.member_node(receiver, value.name), declared, value, scope)


def read_walrus(reader: StatementReader, value: Walrus, scope: int) -> int:
    """`(name := value)`."""
    node = reader.node_of(value.value, scope)
    target = Name(value.begin, value.begin + len(value.name.encode()), value.name)
    reader.record_name(scope, target, Usage.STORE)
    reader.mark_assigned(value.name, scope)
    variable = reader.variable_node(value.name, scope)
    reader.graph.add_edge(node, variable)
    reader.origins.store(node, variable)
    return node
