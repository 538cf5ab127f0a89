"""Primary constructors of C#: `class A(int n)`.

Turns: the parameters after the name of a type → CodeParameters.
"""

from collections.abc import Iterator

import tree_sitter

from codeshed.extract.engine.grammar import NodeReader
from codeshed.model.facts.code_expressions import ARRAY, TypeRef
from codeshed.model.facts.code_facts import CodeParameter
from codeshed.model.semantic import ParameterKind


def read_primary_constructor(node: tree_sitter.Node, reader: NodeReader) -> tuple[CodeParameter, ...] | None:
    """Return the parameters of a primary constructor; None if a type has none."""
    found = next((child for child in node.named_children if child.type == "parameter_list"), None)
    return None if found is None else tuple(_parameters(found, reader))


def has_implicit_constructor(node: tree_sitter.Node) -> bool:
    """Whether a struct declares constructors, but not the parameterless one that every struct has."""
    body = node.child_by_field_name("body")
    members = () if body is None else body.named_children
    lists = [
        each.child_by_field_name("parameters") for each in members if each.type == "constructor_declaration"
    ]
    return bool(lists) and all(each is not None and each.named_child_count for each in lists)


def _parameters(node: tree_sitter.Node, reader: NodeReader) -> Iterator[CodeParameter]:
    for each in node.named_children:
        name, type_node = each.child_by_field_name("name"), each.child_by_field_name("type")
        if each.type == "parameter" and name is not None:
            has_default = any(child.type == "=" for child in each.children)
            yield CodeParameter(
                reader.text(name),
                reader.type(type_node),
                ParameterKind.POSITIONAL_OR_KEYWORD,
                has_default,
            )
    if any(child.type == "params" for child in node.children):
        name, type_ref = node.child_by_field_name("name"), reader.type(node.child_by_field_name("type"))
        items = type_ref if type_ref is not None and type_ref.name == ARRAY else TypeRef(ARRAY)
        yield CodeParameter(
            "" if name is None else reader.text(name), items, ParameterKind.VARIADIC_POSITIONAL
        )
