"""Lua.

Turns: tables that contain functions → types; `setmetatable(…)` → a new object; and the scopes of definitions.
"""

import re
from collections.abc import Iterator

import tree_sitter
import tree_sitter_lua
from msgspec.structs import replace

from codeshed.extract.engine.grammar import (
    Captures,
    ExpressionKind,
    ExpressionShape,
    Grammar,
    NodeReader,
    TypeShape,
    TypeShapeKind,
)
from codeshed.extract.engine.inline_modules import inline_module_name
from codeshed.extract.engine.syntax_reading import dotted_expression
from codeshed.extract.languages.lua.lua_classes import find_parent_table
from codeshed.extract.languages.lua.lua_fields import rewrite_field_captures, value_without_locals
from codeshed.extract.languages.lua.lua_imports import (
    RETURN_VALUE,
    declared_names,
    is_used_inline,
    read_imports,
)
from codeshed.extract.languages.lua.lua_local_tables import rewrite_table_captures
from codeshed.extract.languages.lua.lua_mutations import IMMUTABLE_VALUES, MUTATIONS
from codeshed.extract.languages.lua.lua_nested_tables import rewrite_nested_captures
from codeshed.extract.languages.lua.lua_results import SET_METATABLE, index_field, index_table_of, result_of
from codeshed.model.facts.code_expressions import (
    CallExpr,
    CodeExpression,
    MemberExpr,
    NameExpr,
    NewExpr,
    OtherExpr,
    ReceiverExpr,
    TypeRef,
)
from codeshed.model.facts.code_facts import TOP_LEVEL, CodeDefinition
from codeshed.model.semantic import DefinitionKind, Mutability, TypeKind, Visibility

LOCALS_NAMESPACE = "local"
"""The namespace of file-local definitions; a keyword, so that no name can be equal to it."""
GLOBALS_NAMESPACE = "lua:"
"""The namespace of globals: what a file assigns or defines at the top level without `local`."""
_RECEIVER = "self"
_GLOBAL_TABLE = "_G"
_FIXED = re.compile(r"<\s*(?:const|close)\s*>")
_DERIVING = frozenset({"new", "extend", "derive", "subclass"})
"""Names by which class libraries call the method that creates a derived table."""

_EXPRESSIONS = {
    "identifier": ExpressionShape(ExpressionKind.NAME),
    "dot_index_expression": ExpressionShape(ExpressionKind.MEMBER, ("table",), ("field",)),
    "method_index_expression": ExpressionShape(ExpressionKind.MEMBER, ("table",), ("method",)),
    "bracket_index_expression": ExpressionShape(ExpressionKind.ITEM, ("table",), ("field",)),
    "function_call": ExpressionShape(ExpressionKind.CALL, ("name",)),
    "parenthesized_expression": ExpressionShape(ExpressionKind.INNER, ("0",)),
    "string": ExpressionShape(ExpressionKind.LITERAL, type_name="string"),
    "number": ExpressionShape(ExpressionKind.LITERAL, type_name="number"),
    "true": ExpressionShape(ExpressionKind.LITERAL, type_name="boolean"),
    "false": ExpressionShape(ExpressionKind.LITERAL, type_name="boolean"),
    "nil": ExpressionShape(ExpressionKind.LITERAL),
    "table_constructor": ExpressionShape(ExpressionKind.LITERAL),
}

_TYPES = {
    "identifier": TypeShape(TypeShapeKind.NAME),
    "dot_index_expression": TypeShape(TypeShapeKind.NAME),
}


def _read_identifier(node: tree_sitter.Node, reader: NodeReader, depth: int) -> CodeExpression | None:
    """Read `self`."""
    del depth
    is_short = node.end_byte - node.start_byte == len(_RECEIVER)
    if is_short and reader.text(node) == _RECEIVER:
        return ReceiverExpr(node.start_byte, node.end_byte)
    return None


def _read_member(node: tree_sitter.Node, reader: NodeReader, depth: int) -> CodeExpression | None:
    """Read `_G.name` as the global name."""
    del depth
    table, field = node.child_by_field_name("table"), node.child_by_field_name("field")
    if table is None or field is None or reader.text(table) != _GLOBAL_TABLE:
        return None
    return NameExpr(node.start_byte, node.end_byte, reader.text(field))


def _read_keyed(node: tree_sitter.Node, reader: NodeReader, depth: int) -> CodeExpression | None:
    """Read `a["b"]` as the member b of a."""
    table, key = node.child_by_field_name("table"), node.child_by_field_name("field")
    content = None if key is None or key.type != "string" else key.child_by_field_name("content")
    if table is None or content is None or not reader.text(content).isidentifier():
        return None
    return MemberExpr(
        node.start_byte, node.end_byte, reader.expression(table, depth + 1), reader.text(content)
    )


def _read_call(node: tree_sitter.Node, reader: NodeReader, depth: int) -> CodeExpression | None:
    """Read `setmetatable(table, A)` as a new A, and an inline `require` as the module."""
    name, arguments = node.child_by_field_name("name"), node.child_by_field_name("arguments")
    if name is None or arguments is None:
        return None
    passed = arguments.named_children
    content = passed[0].child_by_field_name("content") if passed else None
    if content is not None and is_used_inline(node, reader):
        return NameExpr(node.start_byte, node.end_byte, inline_module_name(reader.text(content)))
    if reader.text(name) != SET_METATABLE:
        return None
    meta = passed[1] if len(passed) > 1 else None
    if meta is not None and meta.type == "table_constructor":
        meta = index_field(meta, reader)
    elif meta is not None and meta.type == "identifier":
        meta = index_table_of(meta, reader)
    if meta is None or meta.type not in _TYPES:
        return None
    if isinstance(reader.expression(meta, depth + 1), ReceiverExpr):
        return ReceiverExpr(node.start_byte, node.end_byte)
    return NewExpr(node.start_byte, node.end_byte, reader.type(meta) or TypeRef(""))


def _complete_definition(
    definition: CodeDefinition, node: tree_sitter.Node, reader: NodeReader, words: frozenset[str]
) -> CodeDefinition:
    """Set visibility, constants, and which functions of a table take no `self`."""
    del words
    is_local = _is_local(node)
    definition = replace(definition, name=definition.name.strip("[]=\"'"))
    changes: dict[str, object] = {
        "visibility": Visibility.PRIVATE if is_local else Visibility.PUBLIC,
        "namespace": _namespace(definition, node, reader, is_local=is_local),
    }
    if definition.owner is not None and definition.owner.name == _GLOBAL_TABLE:
        definition = replace(definition, owner=None)
        changes["namespace"] = GLOBALS_NAMESPACE
    if definition.modifiers is not None:
        name = node.child_by_field_name("name")
        has_receiver = [each.name for each in definition.parameters[:1]] == [_RECEIVER]
        takes_object = has_receiver or (name is not None and name.type == "method_index_expression")
        is_static = definition.owner is not None and not takes_object
        changes["modifiers"] = replace(definition.modifiers, is_static=is_static, has_body=True)
        changes["parameters"] = definition.parameters[1:] if has_receiver else definition.parameters
        changes["signature"] = definition.signature.removesuffix(" end")
        function = _function_node(node)
        changes["value"] = None if function is None else result_of(function, reader)
    if definition.kind is DefinitionKind.VARIABLE and _FIXED.search(definition.signature):
        is_literal = isinstance(definition.value, OtherExpr) and bool(definition.value.type_name)
        changes["mutability"] = Mutability.CONST if is_literal else Mutability.IMMUTABLE
    if definition.kind is DefinitionKind.VARIABLE:
        changes["inherits"] = tuple(find_parent_table(node, reader))
    if definition.kind is DefinitionKind.VARIABLE and definition.owner is not None:
        changes["value"] = value_without_locals(definition.value, node, reader)
    changes["is_exported"] = changes["namespace"] == GLOBALS_NAMESPACE
    return replace(definition, **changes)


def _namespace(
    definition: CodeDefinition, node: tree_sitter.Node, reader: NodeReader, *, is_local: bool
) -> str:
    """Return the namespace of a definition: that of its file, of globals, or of what the file exports."""
    if definition.owner is not None or definition.name == RETURN_VALUE or node.type == "field":
        return ""
    if is_local or node.parent is None or node.parent.type != "chunk":
        return LOCALS_NAMESPACE
    if reader.memoize(node.parent, _is_module):
        return ""
    return GLOBALS_NAMESPACE if _is_global(definition, node.parent, reader) else LOCALS_NAMESPACE


def _is_module(root: tree_sitter.Node, reader: NodeReader) -> bool:
    """Whether a file calls `module(…)`: its definitions are then its exports."""
    calls = (each.child_by_field_name("name") for each in root.named_children if each.type == "function_call")
    return any(name is not None and reader.text(name) == "module" for name in calls)


def _is_global(definition: CodeDefinition, root: tree_sitter.Node, reader: NodeReader) -> bool:
    """Whether a definition is global, not a local of the file."""
    for each in root.named_children:
        if each.type == "variable_declaration" and definition.name in declared_names(each, reader):
            return False
    return True


def _function_node(node: tree_sitter.Node) -> tree_sitter.Node | None:
    """Return the function node of a definition: itself, or the assigned value."""
    if node.type in {"function_declaration", "function_definition"}:
        return node
    return next(
        (found for child in node.named_children if (found := _function_node(child)) is not None), None
    )


def _complete_definitions(definitions: tuple[CodeDefinition, ...]) -> tuple[CodeDefinition, ...]:
    """Turn tables that contain functions, or other things by name, into types."""
    return tuple(
        replace(each, namespace="") if each.namespace and each.parent != TOP_LEVEL else each
        for each in _flatten_nested_tables(_with_types(definitions))
    )


def _flatten_nested_tables(definitions: tuple[CodeDefinition, ...]) -> Iterator[CodeDefinition]:
    """Yield members of nested tables as if the file defined them by statements: `a.b = {}`, `function a.b.run()`."""
    names = _dotted_names(definitions)
    inner: set[int] = set()
    for number, each in enumerate(definitions):
        is_of_table = (
            each.parent != TOP_LEVEL and definitions[each.parent].kind is not DefinitionKind.FUNCTION
        )
        is_function = each.kind is DefinitionKind.FUNCTION
        if is_of_table and (each.parent in inner or not is_function):
            inner.add(number)
            yield replace(each, parent=TOP_LEVEL, owner=TypeRef(names[each.parent]), is_object_member=False)
        else:
            yield each


def _with_types(definitions: tuple[CodeDefinition, ...]) -> tuple[CodeDefinition, ...]:
    tables = _find_tables(definitions)
    return tuple(
        replace(
            each,
            kind=DefinitionKind.TYPE,
            type_kind=TypeKind.CLASS,
            mutability=None,
            value=None,
            inherits=(*each.inherits, *_derived_from(each.value)),
        )
        if each.kind is DefinitionKind.VARIABLE and number in tables
        else each
        for number, each in enumerate(definitions)
    )


def _find_tables(definitions: tuple[CodeDefinition, ...]) -> set[int]:
    """Return the definition numbers of tables with functions or other members, and of the tables around them."""
    functions = [each for each in definitions if each.kind is DefinitionKind.FUNCTION]
    holders = [each for each in definitions if isinstance(each.value, NameExpr | MemberExpr)]
    owners = {each.owner.name for each in (*functions, *holders) if each.owner is not None}
    found = {number for number, name in enumerate(_dotted_names(definitions)) if name in owners}
    pending = [definitions[number].parent for number in found] + [
        each.parent for each in (*functions, *holders)
    ]
    for each in pending:
        number = each
        while number != TOP_LEVEL and number not in found:
            found.add(number)
            number = definitions[number].parent
    return found


def _dotted_names(definitions: tuple[CodeDefinition, ...]) -> list[str]:
    """Return the qualified names of tables."""
    found: list[str] = []
    for each in definitions:
        outer = found[each.parent] if each.parent != TOP_LEVEL else ""
        outer = outer if each.owner is None else each.owner.name
        found.append(f"{outer}.{each.name}" if outer else each.name)
    return found


def _derived_from(value: CodeExpression | None) -> Iterator[TypeRef]:
    """Yield the table that a class was derived from: `Base:extend()`, `Base.new()`."""
    if isinstance(value, NewExpr):
        yield value.type_ref
    elif isinstance(value, CallExpr) and isinstance(value.function, MemberExpr):
        name = dotted_expression(value.function.value)
        if name and value.function.name in _DERIVING:
            yield TypeRef(name)


def _is_local(node: tree_sitter.Node) -> bool:
    """Whether a definition is a local."""
    return node.type == "variable_declaration" or any(child.type == "local" for child in node.children[:1])


def _is_global_name(node: tree_sitter.Node, reader: NodeReader) -> bool:
    """Whether what a block defines is no local."""
    del reader
    return not _is_local(node)


def _rewrite_captures(captures: Captures, reader: NodeReader) -> Captures:
    """Add the owners of fields, and find locals that are tables with functions."""
    if "defining_write" in captures:
        return rewrite_field_captures(captures, reader)
    if "nested" in captures:
        return rewrite_nested_captures(captures, reader)
    return rewrite_table_captures(captures, reader) if "define.variable" in captures else captures


LUA = Grammar(
    name="lua",
    statement_blocks=frozenset({"chunk", "block"}),
    immutable_values=IMMUTABLE_VALUES,
    mutations=MUTATIONS,
    load=tree_sitter_lua.language,
    query_file="lua/lua.scm",
    expressions=_EXPRESSIONS,
    types=_TYPES,
    read_imports=read_imports,
    complete_definition=_complete_definition,
    complete_definitions=_complete_definitions,
    expression_readers={
        "identifier": _read_identifier,
        "bracket_index_expression": _read_keyed,
        "dot_index_expression": _read_member,
        "function_call": _read_call,
    },
    name_separators=(":",),
    rewrite_captures=_rewrite_captures,
    has_definitions_by_assignment=True,
    has_block_scope=True,
    is_hoisted=_is_global_name,
)
