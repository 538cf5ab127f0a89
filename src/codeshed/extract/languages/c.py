"""C.

Turns: includes → CodeImports, and what linkage makes of a definition: what others see lies in a space of its own.
"""

from collections.abc import Iterator

import tree_sitter
import tree_sitter_c
from msgspec.structs import replace

from codeshed.extract.languages.c_macros import simplify
from codeshed.extract.languages.c_text import prepare
from codeshed.extract.languages.declarators import recapture
from codeshed.extract.languages.grammar import (
    ExpressionKind,
    ExpressionShape,
    Grammar,
    NodeReader,
    TypeShape,
    TypeShapeKind,
    WrittenImport,
)
from codeshed.model.code_facts import TOP_LEVEL, CodeDefinition, ImportForm, OtherExpr
from codeshed.model.semantic import DefinitionKind, Mutability, TypeKind, Visibility

LINKED_SPACE = "c:"
"""The space of all functions and variables that other files of a program see by their names alone."""

EXPRESSIONS = {
    "identifier": ExpressionShape(ExpressionKind.NAME),
    "field_identifier": ExpressionShape(ExpressionKind.NAME),
    "field_expression": ExpressionShape(ExpressionKind.MEMBER, ("argument",), ("field",)),
    "call_expression": ExpressionShape(ExpressionKind.CALL, ("function",)),
    "cast_expression": ExpressionShape(ExpressionKind.CAST, ("type",), ("value",)),
    "compound_literal_expression": ExpressionShape(ExpressionKind.NEW, ("type",)),
    "subscript_expression": ExpressionShape(ExpressionKind.ITEM, ("argument",)),
    "pointer_expression": ExpressionShape(ExpressionKind.INNER, ("argument",)),
    "parenthesized_expression": ExpressionShape(ExpressionKind.INNER, ("0",)),
    "string_literal": ExpressionShape(ExpressionKind.LITERAL, type_name="char"),
    "concatenated_string": ExpressionShape(ExpressionKind.LITERAL, type_name="char"),
    "char_literal": ExpressionShape(ExpressionKind.LITERAL, type_name="char"),
    "number_literal": ExpressionShape(ExpressionKind.LITERAL, type_name="int"),
    "true": ExpressionShape(ExpressionKind.LITERAL, type_name="bool"),
    "false": ExpressionShape(ExpressionKind.LITERAL, type_name="bool"),
    "null": ExpressionShape(ExpressionKind.LITERAL, type_name="NULL"),
}

TYPES = {
    "type_identifier": TypeShape(TypeShapeKind.NAME),
    "primitive_type": TypeShape(TypeShapeKind.NAME),
    "sized_type_specifier": TypeShape(TypeShapeKind.NAME),
    "struct_specifier": TypeShape(TypeShapeKind.INNER, ("name",)),
    "union_specifier": TypeShape(TypeShapeKind.INNER, ("name",)),
    "enum_specifier": TypeShape(TypeShapeKind.INNER, ("name",)),
    "type_descriptor": TypeShape(TypeShapeKind.INNER, ("type",)),
    "macro_type_specifier": TypeShape(TypeShapeKind.INNER, ("type",)),
}

WORDS = frozenset({"static", "extern", "inline", "const", "constexpr", "register", "volatile", "typedef"})

_HOLDERS = frozenset({"struct_specifier", "union_specifier", "class_specifier"})


def read_imports(node: tree_sitter.Node, reader: NodeReader) -> list[WrittenImport]:
    """Read an include, or the names of an enum that are seen around it."""
    match node.type:
        case "preproc_include":
            path = node.child_by_field_name("path")
            return [] if path is None else list(_included(reader.text(path), ""))
        case "preproc_call":
            argument = node.child_by_field_name("argument")
            directive = node.child_by_field_name("directive")
            is_next = directive is not None and reader.text(directive).endswith("next")
            text = "" if argument is None else reader.text(argument).strip()
            return list(_included(text, "next" if is_next else ""))
        case _:
            return list(enum_names(node, reader))


def _included(text: str, detail: str) -> Iterator[WrittenImport]:
    """Yield an include; one that a macro names says nothing."""
    if text[:1] == "<" and ">" in text:
        module = text[1:].partition(">")[0].strip()
        yield WrittenImport(form=ImportForm.ALL, module=module, detail=f"system {detail}".strip())
    elif text[:1] == '"':
        yield WrittenImport(form=ImportForm.ALL, module=text[1:].partition('"')[0].strip(), detail=detail)


def enum_names(name: tree_sitter.Node, reader: NodeReader, detail: str = "") -> Iterator[WrittenImport]:
    """Yield the members of an enum as names of the file: `RED`, not only `color.RED`."""
    parent = name.parent
    if parent is None:
        return
    enum = parent.child_by_field_name("type") if parent.type == "type_definition" else parent
    body = None if enum is None else enum.child_by_field_name("body")
    if body is None:
        return
    path = ".".join((*_holder_names(parent, reader), reader.text(name)))
    for child in body.named_children:
        member = child.child_by_field_name("name") if child.type == "enumerator" else None
        if member is not None:
            alias = reader.text(member)
            yield WrittenImport(
                form=ImportForm.EXPORT_NAME, module="", name=f"{path}.{alias}", alias=alias, detail=detail
            )


def _holder_names(node: tree_sitter.Node, reader: NodeReader) -> tuple[str, ...]:
    """Return the names of the types around a node, the outermost first."""
    names: list[str] = []
    outer = node.parent
    while outer is not None:
        name = outer.child_by_field_name("name") if outer.type in _HOLDERS else None
        if name is not None:
            names.append(reader.text(name))
        outer = outer.parent
    return tuple(reversed(names))


def mend(
    definition: CodeDefinition, node: tree_sitter.Node, reader: NodeReader, words: frozenset[str]
) -> CodeDefinition:
    """Say what other files see, and what can't be given another value."""
    changes: dict[str, object] = {}
    is_macro = node.type.startswith("preproc")
    if is_macro:
        changes["signature"] = " ".join(reader.text(node).split("\n", 1)[0].split())
    elif definition.parent == TOP_LEVEL and definition.kind is not DefinitionKind.TYPE:
        is_linked = "static" not in words and node.type != "enumerator"
        changes["is_exported"] = is_linked
        if is_linked:
            changes["space"] = LINKED_SPACE
        elif "static" in words:
            changes["visibility"] = Visibility.PRIVATE
    if definition.modifiers is not None:
        changes["modifiers"] = replace(definition.modifiers, is_static=False, has_body=has_body(node))
    if definition.mutability is not None and not is_macro and node.type != "enumerator":
        changes["mutability"] = mutability(definition, node, reader)
    signature = signature_of(definition, node, reader)
    return replace(definition, **{"signature": signature, **changes})


_STATEMENTS = frozenset({
    "declaration", "field_declaration", "enumerator", "type_definition", "alias_declaration", "preproc_def",
})  # fmt: skip


def has_body(node: tree_sitter.Node) -> bool:
    """Whether a function is defined here, and not only declared."""
    return node.type in {"function_definition", "preproc_function_def"}


def signature_of(definition: CodeDefinition, node: tree_sitter.Node, reader: NodeReader) -> str:
    """Return the signature of what is declared behind a type's body: `struct foo bar` and not the body."""
    holder = node.parent
    if definition.type_kind not in {None, TypeKind.TYPE_ALIAS}:
        is_named_behind = definition.name not in definition.signature.split()
        return f"{definition.signature} {definition.name}" if is_named_behind else definition.signature
    if definition.kind is DefinitionKind.FUNCTION or node.type in _STATEMENTS:
        return definition.signature
    type_node = None if holder is None else holder.child_by_field_name("type")
    if holder is None or type_node is None:
        return definition.signature
    name = type_node.child_by_field_name("name")
    end = type_node.start_byte if name is None else name.end_byte
    before = reader.slice(holder.start_byte, end)
    keyword = "" if name is not None else type_node.type.removesuffix("_specifier")
    return " ".join(f"{before} {keyword} {reader.text(node)}".split())


def mutability(definition: CodeDefinition, node: tree_sitter.Node, reader: NodeReader) -> Mutability:
    """Return whether a variable may change: a pointer may, unless `const` stands behind its star."""
    begin = node.start_byte
    if node.type not in _STATEMENTS and node.parent is not None:
        begin = node.parent.start_byte
    before = reader.slice(begin, definition.name_begin)
    behind_star = before.rpartition("*")[2] if "*" in before else before
    words = set(behind_star.replace(",", " ").split())
    if words.isdisjoint({"const", "constexpr", "constinit"}) and "constexpr" not in before:
        return Mutability.MUTABLE
    value = definition.value
    is_literal = isinstance(value, OtherExpr) and bool(value.type_name)
    return Mutability.CONST if is_literal or "constexpr" in before else Mutability.IMMUTABLE


C = Grammar(
    name="c",
    load=tree_sitter_c.language,
    query_name="c",
    expressions=EXPRESSIONS,
    types=TYPES,
    read_imports=read_imports,
    mend=mend,
    prepare=prepare,
    simplify=simplify,
    recapture=recapture,
    words=WORDS,
)
