"""Import statements.

Turns: a node → Imports, one for each name that is brought in.
"""

from collections.abc import Iterator

from tree_sitter import Node

from codeshed.extract.python.scope_outline import Outline
from codeshed.extract.python.string_literals import identifier
from codeshed.extract.python.syntax_nodes import named
from codeshed.model.facts import Import


def read_imports(node: Node, outline: Outline, *, is_for_types: bool) -> Iterator[Import]:
    """Yield what `import a.b as c` or `from ..a import b as c, *` brings in."""

    def text(part: Node) -> str:
        return "".join(identifier(outline.text(part.start_byte, part.end_byte)).split())

    source = node.child_by_field_name("module_name")
    dotted = "" if source is None else text(source)
    module = dotted.lstrip(".")
    level = len(dotted) - len(module)
    for child in node.children_by_field_name("name"):
        is_aliased = child.type == "aliased_import"
        name = text(child.child_by_field_name("name") or child) if is_aliased else text(child)
        alias_node = child.child_by_field_name("alias") if is_aliased else None
        alias = None if alias_node is None else text(alias_node)
        begin, end = child.start_byte, child.end_byte
        if source is None:
            yield Import(begin, end, name, None, alias, 0, is_for_types)
        else:
            yield Import(begin, end, module, name, alias, level, is_for_types)
    for child in named(node):
        if child.type == "wildcard_import":
            yield Import(child.start_byte, child.end_byte, module, "*", None, level, is_for_types)
