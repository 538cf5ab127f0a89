"""C# expressions whose types follow from their syntax.

Turns: literals, operators, arrays, lambda parameters → CodeExpressions with types.
"""

import tree_sitter

from codeshed.extract.engine.child_nodes import nth_named_child
from codeshed.extract.engine.grammar import NodeReader
from codeshed.extract.engine.syntax_reading import child_of
from codeshed.model.facts.code_expressions import (
    ARRAY,
    WHOLE_ARGUMENT,
    CallExpr,
    CastExpr,
    CodeExpression,
    ContextualParameterExpr,
    ItemExpr,
    MemberExpr,
    NameExpr,
    NewExpr,
    OtherExpr,
    TypeRef,
)

MAX_OPERATORS = 30
"""How many nested operators are followed for the type of a value."""

_TRUTHS = frozenset({"==", "!=", "<", ">", "<=", ">=", "&&", "||"})
_NUMBERS = ("int", "long", "float", "double")
_NUMBER_BY_ENDING = {
    "ul": "ulong", "lu": "ulong", "l": "long", "u": "uint", "f": "float", "d": "double", "m": "decimal",
}  # fmt: skip
_LAMBDAS = frozenset({"anonymous_method_expression", "lambda_expression"})
_CALLS = frozenset({
    "implicit_object_creation_expression", "invocation_expression", "object_creation_expression",
})  # fmt: skip
_WITH_BRACES = frozenset({
    "assignment_expression", "implicit_object_creation_expression", "object_creation_expression", "with_expression",
})  # fmt: skip
_VALUE = "value"
_ACCESSORS = frozenset({"accessor_declaration"})
_WITH_ACCESSORS = frozenset({"event_declaration", "indexer_declaration", "property_declaration"})
_SETTERS = frozenset({"add", "init", "remove", "set"})


def call_of_argument(argument: tree_sitter.Node) -> tree_sitter.Node | None:
    """Return the call of an argument."""
    argument_list = argument.parent if argument.type == "argument" else None
    call = None if argument_list is None else argument_list.parent
    return call if call is not None and call.type in _CALLS else None


def read_root_name(node: tree_sitter.Node, reader: NodeReader, depth: int) -> CodeExpression | None:
    """Read `global::A` as a name from the root namespace; other extern aliases are ignored."""
    del depth
    alias, name = node.child_by_field_name("alias"), node.child_by_field_name("name")
    if alias is None or name is None or reader.text(alias) != "global" or name.type != "identifier":
        return None
    return NameExpr(node.start_byte, node.end_byte, f".{reader.text(name)}")


def read_generic_name(node: tree_sitter.Node, reader: NodeReader, depth: int) -> CodeExpression | None:
    """Read `A<B, C>` as a name with two type arguments."""
    name, types = nth_named_child(node, 0), nth_named_child(node, 1)
    if name is None or types is None:
        return None
    n_types = 1 + sum(each.type == "," for each in types.children)
    type_arguments = (reader.type(each, depth + 1) for each in types.named_children)
    read = tuple(each or TypeRef("") for each in type_arguments)
    return NameExpr(
        node.start_byte, node.end_byte, reader.text(name), n_type_arguments=n_types, type_arguments=read
    )


def read_setter_value(node: tree_sitter.Node, reader: NodeReader, depth: int) -> CodeExpression | None:
    """Read `value` in a setter or similar accessor as an object of the property's or event's type."""
    if depth > MAX_OPERATORS or node.end_byte - node.start_byte != len(_VALUE) or reader.text(node) != _VALUE:
        return None
    accessor = reader.nearest_ancestor(node, _ACCESSORS)
    takes_one = accessor is not None and any(each.type in _SETTERS for each in accessor.children)
    container = (
        None if accessor is None or not takes_one else reader.nearest_ancestor(accessor, _WITH_ACCESSORS)
    )
    type_ref = None if container is None else reader.type(container.child_by_field_name("type"))
    if type_ref is None or not type_ref.name:
        return None
    begin, end = node.start_byte, node.end_byte
    return CastExpr(begin, end, type_ref, OtherExpr(begin, end))


def read_object_initializer(node: tree_sitter.Node, reader: NodeReader, depth: int) -> CodeExpression | None:
    """Read `A = 1` in an object initializer as the member A of that object."""
    name = node.child_by_field_name("left") or child_of(node, ("0",))
    outer = reader.parent(node)
    if outer is not None and outer.type == "initializer_expression":
        outer = reader.parent(outer)
    if outer is None or name is None or outer.type not in _WITH_BRACES or depth > MAX_OPERATORS:
        return None
    begin, end = node.start_byte, node.end_byte
    return MemberExpr(begin, end, reader.expression(outer, depth + 1), reader.text(name))


def read_number(node: tree_sitter.Node, reader: NodeReader, depth: int) -> CodeExpression | None:
    """Read the type of a number by its suffix."""
    del depth
    text = reader.text(node).lower()
    is_hexadecimal = text.startswith("0x")
    for ending, name in _NUMBER_BY_ENDING.items():
        if text.endswith(ending) and not (is_hexadecimal and ending in {"d", "f"}):
            return OtherExpr(node.start_byte, node.end_byte, name)
    return None


def read_array(node: tree_sitter.Node, reader: NodeReader, depth: int) -> CodeExpression | None:
    """Read `new A[1]`, and `new[] { … }`, whose elements have the type of the first."""
    type_node = node.child_by_field_name("type")
    begin, end = node.start_byte, node.end_byte
    if type_node is not None:
        constructed = reader.type(type_node, depth + 1)
        return None if constructed is None or not constructed.name else NewExpr(begin, end, constructed)
    items = node.named_children[-1].named_children if node.named_children else []
    first = reader.expression(items[0], depth + 1) if items and depth < MAX_OPERATORS else None
    if isinstance(first, NewExpr):
        return NewExpr(begin, end, TypeRef(ARRAY, (first.type_ref,)))
    if isinstance(first, OtherExpr) and first.type_name:
        return NewExpr(begin, end, TypeRef(ARRAY, (TypeRef(first.type_name),)))
    return None


def read_binary(node: tree_sitter.Node, reader: NodeReader, depth: int) -> CodeExpression | None:
    """Read a comparison as bool, a sum with a string as string, and `a ?? b` as the first operand of known type."""
    operator = node.child_by_field_name("operator")
    left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
    if operator is None or left is None or right is None or depth > MAX_OPERATORS:
        return None
    text = reader.text(operator)
    if text in _TRUTHS:
        return OtherExpr(node.start_byte, node.end_byte, "bool")
    if text == "??":
        return _first_known(left, right, reader, depth)
    types = [_type_name(each, reader, depth) for each in (left, right)]
    if text == "+" and "string" in types:
        return OtherExpr(node.start_byte, node.end_byte, "string")
    if text in {"+", "-", "*", "/", "%"} and all(each in _NUMBERS for each in types):
        wider = max(types, key=_NUMBERS.index)
        return OtherExpr(node.start_byte, node.end_byte, wider)
    return None


def _type_name(node: tree_sitter.Node, reader: NodeReader, depth: int) -> str:
    found = reader.expression(node, depth + 1)
    return found.type_name if isinstance(found, OtherExpr) else ""


def read_unary(node: tree_sitter.Node, reader: NodeReader, depth: int) -> CodeExpression | None:
    """Read `!a` as bool, and other prefix operators as their operand."""
    if depth > MAX_OPERATORS or not node.named_children:
        return None
    if node.children[0].type == "!":
        return OtherExpr(node.start_byte, node.end_byte, "bool")
    if node.children[0].type in {"-", "+", "~", "++", "--"}:
        return reader.expression(node.named_children[-1], depth + 1)
    return None


def read_choice(node: tree_sitter.Node, reader: NodeReader, depth: int) -> CodeExpression | None:
    """Read `a ? b : c` as the first branch of known type."""
    consequence = node.child_by_field_name("consequence")
    alternative = node.child_by_field_name("alternative")
    if consequence is None or alternative is None or depth > MAX_OPERATORS:
        return None
    return _first_known(consequence, alternative, reader, depth)


def _first_known(
    one: tree_sitter.Node, other: tree_sitter.Node, reader: NodeReader, depth: int
) -> CodeExpression:
    found = reader.expression(one, depth + 1)
    is_empty = isinstance(found, OtherExpr) and found.type_name in {"", "null"}
    return reader.expression(other, depth + 1) if is_empty else found


def read_call(node: tree_sitter.Node, reader: NodeReader, depth: int) -> CodeExpression | None:
    """Read a call with its explicit type arguments; `nameof(a)` is a string."""
    function = node.child_by_field_name("function")
    if function is None:
        return None
    if function.type == "identifier" and reader.text(function) == "nameof":
        return OtherExpr(node.start_byte, node.end_byte, "string")
    name: tree_sitter.Node | None = function
    while name is not None and name.type != "generic_name":
        last = name.named_children[-1] if name.type == "conditional_access_expression" else None
        name = name.child_by_field_name("name") or last
    type_arguments = name.named_children[-1].named_children if name is not None else []
    types = tuple(reader.type(each, depth + 1) or TypeRef("") for each in type_arguments)
    return CallExpr(node.start_byte, node.end_byte, reader.expression(function, depth + 1), types)


def read_argument(node: tree_sitter.Node, reader: NodeReader, depth: int) -> CodeExpression | None:
    """Read the value of an argument, without its name and `ref`; an `out` declaration has none."""
    last = node.children[-1] if node.children else None
    return None if last is None or depth > MAX_OPERATORS else reader.expression(last, depth + 1)


def read_await(node: tree_sitter.Node, reader: NodeReader, depth: int) -> CodeExpression | None:
    """Read `await a` and `await a.ConfigureAwait(false)` as the result of the task."""
    inner = node.named_children[-1] if node.named_children else None
    if inner is None or depth > MAX_OPERATORS:
        return None
    task = reader.expression(inner, depth + 1)
    if (
        isinstance(task, CallExpr)
        and isinstance(task.function, MemberExpr)
        and task.function.name == "ConfigureAwait"
    ):
        task = task.function.value
    return ItemExpr(task.begin, task.end, task)


def read_lambda_parameter(node: tree_sitter.Node, reader: NodeReader, depth: int) -> CodeExpression | None:
    """Read a parameter of a lambda as what the called function, or the assigned delegate, passes to it."""
    function = node.parent
    while function is not None and function.type not in _LAMBDAS and function.type.startswith("parameter"):
        function = function.parent
    argument = None if function is None else function.parent
    if function is None or argument is None or depth > MAX_OPERATORS or function.type not in _LAMBDAS:
        return None
    container = node.parent if node.type == "parameter" else None
    siblings = [node] if container is None else container.named_children
    parameter = next(number for number, each in enumerate(siblings) if each.id == node.id)
    begin, end = node.start_byte, node.end_byte
    call = call_of_argument(argument)
    if call is None:
        assigned = _assigned_to(function, argument, reader, depth)
        return (
            None
            if assigned is None
            else ContextualParameterExpr(begin, end, assigned, WHOLE_ARGUMENT, parameter)
        )
    argument_nodes = argument.parent.named_children if argument.parent is not None else []
    arguments = [each for each in argument_nodes if each.type == "argument"]
    number = next(number for number, each in enumerate(arguments) if each.id == argument.id)
    return ContextualParameterExpr(begin, end, reader.expression(call, depth + 1), number, parameter)


def _assigned_to(
    function: tree_sitter.Node, outer: tree_sitter.Node, reader: NodeReader, depth: int
) -> CodeExpression | None:
    """Return what a lambda is assigned to: a declared variable, or another expression."""
    left = outer.child_by_field_name("left")
    if outer.type == "assignment_expression" and left is not None and left.id != function.id:
        return read_object_initializer(outer, reader, depth) or reader.expression(left, depth + 1)
    declared = outer.parent if outer.type == "variable_declarator" else outer
    if declared is None or declared.type not in {"variable_declaration", "property_declaration"}:
        return None
    type_ref = reader.type(declared.child_by_field_name("type"))
    if type_ref is None or not type_ref.name:
        return None
    begin, end = outer.start_byte, function.start_byte
    return CastExpr(begin, end, type_ref, OtherExpr(begin, end))
