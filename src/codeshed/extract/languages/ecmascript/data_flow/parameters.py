"""The parameters of a function as its code binds them.

Turns: the node of a function → its parameters in order.
"""

from typing import NamedTuple

import tree_sitter

_TYPED_PARAMETERS = frozenset({"required_parameter", "optional_parameter"})
_PATTERNS = frozenset({"identifier", "object_pattern", "array_pattern", "rest_pattern", "assignment_pattern"})


class Parameter(NamedTuple):
    """One parameter: its pattern, its default value, and whether it is declared as a field of the object, too."""

    name: str
    pattern: tree_sitter.Node
    default: tree_sitter.Node | None = None
    is_field: bool = False


def read_parameters(function: tree_sitter.Node) -> tuple[Parameter, ...]:
    """Return the parameters of a function; that of the type of `this` in TypeScript is none."""
    single = function.child_by_field_name("parameter")
    if single is not None:
        return (_read_pattern(single),)
    parameters = function.child_by_field_name("parameters")
    return () if parameters is None else tuple(filter(None, map(_read_parameter, parameters.named_children)))


def _read_parameter(node: tree_sitter.Node) -> Parameter | None:
    if node.type in _TYPED_PARAMETERS:
        pattern = node.child_by_field_name("pattern")
        if pattern is None or pattern.type == "this":
            return None
        is_field = any(each.type in {"accessibility_modifier", "readonly"} for each in node.children)
        return _read_pattern(pattern, node.child_by_field_name("value"), is_field=is_field)
    return _read_pattern(node) if node.type in _PATTERNS else None


def _read_pattern(
    node: tree_sitter.Node, default: tree_sitter.Node | None = None, *, is_field: bool = False
) -> Parameter:
    if node.type == "assignment_pattern":
        left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
        return Parameter(_name_of(left), node if left is None else left, right)
    if node.type == "rest_pattern":
        inner = node.named_children[0] if node.named_children else node
        return Parameter(f"*{_name_of(inner)}", inner, default)
    return Parameter(_name_of(node), node, default, is_field)


def _name_of(node: tree_sitter.Node | None) -> str:
    is_name = node is not None and node.type == "identifier"
    return (node.text or b"").decode("utf-8", "replace") if is_name and node is not None else ""
