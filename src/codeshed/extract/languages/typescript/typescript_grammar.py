"""TypeScript and TSX: types and type assertions; the rest is as in JavaScript."""

import tree_sitter
import tree_sitter_typescript
from msgspec.structs import replace

from codeshed.extract.engine.doc_comments import DOC_BLOCK
from codeshed.extract.engine.grammar import (
    ExpressionKind,
    ExpressionShape,
    Grammar,
    ImportDeclaration,
    NodeReader,
)
from codeshed.extract.languages.ecmascript.data_flow.file_flows import summarize_file
from codeshed.extract.languages.ecmascript.ecmascript_callbacks import read_callback_parameter
from codeshed.extract.languages.ecmascript.ecmascript_destructuring import read_pattern_key
from codeshed.extract.languages.ecmascript.ecmascript_exports import hide_unexported
from codeshed.extract.languages.ecmascript.ecmascript_imports import read_imports
from codeshed.extract.languages.ecmascript.ecmascript_mutations import IMMUTABLE_VALUES, MUTATIONS
from codeshed.extract.languages.ecmascript.ecmascript_object_functions import rewrite_captures
from codeshed.extract.languages.ecmascript.ecmascript_object_members import read_held_name
from codeshed.extract.languages.ecmascript.ecmascript_preprocessor import preprocess, simplify
from codeshed.extract.languages.ecmascript.typescript_signatures import read_call_signatures
from codeshed.extract.languages.ecmascript.typescript_types import TYPE_READERS, TYPES, loaded_modules
from codeshed.extract.languages.javascript.javascript_grammar import (
    EXPRESSION_READERS,
    LIST_FACTORIES,
    OPERATORS,
    SIMPLE_STATEMENTS,
    STATEMENT_BLOCKS,
    complete_definition,
    is_hoisted,
    read_call,
)
from codeshed.extract.languages.javascript.javascript_grammar import EXPRESSIONS as JAVASCRIPT_EXPRESSIONS
from codeshed.extract.languages.javascript.javascript_grammar import MODIFIER_WORDS as JAVASCRIPT_WORDS
from codeshed.model.facts.code_expressions import CallExpr, CodeExpression, NewExpr, TypeRef
from codeshed.model.facts.code_facts import CodeDefinition, ImportForm

EXPRESSIONS = {
    **JAVASCRIPT_EXPRESSIONS,
    "as_expression": ExpressionShape(ExpressionKind.CAST, ("1",), ("0",)),
    "type_assertion": ExpressionShape(ExpressionKind.CAST, ("0",), ("1",)),
    "satisfies_expression": ExpressionShape(ExpressionKind.INNER, ("0",)),
    "non_null_expression": ExpressionShape(ExpressionKind.INNER, ("0",)),
    "instantiation_expression": ExpressionShape(ExpressionKind.INNER, ("0",)),
    "nested_identifier": ExpressionShape(ExpressionKind.MEMBER, ("object",), ("property",)),
}

MODIFIER_WORDS = JAVASCRIPT_WORDS | {
    "abstract", "public", "protected", "private", "readonly", "declare", "override", "accessor",
}  # fmt: skip


_CALLABLE_TYPES = frozenset({"interface_declaration", "type_alias_declaration"})
_SIGNATURES = frozenset({"method_signature", "property_signature"})
_TARGET_TYPED_TYPES = frozenset({"identifier", "member_expression", "new_expression", "object", "this"})


def _read_imports(node: tree_sitter.Node, reader: NodeReader) -> list[ImportDeclaration]:
    """Read an import; a name that `preprocess` put in place of `import("./a")` imports the module for types."""
    if node.type != "identifier":
        return read_imports(node, reader)
    return [
        ImportDeclaration(form=ImportForm.NOTHING, module=module, is_for_types=True)
        for module in loaded_modules(reader.text(node))
    ]


def _read_as(node: tree_sitter.Node, reader: NodeReader, depth: int) -> CodeExpression | None:
    """Read `x as typeof f` as f."""
    type_node = node.named_children[-1]
    named = (
        type_node.named_children[0] if type_node.type == "type_query" and type_node.named_children else None
    )
    return None if named is None or named.type != "identifier" else reader.expression(named, depth + 1)


def _read_new(node: tree_sitter.Node, reader: NodeReader, depth: int) -> CodeExpression | None:
    """Read `new A<B>()` with its type arguments."""
    constructor, type_arguments = (
        node.child_by_field_name("constructor"),
        node.child_by_field_name("type_arguments"),
    )
    if (
        constructor is None
        or type_arguments is None
        or constructor.type not in {"identifier", "member_expression"}
    ):
        return None
    types = tuple(reader.type(each, depth + 1) or TypeRef("") for each in type_arguments.named_children)
    named = reader.type(constructor, depth + 1) or TypeRef("")
    return NewExpr(node.start_byte, node.end_byte, TypeRef(named.name, types)) if named.name else None


def _read_call(node: tree_sitter.Node, reader: NodeReader, depth: int) -> CodeExpression | None:
    """Read a call with its explicit type arguments."""
    kept = read_call(node, reader, depth)
    function, type_arguments = (
        node.child_by_field_name("function"),
        node.child_by_field_name("type_arguments"),
    )
    if kept is not None or function is None or type_arguments is None:
        return kept
    types = tuple(reader.type(each, depth + 1) or TypeRef("") for each in type_arguments.named_children)
    return CallExpr(node.start_byte, node.end_byte, reader.expression(function, depth + 1), types)


def _complete_definition(
    definition: CodeDefinition, node: tree_sitter.Node, reader: NodeReader, words: frozenset[str]
) -> CodeDefinition:
    """Mark optional members of interfaces; add the call signatures of types."""
    completed = complete_definition(definition, node, reader, words)
    if node.type in _CALLABLE_TYPES:
        return replace(completed, overloads=read_call_signatures(node, reader))
    is_optional = node.type in _SIGNATURES and any(each.type == "?" for each in node.children)
    return replace(completed, is_optional=True) if is_optional else completed


_EXPRESSION_READERS = {
    **EXPRESSION_READERS,
    "as_expression": _read_as,
    "call_expression": _read_call,
    "new_expression": _read_new,
}

TYPESCRIPT = Grammar(
    name="typescript",
    statement_blocks=STATEMENT_BLOCKS | {"interface_body"},
    simple_statements=SIMPLE_STATEMENTS,
    immutable_values=IMMUTABLE_VALUES,
    mutations=MUTATIONS,
    doc_comment_pattern=DOC_BLOCK,
    load=tree_sitter_typescript.language_typescript,
    query_file="typescript/typescript.scm",
    shared_query_files=("ecmascript/ecmascript.scm",),
    operator_methods=OPERATORS,
    expressions=EXPRESSIONS,
    types=TYPES,
    read_imports=_read_imports,
    complete_definition=_complete_definition,
    rewrite_captures=rewrite_captures,
    modifier_words=MODIFIER_WORDS,
    types_after_comment=frozenset({"decorator"}),
    has_overload_signatures=True,
    preprocess=preprocess,
    simplify=simplify,
    type_readers=TYPE_READERS,
    expression_readers=_EXPRESSION_READERS,
    list_factories=LIST_FACTORIES,
    read_lambda_parameter=read_callback_parameter,
    read_pattern_key=read_pattern_key,
    read_held_name=read_held_name,
    has_reassignable_functions=True,
    complete_exports=hide_unexported,
    read_flows=summarize_file,
    has_block_scope=True,
    is_hoisted=is_hoisted,
    target_typed_types=_TARGET_TYPED_TYPES,
)

TSX = Grammar(
    name="typescript",
    statement_blocks=STATEMENT_BLOCKS | {"interface_body"},
    simple_statements=SIMPLE_STATEMENTS,
    immutable_values=IMMUTABLE_VALUES,
    mutations=MUTATIONS,
    doc_comment_pattern=DOC_BLOCK,
    load=tree_sitter_typescript.language_tsx,
    query_file="typescript/typescript.scm",
    shared_query_files=("ecmascript/ecmascript.scm", "ecmascript/jsx.scm"),
    operator_methods=OPERATORS,
    expressions=EXPRESSIONS,
    types=TYPES,
    read_imports=_read_imports,
    complete_definition=_complete_definition,
    rewrite_captures=rewrite_captures,
    modifier_words=MODIFIER_WORDS,
    types_after_comment=frozenset({"decorator"}),
    has_overload_signatures=True,
    preprocess=preprocess,
    simplify=simplify,
    type_readers=TYPE_READERS,
    expression_readers=_EXPRESSION_READERS,
    list_factories=LIST_FACTORIES,
    read_lambda_parameter=read_callback_parameter,
    read_pattern_key=read_pattern_key,
    read_held_name=read_held_name,
    has_reassignable_functions=True,
    complete_exports=hide_unexported,
    read_flows=summarize_file,
    has_block_scope=True,
    is_hoisted=is_hoisted,
    target_typed_types=_TARGET_TYPED_TYPES,
)
