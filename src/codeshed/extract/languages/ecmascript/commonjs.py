"""CommonJS modules and dynamic imports.

Turns: `require("a")`, `import("a")` and assignments to `module.exports` → WrittenImports; loaded modules →
names.
"""

import re
from collections.abc import Iterator

import tree_sitter
from msgspec.structs import replace

from codeshed.extract.engine.grammar import ImportDeclaration, NodeReader
from codeshed.extract.engine.inline_modules import inline_module_name
from codeshed.extract.languages.ecmascript.ecmascript_exports import variable_initialized_with
from codeshed.extract.languages.ecmascript.jsdoc import DOCUMENTED
from codeshed.model.facts.code_expressions import CodeExpression, NameExpr
from codeshed.model.facts.code_facts import ImportForm

DEFAULT = "default"
LOADED_BY_CALL = "call"
"""The `detail` of imports of whatever the module exports as a whole: its default, or else all of its
names.
"""

LOADED_BY_AWAIT = "awaited"
"""The same, loaded by `import("x")` and not by `require("x")`."""

OWN_DEFINITION = "own"
"""The `detail` of an export under the name of its definition, even if another thing in the file has that
name.
"""

FUNCTIONS = frozenset({"arrow_function", "class", "function_expression", "generator_function"})
_IDENTITY_FUNCTIONS = frozenset({"Object.freeze", "Object.preventExtensions", "Object.seal"})
_EXPORTS = frozenset({"exports", "module.exports"})
_WRAPPERS = frozenset({
    "await_expression", "parenthesized_expression", "as_expression", "satisfies_expression", "non_null_expression",
})  # fmt: skip
_TYPE_POSITION = re.compile(r"type|constraint|extends_clause|implements_clause|signature")


def string_content(node: tree_sitter.Node | None, reader: NodeReader) -> str:
    """Return the value of a string literal."""
    return "" if node is None else reader.text(node)[1:-1]


def unquoted(name: str) -> str:
    """Return a property name without quotes."""
    return name[1:-1] if name[:1] in {'"', "'"} else name


def unwrap_expression(node: tree_sitter.Node) -> tree_sitter.Node:
    """Return the expression in parentheses, `await` and type assertions."""
    while node.type in _WRAPPERS and node.named_children:
        node = node.named_children[0]
    return node


def _loaded_module(node: tree_sitter.Node | None, reader: NodeReader) -> str | None:
    """Return the module that `require("x")` or `import("x")` loads, if it is a constant."""
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
    return string_content(first, reader) if is_load and is_constant else None


def read_loading_calls(node: tree_sitter.Node, reader: NodeReader) -> Iterator[ImportDeclaration]:
    """Yield the imports of `require("x")` and `import("x")`, with the names that they are bound to."""
    module = _loaded_module(node, reader)
    if module is None:
        return
    container = node.parent
    while container is not None and container.type in _WRAPPERS:
        container = container.parent
    names: list[str] = []
    while container is not None and container.type == "member_expression":
        names.append(reader.text(container.named_children[-1]))
        container = container.parent
    is_whole = node.children[0].type == "import"
    name = ".".join(names)
    for each in (
        *_import_of_exported_variable(container, module, name, reader),
        *_imports_by_context(container, module, name, reader),
    ):
        if not is_whole or each.is_for_types:
            yield each
        else:
            yield replace(each, detail="" if each.form is ImportForm.MODULE else LOADED_BY_AWAIT)


def _import_of_exported_variable(
    container: tree_sitter.Node | None, module: str, name: str, reader: NodeReader
) -> Iterator[ImportDeclaration]:
    """Yield the import of a variable that is bound together with an export: `var a = exports.a = require("a")`."""
    left = None if container is None else container.child_by_field_name("left")
    variable = None if left is None else variable_initialized_with(left)
    if container is not None and variable is not None and _exported_alias(container, reader):
        form = ImportForm.NAME if name else ImportForm.MODULE
        yield ImportDeclaration(
            form=form, module=module, name=name, alias=reader.text(variable), detail=LOADED_BY_CALL
        )


def _imports_by_context(
    container: tree_sitter.Node | None, module: str, name: str, reader: NodeReader
) -> Iterator[ImportDeclaration]:
    """Yield the imports of a loading call, or of one name of the module, by the context of the call."""
    form = ImportForm.NAME if name else ImportForm.MODULE
    kind = "" if container is None else container.type
    if container is not None and kind == "variable_declarator":
        target = container.child_by_field_name("name")
        if target is not None and target.type == "identifier":
            yield ImportDeclaration(
                form=form, module=module, name=name, alias=reader.text(target), detail=LOADED_BY_CALL
            )
            return
        if target is not None and target.type == "object_pattern" and not name:
            yield from _destructured_imports(target, module, reader)
            return
    if container is not None and kind in {"pair", "assignment_expression"}:
        alias = _exported_alias(container, reader)
        if alias == DEFAULT and not name:
            yield ImportDeclaration(form=ImportForm.EXPORT_ALL, module=module, detail=LOADED_BY_CALL)
            name = DEFAULT
        if alias:
            exported = ImportForm.EXPORT_NAME if name else ImportForm.EXPORT_MODULE
            yield ImportDeclaration(
                form=exported, module=module, name=name, alias=alias, detail=LOADED_BY_CALL
            )
            return
    if (
        container is not None
        and kind in {"arguments", "spread_element"}
        and _is_spread_into_exports(container, reader)
    ):
        yield ImportDeclaration(form=ImportForm.EXPORT_ALL, module=module, detail=LOADED_BY_CALL)
        return
    is_for_types = container is not None and _TYPE_POSITION.search(kind) is not None
    if is_for_types:
        form = form if name else ImportForm.NOTHING
        yield ImportDeclaration(form=form, module=module, name=name, is_for_types=True)
        yield ImportDeclaration(
            form=ImportForm.MODULE,
            module=module,
            alias=inline_module_name(module),
            is_for_types=True,
            detail=DOCUMENTED,
        )
    elif kind == "expression_statement" and not name:
        yield ImportDeclaration(form=ImportForm.NOTHING, module=module, detail=LOADED_BY_CALL)
    else:
        alias = inline_module_name(module)
        yield ImportDeclaration(form=ImportForm.MODULE, module=module, alias=alias, detail=LOADED_BY_CALL)


def _read_loaded(node: tree_sitter.Node, reader: NodeReader, depth: int) -> CodeExpression | None:
    """Read `require("x")` and `import("x")` as the module."""
    del depth
    function = node.child_by_field_name("function")
    is_load = function is not None and function.type in {"import", "identifier"}
    module = _loaded_module(node, reader) if is_load else None
    return None if module is None else NameExpr(node.start_byte, node.end_byte, inline_module_name(module))


def read_identity_call(node: tree_sitter.Node, reader: NodeReader, depth: int) -> CodeExpression | None:
    """Read `require("x")` as the module, and `Object.freeze(a)` as a."""
    function, arguments = node.child_by_field_name("function"), node.child_by_field_name("arguments")
    if function is None or function.type != "member_expression" or arguments is None:
        return _read_loaded(node, reader, depth)
    first = arguments.named_children[0] if arguments.named_children else None
    if first is None or first.type == "spread_element" or reader.text(function) not in _IDENTITY_FUNCTIONS:
        return None
    return reader.expression(first, depth + 1)


def _destructured_imports(
    pattern: tree_sitter.Node, module: str, reader: NodeReader
) -> Iterator[ImportDeclaration]:
    """Yield the names that a pattern destructures from a loaded module."""
    is_empty = True
    for each in pattern.named_children:
        key = each.child_by_field_name("key") or each.child_by_field_name("left") or each
        value = each.child_by_field_name("value") or key
        value = value.child_by_field_name("left") or value
        is_name = value.type in {"identifier", "shorthand_property_identifier_pattern"}
        if key.type in {"property_identifier", "shorthand_property_identifier_pattern"} and is_name:
            is_empty = False
            yield ImportDeclaration(
                form=ImportForm.NAME,
                module=module,
                name=reader.text(key),
                alias=reader.text(value),
                detail=LOADED_BY_CALL,
                node=each,
            )
    if is_empty:
        yield ImportDeclaration(form=ImportForm.NOTHING, module=module, detail=LOADED_BY_CALL)


def _exported_alias(container: tree_sitter.Node, reader: NodeReader) -> str:
    """Return the name under which a property or assignment exports something the CommonJS way."""
    if container.type == "pair":
        key, parent = container.child_by_field_name("key"), container.parent
        outer = None if parent is None else parent.parent
        left = None if outer is None else outer.child_by_field_name("left")
        is_exported = left is not None and reader.text(left) in _EXPORTS
        return unquoted(reader.text(key)) if is_exported and key is not None else ""
    left = container.child_by_field_name("left")
    if left is None or left.type != "member_expression":
        return ""
    if reader.text(left) == "module.exports":
        return DEFAULT
    name_node, value = left.child_by_field_name("property"), left.child_by_field_name("object")
    is_exported = value is not None and reader.text(value) in _EXPORTS
    return reader.text(name_node) if is_exported and name_node is not None else ""


def _is_spread_into_exports(container: tree_sitter.Node, reader: NodeReader) -> bool:
    """Whether a whole module is re-exported: `Object.assign(exports, …)`, `module.exports = {...…}`."""
    if container.type == "arguments":
        return any(reader.text(each) in _EXPORTS for each in container.named_children)
    outer = None if container.parent is None else container.parent.parent
    left = None if outer is None else outer.child_by_field_name("left")
    return left is not None and reader.text(left) in _EXPORTS


def read_commonjs_exports(node: tree_sitter.Node, reader: NodeReader) -> Iterator[ImportDeclaration]:
    """Yield the exports of `module.exports = …` and `exports.x = …`."""
    value = None if node.parent is None else node.parent.child_by_field_name("right")
    while value is not None and value.type in {"assignment_expression", *_WRAPPERS}:
        value = value.child_by_field_name("right") or unwrap_expression(value)
    if value is None:
        return
    container, is_whole = variable_initialized_with(node), reader.text(node) == "module.exports"
    is_held = container is not None and value.type in FUNCTIONS
    if container is not None and (is_whole or is_held):
        alias = DEFAULT if is_whole else reader.text(node).rpartition(".")[2]
        yield ImportDeclaration(
            form=ImportForm.EXPORT_NAME, module="", name=reader.text(container), alias=alias, node=container
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


def _common_export(value: tree_sitter.Node, alias: str, reader: NodeReader) -> Iterator[ImportDeclaration]:
    """Yield the export of a name of this file; an anonymous value is a definition of its own."""
    is_named = value.type in {"function_expression", "generator_function", "class"} and alias == DEFAULT
    name = value.child_by_field_name("name") if is_named else value
    if name is not None and name.type in {
        "identifier",
        "shorthand_property_identifier",
        "type_identifier",
    }:
        yield ImportDeclaration(
            form=ImportForm.EXPORT_NAME, module="", name=reader.text(name), alias=alias, node=value
        )
    elif value.type in FUNCTIONS:
        yield ImportDeclaration(form=ImportForm.EXPORT_NAME, module="", name=alias, detail=OWN_DEFINITION)
