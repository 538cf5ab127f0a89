"""C#.

Turns: using directives → CodeImports; and what only C#'s definitions have.
"""

import re
from collections.abc import Iterator

import tree_sitter
import tree_sitter_c_sharp
from msgspec.structs import replace

from codeshed.extract.engine.doc_comments import DOC_BLOCK, DOC_LINE
from codeshed.extract.engine.grammar import (
    Captures,
    ExpressionKind,
    ExpressionShape,
    Grammar,
    NodeReader,
    TypeShape,
    TypeShapeKind,
)
from codeshed.extract.languages.csharp.csharp_imports import read_imports
from codeshed.extract.languages.csharp.csharp_mutations import IMMUTABLE_VALUES, MUTATIONS
from codeshed.extract.languages.csharp.csharp_preprocessor import preprocess, simplify
from codeshed.extract.languages.csharp.csharp_primary_constructors import (
    has_implicit_constructor,
    read_primary_constructor,
)
from codeshed.extract.languages.csharp.csharp_target_typed_new import read_target_typed_new
from codeshed.extract.languages.csharp.csharp_values import (
    read_argument,
    read_array,
    read_await,
    read_binary,
    read_call,
    read_choice,
    read_generic_name,
    read_lambda_parameter,
    read_number,
    read_object_initializer,
    read_root_name,
    read_setter_value,
    read_unary,
)
from codeshed.model.facts.code_expressions import FUNCTION_TYPE, TUPLE, TypeRef
from codeshed.model.facts.code_facts import TOP_LEVEL, CodeDefinition, CodeTypeParameter, ValueEvidence
from codeshed.model.semantic import DefinitionKind, Mutability, ParameterKind, TypeKind, Visibility

_NAME = ExpressionShape(ExpressionKind.NAME)
_STRING = ExpressionShape(ExpressionKind.LITERAL, type_name="string")
_TRUTH = ExpressionShape(ExpressionKind.LITERAL, type_name="bool")
_FIRST = ExpressionShape(ExpressionKind.INNER, ("0",))

EXPRESSIONS = {
    "identifier": _NAME,
    "predefined_type": _NAME,
    "generic_name": _FIRST,
    "this": ExpressionShape(ExpressionKind.RECEIVER),
    "base": ExpressionShape(ExpressionKind.PARENT),
    "qualified_name": ExpressionShape(ExpressionKind.MEMBER, ("qualifier",), ("name",)),
    "alias_qualified_name": ExpressionShape(ExpressionKind.INNER, ("name",)),
    "member_access_expression": ExpressionShape(ExpressionKind.MEMBER, ("expression",), ("name",)),
    "conditional_access_expression": ExpressionShape(ExpressionKind.MEMBER, ("condition",), ("1",)),
    "invocation_expression": ExpressionShape(ExpressionKind.CALL, ("function",)),
    "object_creation_expression": ExpressionShape(ExpressionKind.NEW, ("type",)),
    "cast_expression": ExpressionShape(ExpressionKind.CAST, ("type",), ("value",)),
    "as_expression": ExpressionShape(ExpressionKind.CAST, ("right",), ("left",)),
    "element_access_expression": ExpressionShape(ExpressionKind.ITEM, ("expression",)),
    "parenthesized_expression": _FIRST,
    "postfix_unary_expression": _FIRST,
    "ref_expression": _FIRST,
    "with_expression": _FIRST,
    "typeof_expression": ExpressionShape(ExpressionKind.LITERAL, type_name="System.Type"),
    "string_literal": _STRING,
    "verbatim_string_literal": _STRING,
    "raw_string_literal": _STRING,
    "interpolated_string_expression": _STRING,
    "character_literal": ExpressionShape(ExpressionKind.LITERAL, type_name="char"),
    "integer_literal": ExpressionShape(ExpressionKind.LITERAL, type_name="int"),
    "real_literal": ExpressionShape(ExpressionKind.LITERAL, type_name="double"),
    "boolean_literal": _TRUTH,
    "checked_expression": _FIRST,
    "is_expression": _TRUTH,
    "is_pattern_expression": _TRUTH,
    "lambda_expression": ExpressionShape(ExpressionKind.LITERAL, type_name=FUNCTION_TYPE),
    "anonymous_method_expression": ExpressionShape(ExpressionKind.LITERAL, type_name=FUNCTION_TYPE),
    "null_literal": ExpressionShape(ExpressionKind.LITERAL, type_name="null"),
}

_PLAIN = TypeShape(TypeShapeKind.NAME)
_OF_TYPE = TypeShape(TypeShapeKind.INNER, ("type",))

TYPES = {
    "identifier": _PLAIN,
    "predefined_type": _PLAIN,
    "implicit_type": _PLAIN,
    "qualified_name": TypeShape(TypeShapeKind.QUALIFIED, ("qualifier",), second=("name",)),
    "alias_qualified_name": TypeShape(TypeShapeKind.INNER, ("name",)),
    "generic_name": TypeShape(TypeShapeKind.GENERIC, ("0",), ("1",)),
    "array_type": TypeShape(TypeShapeKind.ARRAY, ("type",)),
    "nullable_type": _OF_TYPE,
    "pointer_type": _OF_TYPE,
    "ref_type": _OF_TYPE,
    "scoped_type": _OF_TYPE,
    "primary_constructor_base_type": _OF_TYPE,
}

MODIFIER_WORDS = frozenset({
    "public", "protected", "internal", "private", "static", "abstract", "sealed", "async", "const", "readonly",
    "virtual", "override", "partial", "extern", "new", "unsafe", "volatile", "required",
})  # fmt: skip

_CONSTRUCTED_KINDS = frozenset({TypeKind.CLASS, TypeKind.STRUCT})
_INTERFACE = re.compile(r"I[A-Z]")


def read_root_type(node: tree_sitter.Node, reader: NodeReader, depth: int) -> TypeRef | None:
    """Read `global::A` as a type name from the root namespace."""
    alias, name = node.child_by_field_name("alias"), node.child_by_field_name("name")
    found = None if name is None else reader.type(name, depth + 1)
    if found is None or alias is None or reader.text(alias) != "global":
        return found
    return replace(found, name=f".{found.name}")


def read_nullable(node: tree_sitter.Node, reader: NodeReader, depth: int) -> TypeRef | None:
    """Read `int?` as a `Nullable<int>`; references may be null anyway."""
    inner = node.child_by_field_name("type")
    if inner is None or inner.type != "predefined_type" or reader.text(inner) in {"object", "string"}:
        return None
    return TypeRef("System.Nullable", (reader.type(inner, depth + 1) or TypeRef(""),))


def read_tuple_type(node: tree_sitter.Node, reader: NodeReader, depth: int) -> TypeRef | None:
    """Read `(A a, B)` as a tuple type whose first element is named."""
    parts = [each for each in node.named_children if each.type == "tuple_element"]
    types = (reader.type(each.child_by_field_name("type"), depth + 1) for each in parts)
    names = (each.child_by_field_name("name") for each in parts)
    return TypeRef(
        TUPLE,
        tuple(each or TypeRef("") for each in types),
        element_names=tuple("" if each is None else reader.text(each) for each in names),
    )


def rewrite_captures(captures: Captures, reader: NodeReader) -> Captures:
    """Keep a value for lambda parameters only where a call supplies it; drop parameters that deconstruct a tuple."""
    if "parameter" in captures and "name" in captures and _is_deconstructed(captures["name"][0]):
        return {}
    value = captures.get("value", [None])[0]
    if value is None or value.type not in {"implicit_parameter", "parameter"}:
        return captures
    if "type" not in captures and read_lambda_parameter(value, reader, 0) is not None:
        return captures
    return {name: nodes for name, nodes in captures.items() if name != "value"}


def _is_deconstructed(name: tree_sitter.Node) -> bool:
    """Whether a name is a variable that is declared by deconstruction: `var (a, b) = c;`."""
    pattern = name.parent
    declarator = None if pattern is None or pattern.type != "tuple_pattern" else pattern.parent
    declaration = None if declarator is None else declarator.parent
    statement = None if declaration is None else declaration.parent
    return statement is not None and statement.type == "local_declaration_statement"


def complete_definition(
    definition: CodeDefinition, node: tree_sitter.Node, reader: NodeReader, words: frozenset[str]
) -> CodeDefinition:
    """Add what follows from the place of a definition, separate base classes from interfaces, and name operators."""
    changes: dict[str, object] = {}
    visibility = _visibility(definition, node, words)
    if visibility is not None:
        changes["visibility"] = visibility
    if definition.type_parameters:
        changes["type_parameters"] = tuple(_with_bounds(definition.type_parameters, node, reader))
    if definition.inherits and definition.type_kind is TypeKind.CLASS:
        changes["inherits"] = definition.inherits[:1] if _is_class(definition.inherits[0]) else ()
        changes["implements"] = definition.inherits[1:] if changes["inherits"] else definition.inherits
    explicit = [child for child in node.named_children if child.type == "explicit_interface_specifier"]
    if explicit:
        interface = reader.type(next(iter(explicit[0].named_children), None))
        changes |= {"is_unnameable": True, "implements": () if interface is None else (interface,)}
    if definition.kind is DefinitionKind.TYPE and "partial" in words:
        changes["is_reopenable"] = True
    primary = read_primary_constructor(node, reader) if definition.type_kind in _CONSTRUCTED_KINDS else None
    if primary is not None:
        changes |= {"parameters": primary, "has_primary_constructor": True}
    elif definition.type_kind is TypeKind.STRUCT and has_implicit_constructor(node):
        changes["has_primary_constructor"] = True
    if definition.kind is DefinitionKind.VARIABLE:
        changes.update(_variable_attributes(node, reader, words))
    if definition.kind is DefinitionKind.FUNCTION:
        changes.update(_function_attributes(definition, node, reader, words))
    return replace(definition, **changes) if changes else definition


def _visibility(
    definition: CodeDefinition, node: tree_sitter.Node, words: frozenset[str]
) -> Visibility | None:
    """Return the default visibility of a definition without a modifier."""
    if not words.isdisjoint({"public", "protected", "internal", "private"}):
        return None
    outer = None if node.parent is None else node.parent.parent
    if outer is not None and outer.type in {
        "interface_declaration",
        "enum_declaration",
        "record_declaration",
    }:
        is_parameter = node.type == "parameter"
        return Visibility.PUBLIC if outer.type != "record_declaration" or is_parameter else None
    if definition.kind is DefinitionKind.TYPE and definition.parent == TOP_LEVEL:
        return Visibility.INTERNAL
    return None


def _with_bounds(
    parameters: tuple[CodeTypeParameter, ...], node: tree_sitter.Node, reader: NodeReader
) -> Iterator[CodeTypeParameter]:
    """Yield type parameters with the first type constraint of their `where` clause."""
    bounds: dict[str, TypeRef] = {}
    for clause in node.named_children:
        if clause.type == "type_parameter_constraints_clause" and clause.named_children:
            for constraint in clause.named_children[1:]:
                bound = reader.type(constraint.child_by_field_name("type"))
                if bound is not None and bound.name:
                    bounds.setdefault(reader.text(clause.named_children[0]), bound)
    for each in parameters:
        yield CodeTypeParameter(each.name, bounds.get(each.name))


def _is_class(base: TypeRef) -> bool:
    """Whether a base is a class, judging by its name: interfaces are named `I` and a capital."""
    return _INTERFACE.match(base.name.rpartition(".")[2]) is None


def _variable_attributes(
    node: tree_sitter.Node, reader: NodeReader, words: frozenset[str]
) -> Iterator[tuple[str, object]]:
    enum = None if node.parent is None else node.parent.parent
    if node.type == "enum_member_declaration" and enum is not None:
        yield "type", reader.type(enum.child_by_field_name("name"))
    if "const" in words or "readonly" in words:
        yield "mutability", Mutability.CONST if "const" in words else Mutability.IMMUTABLE
    accessors = node.child_by_field_name("accessors")
    if node.type == "property_declaration" and accessors is not None:
        names = [each.child_by_field_name("name") for each in accessors.named_children]
        if not any(name is not None and name.type == "set" for name in names):
            yield "mutability", Mutability.IMMUTABLE
    if node.type == "parameter" and node.parent is not None and node.parent.parent is not None:
        outer = node.parent.parent
        is_struct = any(child.type == "struct" for child in outer.children)
        if outer.type == "record_declaration" and not is_struct:
            yield "mutability", Mutability.IMMUTABLE
            yield "value_evidence", ValueEvidence.FROZEN


def _extended_type(node: tree_sitter.Node, reader: NodeReader) -> TypeRef | None:
    """Return the type that an extension method extends: that of a first parameter with `this`."""
    parameters = node.child_by_field_name("parameters")
    first = parameters.named_children[0] if parameters is not None and parameters.named_children else None
    if first is None or not any(
        child.type == "modifier" and reader.text(child) == "this" for child in first.children
    ):
        return None
    return reader.type(first.child_by_field_name("type"))


def _function_attributes(
    definition: CodeDefinition, node: tree_sitter.Node, reader: NodeReader, words: frozenset[str]
) -> Iterator[tuple[str, object]]:
    if definition.parameters:
        yield (
            "parameters",
            tuple(
                replace(each, kind=ParameterKind.POSITIONAL_OR_KEYWORD)
                if each.kind is ParameterKind.POSITIONAL_ONLY
                else each
                for each in definition.parameters
            ),
        )
    extended = _extended_type(node, reader)
    if extended is not None:
        yield "extended_type", extended
    match node.type:
        case "destructor_declaration":
            yield "name", f"~{definition.name}"
        case "operator_declaration":
            yield "name", f"operator{definition.name}"
        case "conversion_operator_declaration":
            yield "name", f"operator_{definition.name}"
        case "indexer_declaration":
            yield "name", "Item"
        case _:
            pass
    outer = None if node.parent is None else node.parent.parent
    if definition.modifiers is None:
        return
    if outer is not None and outer.type == "interface_declaration":
        is_abstract = not definition.modifiers.has_body
        is_virtual = is_abstract or words.isdisjoint({"static", "private", "sealed"})
    else:
        is_abstract = definition.modifiers.is_abstract
        is_virtual = not words.isdisjoint({"virtual", "abstract", "override"})
    yield (
        "modifiers",
        replace(
            definition.modifiers,
            is_abstract=is_abstract,
            is_virtual=is_virtual,
            is_override="override" in words,
        ),
    )


_OPERATORS = {
    "binary_expression": "operator{}",
    **{f"binary_expression {sign}": "" for sign in ("&&", "||", "??")},
    **{
        f"assignment_expression {sign}=": f"operator{sign}"
        for sign in ("+", "-", "*", "/", "%", "&", "|", "^", "<<", ">>")
    },
    "prefix_unary_expression": "operator{}",
    "postfix_unary_expression": "operator{}",
    "element_access_expression": "Item",
}


CSHARP = Grammar(
    name="csharp",
    statement_blocks=frozenset({"compilation_unit", "block", "declaration_list", "switch_section"}),
    simple_statements=frozenset({"expression_statement", "return_statement", "throw_statement"}),
    immutable_values=IMMUTABLE_VALUES,
    mutations=MUTATIONS,
    doc_comment_pattern=f"{DOC_BLOCK}|{DOC_LINE}",
    load=tree_sitter_c_sharp.language,
    query_file="csharp/csharp.scm",
    operator_methods=_OPERATORS,
    expressions=EXPRESSIONS,
    types=TYPES,
    read_imports=read_imports,
    complete_definition=complete_definition,
    rewrite_captures=rewrite_captures,
    preprocess=preprocess,
    simplify=simplify,
    expression_readers={
        "alias_qualified_name": read_root_name,
        "argument": read_argument,
        "attribute_argument": read_argument,
        "await_expression": read_await,
        "array_creation_expression": read_array,
        "assignment_expression": read_object_initializer,
        "binary_expression": read_binary,
        "conditional_expression": read_choice,
        "generic_name": read_generic_name,
        "identifier": read_setter_value,
        "implicit_array_creation_expression": read_array,
        "implicit_object_creation_expression": read_target_typed_new,
        "implicit_parameter": read_lambda_parameter,
        "integer_literal": read_number,
        "invocation_expression": read_call,
        "parameter": read_lambda_parameter,
        "prefix_unary_expression": read_unary,
        "real_literal": read_number,
        "with_initializer": read_object_initializer,
    },
    keeps_arguments=True,
    type_readers={
        "alias_qualified_name": read_root_type,
        "nullable_type": read_nullable,
        "tuple_type": read_tuple_type,
    },
    named_argument_fields={"argument": "name", "attribute_argument": "name"},
    property_arguments=frozenset({"attribute_argument"}),
    has_optional_argument_lists=True,
    modifier_words=MODIFIER_WORDS,
    modifier_types=frozenset({"modifier"}),
    inferred_type_words=frozenset({"var"}),
    default_visibility=Visibility.PRIVATE,
)
