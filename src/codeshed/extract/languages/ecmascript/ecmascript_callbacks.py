"""Parameters of callbacks in JavaScript and TypeScript.

Turns: a parameter of a function expression that is an argument → a ContextualParameterExpr, "what this call passes to it";
or the module, in `import("./a").then(a => …)`. A parameter of any other function expression, also in an object literal →
what the type of the target passes to it, as in `const run: Action = (app) => …`.
"""

import tree_sitter

from codeshed.extract.engine.grammar import NodeReader
from codeshed.model.facts.code_expressions import (
    WHOLE_ARGUMENT,
    CastExpr,
    CodeExpression,
    ContextualParameterExpr,
    ItemExpr,
    MemberExpr,
    OtherExpr,
)

_FUNCTION_EXPRESSIONS = frozenset({"arrow_function", "function_expression", "method_definition"})
_WITH_RESULT = frozenset({
    "arrow_function", "function_declaration", "function_expression", "generator_function", "method_definition",
})  # fmt: skip
_MAX_DEPTH = 40
_CALLS = frozenset({"call_expression", "new_expression"})
_COMMENT = "comment"
_PROMISE_METHODS = frozenset({"then", "catch", "finally"})


def read_callback_parameter(node: tree_sitter.Node, reader: NodeReader, depth: int) -> CodeExpression | None:
    """Read a parameter as what the called function passes to its callback; None if nothing asks for the function."""
    list_of_parameters = (
        node.parent if node.parent is not None and node.parent.type == "formal_parameters" else None
    )
    function = node.parent if list_of_parameters is None else list_of_parameters.parent
    if function is None or function.type not in _FUNCTION_EXPRESSIONS:
        return None
    parameter = 0 if list_of_parameters is None else _index_of(node, list_of_parameters)
    arguments = function.parent
    call = None if arguments is None or arguments.type != "arguments" else arguments.parent
    if arguments is None or call is None or call.type not in _CALLS:
        target = _expected_type(function, reader, depth)
        return (
            None
            if target is None
            else ContextualParameterExpr(node.start_byte, node.end_byte, target, WHOLE_ARGUMENT, parameter)
        )
    loaded = promised_module(call.child_by_field_name("function"), reader)
    if loaded is not None:
        is_module = _index_of(function, arguments) == parameter == 0 and _is_then(call, reader)
        return reader.expression(loaded, depth + 1) if is_module else None
    return ContextualParameterExpr(
        node.start_byte,
        node.end_byte,
        reader.expression(call, depth + 1),
        _index_of(function, arguments),
        parameter,
    )


def _expected_type(node: tree_sitter.Node, reader: NodeReader, depth: int) -> CodeExpression | None:
    """Return an expression of the type that code around a function or object expects of it."""
    outer = reader.parent(node)
    while outer is not None and outer.type == "parenthesized_expression":
        outer = reader.parent(outer)
    if outer is None or depth > _MAX_DEPTH:
        return None
    found: CodeExpression | None = None
    match outer.type:
        case "object" if node.type == "method_definition":
            found = _expected_member(outer, node.child_by_field_name("name"), reader, depth)
        case "pair":
            found = _expected_member(reader.parent(outer), outer.child_by_field_name("key"), reader, depth)
        case "array":
            around = _expected_type(outer, reader, depth + 1)
            found = None if around is None else ItemExpr(node.start_byte, node.end_byte, around)
        case "arguments":
            found = _expected_argument(node, outer, reader, depth)
        case "variable_declarator" | "public_field_definition":
            found = _cast_to(outer.child_by_field_name("type"), node, reader, depth)
        case "satisfies_expression" | "as_expression":
            found = _cast_to(outer.named_children[-1], node, reader, depth)
        case "return_statement" | "arrow_function":
            is_function = outer.type == "arrow_function"
            function = outer if is_function else reader.nearest_ancestor(outer, _WITH_RESULT)
            found = _result_type(function, node, reader, depth)
        case _:
            pass
    return found


def _expected_member(
    literal: tree_sitter.Node | None, key: tree_sitter.Node | None, reader: NodeReader, depth: int
) -> CodeExpression | None:
    """Return an expression of the type that is expected of a field of an object literal."""
    around = None if literal is None else _expected_type(literal, reader, depth + 1)
    if around is None or key is None or key.type != "property_identifier":
        return None
    return MemberExpr(key.start_byte, key.end_byte, around, reader.text(key))


def _expected_argument(
    node: tree_sitter.Node, arguments: tree_sitter.Node, reader: NodeReader, depth: int
) -> CodeExpression | None:
    """Return an expression of the type that a call expects of an argument."""
    call = reader.parent(arguments)
    if call is None or call.type not in _CALLS:
        return None
    callee = reader.expression(call, depth + 1)
    index = _index_of(node, arguments)
    return ContextualParameterExpr(node.start_byte, node.end_byte, callee, index, WHOLE_ARGUMENT)


def _result_type(
    function: tree_sitter.Node | None, node: tree_sitter.Node, reader: NodeReader, depth: int
) -> CodeExpression | None:
    """Return an expression of the declared result of a function; nothing for an async one."""
    is_async = function is not None and any(each.type == "async" for each in function.children)
    if function is None or is_async:
        return None
    return _cast_to(function.child_by_field_name("return_type"), node, reader, depth)


def _cast_to(
    annotation: tree_sitter.Node | None, node: tree_sitter.Node, reader: NodeReader, depth: int
) -> CodeExpression | None:
    type_ref = reader.type(annotation, depth + 1)
    if type_ref is None or not type_ref.name:
        return None
    begin, end = node.start_byte, node.end_byte
    return CastExpr(begin, end, type_ref, OtherExpr(begin, end))


def promised_module(function: tree_sitter.Node | None, reader: NodeReader) -> tree_sitter.Node | None:
    """Return the `import` call on whose promise a method is called: `import("./a").then`."""
    value = None if function is None else function.child_by_field_name("object")
    name = None if function is None else function.child_by_field_name("property")
    loading = None if value is None else value.child_by_field_name("function")
    is_promise = loading is not None and loading.type == "import"
    return value if is_promise and name is not None and reader.text(name) in _PROMISE_METHODS else None


def _is_then(call: tree_sitter.Node, reader: NodeReader) -> bool:
    function = call.child_by_field_name("function")
    name = None if function is None else function.child_by_field_name("property")
    return name is not None and reader.text(name) == "then"


def _index_of(node: tree_sitter.Node, container: tree_sitter.Node) -> int:
    """Return the index of the part of a list that is a node, or that has it in parentheses; comments are not counted."""
    parts = (each for each in container.named_children if each.type != _COMMENT)
    return next(
        number
        for number, each in enumerate(parts)
        if each.start_byte <= node.start_byte and node.end_byte <= each.end_byte
    )
