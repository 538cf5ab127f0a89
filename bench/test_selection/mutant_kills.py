"""How many of the mutants that the whole suite kills, the chosen tests kill too.

Turns: a checkout in Python with tests that pass → MutantKills. A mutant is one function with one operator, comparison or constant
changed. The whole suite runs once for each mutant, to know which tests fail; the choice is then compared with that.
"""

import ast
import random
import subprocess
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from pathlib import Path

import msgspec

from codeshed import open_project

BUDGETS = ("5%", "10%")
_SEED = 5
_TIMEOUT = 300
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


class MutantKills(msgspec.Struct, frozen=True, kw_only=True):
    """How many mutants were tried and killed, and the share of the killed ones that each budget kills."""

    n_mutants: int
    n_killed: int
    n_tests: int
    killed_at: dict[str, float]


class _Mutant(msgspec.Struct, frozen=True):
    path: str
    text: str


def measure_mutants(checkout: Path, python: str, package: str, n_mutants: int) -> MutantKills:
    """Try mutants one by one; the files of the checkout are put back at the end of each."""
    mutants = sorted(_mutants(checkout, package), key=lambda each: (each.path, each.text))
    random.Random(_SEED).shuffle(mutants)
    all_tests, failing = _run(checkout, python)
    n_killed = 0
    hits = dict.fromkeys(BUDGETS, 0)
    with open_project(checkout) as project:
        for mutant in mutants[:n_mutants]:
            file = checkout / mutant.path
            original = file.read_text(encoding="utf-8")
            file.write_text(mutant.text, encoding="utf-8")
            try:
                killers = _run(checkout, python)[1] - failing
                if killers:
                    n_killed += 1
                    for budget in BUDGETS:
                        found = project.refresh().tests(diff="HEAD", budget=budget).document
                        chosen = {_key(test.node_id) for each in found.suggestions for test in each.tests}
                        hits[budget] += bool(chosen & killers)
            finally:
                file.write_text(original, encoding="utf-8")
    return MutantKills(
        n_mutants=min(n_mutants, len(mutants)),
        n_killed=n_killed,
        n_tests=len(all_tests),
        killed_at={budget: round(100 * count / max(n_killed, 1), 1) for budget, count in hits.items()},
    )


def _run(checkout: Path, python: str) -> tuple[set[str], set[str]]:
    """Run the whole suite; return its tests, and those that failed. A test is module, class and name."""
    report = checkout / "mutants.xml"
    report.unlink(missing_ok=True)
    command = [python, "-m", "pytest", "-q", "--no-header", "-p", "no:cacheprovider", f"--junit-xml={report}"]
    subprocess.run(command, cwd=checkout, capture_output=True, timeout=_TIMEOUT, check=False)  # noqa: S603 - the user's own suite
    if not report.exists():
        return set(), {"the suite does not run"}
    cases = list(ET.parse(report).getroot().iter("testcase"))  # noqa: S314 - written by the run above
    report.unlink()
    failed = {
        _name(each) for each in cases if each.find("failure") is not None or each.find("error") is not None
    }
    return {_name(each) for each in cases}, failed


def _name(case: ET.Element) -> str:
    return f"{case.get('classname', '')}.{case.get('name', '').partition('[')[0]}"


def _key(node_id: str) -> str:
    path, _, name = node_id.partition("::")
    return f"{path.rpartition('.')[0].replace('/', '.')}.{name.replace('::', '.')}"


def _mutants(checkout: Path, package: str) -> Iterator[_Mutant]:
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
                        yield _Mutant(file.relative_to(checkout).as_posix(), "".join(mutated))


def _signs(node: ast.AST) -> Iterator[tuple[ast.expr, ast.AST, ast.expr]]:
    if isinstance(node, ast.Compare) and type(node.ops[0]) in _SWAPS:
        yield node.left, node.ops[0], node.comparators[0]
    elif isinstance(node, ast.BoolOp):
        yield node.values[0], node.op, node.values[1]
    elif isinstance(node, ast.BinOp) and type(node.op) in _SWAPS:
        yield node.left, node.op, node.right
