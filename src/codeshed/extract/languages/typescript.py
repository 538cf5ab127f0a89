"""TypeScript and TSX: how its types are written; the rest is as in JavaScript."""

import re

import tree_sitter
import tree_sitter_typescript

from codeshed.extract.languages.ecmascript import read_imports, read_kept
from codeshed.extract.languages.ecmascript_callbacks import read_given
from codeshed.extract.languages.ecmascript_exports import hide_unexported
from codeshed.extract.languages.ecmascript_objects import recapture
from codeshed.extract.languages.grammar import (
    ExpressionKind,
    ExpressionShape,
    Grammar,
    NodeReader,
)
from codeshed.extract.languages.javascript import EXPRESSIONS as JAVASCRIPT_EXPRESSIONS
from codeshed.extract.languages.javascript import PECULIAR_EXPRESSIONS, is_hoisted, mend
from codeshed.extract.languages.javascript import WORDS as JAVASCRIPT_WORDS
from codeshed.extract.languages.typescript_types import PECULIAR_TYPES, TYPES
from codeshed.model.code_facts import CallExpr, CodeExpression, NewExpr, TypeRef

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
_LOADED = re.compile(rb"""\bimport\((?:'[^'\n]*'|"[^"\n]*")\)\.(?=[A-Za-z_$][\w$]*\s*[\[<])""")
_EXPORTED_TYPES = re.compile(rb"\bexport[ \t]+type(?=\s*\*)")


def _simplified(content: bytes) -> bytes:
    """Blank what the grammar can't read: the module in `import("./a").A[]`, and the second word of `export type *`."""
    readable = _LOADED.sub(lambda found: b" " * len(found[0]), content)
    return _EXPORTED_TYPES.sub(lambda found: b"export".ljust(len(found[0])), readable)


def _read_as(node: tree_sitter.Node, reader: NodeReader, depth: int) -> CodeExpression | None:
    """Read `x as typeof f` as f."""
    meant = node.named_children[-1]
    named = meant.named_children[0] if meant.type == "type_query" and meant.named_children else None
    return None if named is None or named.type != "identifier" else reader.expression(named, depth + 1)


def _read_new(node: tree_sitter.Node, reader: NodeReader, depth: int) -> CodeExpression | None:
    """Read `new A<B>()` with what it is applied to."""
    made, written = node.child_by_field_name("constructor"), node.child_by_field_name("type_arguments")
    if made is None or written is None or made.type not in {"identifier", "member_expression"}:
        return None
    types = tuple(reader.type(each, depth + 1) or TypeRef("") for each in written.named_children)
    named = reader.type(made, depth + 1) or TypeRef("")
    return NewExpr(node.start_byte, node.end_byte, TypeRef(named.name, types)) if named.name else None


def _read_call(node: tree_sitter.Node, reader: NodeReader, depth: int) -> CodeExpression | None:
    """Read a call with the type arguments that it names."""
    kept = read_kept(node, reader, depth)
    function, written = node.child_by_field_name("function"), node.child_by_field_name("type_arguments")
    if kept is not None or function is None or written is None:
        return kept
    types = tuple(reader.type(each, depth + 1) or TypeRef("") for each in written.named_children)
    return CallExpr(node.start_byte, node.end_byte, reader.expression(function, depth + 1), types)


_PECULIAR_EXPRESSIONS = {
    **PECULIAR_EXPRESSIONS,
    "as_expression": _read_as,
    "call_expression": _read_call,
    "new_expression": _read_new,
}

TYPESCRIPT = Grammar(
    name="typescript",
    load=tree_sitter_typescript.language_typescript,
    query_name="typescript",
    shared_queries=("ecmascript",),
    expressions=EXPRESSIONS,
    types=TYPES,
    read_imports=read_imports,
    mend=mend,
    recapture=recapture,
    words=WORDS,
    passed_over=frozenset({"decorator"}),
    has_overloads=True,
    simplify=_simplified,
    peculiar_types=PECULIAR_TYPES,
    peculiar_expressions=_PECULIAR_EXPRESSIONS,
    read_given=read_given,
    mend_exports=hide_unexported,
    has_blocks=True,
    is_hoisted=is_hoisted,
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
    recapture=recapture,
    words=WORDS,
    passed_over=frozenset({"decorator"}),
    has_overloads=True,
    simplify=_simplified,
    peculiar_types=PECULIAR_TYPES,
    peculiar_expressions=_PECULIAR_EXPRESSIONS,
    read_given=read_given,
    mend_exports=hide_unexported,
    has_blocks=True,
    is_hoisted=is_hoisted,
)
