"""Who may use the members of a class in C++.

Turns: a node in a class → the access that holds there.
"""

from bisect import bisect_left

import tree_sitter

from codeshed.extract.engine.grammar import NodeReader
from codeshed.model.semantic import Visibility

CLASS_BODY = "field_declaration_list"
_ACCESS = {"public": Visibility.PUBLIC, "protected": Visibility.PROTECTED, "private": Visibility.PRIVATE}


def class_body(node: tree_sitter.Node) -> tree_sitter.Node | None:
    """Return the body of the class in which a node stands directly."""
    outer = node.parent
    while outer is not None and (
        outer.type.startswith("preproc") or outer.type in {"template_declaration", "field_declaration"}
    ):
        outer = outer.parent
    return outer if outer is not None and outer.type == CLASS_BODY else None


def access_of(body: tree_sitter.Node, node: tree_sitter.Node, reader: NodeReader) -> Visibility:
    """Return the access that was last named before a member."""
    said = reader.once(body, _said_accesses)
    return said[bisect_left(said, node.start_byte, key=lambda each: each[0]) - 1][1]


def _said_accesses(body: tree_sitter.Node, reader: NodeReader) -> list[tuple[int, Visibility]]:
    """Return which access holds from where in a class; it begins private, a struct public."""
    del reader
    holder = body.parent
    is_private = holder is not None and holder.type == "class_specifier"
    found = [(-1, Visibility.PRIVATE if is_private else Visibility.PUBLIC)]
    for child in body.named_children:
        word = child.child(0) if child.type == "access_specifier" else None
        access = None if word is None else _ACCESS.get(word.type)
        if access is not None:
            found.append((child.start_byte, access))
    return found


def shown_names(node: tree_sitter.Node, reader: NodeReader) -> tuple[str, ...]:
    """Return the names of bases that a class shows beside its own: `run` of `using A::run;`."""
    body = node.child_by_field_name("body")
    if body is None or body.type != CLASS_BODY:
        return ()
    used = (each for each in body.named_children if each.type == "using_declaration")
    names = (reader.text(each.named_children[-1]).rpartition("::")[2].strip() for each in used)
    return tuple(dict.fromkeys(filter(None, names)))
