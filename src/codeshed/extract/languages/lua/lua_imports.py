"""Imports and exports of a Lua file.

Turns: `require` and the like, and the file's `return` → WrittenImports.
"""

from collections.abc import Iterator

import tree_sitter

from codeshed.extract.engine.child_nodes import nth_named_child
from codeshed.extract.engine.grammar import ImportDeclaration, NodeReader
from codeshed.extract.engine.inline_modules import inline_module_name
from codeshed.extract.languages.lua.lua_results import SET_METATABLE
from codeshed.model.facts.code_facts import ImportForm

RETURN_VALUE = "return"
"""The name of what a file returns; a keyword, so that no definition has it."""
FILE = "file"
LOADED_BY_WRAPPER = "wrapped"
"""The `detail` of a file that is loaded by a function of the repository; it counts only if there is such a
file.
"""
_LOAD = "require"
_LOADERS = frozenset({_LOAD, "dofile", "loadfile", "pcall", "xpcall"})
_STATEMENTS = frozenset({"assignment_statement"})
_ROOT = frozenset({"chunk"})
_BLOCKS = frozenset({"block", "chunk"})
_NAMES = frozenset({"identifier", "dot_index_expression"})


def read_imports(node: tree_sitter.Node, reader: NodeReader) -> list[ImportDeclaration]:
    """Read a call that loads a file, or the file's `return`."""
    return list(
        _returned_exports(node, reader) if node.type == "return_statement" else _loaded_imports(node, reader)
    )


def _loaded_imports(node: tree_sitter.Node, reader: NodeReader) -> Iterator[ImportDeclaration]:
    """Yield the import of a loading call, with the name that it is assigned to."""
    name, arguments = node.child_by_field_name("name"), node.child_by_field_name("arguments")
    if name is None or arguments is None:
        return
    function = reader.text(name)
    is_wrapped = function not in _LOADERS
    is_tried = function in {"pcall", "xpcall"}
    module_argument = arguments.named_children[1 if is_tried else 0]
    content = module_argument.child_by_field_name("content")
    module = "" if content is None else reader.text(content)
    if not module:
        return
    if function in {"dofile", "loadfile"}:
        yield ImportDeclaration(form=ImportForm.NOTHING, module=module, detail=FILE)
        return
    detail = LOADED_BY_WRAPPER if is_wrapped and not is_tried else ""
    value_node, member = node, ""
    container = node.parent
    if container is not None and container.type == "dot_index_expression":
        field = container.child_by_field_name("field")
        value_node, member = container, "" if field is None else reader.text(field)
    target = _target(value_node, 1 if is_tried else 0)
    if target is None or (not member and is_used_inline(node, reader)):
        alias = _field_name(value_node, reader)
        is_whole = not member and (_is_returned(value_node) or bool(alias))
        if not is_whole and is_used_inline(node, reader):
            yield ImportDeclaration(
                form=ImportForm.MODULE, module=module, alias=inline_module_name(module), detail=detail
            )
            return
        form = ImportForm.EXPORT_MODULE if is_whole else ImportForm.NOTHING
        alias = (alias or RETURN_VALUE) if is_whole else ""
        yield ImportDeclaration(form=form, module=module, alias=alias, detail=detail)
    elif target.type == "identifier":
        form = ImportForm.NAME if member else ImportForm.MODULE
        alias = "" if _is_assigned_to_file_local(target, reader) else reader.text(target)
        yield ImportDeclaration(form=form, module=module, name=member, alias=alias, detail=detail)
    else:
        field = target.child_by_field_name("field")
        yield ImportDeclaration(
            form=ImportForm.EXPORT_NAME if member else ImportForm.EXPORT_MODULE,
            module=module,
            name=member,
            alias="" if field is None else reader.text(field),
            detail=detail,
        )


def _is_assigned_to_file_local(target: tree_sitter.Node, reader: NodeReader) -> bool:
    """Whether a function assigns a loaded module to a local of the file, which is a variable like others."""
    statement = reader.nearest_ancestor(target, _STATEMENTS)
    root = reader.nearest_ancestor(target, _ROOT)
    if root is None or statement is None or statement.parent is None:
        return False
    if statement.parent.type in {"variable_declaration", "chunk"}:
        return False
    name = reader.text(target)
    return any(
        name in declared_names(each, reader)
        for each in root.named_children
        if each.type == "variable_declaration"
    )


def is_used_inline(node: tree_sitter.Node, reader: NodeReader) -> bool:
    """Whether a module is used where it is loaded: `require("x").work()`, `require("x"):work()`, `require("x")()`.

    So is one in a table of the file, `local a = { x = require("x") }`, `a.x = require("x")`, and one that is
    assigned to a local declared before: `local a; setup(function() a = require("x") end)`.
    """
    name, user = node.child_by_field_name("name"), node.parent
    if name is None or user is None or reader.text(name) != _LOAD:
        return False
    if user.type == "field" and user.child_by_field_name("name") is not None:
        return not _field_name(node, reader)
    if user.type == "expression_list":
        target = _target(node, 0)
        return _is_field_of_file(target, reader) or _is_declared_before(target, reader)
    if user.type == "dot_index_expression":
        return _target(user, 0) is None
    called = user.child_by_field_name("name") if user.type == "function_call" else None
    return user.type == "method_index_expression" or (called is not None and called.id == node.id)


def _is_field_of_file(target: tree_sitter.Node | None, reader: NodeReader) -> bool:
    """Whether the target of a top-level assignment is a field of a file-level local."""
    table = None if target is None else target.child_by_field_name("table")
    statement = None if target is None else reader.nearest_ancestor(target, _STATEMENTS)
    root = None if statement is None else statement.parent
    if table is None or table.type != "identifier" or root is None or root.type != "chunk":
        return False
    return reader.text(table) in reader.memoize(root, _local_names)


def _is_declared_before(target: tree_sitter.Node | None, reader: NodeReader) -> bool:
    """Whether the target of an assignment in a block is a local of an outer block or of the file."""
    statement = None if target is None else target.parent and target.parent.parent
    if target is None or target.type != "identifier" or statement is None:
        return False
    block = statement.parent
    if block is None or block.type != "block":
        return False
    name = reader.text(target)
    enclosing_block: tree_sitter.Node | None = block
    while enclosing_block is not None:
        if enclosing_block.type in _BLOCKS and name in reader.memoize(enclosing_block, _local_names):
            return True
        enclosing_block = enclosing_block.parent
    return False


def _local_names(root: tree_sitter.Node, reader: NodeReader) -> frozenset[str]:
    """Return the names of the locals that a file or block declares."""
    declarations = (each for each in root.named_children if each.type == "variable_declaration")
    return frozenset(name for each in declarations for name in declared_names(each, reader))


def _field_name(node: tree_sitter.Node, reader: NodeReader) -> str:
    """Return the name of a value in the table that the file returns."""
    field = node.parent
    name = field.child_by_field_name("name") if field is not None and field.type == "field" else None
    table = None if field is None else field.parent
    return reader.text(name) if name is not None and table is not None and _is_returned(table) else ""


def _target(node: tree_sitter.Node, further: int) -> tree_sitter.Node | None:
    """Return the variable or member that a value is assigned to."""
    values = node.parent
    statement = None if values is None else values.parent
    if values is None or statement is None or statement.type != "assignment_statement":
        return None
    index = next((index for index, each in enumerate(values.named_children) if each.id == node.id), 0)
    names = statement.named_children[0].children_by_field_name("name")
    target = names[index + further] if index + further < len(names) else None
    is_name = target is not None and target.type in _NAMES
    return target if is_name else None


def _is_returned(node: tree_sitter.Node) -> bool:
    """Whether a value is what the file returns."""
    statement = None if node.parent is None else node.parent.parent
    if statement is None or statement.type != "return_statement":
        return False
    return statement.parent is not None and statement.parent.type == "chunk"


def _returned_exports(node: tree_sitter.Node, reader: NodeReader) -> Iterator[ImportDeclaration]:
    """Yield the exports of a file: a name of the file, or the names in a table."""
    values = node.named_children[0].named_children if node.named_children else []
    value = values[0] if values else None
    if value is not None and value.type == "function_call":
        function, arguments = value.child_by_field_name("name"), value.child_by_field_name("arguments")
        is_table = function is not None and reader.text(function) == SET_METATABLE
        value = arguments.named_children[0] if is_table and arguments is not None else None
    if value is not None and value.type == "identifier":
        yield ImportDeclaration(
            form=ImportForm.EXPORT_NAME, module="", name=reader.text(value), alias=RETURN_VALUE, node=value
        )
    elif value is not None and value.type == "table_constructor":
        for field in value.named_children:
            name, field_value = field.child_by_field_name("name"), field.child_by_field_name("value")
            is_named = name is not None and name.type == "identifier"
            if is_named and name is not None and field_value is not None and field_value.type in _NAMES:
                yield ImportDeclaration(
                    form=ImportForm.EXPORT_NAME,
                    module="",
                    name=reader.text(field_value),
                    alias=reader.text(name),
                    node=field,
                )


def declared_names(declaration: tree_sitter.Node, reader: NodeReader) -> set[str]:
    """Return the names that a `local` statement declares."""
    container = nth_named_child(declaration, 0)
    names = (
        nth_named_child(container, 0)
        if container is not None and container.type == "assignment_statement"
        else container
    )
    return set() if names is None else {reader.text(each) for each in names.children_by_field_name("name")}
