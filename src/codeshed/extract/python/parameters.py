"""Parameters of functions and lambdas.

Turns: the node of a parameter list → ParameterFacts. The caller passes functions that read annotations,
defaults and names.
"""

from collections.abc import Callable
from typing import TypeAlias

import msgspec
from tree_sitter import Node

from codeshed.extract.python.syntax_nodes import named_children
from codeshed.model.facts.python_facts import Expression, ParameterFact
from codeshed.model.semantic import ParameterKind

_Read: TypeAlias = Callable[[Node], Expression]
_Name: TypeAlias = Callable[[Node], str]


def read_parameters(node: Node | None, read: _Read, name_of: _Name) -> tuple[ParameterFact, ...]:
    """Return the parameters in order; `/` and `*` decide whether they take positional or keyword arguments."""
    found: list[ParameterFact] = []
    kind = ParameterKind.POSITIONAL_OR_KEYWORD
    for child in () if node is None else named_children(node):
        if child.type == "positional_separator":
            found = [msgspec.structs.replace(each, kind=ParameterKind.POSITIONAL_ONLY) for each in found]
        elif child.type == "keyword_separator":
            kind = ParameterKind.KEYWORD_ONLY
        elif (parameter := _parameter(child, kind, read, name_of)) is not None:
            if parameter.kind is ParameterKind.VARIADIC_POSITIONAL:
                kind = ParameterKind.KEYWORD_ONLY
            found.append(parameter)
    return tuple(found)


def _parameter(node: Node, kind: ParameterKind, read: _Read, name_of: _Name) -> ParameterFact | None:
    pattern = node.child_by_field_name("name") or node
    if node.type == "typed_parameter":
        pattern = named_children(node)[0]
    if pattern.type == "list_splat_pattern":
        kind, pattern = ParameterKind.VARIADIC_POSITIONAL, named_children(pattern)[0]
    elif pattern.type == "dictionary_splat_pattern":
        kind, pattern = ParameterKind.VARIADIC_KEYWORD, named_children(pattern)[0]
    if pattern.type != "identifier":
        return None
    annotation, default = node.child_by_field_name("type"), node.child_by_field_name("value")
    return ParameterFact(
        pattern.start_byte,
        pattern.end_byte,
        name_of(pattern),
        kind,
        None if annotation is None else read(annotation),
        None if default is None else read(default),
    )
