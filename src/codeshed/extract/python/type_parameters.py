"""Type parameters of functions, classes and type aliases: `[T: Shape, U: (int, str), *Ts, **P]`.

Turns: the node in brackets → TypeParameterFacts.
"""

from tree_sitter import Node

from codeshed.extract.python.expressions import ExpressionReader
from codeshed.extract.python.scope_outline import OpenScope
from codeshed.extract.python.syntax_nodes import identifiers_below, named_children
from codeshed.model.facts.python_facts import Expression, TypeParameterFact


def read_type_parameters(
    node: Node | None, scope: OpenScope, expressions: ExpressionReader
) -> tuple[TypeParameterFact, ...]:
    """Read the type parameters in a node, with their bounds as expressions of a scope."""
    found = []
    for child in () if node is None else named_children(node):
        inner = named_children(child)[0] if named_children(child) else child
        bound: Expression | None = None
        if inner.type == "constrained_type":
            declared, upper = named_children(inner)[0], named_children(inner)[-1]
            bound = expressions.read(upper, scope)
            inner = declared
        leaves = identifiers_below(inner)
        if leaves:
            found.append(TypeParameterFact(expressions.name(leaves[0]), bound))
    return tuple(found)
