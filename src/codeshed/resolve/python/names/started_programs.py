"""Programs that code starts: `subprocess.run(["shop", "--help"])`, `[sys.executable, "-m", "shop"]`, `runpy.run_module("shop")`.

Turns: a call of a function that starts programs → StartedProgram.
"""

import re
import shlex
from collections.abc import Callable, Sequence

import msgspec

from codeshed.model.facts.python_facts import (
    Attribute,
    Call,
    Compound,
    CompoundKind,
    Expression,
    Name,
    Spread,
)
from codeshed.resolve.python.names.expression_text import collection_elements, constant_text

_FUNCTIONS_BY_PACKAGE = {
    "subprocess": {"run", "Popen", "call", "check_call", "check_output", "getoutput", "getstatusoutput"},
    "os": {"system", "popen", "execl", "execlp", "execv", "execvp", "posix_spawn", "spawnl", "spawnlp", "spawnv"},
    "asyncio": {"create_subprocess_exec", "create_subprocess_shell"},
    "anyio": {"run_process", "open_process"},
    "trio": {"run_process", "open_process"},
    "pexpect": {"spawn", "run"},
    "runpy": {"run_module", "run_path"},
}  # fmt: skip
_FIXTURES = frozenset({"script_runner", "pytester", "testdir"})
"""Fixtures of pytest and pytest-console-scripts whose methods start programs."""

_FIXTURE_METHODS = frozenset({"run", "spawn", "popen"})
_PYTHON = "python"
_INTERPRETER = re.compile(r"(?:python|pypy)[\d.]*|py")
_PROGRAM = re.compile(r"[A-Za-z0-9][\w.-]*")
_MODULE = re.compile(r"[^\W\d]\w*(?:\.[^\W\d]\w*)*")
_LAUNCHERS = frozenset({"uv", "poetry", "pdm", "hatch", "pipenv", "rye", "coverage"})
_WITH_VALUE = frozenset({"-W", "-X"})
_MAX_WORDS = 12
_MAX_STEPS = 4

FindAssigned = Callable[[Name], Expression | None]


class StartedProgram(msgspec.Struct, frozen=True):
    """What a call starts: a program by its name, a module of Python, or a file of Python; only one of them is not empty."""

    program: str = ""
    module: str = ""
    path: str = ""


def starts_programs(function: str) -> bool:
    """Whether an external function starts a program: `subprocess.run`."""
    package, _, rest = function.partition(".")
    return rest.rpartition(".")[2] in _FUNCTIONS_BY_PACKAGE.get(package, ())


def is_starting_fixture(function: Expression) -> bool:
    """Whether a call is one of a fixture that starts programs: `script_runner.run`."""
    return (
        isinstance(function, Attribute)
        and function.name in _FIXTURE_METHODS
        and isinstance(function.value, Name)
        and function.value.name in _FIXTURES
    )


def find_started_program(function: str, call: Call, find_assigned: FindAssigned) -> StartedProgram | None:
    """Return what a call of a function starts, None if its arguments do not say; `find_assigned` gives the value of a name."""
    values = [each.value for each in call.arguments if each.keyword is None and each.spread is Spread.NONE]
    values += [
        each.value for each in call.arguments if each.keyword in {"args", "cmd", "mod_name", "path_name"}
    ]
    if not values:
        return None
    text = constant_text(values[0])
    if function.startswith("runpy."):
        if text is None:
            return None
        return StartedProgram(path=text) if function.endswith("path") else _module(text)
    words = _words(values[0], find_assigned)
    if text is not None or _is_interpreter(values[0]):
        # Each argument of some functions is a word.
        words += [constant_text(each) for each in values[1:_MAX_WORDS]]
    return _program_of(words)


def _words(value: Expression, find_assigned: FindAssigned) -> list[str | None]:
    """Return the words of a command line as far as they are known, None for one that is not."""
    for _ in range(_MAX_STEPS):
        assigned = find_assigned(value) if isinstance(value, Name) else None
        if assigned is not None:
            value = assigned
        elif isinstance(value, Compound) and value.kind is CompoundKind.OPERATOR and value.parts:
            value = value.parts[0]
        else:
            break
    text = constant_text(value)
    if text is None and isinstance(value, Compound) and value.kind is CompoundKind.FORMATTED_STRING:
        text = value.detail or ""
    if text is not None:
        try:
            return list(shlex.split(text)[:_MAX_WORDS])
        except ValueError:
            return []
    if _is_interpreter(value):
        return [_PYTHON]
    found: list[str | None] = []
    for each in collection_elements(value)[:_MAX_WORDS]:
        assigned = find_assigned(each) if isinstance(each, Name) else None
        known = each if assigned is None else assigned
        found.append(_PYTHON if _is_interpreter(known) else constant_text(known))
    return found


def _is_interpreter(value: Expression) -> bool:
    return isinstance(value, Attribute) and value.name == "executable"


def _program_of(words: Sequence[str | None]) -> StartedProgram | None:
    if not words or not words[0]:
        return None
    name = words[0].replace("\\", "/").rpartition("/")[2].removesuffix(".exe")
    if name in _LAUNCHERS and len(words) > 1 and words[1] == "run":
        rest = words[2:]
        # `coverage run` takes what the interpreter takes.
        return _run_by_interpreter(rest) if name == "coverage" else _program_of(rest)
    if _INTERPRETER.fullmatch(name):
        return _run_by_interpreter(words[1:])
    return StartedProgram(program=name) if _PROGRAM.fullmatch(name) else None


def _run_by_interpreter(words: Sequence[str | None]) -> StartedProgram | None:
    place = 0
    while place < len(words):
        word = words[place]
        if word == "-m":
            following = words[place + 1] if place + 1 < len(words) else None
            return None if following is None else _module(following)
        if word is None or word == "-c":
            return None
        if not word.startswith("-"):
            return StartedProgram(path=word) if word.endswith(".py") else None
        place += 2 if word in _WITH_VALUE else 1
    return None


def _module(name: str) -> StartedProgram | None:
    return StartedProgram(module=name) if _MODULE.fullmatch(name) else None
