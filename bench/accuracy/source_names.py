"""From symbol ids to the names that recordings use.

Turns: `src/click/core.py::Context.invoke` → (`src/click/core.py`, `click.core.Context.invoke`).

Code in lambdas, comprehensions and class bodies counts for the function or module around it, a setter for its
property, a second definition (`#2`) for its name. What is a function is read from the sources, not from the id.
"""

import ast
import functools
import re
from dataclasses import dataclass
from pathlib import Path

from bench.accuracy.truth import Named
from codeshed.model.symbol_ids import EXTERNAL_PREFIX, SEPARATOR

_ORDINAL = re.compile(r"#\d+")
_ACCESSORS = (".setter", ".deleter")


@dataclass(frozen=True, slots=True, kw_only=True)
class SourceNames:
    """A checkout and the folder of its package, from which module names are made."""

    root: Path
    package: str

    def caller(self, symbol: str) -> Named | None:
        """Return the function or module that a symbol's code counts for; None for an external."""
        path, steps = path_and_steps(symbol)
        if path is None:
            return None
        functions = functions_of(self.root / path)
        while steps and ".".join(steps) not in functions:
            steps = steps[:-1]
        return self._named(path, steps)

    def callee(self, symbol: str) -> Named | None:
        """Return the function that a symbol is; None for externals, modules, classes, variables and lambdas."""
        path, steps = path_and_steps(symbol)
        if path is None or not steps:
            return None
        functions = functions_of(self.root / path)
        name = ".".join(steps)
        if name not in functions and name.endswith(_ACCESSORS):
            steps = steps[:-1]
        return self._named(path, steps) if ".".join(steps) in functions else None

    def variable(self, symbol: str) -> Named | None:
        """Return the name of a variable, or of whatever else is no external and no module."""
        path, steps = path_and_steps(symbol)
        return self._named(path, steps) if path is not None and steps else None

    def _named(self, path: str, steps: list[str]) -> Named:
        return Named(path, ".".join([module_name(path, self.package), *steps]))


def module_name(path: str, package: str) -> str:
    """Return the dotted name of a file: within the package from its parent folder on, elsewhere from the root."""
    parent = package.rpartition("/")[0]
    if parent and path.startswith(f"{package}/"):
        path = path.removeprefix(f"{parent}/")
    return path.removesuffix(".py").replace("/", ".").removesuffix(".__init__")


@functools.cache
def functions_of(file: Path) -> frozenset[str]:
    """Return the qualified names of all functions of a file; of one that cannot be parsed, none."""
    try:
        tree = ast.parse(file.read_bytes())
    except (OSError, SyntaxError, ValueError):
        return frozenset()
    found: set[str] = set()
    pending: list[tuple[ast.AST, str]] = [(tree, "")]
    while pending:
        node, prefix = pending.pop()
        for child in ast.iter_child_nodes(node):
            inner = prefix
            if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
                inner = f"{prefix}{child.name}."
                if not isinstance(child, ast.ClassDef):
                    found.add(inner[:-1])
            pending.append((child, inner))
    return frozenset(found)


def path_and_steps(symbol: str) -> tuple[str | None, list[str]]:
    """Return the path of a symbol and the steps of its name without ordinals; no path for an external."""
    if symbol.startswith(EXTERNAL_PREFIX):
        return None, []
    path, _, name = symbol.partition(SEPARATOR)
    return path, _ORDINAL.sub("", name).split(".") if name else []
