"""The readers of all kinds of expressions.

Turns: an expression in a scope → the node of its values, and sites.
"""

from codeshed.model.facts.python_facts import (
    Attribute,
    Call,
    Compound,
    CompoundKind,
    Literal,
    Name,
    ScopedExpression,
    ScopeKind,
    Subscript,
    Walrus,
)
from codeshed.resolve.python.flow.iteration import take_item
from codeshed.resolve.python.flow.special_methods import HASH
from codeshed.resolve.python.flow.statements.call_expressions import read_call
from codeshed.resolve.python.flow.statements.compound_expressions import read_compound
from codeshed.resolve.python.flow.statements.constants import constant_key, read_literal
from codeshed.resolve.python.flow.statements.name_expressions import read_member, read_name, read_walrus
from codeshed.resolve.python.flow.statements.statement_reader import ExpressionReaders, StatementReader
from codeshed.resolve.python.tables.function_shapes import EMPTY_NODE

_ITEM_METHODS = ("__getitem__", "__class_getitem__")


def _read_item(reader: StatementReader, value: Subscript, scope: int) -> int:
    """`value[index]`."""
    index = value.index
    receiver = reader.node_of(value.value, scope)
    reader.record_operation(scope, (index.begin, index.end), reader.node_of(index, scope), HASH)
    reader.record_operation(scope, (value.begin, value.end), receiver, _ITEM_METHODS)
    declared = reader.type_at(value.begin, value.end)
    typed = reader.typed_node(declared)
    if typed is not None:
        return typed
    if receiver == EMPTY_NODE or (isinstance(index, Compound) and index.kind is CompoundKind.SLICE):
        return receiver
    node = reader.graph.add_node()
    reader.origins.element[node] = receiver
    take_item(reader.calls, receiver, constant_key(index), node)
    reader.add_classes(node, declared)
    return node


def _read_scoped(reader: StatementReader, value: ScopedExpression, _: int) -> int:
    """A lambda or a comprehension."""
    state = reader.state
    scope = reader.scope_number(value.scope)
    if state.program.scopes[scope].kind is ScopeKind.LAMBDA:
        return state.constant_node(state.values.function(state.program.function_of_scope[scope]))
    return state.constant_node(reader.comprehension_value(scope))


READERS: ExpressionReaders = {
    Name: read_name,
    Attribute: read_member,
    Call: read_call,
    Subscript: _read_item,
    Literal: read_literal,
    ScopedExpression: _read_scoped,
    Walrus: read_walrus,
    Compound: read_compound,
}
"""The reader of each kind of expression."""
