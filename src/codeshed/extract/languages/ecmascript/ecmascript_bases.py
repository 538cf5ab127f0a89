"""Base classes that are computed, and classes that functions return.

Turns: a class whose base is a call, or a parameter → CodeMixins: its possible bases, and that there may be
others. A returned class → its name.
"""

import tree_sitter

from codeshed.extract.engine.grammar import NodeReader
from codeshed.model.facts.code_expressions import CALL_SUFFIX, TYPE_OF, CodeExpression, NameExpr, TypeRef
from codeshed.model.facts.code_facts import CodeDefinition, CodeMixin

_NAMES = frozenset({"identifier", "member_expression"})
_FUNCTIONS = frozenset(
    {
        "arrow_function",
        "function_declaration",
        "function_expression",
        "generator_function",
        "generator_function_declaration",
        "method_definition",
    }
)
_RESULT_HOLDERS = frozenset({"arrow_function", "return_statement"})
_UNKNOWN_BASE = CodeMixin(TypeRef(""))


def find_possible_bases(
    definition: CodeDefinition, node: tree_sitter.Node, reader: NodeReader
) -> tuple[CodeMixin, ...]:
    """Return the possible bases of a class that extends a call: its result and its arguments; nothing for a named base."""
    base = _base_of(node)
    if base is None:
        return ()
    if base.type == "identifier" and _is_parameter(base, reader):
        return (_UNKNOWN_BASE,)
    function = base.child_by_field_name("function") if base.type == "call_expression" else None
    if function is None:
        return ()
    arguments = tuple(
        CodeMixin(each, is_reached_by_super=True, is_guessed=True) for each in definition.inherits
    )
    if function.type not in _NAMES:
        return (_UNKNOWN_BASE, *arguments)
    constructed = TypeRef(TYPE_OF, (TypeRef(f"{reader.text(function)}{CALL_SUFFIX}"),))
    return (_UNKNOWN_BASE, CodeMixin(constructed, is_reached_by_super=True, is_guessed=True), *arguments)


def read_returned_class(node: tree_sitter.Node, reader: NodeReader, depth: int) -> CodeExpression | None:
    """Read a returned class as its name, or as its keyword if it has none."""
    del depth
    if node.parent is None or node.parent.type not in _RESULT_HOLDERS:
        return None
    name = node.child_by_field_name("name") or next(each for each in node.children if each.type == "class")
    return NameExpr(name.start_byte, name.end_byte, reader.text(name))


def _base_of(node: tree_sitter.Node) -> tree_sitter.Node | None:
    """Return the expression after `extends`."""
    written = node if node.type.endswith("class_declaration") else _class_in(node)
    children = () if written is None else written.named_children
    heritage = next((each for each in children if each.type == "class_heritage"), None)
    base = heritage.named_children[0] if heritage is not None and heritage.named_children else None
    return base.child_by_field_name("value") if base is not None and base.type == "extends_clause" else base


def _class_in(node: tree_sitter.Node) -> tree_sitter.Node | None:
    """Return the class expression that a variable or an assignment defines."""
    return node if node.type == "class" else node.child_by_field_name("value")


def _is_parameter(name: tree_sitter.Node, reader: NodeReader) -> bool:
    """Whether a name is a parameter of an enclosing function."""
    text = reader.text(name)
    function = reader.nearest_ancestor(name, _FUNCTIONS)
    while function is not None:
        if text in reader.memoize(function, _parameter_names):
            return True
        function = reader.nearest_ancestor(function, _FUNCTIONS)
    return False


def _parameter_names(function: tree_sitter.Node, reader: NodeReader) -> frozenset[str]:
    """Return the names of a function's parameters, except destructured ones."""
    single, several = (function.child_by_field_name(each) for each in ("parameter", "parameters"))
    written = [single] if single is not None else [] if several is None else several.named_children
    named = (
        each.child_by_field_name("pattern") or each.child_by_field_name("left") or each for each in written
    )
    return frozenset(reader.text(each) for each in named if each.type == "identifier")
