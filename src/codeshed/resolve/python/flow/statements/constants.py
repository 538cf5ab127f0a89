"""Literals and formatted strings; a string that may be an identifier is kept as a value.

Turns: literals and f-strings → nodes.
"""

import re

from codeshed.model.facts.python_facts import Compound, CompoundKind, Expression, Literal
from codeshed.resolve.python.flow.abstract_values import ValueKind
from codeshed.resolve.python.flow.statements.statement_reader import StatementReader
from codeshed.resolve.python.names.static_names import BUILTINS
from codeshed.resolve.python.tables.function_shapes import EMPTY_NODE

_NAME = re.compile(r"[^\W\d]\w*")
_CONVERSIONS = {"!r": ("__repr__",), "!a": ("__repr__",), "!s": ("__str__", "__repr__")}
_FORMATTED = ("__format__", "__str__", "__repr__")
_NOTHING_TYPES = frozenset({"None", "ellipsis"})

TEXT_METHODS = frozenset({"format", "lower", "upper", "replace", "strip", "rstrip", "casefold", "format_map"})
"""Methods whose result is taken to begin as the string itself does."""


def read_literal(reader: StatementReader, value: Literal, _: int) -> int:
    """A literal."""
    state = reader.state
    if value.type_name == "str" and value.text is not None:
        text, has_more = _name_in(value.text)
        if text:
            return state.constant_node(state.values.intern(ValueKind.TEXT, int(has_more), text))
    if value.type_name in _NOTHING_TYPES:
        return EMPTY_NODE
    return state.constant_node(state.values.external_instance(f"{BUILTINS}.{value.type_name}"))


def read_formatted(reader: StatementReader, value: Compound, scope: int) -> int:
    """`f"…{part}…"`."""
    nodes = reader.part_nodes(value, scope)
    methods = _CONVERSIONS.get(value.detail or "", _FORMATTED)
    for part, node in zip(value.parts, nodes, strict=False):
        if not (isinstance(part, Compound) and part.kind is CompoundKind.FORMATTED_STRING):
            reader.record_operation(scope, (part.begin, part.end), node, methods)
    state = reader.state
    text, _ = _name_in(value.detail or "")
    if text:
        return state.constant_node(state.values.intern(ValueKind.TEXT, 1, text))
    return state.constant_node(state.values.external_instance("builtins.str"))


def keep_text(reader: StatementReader, receiver: int, result: int) -> None:
    """Let the result of one of the TEXT_METHODS hold a string with the prefix of its receiver."""
    if result != EMPTY_NODE:
        reader.graph.listen(receiver, add_longer_text, reader, result)


def add_longer_text(reader: StatementReader, node: int, value: int) -> None:
    """Let a node hold an unknown string that begins with a known one."""
    values = reader.values
    if values.kinds[value] is ValueKind.TEXT:
        reader.graph.add_value(node, values.intern(ValueKind.TEXT, 1, values.names[value]))


def constant_key(index: Expression) -> object:
    """Return the container key of a constant index, None for any other index."""
    if isinstance(index, Literal) and index.text is not None:
        if index.type_name == "int":
            return int(index.text) if index.text.isdigit() else None
        return index.text if index.type_name == "str" else None
    return None


def _name_in(text: str) -> tuple[str, bool]:
    """Return the identifier that a string is, or begins with before a placeholder, and whether more follows."""
    found = _NAME.match(text)
    if found is None:
        return "", False
    rest = text[found.end() :]
    return (found.group(), bool(rest)) if not rest or rest[0] in "{%" else ("", False)
