"""Imports of C#.

Turns: `using` directives of any form, `extern alias` → WrittenImports.
"""

from collections.abc import Iterator

import tree_sitter

from codeshed.extract.engine.grammar import ImportDeclaration, NodeReader
from codeshed.model.facts.code_facts import ImportForm

_CONDITIONS = frozenset({"preproc_if", "preproc_elif", "preproc_else"})


def read_imports(node: tree_sitter.Node, reader: NodeReader) -> list[ImportDeclaration]:
    """Read a using directive or an extern alias."""
    return list(_iter_imports(node, reader))


def _iter_imports(node: tree_sitter.Node, reader: NodeReader) -> Iterator[ImportDeclaration]:
    name = node.child_by_field_name("name")
    if node.type == "extern_alias_directive":
        if name is not None:
            alias = reader.text(name)
            yield ImportDeclaration(form=ImportForm.MODULE, module=alias, alias=alias, detail="extern")
        return
    path = node.named_children[-1] if node.named_children else None
    type_ref = reader.type(path)
    if path is None or type_ref is None or not type_ref.name or (name is not None and path.id == name.id):
        return
    module = type_ref.name.lstrip(".")
    words = {child.type for child in node.children}
    detail = " ".join(word for word in ("global", "static") if word in words)
    around, is_alternative = _outermost_condition(node)
    if _is_inner(around):
        detail = f"{detail} inner".strip()
    if is_alternative:
        detail = f"{detail} either".strip()
    if name is not None:
        yield ImportDeclaration(form=ImportForm.MODULE, module=module, alias=reader.text(name), detail=detail)
    else:
        yield ImportDeclaration(form=ImportForm.ALL, module=module, detail=detail)


def _outermost_condition(node: tree_sitter.Node) -> tuple[tree_sitter.Node, bool]:
    """Return the outermost `#if` around a directive, or itself, and whether another branch may replace it."""
    is_alternative = False
    while node.parent is not None and node.parent.type in _CONDITIONS:
        node = node.parent
        is_alternative |= node.type != "preproc_if" or node.child_by_field_name("alternative") is not None
    return node, is_alternative


def _is_inner(node: tree_sitter.Node) -> bool:
    """Whether a directive is in a namespace, relative to which its name may be resolved."""
    if node.parent is not None and node.parent.type == "declaration_list":
        return True
    before = node.prev_named_sibling
    while before is not None and before.type in {"using_directive", "comment", "preproc_if"}:
        before = before.prev_named_sibling
    return before is not None and before.type == "file_scoped_namespace_declaration"
