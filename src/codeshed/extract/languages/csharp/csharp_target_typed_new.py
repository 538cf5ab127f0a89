"""Target-typed `new(…)` of C#: its type is that of its context.

Turns: `new(…)` → a NewExpr with the type of the variable, property, parameter or result that it is assigned
to.
"""

import tree_sitter

from codeshed.extract.engine.grammar import NodeReader
from codeshed.extract.engine.syntax_reading import child_of
from codeshed.extract.languages.csharp.csharp_values import (
    MAX_OPERATORS,
    call_of_argument,
    read_object_initializer,
)
from codeshed.model.facts.code_expressions import (
    ARRAY,
    WHOLE_ARGUMENT,
    CodeExpression,
    ContextualParameterExpr,
    NewExpr,
    TypeRef,
)

_TRANSPARENT = frozenset({
    "arrow_expression_clause", "conditional_expression", "equals_value_clause", "parenthesized_expression",
    "return_statement",
})  # fmt: skip
_WITH_RESULT = frozenset({
    "conversion_operator_declaration", "indexer_declaration", "local_function_statement", "method_declaration",
    "operator_declaration", "property_declaration", "variable_declaration",
})  # fmt: skip
_WITH_ITEMS = frozenset({"array_creation_expression", "variable_declaration"})
_LAMBDAS = frozenset({"anonymous_method_expression", "lambda_expression"})
_THROWN = frozenset({"throw_expression", "throw_statement"})
_TASKS = frozenset({"Task", "ValueTask"})


def read_target_typed_new(node: tree_sitter.Node, reader: NodeReader, depth: int) -> CodeExpression | None:
    """Read `new(…)` by its context."""
    inner, outer = node, node.parent
    while outer is not None and outer.type in _TRANSPARENT:
        inner, outer = outer, outer.parent
    if outer is None or depth > MAX_OPERATORS:
        return None
    like = _target_expression(node, inner, outer, reader, depth)
    type_ref = TypeRef("") if like is not None else _declared_type(inner, outer, reader)
    if type_ref is None or not (type_ref.name or like):
        return None
    return NewExpr(node.start_byte, node.end_byte, type_ref, same_type_as=like)


def _declared_type(inner: tree_sitter.Node, outer: tree_sitter.Node, reader: NodeReader) -> TypeRef | None:
    """Return the declared type of the context: of a variable, a result or an array's elements."""
    if outer.type in _THROWN:
        return TypeRef("System.Exception")
    is_item = outer.type == "initializer_expression"
    container = outer.parent if is_item else outer
    if container is not None and container.type == "variable_declarator":
        container = container.parent
    if inner.type == "return_statement":
        while container is not None and container.type not in _WITH_RESULT | _LAMBDAS:
            container = container.parent
    if container is None or container.type not in (_WITH_ITEMS if is_item else _WITH_RESULT):
        return None
    type_ref = reader.type(child_of(container, ("returns", "type")))
    is_task = type_ref is not None and type_ref.name in _TASKS and container.type != "variable_declaration"
    if type_ref is None or not (is_item or is_task):
        return type_ref
    is_held = type_ref.arguments and (is_task or type_ref.name == ARRAY)
    return type_ref.arguments[0] if is_held else None if is_item else type_ref


def _target_expression(
    node: tree_sitter.Node, inner: tree_sitter.Node, outer: tree_sitter.Node, reader: NodeReader, depth: int
) -> CodeExpression | None:
    """Return the expression that has the type of `new(…)`: an assignment's target, the other side of `??`, or a call's parameter."""
    left = outer.child_by_field_name("left")
    if left is not None and left.id != inner.id:
        operator = outer.child_by_field_name("operator")
        if outer.type == "binary_expression" and (operator is None or reader.text(operator) != "??"):
            return None
        initialised = (
            read_object_initializer(outer, reader, depth) if outer.type == "assignment_expression" else None
        )
        return initialised or reader.expression(left, depth + 1)
    call = call_of_argument(outer)
    argument_list = outer.parent
    if call is None or argument_list is None:
        return None
    arguments = [each for each in argument_list.named_children if each.type == "argument"]
    if any(each.child_by_field_name("name") is not None for each in arguments):
        return None
    number = next(number for number, each in enumerate(arguments) if each.id == outer.id)
    return ContextualParameterExpr(
        node.start_byte, node.end_byte, reader.expression(call, depth + 1), number, WHOLE_ARGUMENT
    )
