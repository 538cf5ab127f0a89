"""Go.

Turns: import declarations → CodeImports. Definitions: capitalised names are exported, embedded types are
parents, and a declaration of one thing begins at its keyword.
"""

import re
from collections.abc import Iterator

import tree_sitter
import tree_sitter_go
from msgspec.structs import replace

from codeshed.extract.engine.child_nodes import nth_child
from codeshed.extract.engine.grammar import (
    ExpressionKind,
    ExpressionShape,
    Grammar,
    ImportDeclaration,
    NodeReader,
    TypeShape,
    TypeShapeKind,
)
from codeshed.extract.languages.go.go_mutations import IMMUTABLE_VALUES, MUTATIONS
from codeshed.model.facts.code_expressions import (
    FUNCTION_TYPE,
    OBJECT_TYPE,
    SPREAD_FIELDS,
    TUPLE,
    CallExpr,
    CastExpr,
    CodeExpression,
    ItemExpr,
    MemberExpr,
    NewExpr,
    OtherExpr,
    TypeRef,
)
from codeshed.model.facts.code_facts import CodeDefinition, CodeTypeParameter, ImportForm
from codeshed.model.semantic import ArgumentKind, TypeKind, Visibility

_CHANNEL = "chan"
_RECEIVE = "<-"
_ALLOCATORS = frozenset({"new", "make"})
_NEW_WITH_VALUE = re.compile(
    rb"\bnew(?=[ \t]*\([ \t]*(?:[\"'`\d+!^&(-]|\[\w*\][\w.*\[\]]+\{|(?!(?:func|struct|interface|chan|map)\b)"
    rb"[\w.]+(?:\[\w+\])?[ \t]*[({+*/%<>=!&|^-]|[\w.]+\[[\d\"'`]))"
)
_NAMES = frozenset({"identifier", "selector_expression"})
_FORM_BY_NAME = {".": ImportForm.ALL, "_": ImportForm.NOTHING}

_EXPRESSIONS = {
    "identifier": ExpressionShape(ExpressionKind.NAME),
    "type_identifier": ExpressionShape(ExpressionKind.NAME),
    "package_identifier": ExpressionShape(ExpressionKind.NAME),
    "qualified_type": ExpressionShape(ExpressionKind.MEMBER, ("package",), ("name",)),
    "selector_expression": ExpressionShape(ExpressionKind.MEMBER, ("operand",), ("field",)),
    "call_expression": ExpressionShape(ExpressionKind.CALL, ("function",)),
    "composite_literal": ExpressionShape(ExpressionKind.NEW, ("type",)),
    "type_assertion_expression": ExpressionShape(ExpressionKind.CAST, ("type",), ("operand",)),
    "type_conversion_expression": ExpressionShape(ExpressionKind.CAST, ("type",), ("operand",)),
    "type_instantiation_expression": ExpressionShape(ExpressionKind.INNER, ("type",)),
    "index_expression": ExpressionShape(ExpressionKind.ITEM, ("operand",)),
    "slice_expression": ExpressionShape(ExpressionKind.INNER, ("operand",)),
    "parenthesized_expression": ExpressionShape(ExpressionKind.INNER, ("0",)),
    "unary_expression": ExpressionShape(ExpressionKind.INNER, ("operand",)),
    "interpreted_string_literal": ExpressionShape(ExpressionKind.LITERAL, type_name="string"),
    "raw_string_literal": ExpressionShape(ExpressionKind.LITERAL, type_name="string"),
    "int_literal": ExpressionShape(ExpressionKind.LITERAL, type_name="int"),
    "iota": ExpressionShape(ExpressionKind.LITERAL, type_name="int"),
    "float_literal": ExpressionShape(ExpressionKind.LITERAL, type_name="float64"),
    "imaginary_literal": ExpressionShape(ExpressionKind.LITERAL, type_name="complex128"),
    "rune_literal": ExpressionShape(ExpressionKind.LITERAL, type_name="rune"),
    "true": ExpressionShape(ExpressionKind.LITERAL, type_name="bool"),
    "false": ExpressionShape(ExpressionKind.LITERAL, type_name="bool"),
    "nil": ExpressionShape(ExpressionKind.LITERAL, type_name="nil"),
}

_TYPES = {
    "type_identifier": TypeShape(TypeShapeKind.NAME),
    "qualified_type": TypeShape(TypeShapeKind.NAME),
    "identifier": TypeShape(TypeShapeKind.NAME),
    "selector_expression": TypeShape(TypeShapeKind.NAME),
    "generic_type": TypeShape(TypeShapeKind.GENERIC, ("type",), ("type_arguments",)),
    "pointer_type": TypeShape(TypeShapeKind.INNER, ("0",)),
    "parenthesized_type": TypeShape(TypeShapeKind.INNER, ("0",)),
    "negated_type": TypeShape(TypeShapeKind.INNER, ("0",)),
    "type_elem": TypeShape(TypeShapeKind.UNION),
    "type_constraint": TypeShape(TypeShapeKind.UNION),
    "slice_type": TypeShape(TypeShapeKind.ARRAY, ("element",)),
    "array_type": TypeShape(TypeShapeKind.ARRAY, ("element",)),
    "implicit_length_array_type": TypeShape(TypeShapeKind.ARRAY, ("element",)),
    "map_type": TypeShape(TypeShapeKind.ARRAY, ("value",)),
    "parameter_declaration": TypeShape(TypeShapeKind.INNER, ("type",)),
}


def _read_imports(node: tree_sitter.Node, reader: NodeReader) -> list[ImportDeclaration]:
    """Read one import line, or the package clause, whose name is what importers call the package."""
    if node.type == "package_identifier":
        name_here = reader.text(node)
        return [
            ImportDeclaration(form=ImportForm.EXPORT_MODULE, module="", alias=name_here, detail="package")
        ]
    path, name = node.child_by_field_name("path"), node.child_by_field_name("name")
    module = "" if path is None else reader.text(path)[1:-1]
    alias = "" if name is None else reader.text(name)
    form = _FORM_BY_NAME.get(alias, ImportForm.MODULE)
    alias = alias if form is ImportForm.MODULE else ""
    return [ImportDeclaration(form=form, module=module, alias=alias)] if module else []


def _simplify(content: bytes) -> bytes:
    """Rename `new` before a value, `new(1)`, so that it parses as an ordinary call: the grammar expects a type."""
    return _NEW_WITH_VALUE.sub(b"neW", content)


def _read_call(node: tree_sitter.Node, reader: NodeReader, depth: int) -> CodeExpression | None:
    """Read `new(T)` and `make(T)` as a new T, and calls with explicit type arguments."""
    function, arguments = node.child_by_field_name("function"), node.child_by_field_name("arguments")
    if function is None:
        return None
    if function.type != "identifier" or reader.text(function) not in _ALLOCATORS:
        types = tuple(
            reader.type(each, depth + 1) or TypeRef("") for each in _explicit_type_arguments(node, function)
        )
        value = reader.expression(function, depth + 1)
        return CallExpr(node.start_byte, node.end_byte, value, types) if types else None
    first = None if arguments is None or not arguments.named_children else arguments.named_children[0]
    constructed = reader.type(first, depth + 1)
    return (
        None
        if constructed is None or not constructed.name
        else NewExpr(node.start_byte, node.end_byte, constructed)
    )


def _explicit_type_arguments(call: tree_sitter.Node, function: tree_sitter.Node) -> list[tree_sitter.Node]:
    """Return explicit type arguments; a single one looks like an index: `Make[*User]()`."""
    type_arguments = call.child_by_field_name("type_arguments")
    if type_arguments is not None:
        return type_arguments.named_children
    index = function.child_by_field_name("index") if function.type == "index_expression" else None
    if index is not None and index.type == "unary_expression" and index.children[0].type == "*":
        index = index.child_by_field_name("operand")
    return [index] if index is not None and index.type in _NAMES else []


def _read_results(node: tree_sitter.Node, reader: NodeReader, depth: int) -> TypeRef | None:
    """Read the result types of a function: one type, or a tuple."""
    found: list[TypeRef] = []
    for child in node.named_children:
        if child.type == "parameter_declaration":
            result = reader.type(child.child_by_field_name("type"), depth + 1) or TypeRef("")
            found += [result] * max(1, len(child.children_by_field_name("name")))
    return found[0] if len(found) == 1 else TypeRef(TUPLE, tuple(found)) if found else None


def _read_function_type(node: tree_sitter.Node, reader: NodeReader, depth: int) -> TypeRef | None:
    """Read `func(A) B` as a function type of its result and parameters, up to a variadic one."""
    result = reader.type(node.child_by_field_name("result"), depth + 1) or TypeRef("")
    parameters = node.child_by_field_name("parameters")
    found: list[TypeRef] = []
    for each in () if parameters is None else parameters.named_children:
        if each.type == "variadic_parameter_declaration":
            break
        if each.type == "parameter_declaration":
            parameter_type = reader.type(each.child_by_field_name("type"), depth + 1) or TypeRef("")
            found += [parameter_type] * max(1, len(each.children_by_field_name("name")))
    return TypeRef(FUNCTION_TYPE, (result, *found))


def _read_function(node: tree_sitter.Node, reader: NodeReader, depth: int) -> CodeExpression | None:
    """Read a function literal as a value of its type, which is written out."""
    declared = _read_function_type(node, reader, depth)
    begin, end = node.start_byte, node.end_byte
    return None if declared is None else CastExpr(begin, end, declared, OtherExpr(begin, end))


def _read_struct(node: tree_sitter.Node, reader: NodeReader, depth: int) -> TypeRef | None:
    """Read an anonymous struct as a record of its fields; an embedded one is a field, and gives its members."""
    fields: list[TypeRef] = []
    for container in node.named_children:
        for child in container.named_children:
            type_ref = reader.type(child.child_by_field_name("type"), depth + 1)
            names = child.children_by_field_name("name")
            if type_ref is not None and (type_ref.name or type_ref.arguments):
                fields += [TypeRef(reader.text(name), (type_ref,)) for name in names]
                if not names and type_ref.name:
                    own_name = type_ref.name.rpartition(".")[2]
                    fields += [TypeRef(own_name, (type_ref,)), TypeRef(SPREAD_FIELDS, (type_ref,))]
    return TypeRef(OBJECT_TYPE, tuple(fields))


def _read_channel(node: tree_sitter.Node, reader: NodeReader, depth: int) -> TypeRef | None:
    """Read a channel type, with its element type."""
    carried = reader.type(node.child_by_field_name("value"), depth + 1)
    return TypeRef(_CHANNEL, () if carried is None else (carried,))


def _read_range(node: tree_sitter.Node, reader: NodeReader, depth: int) -> CodeExpression | None:
    """Read the only variable of a `range` loop as an element of a channel; for anything else it would be an index or key."""
    right = node.child_by_field_name("right")
    if right is None:
        return None
    begin, end = right.start_byte, right.end_byte
    return CallExpr(begin, end, MemberExpr(begin, end, reader.expression(right, depth + 1), _RECEIVE))


def _read_unary(node: tree_sitter.Node, reader: NodeReader, depth: int) -> CodeExpression | None:
    """Read `<-channel` as an element of the channel."""
    operand = node.child_by_field_name("operand")
    if operand is None or node.children[0].type != "<-":
        return None
    return ItemExpr(node.start_byte, node.end_byte, reader.expression(operand, depth + 1))


def _complete_definition(
    definition: CodeDefinition, node: tree_sitter.Node, reader: NodeReader, words: frozenset[str]
) -> CodeDefinition:
    """Set visibility by the first letter, and parents by embedded types; a lone declaration begins at its keyword."""
    del words
    is_public = definition.name[:1].isupper()
    changes: dict[str, object] = {
        "visibility": Visibility.PUBLIC if is_public else Visibility.INTERNAL,
        "is_exported": is_public,
    }
    if node.type == "method_elem" and definition.modifiers is not None:
        changes["modifiers"] = replace(definition.modifiers, is_abstract=True)
    if definition.type_kind in {TypeKind.STRUCT, TypeKind.INTERFACE}:
        changes["inherits"] = tuple(_embedded_types(node, reader))
    if node.type == "const_spec" and definition.type is None and definition.value is None:
        first = reader.memoize(node.parent or node, _repeated_constants).get(node.id)
        changes["type"] = None if first is None else reader.type(first.child_by_field_name("type"))
    if definition.owner is not None:
        names = (each.name for each in definition.owner.arguments)
        changes["outer_type_parameters"] = tuple(CodeTypeParameter(name) for name in names if name)
    container = node.parent
    word = None if container is None else nth_child(container, 0)
    if container is not None and word is not None and word.type in {"type", "var", "const"}:
        end = " interface" if definition.type_kind is TypeKind.INTERFACE else ""
        changes["signature"] = f"{word.type} {definition.signature}{end}"
        if container.child_count == 2:  # noqa: PLR2004  the word and one thing
            changes["begin"] = container.start_byte
    return replace(definition, **changes)


def _repeated_constants(declaration: tree_sitter.Node, reader: NodeReader) -> dict[int, tree_sitter.Node]:
    """Map each constant without type and value to the one before it whose type and value it repeats."""
    del reader
    found: dict[int, tree_sitter.Node] = {}
    first: tree_sitter.Node | None = None
    for child in declaration.named_children:
        if child.type != "const_spec":
            continue
        if child.child_by_field_name("value") is not None:
            first = child
        elif first is not None:
            found[child.id] = first
    return found


def _embedded_types(node: tree_sitter.Node, reader: NodeReader) -> Iterator[TypeRef]:
    """Yield the types that a struct or interface embeds."""
    container = node.child_by_field_name("type")
    if container is not None and container.type == "struct_type":
        container = container.named_children[0]
    for child in () if container is None else container.named_children:
        if child.type == "field_declaration" and child.child_by_field_name("name") is None:
            found = reader.type(child.child_by_field_name("type"))
        elif child.type == "type_elem" and len(child.named_children) == 1:
            inner = child.named_children[0]
            found = None if inner.type == "negated_type" else reader.type(inner)
        else:
            continue
        if found is not None and found.name:
            yield found


GO = Grammar(
    name="go",
    argument_kinds={"variadic_argument": (ArgumentKind.SPREAD_POSITIONAL,)},
    statement_blocks=frozenset({"source_file", "block", "statement_list"}),
    immutable_values=IMMUTABLE_VALUES,
    mutations=MUTATIONS,
    load=tree_sitter_go.language,
    query_file="go/go.scm",
    blank_names=frozenset({"_"}),
    are_locals_visible_after_declaration=True,
    has_block_scope=True,
    expressions=_EXPRESSIONS,
    types=_TYPES,
    read_imports=_read_imports,
    complete_definition=_complete_definition,
    simplify=_simplify,
    type_readers={
        "function_type": _read_function_type,
        "parameter_list": _read_results,
        "struct_type": _read_struct,
        "channel_type": _read_channel,
    },
    has_multiple_results=True,
    keeps_arguments=True,
    expression_readers={
        "call_expression": _read_call,
        "func_literal": _read_function,
        "unary_expression": _read_unary,
        "range_clause": _read_range,
    },
)
