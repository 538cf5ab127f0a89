"""Conditionally defined macros.

Turns: the node of a macro → whether only some builds define it. An include guard is no condition, nor is
`#ifndef` of the macro itself.
"""

import tree_sitter

from codeshed.extract.engine.grammar import NodeReader

_CONDITIONS = frozenset({"preproc_ifdef", "preproc_if", "preproc_else", "preproc_elif", "preproc_elifdef"})


def is_conditional(node: tree_sitter.Node, name: str, reader: NodeReader) -> bool:
    """Whether a macro is defined only under some condition."""
    outer = node.parent
    while outer is not None:
        if outer.type in _CONDITIONS and not _is_guard(outer, name, reader):
            return True
        outer = outer.parent
    return False


def _is_guard(condition: tree_sitter.Node, name: str, reader: NodeReader) -> bool:
    """Whether a condition is an include guard, or tests for the macro itself."""
    condition_name = condition.child_by_field_name("name") or condition.child_by_field_name("condition")
    first = condition.children[0].type if condition.children else ""
    if condition_name is None or first == "#ifdef":
        return False
    text = reader.text(condition_name)
    if first == "#if":
        text = "".join(text.split()).removeprefix("!defined").strip("()")
    inside = (each for each in condition.named_children if each.id != condition_name.id)
    begins = next((each for each in inside if each.type != "comment"), None)
    defined = None if begins is None else begins.child_by_field_name("name")
    is_first = defined is not None and reader.text(defined) == text
    return text == name or (is_first and begins is not None and begins.type == "preproc_def")
