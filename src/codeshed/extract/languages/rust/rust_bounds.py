"""Bounds of type parameters in Rust.

Turns: the type parameters of an item or an `impl`, and its `where` clause → CodeTypeParameters with bounds.
"""

from collections.abc import Iterator

import tree_sitter

from codeshed.extract.engine.grammar import NodeReader
from codeshed.model.facts.code_expressions import UNION, TypeRef
from codeshed.model.facts.code_facts import CodeTypeParameter


def with_where_bounds(
    parameters: tuple[CodeTypeParameter, ...], node: tree_sitter.Node, reader: NodeReader
) -> Iterator[CodeTypeParameter]:
    """Yield type parameters with the bounds of the `where` clause; lifetimes are left out."""
    bound_by_name = dict(_where_bounds(node, reader))
    for each in parameters:
        if not each.name.startswith("'"):
            bounds = [bound for bound in (each.bound, bound_by_name.get(each.name)) if bound is not None]
            flat = [inner for bound in bounds for inner in _alternatives_of(bound)]
            yield CodeTypeParameter(each.name, _any_of(flat))


def _where_bounds(node: tree_sitter.Node, reader: NodeReader) -> Iterator[tuple[str, TypeRef]]:
    for clause in node.named_children:
        if clause.type != "where_clause":
            continue
        for predicate in clause.named_children:
            left, bounds = predicate.child_by_field_name("left"), predicate.child_by_field_name("bounds")
            bound = reader.type(bounds)
            if left is not None and bound is not None:
                yield reader.text(left), bound


def _alternatives_of(bound: TypeRef) -> tuple[TypeRef, ...]:
    return bound.arguments if bound.name == UNION else (bound,)


def _any_of(traits: list[TypeRef]) -> TypeRef | None:
    if not traits:
        return None
    return traits[0] if len(traits) == 1 else TypeRef(UNION, tuple(traits))


def impl_type_parameters(block: tree_sitter.Node, reader: NodeReader) -> Iterator[CodeTypeParameter]:
    """Yield the type parameters of an `impl`."""
    container = block.child_by_field_name("type_parameters")
    if container is None:
        return
    written = []
    for child in container.named_children:
        name = child.child_by_field_name("name")
        if child.type == "type_parameter" and name is not None:
            bound = reader.type(child.child_by_field_name("bounds"))
            written.append(CodeTypeParameter(reader.text(name), bound))
    yield from with_where_bounds(tuple(written), block, reader)
