"""Imports and exports of JavaScript and TypeScript.

Turns: import and export statements, calls that load modules, and assignments to `module.exports` →
WrittenImports.
"""

import re
from collections.abc import Callable, Iterator

import tree_sitter

from codeshed.extract.engine.grammar import ImportDeclaration, NodeReader
from codeshed.extract.languages.ecmascript.commonjs import (
    DEFAULT,
    FUNCTIONS,
    LOADED_BY_CALL,
    OWN_DEFINITION,
    read_commonjs_exports,
    read_loading_calls,
    string_content,
    unquoted,
    unwrap_expression,
)
from codeshed.extract.languages.ecmascript.ecmascript_exports import read_declared_exports
from codeshed.extract.languages.ecmascript.jsdoc import read_jsdoc_imports
from codeshed.model.facts.code_facts import ImportForm

_ANONYMOUS_VALUES = FUNCTIONS | {"array", "call_expression", "new_expression", "object"}
_REFERENCE = re.compile(r"""\A///\s*<reference\s+(?:[\w-]+=\S+\s+)*?(path|types)\s*=\s*["']([^"']+)["']""")


def read_imports(node: tree_sitter.Node, reader: NodeReader) -> list[ImportDeclaration]:
    """Read an import, an export, a call that loads a module, or a CommonJS export."""
    read = _READERS.get(node.type, _default_export)
    return list(read(node, reader))


def _is_marked_as_type(node: tree_sitter.Node, reader: NodeReader) -> bool:
    """Whether an import or export has `type`; where the grammar does not know it, it is an error node or was blanked."""
    first, *rest = node.children
    is_blanked = bool(rest) and reader.slice(first.end_byte, rest[0].start_byte).strip() == "type"
    return is_blanked or any(
        child.type == "type" or (child.is_error and reader.text(child) == "type") for child in node.children
    )


def _imports(node: tree_sitter.Node, reader: NodeReader) -> Iterator[ImportDeclaration]:
    is_for_types = _is_marked_as_type(node, reader)
    module = string_content(node.child_by_field_name("source"), reader)
    clause = next((child for child in node.named_children if child.type.endswith("_clause")), None)
    if clause is None:
        yield ImportDeclaration(form=ImportForm.NOTHING, module=module)
        return
    if clause.type == "import_require_clause":
        yield ImportDeclaration(
            form=ImportForm.MODULE,
            module=string_content(clause.child_by_field_name("source"), reader),
            alias=next(
                (reader.text(each) for each in clause.named_children if each.type == "identifier"), ""
            ),
            is_for_types=is_for_types,
            detail=LOADED_BY_CALL,
        )
        return
    for child in clause.named_children:
        if child.type == "identifier":
            yield ImportDeclaration(
                form=ImportForm.NAME,
                module=module,
                name=DEFAULT,
                alias=reader.text(child),
                is_for_types=is_for_types,
                node=child,
            )
        elif child.type == "namespace_import":
            alias = reader.text(child.children[-1])
            yield ImportDeclaration(
                form=ImportForm.MODULE, module=module, alias=alias, is_for_types=is_for_types, node=child
            )
        elif child.type == "named_imports":
            for each in child.named_children:
                if each.type == "import_specifier":
                    yield _specifier(each, module, ImportForm.NAME, reader, is_for_types=is_for_types)


def _alias(node: tree_sitter.Node, reader: NodeReader) -> Iterator[ImportDeclaration]:
    """Yield the target of `import a = b.c`; a itself is defined as a variable."""
    named = node.named_children[-1]
    if (
        named.type in {"identifier", "nested_identifier"}
        and named.start_byte > node.named_children[0].end_byte
    ):
        yield ImportDeclaration(form=ImportForm.NAME, module="", name=reader.text(named), node=named)


def _specifier(
    node: tree_sitter.Node, module: str, form: ImportForm, reader: NodeReader, *, is_for_types: bool
) -> ImportDeclaration:
    name = node.child_by_field_name("name")
    alias = node.child_by_field_name("alias") or name
    return ImportDeclaration(
        form=form,
        module=module,
        name="" if name is None else unquoted(reader.text(name)),
        alias="" if alias is None else unquoted(reader.text(alias)),
        is_for_types=is_for_types or _is_marked_as_type(node, reader),
        node=node,
    )


def _exports(node: tree_sitter.Node, reader: NodeReader) -> Iterator[ImportDeclaration]:
    module = string_content(node.child_by_field_name("source"), reader)
    is_for_types = _is_marked_as_type(node, reader)
    clause = next((child for child in node.named_children if child.type == "export_clause"), None)
    spread = next((child for child in node.named_children if child.type == "namespace_export"), None)
    if clause is not None:
        for each in clause.named_children:
            if each.type == "export_specifier":
                yield _specifier(each, module, ImportForm.EXPORT_NAME, reader, is_for_types=is_for_types)
    elif spread is not None:
        alias = unquoted(reader.text(spread.children[-1]))
        yield ImportDeclaration(
            form=ImportForm.EXPORT_MODULE, module=module, alias=alias, is_for_types=is_for_types
        )
    else:
        yield ImportDeclaration(form=ImportForm.EXPORT_ALL, module=module, is_for_types=is_for_types)


def _default_export(node: tree_sitter.Node, reader: NodeReader) -> Iterator[ImportDeclaration]:
    """Yield the export of `export default x` and `export = x`."""
    statement = node.parent
    if statement is None or statement.type != "export_statement":
        return
    declaration = statement.child_by_field_name("declaration")
    value = statement.child_by_field_name("value")
    if value is None and node.type == "=":
        value = next((child for child in statement.named_children if child.type == "identifier"), None)
    if declaration is not None:
        name = declaration.child_by_field_name("name")
    else:
        name = None if value is None else unwrap_expression(value)
    if name is not None and name.type in {"identifier", "type_identifier"}:
        yield ImportDeclaration(form=ImportForm.EXPORT_NAME, module="", name=reader.text(name), alias=DEFAULT)
    elif value is not None and value.type in _ANONYMOUS_VALUES:
        yield ImportDeclaration(form=ImportForm.EXPORT_NAME, module="", name=DEFAULT, detail=OWN_DEFINITION)


def _directives(node: tree_sitter.Node, reader: NodeReader) -> Iterator[ImportDeclaration]:
    """Yield the file of `/// <reference path="…" />`."""
    found = _REFERENCE.match(reader.text(node))
    if found is not None:
        kind, module = found.groups()
        is_path = kind == "path" and not module.startswith((".", "/"))
        yield ImportDeclaration(
            form=ImportForm.NOTHING, module=f"./{module}" if is_path else module, is_for_types=True
        )


def _comments(node: tree_sitter.Node, reader: NodeReader) -> Iterator[ImportDeclaration]:
    yield from _directives(node, reader)
    yield from read_jsdoc_imports(reader.text(node))


_READERS: dict[str, Callable[[tree_sitter.Node, NodeReader], Iterator[ImportDeclaration]]] = {
    "import_statement": _imports,
    "import_alias": _alias,
    "export": read_declared_exports,
    "export_statement": _exports,
    "call_expression": read_loading_calls,
    "member_expression": read_commonjs_exports,
    "comment": _comments,
}
