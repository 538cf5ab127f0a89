"""Random edits of real code, and whether an update after each knows what a run over all files knows.

`python -m tests.project.type_edits FOLDER [--edits N] [--seed S]` copies the Python files of a folder, edits the copy
and prints how many edits others could not see, how many files ran again, and how many files kept types that had
become wrong: none must.
"""

import argparse
import ast
import random
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from codeshed.discover.walk import walk
from codeshed.model.parsed import ParsedFile
from codeshed.model.type_facts import symbols_by_name_begin
from codeshed.project.parsing import parse_file
from codeshed.project.type_runs import plan_runs
from codeshed.project.type_updates import TypedProject, TypesOfFile, find_types, update_types
from codeshed.types.options import EngineOptions

_VALUES = ("None", "True", "'a'", "7", "[]", "{'k': 1}", "(1, 'x')", "object()", "lambda x: x")
_TYPES = ("int", "str", "None", "object", "list[int]")


@dataclass(slots=True)
class Outcome:
    """What happened over many edits."""

    n_edits: int = 0
    n_unseen: int = 0
    n_files: int = 0
    n_run_again: int = 0
    n_changed_others: int = 0
    seconds: list[float] = field(default_factory=list)
    stale: list[str] = field(default_factory=list)
    kinds: Counter[str] = field(default_factory=Counter)
    unseen_kinds: Counter[str] = field(default_factory=Counter)


class EditedProject:
    """A folder of code that is edited, and what is known of its types."""

    def __init__(self, root: Path, known: dict[str, TypesOfFile] | None = None) -> None:
        self.root = root
        self.known = find_types(self.project(), self.paths()).types_by_path if known is None else known

    def paths(self) -> tuple[str, ...]:
        """Return the files as they are now."""
        return walk(self.root).files

    def project(self) -> TypedProject:
        """Return the project as it is now."""

        @cache
        def file_at(path: str) -> ParsedFile | None:
            file = self.root / path
            is_code = path.endswith((".py", ".ipynb")) and file.is_file()
            return parse_file(path, file.read_bytes()) if is_code else None

        @cache
        def symbols_in(path: str) -> dict[int, str]:
            file = file_at(path)
            return {} if file is None else symbols_by_name_begin(path, file.facts)

        return TypedProject(
            root=self.root,
            runs=plan_runs(self.paths()),
            file_at=file_at,
            symbols_in=symbols_in,
            options=EngineOptions(),
        )

    def update(self, *changed: str) -> dict[str, TypesOfFile]:
        """Bring what is known up to date after an edit, and return what was found again."""
        found = update_types(self.project(), self.known, changed).types_by_path
        paths = frozenset(self.paths())
        self.known = {path: each for path, each in {**self.known, **found}.items() if path in paths}
        return found

    def find_stale(self) -> list[str]:
        """Return the files that a run over all of them knows otherwise, and take that over."""
        everything = find_types(self.project(), self.paths()).types_by_path
        stale = [
            path
            for path in sorted(everything.keys() | self.known.keys())
            if everything.get(path) != self.known.get(path)
        ]
        self.known = everything
        return stale


def check_edits(root: Path, n_edits: int, seed: int, report: Callable[[str], None] = print) -> Outcome:
    """Edit the code below a folder and update what is known of it, again and again."""
    edited = EditedProject(root)
    source = random.Random(seed)  # noqa: S311 - edits that can be repeated
    outcome = Outcome()
    while outcome.n_edits < n_edits:
        path = source.choice([each for each in edited.paths() if each.endswith(".py")])
        kind, content = edit((root / path).read_text(encoding="utf-8", errors="replace"), source)
        if content is None:
            continue
        before = edited.known
        (root / path).write_text(content, encoding="utf-8")
        began = time.perf_counter()
        found = edited.update(path)
        outcome.seconds.append(time.perf_counter() - began)
        kept = edited.known
        stale = edited.find_stale()
        is_unseen = set(found) == {path}
        outcome.n_edits += 1
        outcome.n_unseen += is_unseen
        outcome.n_files += len(kept)
        outcome.n_run_again += len(found)
        outcome.n_changed_others += any(
            before[each].types != edited.known[each].types for each in before if each != path
        )
        outcome.kinds[kind] += 1
        outcome.unseen_kinds[kind] += is_unseen
        outcome.stale += [f"{kind} in {path}: {each}" for each in stale]
        report(f"{outcome.n_edits:4} {kind} in {path}: {len(found)} run again, stale {stale}")
    return outcome


def edit(text: str, source: random.Random) -> tuple[str, str | None]:
    """Change one thing in some code, and say what; None if it has no such thing or breaks."""
    name = source.choice(sorted(_EDITS))
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


def copy_code(source: Path, target: Path, names: Collection[str] = ()) -> None:
    """Copy the Python files of a folder, all or some."""
    for path in names or walk(source).files:
        (target / path).parent.mkdir(parents=True, exist_ok=True)
        (target / path).write_bytes((source / path).read_bytes())


def main(arguments: Sequence[str] | None = None) -> None:
    """Edit a copy of a folder and print what came of it."""
    parser = argparse.ArgumentParser(prog="python -m tests.project.type_edits", description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--edits", type=int, default=20)
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory(prefix="codeshed-edits-") as folder:
        copy_code(options.folder, Path(folder))
        outcome = check_edits(Path(folder), options.edits, options.seed, lambda line: print(line, flush=True))  # noqa: T201 - a command
    print(  # noqa: T201 - a command
        f"{outcome.n_edits} edits, {outcome.n_unseen} that others can't see; "
        f"{outcome.n_changed_others} changed the types of others; "
        f"{outcome.n_run_again} of {outcome.n_files} files ran again; "
        f"{len(outcome.stale)} stale; {sorted(outcome.seconds)[len(outcome.seconds) // 2]:.1f} s in the middle\n"
        + "\n".join(
            f"  {kind}: {outcome.unseen_kinds[kind]} of {n} unseen"
            for kind, n in sorted(outcome.kinds.items())
        )
        + "\n".join(["", *outcome.stale])
    )


if __name__ == "__main__":
    main()
