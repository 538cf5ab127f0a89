"""Mutants of a checkout in Python, the tests that kill each, and the tests that pytest-testmon selects for it.

Turns: a checkout whose tests pass → MutantRuns. A mutant is one operator or comparison of one function changed. The whole suite runs
once for each mutant, so the result is kept in a file and read again.
"""

import ast
import random
import subprocess
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from pathlib import Path

import msgspec

_SEED = 5
_TIMEOUT = 300
_REPORT = "mutants.xml"
_SWAPS: dict[type[ast.AST], type[ast.AST]] = {
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Lt: ast.GtE,
    ast.Gt: ast.LtE,
    ast.LtE: ast.Gt,
    ast.GtE: ast.Lt,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.And: ast.Or,
    ast.Or: ast.And,
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
}
_SIGNS = {
    ast.Eq: "==",
    ast.NotEq: "!=",
    ast.Lt: "<",
    ast.Gt: ">",
    ast.LtE: "<=",
    ast.GtE: ">=",
    ast.Is: "is",
    ast.IsNot: "is not",
    ast.In: "in",
    ast.NotIn: "not in",
    ast.And: "and",
    ast.Or: "or",
    ast.Add: "+",
    ast.Sub: "-",
}


class Mutant(msgspec.Struct, frozen=True, kw_only=True):
    """A file with one sign changed, the tests that fail by it, and those that testmon selects, in its order."""

    path: str
    text: str
    killers: frozenset[str] = frozenset()
    by_testmon: tuple[str, ...] = ()


class MutantRuns(msgspec.Struct, frozen=True, kw_only=True):
    """All mutants that were tried; a test is its module, class and name, without parameters."""

    tests: frozenset[str]
    mutants: tuple[Mutant, ...]
    has_testmon: bool

    @property
    def killed(self) -> tuple[Mutant, ...]:
        """The mutants that the suite kills."""
        return tuple(each for each in self.mutants if each.killers)


def read_or_run_mutants(
    checkout: Path, python: str, package: str, n_mutants: int, kept: Path | None
) -> MutantRuns:
    """Return the runs in a file; without one, run the suite for each mutant. The files of the checkout are put back."""
    if kept is not None and kept.exists():
        return msgspec.json.decode(kept.read_bytes(), type=MutantRuns)
    found = _run_mutants(checkout, python, package, n_mutants)
    if kept is not None:
        kept.write_bytes(msgspec.json.encode(found))
    return found


def run_with(checkout: Path, path: str, text: str) -> "_Replaced":
    """Replace the text of a file as long as a `with` block runs."""
    return _Replaced(checkout / path, text)


class _Replaced:
    def __init__(self, file: Path, text: str) -> None:
        self._file, self._text = file, text
        self._original = file.read_bytes()

    def __enter__(self) -> None:
        self._file.write_text(self._text, encoding="utf-8")

    def __exit__(self, *_: object) -> None:
        self._file.write_bytes(self._original)


def _run_mutants(checkout: Path, python: str, package: str, n_mutants: int) -> MutantRuns:
    mutants = sorted(set(_mutants(checkout, package)), key=lambda each: (each.path, each.text))
    random.Random(_SEED).shuffle(mutants)
    all_tests, failing = _run(checkout, python)
    if not all_tests:
        raise SystemExit(f"the tests of {checkout} do not run by {python} -m pytest")
    has_testmon = _pytest(checkout, python, "--testmon") in {0, 1}
    found = []
    for mutant in mutants[:n_mutants]:
        with run_with(checkout, mutant.path, mutant.text):
            selected = _selected_by_testmon(checkout, python) if has_testmon else ()
            killers = _run(checkout, python)[1] - failing
        found.append(
            Mutant(path=mutant.path, text=mutant.text, killers=frozenset(killers), by_testmon=selected)
        )
    return MutantRuns(tests=frozenset(all_tests), mutants=tuple(found), has_testmon=has_testmon)


def _pytest(checkout: Path, python: str, *arguments: str) -> int:
    command = [python, "-m", "pytest", "-q", "--no-header", *arguments]
    try:
        return subprocess.run(  # noqa: S603 - the user's own suite
            command, cwd=checkout, capture_output=True, timeout=_TIMEOUT, check=False
        ).returncode
    except subprocess.TimeoutExpired:
        return -1


def _run(checkout: Path, python: str) -> tuple[set[str], set[str]]:
    """Run the whole suite; return its tests, and those that failed. A suite that does not end has none."""
    report = checkout / _REPORT
    report.unlink(missing_ok=True)
    _pytest(checkout, python, f"--junit-xml={_REPORT}")
    if not report.exists():
        return set(), set()
    cases = list(ET.parse(report).getroot().iter("testcase"))  # noqa: S314 - written by the run above
    report.unlink()
    failed = {
        _name(each) for each in cases if each.find("failure") is not None or each.find("error") is not None
    }
    return {_name(each) for each in cases}, failed


def _selected_by_testmon(checkout: Path, python: str) -> tuple[str, ...]:
    command = [python, "-m", "pytest", "-q", "--no-header", "--testmon", "--testmon-nocollect"]
    # A project's own `-v` or `-q` would change how the tests are listed.
    command += ["--collect-only", "-o", "addopts="]
    listed = subprocess.run(  # noqa: S603 - as above
        command, cwd=checkout, capture_output=True, timeout=_TIMEOUT, check=False, text=True
    ).stdout
    keys = (test_key(line.partition("[")[0]) for line in listed.splitlines() if "::" in line)
    return tuple(dict.fromkeys(keys))


def _name(case: ET.Element) -> str:
    return f"{case.get('classname', '')}.{case.get('name', '').partition('[')[0]}"


def test_key(node_id: str) -> str:
    """Return module, class and name of a node id."""
    path, _, name = node_id.partition("::")
    return f"{path.rpartition('.')[0].replace('/', '.')}.{name.replace('::', '.')}"


def _mutants(checkout: Path, package: str) -> Iterator[Mutant]:
    """Yield all mutants of the functions of a package: one sign of the text replaced."""
    for file in sorted((checkout / package).rglob("*.py")):
        text = file.read_text(encoding="utf-8")
        lines = text.splitlines(keepends=True)
        for function in ast.walk(ast.parse(text)):
            if not isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef):
                continue
            for node in ast.walk(function):
                for left, sign, right in _signs(node):
                    if left.end_lineno != right.lineno or left.end_col_offset is None:
                        continue
                    line = lines[right.lineno - 1].encode()
                    between = line[left.end_col_offset : right.col_offset]
                    old, new = _SIGNS[type(sign)].encode(), _SIGNS[_SWAPS[type(sign)]].encode()
                    if between.strip() == old:
                        changed = (
                            line[: left.end_col_offset] + between.replace(old, new) + line[right.col_offset :]
                        )
                        mutated = [*lines[: right.lineno - 1], changed.decode(), *lines[right.lineno :]]
                        yield Mutant(path=file.relative_to(checkout).as_posix(), text="".join(mutated))


def _signs(node: ast.AST) -> Iterator[tuple[ast.expr, ast.AST, ast.expr]]:
    if isinstance(node, ast.Compare) and type(node.ops[0]) in _SWAPS:
        yield node.left, node.ops[0], node.comparators[0]
    elif isinstance(node, ast.BoolOp):
        yield node.values[0], node.op, node.values[1]
    elif isinstance(node, ast.BinOp) and type(node.op) in _SWAPS:
        yield node.left, node.op, node.right
