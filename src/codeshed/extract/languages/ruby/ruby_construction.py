"""Object construction in Ruby.

Turns: a call of `new`, or the plain name `new` → the type of the new object.
"""

import re

import tree_sitter

from codeshed.extract.engine.grammar import NodeReader
from codeshed.extract.languages.ruby.ruby_mixins import CONSTANTS
from codeshed.extract.languages.ruby.ruby_nesting import METHODS, REOPENABLE
from codeshed.model.facts.code_expressions import CodeExpression, MemberExpr, NewExpr, ReceiverExpr, TypeRef

_OWN_TYPES = frozenset({"self", "self.class"})
_NEW = "new"
_BINDING = re.compile(
    r".*_parameters?|.*_pattern|in_clause|for|exception_variable|left_assignment_list|.*_assignment"
)
"""Matches the types of nodes that bind the names in them."""


def is_construction(node: tree_sitter.Node, reader: NodeReader) -> bool:
    """Whether a call constructs an object of a named type, or of the enclosing type."""
    receiver, method = node.child_by_field_name("receiver"), node.child_by_field_name("method")
    if method is None or reader.text(method) != _NEW:
        return False
    return receiver is None or receiver.type in CONSTANTS or reader.text(receiver) in _OWN_TYPES


def constructed_type(node: tree_sitter.Node, reader: NodeReader) -> TypeRef | None:
    """Return the type of a new object; for a plain `new` the enclosing class, as a module has no instances."""
    receiver = node.child_by_field_name("receiver")
    if receiver is not None and receiver.type in CONSTANTS:
        return reader.type(receiver)
    outer = node.parent
    while outer is not None and outer.type not in REOPENABLE:
        outer = outer.parent
    name = None if outer is None or outer.type == "module" else outer.child_by_field_name("name")
    if name is None:
        return None
    return TypeRef(reader.text(name).rpartition(":")[2])


def is_plain_new(node: tree_sitter.Node, reader: NodeReader) -> bool:
    """Whether a name is a call of `new` without arguments, not a local."""
    parent, method = reader.parent(node), reader.nearest_ancestor(node, METHODS)
    named = (
        None if parent is None else parent.child_by_field_name("method") or parent.child_by_field_name("name")
    )
    is_called = named is not None and named.id == node.id
    is_name = reader.text(node) == _NEW and not is_called and method is not None
    return is_name and method is not None and not reader.memoize(method, _binds_new)


def _binds_new(method: tree_sitter.Node, reader: NodeReader) -> bool:
    """Whether a method has a local called `new`."""
    pending = [method]
    for node in pending:
        for child in node.named_children:
            is_first = child.start_byte == node.start_byte
            is_given = node.type in {"assignment", "operator_assignment"}
            is_binding = is_first if is_given else _BINDING.fullmatch(node.type) is not None
            if is_binding and child.type == "identifier" and reader.text(child) == _NEW:
                return True
        pending += node.named_children
    return False


def read_plain_new(node: tree_sitter.Node, reader: NodeReader, depth: int) -> CodeExpression | None:
    """Read a plain `new` as a new object of the enclosing class; in a module the type is unknown."""
    del depth
    if reader.slice(node.start_byte, node.end_byte) != _NEW or not is_plain_new(node, reader):
        return None
    constructed = constructed_type(node, reader)
    begin, end = node.start_byte, node.end_byte
    return (
        MemberExpr(begin, end, ReceiverExpr(begin, begin), _NEW)
        if constructed is None
        else NewExpr(begin, end, constructed)
    )
