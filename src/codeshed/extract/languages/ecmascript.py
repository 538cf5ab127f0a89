"""Imports and exports of JavaScript and TypeScript.

Turns: import and export statements, calls that load modules, and what is given to `module.exports` → WrittenImports.
"""

import re
from collections.abc import Callable, Iterator

import tree_sitter
from msgspec.structs import replace

from codeshed.extract.languages.ecmascript_exports import read_declared_exports, variable_around
from codeshed.extract.languages.grammar import NodeReader, WrittenImport
from codeshed.extract.languages.jsdoc import DOCUMENTED, read_documented_imports
from codeshed.extract.languages.loaded import loaded_name
from codeshed.model.code_expressions import CodeExpression, NameExpr
from codeshed.model.code_facts import ImportForm

DEFAULT = "default"
CALL = "call"
"""The detail of imports whose value is whatever the module gives: its default, or else all of its names."""

AWAITED = "awaited"
"""The same, if an `import("x")` loads it and not a `require("x")`."""

OWN = "own"
"""The detail of what is passed on under the name of its definition, whatever else has that name here."""

_FUNCTIONS = frozenset({"arrow_function", "class", "function_expression", "generator_function"})
_WITHOUT_NAME = _FUNCTIONS | {"array", "call_expression", "new_expression", "object"}
_KEEPING = frozenset({"Object.freeze", "Object.preventExtensions", "Object.seal"})
_EXPORTS = frozenset({"exports", "module.exports"})
_WRAPPERS = frozenset({
    "await_expression", "parenthesized_expression", "as_expression", "satisfies_expression", "non_null_expression",
})  # fmt: skip
_TYPE_PLACE = re.compile(r"type|constraint|extends_clause|implements_clause|signature")
_REFERENCE = re.compile(r"""\A///\s*<reference\s+(?:[\w-]+=\S+\s+)*?(path|types)\s*=\s*["']([^"']+)["']""")


def read_imports(node: tree_sitter.Node, reader: NodeReader) -> list[WrittenImport]:
    """Read an import, an export, a call that loads a module, or what is given to others the CommonJS way."""
    read = _READERS.get(node.type, _default_export)
    return list(read(node, reader))


def _module(node: tree_sitter.Node | None, reader: NodeReader) -> str:
    """Return the text of a string."""
    return "" if node is None else reader.text(node)[1:-1]


def _unquoted(name: str) -> str:
    return name[1:-1] if name[:1] in {'"', "'"} else name


def _is_marked_as_type(node: tree_sitter.Node, reader: NodeReader) -> bool:
    """Whether `type` stands in an import or export; where the grammar does not know it, it is an error or blanked."""
    first, *rest = node.children
    is_blanked = bool(rest) and reader.slice(first.end_byte, rest[0].start_byte).strip() == "type"
    return is_blanked or any(
        child.type == "type" or (child.is_error and reader.text(child) == "type") for child in node.children
    )


def _imports(node: tree_sitter.Node, reader: NodeReader) -> Iterator[WrittenImport]:
    is_for_types = _is_marked_as_type(node, reader)
    module = _module(node.child_by_field_name("source"), reader)
    clause = next((child for child in node.named_children if child.type.endswith("_clause")), None)
    if clause is None:
        yield WrittenImport(form=ImportForm.NOTHING, module=module)
        return
    if clause.type == "import_require_clause":
        yield WrittenImport(
            form=ImportForm.MODULE,
            module=_module(clause.child_by_field_name("source"), reader),
            alias=next(
                (reader.text(each) for each in clause.named_children if each.type == "identifier"), ""
            ),
            is_for_types=is_for_types,
            detail=CALL,
        )
        return
    for child in clause.named_children:
        if child.type == "identifier":
            yield WrittenImport(
                form=ImportForm.NAME,
                module=module,
                name=DEFAULT,
                alias=reader.text(child),
                is_for_types=is_for_types,
                node=child,
            )
        elif child.type == "namespace_import":
            alias = reader.text(child.children[-1])
            yield WrittenImport(
                form=ImportForm.MODULE, module=module, alias=alias, is_for_types=is_for_types, node=child
            )
        elif child.type == "named_imports":
            for each in child.named_children:
                if each.type == "import_specifier":
                    yield _specifier(each, module, ImportForm.NAME, reader, is_for_types=is_for_types)


def _alias(node: tree_sitter.Node, reader: NodeReader) -> Iterator[WrittenImport]:
    """Yield what `import a = b.c` names; the variable that it defines is the name for it."""
    named = node.named_children[-1]
    if (
        named.type in {"identifier", "nested_identifier"}
        and named.start_byte > node.named_children[0].end_byte
    ):
        yield WrittenImport(form=ImportForm.NAME, module="", name=reader.text(named), node=named)


def _specifier(
    node: tree_sitter.Node, module: str, form: ImportForm, reader: NodeReader, *, is_for_types: bool
) -> WrittenImport:
    name = node.child_by_field_name("name")
    alias = node.child_by_field_name("alias") or name
    return WrittenImport(
        form=form,
        module=module,
        name="" if name is None else _unquoted(reader.text(name)),
        alias="" if alias is None else _unquoted(reader.text(alias)),
        is_for_types=is_for_types or _is_marked_as_type(node, reader),
        node=node,
    )


def _exports(node: tree_sitter.Node, reader: NodeReader) -> Iterator[WrittenImport]:
    module = _module(node.child_by_field_name("source"), reader)
    is_for_types = _is_marked_as_type(node, reader)
    clause = next((child for child in node.named_children if child.type == "export_clause"), None)
    spread = next((child for child in node.named_children if child.type == "namespace_export"), None)
    if clause is not None:
        for each in clause.named_children:
            if each.type == "export_specifier":
                yield _specifier(each, module, ImportForm.EXPORT_NAME, reader, is_for_types=is_for_types)
    elif spread is not None:
        alias = _unquoted(reader.text(spread.children[-1]))
        yield WrittenImport(
            form=ImportForm.EXPORT_MODULE, module=module, alias=alias, is_for_types=is_for_types
        )
    else:
        yield WrittenImport(form=ImportForm.EXPORT_ALL, module=module, is_for_types=is_for_types)


def _default_export(node: tree_sitter.Node, reader: NodeReader) -> Iterator[WrittenImport]:
    """Yield what `export default x` and `export = x` pass on: a name of this file under another."""
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
        name = None if value is None else _bare(value)
    if name is not None and name.type in {"identifier", "type_identifier"}:
        yield WrittenImport(form=ImportForm.EXPORT_NAME, module="", name=reader.text(name), alias=DEFAULT)
    elif value is not None and value.type in _WITHOUT_NAME:
        yield WrittenImport(form=ImportForm.EXPORT_NAME, module="", name=DEFAULT, detail=OWN)


def _bare(node: tree_sitter.Node) -> tree_sitter.Node:
    """Return what stands in brackets or before `as`."""
    while node.type in _WRAPPERS and node.named_children:
        node = node.named_children[0]
    return node


def _directives(node: tree_sitter.Node, reader: NodeReader) -> Iterator[WrittenImport]:
    """Yield what `/// <reference path="…" />` brings in."""
    found = _REFERENCE.match(reader.text(node))
    if found is not None:
        kind, module = found.groups()
        is_path = kind == "path" and not module.startswith((".", "/"))
        yield WrittenImport(
            form=ImportForm.NOTHING, module=f"./{module}" if is_path else module, is_for_types=True
        )


def _loaded(node: tree_sitter.Node | None, reader: NodeReader) -> str | None:
    """Return the module that a call `require("x")` or `import("x")` names with a constant."""
    function = None if node is None else node.child_by_field_name("function")
    arguments = None if node is None else node.child_by_field_name("arguments")
    if function is None or arguments is None or not arguments.named_children:
        return None
    is_load = function.type in {"import", "member_expression"} or reader.text(function) == "require"
    first = next((each for each in arguments.named_children if each.type != "comment"), None)
    is_constant = first is not None and (
        first.type == "string"
        or (
            first.type == "template_string" and all(c.type == "string_fragment" for c in first.named_children)
        )
    )
    return _module(first, reader) if is_load and is_constant else None


def _calls(node: tree_sitter.Node, reader: NodeReader) -> Iterator[WrittenImport]:
    """Yield what `require("x")` and `import("x")` load, with the names that they are bound to."""
    module = _loaded(node, reader)
    if module is None:
        return
    holder = node.parent
    while holder is not None and holder.type in _WRAPPERS:
        holder = holder.parent
    names: list[str] = []
    while holder is not None and holder.type == "member_expression":
        names.append(reader.text(holder.named_children[-1]))
        holder = holder.parent
    is_whole = node.children[0].type == "import"
    name = ".".join(names)
    for each in (*_held(holder, module, name, reader), *_bound(holder, module, name, reader)):
        if not is_whole or each.is_for_types:
            yield each
        else:
            yield replace(each, detail="" if each.form is ImportForm.MODULE else AWAITED)


def _held(
    holder: tree_sitter.Node | None, module: str, name: str, reader: NodeReader
) -> Iterator[WrittenImport]:
    """Yield the import of a variable that holds what is given to others as well: `var a = exports.a = require("a")`."""
    left = None if holder is None else holder.child_by_field_name("left")
    variable = None if left is None else variable_around(left)
    if holder is not None and variable is not None and _exported_alias(holder, reader):
        form = ImportForm.NAME if name else ImportForm.MODULE
        yield WrittenImport(form=form, module=module, name=name, alias=reader.text(variable), detail=CALL)


def _bound(
    holder: tree_sitter.Node | None, module: str, name: str, reader: NodeReader
) -> Iterator[WrittenImport]:
    """Yield the imports of a call that loads a module, or one name of it, by what holds the call."""
    form = ImportForm.NAME if name else ImportForm.MODULE
    kind = "" if holder is None else holder.type
    if holder is not None and kind == "variable_declarator":
        target = holder.child_by_field_name("name")
        if target is not None and target.type == "identifier":
            yield WrittenImport(form=form, module=module, name=name, alias=reader.text(target), detail=CALL)
            return
        if target is not None and target.type == "object_pattern" and not name:
            yield from _taken(target, module, reader)
            return
    if holder is not None and kind in {"pair", "assignment_expression"}:
        alias = _exported_alias(holder, reader)
        if alias == DEFAULT and not name:
            yield WrittenImport(form=ImportForm.EXPORT_ALL, module=module, detail=CALL)
            name = DEFAULT
        if alias:
            exported = ImportForm.EXPORT_NAME if name else ImportForm.EXPORT_MODULE
            yield WrittenImport(form=exported, module=module, name=name, alias=alias, detail=CALL)
            return
    if holder is not None and kind in {"arguments", "spread_element"} and _fills_exports(holder, reader):
        yield WrittenImport(form=ImportForm.EXPORT_ALL, module=module, detail=CALL)
        return
    is_for_types = holder is not None and _TYPE_PLACE.search(kind) is not None
    if is_for_types:
        form = form if name else ImportForm.NOTHING
        yield WrittenImport(form=form, module=module, name=name, is_for_types=True)
        yield WrittenImport(
            form=ImportForm.MODULE,
            module=module,
            alias=loaded_name(module),
            is_for_types=True,
            detail=DOCUMENTED,
        )
    elif kind == "expression_statement" and not name:
        yield WrittenImport(form=ImportForm.NOTHING, module=module, detail=CALL)
    else:
        alias = loaded_name(module)
        yield WrittenImport(form=ImportForm.MODULE, module=module, alias=alias, detail=CALL)


def read_loaded(node: tree_sitter.Node, reader: NodeReader, depth: int) -> CodeExpression | None:
    """Read `require("x")` and `import("x")` as the module."""
    del depth
    function = node.child_by_field_name("function")
    is_load = function is not None and function.type in {"import", "identifier"}
    module = _loaded(node, reader) if is_load else None
    return None if module is None else NameExpr(node.start_byte, node.end_byte, loaded_name(module))


def read_kept(node: tree_sitter.Node, reader: NodeReader, depth: int) -> CodeExpression | None:
    """Read `require("x")` as the module, and `Object.freeze(a)` as a: functions of the language that give what they get."""
    function, arguments = node.child_by_field_name("function"), node.child_by_field_name("arguments")
    if function is None or function.type != "member_expression" or arguments is None:
        return read_loaded(node, reader, depth)
    first = arguments.named_children[0] if arguments.named_children else None
    if first is None or first.type == "spread_element" or reader.text(function) not in _KEEPING:
        return None
    return reader.expression(first, depth + 1)


def _taken(pattern: tree_sitter.Node, module: str, reader: NodeReader) -> Iterator[WrittenImport]:
    """Yield the names that a pattern takes out of a loaded module."""
    is_empty = True
    for each in pattern.named_children:
        key = each.child_by_field_name("key") or each.child_by_field_name("left") or each
        value = each.child_by_field_name("value") or key
        value = value.child_by_field_name("left") or value
        is_name = value.type in {"identifier", "shorthand_property_identifier_pattern"}
        if key.type in {"property_identifier", "shorthand_property_identifier_pattern"} and is_name:
            is_empty = False
            yield WrittenImport(
                form=ImportForm.NAME,
                module=module,
                name=reader.text(key),
                alias=reader.text(value),
                detail=CALL,
                node=each,
            )
    if is_empty:
        yield WrittenImport(form=ImportForm.NOTHING, module=module, detail=CALL)


def _exported_alias(holder: tree_sitter.Node, reader: NodeReader) -> str:
    """Return the name under which a pair or an assignment gives something to others, the CommonJS way."""
    if holder.type == "pair":
        key, parent = holder.child_by_field_name("key"), holder.parent
        outer = None if parent is None else parent.parent
        left = None if outer is None else outer.child_by_field_name("left")
        is_exported = left is not None and reader.text(left) in _EXPORTS
        return _unquoted(reader.text(key)) if is_exported and key is not None else ""
    left = holder.child_by_field_name("left")
    if left is None or left.type != "member_expression":
        return ""
    if reader.text(left) == "module.exports":
        return DEFAULT
    written, value = left.child_by_field_name("property"), left.child_by_field_name("object")
    is_exported = value is not None and reader.text(value) in _EXPORTS
    return reader.text(written) if is_exported and written is not None else ""


def _fills_exports(holder: tree_sitter.Node, reader: NodeReader) -> bool:
    """Whether all of a module is given to others: `Object.assign(exports, …)`, `module.exports = {...…}`."""
    if holder.type == "arguments":
        return any(reader.text(each) in _EXPORTS for each in holder.named_children)
    outer = None if holder.parent is None else holder.parent.parent
    left = None if outer is None else outer.child_by_field_name("left")
    return left is not None and reader.text(left) in _EXPORTS


def _common_exports(node: tree_sitter.Node, reader: NodeReader) -> Iterator[WrittenImport]:
    """Yield what `module.exports = …` and `exports.x = …` pass on."""
    value = None if node.parent is None else node.parent.child_by_field_name("right")
    while value is not None and value.type in {"assignment_expression", *_WRAPPERS}:
        value = value.child_by_field_name("right") or _bare(value)
    if value is None:
        return
    holder, is_whole = variable_around(node), reader.text(node) == "module.exports"
    is_held = holder is not None and value.type in _FUNCTIONS
    if holder is not None and (is_whole or is_held):
        alias = DEFAULT if is_whole else reader.text(node).rpartition(".")[2]
        yield WrittenImport(
            form=ImportForm.EXPORT_NAME, module="", name=reader.text(holder), alias=alias, node=holder
        )
    if is_held:
        return
    if reader.text(node) != "module.exports":
        alias = reader.text(node).rpartition(".")[2]
        yield from _common_export(value, alias, reader)
    elif value.type == "object":
        for each in value.named_children:
            key, inner = each.child_by_field_name("key"), each.child_by_field_name("value")
            if each.type == "shorthand_property_identifier":
                yield from _common_export(each, reader.text(each), reader)
            elif key is not None and inner is not None:
                yield from _common_export(inner, _unquoted(reader.text(key)), reader)
    else:
        yield from _common_export(value, DEFAULT, reader)


def _common_export(value: tree_sitter.Node, alias: str, reader: NodeReader) -> Iterator[WrittenImport]:
    """Yield a name of this file that is passed on; what has none is a definition of its own."""
    is_named = value.type in {"function_expression", "generator_function", "class"} and alias == DEFAULT
    name = value.child_by_field_name("name") if is_named else value
    if name is not None and name.type in {
        "identifier",
        "shorthand_property_identifier",
        "type_identifier",
    }:
        yield WrittenImport(
            form=ImportForm.EXPORT_NAME, module="", name=reader.text(name), alias=alias, node=value
        )
    elif value.type in _FUNCTIONS:
        yield WrittenImport(form=ImportForm.EXPORT_NAME, module="", name=alias, detail=OWN)


def _comments(node: tree_sitter.Node, reader: NodeReader) -> Iterator[WrittenImport]:
    yield from _directives(node, reader)
    yield from read_documented_imports(reader.text(node))


_READERS: dict[str, Callable[[tree_sitter.Node, NodeReader], Iterator[WrittenImport]]] = {
    "import_statement": _imports,
    "import_alias": _alias,
    "export": read_declared_exports,
    "export_statement": _exports,
    "call_expression": _calls,
    "member_expression": _common_exports,
    "comment": _comments,
}
