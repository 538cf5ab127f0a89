"""Names that Ruby binds without an assignment.

Turns: bindings of patterns, blocks and `rescue` → captures of locals and parameters, and their values.
"""

import tree_sitter

from codeshed.extract.engine.grammar import Captures, NodeReader
from codeshed.extract.languages.ruby.ruby_mixins import CONSTANTS
from codeshed.extract.languages.ruby.ruby_nesting import BLOCKS, CODE_NODES
from codeshed.model.facts.code_expressions import CallExpr, CastExpr, CodeExpression, MemberExpr, OtherExpr

_MAKER = "new"


def rewrite_parameter_captures(captures: Captures) -> Captures:
    """Separate the bindings of a pattern, `in [first, *rest]`, from parameters."""
    node = captures["parameter"][0]
    is_bound = node.parent is not None and node.parent.type.endswith("_pattern")
    return {"name": captures["name"], "define.variable": captures["name"]} if is_bound else captures


def is_implicit_parameter(node: tree_sitter.Node, reader: NodeReader) -> bool:
    """Whether a name is an implicit block parameter (`it`, `_1`), and not a method."""
    block, parent = reader.nearest_ancestor(node, CODE_NODES), reader.parent(node)
    method = None if parent is None or parent.type != "call" else parent.child_by_field_name("method")
    is_in_block = block is not None and block.type in {*BLOCKS, "lambda"}
    is_named = block is None or block.child_by_field_name("parameters") is not None
    return is_in_block and not is_named and (method is None or method.id != node.id)


def read_pattern_binding(node: tree_sitter.Node, reader: NodeReader, depth: int) -> CodeExpression | None:
    """Read `A => a` in a pattern: a is an A."""
    del depth
    value = node.child_by_field_name("value")
    constructed = None if value is None or value.type not in CONSTANTS else reader.type(value)
    begin, end = node.start_byte, node.end_byte
    return None if constructed is None else CastExpr(begin, end, constructed, OtherExpr(begin, end))


def read_rescue_binding(node: tree_sitter.Node, reader: NodeReader, depth: int) -> CodeExpression | None:
    """Read `rescue A => a` as the result of `A.new`: an A, or if A is external anything that derives from it."""
    kinds = node.named_children
    if len(kinds) != 1 or kinds[0].type not in CONSTANTS:
        return None
    begin, end = node.start_byte, node.end_byte
    return CallExpr(begin, end, MemberExpr(begin, end, reader.expression(kinds[0], depth + 1), _MAKER))
