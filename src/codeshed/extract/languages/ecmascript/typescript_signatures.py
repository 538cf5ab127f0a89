"""Call signatures of TypeScript's types.

Turns: `interface Make { <T>(f: () => T): Store<T> }`, and an alias of such a type or of a generic function type →
CodeOverloads: what a call of an object of the type gives.
"""

from collections.abc import Iterator

import tree_sitter

from codeshed.extract.engine.grammar import NodeReader
from codeshed.model.facts.code_facts import CodeOverload, CodeTypeParameter

_SIGNATURE = "call_signature"
_FUNCTION = "function_type"
_COMPOSED = frozenset({"intersection_type", "parenthesized_type", "object_type", "interface_body"})
_OPTIONAL = "optional_parameter"


def read_call_signatures(node: tree_sitter.Node, reader: NodeReader) -> tuple[CodeOverload, ...]:
    """Return the call signatures of an interface, or of the type that an alias names."""
    declared = node.child_by_field_name("body") or node.child_by_field_name("value")
    return () if declared is None else tuple(_signatures_in(declared, reader, is_alias=True))


def _signatures_in(
    node: tree_sitter.Node, reader: NodeReader, *, is_alias: bool = False
) -> Iterator[CodeOverload]:
    if node.type in _COMPOSED:
        for each in node.named_children:
            yield from _signatures_in(each, reader)
    elif node.type == _SIGNATURE or (node.type == _FUNCTION and (not is_alias or _is_generic(node))):
        yield _signature(node, reader)


def _is_generic(node: tree_sitter.Node) -> bool:
    return node.child_by_field_name("type_parameters") is not None


def _signature(node: tree_sitter.Node, reader: NodeReader) -> CodeOverload:
    parameters = node.child_by_field_name("parameters")
    declared = [] if parameters is None else parameters.named_children
    patterns = [each.child_by_field_name("pattern") for each in declared]
    is_open = any(each is not None and each.type == "rest_pattern" for each in patterns)
    taken = [
        each
        for each, pattern in zip(declared, patterns, strict=True)
        if pattern is not None and pattern.type not in {"rest_pattern", "this"}
    ]
    return CodeOverload(
        returns=reader.type(node.child_by_field_name("return_type")),
        min_arguments=sum(each.type != _OPTIONAL for each in taken),
        max_arguments=None if is_open else len(taken),
        parameters=tuple(reader.type(each.child_by_field_name("type")) for each in taken),
        type_parameters=tuple(_type_parameters(node.child_by_field_name("type_parameters"), reader)),
    )


def _type_parameters(node: tree_sitter.Node | None, reader: NodeReader) -> Iterator[CodeTypeParameter]:
    for each in () if node is None else node.named_children:
        name = each.child_by_field_name("name")
        if name is not None:
            bound, default = (
                reader.type(each.child_by_field_name(field)) for field in ("constraint", "value")
            )
            yield CodeTypeParameter(reader.text(name), bound, default)
