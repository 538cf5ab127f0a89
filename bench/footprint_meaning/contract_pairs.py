"""Whether functions with incomplete contracts are changed or fixed more often than complete neighbours.

Turns: a folder with history → the functions as they were some hundred commits ago, and which of them the commits since then
changed; then pairs of an incomplete and a complete function of the same file and of similar size.

A contract consists of annotations and documentation. So neither counts: a change is one of the syntax tree without both, and
the size is the number of nodes of that tree. Otherwise the commit that completes a contract would count as its price.
"""

import ast
import re
import subprocess
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TypeVar

import msgspec

from bench.context.changed_together import MOST_FUNCTIONS, git_output, indexed_at
from codeshed.footprint.growth import MeasuredCode
from codeshed.footprint.options import FootprintOptions
from codeshed.model.symbol_ids import SEPARATOR, last_name

MOST_RATIO = 1.5
"""The functions of a pair differ in size by this factor at most."""

_FIX = re.compile(r"\b(?:fix|fixes|fixed|fixing|bug|bugs|bugfix|regression)\b", re.IGNORECASE)
_Function = ast.FunctionDef | ast.AsyncFunctionDef
_FunctionT = TypeVar("_FunctionT", ast.FunctionDef, ast.AsyncFunctionDef)


class ObservedFunction(msgspec.Struct, frozen=True, kw_only=True):
    """A function at the first of the commits: its contract and size then, and how many commits changed it since."""

    symbol: str
    path: str
    is_incomplete: bool
    size: int
    n_changes: int
    n_fixes: int

    @property
    def is_private(self) -> bool:
        """Whether its name begins with an underscore."""
        return last_name(self.symbol).startswith("_")


class ContractPair(msgspec.Struct, frozen=True, kw_only=True):
    """Two functions of one file and similar size."""

    incomplete: ObservedFunction
    complete: ObservedFunction


class ObservedProject(msgspec.Struct, frozen=True, kw_only=True):
    """The functions of a project, and its commits."""

    project: str
    n_commits: int
    n_fixes: int
    functions: tuple[ObservedFunction, ...]


def observe(folder: Path, n_commits: int) -> ObservedProject | None:
    """Return how the functions of a project fared in its latest commits; None if the first cannot be indexed."""
    log = git_output(
        folder, "log", "--no-merges", f"--max-count={n_commits}", "--format=%H %s", "--", "*.py"
    ).splitlines()
    commits = [(line[:40], is_fix(line[41:])) for line in log]
    indexed = indexed_at(folder, f"{commits[-1][0]}~")
    if indexed is None:
        return None
    graph, sources = indexed
    n_changes: Counter[str] = Counter()
    n_fixes: Counter[str] = Counter()
    for commit, is_a_fix in commits:
        changed = frozenset(_changed_by(folder, commit))
        if len(changed) <= MOST_FUNCTIONS:
            n_changes.update(changed)
            n_fixes.update(changed if is_a_fix else ())
    code = MeasuredCode(graph, FootprintOptions(), include_tests=False)
    bodies_by_path = {path: bodies(sources.read(path) or "") for path in graph.files if path.endswith(".py")}
    return ObservedProject(
        project=folder.name,
        n_commits=len(commits),
        n_fixes=sum(is_a_fix for _, is_a_fix in commits),
        functions=tuple(
            ObservedFunction(
                symbol=code.symbols[row],
                path=path,
                is_incomplete=code.is_incomplete(row),
                size=found[1],
                n_changes=n_changes[code.symbols[row]],
                n_fixes=n_fixes[code.symbols[row]],
            )
            for row in code.rows
            if (path := graph.file_path(row)) is not None
            and (found := bodies_by_path.get(path, {}).get(code.symbols[row].partition(SEPARATOR)[2]))
        ),
    )


def is_fix(subject: str) -> bool:
    """Whether the subject of a commit speaks of a fix or a bug."""
    return _FIX.search(subject) is not None


def bodies(text: str) -> dict[str, tuple[str, int]]:
    """Return each function's tree without annotations and documentation, and its number of nodes, by qualified name.

    A function within another is part of the outer one. What is defined twice is left out.
    """
    try:
        tree = ast.parse(text)
    except (SyntaxError, ValueError):
        return {}
    found: dict[str, tuple[str, int]] = {}
    names: Counter[str] = Counter()
    for name, function in _functions(tree, ""):
        names[name] += 1
        bare = _WithoutContract().visit(function)
        found[name] = ast.dump(bare), sum(1 for _ in ast.walk(bare))
    return {name: body for name, body in found.items() if names[name] == 1}


def changed_bodies(before: str, after: str) -> frozenset[str]:
    """Return the qualified names of the functions whose code differs in two texts of a file."""
    old, new = bodies(before), bodies(after)
    return frozenset(name for name in old.keys() & new.keys() if old[name] != new[name])


def match_pairs(functions: Sequence[ObservedFunction]) -> tuple[ContractPair, ...]:
    """Pair incomplete functions with complete ones of their file, the most similar sizes first; each is used once."""
    by_path: defaultdict[str, list[ObservedFunction]] = defaultdict(list)
    for each in functions:
        by_path[each.path].append(each)
    pairs = []
    for _, members in sorted(by_path.items()):
        possible = sorted(
            (
                (max(one.size, other.size) / min(one.size, other.size), one.symbol, other.symbol, one, other)
                for one in members
                if one.is_incomplete
                for other in members
                if not other.is_incomplete
            ),
            key=lambda each: each[:3],
        )
        used: set[str] = set()
        for ratio, one_symbol, other_symbol, one, other in possible:
            if ratio <= MOST_RATIO and used.isdisjoint({one_symbol, other_symbol}):
                used |= {one_symbol, other_symbol}
                pairs.append(ContractPair(incomplete=one, complete=other))
    return tuple(pairs)


class _WithoutContract(ast.NodeTransformer):
    """Removes annotations and documentation, and what differs in writing only."""

    def visit_arg(self, node: ast.arg) -> ast.arg:
        return ast.arg(arg=node.arg)

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.AST | None:
        self.generic_visit(node)
        return None if node.value is None else ast.Assign(targets=[node.target], value=node.value)

    def visit_Constant(self, node: ast.Constant) -> ast.Constant:
        return ast.Constant(value=node.value)

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.FunctionDef:
        return self._bare(node)

    def visit_AsyncFunctionDef(self, node: ast.AsyncFunctionDef) -> ast.AsyncFunctionDef:
        return self._bare(node)

    def _bare(self, node: _FunctionT) -> _FunctionT:
        if ast.get_docstring(node, clean=False) is not None:
            node.body = node.body[1:]
        node.returns = None
        node.type_comment = None
        self.generic_visit(node)
        return node


def _functions(tree: ast.AST, prefix: str) -> Iterator[tuple[str, _Function]]:
    for child in ast.iter_child_nodes(tree):
        if isinstance(child, _Function):
            yield prefix + child.name, child
        elif isinstance(child, ast.ClassDef):
            yield from _functions(child, f"{prefix}{child.name}.")
        elif isinstance(child, ast.If | ast.Try | ast.With | ast.ExceptHandler):
            yield from _functions(child, prefix)


def _changed_by(folder: Path, commit: str) -> Iterator[str]:
    paths = git_output(
        folder,
        "diff-tree",
        "-r",
        "-z",
        "--name-only",
        "--no-renames",
        "--diff-filter=M",
        f"{commit}~",
        commit,
    ).split("\0")
    for path in paths:
        if path.endswith(".py"):
            try:
                before = git_output(folder, "show", f"{commit}~:{path}")
                after = git_output(folder, "show", f"{commit}:{path}")
            except subprocess.CalledProcessError:
                continue
            for name in changed_bodies(before, after):
                yield path + SEPARATOR + name
