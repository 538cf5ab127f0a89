"""Type aliases: `type X[T] = value`.

Turns: the node → a definition whose scope returns the value.
"""

from tree_sitter import Node

from codeshed.extract.python.expressions import ExpressionReader
from codeshed.extract.python.scope_outline import OpenScope, ScopeOutline
from codeshed.extract.python.syntax_nodes import identifiers_below, named_children
from codeshed.extract.python.type_parameters import read_type_parameters
from codeshed.model.facts.python_facts import (
    Argument,
    Assign,
    Attribute,
    Call,
    Define,
    DefinitionFact,
    Expression,
    Name,
    Return,
    ScopeKind,
)


def read_type_alias(
    node: Node, scope: OpenScope, outline: ScopeOutline, expressions: ExpressionReader
) -> None:
    """Read a type alias, or the assignment `type(x).y = z`, which begins like one."""
    left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
    if left is None or right is None or not named_children(left):
        return
    declared = named_children(left)[0]
    if declared.type not in {"identifier", "generic_type"}:
        target = _member_of_call(declared, node.start_byte, scope, expressions)
        scope.statements.append(Assign((target,), expressions.read(right, scope), end=node.end_byte))
        return
    name_node = identifiers_below(left)[0]
    index = outline.reserve_definition()
    name = expressions.name(name_node)
    scope.bind(name)
    qualified_name = scope.qualified_name_of(name, "")
    scope.statements.append(Define(index))
    inner = outline.open_scope(ScopeKind.ALIAS, scope, right.start_byte, right.end_byte, qualified_name)
    inner.definition = index
    parameters = next((each for each in named_children(declared) if each.type == "type_parameter"), None)
    type_parameters = read_type_parameters(parameters, scope, expressions)
    for each in type_parameters:
        inner.bind(each.name)
    inner.statements.append(Return(expressions.read(right, inner)))
    outline.close_scope(inner)
    outline.fill_definition(
        index,
        DefinitionFact(
            qualified_name=qualified_name,
            name=name,
            begin=node.start_byte,
            end=node.end_byte,
            name_begin=name_node.start_byte,
            scope=inner.index,
            is_alias=True,
            type_parameters=type_parameters,
        ),
    )


def _member_of_call(node: Node, begin: int, scope: OpenScope, expressions: ExpressionReader) -> Expression:
    """Read what follows `type` as the arguments of a call, and the attributes that are taken from its result."""
    names: list[Node] = []
    current = node
    while (value := current.child_by_field_name("object")) is not None:
        name = current.child_by_field_name("attribute")
        if name is not None:
            names.append(name)
        current = value
    word = Name(begin, begin + len("type"), "type")
    arguments = tuple(Argument(expressions.read(each, scope)) for each in named_children(current))
    result: Expression = Call(begin, current.end_byte, word, arguments)
    for name in reversed(names):
        result = Attribute(begin, name.end_byte, result, expressions.name(name))
    return result
