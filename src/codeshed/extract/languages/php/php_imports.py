"""Imports of PHP.

Turns: `use` declarations, and `require` or `include` of constant paths → WrittenImports.
"""

from collections.abc import Iterator

import tree_sitter

from codeshed.extract.engine.grammar import ImportDeclaration, NodeReader
from codeshed.extract.languages.php.php_traits import NAME_TYPES
from codeshed.model.facts.code_facts import ImportForm

MAX_LEVELS = 20
"""How many folders above its file a path may begin."""


def read_imports(node: tree_sitter.Node, reader: NodeReader) -> list[ImportDeclaration]:
    """Read a `use`, or an expression that loads a file."""
    if node.type == "namespace_use_declaration":
        return list(_use_imports(node, reader))
    return list(_loaded_files(node, reader))


def _kind(node: tree_sitter.Node) -> str:
    return next((child.type for child in node.children if child.type in {"function", "const"}), "")


def _use_imports(node: tree_sitter.Node, reader: NodeReader) -> Iterator[ImportDeclaration]:
    prefix = next((reader.text(each) for each in node.named_children if each.type == "namespace_name"), "")
    group = node.child_by_field_name("body")
    kind = _kind(node) or (
        "" if group is not None or not node.named_children else _kind(node.named_children[0])
    )
    for clause in node.named_children if group is None else group.named_children:
        if clause.type != "namespace_use_clause" or not clause.named_children:
            continue
        name_node = next((each for each in clause.named_children if each.type in NAME_TYPES), None)
        if name_node is None:
            continue
        path = "\\".join(filter(None, (prefix.strip("\\"), reader.text(name_node).strip("\\"))))
        module, _, name = path.replace("\\", ".").rpartition(".")
        alias = clause.child_by_field_name("alias")
        yield ImportDeclaration(
            form=ImportForm.NAME,
            module=module,
            name=name,
            alias=name if alias is None else reader.text(alias),
            detail=_kind(clause) or kind,
            node=clause,
        )


def _loaded_files(node: tree_sitter.Node, reader: NodeReader) -> Iterator[ImportDeclaration]:
    value = node.named_children[0] if node.named_children else None
    while value is not None and value.type == "parenthesized_expression" and value.named_children:
        value = value.named_children[0]
    found = None if value is None else _path(value, reader)
    if found is not None and found[1]:
        yield ImportDeclaration(
            form=ImportForm.NOTHING, module=found[1].lstrip("/") if found[0] else found[1], detail=found[0]
        )


def _path(node: tree_sitter.Node, reader: NodeReader) -> tuple[str, str] | None:
    """Return the base of a path and the rest: relative to the file's folder, to a constant, or to nothing known."""
    text = reader.text(node)
    if node.type in {"string", "encapsed_string"}:
        is_plain = all(each.type in {"string_content", "escape_sequence"} for each in node.named_children)
        return ("", text[1:-1]) if is_plain else None
    if node.type == "name":
        return ("folder" if text == "__DIR__" else "constant"), ""
    if node.type == "function_call_expression" and text.startswith("dirname"):
        return _folder_above(node, reader)
    return _joined_path(node, reader) if node.type == "binary_expression" else None


def _joined_path(node: tree_sitter.Node, reader: NodeReader) -> tuple[str, str] | None:
    """Return the path of a concatenation."""
    left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
    before = None if left is None else _path(left, reader)
    behind = None if right is None else _path(right, reader)
    if before is None or behind is None or behind[0]:
        return None
    return before[0], before[1] + behind[1]


def _folder_above(node: tree_sitter.Node, reader: NodeReader) -> tuple[str, str] | None:
    """Return the path of `dirname(__FILE__)`, `dirname(__DIR__)` and `dirname(__DIR__, 2)`."""
    arguments = node.child_by_field_name("arguments")
    argument_texts = [] if arguments is None else [reader.text(each) for each in arguments.named_children]
    inner = "" if not argument_texts else argument_texts[0]
    levels = int(argument_texts[1]) if len(argument_texts) > 1 and argument_texts[1].isdigit() else 1
    while inner.startswith("dirname(") and inner.endswith(")"):
        inner = inner[len("dirname(") : -1].strip()
        levels += 1
    if inner not in {"__FILE__", "__DIR__"} or levels > MAX_LEVELS:
        return None
    return "folder", "/.." * (levels - (inner == "__FILE__"))
