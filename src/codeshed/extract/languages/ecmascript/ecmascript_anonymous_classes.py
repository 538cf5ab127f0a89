"""Anonymous classes of JavaScript and TypeScript that are no definition, such as a class passed to a function.

Turns: `this` and `super` in such a class → an object of its base class, or the base class itself in static
code. Of the class's own members its methods are known. As it is no definition, it is never the enclosing
class.
"""

import tree_sitter

from codeshed.extract.engine.child_nodes import nth_named_child
from codeshed.extract.engine.grammar import NodeReader
from codeshed.model.facts.code_expressions import CastExpr, CodeExpression, ObjectLiteralExpr, OtherExpr

_BODY = "class_body"
_METHOD = "method_definition"
_NAMING = frozenset({"variable_declarator", "export_statement", "return_statement"})
_EXPORTS = ("exports", "module.exports")
_MAX_STEPS = 200


def anonymous_class_of(body: tree_sitter.Node, reader: NodeReader) -> tree_sitter.Node | None:
    """Return the class of a body, if nothing defines it under a name."""
    owner = body.parent
    container = None if owner is None or owner.type != "class" else owner.parent
    if owner is None or container is None or container.type in _NAMING or _is_result(owner, container):
        return None
    if container.type == "assignment_expression":
        left = container.child_by_field_name("left")
        is_exported = left is not None and reader.text(left).startswith(_EXPORTS)
        return None if is_exported or not _is_in_class(container) else owner
    return owner


def _is_result(owner: tree_sitter.Node, container: tree_sitter.Node) -> bool:
    """Whether a class is the result of an arrow function: `() => class {…}`."""
    return container.type == "arrow_function" and container.child_by_field_name("body") == owner


def read_instance(
    node: tree_sitter.Node, owner: tree_sitter.Node, reader: NodeReader, *, is_type: bool, is_in_method: bool
) -> CodeExpression:
    """Read `this` or `super` in an anonymous class as something that has the accessed member."""
    begin, end = node.start_byte, node.end_byte
    unknown = OtherExpr(begin, end)
    body, base = owner.child_by_field_name("body"), _base(owner)
    name = _accessed_name(node, reader)
    if node.type == "this" and body is not None:
        own = reader.memoize(body, _own_members)
        if name in own:
            is_method = own[name] and is_in_method and not is_type
            return (
                ObjectLiteralExpr(begin, end, ((name, unknown),), is_receiver=True) if is_method else unknown
            )
    if base is None or _is_parameter(base, reader):
        return unknown
    call = node.parent
    if is_type or (node.type == "super" and call is not None and call.type == "call_expression"):
        return reader.expression(base, 1)
    constructed = reader.type(base)
    return (
        unknown if constructed is None or not constructed.name else CastExpr(begin, end, constructed, unknown)
    )


def _own_members(body: tree_sitter.Node, reader: NodeReader) -> dict[str, bool]:
    """Return the members that a class defines, and whether each is an instance method."""
    found: dict[str, bool] = {}
    for each in body.named_children:
        name = each.child_by_field_name("name") or each.child_by_field_name("property")
        if name is not None:
            is_static = any(word.type == "static" for word in each.children)
            found[reader.text(name)] = each.type == _METHOD and not is_static
    return found


def _accessed_name(node: tree_sitter.Node, reader: NodeReader) -> str:
    member = node.parent
    name = None if member is None else member.child_by_field_name("property")
    return "" if name is None else reader.text(name)


def _base(owner: tree_sitter.Node) -> tree_sitter.Node | None:
    """Return the base class, if it is a name."""
    heritage = next((each for each in owner.named_children if each.type == "class_heritage"), None)
    base = None if heritage is None else nth_named_child(heritage, 0)
    if base is not None and base.type == "extends_clause":
        base = base.child_by_field_name("value")
    return base if base is not None and base.type in {"identifier", "member_expression"} else None


def _is_parameter(base: tree_sitter.Node, reader: NodeReader) -> bool:
    """Whether the base class is a parameter of an enclosing function."""
    name, current = reader.text(base), base.parent
    for _ in range(_MAX_STEPS):
        if current is None:
            return False
        single, several = current.child_by_field_name("parameter"), current.child_by_field_name("parameters")
        parameters = [
            *([] if single is None else [single]),
            *([] if several is None else several.named_children),
        ]
        if any(reader.text(each.child_by_field_name("pattern") or each) == name for each in parameters):
            return True
        current = current.parent
    return False


def _is_in_class(node: tree_sitter.Node) -> bool:
    current = node.parent
    for _ in range(_MAX_STEPS):
        if current is None or current.type == _BODY:
            return current is not None
        current = current.parent
    return False
