"""Imports and module paths of Rust.

Turns: `use` trees, `mod x;`, `extern crate` and paths that begin with a module → WrittenImports. Paths are
relative to the file's module, whatever inline module they are in.
"""

from collections.abc import Iterator

import tree_sitter

from codeshed.extract.engine.grammar import ImportDeclaration, NodeReader
from codeshed.model.facts.code_facts import ImportForm

MODULE_DECLARATION = "mod"
MACRO = "macro"
EXPORTED_MACRO = "exported macro"
MACRO_USE = "macro_use"
_EXPORTED = "macro_export"
PATH_IN_CODE = "path"
PATH_IN_ATTRIBUTE = "path attribute"
SEPARATOR = "::"
MAX_DEPTH = 60
_IN_USE = frozenset({"use_list", "scoped_use_list", "use_as_clause", "use_wildcard", "use_declaration"})
_NO_MODULES = frozenset({
    "str", "char", "bool", "f32", "f64", "u8", "u16", "u32", "u64", "u128", "usize", "i8", "i16", "i32", "i64", "i128",
    "isize",
})  # fmt: skip


_ATTRIBUTES = frozenset({"attribute_item", "inner_attribute_item"})
"""A path in an attribute may begin with a word that only a macro understands."""

_VISIBILITY = frozenset({"visibility_modifier"})
"""A path in `pub(in a::b)` uses nothing."""


def read_imports(node: tree_sitter.Node, reader: NodeReader) -> list[ImportDeclaration]:
    """Read a declaration, or the first segment of a path."""
    match node.type:
        case "use_declaration":
            return list(_uses(node, reader))
        case "extern_crate_declaration":
            return list(_crates(node, reader))
        case "mod_item":
            return list(_modules(node, reader))
        case "macro_definition":
            return list(_macros(node, reader))
        case _ if reader.nearest_ancestor(node, _VISIBILITY) is not None:
            return []
        case _:
            return list(_paths(node, reader))


def inline_modules_around(node: tree_sitter.Node, reader: NodeReader) -> list[str]:
    """Return the names of the inline modules around a node, outermost first."""
    names: list[str] = []
    outer = node.parent
    while outer is not None:
        name = outer.child_by_field_name("name") if outer.type == "mod_item" else None
        if name is not None:
            names.append(reader.text(name))
        outer = outer.parent
    return names[::-1]


def _relative_to_file(parts: list[str], blocks: list[str]) -> list[str]:
    """Return a path relative to the file's module: `super` in an inline module is the file's `self`."""
    if not blocks or not parts or parts[0] not in {"self", "super"}:
        return parts
    rest = parts[1:] if parts[0] == "self" else list(parts)
    inner = list(blocks)
    while rest and rest[0] == "super" and inner:
        rest.pop(0)
        inner.pop()
    return rest if rest and rest[0] == "super" else ["self", *inner, *rest]


def _is_reexported(node: tree_sitter.Node) -> bool:
    return any(child.type == "visibility_modifier" for child in node.children)


def _uses(node: tree_sitter.Node, reader: NodeReader) -> Iterator[ImportDeclaration]:
    argument = node.child_by_field_name("argument")
    if argument is None:
        return
    blocks = inline_modules_around(node, reader)
    is_reexport = _is_reexported(node)
    for parts, alias, leaf in _leaves(argument, [], reader, 0):
        path = _relative_to_file(parts, blocks)
        if path and path[-1] == "*":
            yield ImportDeclaration(
                form=ImportForm.EXPORT_ALL if is_reexport else ImportForm.ALL,
                module=SEPARATOR.join(path[:-1]),
                node=leaf,
                is_scoped=True,
            )
        elif path:
            is_module = len(path) == 1
            name_form = ImportForm.EXPORT_NAME if is_reexport else ImportForm.NAME
            module_form = ImportForm.EXPORT_MODULE if is_reexport else ImportForm.MODULE
            last = path[-1] if alias is None else alias
            yield ImportDeclaration(
                form=module_form if is_module else name_form,
                module=SEPARATOR.join(path if is_module else path[:-1]),
                name="" if is_module else path[-1],
                alias="" if last == "_" else last,
                node=leaf,
                is_scoped=True,
            )


def _leaves(
    node: tree_sitter.Node, before: list[str], reader: NodeReader, depth: int
) -> Iterator[tuple[list[str], str | None, tree_sitter.Node]]:
    """Yield each path of a use tree with its alias, if any, and its node."""
    if depth > MAX_DEPTH:
        return
    match node.type:
        case "use_list":
            for child in node.named_children:
                yield from _leaves(child, before, reader, depth + 1)
        case "scoped_use_list":
            path, inner = node.child_by_field_name("path"), node.child_by_field_name("list")
            parts = before if path is None else [*before, *_parts(path, reader)]
            if inner is not None:
                yield from _leaves(inner, parts, reader, depth + 1)
        case "use_as_clause":
            path, alias = node.child_by_field_name("path"), node.child_by_field_name("alias")
            if path is not None:
                parts = _joined(before, _parts(path, reader))
                yield parts, None if alias is None else reader.text(alias), node
        case "use_wildcard":
            inside = [part for child in node.named_children for part in _parts(child, reader)]
            yield [*before, *inside, "*"], None, node
        case "identifier" | "scoped_identifier" | "self" | "crate" | "super" | "metavariable":
            yield _joined(before, _parts(node, reader)), None, node
        case _:
            return


def _joined(before: list[str], parts: list[str]) -> list[str]:
    """Return a path below another; `self` in a list is the path before the list."""
    return before if before and parts == ["self"] else [*before, *parts]


def _parts(node: tree_sitter.Node, reader: NodeReader) -> list[str]:
    text = "".join(reader.text(node).split())
    return [part.removeprefix("r#") for part in text.split(SEPARATOR) if part]


def _crates(node: tree_sitter.Node, reader: NodeReader) -> Iterator[ImportDeclaration]:
    name, alias = node.child_by_field_name("name"), node.child_by_field_name("alias")
    if name is not None:
        bound = reader.text(alias or name)
        is_reexport = _is_reexported(node)
        yield ImportDeclaration(
            form=ImportForm.EXPORT_MODULE if is_reexport else ImportForm.MODULE,
            module=reader.text(name),
            alias="" if bound == "_" else bound,
        )
        if any(text.startswith(MACRO_USE) for text in _attributes(node, reader)):
            yield ImportDeclaration(form=ImportForm.EXPORT_ALL, module=reader.text(name), detail=MACRO_USE)


def _modules(node: tree_sitter.Node, reader: NodeReader) -> Iterator[ImportDeclaration]:
    """Yield the module that `mod x;` declares, with the file of a `path` attribute."""
    name = node.child_by_field_name("name")
    if name is None:
        return
    text = reader.text(name).removeprefix("r#")
    yield ImportDeclaration(
        form=ImportForm.EXPORT_MODULE if _is_reexported(node) else ImportForm.MODULE,
        module=SEPARATOR.join((*inline_modules_around(node, reader), text)),
        alias=text,
        detail=" ".join(filter(None, (MODULE_DECLARATION, _path_attribute(node, reader)))),
    )


def _macros(node: tree_sitter.Node, reader: NodeReader) -> Iterator[ImportDeclaration]:
    """Yield a macro: it is visible beyond its module."""
    name = node.child_by_field_name("name")
    if name is not None:
        is_exported = any(text.startswith(_EXPORTED) for text in _attributes(node, reader))
        yield ImportDeclaration(
            form=ImportForm.NOTHING,
            module="self",
            name=reader.text(name),
            alias=reader.text(name),
            detail=EXPORTED_MACRO if is_exported else MACRO,
        )


def _attributes(node: tree_sitter.Node, reader: NodeReader) -> Iterator[str]:
    """Yield the text of the attributes before an item, the nearest first."""
    before = node.prev_named_sibling
    while before is not None and before.type in {"attribute_item", "line_comment", "block_comment"}:
        if before.type == "attribute_item":
            yield reader.text(before).strip("#[] \n")
        before = before.prev_named_sibling


def _path_attribute(node: tree_sitter.Node, reader: NodeReader) -> str:
    for text in _attributes(node, reader):
        name, _, value = text.partition("=")
        if name.strip() == "path":
            return value.strip().strip('"')
    return ""


def _paths(node: tree_sitter.Node, reader: NodeReader) -> Iterator[ImportDeclaration]:
    """Yield the module that a path in code begins with, and the rest of the path."""
    path_node = node.parent
    while (
        path_node is not None and path_node.parent is not None and path_node.parent.type.startswith("scoped_")
    ):
        path_node = path_node.parent
    text = reader.text(node)
    if (
        path_node is None
        or path_node.type in _IN_USE
        or path_node.parent is None
        or path_node.parent.type in _IN_USE
    ):
        return
    if text[:1].isupper() or text in _NO_MODULES:
        return
    parts = _relative_to_file(_parts(path_node, reader), inline_modules_around(node, reader))
    n_first = 1
    while parts[n_first - 1 : n_first + 1] == ["super", "super"]:
        n_first += 1
    first = SEPARATOR.join(parts[:n_first])
    yield ImportDeclaration(
        form=ImportForm.MODULE,
        module=first,
        name=SEPARATOR.join(parts[n_first:]),
        alias=first,
        detail=PATH_IN_CODE if reader.nearest_ancestor(node, _ATTRIBUTES) is None else PATH_IN_ATTRIBUTE,
    )
