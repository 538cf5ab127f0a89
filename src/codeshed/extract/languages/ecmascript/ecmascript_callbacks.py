"""Parameters of callbacks in JavaScript and TypeScript.

Turns: a parameter of a function expression that is an argument → a ContextualParameterExpr, "what this call passes to it";
or the module, in `import("./a").then(a => …)`.
"""

import tree_sitter

from codeshed.extract.engine.grammar import NodeReader
from codeshed.model.facts.code_expressions import CodeExpression, ContextualParameterExpr

_FUNCTION_EXPRESSIONS = frozenset({"arrow_function", "function_expression"})
_CALLS = frozenset({"call_expression", "new_expression"})
_COMMENT = "comment"
_PROMISE_METHODS = frozenset({"then", "catch", "finally"})


def read_callback_parameter(node: tree_sitter.Node, reader: NodeReader, depth: int) -> CodeExpression | None:
    """Read a parameter as what the called function passes to its callback; None if the function is no argument."""
    list_of_parameters = (
        node.parent if node.parent is not None and node.parent.type == "formal_parameters" else None
    )
    function = node.parent if list_of_parameters is None else list_of_parameters.parent
    arguments = None if function is None or function.type not in _FUNCTION_EXPRESSIONS else function.parent
    call = None if arguments is None or arguments.type != "arguments" else arguments.parent
    if function is None or arguments is None or call is None or call.type not in _CALLS:
        return None
    parameter = 0 if list_of_parameters is None else _index_of(node, list_of_parameters)
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
    """Return the index of a node among its siblings, comments not counted."""
    siblings = (each for each in container.named_children if each.type != _COMMENT)
    return next(number for number, each in enumerate(siblings) if each.id == node.id)
