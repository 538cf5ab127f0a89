"""TypeScript and TSX: how its types are written; the rest is as in JavaScript."""

import tree_sitter
import tree_sitter_typescript

from codeshed.extract.languages.ecmascript import read_imports
from codeshed.extract.languages.grammar import (
    ExpressionKind,
    ExpressionShape,
    Grammar,
    NodeReader,
)
from codeshed.extract.languages.javascript import EXPRESSIONS as JAVASCRIPT_EXPRESSIONS
from codeshed.extract.languages.javascript import PECULIAR_EXPRESSIONS, mend
from codeshed.extract.languages.javascript import WORDS as JAVASCRIPT_WORDS
from codeshed.extract.languages.typescript_types import PECULIAR_TYPES, TYPES
from codeshed.model.code_facts import CodeExpression

EXPRESSIONS = {
    **JAVASCRIPT_EXPRESSIONS,
    "as_expression": ExpressionShape(ExpressionKind.CAST, ("1",), ("0",)),
    "type_assertion": ExpressionShape(ExpressionKind.CAST, ("0",), ("1",)),
    "satisfies_expression": ExpressionShape(ExpressionKind.INNER, ("0",)),
    "non_null_expression": ExpressionShape(ExpressionKind.INNER, ("0",)),
    "instantiation_expression": ExpressionShape(ExpressionKind.INNER, ("0",)),
    "nested_identifier": ExpressionShape(ExpressionKind.MEMBER, ("object",), ("property",)),
}

WORDS = JAVASCRIPT_WORDS | {
    "abstract", "public", "protected", "private", "readonly", "declare", "override", "accessor",
}  # fmt: skip


def _read_as(node: tree_sitter.Node, reader: NodeReader, depth: int) -> CodeExpression | None:
    """Read `x as typeof f` as f."""
    meant = node.named_children[-1]
    named = meant.named_children[0] if meant.type == "type_query" and meant.named_children else None
    return None if named is None or named.type != "identifier" else reader.expression(named, depth + 1)


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
    peculiar_types=PECULIAR_TYPES,
    peculiar_expressions={**PECULIAR_EXPRESSIONS, "as_expression": _read_as},
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
    peculiar_types=PECULIAR_TYPES,
    peculiar_expressions={**PECULIAR_EXPRESSIONS, "as_expression": _read_as},
)
