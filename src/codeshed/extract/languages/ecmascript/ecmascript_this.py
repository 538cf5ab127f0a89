"""What `this` and `super` are in the functions of JavaScript and TypeScript.

Turns: `this` → nothing that is known, where the function around it is run on whatever its caller chooses, or the object in a
function that it is written in; `this` and `super` in static code → the class itself and its parent; both in a class without
a name → what it extends.
"""

import tree_sitter

from codeshed.extract.engine.grammar import NodeReader
from codeshed.extract.languages.ecmascript.ecmascript_anonymous_classes import nameless_class, read_object
from codeshed.extract.languages.ecmascript.ecmascript_object_literals import read_own_record
from codeshed.model.code_expressions import CodeExpression, OtherExpr, ReceiverExpr, RecordExpr

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
"""What gives a class a name that is a value."""
_MAX_STEPS = 200
"""So far out it is looked for what is around; the object of a class is taken for granted beyond."""


def read_this(node: tree_sitter.Node, reader: NodeReader, depth: int) -> CodeExpression | None:
    """Read `this`: of a function that a call is given, and of one within a method, it is not the object of the class."""
    del depth
    if _is_static(node):
        itself = ReceiverExpr(node.start_byte, node.end_byte, is_type=True)
        return _of_nameless(node, reader, is_type=True) or itself
    function = _around(node, _WITH_THIS)
    holder = None if function is None or function.type == _BODY else function.parent
    if function is None or holder is None:
        return _of_nameless(node, reader)
    written = _written_in_code(holder)
    if written is not None and not _is_in_other_object(node, function):
        record = read_own_record(written, reader)
        if record is not None and _may_have(record, node, reader):
            return record
    if function.type in _FUNCTIONS and holder.type == "arguments":
        is_foreign = not _is_told(holder) and not _becomes_member(holder, reader)
    elif function.type == _METHOD and holder.type == _BODY:
        is_foreign = False
    else:
        is_foreign = (function.type in _DECLARATIONS or holder.type in {"object", "pair"}) and _is_in_method(
            function
        )
    return OtherExpr(node.start_byte, node.end_byte) if is_foreign else _of_nameless(node, reader)


def read_super(node: tree_sitter.Node, reader: NodeReader, depth: int) -> CodeExpression | None:
    """Read `super` in static code as the parent of the class itself."""
    del depth
    is_static = _is_static(node)
    nameless = _of_nameless(node, reader, is_type=is_static)
    if nameless is not None or not is_static:
        return nameless
    return ReceiverExpr(node.start_byte, node.end_byte, is_parent=True, is_type=True)


def _of_nameless(
    node: tree_sitter.Node, reader: NodeReader, *, is_type: bool = False
) -> CodeExpression | None:
    """Read `this` or `super` where the class around has no name."""
    body = _around(node, _ONLY_BODY)
    owner = None if body is None else nameless_class(body, reader)
    if owner is None:
        return None
    function = _around(node, _WITH_THIS)
    is_in_method = function is not None and function.type == _METHOD
    return read_object(node, owner, reader, is_type=is_type, is_in_method=is_in_method)


def is_of_class(node: tree_sitter.Node) -> bool:
    """Whether `this` is an object of a class with a name, as in a method that is not static and in arrow functions there."""
    method = _around(node, _WITH_THIS)
    body = None if method is None or method.type != _METHOD else method.parent
    owner = None if body is None or body.type != _BODY else body.parent
    if method is None or owner is None or any(each.type == "static" for each in method.children):
        return False
    holder = owner.parent
    return owner.type == "class_declaration" or (holder is not None and holder.type in _HOLDERS)


def _around(node: tree_sitter.Node, types: frozenset[str]) -> tree_sitter.Node | None:
    """Return the nearest node of some types around another."""
    current = node.parent
    for _ in range(_MAX_STEPS):
        if current is None or current.type in types:
            return current
        current = current.parent
    return None


def _is_static(node: tree_sitter.Node) -> bool:
    """Whether code runs for a class itself: a static method, field or block."""
    around = _around(node, _WITH_THIS | _FIELDS | {_STATIC_BLOCK})
    if around is not None and around.type in _FUNCTIONS:
        around = around.parent
    if around is None or around.parent is None or around.parent.type != _BODY:
        return False
    return around.type == _STATIC_BLOCK or any(each.type == "static" for each in around.children)


def _written_in_code(holder: tree_sitter.Node) -> tree_sitter.Node | None:
    """Return the object whose function runs, if a local holds it, or a function returns it."""
    written = holder.parent if holder.type == "pair" else holder
    outer = None if written is None or written.type != "object" else written.parent
    if outer is None:
        return None
    if outer.type == "variable_declarator":
        block = None if outer.parent is None else outer.parent.parent
        return written if block is not None and block.type == "statement_block" else None
    if outer.type == "parenthesized_expression" and outer.parent is not None:
        return written if outer.parent.type == "arrow_function" else None
    return written if outer.type == "return_statement" else None


def _may_have(record: RecordExpr, node: tree_sitter.Node, reader: NodeReader) -> bool:
    """Whether an object is written with the member that is taken of it; what it is given later is not known."""
    member = node.parent
    name = None if member is None else member.child_by_field_name("property")
    return name is None or reader.text(name) in {field for field, _ in record.fields}


def _is_in_other_object(node: tree_sitter.Node, function: tree_sitter.Node) -> bool:
    """Whether an arrow function that is a field of an object lies between a node and a function around it."""
    arrow = _around(node, _ARROW)
    for _ in range(_MAX_STEPS):
        if arrow is None or arrow.start_byte < function.start_byte:
            return False
        if arrow.parent is not None and arrow.parent.type == "pair":
            return True
        arrow = _around(arrow, _ARROW)
    return True


def _is_told(arguments: tree_sitter.Node) -> bool:
    """Whether a call is given `this` beside a function, which runs on that then."""
    return any(each.type == "this" for each in arguments.named_children)


def _becomes_member(arguments: tree_sitter.Node, reader: NodeReader) -> bool:
    """Whether what a call makes of a function is put into a class or a prototype."""
    outer = _around(arguments, _WITH_THIS | _FIELDS | {"assignment_expression", "pair", "arrow_function"})
    if outer is None or outer.type not in {*_FIELDS, "assignment_expression", "pair"}:
        return False
    target = outer.child_by_field_name("left")
    return target is None or ".prototype." in reader.text(target)


def _is_in_method(function: tree_sitter.Node) -> bool:
    """Whether the method of a class lies around a function."""
    outer = _around(function, _WITH_THIS)
    for _ in range(_MAX_STEPS):
        if outer is None or outer.type == _BODY:
            return False
        if outer.type == _METHOD and outer.parent is not None and outer.parent.type == _BODY:
            return True
        outer = _around(outer, _WITH_THIS)
    return False
