"""Functions without a name that calls of JavaScript and TypeScript are given.

Turns: a parameter of such a function → a GivenExpr: what the call gives it; or the module, of `import("./a").then`.
"""

import tree_sitter

from codeshed.extract.engine.grammar import NodeReader
from codeshed.model.code_expressions import CodeExpression, GivenExpr

_WITHOUT_NAME = frozenset({"arrow_function", "function_expression"})
_CALLS = frozenset({"call_expression", "new_expression"})
_COMMENT = "comment"
_OF_PROMISES = frozenset({"then", "catch", "finally"})


def read_given(node: tree_sitter.Node, reader: NodeReader, depth: int) -> CodeExpression | None:
    """Read a parameter as what the call gives it that its function is given to; of another function it is not known."""
    list_of_parameters = (
        node.parent if node.parent is not None and node.parent.type == "formal_parameters" else None
    )
    function = node.parent if list_of_parameters is None else list_of_parameters.parent
    arguments = None if function is None or function.type not in _WITHOUT_NAME else function.parent
    call = None if arguments is None or arguments.type != "arguments" else arguments.parent
    if function is None or arguments is None or call is None or call.type not in _CALLS:
        return None
    parameter = 0 if list_of_parameters is None else _place(node, list_of_parameters)
    loaded = promised_module(call.child_by_field_name("function"), reader)
    if loaded is not None:
        is_module = _place(function, arguments) == parameter == 0 and _is_then(call, reader)
        return reader.expression(loaded, depth + 1) if is_module else None
    return GivenExpr(
        node.start_byte,
        node.end_byte,
        reader.expression(call, depth + 1),
        _place(function, arguments),
        parameter,
    )


def promised_module(function: tree_sitter.Node | None, reader: NodeReader) -> tree_sitter.Node | None:
    """Return the call of `import` that a method of a promise is called on: `import("./a").then`."""
    value = None if function is None else function.child_by_field_name("object")
    name = None if function is None else function.child_by_field_name("property")
    loading = None if value is None else value.child_by_field_name("function")
    is_promise = loading is not None and loading.type == "import"
    return value if is_promise and name is not None and reader.text(name) in _OF_PROMISES else None


def _is_then(call: tree_sitter.Node, reader: NodeReader) -> bool:
    function = call.child_by_field_name("function")
    name = None if function is None else function.child_by_field_name("property")
    return name is not None and reader.text(name) == "then"


def _place(node: tree_sitter.Node, holder: tree_sitter.Node) -> int:
    """Return the place of a node among those beside it that are no comments."""
    beside = (each for each in holder.named_children if each.type != _COMMENT)
    return next(number for number, each in enumerate(beside) if each.id == node.id)
