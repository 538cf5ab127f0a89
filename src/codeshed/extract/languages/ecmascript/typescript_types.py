"""Types of TypeScript, and of JSDoc comments."""

import re

import tree_sitter

from codeshed.extract.engine.grammar import NodeReader, TypeShape, TypeShapeKind
from codeshed.extract.engine.inline_modules import inline_module_name
from codeshed.model.facts.code_expressions import (
    CALL_SUFFIX,
    FUNCTION_TYPE,
    OBJECT_TYPE,
    TUPLE,
    TYPE_OF,
    TypeRef,
)

_MAX_FIELDS = 200
_INSTANCE = "InstanceType"
_DERIVED = frozenset({_INSTANCE, "ReturnType"})
_LOADED = re.compile(r"""import\(\s*["']([^"'\n]+)["']\s*\)((?:\.[\w$]+)*)""")

TYPES = {
    "identifier": TypeShape(TypeShapeKind.NAME),
    "member_expression": TypeShape(TypeShapeKind.NAME),
    "type_identifier": TypeShape(TypeShapeKind.NAME),
    "nested_type_identifier": TypeShape(TypeShapeKind.NAME),
    "predefined_type": TypeShape(TypeShapeKind.NAME),
    "this": TypeShape(TypeShapeKind.NAME),
    "this_type": TypeShape(TypeShapeKind.NAME),
    "generic_type": TypeShape(TypeShapeKind.GENERIC, ("name",), ("type_arguments",)),
    "extends_clause": TypeShape(TypeShapeKind.GENERIC, ("value",), ("type_arguments",)),
    "array_type": TypeShape(TypeShapeKind.ARRAY, ("0",)),
    "union_type": TypeShape(TypeShapeKind.UNION),
    "intersection_type": TypeShape(TypeShapeKind.UNION),
    "type_annotation": TypeShape(TypeShapeKind.INNER, ("0",)),
    "type_arguments": TypeShape(TypeShapeKind.INNER, ("0",)),
    "constraint": TypeShape(TypeShapeKind.INNER, ("0",)),
    "parenthesized_type": TypeShape(TypeShapeKind.INNER, ("0",)),
    "readonly_type": TypeShape(TypeShapeKind.INNER, ("0",)),
    "optional_type": TypeShape(TypeShapeKind.INNER, ("0",)),
    "required_parameter": TypeShape(TypeShapeKind.INNER, ("type",)),
    "optional_parameter": TypeShape(TypeShapeKind.INNER, ("type",)),
    "property_signature": TypeShape(TypeShapeKind.INNER, ("type",)),
    "rest_type": TypeShape(TypeShapeKind.PARTS),
    "tuple_type": TypeShape(TypeShapeKind.PARTS),
    "function_type": TypeShape(TypeShapeKind.PARTS),
    "constructor_type": TypeShape(TypeShapeKind.PARTS),
    "formal_parameters": TypeShape(TypeShapeKind.PARTS),
    "object_type": TypeShape(TypeShapeKind.PARTS),
    "method_signature": TypeShape(TypeShapeKind.PARTS),
    "call_signature": TypeShape(TypeShapeKind.PARTS),
    "construct_signature": TypeShape(TypeShapeKind.PARTS),
    "index_signature": TypeShape(TypeShapeKind.INNER, ("type",)),
    "conditional_type": TypeShape(TypeShapeKind.PARTS),
    "index_type_query": TypeShape(TypeShapeKind.PARTS),
    "lookup_type": TypeShape(TypeShapeKind.PARTS),
}


def read_loaded_type(node: tree_sitter.Node, reader: NodeReader, depth: int) -> TypeRef | None:
    """Read `import("./a").A` as the type A of the module."""
    del depth
    found = _LOADED.fullmatch(reader.text(node))
    return None if found is None else TypeRef(inline_module_name(found[1]) + found[2])


def loaded_modules(text: str) -> list[str]:
    """Return the modules of such types in a text."""
    return [found[1] for found in _LOADED.finditer(text)]


def _read_function_type(node: tree_sitter.Node, reader: NodeReader, depth: int) -> TypeRef | None:
    """Read `(a: A) => B` as a function type of its result and parameters, up to a rest parameter."""
    parameters = node.child_by_field_name("parameters")
    result = reader.type(node.child_by_field_name("return_type"), depth + 1) or TypeRef("")
    found: list[TypeRef] = []
    for each in () if parameters is None else parameters.named_children:
        pattern = each.child_by_field_name("pattern")
        if pattern is not None and pattern.type == "rest_pattern":
            break
        if pattern is not None and pattern.type != "this":
            found.append(reader.type(each.child_by_field_name("type"), depth + 1) or TypeRef(""))
    return TypeRef(FUNCTION_TYPE, (result, *found))


def _read_object_type(node: tree_sitter.Node, reader: NodeReader, depth: int) -> TypeRef | None:
    """Read `{ a: A; b(): B }` as a record; one without named fields is read as PARTS."""
    fields: list[TypeRef] = []
    for each in node.named_children[:_MAX_FIELDS]:
        name = each.child_by_field_name("name")
        if name is None or name.type not in {"property_identifier", "string"}:
            continue
        if each.type == "method_signature":
            type_ref = _read_function_type(each, reader, depth + 1)
        else:
            type_ref = reader.type(each.child_by_field_name("type"), depth + 1)
        text = reader.text(name)
        fields.append(TypeRef(text[1:-1] if name.type == "string" else text, (type_ref or TypeRef(""),)))
    return TypeRef(OBJECT_TYPE, tuple(fields)) if fields else None


def _read_tuple_type(node: tree_sitter.Node, reader: NodeReader, depth: int) -> TypeRef | None:
    """Read `[A, b: B]` as a tuple; one of variable length is read as PARTS."""
    for each in node.named_children:
        name = each.child_by_field_name("name")
        if each.type == "rest_type" or (name is not None and name.type == "rest_pattern"):
            return None
    return TypeRef(TUPLE, tuple(reader.type(each, depth + 1) or TypeRef("") for each in node.named_children))


def _read_type_query(node: tree_sitter.Node, reader: NodeReader, depth: int) -> TypeRef | None:
    """Read `typeof a.b`."""
    del depth
    named = node.named_children[0] if node.named_children else None
    if named is None or named.type not in {"identifier", "member_expression"}:
        return None
    name = reader.text(named)
    return None if _LOADED.match(name) else TypeRef(TYPE_OF, (TypeRef(name),))


def _read_generic_type(node: tree_sitter.Node, reader: NodeReader, depth: int) -> TypeRef | None:
    """Read `InstanceType<typeof A>` as A and `ReturnType<typeof f>` as the result of f; others by their shape."""
    name, arguments = node.child_by_field_name("name"), node.child_by_field_name("type_arguments")
    if name is None or arguments is None or reader.text(name) not in _DERIVED:
        return None
    type_ref = reader.type(arguments.named_children[0], depth + 1) if arguments.named_children else None
    inner = (
        type_ref.arguments[0]
        if type_ref is not None and type_ref.name == TYPE_OF and type_ref.arguments
        else None
    )
    if reader.text(name) == _INSTANCE:
        return inner or type_ref or TypeRef("")
    return TypeRef("") if inner is None else TypeRef(TYPE_OF, (TypeRef(f"{inner.name}{CALL_SUFFIX}"),))


TYPE_READERS = {
    "generic_type": _read_generic_type,
    "call_expression": read_loaded_type,
    "member_expression": read_loaded_type,
    "function_type": _read_function_type,
    "object_type": _read_object_type,
    "tuple_type": _read_tuple_type,
    "type_query": _read_type_query,
}
