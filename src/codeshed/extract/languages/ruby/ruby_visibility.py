"""Visibility of Ruby methods.

Turns: `private`, `protected` and the like, around a method, before it or with its name → its Visibility.
"""

import tree_sitter

from codeshed.extract.engine.grammar import NodeReader
from codeshed.extract.languages.ruby.ruby_nesting import OPEN
from codeshed.model.code_facts import CodeDefinition
from codeshed.model.semantic import Visibility

_VISIBILITIES = {
    "public": Visibility.PUBLIC,
    "protected": Visibility.PROTECTED,
    "private": Visibility.PRIVATE,
    "private_class_method": Visibility.PRIVATE,
    "private_constant": Visibility.PRIVATE,
}


def visibility_of(node: tree_sitter.Node, definition: CodeDefinition, reader: NodeReader) -> Visibility:
    """Return the visibility of a method."""
    holder = node.parent
    if holder is not None and holder.type == "argument_list" and holder.parent is not None:
        method = holder.parent.child_by_field_name("method")
        said = None if method is None else _VISIBILITIES.get(reader.text(method))
        if said is not None:
            return said
    if (
        holder is None
        or holder.type != "body_statement"
        or node.type in {"assignment", "operator_assignment", *OPEN}
    ):
        return Visibility.PUBLIC
    found = Visibility.PUBLIC
    for begin, said, names in reader.once(holder, _visibility_changes):
        if names is None:
            is_said = begin < node.start_byte and node.type != "singleton_method"
        else:
            is_said = begin > node.start_byte and definition.name in names
        found = said if is_said else found
    return found


def _visibility_changes(
    body: tree_sitter.Node, reader: NodeReader
) -> list[tuple[int, Visibility, frozenset[str] | None]]:
    """Return the visibility modifiers in a body: offset, visibility, and the names that it applies to, None for all that follow."""
    found: list[tuple[int, Visibility, frozenset[str] | None]] = []
    for child in body.named_children:
        is_call = child.type == "call"
        word = child.child_by_field_name("method") if is_call else child
        if word is None or (child.type != "identifier" and not is_call):
            continue
        said, arguments = _VISIBILITIES.get(reader.text(word)), child.child_by_field_name("arguments")
        if said is not None and not is_call:
            found.append((child.start_byte, said, None))
        elif said is not None and arguments is not None:
            names = frozenset(reader.text(each).strip(":\"'") for each in arguments.named_children)
            found.append((child.start_byte, said, names))
    return found
