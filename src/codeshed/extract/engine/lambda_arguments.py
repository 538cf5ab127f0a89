"""Functions without a name that calls are given.

Turns: a parameter of such a function → GivenExpr: what the call gives it.
"""

import tree_sitter

from codeshed.extract.engine.grammar import NodeReader
from codeshed.model.code_expressions import CodeExpression, GivenExpr

_LAMBDA = "lambda_expression"
_PARAMETERS = frozenset({"inferred_parameters", "bindings"})
_BEHIND = frozenset({"call_expression", "field_expression", "infix_expression"})
_GIVEN = frozenset({"argument_list", "arguments"})
_CALLS = frozenset(
    {"call_expression", "instance_expression", "method_invocation", "object_creation_expression"}
)


def read_given(node: tree_sitter.Node, reader: NodeReader, depth: int) -> CodeExpression | None:
    """Read a parameter as what the call gives it that its function is given to; of another function it is not known."""
    outer = reader.parent(node)
    parameters = outer if outer is not None and outer.type in _PARAMETERS else None
    function = outer if parameters is None else reader.parent(parameters)
    if function is None or function.type != _LAMBDA:
        return None
    arguments = reader.parent(function)
    if arguments is not None and arguments.type == "block" and len(arguments.named_children) == 1:
        call, place = reader.parent(arguments), 0
    elif arguments is not None and arguments.type in _GIVEN:
        call, place = reader.parent(arguments), _place(function, arguments)
    else:
        return None
    if call is None or call.type not in _CALLS:
        return None
    number = 0 if parameters is None else _place(node, parameters)
    begin, end = node.start_byte, node.end_byte
    return GivenExpr(begin, end, reader.expression(call, depth + 1), place, number, _list(call))


def read_placeholder(node: tree_sitter.Node, reader: NodeReader, depth: int) -> CodeExpression | None:
    """Read `_` in `_.size` as what the call gives it that such a function is given to."""
    inner, outer = node, reader.parent(node)
    while outer is not None and outer.type in _BEHIND and outer.start_byte == node.start_byte:
        inner, outer = outer, reader.parent(outer)
    call = None if outer is None or outer.type not in _GIVEN else reader.parent(outer)
    if outer is None or call is None or call.type not in _CALLS or inner.id == node.id:
        return None
    function = reader.expression(call, depth + 1)
    return GivenExpr(node.start_byte, node.end_byte, function, _place(inner, outer), 0, _list(call))


def _list(call: tree_sitter.Node) -> int:
    """Return the number of the list that a call gives, where what is called is a call itself: `f(a)(b)`."""
    number = 0
    function = call.child_by_field_name("function")
    while function is not None and function.type == "call_expression":
        number += 1
        function = function.child_by_field_name("function")
    return number


def _place(node: tree_sitter.Node, holder: tree_sitter.Node) -> int:
    """Return the place of a node among those beside it that are no comments."""
    beside = (each for each in holder.named_children if "comment" not in each.type)
    return next(number for number, each in enumerate(beside) if each.id == node.id)
