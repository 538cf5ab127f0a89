"""JavaScript.

Turns: import, export and require statements → CodeImports; and what is peculiar to its definitions.
"""

from collections.abc import Iterator

import tree_sitter
import tree_sitter_javascript
from msgspec.structs import replace

from codeshed.extract.languages.grammar import (
    ExpressionKind,
    ExpressionShape,
    Grammar,
    NodeReader,
    TypeShape,
    TypeShapeKind,
    WrittenImport,
)
from codeshed.model.code_facts import CodeDefinition, ImportForm, OtherExpr
from codeshed.model.semantic import DefinitionKind, Mutability, Visibility

DEFAULT = "default"

EXPRESSIONS = {
    "identifier": ExpressionShape(ExpressionKind.NAME),
    "shorthand_property_identifier": ExpressionShape(ExpressionKind.NAME),
    "undefined": ExpressionShape(ExpressionKind.LITERAL, type_name="undefined"),
    "this": ExpressionShape(ExpressionKind.RECEIVER),
    "super": ExpressionShape(ExpressionKind.PARENT),
    "member_expression": ExpressionShape(ExpressionKind.MEMBER, ("object",), ("property",)),
    "call_expression": ExpressionShape(ExpressionKind.CALL, ("function",)),
    "new_expression": ExpressionShape(ExpressionKind.NEW, ("constructor",)),
    "subscript_expression": ExpressionShape(ExpressionKind.ITEM, ("object",)),
    "parenthesized_expression": ExpressionShape(ExpressionKind.INNER, ("0",)),
    "await_expression": ExpressionShape(ExpressionKind.INNER, ("0",)),
    "string": ExpressionShape(ExpressionKind.LITERAL, type_name="string"),
    "template_string": ExpressionShape(ExpressionKind.LITERAL, type_name="string"),
    "number": ExpressionShape(ExpressionKind.LITERAL, type_name="number"),
    "true": ExpressionShape(ExpressionKind.LITERAL, type_name="boolean"),
    "false": ExpressionShape(ExpressionKind.LITERAL, type_name="boolean"),
    "null": ExpressionShape(ExpressionKind.LITERAL, type_name="null"),
    "regex": ExpressionShape(ExpressionKind.LITERAL, type_name="RegExp"),
    "array": ExpressionShape(ExpressionKind.LITERAL, type_name="Array"),
}

TYPES = {
    "identifier": TypeShape(TypeShapeKind.NAME),
    "member_expression": TypeShape(TypeShapeKind.NAME),
}

WORDS = frozenset({"export", "default", "async", "static", "const", "get", "set"})


def read_imports(node: tree_sitter.Node, reader: NodeReader) -> list[WrittenImport]:
    """Read an import, an export, or a call that loads a module."""
    match node.type:
        case "import_statement":
            return list(_imports(node, reader))
        case "export_statement":
            return list(_exports(node, reader))
        case _:
            return list(_calls(node, reader))


def _module(node: tree_sitter.Node | None, reader: NodeReader) -> str:
    """Return the text of a string."""
    return "" if node is None else reader.text(node)[1:-1]


def _imports(node: tree_sitter.Node, reader: NodeReader) -> Iterator[WrittenImport]:
    source = node.child_by_field_name("source")
    for child in node.named_children:
        if child.type == "import_require_clause":
            module = _module(child.child_by_field_name("source"), reader)
            name = next((reader.text(each) for each in child.named_children if each.type == "identifier"), "")
            yield WrittenImport(form=ImportForm.MODULE, module=module, alias=name)
            return
    module = _module(source, reader)
    is_for_types = any(child.type == "type" for child in node.children)
    clause = next((child for child in node.named_children if child.type == "import_clause"), None)
    if clause is None:
        yield WrittenImport(form=ImportForm.NOTHING, module=module)
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
            alias = reader.text(child.named_children[-1])
            yield WrittenImport(
                form=ImportForm.MODULE, module=module, alias=alias, is_for_types=is_for_types, node=child
            )
        elif child.type == "named_imports":
            for each in child.named_children:
                if each.type == "import_specifier":
                    yield _specifier(each, module, ImportForm.NAME, reader, is_for_types=is_for_types)


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
        is_for_types=is_for_types or any(child.type == "type" for child in node.children),
        node=node,
    )


def _unquoted(name: str) -> str:
    return name[1:-1] if name[:1] in {'"', "'"} else name


def _exports(node: tree_sitter.Node, reader: NodeReader) -> Iterator[WrittenImport]:
    source = node.child_by_field_name("source")
    module = _module(source, reader)
    is_for_types = any(child.type == "type" for child in node.children)
    clause = next((child for child in node.named_children if child.type == "export_clause"), None)
    spread = next((child for child in node.named_children if child.type == "namespace_export"), None)
    if clause is not None:
        for each in clause.named_children:
            if each.type == "export_specifier":
                yield _specifier(each, module, ImportForm.EXPORT_NAME, reader, is_for_types=is_for_types)
    elif spread is not None:
        alias = _unquoted(reader.text(spread.named_children[-1]))
        yield WrittenImport(form=ImportForm.EXPORT_MODULE, module=module, alias=alias)
    elif source is not None:
        yield WrittenImport(form=ImportForm.EXPORT_ALL, module=module, is_for_types=is_for_types)
    else:
        yield from _default_export(node, reader)


def _default_export(node: tree_sitter.Node, reader: NodeReader) -> Iterator[WrittenImport]:
    """Yield what `export default x` and `export = x` pass on: a name of this file under another."""
    is_default = any(child.type == "default" for child in node.children)
    value = node.child_by_field_name("value")
    declaration = node.child_by_field_name("declaration")
    if declaration is not None and is_default:
        name = declaration.child_by_field_name("name")
        if name is not None:
            yield WrittenImport(form=ImportForm.EXPORT_NAME, module="", name=reader.text(name), alias=DEFAULT)
    elif value is not None and value.type == "identifier" and is_default:
        yield WrittenImport(form=ImportForm.EXPORT_NAME, module="", name=reader.text(value), alias=DEFAULT)


def _calls(node: tree_sitter.Node, reader: NodeReader) -> Iterator[WrittenImport]:
    """Yield what `require("x")` and `import("x")` load, with the names that they are bound to."""
    arguments = node.child_by_field_name("arguments")
    first = None if arguments is None or not arguments.named_children else arguments.named_children[0]
    if first is None or first.type != "string":
        return
    module = _module(first, reader)
    holder = node.parent
    while holder is not None and holder.type in {"await_expression", "parenthesized_expression"}:
        holder = holder.parent
    if holder is not None and holder.type == "member_expression":
        name = holder.child_by_field_name("property")
        target = None if holder.parent is None else holder.parent.child_by_field_name("name")
        if name is not None and target is not None and target.type == "identifier":
            yield WrittenImport(
                form=ImportForm.NAME, module=module, name=reader.text(name), alias=reader.text(target)
            )
            return
    target = (
        None if holder is None or holder.type != "variable_declarator" else holder.child_by_field_name("name")
    )
    if target is not None and target.type == "identifier":
        yield WrittenImport(form=ImportForm.MODULE, module=module, alias=reader.text(target), detail="call")
    elif target is not None and target.type == "object_pattern":
        for each in target.named_children:
            key = each.child_by_field_name("key") or each
            value = each.child_by_field_name("value") or each
            if key.type in {"property_identifier", "shorthand_property_identifier_pattern"}:
                yield WrittenImport(
                    form=ImportForm.NAME,
                    module=module,
                    name=reader.text(key),
                    alias=reader.text(value),
                    node=each,
                )
    else:
        yield WrittenImport(form=ImportForm.NOTHING, module=module, detail="call")


def mend(
    definition: CodeDefinition, node: tree_sitter.Node, reader: NodeReader, words: frozenset[str]
) -> CodeDefinition:
    """Tell constructors and accessors by their names and words, and private names by their marks."""
    outer = node.parent
    while outer is not None and outer.type in {"lexical_declaration", "variable_declaration"}:
        outer = outer.parent
    is_exported = outer is not None and outer.type == "export_statement"
    kind_words = frozenset(
        reader.text(child) for child in (() if node.parent is None else node.parent.children[:1])
    )
    is_constant = definition.kind is DefinitionKind.VARIABLE and "const" in kind_words | words
    changes: dict[str, object] = {"is_exported": is_exported or definition.is_exported}
    if definition.kind is DefinitionKind.VARIABLE and is_constant:
        changes["mutability"] = constant_mutability(definition)
    if definition.name.startswith("#"):
        changes["visibility"] = Visibility.PRIVATE
    if definition.modifiers is not None and node.type == "method_definition":
        changes["modifiers"] = replace(
            definition.modifiers,
            is_constructor=definition.name == "constructor",
            is_property=any(child.type in {"get", "set"} for child in node.children),
            is_generator=any(child.type == "*" for child in node.children),
        )
    if definition.modifiers is not None and "generator" in node.type:
        changes["modifiers"] = replace(definition.modifiers, is_generator=True)
    return replace(definition, **changes)


def constant_mutability(definition: CodeDefinition) -> Mutability:
    """Return how much a name that can't be given another value can still change: what it holds may."""
    value = definition.value
    is_literal = isinstance(value, OtherExpr) and value.type_name not in {"", "Array"}
    return Mutability.CONST if is_literal else Mutability.IMMUTABLE


JAVASCRIPT = Grammar(
    name="javascript",
    load=tree_sitter_javascript.language,
    query_name="javascript",
    expressions=EXPRESSIONS,
    types=TYPES,
    read_imports=read_imports,
    mend=mend,
    words=WORDS,
    passed_over=frozenset({"decorator"}),
)
