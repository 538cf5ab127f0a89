"""Functions in object literals, exported functions that a variable holds, and fields that are assigned on `this`.

Turns: the captures of a function or object in an object literal → the same, if a file-level variable holds
the outermost object, or the file exports it, and each object on the way has a function of its own; else
nothing. The captures of an exported function that a variable holds → nothing, as the variable defines it. The
captures of an assignment to `this.x` → the same, if it is a class's field. The captures of a member of an object type →
the same, if it becomes a member of an alias or interface.
"""

from collections.abc import Sequence

import tree_sitter

from codeshed.extract.engine.grammar import Captures, NodeReader
from codeshed.extract.languages.ecmascript.ecmascript_exports import is_function_of_variable
from codeshed.extract.languages.ecmascript.ecmascript_this import is_class_instance
from codeshed.extract.languages.ecmascript.typescript_types import is_member_of_composed_type

MAX_OBJECTS = 6
"""How deeply objects with functions may nest."""

_NESTED = "nested"
_COMPOSED = "composed"
_LATE = "late"
_EXPORTABLE = ("define.function", "define.class")
_FUNCTIONS = frozenset({"arrow_function", "function_expression"})
_TYPE_ASSERTIONS = frozenset({"as_expression", "satisfies_expression"})
_EXPORTS = frozenset({"exports", "module.exports"})
_DECLARATIONS = frozenset({"lexical_declaration", "variable_declaration"})


def rewrite_captures(captures: Captures, reader: NodeReader, *, is_common: bool = False) -> Captures:
    """Drop members of objects that the file does not hold, exported functions of variables, and assignments that define no field.

    With `is_common` the file may export by assignments, the CommonJS way.
    """
    if _is_tagged(captures.get("operator", ())):
        return {}
    if any(is_function_of_variable(each) for what in _EXPORTABLE for each in captures.get(what, ())):
        return {}
    if _COMPOSED in captures or _LATE in captures:
        return captures if _defines_member(captures, reader) else {}
    if _NESTED not in captures:
        return captures
    nested = captures[_NESTED][0]
    if is_common and "define.field" in captures and _is_all_exports(reader.parent(nested), reader):
        # It has a name in the file already.
        return {}
    return captures if _is_file_variable(nested, reader, is_common=is_common) else {}


def _defines_member(captures: Captures, reader: NodeReader) -> bool:
    """Whether a member of an object type, or an assignment to `this.x`, defines a member of a type."""
    if _COMPOSED in captures:
        return is_member_of_composed_type(captures[_COMPOSED][0], reader)
    return is_class_instance(captures[_LATE][0])


def rewrite_commonjs_captures(captures: Captures, reader: NodeReader) -> Captures:
    """Do the same for a file that may be a CommonJS module."""
    return rewrite_captures(captures, reader, is_common=True)


def _is_file_variable(pair: tree_sitter.Node, reader: NodeReader, *, is_common: bool) -> bool:
    container = reader.parent(pair)
    for _ in range(MAX_OBJECTS):
        around = None if container is None else reader.parent(container)
        if around is None or around.type != "pair":
            break
        if container is None or not reader.memoize(container, _has_function):
            return False
        container = reader.parent(around)
    outer = None if container is None else reader.parent(container)
    while outer is not None and outer.type in _TYPE_ASSERTIONS:
        outer = reader.parent(outer)
    if outer is not None and outer.type == "assignment_expression":
        statement = reader.parent(outer) if is_common and _is_exported(outer, reader) else None
        return statement is not None and _is_at_top(statement, reader)
    if outer is not None and outer.type == "export_statement":
        return _is_at_top(outer, reader)
    declaration = None if outer is None or outer.type != "variable_declarator" else reader.parent(outer)
    if declaration is None or declaration.type not in _DECLARATIONS:
        return False
    around = reader.parent(declaration)
    is_exported = around is not None and around.type == "export_statement"
    return _is_at_top(around if is_exported and around is not None else declaration, reader)


def _is_tagged(operators: Sequence[tree_sitter.Node]) -> bool:
    """Whether a value is interpolated into a tagged template, which does not convert it to a string."""
    text = operators[0].parent if operators and operators[0].type == "template_substitution" else None
    return text is not None and text.parent is not None and text.parent.type == "call_expression"


def _is_at_top(statement: tree_sitter.Node, reader: NodeReader) -> bool:
    top = reader.parent(statement)
    return top is not None and top.type == "program"


def _is_all_exports(container: tree_sitter.Node | None, reader: NodeReader) -> bool:
    """Whether an object is all that a CommonJS module exports."""
    outer = None if container is None else reader.parent(container)
    left = None if outer is None else outer.child_by_field_name("left")
    return left is not None and reader.text(left) in _EXPORTS


def _is_exported(assignment: tree_sitter.Node, reader: NodeReader) -> bool:
    left = assignment.child_by_field_name("left")
    owner = None if left is None else left.child_by_field_name("object")
    return any(each is not None and reader.text(each) in _EXPORTS for each in (left, owner))


def _has_function(container: tree_sitter.Node, reader: NodeReader) -> bool:
    """Whether one of an object's own fields is a function."""
    del reader
    for each in container.named_children:
        value = each.child_by_field_name("value") if each.type == "pair" else None
        if each.type == "method_definition" or (value is not None and value.type in _FUNCTIONS):
            return True
    return False
