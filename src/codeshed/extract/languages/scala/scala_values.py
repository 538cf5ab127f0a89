"""Scala expressions with syntax of their own.

Turns: casts, calls with type arguments or several argument lists, methods as values, `a(1) = 2` →
CodeExpressions.
"""

import tree_sitter
from msgspec.structs import replace

from codeshed.extract.engine.grammar import NodeReader
from codeshed.model.facts.code_expressions import (
    CallExpr,
    CastExpr,
    CodeExpression,
    MemberExpr,
    NameExpr,
    OtherExpr,
    ReceiverExpr,
    TypeRef,
)

CAST = "asInstanceOf"
PARENT = "super"

_NUMBER_BY_ENDING = {"l": "Long", "f": "Float", "d": "Double"}


def read_cast(node: tree_sitter.Node, reader: NodeReader, depth: int) -> CodeExpression | None:
    """Read `x.asInstanceOf[A]`."""
    function = node.child_by_field_name("function")
    field = None if function is None else function.child_by_field_name("field")
    value = None if function is None else function.child_by_field_name("value")
    arguments = node.child_by_field_name("type_arguments")
    if field is None or value is None or arguments is None or reader.text(field) != CAST:
        return None
    type_ref = reader.type(arguments.named_children[0]) if arguments.named_children else None
    if type_ref is None or not type_ref.name:
        return None
    return CastExpr(node.start_byte, node.end_byte, type_ref, reader.expression(value, depth + 1))


def read_generic_function(node: tree_sitter.Node, reader: NodeReader, depth: int) -> CodeExpression | None:
    """Read `x.asInstanceOf[A]`, `super[A]`, and `A[B]` without arguments, which is a call."""
    if (cast := read_cast(node, reader, depth) or _read_parent(node, reader)) is not None:
        return cast
    return None if is_called_or_value(node) else _read_with_types(node, node, reader, depth)


def _read_with_types(
    node: tree_sitter.Node, generic: tree_sitter.Node, reader: NodeReader, depth: int
) -> CodeExpression | None:
    """Read a call with its explicit type arguments."""
    function, written = (generic.child_by_field_name(each) for each in ("function", "type_arguments"))
    if function is None or written is None:
        return None
    types = tuple(reader.type(each, depth + 1) or TypeRef("") for each in written.named_children)
    return CallExpr(node.start_byte, node.end_byte, reader.expression(function, depth + 1), types)


def _read_parent(node: tree_sitter.Node, reader: NodeReader) -> CodeExpression | None:
    """Read `super[A]` as the receiver seen as its base A."""
    function, arguments = (node.child_by_field_name(each) for each in ("function", "type_arguments"))
    if function is None or arguments is None or not _is_parent(function, reader):
        return None
    base = reader.type(arguments.named_children[0]) if arguments.named_children else None
    receiver = ReceiverExpr(function.start_byte, function.end_byte, is_parent=True)
    is_named = base is not None and bool(base.name)
    return CastExpr(node.start_byte, node.end_byte, base, receiver) if base and is_named else receiver


def _is_parent(function: tree_sitter.Node, reader: NodeReader) -> bool:
    """Whether type arguments follow `super`, possibly qualified: `A.super[B]`."""
    return reader.text(function.child_by_field_name("field") or function) == PARENT


def read_method_value(node: tree_sitter.Node, reader: NodeReader, depth: int) -> CodeExpression | None:
    """Read `run _` as the method itself."""
    found = reader.expression(node.named_children[0], depth + 1) if node.named_children else None
    return replace(found, is_function_reference=True) if isinstance(found, NameExpr | MemberExpr) else found


def is_called_or_value(node: tree_sitter.Node) -> bool:
    """Whether a function with type arguments is called, or used as a value."""
    outer = node.parent
    if outer is None or outer.type == "postfix_expression":
        return True
    called = outer.child_by_field_name("function") if outer.type == "call_expression" else None
    return called is not None and called.id == node.id


def read_assignment(node: tree_sitter.Node, reader: NodeReader, depth: int) -> CodeExpression | None:
    """Read `a(1) = 2` as `a.update(1, 2)`."""
    left = node.child_by_field_name("left")
    function = None if left is None else left.child_by_field_name("function")
    if left is None or left.type != "call_expression" or function is None:
        return None
    begin, end = node.start_byte, node.end_byte
    value = reader.expression(function, depth + 1)
    return CallExpr(begin, end, MemberExpr(begin, end, value, "update", is_function_reference=True))


def read_call(node: tree_sitter.Node, reader: NodeReader, depth: int) -> CodeExpression | None:
    """Read `f[A](a)` with its type arguments, and `f(a)(b)` as `f(a)`: a curried function has its result after the last list."""
    function = node.child_by_field_name("function")
    if function is None:
        return None
    if function.type == "generic_function":
        is_value = (read_cast(function, reader, depth) or _read_parent(function, reader)) is not None
        return None if is_value else _read_with_types(node, function, reader, depth)
    return reader.expression(function, depth + 1) if function.type == "call_expression" else None


def read_number(node: tree_sitter.Node, reader: NodeReader, depth: int) -> CodeExpression | None:
    """Read the type of a number by its suffix; hexadecimal digits may be letters too."""
    del depth
    text = reader.text(node).lower()
    name = None if text.startswith("0x") and text[-1] != "l" else _NUMBER_BY_ENDING.get(text[-1])
    return None if name is None else OtherExpr(node.start_byte, node.end_byte, name)
