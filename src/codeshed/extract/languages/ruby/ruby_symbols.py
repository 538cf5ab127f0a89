"""Symbols that name methods in Ruby: callbacks such as `before_action :load`, and blocks such as `jobs.each(&:stop)`.

Turns: a symbol → the method that it names, if the class itself defines it; as a block, the call of it on each element.
"""

import tree_sitter

from codeshed.extract.engine.grammar import NodeReader
from codeshed.extract.languages.ruby.ruby_delegates import read_delegated
from codeshed.extract.languages.ruby.ruby_nesting import REOPENABLE
from codeshed.extract.languages.ruby.ruby_reflection import read_method_object
from codeshed.model.facts.code_expressions import (
    CallExpr,
    CodeExpression,
    ItemExpr,
    MemberExpr,
    ReceiverExpr,
)

_PASS_RECEIVER = frozenset({"instance_eval", "instance_exec", "tap", "then", "yield_self"})
"""Methods that give their block the receiver itself, no element of it."""


def read_symbol(node: tree_sitter.Node, reader: NodeReader, depth: int) -> CodeExpression | None:
    """Read a symbol in a call directly in a class as the method that it names; also those of delegations and of `method(:a)`."""
    if is_block(node, reader):
        return _read_block(node, reader, depth)
    method_object = read_method_object(node, reader, depth)
    if method_object is not None:
        return method_object
    delegated = read_delegated(node, reader, depth)
    call = None if node.parent is None or node.parent.type != "argument_list" else node.parent.parent
    body = None if call is None else call.parent
    if delegated is not None or body is None or body.parent is None or body.parent.type not in REOPENABLE:
        return delegated
    name = reader.text(node)[1:]
    if name not in reader.memoize(body, _method_names):
        return None
    begin, end = node.start_byte, node.end_byte
    return MemberExpr(begin, end, ReceiverExpr(begin, begin), name, is_function_reference=True)


def is_block(node: tree_sitter.Node, reader: NodeReader) -> bool:
    """Whether a symbol is passed as a block, and so names a method that is called: `&:stop`."""
    is_passed = node.parent is not None and node.parent.type == "block_argument"
    return is_passed and reader.text(node)[1:2].isidentifier()


def _read_block(node: tree_sitter.Node, reader: NodeReader, depth: int) -> CodeExpression | None:
    """Read `&:stop` as the call of `stop` on what the method around it passes to its block: mostly elements."""
    call = reader.nearest_ancestor(node, frozenset({"call"}))
    if call is None:
        return None
    begin, end = node.start_byte, node.end_byte
    receiver, method = call.child_by_field_name("receiver"), call.child_by_field_name("method")
    value = ReceiverExpr(begin, begin) if receiver is None else reader.expression(receiver, depth + 1)
    if method is None or reader.text(method) not in _PASS_RECEIVER:
        value = ItemExpr(begin, begin, value)
    return CallExpr(begin, end, MemberExpr(begin, end, value, reader.text(node)[1:]))


def _method_names(body: tree_sitter.Node, reader: NodeReader) -> frozenset[str]:
    """Return the names of the methods that a body defines, including `private def a`."""
    found: set[str] = set()
    pending = list(body.named_children)
    for node in pending:
        if node.type in {"call", "argument_list"}:
            pending += node.named_children
        name = node.child_by_field_name("name") if node.type == "method" else None
        if name is not None:
            found.add(reader.text(name))
    return frozenset(found)
