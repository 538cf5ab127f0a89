"""Types of TypeScript, and of JSDoc comments."""

import re

import tree_sitter

from codeshed.extract.engine.grammar import NodeReader, TypeShape, TypeShapeKind
from codeshed.extract.engine.inline_modules import inline_module_name
from codeshed.model.facts.code_expressions import (
    CALL_SUFFIX,
    ELEMENT_KEY,
    FUNCTION_TYPE,
    INDEXED_TYPE,
    LITERAL_TYPE_QUOTE,
    OBJECT_TYPE,
    TUPLE,
    TYPE_GUARD,
    TYPE_OF,
    UNION,
    TypeRef,
)

_MAX_FIELDS = 200
_INSTANCE = "InstanceType"
_DERIVED = frozenset({_INSTANCE, "ReturnType"})
_COMPOSING = frozenset({"generic_type", "intersection_type", "parenthesized_type", "type_arguments"})
_COMPOSED = frozenset({"extends_type_clause", "type_alias_declaration"})
_KEEPING_MEMBERS = frozenset({"NoInfer", "NonNullable", "Partial", "Readonly", "Required"})
_BOOLEAN = "boolean"
_NOTHING = "void"
_RECORD = "Record"
_KEY = "PropertyKey"
_QUOTES = frozenset("'\"")
_N_LOOKUP_PARTS = 2
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
    "default_type": TypeShape(TypeShapeKind.INNER, ("0",)),
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
    "type_predicate": TypeShape(TypeShapeKind.PARTS),
    "type_predicate_annotation": TypeShape(TypeShapeKind.INNER, ("0",)),
    "asserts": TypeShape(TypeShapeKind.PARTS),
    "asserts_annotation": TypeShape(TypeShapeKind.INNER, ("0",)),
    "index_type_query": TypeShape(TypeShapeKind.PARTS),
    "lookup_type": TypeShape(TypeShapeKind.PARTS),
    "mapped_type_clause": TypeShape(TypeShapeKind.PARTS),
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
    return TypeRef(OBJECT_TYPE, tuple(fields)) if fields else _read_mapped_type(node, reader, depth)


def _read_mapped_type(node: tree_sitter.Node, reader: NodeReader, depth: int) -> TypeRef | None:
    """Read `{ [K in keyof A]: A[K] }` as A, and any other mapped type or index signature as a record of its values."""
    signature = node.named_children[0] if node.named_child_count == 1 else None
    if signature is None or signature.type != "index_signature":
        return None
    clause = next((each for each in signature.named_children if each.type == "mapped_type_clause"), None)
    annotation = signature.child_by_field_name("type")
    value = annotation.named_children[0] if annotation is not None and annotation.named_children else None
    source = None if clause is None else _keys_of(clause.child_by_field_name("type"))
    if source is not None and value is not None and value.type == "lookup_type":
        operand = value.named_children[0]
        if reader.text(operand) == reader.text(source):
            return reader.type(source, depth + 1)
    return TypeRef(_RECORD, (TypeRef(""), reader.type(value, depth + 1) or TypeRef("")))


def _keys_of(node: tree_sitter.Node | None) -> tree_sitter.Node | None:
    """Return the type whose keys a type is: A of `keyof A`."""
    is_query = node is not None and node.type == "index_type_query" and node.named_child_count == 1
    return node.named_children[0] if is_query and node is not None else None


def _read_lookup_type(node: tree_sitter.Node, reader: NodeReader, depth: int) -> TypeRef | None:
    """Read `A["b"]` and `A[number]` as an indexed access type; `A[K]` is read as PARTS."""
    if node.named_child_count != _N_LOOKUP_PARTS:
        return None
    operand, key = node.named_children
    parts = key.named_children if key.type == "union_type" else [key]
    names = [_key_name(each, reader) for each in parts]
    type_ref = reader.type(operand, depth + 1)
    if type_ref is None or not all(names):
        return None
    return TypeRef(INDEXED_TYPE, (type_ref, *map(TypeRef, names)))


def _key_name(node: tree_sitter.Node, reader: NodeReader) -> str:
    """Return the name of the member that a key names; empty if it is computed."""
    text = reader.text(node)
    if node.type == "literal_type":
        return text[1:-1] if text[:1] in _QUOTES else text
    return ELEMENT_KEY if text == "number" else ""


def _read_type_predicate(node: tree_sitter.Node, reader: NodeReader, depth: int) -> TypeRef | None:
    """Read `v is A` and `asserts v is A` as what the function returns, and what it says of a parameter."""
    is_assertion = node.type == "asserts"
    predicate = node.named_children[0] if is_assertion and node.named_children else node
    name, narrowed = predicate.child_by_field_name("name"), predicate.child_by_field_name("type")
    type_ref = reader.type(narrowed, depth + 1)
    result = TypeRef(_NOTHING if is_assertion else _BOOLEAN)
    if name is None or type_ref is None or not type_ref.name:
        return result
    return TypeRef(TYPE_GUARD, (result, TypeRef(reader.text(name)), type_ref))


def _read_keys(node: tree_sitter.Node, reader: NodeReader, depth: int) -> TypeRef | None:
    """Read `keyof A` as any key."""
    del node, reader, depth
    return TypeRef(_KEY)


def _read_literal_type(node: tree_sitter.Node, reader: NodeReader, depth: int) -> TypeRef | None:
    """Read the type of a string literal."""
    del depth
    text = reader.text(node)
    is_string = text[:1] in _QUOTES
    return TypeRef(f"{LITERAL_TYPE_QUOTE}{text[1:-1]}{LITERAL_TYPE_QUOTE}") if is_string else None


def _read_conditional_type(node: tree_sitter.Node, reader: NodeReader, depth: int) -> TypeRef | None:
    """Read `A extends B ? C : D` as C or D."""
    branches = [node.child_by_field_name(each) for each in ("consequence", "alternative")]
    found = [reader.type(each, depth + 1) for each in branches]
    known = tuple(each for each in found if each is not None and each.name and each.name != "never")
    return None if not known else known[0] if len(known) == 1 else TypeRef(UNION, known)


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
    if type_ref is None or type_ref.name != TYPE_OF or not type_ref.arguments:
        return None
    inner = type_ref.arguments[0]
    is_instance = reader.text(name) == _INSTANCE
    return inner if is_instance else TypeRef(TYPE_OF, (TypeRef(f"{inner.name}{CALL_SUFFIX}"),))


def is_member_of_composed_type(member: tree_sitter.Node, reader: NodeReader) -> bool:
    """Whether a member of an object type is one of the alias or interface that is composed of it.

    `type A = B & { c: C }`, `interface A extends Readonly<{ c: C }>`.
    """
    outer = reader.parent(member)
    container = None if outer is None else reader.parent(outer)
    is_composed = False
    while container is not None and container.type in _COMPOSING:
        is_composed = True
        if container.type == "generic_type":
            name = container.child_by_field_name("name")
            if name is None or reader.text(name) not in _KEEPING_MEMBERS:
                return False
        container = reader.parent(container)
    return is_composed and container is not None and container.type in _COMPOSED


TYPE_READERS = {
    "generic_type": _read_generic_type,
    "call_expression": read_loaded_type,
    "member_expression": read_loaded_type,
    "function_type": _read_function_type,
    "object_type": _read_object_type,
    "tuple_type": _read_tuple_type,
    "type_query": _read_type_query,
    "lookup_type": _read_lookup_type,
    "index_type_query": _read_keys,
    "literal_type": _read_literal_type,
    "conditional_type": _read_conditional_type,
    "type_predicate": _read_type_predicate,
    "asserts": _read_type_predicate,
}
