"""Parameters of lambdas that are arguments of a call: `items.map(x -> x.name)`.

Turns: such a parameter → ContextualParameterExpr, "what this call passes to that lambda".
"""

import tree_sitter

from codeshed.extract.engine.grammar import NodeReader
from codeshed.model.facts.code_expressions import CodeExpression, ContextualParameterExpr

_LAMBDA = "lambda_expression"
_PARAMETERS = frozenset({"inferred_parameters", "bindings"})
_POSTFIX = frozenset({"call_expression", "field_expression", "infix_expression"})
_ARGUMENT_LISTS = frozenset({"argument_list", "arguments"})
_CALLS = frozenset(
    {"call_expression", "instance_expression", "method_invocation", "object_creation_expression"}
)


def read_lambda_parameter(node: tree_sitter.Node, reader: NodeReader, depth: int) -> CodeExpression | None:
    """Read a parameter of a lambda as what the called function passes to it; None if the lambda is no argument."""
    outer = reader.parent(node)
    parameters = outer if outer is not None and outer.type in _PARAMETERS else None
    function = outer if parameters is None else reader.parent(parameters)
    if function is None or function.type != _LAMBDA:
        return None
    arguments = reader.parent(function)
    if arguments is not None and arguments.type == "block" and len(arguments.named_children) == 1:
        call, index = reader.parent(arguments), 0
    elif arguments is not None and arguments.type in _ARGUMENT_LISTS:
        call, index = reader.parent(arguments), _index_of(function, arguments)
    else:
        return None
    if call is None or call.type not in _CALLS:
        return None
    number = 0 if parameters is None else _index_of(node, parameters)
    begin, end = node.start_byte, node.end_byte
    return ContextualParameterExpr(
        begin, end, reader.expression(call, depth + 1), index, number, _argument_list_index(call)
    )


def read_placeholder(node: tree_sitter.Node, reader: NodeReader, depth: int) -> CodeExpression | None:
    """Read `_` in the argument `_.size` as the parameter of a lambda."""
    inner, outer = node, reader.parent(node)
    while outer is not None and outer.type in _POSTFIX and outer.start_byte == node.start_byte:
        inner, outer = outer, reader.parent(outer)
    call = None if outer is None or outer.type not in _ARGUMENT_LISTS else reader.parent(outer)
    if outer is None or call is None or call.type not in _CALLS or inner.id == node.id:
        return None
    function = reader.expression(call, depth + 1)
    return ContextualParameterExpr(
        node.start_byte, node.end_byte, function, _index_of(inner, outer), 0, _argument_list_index(call)
    )


def _argument_list_index(call: tree_sitter.Node) -> int:
    """Return the index of the argument list in a curried call: 1 for `b` in `f(a)(b)`."""
    number = 0
    function = call.child_by_field_name("function")
    while function is not None and function.type == "call_expression":
        number += 1
        function = function.child_by_field_name("function")
    return number


def _index_of(node: tree_sitter.Node, container: tree_sitter.Node) -> int:
    """Return the index of a node among its siblings, comments not counted."""
    siblings = (each for each in container.named_children if "comment" not in each.type)
    return next(number for number, each in enumerate(siblings) if each.id == node.id)
