"""Scala, 2 and 3.

Turns: what only Scala's definitions and expressions have → CodeDefinitions and CodeExpressions.
"""

import re
from collections.abc import Iterator
from itertools import zip_longest

import tree_sitter
import tree_sitter_scala
from msgspec.structs import replace

from codeshed.extract.engine.doc_comments import DOC_BLOCK
from codeshed.extract.engine.grammar import (
    Captures,
    ExpressionKind,
    ExpressionShape,
    Grammar,
    NodeReader,
    TypeShape,
    TypeShapeKind,
)
from codeshed.extract.engine.lambda_arguments import read_lambda_parameter, read_placeholder
from codeshed.extract.languages.scala.scala_imports import plain_name, read_imports
from codeshed.extract.languages.scala.scala_mutations import IMMUTABLE_VALUES, MUTATIONS
from codeshed.extract.languages.scala.scala_values import (
    CAST,
    PARENT,
    is_called_or_value,
    read_assignment,
    read_call,
    read_generic_function,
    read_method_value,
    read_number,
)
from codeshed.model.facts.code_expressions import ARRAY, FUNCTION_TYPE, TUPLE, UNION, OtherExpr, TypeRef
from codeshed.model.facts.code_facts import CodeDefinition, CodeParameter, CodeTypeParameter, ValueEvidence
from codeshed.model.semantic import (
    ArgumentKind,
    DefinitionKind,
    Mutability,
    ParameterKind,
    TypeKind,
    Visibility,
)

_NAME = ExpressionShape(ExpressionKind.NAME)
_STRING = ExpressionShape(ExpressionKind.LITERAL, type_name="String")

EXPRESSIONS = {
    "identifier": _NAME,
    "operator_identifier": _NAME,
    "type_identifier": _NAME,
    "stable_identifier": ExpressionShape(ExpressionKind.MEMBER, ("0",), ("-1",)),
    "stable_type_identifier": ExpressionShape(ExpressionKind.MEMBER, ("0",), ("-1",)),
    "generic_type": ExpressionShape(ExpressionKind.INNER, ("type",)),
    "field_expression": ExpressionShape(ExpressionKind.MEMBER, ("value",), ("field",)),
    "call_expression": ExpressionShape(ExpressionKind.CALL, ("function",)),
    "infix_expression": ExpressionShape(ExpressionKind.METHOD, ("left",), ("operator",)),
    "postfix_expression": ExpressionShape(ExpressionKind.METHOD, ("0",), ("1",)),
    "generic_function": ExpressionShape(ExpressionKind.INNER, ("function",)),
    "instance_expression": ExpressionShape(ExpressionKind.NEW, ("0",)),
    "ascription_expression": ExpressionShape(ExpressionKind.CAST, ("type",), ("0",)),
    "parenthesized_expression": ExpressionShape(ExpressionKind.INNER, ("0",)),
    "case_class_pattern": ExpressionShape(ExpressionKind.CAST, ("type",)),
    "typed_pattern": ExpressionShape(ExpressionKind.CAST, ("type",)),
    "self_type": ExpressionShape(ExpressionKind.RECEIVER),
    "string": _STRING,
    "interpolated_string_expression": _STRING,
    "character_literal": ExpressionShape(ExpressionKind.LITERAL, type_name="Char"),
    "integer_literal": ExpressionShape(ExpressionKind.LITERAL, type_name="Int"),
    "floating_point_literal": ExpressionShape(ExpressionKind.LITERAL, type_name="Double"),
    "boolean_literal": ExpressionShape(ExpressionKind.LITERAL, type_name="Boolean"),
    "null_literal": ExpressionShape(ExpressionKind.LITERAL, type_name="Null"),
    "lambda_expression": ExpressionShape(ExpressionKind.LITERAL, type_name=FUNCTION_TYPE),
    "unit": ExpressionShape(ExpressionKind.LITERAL, type_name="Unit"),
}

_PLAIN = TypeShape(TypeShapeKind.NAME)
_FIRST = TypeShape(TypeShapeKind.INNER, ("0",))
_OF_TYPE = TypeShape(TypeShapeKind.INNER, ("type",))

TYPES = {
    "identifier": _PLAIN,
    "type_identifier": _PLAIN,
    "stable_identifier": _PLAIN,
    "stable_type_identifier": _PLAIN,
    "generic_type": TypeShape(TypeShapeKind.GENERIC, ("type",), ("type_arguments",)),
    "compound_type": TypeShape(TypeShapeKind.INNER, ("base",)),
    "annotated_type": _FIRST,
    "applied_constructor_type": _FIRST,
    "singleton_type": _FIRST,
    "lazy_parameter_type": _OF_TYPE,
    "repeated_parameter_type": TypeShape(TypeShapeKind.ARRAY, ("type",)),
    "projected_type": TypeShape(TypeShapeKind.QUALIFIED, ("type",), second=("selector",)),
    "upper_bound": _OF_TYPE,
    "context_bound": _OF_TYPE,
}

MODIFIER_WORDS = frozenset({
    "private", "protected", "abstract", "final", "sealed", "implicit", "lazy", "override", "inline", "open",
    "transparent", "infix",
})  # fmt: skip

_VALUES = frozenset({"val_definition", "var_definition"})
_NO_CALLS = frozenset({CAST, "isInstanceOf", "classOf"})
_CONSTRUCTING = frozenset({"extends_clause", "instance_expression"})
_NON_WORD = re.compile(r"\W+")


def read_compound_type(node: tree_sitter.Node, reader: NodeReader, depth: int) -> TypeRef | None:
    """Read `A with B` as both types; in `new A with B` as the first."""
    around = None if node.parent is None else node.parent.type
    if around in _CONSTRUCTING:
        return None
    parts = (node.child_by_field_name("base"), *node.children_by_field_name("extra"))
    return _intersection([reader.type(each, depth + 1) for each in parts])


def _intersection(parts: list[TypeRef | None]) -> TypeRef:
    """Return one type with the members of several."""
    named = [each for each in parts if each is not None and each.name]
    types = [inner for each in named for inner in (each.arguments if each.name == UNION else (each,))]
    return TypeRef(UNION, tuple(types)) if len(types) > 1 else types[0] if types else TypeRef("")


def read_infix_type(node: tree_sitter.Node, reader: NodeReader, depth: int) -> TypeRef | None:
    """Read `A Or B` as `Or[A, B]`, and `A & B` as both types."""
    left, name, right = (node.child_by_field_name(each) for each in ("left", "operator", "right"))
    if left is None or name is None or right is None:
        return None
    arguments = (reader.type(each, depth + 1) or TypeRef("") for each in (left, right))
    if reader.text(name) == "&":
        return _intersection(list(arguments))
    return TypeRef(reader.text(name), tuple(arguments))


def read_parenthesized_type(node: tree_sitter.Node, reader: NodeReader, depth: int) -> TypeRef | None:
    """Read a type in parentheses, or a tuple type."""
    parts = node.named_children
    if len(parts) == 1:
        return reader.type(parts[0], depth + 1)
    return TypeRef(TUPLE, tuple(reader.type(each, depth + 1) or TypeRef("") for each in parts))


def read_function_type(node: tree_sitter.Node, reader: NodeReader, depth: int) -> TypeRef | None:
    """Read `A => B` as a function type of result and parameters; as a base it is `scala.Function1[A, B]`."""
    brackets = node.parent
    outer = None if brackets is None else brackets.parent
    parameter_list, result_node = (
        node.child_by_field_name(each) for each in ("parameter_types", "return_type")
    )
    if parameter_list is None or result_node is None:
        return None
    parts = [each for each in parameter_list.named_children if each.type != "comment"]
    parameters = tuple(reader.type(each, depth + 1) or TypeRef("") for each in parts)
    result = reader.type(result_node, depth + 1) or TypeRef("")
    if outer is not None and outer.type == "extends_clause":
        return TypeRef(f"scala.Function{len(parameters)}", (*parameters, result))
    return TypeRef(FUNCTION_TYPE, (result, *parameters))


def rewrite_captures(captures: Captures, reader: NodeReader) -> Captures:
    """Drop the callee of `f[A](a)`, the left side of `a(1) = 2`, and names in patterns of fields."""
    call = captures.get("call", [])
    if call and _is_assigned(call[0]):
        return {}
    for parameter in captures.get("parameter", []):
        pattern = parameter.parent
        if pattern is not None and pattern.parent is not None and pattern.parent.type in _VALUES:
            return {}
    if not call or call[0].type != "generic_function":
        return _with_arguments(captures)
    function = call[0].child_by_field_name("function")
    field = None if function is None else function.child_by_field_name("field")
    is_plain = function is not None and reader.text(field or function) in {*_NO_CALLS, PARENT}
    return {} if is_plain or is_called_or_value(call[0]) else captures


def _with_arguments(captures: Captures) -> Captures:
    """Add the constructor arguments of `new A(1) with B`."""
    constructed = captures.get("construct", [])
    types = constructed[0].named_children[:1] if constructed and not captures.get("arguments") else []
    base = types[0].child_by_field_name("base") if types else None
    arguments = [
        child for child in (base.named_children if base is not None else ()) if child.type == "arguments"
    ]
    return captures | {"arguments": arguments[:1]} if arguments else captures


def _is_assigned(node: tree_sitter.Node) -> bool:
    """Whether a call is on the left of `=`: it is a call of `update` then."""
    outer = node.parent
    if node.type != "call_expression" or outer is None or outer.type != "assignment_expression":
        return False
    left = outer.child_by_field_name("left")
    return left is not None and left.id == node.id


def complete_definition(
    definition: CodeDefinition, node: tree_sitter.Node, reader: NodeReader, words: frozenset[str]
) -> CodeDefinition:
    """Separate values from variables and traits from classes, and name anonymous definitions."""
    is_type = definition.kind is DefinitionKind.TYPE
    changes: dict[str, object] = {
        "name": definition.name.strip("`"),
        "self_types": tuple(_self_types(node, reader)) if is_type else (),
    }
    if node.type == "template_body":
        changes["name"] = f"${definition.name}"
        changes["signature"] = f"new {definition.name}"
        changes["visibility"] = Visibility.PRIVATE
    elif node.type == "given_definition" and node.child_by_field_name("name") is None:
        changes["name"] = f"given_{_NON_WORD.sub('_', definition.name).strip('_')}"
    if definition.type_kind is TypeKind.CLASS and definition.inherits and node.type != "template_body":
        changes["inherits"] = definition.inherits[:1]
        changes["implements"] = definition.inherits[1:]
    if definition.kind is DefinitionKind.VARIABLE:
        changes.update(_variable_attributes(definition, node, words))
    elif node.type != "template_body":
        changes["type_parameters"] = tuple(_type_parameters(node, reader))
    if definition.kind is DefinitionKind.FUNCTION:
        changes.update(_function_attributes(definition, node, words))
    elif node.type in {"class_definition", "full_enum_case"}:
        changes["parameters"] = tuple(_class_parameters(node, reader))
        changes["has_primary_constructor"] = True
        changes["has_companion_factory"] = _is_case(node)
    if "implicit" in words and definition.kind is not DefinitionKind.VARIABLE:
        parameters = changes.get("parameters", ())
        changes["is_implicit_conversion"] = (
            isinstance(parameters, tuple) and sum(not each.list_index for each in parameters) == 1
        )
    if "private" in words and _is_qualified(node, reader):
        changes["visibility"] = Visibility.INTERNAL
    return replace(definition, **changes)


def _variable_attributes(
    definition: CodeDefinition, node: tree_sitter.Node, words: frozenset[str]
) -> Iterator[tuple[str, object]]:
    tokens = {child.type for child in node.children}
    if "var" not in tokens:
        is_literal = isinstance(definition.value, OtherExpr) and bool(definition.value.type_name)
        is_constant = is_literal and node.type != "class_parameter"
        yield "mutability", Mutability.CONST if is_constant else Mutability.IMMUTABLE
    if node.type == "class_parameter":
        outer = None if node.parent is None else node.parent.parent
        is_case = outer is not None and _is_case(outer)
        if not is_case and words.isdisjoint({"private", "protected"}) and tokens.isdisjoint({"val", "var"}):
            yield "visibility", Visibility.PRIVATE
        by_type = None if definition.value_evidence is None else ValueEvidence.TYPE
        is_frozen = is_case and "var" not in tokens
        yield "value_evidence", ValueEvidence.FROZEN if is_frozen and by_type is None else by_type
        yield "value", None


def _is_case(node: tree_sitter.Node) -> bool:
    """Whether a class is constructed without `new` and exposes its parameters as fields."""
    return node.type == "full_enum_case" or any(child.type == "case" for child in node.children)


def _function_attributes(
    definition: CodeDefinition, node: tree_sitter.Node, words: frozenset[str]
) -> Iterator[tuple[str, object]]:
    yield "is_object_member", False
    yield "has_no_parameter_list", all(child.type != "parameters" for child in node.named_children)
    lists = tuple(_lists_of_parameters(node))
    yield (
        "parameters",
        tuple(
            replace(
                each,
                kind=ParameterKind.VARIADIC_POSITIONAL
                if each.type is not None and each.type.name == ARRAY
                else ParameterKind.POSITIONAL_OR_KEYWORD,
                list_index=number,
            )
            for each, number in zip_longest(definition.parameters, lists, fillvalue=0)
            if isinstance(each, CodeParameter) and isinstance(number, int)
        ),
    )
    yield "signature", definition.signature.removesuffix("=").rstrip()
    if definition.modifiers is not None:
        is_abstract = node.type == "function_declaration" or definition.modifiers.is_abstract
        is_override = True if "override" in words else None
        yield "modifiers", replace(definition.modifiers, is_abstract=is_abstract, is_override=is_override)


def _class_parameters(node: tree_sitter.Node, reader: NodeReader) -> Iterator[CodeParameter]:
    """Yield the parameters of the primary constructor."""
    lists = [child for child in node.named_children if child.type == "class_parameters"]
    for number, container in enumerate(lists):
        is_given = any(each.type in {"implicit", "using"} for each in container.children)
        for each in container.named_children:
            name = each.child_by_field_name("name")
            if each.type != "class_parameter" or name is None:
                continue
            type_ref = reader.type(each.child_by_field_name("type"))
            is_variadic = type_ref is not None and type_ref.name == ARRAY
            yield CodeParameter(
                plain_name(name, reader),
                type_ref,
                ParameterKind.VARIADIC_POSITIONAL if is_variadic else ParameterKind.POSITIONAL_OR_KEYWORD,
                each.child_by_field_name("default_value") is not None,
                number or int(is_given),
            )


def _lists_of_parameters(node: tree_sitter.Node) -> Iterator[int]:
    """Yield the index of each parameter's list; a list of implicit parameters never has index 0."""
    number = 0
    for child in node.named_children:
        if child.type == "parameters":
            is_given = any(each.type in {"implicit", "using"} for each in child.children)
            yield from [number or int(is_given) for each in child.named_children if each.type == "parameter"]
            number += 1


def _self_types(node: tree_sitter.Node, reader: NodeReader) -> Iterator[TypeRef]:
    """Yield the types of a self-type annotation: `self: A with B =>`."""
    body = node.child_by_field_name("body")
    container = (
        None
        if body is None
        else next((each for each in body.named_children if each.type == "self_type"), None)
    )
    written = [] if container is None else container.named_children[1:2]
    for each in written:
        parts = [each.child_by_field_name("base"), *each.children_by_field_name("extra")]
        for part in parts if each.type == "compound_type" else [each]:
            found = reader.type(part)
            if found is not None and found.name:
                yield found


def _is_qualified(node: tree_sitter.Node, reader: NodeReader) -> bool:
    """Whether something is private to an enclosing package or type: `private[a]`."""
    modifiers = next((child for child in node.named_children if child.type == "modifiers"), None)
    text = "" if modifiers is None else reader.text(modifiers)
    return "private[" in text and "private[this]" not in text


def _type_parameters(node: tree_sitter.Node, reader: NodeReader) -> Iterator[CodeTypeParameter]:
    """Yield type parameters; in the tree names and bounds are siblings."""
    found: list[CodeTypeParameter] = []
    for container in node.named_children:
        if container.type != "type_parameters":
            continue
        for child in container.named_children:
            name = child.child_by_field_name("name")
            if child.type in {"upper_bound", "context_bound"}:
                if found and found[-1].bound is None:
                    found[-1] = CodeTypeParameter(found[-1].name, reader.type(child))
            elif name is not None:
                bound = next((each for each in child.named_children if each.type == "upper_bound"), None)
                found.append(CodeTypeParameter(reader.text(name), reader.type(bound)))
            elif child.type == "identifier":
                found.append(CodeTypeParameter(reader.text(child)))
    yield from found


_OPERATORS = {
    "infix_expression": "{}",
    **{f"infix_expression {sign}": "" for sign in ("==", "!=", "&&", "||")},
    "prefix_expression": "unary_{}",
}


SCALA = Grammar(
    name="scala",
    argument_kinds={"vararg": (ArgumentKind.SPREAD_POSITIONAL,)},
    statement_blocks=frozenset(
        {
            "compilation_unit",
            "block",
            "template_body",
            "with_template_body",
            "case_block",
            "indented_block",
            "indented_cases",
            "enum_body",
        }
    ),
    immutable_values=IMMUTABLE_VALUES,
    mutations=MUTATIONS,
    load=tree_sitter_scala.language,
    query_file="scala/scala.scm",
    operator_methods=_OPERATORS,
    expressions=EXPRESSIONS,
    types=TYPES,
    read_imports=read_imports,
    complete_definition=complete_definition,
    expression_readers={
        "assignment_expression": read_assignment,
        "generic_function": read_generic_function,
        "call_expression": read_call,
        "floating_point_literal": read_number,
        "integer_literal": read_number,
        "method_value": read_method_value,
        "wildcard": read_placeholder,
    },
    type_readers={
        "compound_type": read_compound_type,
        "function_type": read_function_type,
        "infix_type": read_infix_type,
        "tuple_type": read_parenthesized_type,
    },
    rewrite_captures=rewrite_captures,
    read_lambda_parameter=read_lambda_parameter,
    receiver_names={"this": False, "super": True},
    named_argument_fields={"assignment_expression": "left"},
    has_optional_argument_lists=True,
    keeps_arguments=True,
    target_typed_types=frozenset({"lambda_expression"}),
    has_block_scope=True,
    comment_types=frozenset({"comment", "block_comment"}),
    doc_comment_pattern=DOC_BLOCK,
    modifier_words=MODIFIER_WORDS,
    modifier_types=frozenset({"modifiers"}),
)
