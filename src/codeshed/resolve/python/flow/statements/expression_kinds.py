"""The readers of all kinds of expressions.

Turns: an expression in a scope → the node of its values, and sites.
"""

from codeshed.model.python_facts import (
    Call,
    Compound,
    CompoundKind,
    Item,
    Literal,
    Member,
    Name,
    Scoped,
    ScopeKind,
    Walrus,
)
from codeshed.resolve.python.flow.iteration import take_item
from codeshed.resolve.python.flow.special_methods import HASH
from codeshed.resolve.python.flow.statements.call_expressions import read_call
from codeshed.resolve.python.flow.statements.compound_expressions import read_compound
from codeshed.resolve.python.flow.statements.constants import key_of, read_literal
from codeshed.resolve.python.flow.statements.name_expressions import read_member, read_name, read_walrus
from codeshed.resolve.python.flow.statements.statement_reader import Readers, Reading
from codeshed.resolve.python.tables.function_shapes import EMPTY_NODE

_ITEM_METHODS = ("__getitem__", "__class_getitem__")


def _read_item(reader: Reading, value: Item, scope: int) -> int:
    """`value[index]`."""
    index = value.index
    receiver = reader.node(value.value, scope)
    reader.operation(scope, (index.begin, index.end), reader.node(index, scope), HASH)
    reader.operation(scope, (value.begin, value.end), receiver, _ITEM_METHODS)
    typed = reader.typed_node(reader.type_at(value.begin, value.end))
    if typed is not None:
        return typed
    if receiver == EMPTY_NODE or (isinstance(index, Compound) and index.kind is CompoundKind.SLICE):
        return receiver
    node = reader.graph.add_node()
    reader.origins.element[node] = receiver
    take_item(reader.calls, receiver, key_of(index), node)
    return node


def _read_scoped(reader: Reading, value: Scoped, _: int) -> int:
    """A lambda or a comprehension."""
    state = reader.state
    scope = reader.scope_number(value.scope)
    if state.program.scopes[scope].kind is ScopeKind.LAMBDA:
        return state.constant(state.values.function(state.program.function_of_scope[scope]))
    return state.constant(reader.comprehension(scope))


READERS: Readers = {
    Name: read_name,
    Member: read_member,
    Call: read_call,
    Item: _read_item,
    Literal: read_literal,
    Scoped: _read_scoped,
    Walrus: read_walrus,
    Compound: read_compound,
}
"""The reader of each kind of expression."""
