"""Java.

Turns: import declarations and module directives → CodeImports; and what only Java's definitions have.
"""

import re
from collections.abc import Iterator

import tree_sitter
import tree_sitter_java
from msgspec.structs import replace

from codeshed.extract.engine.doc_comments import DOC_BLOCK, DOC_LINE
from codeshed.extract.engine.grammar import (
    ExpressionKind,
    ExpressionShape,
    Grammar,
    ImportDeclaration,
    NodeReader,
    TypeShape,
    TypeShapeKind,
)
from codeshed.extract.engine.lambda_arguments import read_lambda_parameter
from codeshed.extract.languages.java.java_mutations import IMMUTABLE_VALUES, MUTATIONS
from codeshed.model.facts.code_expressions import (
    ARRAY,
    FUNCTION_TYPE,
    CastExpr,
    CodeExpression,
    MemberExpr,
    NameExpr,
    NewExpr,
    OtherExpr,
    TypeRef,
)
from codeshed.model.facts.code_facts import CodeDefinition, CodeParameter, ImportForm, ValueEvidence
from codeshed.model.semantic import DefinitionKind, Mutability, ParameterKind, Visibility

_NAME = ExpressionShape(ExpressionKind.NAME)
_INTEGER = ExpressionShape(ExpressionKind.LITERAL, type_name="int")
_BOOLEAN = ExpressionShape(ExpressionKind.LITERAL, type_name="boolean")
_DOUBLE = ExpressionShape(ExpressionKind.LITERAL, type_name="double")

EXPRESSIONS = {
    "identifier": _NAME,
    "type_identifier": _NAME,
    "scoped_identifier": ExpressionShape(ExpressionKind.MEMBER, ("scope",), ("name",)),
    "scoped_type_identifier": ExpressionShape(ExpressionKind.MEMBER, ("0",), ("-1",)),
    "this": ExpressionShape(ExpressionKind.RECEIVER),
    "super": ExpressionShape(ExpressionKind.PARENT),
    "field_access": ExpressionShape(ExpressionKind.MEMBER, ("object",), ("field",)),
    "method_invocation": ExpressionShape(ExpressionKind.METHOD, ("object",), ("name",)),
    "object_creation_expression": ExpressionShape(ExpressionKind.NEW, ("type",)),
    "cast_expression": ExpressionShape(ExpressionKind.CAST, ("type",), ("value",)),
    "array_access": ExpressionShape(ExpressionKind.ITEM, ("array",)),
    "parenthesized_expression": ExpressionShape(ExpressionKind.INNER, ("0",)),
    "string_literal": ExpressionShape(ExpressionKind.LITERAL, type_name="String"),
    "character_literal": ExpressionShape(ExpressionKind.LITERAL, type_name="char"),
    "decimal_integer_literal": _INTEGER,
    "hex_integer_literal": _INTEGER,
    "octal_integer_literal": _INTEGER,
    "binary_integer_literal": _INTEGER,
    "decimal_floating_point_literal": _DOUBLE,
    "hex_floating_point_literal": _DOUBLE,
    "true": _BOOLEAN,
    "false": _BOOLEAN,
    "null_literal": ExpressionShape(ExpressionKind.LITERAL, type_name="null"),
    "class_literal": ExpressionShape(ExpressionKind.LITERAL, type_name="Class"),
    "lambda_expression": ExpressionShape(ExpressionKind.LITERAL, type_name=FUNCTION_TYPE),
    "instanceof_expression": _BOOLEAN,
}

_PLAIN = TypeShape(TypeShapeKind.NAME)

TYPES = {
    "identifier": _PLAIN,
    "type_identifier": _PLAIN,
    "scoped_identifier": _PLAIN,
    "field_access": TypeShape(TypeShapeKind.QUALIFIED, ("object",), second=("field",)),
    "scoped_type_identifier": TypeShape(TypeShapeKind.QUALIFIED, ("0",), second=("-1",)),
    "integral_type": _PLAIN,
    "floating_point_type": _PLAIN,
    "boolean_type": _PLAIN,
    "void_type": _PLAIN,
    "generic_type": TypeShape(TypeShapeKind.GENERIC, ("0",), ("1",)),
    "array_type": TypeShape(TypeShapeKind.ARRAY, ("element",)),
    "annotated_type": TypeShape(TypeShapeKind.INNER, ("-1",)),
    "wildcard": TypeShape(TypeShapeKind.INNER, ("-1",)),
    "type_bound": TypeShape(TypeShapeKind.INNER, ("0",)),
    "catch_type": TypeShape(TypeShapeKind.UNION),
}

MODIFIER_WORDS = frozenset({
    "public", "protected", "private", "static", "final", "abstract", "default", "sealed", "synchronized", "native",
    "transient", "volatile", "strictfp",
})  # fmt: skip

MAX_OPERATORS = 30
_COMPARISONS = frozenset({"==", "!=", "<", ">", "<=", ">=", "&&", "||"})
_NUMBERS = ("int", "long", "float", "double")
_NUMBER_BY_ENDING = {"l": "long", "f": "float", "d": "double"}
_SWITCHES = frozenset({"switch_expression", "switch_statement"})
_ANNOTATION_TYPE = "annotation_type_declaration"
_ANNOTATION = (TypeRef("java.lang.annotation.Annotation"),)

_ANNOTATION_OF_VARARGS = re.compile(rb"@[\w.]*\w(?=\s*\.\.\.\s*\w+\s*[,)])")


def _blank_varargs_annotations(content: bytes) -> bytes:
    """Blank annotations before `...`, which the grammar does not know: `Object @Nullable ... all`."""
    if b"..." not in content or b"@" not in content:
        return content
    return _ANNOTATION_OF_VARARGS.sub(lambda match: b" " * len(match[0]), content)


def read_imports(node: tree_sitter.Node, reader: NodeReader) -> list[ImportDeclaration]:
    """Read an import, or what a module requires, provides and uses."""
    if node.type == "import_declaration":
        return list(_imports(node, reader))
    return list(_directives(node, reader))


def _imports(node: tree_sitter.Node, reader: NodeReader) -> Iterator[ImportDeclaration]:
    path = next(
        (child for child in node.named_children if child.type in {"identifier", "scoped_identifier"}), None
    )
    if path is None:
        return
    dotted = _dotted(path, reader)
    detail = "static" if any(child.type == "static" for child in node.children) else ""
    if any(child.type == "asterisk" for child in node.named_children):
        yield ImportDeclaration(form=ImportForm.ALL, module=dotted, detail=detail)
        return
    module, _, name = dotted.rpartition(".")
    yield ImportDeclaration(form=ImportForm.NAME, module=module, name=name, alias=name, detail=detail)


def _directives(node: tree_sitter.Node, reader: NodeReader) -> Iterator[ImportDeclaration]:
    detail = node.type.partition("_")[0]
    names = [child for child in node.named_children if child.type in {"identifier", "scoped_identifier"}]
    if detail in {"exports", "opens"}:
        return
    for each in names:
        dotted = _dotted(each, reader)
        if detail == "requires":
            yield ImportDeclaration(form=ImportForm.NOTHING, module=dotted, detail=detail)
        else:
            module, _, name = dotted.rpartition(".")
            yield ImportDeclaration(form=ImportForm.NAME, module=module, name=name, detail=detail, node=each)


def _dotted(node: tree_sitter.Node, reader: NodeReader) -> str:
    """Return a qualified name without spaces and comments in it."""
    if node.type != "scoped_identifier":
        return reader.text(node)
    parts: list[str] = []
    inner: tree_sitter.Node | None = node
    while inner is not None and inner.type == "scoped_identifier":
        name = inner.child_by_field_name("name")
        parts.append("" if name is None else reader.text(name))
        inner = inner.child_by_field_name("scope")
    if inner is not None:
        parts.append(reader.text(inner))
    return ".".join(reversed(parts))


def complete_definition(
    definition: CodeDefinition, node: tree_sitter.Node, reader: NodeReader, words: frozenset[str]
) -> CodeDefinition:
    """Add what follows from the place of a definition: members of interfaces are public, record components are fields, and so on.

    Annotation types extend `java.lang.annotation.Annotation`.
    """
    container = "" if node.parent is None else node.parent.type
    changes: dict[str, object] = {"inherits": _ANNOTATION} if node.type == _ANNOTATION_TYPE else {}
    if node.type == "class_body":
        changes.update(_anonymous_class(definition, node, reader))
    elif node.type == "enum_constant":
        changes["visibility"] = Visibility.PUBLIC
        changes["type"] = _enum_of(node, reader)
    elif node.type == "constructor_declaration" and container == "enum_body_declarations":
        changes["visibility"] = Visibility.PRIVATE
    elif container == "formal_parameters":
        changes["visibility"] = Visibility.PUBLIC
        changes["mutability"] = Mutability.IMMUTABLE
        changes["value_evidence"] = definition.value_evidence or ValueEvidence.FROZEN
        changes["has_accessor"] = True
    elif node.type == "record_declaration":
        changes["parameters"] = tuple(_record_components(node, reader))
        changes["has_primary_constructor"] = not _has_canonical_constructor(node, reader)
    elif node.type == "compact_constructor_declaration":
        record = None if node.parent is None else node.parent.parent
        changes["parameters"] = () if record is None else tuple(_record_components(record, reader))
    elif container in {"interface_body", "annotation_type_body"}:
        changes.update(_interface_member(definition, words))
    elif definition.modifiers is not None and "@Override" in definition.signature:
        changes["modifiers"] = replace(definition.modifiers, is_override=True)
    return replace(definition, **changes) if changes else definition


def _anonymous_class(
    definition: CodeDefinition, node: tree_sitter.Node, reader: NodeReader
) -> Iterator[tuple[str, object]]:
    """Yield the attributes of an anonymous class: it is named `$` and its base type, a name that no code of the file can have.

    The body of an enum constant is such a class; it extends the enum.
    """
    base = definition.name
    if node.parent is not None and node.parent.type == "enum_constant":
        enum = _enum_of(node.parent, reader)
        yield "inherits", (enum,)
        base = enum.name
    yield "name", f"${base}"
    yield "signature", f"new {base}()"
    yield "visibility", Visibility.PRIVATE


def _record_components(record: tree_sitter.Node, reader: NodeReader) -> Iterator[CodeParameter]:
    """Yield the parameters of a record's canonical constructor."""
    parameters = record.child_by_field_name("parameters")
    for each in () if parameters is None else parameters.named_children:
        if each.type == "formal_parameter":
            name = each.child_by_field_name("name")
            type_ref = reader.type(each.child_by_field_name("type"))
            kind = ParameterKind.POSITIONAL_ONLY
        elif each.type == "spread_parameter":
            name = each.named_children[-1].child_by_field_name("name")
            type_ref = TypeRef(ARRAY, (reader.type(each.named_children[-2]) or TypeRef(""),))
            kind = ParameterKind.VARIADIC_POSITIONAL
        else:
            continue
        yield CodeParameter("" if name is None else reader.text(name), type_ref, kind)


def _has_canonical_constructor(record: tree_sitter.Node, reader: NodeReader) -> bool:
    """Whether a record declares its canonical constructor."""
    body = record.child_by_field_name("body")
    constructors = [] if body is None else body.named_children
    components = [each.type for each in _record_components(record, reader)]
    return any(
        each.type == "compact_constructor_declaration"
        or (
            each.type == "constructor_declaration"
            and [one.type for one in _record_components(each, reader)] == components
        )
        for each in constructors
    )


def _read_new(node: tree_sitter.Node, reader: NodeReader, depth: int) -> CodeExpression | None:
    """Read `a.new B()`: an inner class is instantiated for the object before the dot."""
    outer, constructed = node.children[0], reader.type(node.child_by_field_name("type"), depth + 1)
    if outer.type == "new" or constructed is None or not constructed.name or node.children[1].type != ".":
        return None
    return NewExpr(node.start_byte, node.end_byte, constructed, reader.expression(outer, depth + 1))


def _enum_of(node: tree_sitter.Node, reader: NodeReader) -> TypeRef:
    """Return the type of an enum constant."""
    enum = None if node.parent is None else node.parent.parent
    name = None if enum is None else enum.child_by_field_name("name")
    return TypeRef("" if name is None else reader.text(name))


def _read_method_reference(node: tree_sitter.Node, reader: NodeReader, depth: int) -> CodeExpression | None:
    """Read `A::run` as the method and `A::new` as a new object."""
    begin, end = node.start_byte, node.end_byte
    value, name = node.named_children[0], node.children[-1]
    type_ref = reader.type(value, depth + 1)
    if name.type == "new":
        return None if type_ref is None else NewExpr(begin, end, type_ref)
    inner = reader.expression(value, depth + 1)
    if isinstance(inner, OtherExpr) and type_ref is not None and type_ref.name:
        inner = CastExpr(value.start_byte, value.end_byte, type_ref, inner)
    return MemberExpr(begin, end, inner, reader.text(name), is_function_reference=True)


def _read_array(node: tree_sitter.Node, reader: NodeReader, depth: int) -> CodeExpression | None:
    """Read `new A[1][2]` as a two-dimensional array."""
    del depth
    constructed = reader.type(node.child_by_field_name("type"))
    if constructed is None or not constructed.name:
        return None
    sizes = (child for child in node.named_children if child.type in {"dimensions", "dimensions_expr"})
    for _ in range(sum(max(1, sum(each.type == "[" for each in size.children)) for size in sizes)):
        constructed = TypeRef(ARRAY, (constructed,))
    return CastExpr(node.start_byte, node.end_byte, constructed, OtherExpr(node.start_byte, node.end_byte))


def _read_class(node: tree_sitter.Node, reader: NodeReader, depth: int) -> CodeExpression | None:
    """Read `A.class` as a `Class<A>`."""
    del depth
    type_ref = reader.type(node.named_children[0]) if node.named_children else None
    arguments = () if type_ref is None or not type_ref.name else (type_ref,)
    unknown = OtherExpr(node.start_byte, node.end_byte)
    return CastExpr(node.start_byte, node.end_byte, TypeRef("Class", arguments), unknown)


def _read_binary(node: tree_sitter.Node, reader: NodeReader, depth: int) -> CodeExpression | None:
    """Read the type of an operation: boolean for comparisons, String for sums with one, else the wider number type."""
    operator = node.child_by_field_name("operator")
    sides = (node.child_by_field_name("left"), node.child_by_field_name("right"))
    if operator is None or depth > MAX_OPERATORS:
        return None
    if operator.type in _COMPARISONS:
        return OtherExpr(node.start_byte, node.end_byte, "boolean")
    read = [reader.expression(each, depth + 1) for each in sides if each is not None]
    names = [each.type_name if isinstance(each, OtherExpr) else "" for each in read]
    if operator.type == "+" and "String" in names:
        return OtherExpr(node.start_byte, node.end_byte, "String")
    if all(name in _NUMBERS for name in names):
        return OtherExpr(node.start_byte, node.end_byte, max(names, key=_NUMBERS.index))
    return None


def _read_unary(node: tree_sitter.Node, reader: NodeReader, depth: int) -> CodeExpression | None:
    """Read `!a` as a boolean, and `-a` as `a`."""
    operand = node.child_by_field_name("operand")
    if node.children[0].type == "!":
        return OtherExpr(node.start_byte, node.end_byte, "boolean")
    return None if operand is None else reader.expression(operand, depth + 1)


def _read_number(node: tree_sitter.Node, reader: NodeReader, depth: int) -> CodeExpression | None:
    """Read the type of a number by its suffix."""
    del depth
    name = _NUMBER_BY_ENDING.get(reader.text(node)[-1].lower())
    return None if name is None else OtherExpr(node.start_byte, node.end_byte, name)


def _read_case(node: tree_sitter.Node, reader: NodeReader, depth: int) -> CodeExpression | None:
    """Read a name after `case` with the expression that is switched on, whose enum may define the name."""
    label = reader.parent(node)
    if label is None or label.type != "switch_label":
        return None
    if reader.text(node) == "default":
        # The grammar parses `default` in `case null, default` as a name.
        return OtherExpr(node.start_byte, node.end_byte)
    switch = reader.nearest_ancestor(label, _SWITCHES)
    value = None if switch is None else switch.child_by_field_name("condition")
    switched = None if value is None else reader.expression(value, depth + 1)
    return NameExpr(node.start_byte, node.end_byte, reader.text(node), is_value=True, switch_subject=switched)


def _read_choice(node: tree_sitter.Node, reader: NodeReader, depth: int) -> CodeExpression | None:
    """Read `a ? b : c` where both branches have one literal type, or one of them is null."""
    names = ("consequence", "alternative")
    sides = [reader.expression(each, depth + 1) for name in names if (each := node.child_by_field_name(name))]
    some = [each for each in sides if not (isinstance(each, OtherExpr) and each.type_name == "null")]
    if len(some) == 1:
        return some[0]
    kinds = {each.type_name if isinstance(each, OtherExpr) else "" for each in sides}
    return OtherExpr(node.start_byte, node.end_byte, min(kinds)) if len(kinds) == 1 else None


def _interface_member(definition: CodeDefinition, words: frozenset[str]) -> Iterator[tuple[str, object]]:
    if words.isdisjoint({"private", "protected"}):
        yield "visibility", Visibility.PUBLIC
    if definition.kind is DefinitionKind.VARIABLE:
        is_literal = isinstance(definition.value, OtherExpr) and bool(definition.value.type_name)
        yield "mutability", Mutability.CONST if is_literal else Mutability.IMMUTABLE
    if definition.kind is DefinitionKind.FUNCTION and definition.modifiers is not None:
        yield (
            "modifiers",
            replace(definition.modifiers, is_abstract=not definition.modifiers.has_body),
        )


JAVA = Grammar(
    name="java",
    statement_blocks=frozenset(
        {
            "program",
            "block",
            "class_body",
            "interface_body",
            "enum_body",
            "enum_body_declarations",
            "constructor_body",
            "switch_block_statement_group",
        }
    ),
    simple_statements=frozenset({"expression_statement", "return_statement", "throw_statement"}),
    immutable_values=IMMUTABLE_VALUES,
    mutations=MUTATIONS,
    load=tree_sitter_java.language,
    query_file="java/java.scm",
    expressions=EXPRESSIONS,
    types=TYPES,
    read_imports=read_imports,
    complete_definition=complete_definition,
    expression_readers={
        "identifier": _read_case,
        "method_reference": _read_method_reference,
        "array_creation_expression": _read_array,
        "object_creation_expression": _read_new,
        "class_literal": _read_class,
        "binary_expression": _read_binary,
        "unary_expression": _read_unary,
        "decimal_integer_literal": _read_number,
        "decimal_floating_point_literal": _read_number,
        "ternary_expression": _read_choice,
    },
    comment_types=frozenset({"line_comment", "block_comment"}),
    doc_comment_pattern=f"{DOC_BLOCK}|{DOC_LINE}",
    modifier_words=MODIFIER_WORDS,
    modifier_types=frozenset({"modifiers"}),
    inferred_type_words=frozenset({"var"}),
    are_locals_visible_after_declaration=True,
    keeps_arguments=True,
    target_typed_types=frozenset({"lambda_expression", "method_reference"}),
    preprocess=_blank_varargs_annotations,
    read_lambda_parameter=read_lambda_parameter,
    default_visibility=Visibility.INTERNAL,
)
