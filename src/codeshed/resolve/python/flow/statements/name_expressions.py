"""Names and members.

Turns: names, members and what is bound within expressions → nodes, and the places where they are used.
"""

from codeshed.model.facts import Member, Name, Walrus
from codeshed.resolve.python.flow.statements.statement_reader import Reading
from codeshed.resolve.python.names.sites import MemberSite, Usage


def read_name(reading: Reading, value: Name, scope: int) -> int:
    """A variable, or a builtin."""
    return use_name(reading, value, scope, Usage.LOAD)


def use_name(reading: Reading, value: Name, scope: int, usage: Usage) -> int:
    """Return the node of a name, and record what is done with it."""
    reading.record_name(scope, value, usage)
    declared = reading.type_at(value.begin, value.end)
    typed = reading.typed_node(declared)
    return reading.with_text(reading.variable(value.name, scope), declared) if typed is None else typed


def read_member(reading: Reading, value: Member, scope: int) -> int:
    """`value.name`."""
    return use_member(reading, value, scope, Usage.LOAD)


def use_member(reading: Reading, value: Member, scope: int, usage: Usage) -> int:
    """Return the node of a member, and record what is done with it."""
    receiver = reading.node(value.value, scope)
    reading.sites.members.append(MemberSite(scope, value, receiver, usage))
    declared = reading.type_at(value.begin, value.end)
    typed = reading.typed_node(declared)
    return reading.with_text(reading.member_of(receiver, value.name), declared) if typed is None else typed


def read_walrus(reading: Reading, value: Walrus, scope: int) -> int:
    """`(name := value)`."""
    node = reading.node(value.value, scope)
    target = Name(value.begin, value.begin + len(value.name.encode()), value.name)
    reading.record_name(scope, target, Usage.STORE)
    reading.mark_assigned(value.name, scope)
    variable = reading.variable(value.name, scope)
    reading.graph.add_edge(node, variable)
    reading.origins.store(node, variable)
    return node
