"""The standard library's parser as an oracle for our facts.

It reads only what the interpreter that runs the tests understands, so it is no more than an oracle.
"""

import __future__

import ast
import re
import symtable
from collections.abc import Iterator

import msgspec

from codeshed.model.facts.python_facts import (
    Attribute,
    Call,
    Compound,
    CompoundKind,
    Expression,
    Import,
    Literal,
    Name,
    PythonFacts,
    ScopedExpression,
    ScopeKind,
    Subscript,
    Walrus,
)


def iter_expressions(facts: PythonFacts) -> Iterator[Expression]:
    """Yield every expression of a file, nested ones included."""
    pending: list[object] = [*facts.scopes, *facts.definitions]
    while pending:
        current = pending.pop()
        if isinstance(
            current, Name | Attribute | Call | Subscript | Literal | ScopedExpression | Walrus | Compound
        ):
            yield current
        if isinstance(current, msgspec.Struct):
            pending += [getattr(current, field) for field in current.__struct_fields__]
        elif isinstance(current, tuple):
            pending += current


def places(facts: PythonFacts) -> dict[str, set[tuple[int, int]]]:
    """Return the spans of calls, members, items, names, operators and scopes in our facts."""
    found: dict[str, set[tuple[int, int]]] = {kind: set() for kind in KINDS}
    for each in iter_expressions(facts):
        place = (each.begin, each.end)
        if isinstance(each, Call):
            found["call"].add(place)
        elif isinstance(each, Attribute):
            found["member"].add(place)
        elif isinstance(each, Subscript):
            found["item"].add(place)
        elif isinstance(each, Name):
            found["name"].add(place)
        elif isinstance(each, ScopedExpression):
            found["scoped"].add(place)
        elif isinstance(each, Walrus):
            found["walrus"].add(place)
        elif isinstance(each, Compound) and each.kind is CompoundKind.COMPARISON:
            found["comparison"].add(place)
    return found


KINDS = ("call", "member", "item", "name", "scoped", "walrus", "comparison")
_KIND_BY_NODE: dict[type[ast.AST], str] = {
    ast.Call: "call",
    ast.Attribute: "member",
    ast.Subscript: "item",
    ast.Name: "name",
    ast.Lambda: "scoped",
    ast.ListComp: "scoped",
    ast.SetComp: "scoped",
    ast.DictComp: "scoped",
    ast.GeneratorExp: "scoped",
    ast.NamedExpr: "walrus",
    ast.Compare: "comparison",
}


def true_places(tree: ast.AST, line_starts: tuple[int, ...]) -> dict[str, set[tuple[int, int]]]:
    """Return the same spans according to the standard parser, except in patterns and f-strings."""
    found: dict[str, set[tuple[int, int]]] = {kind: set() for kind in KINDS}
    pending: list[ast.AST] = [tree]
    while pending:
        node = pending.pop()
        kind = _KIND_BY_NODE.get(type(node))
        if kind is not None and isinstance(node, ast.expr):
            begin = line_starts[node.lineno - 1] + node.col_offset
            end = line_starts[(node.end_lineno or 1) - 1] + (node.end_col_offset or 0)
            if isinstance(node, ast.NamedExpr):
                found["name"].discard((begin, end))
            found[kind].add((begin, end))
        for child in ast.iter_child_nodes(node):
            # What a walrus or an alias names is no expression in our facts.
            is_target = child is getattr(
                node, {"NamedExpr": "target", "TypeAlias": "name"}.get(type(node).__name__, ""), None
            )
            if not isinstance(child, ast.JoinedStr | ast.pattern) and not is_target:
                pending.append(child)
    return found


def definitions(tree: ast.AST) -> list[tuple[str, str | None, bool, int]]:
    """Return name, docstring, `async` and number of parameters of every function and class."""
    found = []
    for node in ast.walk(tree):
        if isinstance(node, ast.ClassDef):
            found.append((node.name, ast.get_docstring(node), False, 0))
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            arguments = node.args
            count = len(arguments.posonlyargs) + len(arguments.args) + len(arguments.kwonlyargs)
            count += (arguments.vararg is not None) + (arguments.kwarg is not None)
            found.append((node.name, ast.get_docstring(node), isinstance(node, ast.AsyncFunctionDef), count))
    return sorted(found, key=repr)


def our_definitions(facts: PythonFacts) -> list[tuple[str, str | None, bool, int]]:
    """Return the same from our facts."""
    return sorted(
        (
            (each.name, each.documentation, each.is_async, len(each.parameters))
            for each in facts.definitions
            if not each.is_alias
        ),
        key=repr,
    )


def imports(tree: ast.AST) -> list[tuple[int, str, str | None, str | None]]:
    """Return every imported name as (level, module, name, alias)."""
    found: list[tuple[int, str, str | None, str | None]] = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found += [(0, each.name, None, each.asname) for each in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module != "__future__":
            found += [(node.level, node.module or "", each.name, each.asname) for each in node.names]
    return sorted(found, key=repr)


def our_imports(facts: PythonFacts) -> list[tuple[int, str, str | None, str | None]]:
    """Return the same from our facts."""
    return sorted(
        (
            (each.level, each.module, each.name, each.alias)
            for scope in facts.scopes
            for each in scope.statements
            if isinstance(each, Import)
        ),
        key=repr,
    )


def bound_names(source: str) -> list[tuple[str, tuple[str, ...]]]:
    """Return the names that each module, class and function binds, according to the compiler."""
    found = []
    pending = [symtable.symtable(source, "file.py", "exec")]
    while pending:
        table = pending.pop()
        pending += table.get_children()
        if table.get_type() in {"module", "class", "function"} and table.get_name() not in COMPREHENSIONS:
            names = [
                _unmangled(symbol.get_name())
                for symbol in table.get_symbols()
                if (
                    symbol.is_assigned()
                    or symbol.is_parameter()
                    or symbol.is_imported()
                    or symbol.is_namespace()
                )
                and not symbol.get_name().startswith(".")
                and symbol.get_name() not in IMPLICIT_NAMES
            ]
            found.append((table.get_name(), tuple(sorted(names))))
    return sorted(found)


IMPLICIT_NAMES = frozenset({"__class__", "__classdict__", *__future__.all_feature_names})
COMPREHENSIONS = frozenset({"lambda", "genexpr", "listcomp", "setcomp", "dictcomp"})


def our_bound_names(facts: PythonFacts) -> list[tuple[str, tuple[str, ...]]]:
    """Return the same from our facts."""
    kinds = {ScopeKind.MODULE, ScopeKind.CLASS, ScopeKind.FUNCTION}
    found = []
    for scope in facts.scopes:
        if scope.kind in kinds:
            name = "top" if scope.definition is None else facts.definitions[scope.definition].name
            names = [_unmangled(each) for each in scope.bound_names if each not in IMPLICIT_NAMES]
            found.append((name, tuple(sorted(names))))
    return sorted(found)


def _unmangled(name: str) -> str:
    """Return a private name of a class without the class prefix that the compiler adds."""
    return re.sub(r"^_[^_]\w*?(?=__\w)", "", name) if not name.endswith("__") else name
