"""JavaScript: its expressions, and what only its definitions have; TypeScript shares most of it."""

import re

import tree_sitter
import tree_sitter_javascript
from msgspec.structs import replace

from codeshed.extract.engine.child_nodes import nth_child
from codeshed.extract.engine.doc_comments import DOC_BLOCK
from codeshed.extract.engine.grammar import (
    ExpressionKind,
    ExpressionShape,
    Grammar,
    NodeReader,
    TypeShape,
    TypeShapeKind,
)
from codeshed.extract.languages.ecmascript.commonjs import DEFAULT, read_identity_call
from codeshed.extract.languages.ecmascript.data_flow.file_flows import summarize_file
from codeshed.extract.languages.ecmascript.ecmascript_bases import find_possible_bases, read_returned_class
from codeshed.extract.languages.ecmascript.ecmascript_callbacks import (
    promised_module,
    read_callback_parameter,
)
from codeshed.extract.languages.ecmascript.ecmascript_choices import read_conditional, read_logical
from codeshed.extract.languages.ecmascript.ecmascript_destructuring import read_pattern_key
from codeshed.extract.languages.ecmascript.ecmascript_exports import hide_unexported, is_export_property
from codeshed.extract.languages.ecmascript.ecmascript_immediate_calls import read_immediate_call
from codeshed.extract.languages.ecmascript.ecmascript_imports import read_imports
from codeshed.extract.languages.ecmascript.ecmascript_mutations import IMMUTABLE_VALUES, MUTATIONS
from codeshed.extract.languages.ecmascript.ecmascript_narrowing import ECMASCRIPT_NARROWING
from codeshed.extract.languages.ecmascript.ecmascript_object_functions import rewrite_commonjs_captures
from codeshed.extract.languages.ecmascript.ecmascript_object_literals import read_object_literal
from codeshed.extract.languages.ecmascript.ecmascript_object_members import read_held_name
from codeshed.extract.languages.ecmascript.ecmascript_preprocessor import simplify_javascript
from codeshed.extract.languages.ecmascript.ecmascript_react import (
    WRAPPING_FUNCTIONS,
    read_memoized_value,
    read_used_context,
)
from codeshed.extract.languages.ecmascript.ecmascript_this import read_super, read_this
from codeshed.extract.languages.ecmascript.jsdoc import read_jsdoc, read_jsdoc_type
from codeshed.model.facts.code_expressions import (
    ELEMENT_PREFIX,
    CastExpr,
    CodeExpression,
    MemberExpr,
    NameExpr,
    NewExpr,
    OtherExpr,
)
from codeshed.model.facts.code_facts import TOP_LEVEL, CodeDefinition
from codeshed.model.semantic import DefinitionKind, Mutability, TypeKind, Visibility

EXPRESSIONS = {
    "identifier": ExpressionShape(ExpressionKind.NAME),
    "shorthand_property_identifier": ExpressionShape(ExpressionKind.NAME),
    "shorthand_property_identifier_pattern": ExpressionShape(ExpressionKind.NAME),
    "undefined": ExpressionShape(ExpressionKind.LITERAL, type_name="undefined"),
    "this": ExpressionShape(ExpressionKind.RECEIVER),
    "super": ExpressionShape(ExpressionKind.PARENT),
    "member_expression": ExpressionShape(ExpressionKind.MEMBER, ("object",), ("property",)),
    "call_expression": ExpressionShape(ExpressionKind.CALL, ("function",)),
    "new_expression": ExpressionShape(ExpressionKind.NEW, ("constructor",)),
    "subscript_expression": ExpressionShape(ExpressionKind.ITEM, ("object",)),
    "parenthesized_expression": ExpressionShape(ExpressionKind.INNER, ("0",)),
    "assignment_expression": ExpressionShape(ExpressionKind.INNER, ("right",)),
    "await_expression": ExpressionShape(ExpressionKind.AWAIT, ("0",)),
    "string": ExpressionShape(ExpressionKind.LITERAL, type_name="string"),
    "template_string": ExpressionShape(ExpressionKind.LITERAL, type_name="string"),
    "number": ExpressionShape(ExpressionKind.LITERAL, type_name="number"),
    "true": ExpressionShape(ExpressionKind.LITERAL, type_name="boolean"),
    "false": ExpressionShape(ExpressionKind.LITERAL, type_name="boolean"),
    "null": ExpressionShape(ExpressionKind.LITERAL, type_name="null"),
    "regex": ExpressionShape(ExpressionKind.LITERAL, type_name="RegExp"),
    "array": ExpressionShape(ExpressionKind.LITERAL, type_name="Array"),
}

TYPES = {
    "identifier": TypeShape(TypeShapeKind.NAME),
    "member_expression": TypeShape(TypeShapeKind.NAME),
    "this": TypeShape(TypeShapeKind.NAME),
}

MODIFIER_WORDS = frozenset({"export", "default", "async", "static", "const", "get", "set"})

_DECLARATIONS = frozenset({"lexical_declaration", "variable_declaration", "ambient_declaration"})
_NAMESPACES = frozenset({"internal_module", "module"})
_ACCESSORS = frozenset({"get", "set"})
_WHOLE_EXPORTS = re.compile(r"module\.exports|exports")
_EXPORTS = re.compile(r"(?:module\.exports|exports)(?:\.[A-Za-z_$][\w$]*)?")
_PROGRAM = frozenset({"program"})
_HOISTED = frozenset({"function_declaration", "generator_function_declaration"})
LIST_FACTORIES = frozenset({"Array.from", "Array.of", "Object.values"}) | WRAPPING_FUNCTIONS
"""Functions that return an array of their arguments, or of their argument's elements, or that wrap their argument."""

_MODULE_WORDS = frozenset({"import_statement", "export_statement"})
_PROTOTYPE = "prototype"
_PROMISE = "Promise"
_TYPE_TAG = re.compile(r"/\*\*\s*@type\s*\{(.*)\}\s*\*/", re.DOTALL)
_FOR_TOOLS = re.compile(
    r"^\s*(?:eslint-|@ts-|prettier-|biome-|istanbul |c8 |v8 |webpack\w+:|jshint |global |globals |@vite-|#__).*$\n?",
    re.MULTILINE,
)


def complete_definition(
    definition: CodeDefinition, node: tree_sitter.Node, reader: NodeReader, words: frozenset[str]
) -> CodeDefinition:
    """Recognise constructors, accessors, private names, constants and exports."""
    changes: dict[str, object] = {"name": _exported_name(definition.name, node)}
    if definition.is_exported or _is_exported(node, reader):
        changes["is_exported"] = True
    if definition.parent == TOP_LEVEL and _is_in_global_block(node):
        changes["is_global"] = True
    if is_export_property(node, reader):
        changes["is_module_property"] = True
    if node.type in _NAMESPACES or definition.type_kind is TypeKind.ENUM:
        changes["is_namespace"] = True
    mixins = find_possible_bases(definition, node, reader) if definition.kind is DefinitionKind.TYPE else ()
    if mixins:
        changes |= {"inherits": (), "mixins": mixins}
    if definition.kind is DefinitionKind.VARIABLE and _is_constant(node, words):
        changes["mutability"] = _constant_mutability(definition)
    if definition.name.startswith("#"):
        changes["visibility"] = Visibility.PRIVATE
    if definition.documentation is not None:
        changes["documentation"] = _FOR_TOOLS.sub("", definition.documentation).strip() or None
    if definition.modifiers is not None:
        function = node.child_by_field_name("value") or node.child_by_field_name("right") or node
        tokens = {child.type for child in (*node.children, *function.children) if not child.is_named}
        changes["modifiers"] = replace(
            definition.modifiers,
            is_constructor=definition.name == "constructor" and node.type.startswith("method_"),
            is_property=definition.modifiers.is_property or not tokens.isdisjoint(_ACCESSORS),
            is_generator="*" in tokens or "generator" in node.type,
            is_async="async" in tokens,
            is_static="static" in tokens,
        )
    return replace(definition, **changes)


def _exported_name(name: str, node: tree_sitter.Node) -> str:
    """Return the name by which others refer to a definition: without quotes, and `default` for `module.exports = …`."""
    if name == "exports" and node.type == "assignment_expression":
        left = node.child_by_field_name("left")
        value = None if left is None else left.child_by_field_name("object")
        if value is not None and value.type == "identifier":
            return DEFAULT
    return name[1:-1] if name[:1] in {'"', "'"} else name


def _is_exported(node: tree_sitter.Node, reader: NodeReader) -> bool:
    """Whether a definition is exported, by `export` or the CommonJS way."""
    outer = node.parent
    while outer is not None and outer.type in _DECLARATIONS:
        outer = outer.parent
    if outer is not None and outer.type == "statement_block" and outer.parent is not None:
        return outer.parent.type == "ambient_declaration"
    if node.type == "export_statement" or (outer is not None and outer.type == "export_statement"):
        return True
    exports = _EXPORTS
    if outer is not None and outer.type == "object":
        outer, exports = outer.parent, _WHOLE_EXPORTS
    assignment = node if node.type == "assignment_expression" else outer
    left = None if assignment is None else assignment.child_by_field_name("left")
    return left is not None and exports.fullmatch(reader.text(left)) is not None


def _is_in_global_block(node: tree_sitter.Node) -> bool:
    """Whether a definition is in the block of `declare global`."""
    block = node.parent
    while block is not None and block.type in _DECLARATIONS:
        block = block.parent
    outer = None if block is None or block.type != "statement_block" else block.parent
    is_ambient = outer is not None and outer.type == "ambient_declaration"
    return outer is not None and is_ambient and any(each.type == "global" for each in outer.children)


def _is_constant(node: tree_sitter.Node, words: frozenset[str]) -> bool:
    """Whether a variable can't be reassigned."""
    first = None if node.parent is None else nth_child(node.parent, 0)
    return "const" in words or "readonly" in words or (first is not None and first.type == "const")


def _constant_mutability(definition: CodeDefinition) -> Mutability:
    """Return the mutability of a constant name: its value may still be mutable."""
    value = definition.value
    is_literal = isinstance(value, OtherExpr) and value.type_name not in {"", "Array"}
    return Mutability.CONST if is_literal else Mutability.IMMUTABLE


def _read_documented_cast(node: tree_sitter.Node, reader: NodeReader, depth: int) -> CodeExpression | None:
    """Read `/** @type {A} */ (x)` as x cast to A."""
    comment = node.prev_sibling
    inner = node.named_children[-1] if node.named_children else None
    if comment is None or comment.type != "comment" or inner is None:
        return None
    written = _TYPE_TAG.fullmatch(reader.text(comment))
    type_ref = None if written is None else read_jsdoc_type(written[1])
    if type_ref is None:
        return None
    return CastExpr(node.start_byte, node.end_byte, type_ref, reader.expression(inner, depth + 1))


def _read_keyed(node: tree_sitter.Node, reader: NodeReader, depth: int) -> CodeExpression | None:
    """Read `a["b"]` as the member b of a."""
    value, key = node.child_by_field_name("object"), node.child_by_field_name("index")
    if value is None or key is None:
        return None
    name = reader.text(key)
    if key.type == "number" and name.isdecimal() and not _is_called(node, reader):
        return MemberExpr(
            node.start_byte, node.end_byte, reader.expression(value, depth + 1), f"{ELEMENT_PREFIX}{name}"
        )
    if key.type != "string":
        return None
    return MemberExpr(node.start_byte, node.end_byte, reader.expression(value, depth + 1), name[1:-1])


def _is_called(node: tree_sitter.Node, reader: NodeReader) -> bool:
    """Whether an element of a list is called as a function."""
    call = reader.parent(node)
    function = None if call is None else call.child_by_field_name("function")
    return function is not None and function.id == node.id


def _read_function(node: tree_sitter.Node, reader: NodeReader, depth: int) -> CodeExpression | None:
    """Read a returned named function expression as its name."""
    del depth
    name = node.child_by_field_name("name")
    if name is None or node.parent is None or node.parent.type != "return_statement":
        return None
    return NameExpr(name.start_byte, name.end_byte, reader.text(name))


def _read_member(node: tree_sitter.Node, reader: NodeReader, depth: int) -> CodeExpression | None:
    """Read `A.prototype` as an object of A, `import("./a").then` as the method of a promise, and a member of a narrowed variable."""
    owner, name = node.child_by_field_name("object"), node.child_by_field_name("property")
    if owner is not None and name is not None and promised_module(node, reader) is not None:
        promise = OtherExpr(owner.start_byte, owner.end_byte, _PROMISE)
        return MemberExpr(node.start_byte, node.end_byte, promise, reader.text(name))
    narrowed = None if owner is None else ECMASCRIPT_NARROWING.narrowed_type(owner, reader)
    if owner is not None and name is not None and narrowed is not None:
        value = CastExpr(owner.start_byte, owner.end_byte, narrowed, reader.expression(owner, depth + 1))
        return MemberExpr(node.start_byte, node.end_byte, value, reader.text(name))
    if owner is None or name is None or owner.type != "identifier" or reader.text(name) != _PROTOTYPE:
        return None
    constructed = reader.type(owner, depth + 1)
    return (
        None
        if constructed is None or not constructed.name
        else NewExpr(node.start_byte, node.end_byte, constructed)
    )


def is_hoisted(node: tree_sitter.Node, reader: NodeReader) -> bool:
    """Whether a name in a block is visible outside of it: `var`, and functions in sloppy mode."""
    if node.type == "variable_declarator":
        return node.parent is not None and node.parent.type == "variable_declaration"
    root = reader.nearest_ancestor(node, _PROGRAM) if node.type in _HOISTED else None
    return root is not None and not reader.memoize(root, _is_strict)


def _is_strict(root: tree_sitter.Node, reader: NodeReader) -> bool:
    """Whether a file is a module or has "use strict"."""
    if any(each.type in _MODULE_WORDS for each in root.named_children):
        return True
    first = next((each for each in root.named_children if each.type != "comment"), None)
    return first is not None and reader.text(first).rstrip(";").strip("'\"") == "use strict"


_ITERATOR = "[Symbol.iterator]"
_ASYNC_ITERATOR = "[Symbol.asyncIterator]"
_SUM = "[Symbol.toPrimitive] valueOf toString"
OPERATORS = {
    "for_in_statement": _ITERATOR,
    "for_in_statement await": f"{_ASYNC_ITERATOR} {_ITERATOR}",
    "spread_element": _ITERATOR,
    "variable_declarator": _ITERATOR,
    "assignment_expression": _ITERATOR,
    "yield_expression": f"{_ITERATOR} {_ASYNC_ITERATOR}",
    "template_substitution": "[Symbol.toPrimitive] toString",
    "binary_expression": _SUM,
    "augmented_assignment_expression": _SUM,
}
"""The methods that loops, spreads and string conversions call, in the order of lookup."""


def read_call(node: tree_sitter.Node, reader: NodeReader, depth: int) -> CodeExpression | None:
    """Read a call as what it gives, where that can be seen."""
    return (
        read_immediate_call(node, reader, depth)
        or read_used_context(node, reader, depth)
        or read_memoized_value(node, reader, depth)
        or read_identity_call(node, reader, depth)
    )


EXPRESSION_READERS = {
    "binary_expression": read_logical,
    "ternary_expression": read_conditional,
    "call_expression": read_call,
    "class": read_returned_class,
    "function_expression": _read_function,
    "generator_function": _read_function,
    "member_expression": _read_member,
    "object": read_object_literal,
    "subscript_expression": _read_keyed,
    "super": read_super,
    "this": read_this,
}

STATEMENT_BLOCKS = frozenset({"program", "statement_block", "class_body", "switch_case", "switch_default"})
SIMPLE_STATEMENTS = frozenset({"expression_statement", "return_statement", "throw_statement"})

JAVASCRIPT = Grammar(
    name="javascript",
    statement_blocks=STATEMENT_BLOCKS,
    simple_statements=SIMPLE_STATEMENTS,
    immutable_values=IMMUTABLE_VALUES,
    mutations=MUTATIONS,
    doc_comment_pattern=DOC_BLOCK,
    load=tree_sitter_javascript.language,
    query_file="javascript/javascript.scm",
    shared_query_files=("ecmascript/commonjs.scm", "ecmascript/ecmascript.scm", "ecmascript/jsx.scm"),
    operator_methods=OPERATORS,
    expressions=EXPRESSIONS,
    types=TYPES,
    read_imports=read_imports,
    list_factories=LIST_FACTORIES,
    complete_definition=complete_definition,
    rewrite_captures=rewrite_commonjs_captures,
    modifier_words=MODIFIER_WORDS,
    simplify=simplify_javascript,
    types_after_comment=frozenset({"decorator"}),
    read_doc_comment_types=read_jsdoc,
    expression_readers={
        "parenthesized_expression": _read_documented_cast,
        **EXPRESSION_READERS,
    },
    read_lambda_parameter=read_callback_parameter,
    read_pattern_key=read_pattern_key,
    read_held_name=read_held_name,
    has_reassignable_functions=True,
    complete_exports=hide_unexported,
    read_flows=summarize_file,
    has_block_scope=True,
    is_hoisted=is_hoisted,
)
