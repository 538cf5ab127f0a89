"""The meaning of `this` and `super` in functions of JavaScript and TypeScript.

Turns: `this` → unknown in a function whose caller chooses it, the object in a function of an object literal;
`this` and `super` in static code → the class and its parent; in an anonymous class → what it extends.
"""

import tree_sitter

from codeshed.extract.engine.grammar import NodeReader
from codeshed.extract.languages.ecmascript.ecmascript_anonymous_classes import (
    anonymous_class_of,
    read_instance,
)
from codeshed.extract.languages.ecmascript.ecmascript_object_literals import read_own_object_literal
from codeshed.model.facts.code_expressions import CodeExpression, ObjectLiteralExpr, OtherExpr, ReceiverExpr

_FUNCTIONS = frozenset({"function_expression", "generator_function"})
_DECLARATIONS = frozenset({"function_declaration", "generator_function_declaration"})
_ARROW = frozenset({"arrow_function"})
_METHOD = "method_definition"
_BODY = "class_body"
_ONLY_BODY = frozenset({_BODY})
_STATIC_BLOCK = "class_static_block"
_WITH_THIS = _FUNCTIONS | _DECLARATIONS | {_METHOD, _BODY}
_FIELDS = frozenset({"field_definition", "public_field_definition"})
_HOLDERS = frozenset({"variable_declarator", "assignment_expression", "export_statement"})
"""What gives a class expression a name."""
_MAX_STEPS = 200
"""How many ancestors are searched; beyond, `this` is assumed to be the instance of a class."""


def read_this(node: tree_sitter.Node, reader: NodeReader, depth: int) -> CodeExpression | None:
    """Read `this`; in a callback, or in a function within a method, it is not the instance of the class."""
    del depth
    if _is_static(node):
        itself = ReceiverExpr(node.start_byte, node.end_byte, is_type=True)
        return _read_in_anonymous_class(node, reader, is_type=True) or itself
    function = _nearest_ancestor(node, _WITH_THIS)
    container = None if function is None or function.type == _BODY else function.parent
    if function is None or container is None:
        return _read_in_anonymous_class(node, reader)
    literal = _object_literal_around(container)
    if literal is not None and not _is_in_other_object(node, function):
        record = read_own_object_literal(literal, reader)
        if record is not None and _has_accessed_member(record, node, reader):
            return record
    if function.type in _FUNCTIONS and container.type == "arguments":
        is_foreign = not _passes_this(container) and not _becomes_member(container, reader)
    elif function.type == _METHOD and container.type == _BODY:
        is_foreign = False
    else:
        is_foreign = (
            function.type in _DECLARATIONS or container.type in {"object", "pair"}
        ) and _is_in_method(function)
    return OtherExpr(node.start_byte, node.end_byte) if is_foreign else _read_in_anonymous_class(node, reader)


def read_super(node: tree_sitter.Node, reader: NodeReader, depth: int) -> CodeExpression | None:
    """Read `super` in static code as the parent of the class itself."""
    del depth
    is_static = _is_static(node)
    nameless = _read_in_anonymous_class(node, reader, is_type=is_static)
    if nameless is not None or not is_static:
        return nameless
    return ReceiverExpr(node.start_byte, node.end_byte, is_parent=True, is_type=True)


def _read_in_anonymous_class(
    node: tree_sitter.Node, reader: NodeReader, *, is_type: bool = False
) -> CodeExpression | None:
    """Read `this` or `super` in an anonymous class."""
    body = _nearest_ancestor(node, _ONLY_BODY)
    owner = None if body is None else anonymous_class_of(body, reader)
    if owner is None:
        return None
    function = _nearest_ancestor(node, _WITH_THIS)
    is_in_method = function is not None and function.type == _METHOD
    return read_instance(node, owner, reader, is_type=is_type, is_in_method=is_in_method)


def is_class_instance(node: tree_sitter.Node) -> bool:
    """Whether `this` is an instance of a named class, as in an instance method and in arrow functions there."""
    method = _nearest_ancestor(node, _WITH_THIS)
    body = None if method is None or method.type != _METHOD else method.parent
    owner = None if body is None or body.type != _BODY else body.parent
    if method is None or owner is None or any(each.type == "static" for each in method.children):
        return False
    container = owner.parent
    return owner.type == "class_declaration" or (container is not None and container.type in _HOLDERS)


def _nearest_ancestor(node: tree_sitter.Node, types: frozenset[str]) -> tree_sitter.Node | None:
    """Return the nearest ancestor of some types."""
    current = node.parent
    for _ in range(_MAX_STEPS):
        if current is None or current.type in types:
            return current
        current = current.parent
    return None


def _is_static(node: tree_sitter.Node) -> bool:
    """Whether code runs for a class itself: in a static method, field or block."""
    around = _nearest_ancestor(node, _WITH_THIS | _FIELDS | {_STATIC_BLOCK})
    if around is not None and around.type in _FUNCTIONS:
        around = around.parent
    if around is None or around.parent is None or around.parent.type != _BODY:
        return False
    return around.type == _STATIC_BLOCK or any(each.type == "static" for each in around.children)


def _object_literal_around(container: tree_sitter.Node) -> tree_sitter.Node | None:
    """Return the object literal whose function runs, if a local holds it, a function returns it or a call is given it."""
    literal = container.parent if container.type == "pair" else container
    outer = None if literal is None or literal.type != "object" else literal.parent
    if outer is None:
        return None
    if outer.type == "variable_declarator":
        block = None if outer.parent is None else outer.parent.parent
        return literal if block is not None and block.type == "statement_block" else None
    if outer.type == "parenthesized_expression" and outer.parent is not None:
        return literal if outer.parent.type == "arrow_function" else None
    return literal if outer.type in {"arguments", "return_statement"} else None


def _has_accessed_member(record: ObjectLiteralExpr, node: tree_sitter.Node, reader: NodeReader) -> bool:
    """Whether an object literal has the accessed member; what is assigned to it later is unknown."""
    member = node.parent
    name = None if member is None else member.child_by_field_name("property")
    return name is None or reader.text(name) in {field for field, _ in record.fields}


def _is_in_other_object(node: tree_sitter.Node, function: tree_sitter.Node) -> bool:
    """Whether a node is in an arrow function that is a field of another object, within the function."""
    arrow = _nearest_ancestor(node, _ARROW)
    for _ in range(_MAX_STEPS):
        if arrow is None or arrow.start_byte < function.start_byte:
            return False
        if arrow.parent is not None and arrow.parent.type == "pair":
            return True
        arrow = _nearest_ancestor(arrow, _ARROW)
    return True


def _passes_this(arguments: tree_sitter.Node) -> bool:
    """Whether a call passes `this` beside a function, which then runs on it."""
    return any(each.type == "this" for each in arguments.named_children)


def _becomes_member(arguments: tree_sitter.Node, reader: NodeReader) -> bool:
    """Whether the result of a call with a function is assigned to a class member or a prototype."""
    outer = _nearest_ancestor(
        arguments, _WITH_THIS | _FIELDS | {"assignment_expression", "pair", "arrow_function"}
    )
    if outer is None or outer.type not in {*_FIELDS, "assignment_expression", "pair"}:
        return False
    target = outer.child_by_field_name("left")
    return target is None or ".prototype." in reader.text(target)


def _is_in_method(function: tree_sitter.Node) -> bool:
    """Whether a function is nested in a method of a class."""
    outer = _nearest_ancestor(function, _WITH_THIS)
    for _ in range(_MAX_STEPS):
        if outer is None or outer.type == _BODY:
            return False
        if outer.type == _METHOD and outer.parent is not None and outer.parent.type == _BODY:
            return True
        outer = _nearest_ancestor(outer, _WITH_THIS)
    return False
