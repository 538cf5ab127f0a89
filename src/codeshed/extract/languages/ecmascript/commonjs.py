"""Modules that are loaded by calls, and what is given to others the CommonJS way.

Turns: `require("a")`, `import("a")`, and what is given to `module.exports` → WrittenImports, or the modules as values.
"""

import re
from collections.abc import Iterator

import tree_sitter
from msgspec.structs import replace

from codeshed.extract.engine.grammar import NodeReader, WrittenImport
from codeshed.extract.engine.inline_modules import loaded_name
from codeshed.extract.languages.ecmascript.ecmascript_exports import variable_around
from codeshed.extract.languages.ecmascript.jsdoc import DOCUMENTED
from codeshed.model.code_expressions import CodeExpression, NameExpr
from codeshed.model.code_facts import ImportForm

DEFAULT = "default"
CALL = "call"
"""The detail of imports whose value is whatever the module gives: its default, or else all of its names."""

AWAITED = "awaited"
"""The same, if an `import("x")` loads it and not a `require("x")`."""

OWN = "own"
"""The detail of what is passed on under the name of its definition, whatever else has that name here."""

FUNCTIONS = frozenset({"arrow_function", "class", "function_expression", "generator_function"})
_KEEPING = frozenset({"Object.freeze", "Object.preventExtensions", "Object.seal"})
_EXPORTS = frozenset({"exports", "module.exports"})
_WRAPPERS = frozenset({
    "await_expression", "parenthesized_expression", "as_expression", "satisfies_expression", "non_null_expression",
})  # fmt: skip
_TYPE_PLACE = re.compile(r"type|constraint|extends_clause|implements_clause|signature")


def module_of(node: tree_sitter.Node | None, reader: NodeReader) -> str:
    """Return the text of a string."""
    return "" if node is None else reader.text(node)[1:-1]


def unquoted(name: str) -> str:
    """Return a name that may be written as a string."""
    return name[1:-1] if name[:1] in {'"', "'"} else name


def bare(node: tree_sitter.Node) -> tree_sitter.Node:
    """Return what stands in brackets or before `as`."""
    while node.type in _WRAPPERS and node.named_children:
        node = node.named_children[0]
    return node


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
    return module_of(first, reader) if is_load and is_constant else None


def read_calls(node: tree_sitter.Node, reader: NodeReader) -> Iterator[WrittenImport]:
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


def _read_loaded(node: tree_sitter.Node, reader: NodeReader, depth: int) -> CodeExpression | None:
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
        return _read_loaded(node, reader, depth)
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
        return unquoted(reader.text(key)) if is_exported and key is not None else ""
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


def read_common_exports(node: tree_sitter.Node, reader: NodeReader) -> Iterator[WrittenImport]:
    """Yield what `module.exports = …` and `exports.x = …` pass on."""
    value = None if node.parent is None else node.parent.child_by_field_name("right")
    while value is not None and value.type in {"assignment_expression", *_WRAPPERS}:
        value = value.child_by_field_name("right") or bare(value)
    if value is None:
        return
    holder, is_whole = variable_around(node), reader.text(node) == "module.exports"
    is_held = holder is not None and value.type in FUNCTIONS
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
                yield from _common_export(inner, unquoted(reader.text(key)), reader)
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
    elif value.type in FUNCTIONS:
        yield WrittenImport(form=ImportForm.EXPORT_NAME, module="", name=alias, detail=OWN)
