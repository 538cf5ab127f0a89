"""Reflective calls in Ruby.

Turns: `a.send(:b)` → the call `a.b`, `a.method(:b)` → the method itself. With a computed name the call stays
unresolved.
"""

import re

import tree_sitter

from codeshed.extract.engine.grammar import NodeReader
from codeshed.extract.languages.ruby.ruby_nesting import REOPENABLE
from codeshed.model.facts.code_expressions import (
    CallExpr,
    CodeExpression,
    MemberExpr,
    NameExpr,
    OtherExpr,
    ReceiverExpr,
)

_SENDING = frozenset({"__send__", "public_send", "send"})
_TAKING = frozenset({"method", "public_method"})
_DEFINED = re.compile(rf"\bdef (?:self\.)?({'|'.join(sorted(_SENDING | _TAKING))})(?![\w?!=])")
_FILE_NODE = frozenset({"program"})


def is_reflective_call(node: tree_sitter.Node, reader: NodeReader) -> bool:
    """Whether a call is a `send`."""
    word = _reflective_method(node, reader)
    return word in _SENDING and not _is_redefined(word, node, reader)


def read_reflective_call(node: tree_sitter.Node, reader: NodeReader, depth: int) -> CodeExpression:
    """Read `a.send(:b)` as a call of b, if that is a constant."""
    begin, end = node.start_byte, node.end_byte
    name = _constant_text(_arguments(node)[0], reader)
    return CallExpr(
        begin, end, _method_reference(node, name, reader, depth) if name else OtherExpr(begin, end)
    )


def read_method_object(node: tree_sitter.Node, reader: NodeReader, depth: int) -> CodeExpression | None:
    """Read the name in `a.method(:b)` as the method; None for other names."""
    call = None if node.parent is None or node.parent.type != "argument_list" else node.parent.parent
    if call is None or call.type != "call" or len(_arguments(call)) != 1:
        return None
    word = _reflective_method(call, reader)
    if word not in _TAKING or _is_redefined(word, node, reader):
        return None
    name = _constant_text(node, reader)
    return _method_reference(call, name, reader, depth, is_function=True) if name else None


def _method_reference(
    call: tree_sitter.Node, name: str, reader: NodeReader, depth: int, *, is_function: bool = False
) -> CodeExpression:
    """Return the method of that name: of the receiver, or of `self`."""
    receiver, name_node = call.child_by_field_name("receiver"), _arguments(call)[0]
    if receiver is None and reader.nearest_ancestor(call, REOPENABLE) is None:
        return NameExpr(name_node.start_byte, name_node.end_byte, name, is_function_reference=is_function)
    own = ReceiverExpr(call.start_byte, call.start_byte)
    value = own if receiver is None else reader.expression(receiver, depth + 1)
    return MemberExpr(call.start_byte, name_node.end_byte, value, name, is_function_reference=is_function)


def _reflective_method(call: tree_sitter.Node, reader: NodeReader) -> str:
    method = call.child_by_field_name("method")
    is_given = method is not None and method.type == "identifier" and bool(_arguments(call))
    return reader.text(method) if is_given and method is not None else ""


def _arguments(call: tree_sitter.Node) -> list[tree_sitter.Node]:
    arguments = call.child_by_field_name("arguments")
    return [] if arguments is None else arguments.named_children


def _constant_text(node: tree_sitter.Node, reader: NodeReader) -> str:
    """Return the value of a symbol or string; "" if it is interpolated."""
    if node.type == "simple_symbol":
        return reader.text(node)[1:]
    is_text = node.type in {"delimited_symbol", "string"}
    is_plain = is_text and [each.type for each in node.named_children] == ["string_content"]
    return reader.text(node.named_children[0]) if is_plain else ""


def _is_redefined(word: str, node: tree_sitter.Node, reader: NodeReader) -> bool:
    """Whether the file itself defines a method called `send` or the like, which may do anything."""
    root = reader.nearest_ancestor(node, _FILE_NODE)
    return root is not None and word in reader.memoize(root, _defined)


def _defined(root: tree_sitter.Node, reader: NodeReader) -> frozenset[str]:
    return frozenset(_DEFINED.findall(reader.text(root)))
