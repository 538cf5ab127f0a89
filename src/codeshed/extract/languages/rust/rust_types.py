"""Types of Rust.

Turns: nodes of types → TypeRefs.
"""

import tree_sitter

from codeshed.extract.engine.grammar import NodeReader, TypeShape, TypeShapeKind
from codeshed.model.facts.code_expressions import FUNCTION_TYPE, TUPLE, UNION, TypeRef

SELF = "Self"
_FUNCTION_OBJECTS = frozenset({"abstract_type", "dynamic_type"})

TYPES = {
    "type_identifier": TypeShape(TypeShapeKind.NAME),
    "primitive_type": TypeShape(TypeShapeKind.NAME),
    "identifier": TypeShape(TypeShapeKind.NAME),
    "scoped_identifier": TypeShape(TypeShapeKind.NAME),
    "scoped_type_identifier": TypeShape(TypeShapeKind.NAME),
    "generic_type_with_turbofish": TypeShape(TypeShapeKind.GENERIC, ("type",), ("type_arguments",)),
    "reference_type": TypeShape(TypeShapeKind.INNER, ("type",)),
    "pointer_type": TypeShape(TypeShapeKind.INNER, ("type",)),
    "array_type": TypeShape(TypeShapeKind.ARRAY, ("element",)),
    "dynamic_type": TypeShape(TypeShapeKind.INNER, ("trait",)),
    "abstract_type": TypeShape(TypeShapeKind.INNER, ("trait",)),
    "higher_ranked_trait_bound": TypeShape(TypeShapeKind.INNER, ("type",)),
    "type_binding": TypeShape(TypeShapeKind.INNER, ("type",)),
    "bounded_type": TypeShape(TypeShapeKind.INNER, ("0",)),
}


def self_type(node: tree_sitter.Node, reader: NodeReader) -> TypeRef:
    """Return the type that `Self` is: that of the `impl`, or the trait."""
    outer = node.parent
    while outer is not None:
        if outer.type == "impl_item":
            type_node = outer.child_by_field_name("type")
            is_within = type_node is not None and type_node.start_byte <= node.start_byte < type_node.end_byte
            return (None if is_within else reader.type(type_node)) or TypeRef("")
        if outer.type in {"trait_item", "struct_item", "enum_item", "union_item"}:
            name = outer.child_by_field_name("name")
            return TypeRef("" if name is None else reader.text(name))
        outer = outer.parent
    return TypeRef("")


def _read_named_type(node: tree_sitter.Node, reader: NodeReader, depth: int) -> TypeRef | None:
    """Read `Self` and paths that begin with it."""
    del depth
    head, _, rest = reader.text(node).partition("::")
    if head != SELF:
        return None
    around = self_type(node, reader)
    if not around.name:
        return None
    return TypeRef(f"{around.name}.{rest.replace('::', '.')}") if rest else around


def _read_generic_type(node: tree_sitter.Node, reader: NodeReader, depth: int) -> TypeRef | None:
    """Read a generic type; lifetimes are left out."""
    name = reader.type(node.child_by_field_name("type"), depth + 1)
    container = node.child_by_field_name("type_arguments")
    if name is None or container is None:
        return name
    found = [reader.type(child, depth + 1) for child in container.named_children if child.type != "lifetime"]
    arguments = tuple(each for each in found if each is not None)
    return TypeRef(name.name, arguments)


def _read_bounds(node: tree_sitter.Node, reader: NodeReader, depth: int) -> TypeRef | None:
    """Read the bounds of a type parameter: any of the traits may have a member."""
    found = [reader.type(child, depth + 1) for child in node.named_children if child.type != "lifetime"]
    traits = tuple(each for each in found if each is not None and each.name)
    return traits[0] if len(traits) == 1 else TypeRef(UNION, traits)


def _read_tuple_type(node: tree_sitter.Node, reader: NodeReader, depth: int) -> TypeRef | None:
    """Read a tuple type; an unknown element keeps its place."""
    parts = (reader.type(each, depth + 1) for each in node.named_children)
    return TypeRef(TUPLE, tuple(TypeRef("") if each is None else each for each in parts))


def _read_function_type(node: tree_sitter.Node, reader: NodeReader, depth: int) -> TypeRef | None:
    """Read `fn(A) -> B`, `dyn Fn(A) -> B` and `impl Fn(A) -> B` as a function type of result and parameters."""
    is_bound = node.parent is None or node.parent.type not in _FUNCTION_OBJECTS
    if node.child_by_field_name("trait") is not None and is_bound:
        return None
    result, parameters = node.child_by_field_name("return_type"), node.child_by_field_name("parameters")
    parameter_nodes = () if parameters is None else parameters.named_children
    types = [reader.type(each, depth + 1) or TypeRef("") for each in (result, *parameter_nodes)]
    return TypeRef(FUNCTION_TYPE, tuple(types))


TYPE_READERS = {
    "type_identifier": _read_named_type,
    "identifier": _read_named_type,
    "scoped_type_identifier": _read_named_type,
    "function_type": _read_function_type,
    "generic_type": _read_generic_type,
    "trait_bounds": _read_bounds,
    "tuple_type": _read_tuple_type,
}
