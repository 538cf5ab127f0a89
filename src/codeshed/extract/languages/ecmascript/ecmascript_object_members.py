"""The names of functions in object literals that no variable of their own holds.

Turns: a function in an object literal → its name behind those of the objects and the call around it: `register.perform` of
`register({ perform() {} })`, `filter.handler` of `return { filter: { handler() {} } }`.
"""

import tree_sitter

from codeshed.extract.engine.grammar import HeldName, NodeReader

_QUOTES = frozenset("'\"")
_NAMES = frozenset({"identifier", "property_identifier", "private_property_identifier"})
_HOLDERS = frozenset({"arguments", "assignment_expression", "jsx_attribute"})
_TRANSPARENT = frozenset({
    "array", "as_expression", "await_expression", "binary_expression", "jsx_expression", "object",
    "parenthesized_expression", "satisfies_expression", "spread_element", "ternary_expression",
})  # fmt: skip
_MAX_STEPS = 40
"""How many ancestors are searched."""


def read_held_name(function: tree_sitter.Node, reader: NodeReader) -> HeldName:
    """Return the names of what holds a function in an object literal, outermost first, and its own."""
    is_passed = False
    name = function.child_by_field_name("name") or function.child_by_field_name("key")
    names = [_without_quotes(reader.text(name))] if name is not None else []
    node = reader.parent(reader.parent(function) or function)
    for _ in range(_MAX_STEPS):
        if node is None:
            break
        if node.type == "pair":
            key = node.child_by_field_name("key")
            names.append("" if key is None else _without_quotes(reader.text(key)))
        elif node.type in _HOLDERS:
            names.append(_name_of_holder(node, reader))
            is_passed = bool(names[-1])
            break
        elif node.type not in _TRANSPARENT:
            break
        node = reader.parent(node)
    return HeldName(tuple(each for each in reversed(names) if each), is_passed=is_passed)


def _name_of_holder(node: tree_sitter.Node, reader: NodeReader) -> str:
    """Return the last name of the call that an object is passed to, of the attribute or of the target it is assigned to."""
    if node.type == "jsx_attribute":
        return reader.text(node.named_children[0])
    call = reader.parent(node) if node.type == "arguments" else None
    holder = (
        node.child_by_field_name("left")
        if call is None
        else call.child_by_field_name("function") or call.child_by_field_name("constructor")
    )
    if holder is not None and holder.type == "member_expression":
        holder = holder.child_by_field_name("property")
    is_named = holder is not None and holder.type in _NAMES
    return reader.text(holder) if holder is not None and is_named else ""


def _without_quotes(text: str) -> str:
    return text[1:-1] if text[:1] in _QUOTES else text
