"""Results of Lua functions that their bodies show directly.

Turns: `return setmetatable({}, A)`, or a local made so → a new A; a table with functions, local or of the
file → an object of that type; `return A:make()`, or a local with that value → the result of that call. Any
other return must be of nothing.
"""

from collections.abc import Iterator

import tree_sitter

from codeshed.extract.engine.child_nodes import nth_named_child
from codeshed.extract.engine.grammar import NodeReader
from codeshed.extract.languages.lua.lua_local_tables import FUNCTIONS, table_names
from codeshed.model.facts.code_expressions import (
    CallExpr,
    CodeExpression,
    MemberExpr,
    NameExpr,
    NewExpr,
    ReceiverExpr,
    TypeRef,
)

SET_METATABLE = "setmetatable"
MAX_RETURNS = 64
"""Functions with more returns are skipped: only generated code has so many."""
_NOTHING = frozenset({"nil", "false"})
_INNER = frozenset({"block"})
_ROOT = frozenset({"chunk"})


def result_of(function: tree_sitter.Node, reader: NodeReader) -> CodeExpression | None:
    """Return the value that a function returns wherever it returns something."""
    body = function.child_by_field_name("body")
    if body is None:
        return None
    nodes = [*_own_nodes(body)]
    found: list[CodeExpression] = []
    returns = [each for each in nodes if each.type == "return_statement" and each.named_children]
    for statement in returns if len(returns) <= MAX_RETURNS else ():
        value = statement.named_children[0].named_children[0]
        if value.type in _NOTHING:
            continue
        result = (
            _new_object(value, nodes, reader)
            or _local_table(value, body, reader)
            or _table_of_file(value, function, nodes, reader)
            or _method_call(value, function, nodes, reader)
        )
        if result is None:
            return None
        found.append(result)
    return found[0] if found and len({_key(each) for each in found}) == 1 else None


def _own_nodes(body: tree_sitter.Node) -> Iterator[tree_sitter.Node]:
    """Yield the nodes of a body, except those in nested functions."""
    pending = [body]
    while pending:
        node = pending.pop()
        yield node
        pending.extend(child for child in reversed(node.named_children) if child.type not in FUNCTIONS)


def _new_object(
    value: tree_sitter.Node, nodes: list[tree_sitter.Node], reader: NodeReader
) -> CodeExpression | None:
    """Return the new object that a value is, created at once or kept in a local."""
    if value.type == "identifier":
        name = reader.text(value)
        constructed = next(
            (call for each in nodes if (call := _metatable_call(each, name, reader)) is not None), None
        )
        if constructed is None:
            return None
        value = constructed
    found = reader.expression(value)
    is_self = isinstance(found, ReceiverExpr) and value.type == "function_call"
    return found if is_self or isinstance(found, NewExpr) else None


def _method_call(
    value: tree_sitter.Node, function: tree_sitter.Node, nodes: list[tree_sitter.Node], reader: NodeReader
) -> CodeExpression | None:
    """Return the method call that a value comes from, on something that the file knows or on `self`."""
    if value.type == "identifier":
        name = reader.text(value)
        assignments = [
            each for each in nodes if each.type == "assignment_statement" and name in _names(each, reader)
        ]
        values = assignments[0].named_children[1].named_children if len(assignments) == 1 else []
        is_one = len(values) == 1 and _names(assignments[0], reader) == [name]
        if (
            not is_one
            or assignments[0].parent is None
            or assignments[0].parent.type != "variable_declaration"
        ):
            return None
        value = values[0]
    callee = value.child_by_field_name("name") if value.type == "function_call" else None
    container = None if callee is None else callee.child_by_field_name("table")
    if container is None or container.type != "identifier":
        return None
    found = reader.expression(value)
    is_known = reader.text(container) == "self" or reader.text(container) not in _local_names(
        function, nodes, reader
    )
    return found if is_known and isinstance(found, CallExpr) else None


def _local_names(
    function: tree_sitter.Node, nodes: list[tree_sitter.Node], reader: NodeReader
) -> frozenset[str]:
    """Return the names of a function's locals and parameters."""
    parameters = function.child_by_field_name("parameters")
    parameter_nodes = () if parameters is None else parameters.named_children
    declared = (node for node in nodes if node.type == "variable_declaration")
    return frozenset(
        (*map(reader.text, parameter_nodes), *(each for node in declared for each in _names(node, reader)))
    )


def _names(node: tree_sitter.Node, reader: NodeReader) -> list[str]:
    """Return the names that a declaration or assignment assigns."""
    if node.type == "variable_declaration":
        inner = nth_named_child(node, 0)
        node = inner if inner is not None and inner.type == "assignment_statement" else node
    names = nth_named_child(node, 0)
    return [] if names is None else [reader.text(each) for each in names.children_by_field_name("name")]


def _local_table(
    value: tree_sitter.Node, body: tree_sitter.Node, reader: NodeReader
) -> CodeExpression | None:
    """Return an object of the table type that a local of the function is."""
    is_local = value.type == "identifier" and reader.text(value) in reader.memoize(body, table_names)
    return NewExpr(value.start_byte, value.end_byte, TypeRef(reader.text(value))) if is_local else None


def _table_of_file(
    value: tree_sitter.Node, function: tree_sitter.Node, nodes: list[tree_sitter.Node], reader: NodeReader
) -> CodeExpression | None:
    """Return an object of the table type that a local of the file is, for functions at the top level."""
    if value.type != "identifier" or reader.nearest_ancestor(function, _INNER) is not None:
        return None
    root = reader.nearest_ancestor(function, _ROOT)
    is_table = root is not None and reader.text(value) in reader.memoize(root, table_names)
    if not is_table or reader.text(value) in _local_names(function, nodes, reader):
        return None
    return NewExpr(value.start_byte, value.end_byte, TypeRef(reader.text(value)))


def _metatable_call(node: tree_sitter.Node, name: str, reader: NodeReader) -> tree_sitter.Node | None:
    """Return the call that gives a name its metatable: `a = setmetatable(…)` or `setmetatable(a, …)`."""
    if node.type == "assignment_statement":
        names = node.named_children[0].named_children
        values = node.named_children[1].named_children if len(node.named_children) > 1 else []
        is_given = bool(names) and bool(values) and reader.text(names[0]) == name
        return values[0] if is_given and _sets_metatable(values[0], reader) else None
    if node.type == "function_call" and _sets_metatable(node, reader):
        arguments = node.child_by_field_name("arguments")
        first_argument = None if arguments is None else nth_named_child(arguments, 0)
        return node if first_argument is not None and reader.text(first_argument) == name else None
    return None


def _sets_metatable(node: tree_sitter.Node, reader: NodeReader) -> bool:
    name = node.child_by_field_name("name") if node.type == "function_call" else None
    return name is not None and reader.text(name) == SET_METATABLE


def index_field(table: tree_sitter.Node, reader: NodeReader) -> tree_sitter.Node | None:
    """Return the `__index` of a metatable."""
    for field in table.named_children:
        name = field.child_by_field_name("name")
        if name is not None and reader.text(name) == "__index":
            return field.child_by_field_name("value")
    return None


def index_table_of(meta: tree_sitter.Node, reader: NodeReader) -> tree_sitter.Node:
    """Return the table that a metatable's `__index` names in this file; else the metatable."""
    name = reader.text(meta)
    root = meta
    while root.parent is not None:
        root = root.parent
    for statement in root.named_children:
        inner = nth_named_child(statement, 0) if statement.type == "variable_declaration" else statement
        if inner is None or inner.type != "assignment_statement" or len(inner.named_children) != 2:  # noqa: PLR2004 - names and values
            continue
        targets, values = inner.named_children[0].named_children, inner.named_children[1].named_children
        if not targets or not values:
            continue
        target, value = reader.text(targets[0]), values[0]
        if target == name and value.type == "table_constructor":
            found = index_field(value, reader)
            if found is not None:
                return found
        if target == f"{name}.__index" and value.type == "identifier":
            return value
    return meta


def _key(expression: CodeExpression) -> str:
    match expression:
        case NewExpr(type_ref=type_ref):
            return type_ref.name
        case CallExpr(function=MemberExpr(value=NameExpr(name=table), name=name)):
            return f"{table}:{name}"
        case CallExpr(function=MemberExpr(name=name)):
            return f":{name}"
        case _:
            return ""
