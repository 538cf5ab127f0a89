"""What functions of React give.

Turns: `useContext(context)` → the element of the context, which `createContext<T>()` made; `useMemo(() => value)` → the value.
"""

import tree_sitter

from codeshed.extract.engine.grammar import NodeReader
from codeshed.model.facts.code_expressions import CodeExpression, ItemExpr

WRAPPING_FUNCTIONS = frozenset({
    "createContext", "createRef", "useRef", "useState",
    "React.createContext", "React.createRef", "React.useRef", "React.useState",
})  # fmt: skip
"""Functions whose result wraps their argument."""

_USES = frozenset({"useContext", "React.useContext"})
_MEMOS = frozenset({"useMemo", "React.useMemo"})
_PROGRAM = frozenset({"program"})
_MODULES = frozenset({"react", "preact", "preact/hooks", "preact/compat"})
_QUOTES = "\"'"


def read_used_context(node: tree_sitter.Node, reader: NodeReader, depth: int) -> CodeExpression | None:
    """Read `useContext(context)` as what the context holds, in a file that imports React."""
    function, arguments = node.child_by_field_name("function"), node.child_by_field_name("arguments")
    if function is None or arguments is None or arguments.named_child_count != 1:
        return None
    root = reader.nearest_ancestor(node, _PROGRAM) if reader.text(function) in _USES else None
    if root is None or not reader.memoize(root, _imports_react):
        return None
    return ItemExpr(node.start_byte, node.end_byte, reader.expression(arguments.named_children[0], depth + 1))


def read_memoized_value(node: tree_sitter.Node, reader: NodeReader, depth: int) -> CodeExpression | None:
    """Read `useMemo(() => value, …)` as the value, in a file that imports React."""
    function, arguments = node.child_by_field_name("function"), node.child_by_field_name("arguments")
    if function is None or arguments is None or reader.text(function) not in _MEMOS:
        return None
    computing = arguments.named_children[0] if arguments.named_children else None
    body = None if computing is None else computing.child_by_field_name("body")
    if computing is None or computing.type != "arrow_function" or body is None:
        return None
    root = reader.nearest_ancestor(node, _PROGRAM)
    if body.type == "statement_block" or root is None or not reader.memoize(root, _imports_react):
        return None
    return reader.expression(body, depth + 1)


def _imports_react(root: tree_sitter.Node, reader: NodeReader) -> bool:
    sources = (
        each.child_by_field_name("source") for each in root.named_children if each.type == "import_statement"
    )
    return any(each is not None and reader.text(each).strip(_QUOTES) in _MODULES for each in sources)
