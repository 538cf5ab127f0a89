"""TypeScript and TSX: how its types are written; the rest is as in JavaScript."""

import tree_sitter_typescript

from codeshed.extract.languages.ecmascript import read_imports
from codeshed.extract.languages.grammar import (
    ExpressionKind,
    ExpressionShape,
    Grammar,
    TypeShape,
    TypeShapeKind,
)
from codeshed.extract.languages.javascript import EXPRESSIONS as JAVASCRIPT_EXPRESSIONS
from codeshed.extract.languages.javascript import WORDS as JAVASCRIPT_WORDS
from codeshed.extract.languages.javascript import mend

EXPRESSIONS = {
    **JAVASCRIPT_EXPRESSIONS,
    "as_expression": ExpressionShape(ExpressionKind.CAST, ("1",), ("0",)),
    "type_assertion": ExpressionShape(ExpressionKind.CAST, ("0",), ("1",)),
    "satisfies_expression": ExpressionShape(ExpressionKind.INNER, ("0",)),
    "non_null_expression": ExpressionShape(ExpressionKind.INNER, ("0",)),
    "instantiation_expression": ExpressionShape(ExpressionKind.INNER, ("0",)),
    "nested_identifier": ExpressionShape(ExpressionKind.MEMBER, ("object",), ("property",)),
}

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

WORDS = JAVASCRIPT_WORDS | {
    "abstract", "public", "protected", "private", "readonly", "declare", "override", "accessor",
}  # fmt: skip

TYPESCRIPT = Grammar(
    name="typescript",
    load=tree_sitter_typescript.language_typescript,
    query_name="typescript",
    shared_queries=("ecmascript",),
    expressions=EXPRESSIONS,
    types=TYPES,
    read_imports=read_imports,
    mend=mend,
    words=WORDS,
    passed_over=frozenset({"decorator"}),
    has_overloads=True,
)

TSX = Grammar(
    name="typescript",
    load=tree_sitter_typescript.language_tsx,
    query_name="typescript",
    shared_queries=("ecmascript", "jsx"),
    expressions=EXPRESSIONS,
    types=TYPES,
    read_imports=read_imports,
    mend=mend,
    words=WORDS,
    passed_over=frozenset({"decorator"}),
    has_overloads=True,
)
