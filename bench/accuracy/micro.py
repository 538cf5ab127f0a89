"""`python -m bench.accuracy micro CASES.json.gz`: small programs, each with the calls that it really makes.

Turns: cases with files and calls → how many are complete (no false call) and sound (no missing call).

A case names functions `main.MyClass.func`, modules `main`, and the n-th lambda of a scope `main.<lambdan>`. Calls of
anything else, builtins for instance, are left out on both sides.
"""

import argparse
import ast
import gzip
import tempfile
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

import msgspec

from bench.accuracy.call_tables import share
from bench.accuracy.calls import ROWS, Row
from bench.accuracy.exported import CALL, ExportedEdge, edges_of
from bench.accuracy.places import existing_place
from bench.accuracy.source_names import module_name, path_and_steps
from bench.support.report import Table, table_text

LISTED_ROW = ROWS[1]
"""The row whose differences are listed: all that is known, nothing that is guessed."""

CallPair = tuple[str, str]
EdgeSource = Callable[[Path], tuple[ExportedEdge, ...]]


class Case(msgspec.Struct, frozen=True):
    """One program: its files by path, and the callees of every caller."""

    name: str
    files: dict[str, str]
    calls: dict[str, tuple[str, ...]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """What a row said about a case that it should not have, and what it should have."""

    name: str
    n_wanted: int
    missing: frozenset[CallPair]
    false: frozenset[CallPair]


def main(arguments: list[str]) -> None:
    """Score all cases, or those whose name begins with what was given."""
    parser = argparse.ArgumentParser(prog="python -m bench.accuracy micro", description=__doc__)
    parser.add_argument("cases", type=existing_place, metavar="CASES.json.gz")
    parser.add_argument("--case", default="", help="only cases whose name begins so")
    parser.add_argument("--types", metavar="ENGINE", help="passed on to codeshed, `off` for none")
    options = parser.parse_args(arguments)
    cases = [case for case in read_cases(options.cases) if case.name.startswith(options.case)]
    outcomes = score_cases(cases, lambda folder: edges_of(folder, (CALL,), types=options.types))
    for outcome in outcomes[LISTED_ROW]:
        if outcome.missing or outcome.false:
            print(
                f"{outcome.name}\n  missing {pairs_text(outcome.missing)}\n  false   {pairs_text(outcome.false)}"
            )
    print(table_text(_table(outcomes)))


def read_cases(file: Path) -> list[Case]:
    """Read the cases of a file."""
    return msgspec.json.decode(gzip.decompress(file.read_bytes()), type=list[Case])


def score_cases(cases: Iterable[Case], edges_of_folder: EdgeSource) -> dict[Row, list[Outcome]]:
    """Write each case into a folder of its own, ask for its edges, and compare; by row, in the order of cases."""
    outcomes: dict[Row, list[Outcome]] = {row: [] for row in ROWS}
    for case in cases:
        with tempfile.TemporaryDirectory(prefix="codeshed-micro-") as name:
            folder = Path(name)
            for path, text in case.files.items():
                (folder / path).parent.mkdir(parents=True, exist_ok=True)
                (folder / path).write_text(text, encoding="utf-8")
            edges = edges_of_folder(folder)
        for row in ROWS:
            outcomes[row].append(_outcome(case, list(filter(row.counts, edges))))
    return outcomes


def _outcome(case: Case, edges: Iterable[ExportedEdge]) -> Outcome:
    names = case_names(case.files)
    functions = set(names.values())
    wanted = {
        (caller, callee)
        for caller, callees in case.calls.items()
        for callee in callees
        if callee in functions
    }
    given = {
        (_caller(edge.source, names), callee)
        for edge in edges
        if edge.kind == CALL and (callee := _callee(edge.target, names)) is not None
    }
    return Outcome(
        name=case.name,
        n_wanted=len(wanted),
        missing=frozenset(wanted - given),
        false=frozenset(given - wanted),
    )


def case_names(files: dict[str, str]) -> dict[str, str]:
    """Return the case's name of every function and lambda by its symbol id.

    A lambda is known by its place among those of its scope, `main.py::func.<lambda>#2`, and if it is assigned to a
    name, by that too.
    """
    names: dict[str, str] = {}
    for path, text in files.items():
        _name_functions(ast.parse(text), f"{path}::", module_name(path, ""), Counter(), names)
    return names


def _name_functions(
    node: ast.AST, symbol: str, name: str, n_lambdas: Counter[str], names: dict[str, str]
) -> None:
    """Name what lies in a node; `symbol` is how ids in this scope begin, `name` what the scope is called."""
    for child in ast.iter_child_nodes(node):
        match child:
            case ast.FunctionDef() | ast.AsyncFunctionDef():
                names[f"{symbol}{child.name}"] = f"{name}.{child.name}"
                _name_functions(child, f"{symbol}{child.name}.", f"{name}.{child.name}", n_lambdas, names)
            case ast.ClassDef():
                _name_functions(child, f"{symbol}{child.name}.", f"{name}.{child.name}", n_lambdas, names)
            case ast.Lambda():
                n_lambdas[name] += 1
                ordinal = n_lambdas[name]
                inner = f"{name}.<lambda{ordinal}>"
                inner_symbol = f"{symbol}<lambda>" + (f"#{ordinal}" if ordinal > 1 else "")
                names[inner_symbol] = inner
                if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
                    names.setdefault(f"{symbol}{node.targets[0].id}", inner)
                _name_functions(child, f"{inner_symbol}.", inner, n_lambdas, names)
            case _:
                _name_functions(child, symbol, name, n_lambdas, names)


def _callee(symbol: str, names: dict[str, str]) -> str | None:
    """Return the case's name of a function; None for what is no function of the case."""
    if symbol in names:
        return names[symbol]
    path, steps = path_and_steps(symbol)
    return names.get(f"{path}::{'.'.join(steps)}")


def _caller(symbol: str, names: dict[str, str]) -> str:
    """Return the case's name of the function or module that a symbol's code counts for."""
    path, steps = path_and_steps(symbol)
    scope = symbol
    for _ in steps:
        name = _callee(scope, names)
        if name is not None:
            return name
        scope = scope.rpartition(".")[0]
    return module_name(path or symbol, "")


def _table(outcomes: dict[Row, list[Outcome]]) -> Table:
    rows: list[Sequence[str]] = []
    for row, each in outcomes.items():
        n_wanted = sum(outcome.n_wanted for outcome in each)
        n_found = n_wanted - sum(len(outcome.missing) for outcome in each)
        n_false = sum(len(outcome.false) for outcome in each)
        rows.append(
            (
                row.label,
                str(sum(not outcome.false for outcome in each)),
                str(sum(not outcome.missing for outcome in each)),
                share(n_found, n_found + n_false),
                share(n_found, n_wanted),
            )
        )
    return Table(
        title=f"Micro-benchmark: {len(outcomes[LISTED_ROW])} cases",
        headings=("call edges", "complete", "sound", "precision", "recall"),
        rows=rows,
        notes=("complete: no false call. sound: no missing call.",),
    )


def pairs_text(pairs: frozenset[CallPair]) -> str:
    """Return calls in one line."""
    return ", ".join(f"{caller} -> {callee}" for caller, callee in sorted(pairs)) or "none"
