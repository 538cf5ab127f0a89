"""Imports and exports of Scala.

Turns: imports, exports and package clauses → WrittenImports.
"""

import re
from collections.abc import Iterator

import tree_sitter
from msgspec.structs import replace

from codeshed.extract.engine.grammar import ImportDeclaration, NodeReader
from codeshed.model.facts.code_facts import ImportForm


def read_imports(node: tree_sitter.Node, reader: NodeReader) -> list[ImportDeclaration]:
    """Read an import, an export, or a package clause, which makes the packages of earlier clauses visible.

    The inherited members of a package object are members of the package.
    """
    if node.type == "package_clause":
        return list(_outer_packages(node, reader))
    if node.type not in {"import_declaration", "export_declaration"}:
        base = reader.type(node)
        return [ImportDeclaration(form=ImportForm.EXPORT_ALL, module="" if base is None else base.name)]
    found: list[ImportDeclaration] = []
    group: list[tree_sitter.Node] = []
    for child in node.children[1:]:
        if child.type == ",":
            found += _imports(group, reader)
            group = []
        elif child.is_named:
            group.append(child)
    found += _imports(group, reader)
    if node.type == "export_declaration":
        return [_as_export(each) for each in found]
    return [replace(each, is_scoped=True) for each in found]


def _outer_packages(node: tree_sitter.Node, reader: NodeReader) -> Iterator[ImportDeclaration]:
    """Yield the package that earlier clauses name: its members are visible here too."""
    names: list[str] = []
    before = node.prev_named_sibling
    while before is not None:
        name = before.child_by_field_name("name") if before.type == "package_clause" else None
        if name is not None and before.child_by_field_name("body") is None:
            names.append(plain_name(name, reader))
        before = before.prev_named_sibling
    if names:
        yield ImportDeclaration(form=ImportForm.ALL, module=".".join(reversed(names)), detail="package")


def plain_name(node: tree_sitter.Node, reader: NodeReader) -> str:
    """Return a name without backticks and spaces."""
    return re.sub(r"\s+", "", reader.text(node)).replace("`", "")


def _imports(nodes: list[tree_sitter.Node], reader: NodeReader) -> Iterator[ImportDeclaration]:
    """Yield the imports of one path and its selectors."""
    paths = [node for node in nodes if node.type in {"identifier", "operator_identifier"}]
    others = [node for node in nodes if node not in paths and "comment" not in node.type]
    names = [plain_name(node, reader) for node in paths]
    detail = ""
    if names[:1] == ["_root_"]:
        names, detail = names[1:], "root"
    if not names:
        return
    if not others:
        yield ImportDeclaration(
            form=ImportForm.NAME,
            module=".".join(names[:-1]),
            name=names[-1],
            alias=names[-1],
            detail=detail,
            node=paths[-1],
        )
        return
    module = ".".join(names)
    for other in others:
        selectors = other.named_children if other.type == "namespace_selectors" else [other]
        for selector in selectors:
            yield from _selected(selector, module, detail, reader)


def _selected(
    node: tree_sitter.Node, module: str, detail: str, reader: NodeReader
) -> Iterator[ImportDeclaration]:
    match node.type:
        case "namespace_wildcard":
            is_given = reader.text(node) == "given"
            yield ImportDeclaration(
                form=ImportForm.ALL,
                module=module,
                detail=" ".join(filter(None, (detail, "given" * is_given))),
                node=node,
            )
        case "identifier" | "operator_identifier":
            name = plain_name(node, reader)
            yield ImportDeclaration(
                form=ImportForm.NAME, module=module, name=name, alias=name, detail=detail, node=node
            )
        case "arrow_renamed_identifier" | "as_renamed_identifier":
            first, alias = node.child_by_field_name("name"), node.child_by_field_name("alias")
            if first is not None and alias is not None and alias.type != "wildcard":
                yield ImportDeclaration(
                    form=ImportForm.NAME,
                    module=module,
                    name=plain_name(first, reader),
                    alias=plain_name(alias, reader),
                    detail=detail,
                    node=node,
                )
        case "comment" | "block_comment":
            pass
        case _:
            implicit_detail = " ".join(filter(None, (detail, "given")))
            yield ImportDeclaration(form=ImportForm.ALL, module=module, detail=implicit_detail, node=node)


def _as_export(written: ImportDeclaration) -> ImportDeclaration:
    is_all = written.form is ImportForm.ALL
    return replace(written, form=ImportForm.EXPORT_ALL if is_all else ImportForm.EXPORT_NAME)
