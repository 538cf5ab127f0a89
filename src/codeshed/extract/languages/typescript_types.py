"""How types are written in TypeScript, and in the comments of JavaScript."""

import re

import tree_sitter

from codeshed.extract.languages.grammar import NodeReader, TypeShape, TypeShapeKind
from codeshed.extract.languages.loaded import loaded_name
from codeshed.model.code_facts import TypeRef

_LOADED = re.compile(r"""import\(\s*["']([^"'\n]+)["']\s*\)((?:\.[\w$]+)*)""")

TYPES = {
    "identifier": TypeShape(TypeShapeKind.NAME),
    "member_expression": TypeShape(TypeShapeKind.NAME),
    "type_identifier": TypeShape(TypeShapeKind.NAME),
    "nested_type_identifier": TypeShape(TypeShapeKind.NAME),
    "predefined_type": TypeShape(TypeShapeKind.NAME),
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
    return None if found is None else TypeRef(loaded_name(found[1]) + found[2])


def loaded_modules(text: str) -> list[str]:
    """Return the modules that types in a text name in this way."""
    return [found[1] for found in _LOADED.finditer(text)]


PECULIAR_TYPES = {"call_expression": read_loaded_type, "member_expression": read_loaded_type}
