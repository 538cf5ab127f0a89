"""Symbols that name methods in Ruby: callbacks such as `before_action :load`.

Turns: a symbol → the method that it names, if the class itself defines it.
"""

import tree_sitter

from codeshed.extract.engine.grammar import NodeReader
from codeshed.extract.languages.ruby.ruby_delegates import read_delegated
from codeshed.extract.languages.ruby.ruby_nesting import REOPENABLE
from codeshed.extract.languages.ruby.ruby_reflection import read_method_object
from codeshed.model.facts.code_expressions import CodeExpression, MemberExpr, ReceiverExpr


def read_symbol(node: tree_sitter.Node, reader: NodeReader, depth: int) -> CodeExpression | None:
    """Read a symbol in a call directly in a class as the method that it names; also those of delegations and of `method(:a)`."""
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
