"""Random edits of Python code.

Turns: a text → the same text with one thing changed, as somebody who works on it might.
"""

import ast
import random
from collections.abc import Callable, Collection
from pathlib import Path

from codeshed.discover.source_discovery import discover_files

_VALUES = ("None", "True", "'a'", "7", "[]", "{'k': 1}", "(1, 'x')", "object()", "lambda x: x")
_TYPES = ("int", "str", "None", "object", "list[int]")


def copy_project(source: Path, target: Path) -> None:
    """Copy the Python files of a folder; a package goes below the new root, where its own imports find it."""
    is_package = (source / "__init__.py").is_file()
    copy_code(source, target / source.resolve().name if is_package else target)


def copy_code(source: Path, target: Path, names: Collection[str] = ()) -> None:
    """Copy the Python files of a folder, all or some."""
    for path in names or discover_files(source).files:
        (target / path).parent.mkdir(parents=True, exist_ok=True)
        (target / path).write_bytes((source / path).read_bytes())


def edit(text: str, source: random.Random, *, is_in_body: bool = False) -> tuple[str, str | None]:
    """Change one thing in some code, and say what; None if it has no such thing or breaks.

    With `is_in_body` the change is one of the body of a function.
    """
    name = source.choice(sorted(_EDITS.keys() & _IN_BODIES if is_in_body else _EDITS))
    try:
        tree = ast.parse(text)
        lines = text.split("\n")
        changed = _EDITS[name](tree, lines, source)
        if changed:
            content = "\n".join(lines)
            ast.parse(content)
            return name, content
    except (SyntaxError, ValueError):
        pass
    return name, None


def _functions(tree: ast.Module) -> list[ast.FunctionDef | ast.AsyncFunctionDef]:
    return [
        node
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.body[0].lineno > node.lineno
    ]


def _methods(tree: ast.Module) -> list[ast.FunctionDef | ast.AsyncFunctionDef]:
    return [
        node
        for owner in ast.walk(tree)
        if isinstance(owner, ast.ClassDef)
        for node in owner.body
        if isinstance(node, ast.FunctionDef) and node.args.args and node.body[0].lineno > node.lineno
    ]


def _replace(lines: list[str], node: ast.expr, text: str) -> bool:
    """Put a text in the place of an expression that stands on one line."""
    if node.end_lineno != node.lineno:
        return False
    line = lines[node.lineno - 1].encode()
    new = line[: node.col_offset] + text.encode() + line[node.end_col_offset :]
    lines[node.lineno - 1] = new.decode()
    return new != line


def _insert(lines: list[str], before: ast.stmt, text: str) -> bool:
    lines.insert(before.lineno - 1, " " * before.col_offset + text)
    return True


def _shift(tree: ast.Module, lines: list[str], _: random.Random) -> bool:
    first = tree.body[0].lineno - 1 if tree.body else 0
    lines[first:first] = ["# shifted", ""]
    return True


def _add_statement(tree: ast.Module, lines: list[str], source: random.Random) -> bool:
    functions = _functions(tree)
    return bool(functions) and _insert(
        lines, source.choice(functions).body[-1], f"print({source.choice(_VALUES)})"
    )


def _add_local(tree: ast.Module, lines: list[str], source: random.Random) -> bool:
    functions = _functions(tree)
    return bool(functions) and _insert(
        lines, source.choice(functions).body[-1], f"local = {source.choice(_VALUES)}"
    )


def _add_early_return(tree: ast.Module, lines: list[str], source: random.Random) -> bool:
    functions = _functions(tree)
    return bool(functions) and _insert(
        lines, source.choice(functions).body[-1], f"if bool(): return {source.choice(_VALUES)}"
    )


def _change_return(tree: ast.Module, lines: list[str], source: random.Random) -> bool:
    values = [
        node.value for node in ast.walk(tree) if isinstance(node, ast.Return) and node.value is not None
    ]
    return bool(values) and _replace(lines, source.choice(values), source.choice(_VALUES))


def _change_literal(tree: ast.Module, lines: list[str], source: random.Random) -> bool:
    literals = [
        node
        for function in _functions(tree)
        for node in ast.walk(function)
        if isinstance(node, ast.Constant) and isinstance(node.value, int | bool | None)
    ]
    return bool(literals) and _replace(
        lines, source.choice(literals), source.choice(("True", "0", "None", "1"))
    )


def _set_field(tree: ast.Module, lines: list[str], source: random.Random) -> bool:
    methods = _methods(tree)
    if not methods:
        return False
    method = source.choice(methods)
    name = source.choice(("fresh", "name", "value", "parent"))
    value = source.choice((*_VALUES, method.args.args[0].arg))
    return _insert(lines, method.body[-1], f"{method.args.args[0].arg}.{name} = {value}")


def _add_function(_: ast.Module, lines: list[str], source: random.Random) -> bool:
    lines.append(f"\ndef added_{source.randrange(99)}(x=None):\n    return {source.choice(_VALUES)}\n")
    return True


def _add_method(tree: ast.Module, lines: list[str], source: random.Random) -> bool:
    methods = _methods(tree)
    if not methods:
        return False
    method = source.choice(methods)
    begin = min([method.lineno, *(each.lineno for each in method.decorator_list)])
    indent = " " * method.col_offset
    added = f"{indent}def {method.name}_too(self): return {source.choice((*_VALUES, 'self'))}\n"
    lines.insert(begin - 1, added)
    return True


def _change_annotation(tree: ast.Module, lines: list[str], source: random.Random) -> bool:
    annotations = [node.returns for node in _functions(tree) if node.returns is not None]
    annotations += [
        argument.annotation
        for node in _functions(tree)
        for argument in node.args.args
        if argument.annotation is not None
    ]
    return bool(annotations) and _replace(lines, source.choice(annotations), source.choice(_TYPES))


def _drop_statement(tree: ast.Module, lines: list[str], source: random.Random) -> bool:
    statements = [
        node
        for function in _functions(tree)
        for node in function.body[:-1]
        if isinstance(node, ast.Assign | ast.Expr) and node.lineno == node.end_lineno
    ]
    if not statements:
        return False
    node = source.choice(statements)
    lines[node.lineno - 1] = " " * node.col_offset + "pass"
    return True


def _change_global(tree: ast.Module, lines: list[str], source: random.Random) -> bool:
    values = [node.value for node in tree.body if isinstance(node, ast.Assign)]
    return bool(values) and _replace(lines, source.choice(values), source.choice(_VALUES))


def _change_call(tree: ast.Module, lines: list[str], source: random.Random) -> bool:
    calls = [
        node for function in _functions(tree) for node in ast.walk(function) if isinstance(node, ast.Call)
    ]
    return bool(calls) and _replace(lines, source.choice(calls), source.choice(_VALUES))


_EDITS: dict[str, Callable[[ast.Module, list[str], random.Random], bool]] = {
    "add a function": _add_function,
    "add a local": _add_local,
    "add a method": _add_method,
    "add a statement": _add_statement,
    "add an early return": _add_early_return,
    "change a call": _change_call,
    "change a literal": _change_literal,
    "change a result": _change_return,
    "change a variable": _change_global,
    "change an annotation": _change_annotation,
    "drop a statement": _drop_statement,
    "set a field": _set_field,
    "shift lines": _shift,
}
_IN_BODIES = frozenset({
    "add a local", "add a statement", "add an early return", "change a call", "change a literal", "change a result",
    "drop a statement", "set a field",
})  # fmt: skip
