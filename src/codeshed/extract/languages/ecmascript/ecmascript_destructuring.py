"""Destructuring patterns of JavaScript and TypeScript.

Turns: a key in `{ a, b: c }` → the member of the destructured value: an expression, a parameter of a declared
type, an element of a loop, an argument of a callback, or what an outer pattern extracts.
"""

import tree_sitter

from codeshed.extract.engine.grammar import NodeReader
from codeshed.extract.languages.ecmascript.ecmascript_callbacks import read_callback_parameter
from codeshed.model.facts.code_expressions import (
    ELEMENT_PREFIX,
    LOADED_MODULE_PREFIX,
    CastExpr,
    CodeExpression,
    ItemExpr,
    MemberExpr,
    NameExpr,
    OtherExpr,
)

_MAX_DEPTH = 12
"""How deeply patterns may nest."""

_PARAMETERS = frozenset({"required_parameter", "optional_parameter"})
_WITH_DEFAULT = frozenset({"assignment_pattern", "object_assignment_pattern"})
_VALUES = {"variable_declarator": "value", "assignment_expression": "right"}
_QUOTES = "\"'"


def read_pattern_key(node: tree_sitter.Node, reader: NodeReader, depth: int) -> CodeExpression | None:
    """Read a key of a pattern as a member; not for imports."""
    pattern = reader.parent(node)
    while pattern is not None and pattern.type != "object_pattern":
        pattern = reader.parent(pattern)
    value = None if pattern is None else _destructured_value(pattern, reader, depth)
    if value is None:
        return None
    return MemberExpr(node.start_byte, node.end_byte, value, reader.text(node).strip(_QUOTES))


def _destructured_value(pattern: tree_sitter.Node, reader: NodeReader, depth: int) -> CodeExpression | None:
    """Return the value that a pattern destructures."""
    around = reader.parent(pattern)
    if around is not None and around.type in _WITH_DEFAULT:
        pattern, around = around, reader.parent(around)
    if around is None or depth > _MAX_DEPTH:
        return None
    if around.type in _VALUES:
        value = _read(around.child_by_field_name(_VALUES[around.type]), reader, depth)
        is_import = isinstance(value, NameExpr) and value.name.startswith(LOADED_MODULE_PREFIX)
        return None if is_import else value
    if around.type == "for_in_statement":
        is_item = any(each.type == "of" for each in around.children)
        listed = _read(around.child_by_field_name("right"), reader, depth) if is_item else None
        return None if listed is None else ItemExpr(pattern.start_byte, pattern.end_byte, listed)
    if around.type in _PARAMETERS:
        return _parameter_value(around, reader, depth)
    if around.type == "formal_parameters":
        return read_callback_parameter(pattern, reader, depth)
    return _nested_value(pattern, around, reader, depth)


def _nested_value(
    pattern: tree_sitter.Node, around: tree_sitter.Node, reader: NodeReader, depth: int
) -> CodeExpression | None:
    """Return the value that a nested pattern destructures."""
    if around.type == "pair_pattern":
        key, outer = around.child_by_field_name("key"), reader.parent(around)
        name = "" if key is None or key.type == "computed_property_name" else reader.text(key).strip(_QUOTES)
    elif around.type == "array_pattern":
        before = [
            each for each in around.children if each.end_byte <= pattern.start_byte and each.type == ","
        ]
        name, outer = f"{ELEMENT_PREFIX}{len(before)}", around
    else:
        return None
    value = _destructured_value(outer, reader, depth + 1) if name and outer is not None else None
    return None if value is None else MemberExpr(pattern.start_byte, pattern.end_byte, value, name)


def _parameter_value(parameter: tree_sitter.Node, reader: NodeReader, depth: int) -> CodeExpression | None:
    """Return the value of a parameter: an object of its declared type, or what a callback is called with."""
    begin, end = parameter.start_byte, parameter.end_byte
    type_ref = reader.type(parameter.child_by_field_name("type"), depth + 1)
    if type_ref is None:
        return read_callback_parameter(parameter, reader, depth)
    return CastExpr(begin, end, type_ref, OtherExpr(begin, end))


def _read(value: tree_sitter.Node | None, reader: NodeReader, depth: int) -> CodeExpression | None:
    return None if value is None else reader.expression(value, depth + 1)
