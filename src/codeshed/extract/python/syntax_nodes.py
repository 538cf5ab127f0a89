"""Predicates and accessors for nodes of a Python syntax tree."""

from tree_sitter import Node

_UNIMPORTANT = frozenset({"comment", "line_continuation"})


def named_children(node: Node) -> list[Node]:
    """Return the named children without comments and line continuations."""
    return [child for child in node.named_children if child.type not in _UNIMPORTANT]


def is_plain_string(node: Node) -> bool:
    """Whether a statement is only a string without interpolation."""
    inner = named_children(node) if node.type == "expression_statement" else []
    if len(inner) != 1 or inner[0].type not in {"string", "concatenated_string"}:
        return False
    strings = [inner[0], *named_children(inner[0])]
    return not any(part.type == "interpolation" for each in strings for part in named_children(each))


def has_body(body: Node) -> bool:
    """Whether a body does anything besides docstrings, `...` and `pass`."""
    for child in named_children(body):
        inner = named_children(child)
        is_ellipsis = child.type == "expression_statement" and len(inner) == 1 and inner[0].type == "ellipsis"
        if not (is_plain_string(child) or is_ellipsis or child.type == "pass_statement"):
            return True
    return False


def is_async_node(node: Node) -> bool:
    """Whether a definition, loop or `with` is `async`."""
    return bool(node.children) and node.children[0].type == "async"


def identifiers_below(node: Node) -> list[Node]:
    """Return all identifiers in a subtree, in source order."""
    found: list[Node] = []
    pending = [node]
    while pending:
        current = pending.pop()
        if current.type == "identifier":
            found.append(current)
        pending += reversed(named_children(current))
    return found
