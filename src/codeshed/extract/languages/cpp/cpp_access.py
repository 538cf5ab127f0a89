"""Access control in C++ classes.

Turns: a member of a class → its access: public, protected or private.
"""

from bisect import bisect_left

import tree_sitter

from codeshed.extract.engine.child_nodes import nth_child
from codeshed.extract.engine.grammar import NodeReader
from codeshed.model.semantic import Visibility

CLASS_BODY = "field_declaration_list"
_ACCESS = {"public": Visibility.PUBLIC, "protected": Visibility.PROTECTED, "private": Visibility.PRIVATE}


def class_body(node: tree_sitter.Node) -> tree_sitter.Node | None:
    """Return the class body that a node is directly in."""
    outer = node.parent
    while outer is not None and (
        outer.type.startswith("preproc") or outer.type in {"template_declaration", "field_declaration"}
    ):
        outer = outer.parent
    return outer if outer is not None and outer.type == CLASS_BODY else None


def access_of(body: tree_sitter.Node, node: tree_sitter.Node, reader: NodeReader) -> Visibility:
    """Return the access of a member: that of the last access specifier before it."""
    changes = reader.memoize(body, _access_changes)
    return changes[bisect_left(changes, node.start_byte, key=lambda each: each[0]) - 1][1]


def _access_changes(body: tree_sitter.Node, reader: NodeReader) -> list[tuple[int, Visibility]]:
    """Return the offsets from which an access holds; a class begins private, a struct public."""
    del reader
    container = body.parent
    is_private = container is not None and container.type == "class_specifier"
    found = [(-1, Visibility.PRIVATE if is_private else Visibility.PUBLIC)]
    for child in body.named_children:
        word = nth_child(child, 0) if child.type == "access_specifier" else None
        access = None if word is None else _ACCESS.get(word.type)
        if access is not None:
            found.append((child.start_byte, access))
    return found


def redeclared_base_members(node: tree_sitter.Node, reader: NodeReader) -> tuple[str, ...]:
    """Return the names of base members that a class redeclares as its own: `run` of `using A::run;`."""
    body = node.child_by_field_name("body")
    if body is None or body.type != CLASS_BODY:
        return ()
    used = (each for each in body.named_children if each.type == "using_declaration")
    names = (reader.text(each.named_children[-1]).rpartition("::")[2].strip() for each in used)
    return tuple(dict.fromkeys(filter(None, names)))
