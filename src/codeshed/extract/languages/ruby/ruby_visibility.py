"""Visibility of Ruby methods.

Turns: `private`, `protected` and the like, around a method, before it or with its name → its Visibility.
"""

import tree_sitter

from codeshed.extract.engine.grammar import NodeReader
from codeshed.extract.languages.ruby.ruby_nesting import REOPENABLE
from codeshed.model.facts.code_facts import CodeDefinition
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
    container = node.parent
    if container is not None and container.type == "argument_list" and container.parent is not None:
        method = container.parent.child_by_field_name("method")
        visibility = None if method is None else _VISIBILITIES.get(reader.text(method))
        if visibility is not None:
            return visibility
    if (
        container is None
        or container.type != "body_statement"
        or node.type in {"assignment", "operator_assignment", *REOPENABLE}
    ):
        return Visibility.PUBLIC
    found = Visibility.PUBLIC
    for begin, visibility, names in reader.memoize(container, _visibility_changes):
        if names is None:
            applies = begin < node.start_byte and node.type != "singleton_method"
        else:
            applies = begin > node.start_byte and definition.name in names
        found = visibility if applies else found
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
        visibility, arguments = _VISIBILITIES.get(reader.text(word)), child.child_by_field_name("arguments")
        if visibility is not None and not is_call:
            found.append((child.start_byte, visibility, None))
        elif visibility is not None and arguments is not None:
            names = frozenset(reader.text(each).strip(":\"'") for each in arguments.named_children)
            found.append((child.start_byte, visibility, names))
    return found
