"""Variables of a file that a function of PHP writes to.

Turns: the name of a variable in a function → whether `global` says there that it is the file's.
"""

from collections.abc import Iterator

import tree_sitter

from codeshed.extract.engine.grammar import NodeReader

MAX_STATEMENTS = 50
"""How many statements of a function are looked at: `global` stands before what it is for."""

_WITH_VARIABLES = frozenset({"method_declaration", "function_definition", "anonymous_function"})


def is_global(name: tree_sitter.Node, reader: NodeReader) -> bool:
    """Whether the function around a variable's name says that it is the file's."""
    function = reader.around(name, _WITH_VARIABLES)
    body = None if function is None else function.child_by_field_name("body")
    if body is None:
        return False
    text = reader.text(name)
    return any(
        reader.text(each) == text
        for statement in _iter_first(body)
        if statement.type == "global_declaration"
        for each in _iter_first(statement)
    )


def _iter_first(node: tree_sitter.Node) -> Iterator[tree_sitter.Node]:
    """Yield the first nodes within one, at the cost of these alone."""
    for place in range(min(node.named_child_count, MAX_STATEMENTS)):
        child = node.named_child(place)
        if child is not None:
            yield child
