"""Lua.

Turns: `require` and what a file returns → CodeImports; and what is peculiar to its definitions: tables that hold functions
are types, a table with a metatable is a new object.
"""

import re
from collections.abc import Iterator

import tree_sitter
import tree_sitter_lua
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
from codeshed.extract.languages.loaded import loaded_name
from codeshed.extract.languages.lua_fields import known_value, recapture
from codeshed.extract.languages.lua_results import SET_METATABLE, index_of, looked_up, result_of
from codeshed.extract.languages.reading import dotted_expression
from codeshed.model.code_facts import (
    TOP_LEVEL,
    CallExpr,
    CodeDefinition,
    CodeExpression,
    ImportForm,
    MemberExpr,
    NameExpr,
    NewExpr,
    OtherExpr,
    ReceiverExpr,
    TypeRef,
)
from codeshed.model.semantic import DefinitionKind, Mutability, TypeKind, Visibility

RETURNED = "return"
"""The name of what a file returns: no other can have it."""
FILE = "file"
OWN = "local"
"""The space of what only the file itself sees; no name can be this word."""
GLOBALS = "lua:"
"""The space of what all files see: what is assigned or defined on the top level of a file without `local`."""
WRAPPED = "wrapped"
"""What loads a file by a function of the repository, by its name alone: it counts if there is such a file."""
_LOAD = "require"
_LOADERS = frozenset({_LOAD, "dofile", "loadfile", "pcall", "xpcall"})
_RECEIVER = "self"
_GLOBAL_TABLE = "_G"
_STATEMENTS = frozenset({"assignment_statement"})
_ROOT = frozenset({"chunk"})
_FIXED = re.compile(r"<\s*(?:const|close)\s*>")
_DERIVING = frozenset({"new", "extend", "derive", "subclass"})
"""What libraries of classes call the method that makes a table which looks things up in another."""

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


def _read_imports(node: tree_sitter.Node, reader: NodeReader) -> list[WrittenImport]:
    """Read a call that loads a file, or what a file returns."""
    return list(_returned(node, reader) if node.type == "return_statement" else _loaded(node, reader))


def _loaded(node: tree_sitter.Node, reader: NodeReader) -> Iterator[WrittenImport]:
    """Yield what a call loads, with the name that it is given to."""
    name, arguments = node.child_by_field_name("name"), node.child_by_field_name("arguments")
    if name is None or arguments is None:
        return
    function = reader.text(name)
    is_wrapped = function not in _LOADERS
    is_tried = function in {"pcall", "xpcall"}
    given = arguments.named_children[1 if is_tried else 0]
    content = given.child_by_field_name("content")
    module = "" if content is None else reader.text(content)
    if not module:
        return
    if function in {"dofile", "loadfile"}:
        yield WrittenImport(form=ImportForm.NOTHING, module=module, detail=FILE)
        return
    detail = WRAPPED if is_wrapped and not is_tried else ""
    whole, member = node, ""
    holder = node.parent
    if holder is not None and holder.type == "dot_index_expression":
        field = holder.child_by_field_name("field")
        whole, member = holder, "" if field is None else reader.text(field)
    target = _target(whole, 1 if is_tried else 0)
    if target is None:
        alias = _field_name(whole, reader)
        is_whole = not member and (_is_returned(whole) or bool(alias))
        if not is_whole and _is_used_in_place(node, reader):
            yield WrittenImport(
                form=ImportForm.MODULE, module=module, alias=loaded_name(module), detail=detail
            )
            return
        form = ImportForm.EXPORT_MODULE if is_whole else ImportForm.NOTHING
        alias = (alias or RETURNED) if is_whole else ""
        yield WrittenImport(form=form, module=module, alias=alias, detail=detail)
    elif target.type == "identifier":
        form = ImportForm.NAME if member else ImportForm.MODULE
        alias = "" if _is_of_file(target, reader) else reader.text(target)
        yield WrittenImport(form=form, module=module, name=member, alias=alias, detail=detail)
    else:
        field = target.child_by_field_name("field")
        yield WrittenImport(
            form=ImportForm.EXPORT_NAME if member else ImportForm.EXPORT_MODULE,
            module=module,
            name=member,
            alias="" if field is None else reader.text(field),
            detail=detail,
        )


def _is_of_file(target: tree_sitter.Node, reader: NodeReader) -> bool:
    """Whether a function gives what it loads to a local of the file, which is a variable like others."""
    statement = reader.around(target, _STATEMENTS)
    root = reader.around(target, _ROOT)
    if root is None or statement is None or statement.parent is None:
        return False
    if statement.parent.type in {"variable_declaration", "chunk"}:
        return False
    name = reader.text(target)
    return any(
        name in _declared_names(each, reader)
        for each in root.named_children
        if each.type == "variable_declaration"
    )


def _is_used_in_place(node: tree_sitter.Node, reader: NodeReader) -> bool:
    """Whether a module is used where it is loaded: `require("x").work()`, `require("x"):work()`, `require("x")()`."""
    name, user = node.child_by_field_name("name"), node.parent
    if name is None or user is None or reader.text(name) != _LOAD:
        return False
    if user.type == "dot_index_expression":
        return _target(user, 0) is None
    called = user.child_by_field_name("name") if user.type == "function_call" else None
    return user.type == "method_index_expression" or (called is not None and called.id == node.id)


def _field_name(node: tree_sitter.Node, reader: NodeReader) -> str:
    """Return the name that a value has in the table that the file returns."""
    field = node.parent
    name = field.child_by_field_name("name") if field is not None and field.type == "field" else None
    table = None if field is None else field.parent
    return reader.text(name) if name is not None and table is not None and _is_returned(table) else ""


def _target(node: tree_sitter.Node, further: int) -> tree_sitter.Node | None:
    """Return the name that a value is given to: a variable, or a member of one."""
    values = node.parent
    statement = None if values is None else values.parent
    if values is None or statement is None or statement.type != "assignment_statement":
        return None
    place = next((place for place, each in enumerate(values.named_children) if each.id == node.id), 0)
    names = statement.named_children[0].children_by_field_name("name")
    target = names[place + further] if place + further < len(names) else None
    is_name = target is not None and target.type in {"identifier", "dot_index_expression"}
    return target if is_name else None


def _is_returned(node: tree_sitter.Node) -> bool:
    """Whether a value is what the file returns."""
    statement = None if node.parent is None else node.parent.parent
    if statement is None or statement.type != "return_statement":
        return False
    return statement.parent is not None and statement.parent.type == "chunk"


def _returned(node: tree_sitter.Node, reader: NodeReader) -> Iterator[WrittenImport]:
    """Yield what others get: a name of this file, or the names in a table."""
    values = node.named_children[0].named_children if node.named_children else []
    value = values[0] if values else None
    if value is not None and value.type == "function_call":
        function, arguments = value.child_by_field_name("name"), value.child_by_field_name("arguments")
        is_table = function is not None and reader.text(function) == SET_METATABLE
        value = arguments.named_children[0] if is_table and arguments is not None else None
    if value is not None and value.type == "identifier":
        yield WrittenImport(
            form=ImportForm.EXPORT_NAME, module="", name=reader.text(value), alias=RETURNED, node=value
        )
    elif value is not None and value.type == "table_constructor":
        for field in value.named_children:
            name, held = field.child_by_field_name("name"), field.child_by_field_name("value")
            is_named = name is not None and name.type == "identifier"
            if is_named and name is not None and held is not None and held.type in _TYPES:
                yield WrittenImport(
                    form=ImportForm.EXPORT_NAME,
                    module="",
                    name=reader.text(held),
                    alias=reader.text(name),
                    node=field,
                )


def _read_identifier(node: tree_sitter.Node, reader: NodeReader, depth: int) -> CodeExpression | None:
    """Read `self`."""
    del depth
    is_short = node.end_byte - node.start_byte == len(_RECEIVER)
    if is_short and reader.text(node) == _RECEIVER:
        return ReceiverExpr(node.start_byte, node.end_byte)
    return None


def _read_member(node: tree_sitter.Node, reader: NodeReader, depth: int) -> CodeExpression | None:
    """Read `_G.name` as the plain name of what all files see."""
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
    """Read `setmetatable(table, A)`, which makes an A, and a module that is used where it is loaded."""
    name, arguments = node.child_by_field_name("name"), node.child_by_field_name("arguments")
    if name is None or arguments is None:
        return None
    given = arguments.named_children
    content = given[0].child_by_field_name("content") if given else None
    if content is not None and _is_used_in_place(node, reader):
        return NameExpr(node.start_byte, node.end_byte, loaded_name(reader.text(content)))
    if reader.text(name) != SET_METATABLE:
        return None
    meta = given[1] if len(given) > 1 else None
    if meta is not None and meta.type == "table_constructor":
        meta = looked_up(meta, reader)
    elif meta is not None and meta.type == "identifier":
        meta = index_of(meta, reader)
    if meta is None or meta.type not in _TYPES:
        return None
    if isinstance(reader.expression(meta, depth + 1), ReceiverExpr):
        return ReceiverExpr(node.start_byte, node.end_byte)
    return NewExpr(node.start_byte, node.end_byte, reader.type(meta) or TypeRef(""))


def _mend(
    definition: CodeDefinition, node: tree_sitter.Node, reader: NodeReader, words: frozenset[str]
) -> CodeDefinition:
    """Tell what the file keeps to itself, what can't change, and functions of a table that take no object."""
    del words
    is_local = _is_local(node)
    definition = replace(definition, name=definition.name.strip("[]=\"'"))
    changes: dict[str, object] = {
        "visibility": Visibility.PRIVATE if is_local else Visibility.PUBLIC,
        "space": _space(definition, node, reader, is_local=is_local),
    }
    if definition.owner is not None and definition.owner.name == _GLOBAL_TABLE:
        definition = replace(definition, owner=None)
        changes["space"] = GLOBALS
    if definition.modifiers is not None:
        name = node.child_by_field_name("name")
        has_receiver = [each.name for each in definition.parameters[:1]] == [_RECEIVER]
        takes_object = has_receiver or (name is not None and name.type == "method_index_expression")
        is_static = definition.owner is not None and not takes_object
        changes["modifiers"] = replace(definition.modifiers, is_static=is_static, has_body=True)
        changes["parameters"] = definition.parameters[1:] if has_receiver else definition.parameters
        changes["signature"] = definition.signature.removesuffix(" end")
        function = _function(node)
        changes["value"] = None if function is None else result_of(function, reader)
    if definition.kind is DefinitionKind.VARIABLE and _FIXED.search(definition.signature):
        is_literal = isinstance(definition.value, OtherExpr) and bool(definition.value.type_name)
        changes["mutability"] = Mutability.CONST if is_literal else Mutability.IMMUTABLE
    if definition.kind is DefinitionKind.VARIABLE and definition.owner is not None:
        changes["value"] = known_value(definition.value, node, reader)
    changes["is_exported"] = changes["space"] == GLOBALS
    return replace(definition, **changes)


def _space(definition: CodeDefinition, node: tree_sitter.Node, reader: NodeReader, *, is_local: bool) -> str:
    """Return where a definition of the file is seen: by itself, by all files, or by those that load it."""
    if definition.owner is not None or definition.name == RETURNED or node.type == "field":
        return ""
    if is_local or node.parent is None or node.parent.type != "chunk":
        return OWN
    if reader.once(node.parent, _is_module):
        return ""
    return GLOBALS if _is_global(definition, node.parent, reader) else OWN


def _is_module(root: tree_sitter.Node, reader: NodeReader) -> bool:
    """Whether what a file defines is for those who load it, because it calls `module(…)`."""
    calls = (each.child_by_field_name("name") for each in root.named_children if each.type == "function_call")
    return any(name is not None and reader.text(name) == "module" for name in calls)


def _is_global(definition: CodeDefinition, root: tree_sitter.Node, reader: NodeReader) -> bool:
    """Whether a definition is one for all files: no local of the file."""
    for each in root.named_children:
        if each.type == "variable_declaration" and definition.name in _declared_names(each, reader):
            return False
    return True


def _declared_names(declaration: tree_sitter.Node, reader: NodeReader) -> set[str]:
    holder = declaration.named_child(0)
    names = holder.named_child(0) if holder is not None and holder.type == "assignment_statement" else holder
    return set() if names is None else {reader.text(each) for each in names.children_by_field_name("name")}


def _function(node: tree_sitter.Node) -> tree_sitter.Node | None:
    """Return the node of a function that is defined: itself, or what is given to its name."""
    if node.type in {"function_declaration", "function_definition"}:
        return node
    return next((found for child in node.named_children if (found := _function(child)) is not None), None)


def _mend_all(definitions: tuple[CodeDefinition, ...]) -> tuple[CodeDefinition, ...]:
    """Make types of the tables that hold functions or other things by name."""
    return tuple(
        replace(each, space="") if each.space and each.parent != TOP_LEVEL else each
        for each in _with_types(definitions)
    )


def _with_types(definitions: tuple[CodeDefinition, ...]) -> tuple[CodeDefinition, ...]:
    functions = [each for each in definitions if each.kind is DefinitionKind.FUNCTION]
    holders = [each for each in definitions if isinstance(each.value, NameExpr | MemberExpr)]
    owners = {each.owner.name for each in (*functions, *holders) if each.owner is not None}
    owners |= {definitions[each.parent].name for each in functions if each.parent != TOP_LEVEL}
    return tuple(
        replace(
            each,
            kind=DefinitionKind.TYPE,
            type_kind=TypeKind.CLASS,
            mutability=None,
            value=None,
            inherits=(*each.inherits, *_made_from(each.value)),
        )
        if each.kind is DefinitionKind.VARIABLE and _dotted_name(each) in owners
        else each
        for each in definitions
    )


def _dotted_name(definition: CodeDefinition) -> str:
    """Return the name of a table with that of the one that it lies in."""
    return definition.name if definition.owner is None else f"{definition.owner.name}.{definition.name}"


def _made_from(value: CodeExpression | None) -> Iterator[TypeRef]:
    """Yield the table that a table with functions was made from: `Base:extend()`, `Base.new()`."""
    if isinstance(value, NewExpr):
        yield value.type_ref
    elif isinstance(value, CallExpr) and isinstance(value.function, MemberExpr):
        name = dotted_expression(value.function.value)
        if name and value.function.name in _DERIVING:
            yield TypeRef(name)


def _is_local(node: tree_sitter.Node) -> bool:
    """Whether the name of a function is that of a local."""
    return node.type == "variable_declaration" or any(child.type == "local" for child in node.children[:1])


def _is_global_name(node: tree_sitter.Node, reader: NodeReader) -> bool:
    """Whether what a block defines is no local of it."""
    del reader
    return not _is_local(node)


LUA = Grammar(
    name="lua",
    load=tree_sitter_lua.language,
    query_name="lua",
    expressions=_EXPRESSIONS,
    types=_TYPES,
    read_imports=_read_imports,
    mend=_mend,
    mend_all=_mend_all,
    peculiar_expressions={
        "identifier": _read_identifier,
        "bracket_index_expression": _read_keyed,
        "dot_index_expression": _read_member,
        "function_call": _read_call,
    },
    separators=(":",),
    recapture=recapture,
    defines_by_assigning=True,
    has_blocks=True,
    is_hoisted=_is_global_name,
)
