"""How benchmarks of small programs name functions, by language.

Turns: `nested/index.js::A.run` → `nested.A.run` in JavaScript; `a/A.java::A.run` → `a.A:run` in Java.
"""

import re
from collections.abc import Callable

import msgspec

from bench.accuracy.source_names import path_and_steps
from bench.accuracy.truth import Named

_ENDING = re.compile(r"\.\w+$")
OUTERMOST = "<global>"
"""What pages call all code outside of functions."""

_LINE = re.compile(r":\d+$")
_PARAMETERS = re.compile(r"\(.*\)$")


class Naming(msgspec.Struct, frozen=True):
    """How a language's functions are named.

    `name` makes a name from a path and the steps behind it. `known_as` is what a call graph's name is compared by,
    `is_of_program` says whether it names something that the program itself may define.
    """

    name: Callable[[str, list[str]], str]
    known_as: Callable[[str], str]
    is_of_program: Callable[[str], bool]


class SwarmNames:
    """The names of one program's functions, by their symbols."""

    def __init__(self, naming: Naming, functions: frozenset[str]) -> None:
        self._naming = naming
        self._functions = functions

    def caller(self, symbol: str) -> Named | None:
        """Return the function that a symbol's code counts for, or what code outside of functions does."""
        path, _ = path_and_steps(symbol)
        if path is None:
            return None
        scope = symbol
        while scope not in self._functions and "::" in scope:
            scope = scope.rpartition("." if "." in scope.partition("::")[2] else "::")[0]
        return self._named(scope)

    def callee(self, symbol: str) -> Named | None:
        """Return the function that a symbol is; None for anything else."""
        return self._named(symbol) if symbol in self._functions else None

    def _named(self, symbol: str) -> Named | None:
        path, steps = path_and_steps(symbol)
        return None if path is None else Named("", self._naming.name(path, steps))


def _script_name(path: str, steps: list[str]) -> str:
    """A file is a module, and an index stands for its folder."""
    module = _ENDING.sub("", path).replace("/", ".").removesuffix(".index")
    return ".".join([module, *steps])


def _class_name(path: str, steps: list[str]) -> str:
    """Classes lie in the package that is their folder; a method stands behind a colon, a constructor is `<init>`."""
    package = path.rpartition("/")[0].replace("/", ".")
    owner = "$".join(steps[:-1])
    method = "<init>" if steps[-2:-1] == steps[-1:] else "".join(steps[-1:])
    return f"{package}.{owner}:{method}".lstrip(".")


def _plain_name(path: str, steps: list[str]) -> str:
    """A function is known by its file and its own name; all code outside of functions is one thing."""
    stem = _ENDING.sub("", path.rpartition("/")[2])
    return f"{stem}.{steps[-1]}" if steps else OUTERMOST


PAGE_NAMING = Naming(
    _plain_name, lambda name: _LINE.sub("", name), lambda name: not name.startswith(("<", "Native."))
)
"""How pages of cases name functions of JavaScript; a line behind a name is left out."""

NAMINGS = {
    "javascript": Naming(_script_name, str, lambda name: not name.startswith("<")),
    "java": Naming(
        _class_name,
        lambda name: _PARAMETERS.sub("", name),
        lambda name: not name.startswith(("java.", "javax.", "sun.")),
    ),
}
