"""Which function binds a name.

Turns: the declarations of a block → Scope. A name that no scope of the file binds is a global.
"""

from collections.abc import Iterator
from typing import NamedTuple

import tree_sitter

from codeshed.extract.languages.ecmascript.data_flow.outline import FUNCTION_TYPES, HOISTED_FUNCTIONS

_DECLARATIONS = frozenset({"lexical_declaration", "variable_declaration"})
_CLASSES = frozenset({"abstract_class_declaration", "class_declaration"})
_MAX_PATTERN_DEPTH = 20


class Binding(NamedTuple):
    """A variable of a function. `key` is its name, made unique where two blocks of the function declare it.

    `function` is the number of the function that it always is; `is_import` says that only its references tell what it is.
    """

    key: str
    function: int | None = None
    is_import: bool = False


class Scope:
    """The names that a block, a function or the file declares, within the scope around it."""

    __slots__ = ("function", "keys", "names", "parent")

    def __init__(self, function: int, parent: "Scope | None") -> None:
        """Open a scope of a function, by number."""
        self.function = function
        self.parent = parent
        self.names: dict[str, Binding] = {}
        is_inner = parent is not None and parent.function == function
        self.keys: dict[str, int] = parent.keys if is_inner and parent is not None else {}

    def bind(self, name: str, *, function: int | None = None, is_import: bool = False) -> Binding:
        """Declare a name; a second declaration in the same scope is the same variable."""
        known = self.names.get(name)
        if known is not None:
            if known.function not in {None, function}:
                known = self.names[name] = Binding(known.key)
            return known
        count = self.keys[name] = self.keys.get(name, 0) + 1
        binding = Binding(name if count == 1 else f"{name}#{count}", function, is_import)
        self.names[name] = binding
        return binding

    def lookup(self, name: str) -> "tuple[Binding, int] | None":
        """Return the variable of a name and the function that it belongs to."""
        scope: Scope | None = self
        while scope is not None:
            found = scope.names.get(name)
            if found is not None:
                return found, scope.function
            scope = scope.parent
        return None

    def function_scope(self) -> "Scope":
        """Return the outermost scope of the same function, where `var` declares."""
        scope = self
        while scope.parent is not None and scope.parent.function == self.function:
            scope = scope.parent
        return scope


def declare_block(
    statements: list[tree_sitter.Node], scope: Scope, number_by_node: dict[int, int]
) -> Iterator[tuple[Binding, int]]:
    """Bind what the statements of a block declare; yield the functions among it, which have their value from the beginning."""
    for each in statements:
        statement = each
        if each.type == "export_statement":
            statement = each.child_by_field_name("declaration") or each
        kind = statement.type
        if kind in _DECLARATIONS:
            _declare_variables(statement, scope, number_by_node)
        elif kind in HOISTED_FUNCTIONS:
            name = statement.child_by_field_name("name")
            number = number_by_node.get(statement.id)
            if name is not None and number is not None:
                yield scope.bind(_text(name), function=number), number
        elif kind in _CLASSES:
            name = statement.child_by_field_name("name")
            if name is not None:
                scope.bind(_text(name))
        elif kind == "import_statement":
            for imported in _iter_imported(statement):
                scope.bind(imported, is_import=True)


def _declare_variables(declaration: tree_sitter.Node, scope: Scope, number_by_node: dict[int, int]) -> None:
    first = declaration.children[0].type if declaration.children else ""
    target = scope.function_scope() if first == "var" else scope
    for each in declaration.named_children:
        pattern = each.child_by_field_name("name") if each.type == "variable_declarator" else None
        if pattern is None:
            continue
        value = each.child_by_field_name("value")
        is_function = first == "const" and value is not None and value.type in FUNCTION_TYPES
        function = number_by_node.get(value.id) if is_function and value is not None else None
        if pattern.type == "identifier":
            target.bind(_text(pattern), function=function)
        else:
            for name in iter_pattern_names(pattern):
                target.bind(name)


def iter_pattern_names(pattern: tree_sitter.Node, depth: int = 0) -> Iterator[str]:
    """Yield the names that a pattern declares."""
    if pattern.type in {"identifier", "shorthand_property_identifier_pattern"}:
        yield _text(pattern)
    elif pattern.type in {"assignment_pattern", "object_assignment_pattern"}:
        left = pattern.child_by_field_name("left")
        if left is not None:
            yield from iter_pattern_names(left, depth)
    elif pattern.type == "pair_pattern":
        value = pattern.child_by_field_name("value")
        if value is not None:
            yield from iter_pattern_names(value, depth)
    elif pattern.type in {"object_pattern", "array_pattern", "rest_pattern"} and depth < _MAX_PATTERN_DEPTH:
        for each in pattern.named_children:
            yield from iter_pattern_names(each, depth + 1)


def _iter_imported(statement: tree_sitter.Node) -> Iterator[str]:
    clause = next((each for each in statement.named_children if each.type == "import_clause"), None)
    for each in () if clause is None else clause.named_children:
        if each.type == "identifier":
            yield _text(each)
        elif each.type == "namespace_import":
            yield from (_text(name) for name in each.named_children if name.type == "identifier")
        elif each.type == "named_imports":
            for specifier in each.named_children:
                name = specifier.child_by_field_name("alias") or specifier.child_by_field_name("name")
                if name is not None:
                    yield _text(name)


def _text(node: tree_sitter.Node) -> str:
    return (node.text or b"").decode("utf-8", "replace")
