"""`python -m bench.map CHECKOUT … [--commits N] [--aider PYTHON]`: maps, and what happened to the code afterwards.

A map is made of a project as it was N first-parent commits before its newest one. The functions and types outside tests whose
lines differ in the newest commit are those that were touched. A map holds one if it shows the line that names it. With
`--aider`, the repo map of Aider is measured in the same way, over the files outside tests; PYTHON is an interpreter that has it.
"""

import argparse
import re
import subprocess
import tempfile
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from bench.support.report import Table, table_text
from codeshed.api.project import Project, open_project
from codeshed.build.size import size_function
from codeshed.graph.data.code_graph import CodeGraph
from codeshed.graph.data.kinds import NodeFlag, NodeKind
from codeshed.model.answers.node_references import node_key

BUDGETS = (1000, 2000, 4000)
_HUNK = re.compile(r"@@ -(\d+)(?:,(\d+))? ")
_FENCES = "│⋮ `-"
_LONG = 60
_SYMBOL = "symbol:"
_N_HEAD_LINES = 8
"""So many first lines of a definition may be the one that names it: decorators come before it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Held:
    """What a map holds: how many definitions it shows, how many of them were touched, and its size."""

    n_shown: int
    n_touched: int
    n_tokens: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Measured:
    """One project: how many definitions it had and how many were touched; what each map holds, by tool and budget."""

    name: str
    n_definitions: int
    n_touched: int
    held: dict[tuple[str, int], Held]


def measure(checkout: Path, n_commits: int, aider: str | None) -> Measured:
    """Measure the maps of one project."""
    commits = _git(checkout, "rev-list", "--first-parent", "HEAD").split()
    old = commits[min(n_commits, len(commits) // 2)]
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary) / checkout.resolve().name
        _git(checkout, "clone", "-q", "--shared", "--no-checkout", ".", str(folder))
        _git(folder, "checkout", "-q", "--detach", old)
        with open_project(folder) as project:
            graph = project.code_graph()
            touched = _touched(
                graph, _old_lines(_git(checkout, "diff", "-U0", "--no-renames", old, commits[0]))
            )
            definitions = _definitions(graph)
            tokens = size_function()
            held = {}
            for budget in BUDGETS:
                maps = {"codeshed": _shown_by_codeshed(project, budget)}
                if aider is not None:
                    maps["aider"] = _shown_by_aider(folder, graph, budget, aider)
                for tool, (shown, text) in maps.items():
                    held[tool, budget] = Held(
                        n_shown=len(shown), n_touched=len(shown & touched), n_tokens=tokens.measure(text)
                    )
        return Measured(
            name=checkout.resolve().name, n_definitions=len(definitions), n_touched=len(touched), held=held
        )


def _git(folder: Path, *arguments: str) -> str:
    done = subprocess.run(["git", "-C", str(folder), *arguments], capture_output=True, check=True)  # noqa: S603, S607 - git, by its name
    return done.stdout.decode("utf-8", "replace")


def _old_lines(difference: str) -> dict[str, list[range]]:
    """Return the lines of each old file that a difference changes or removes."""
    lines: defaultdict[str, list[range]] = defaultdict(list)
    path = ""
    for line in difference.splitlines():
        if line.startswith("--- "):
            path = line.removeprefix("--- a/") if line.startswith("--- a/") else ""
        elif path and (match := _HUNK.match(line)):
            first, count = int(match[1]), int(match[2] or 1)
            lines[path].append(range(first, first + count))
    return lines


def _definitions(graph: CodeGraph) -> list[int]:
    """Return the functions and types outside tests."""
    nodes = graph.nodes
    is_code = (nodes.kinds == NodeKind.FUNCTION) | (nodes.kinds == NodeKind.TYPE)
    is_left_out = (nodes.flags & int(NodeFlag.EXTERNAL | NodeFlag.TEST | NodeFlag.INFERRED)) != 0
    rows: list[int] = np.flatnonzero(is_code & ~is_left_out).tolist()
    return rows


def _touched(graph: CodeGraph, lines: Mapping[str, Sequence[range]]) -> frozenset[int]:
    """Return the innermost definition around each changed line."""
    spans = graph.nodes.spans
    found = set()
    by_file: defaultdict[str, list[int]] = defaultdict(list)
    for row in _definitions(graph):
        by_file[graph.file_path(row) or ""].append(row)
    for path, ranges in lines.items():
        for line in (line for each in ranges for line in each):
            around = [row for row in by_file[path] if spans[row, 0] <= line <= spans[row, 2]]
            if around:
                found.add(min(around, key=lambda row: int(spans[row, 2]) - int(spans[row, 0])))
    return frozenset(found)


def _shown_by_codeshed(project: Project, budget: int) -> tuple[frozenset[int], str]:
    answer = project.map(max_tokens=budget, output="md")
    graph = project.code_graph()
    rows = (
        graph.find_row(node_key(each.node.ref).removeprefix(_SYMBOL)) for each in answer.document.central_code
    )
    return frozenset(row for row in rows if row is not None), answer.to_format("md")


def _shown_by_aider(folder: Path, graph: CodeGraph, budget: int, python: str) -> tuple[frozenset[int], str]:
    command = [python, str(Path(__file__).with_name("aider_map.py")), str(folder), str(budget)]
    done = subprocess.run(  # noqa: S603 - the interpreter that the caller names
        command,
        input="\n".join(_files_without_tests(graph)),
        capture_output=True,
        text=True,
        check=True,
        cwd=folder,
    )
    shown = {path: frozenset(lines) for path, lines in _sections(done.stdout)}
    rows = (row for row in _definitions(graph) if shown.get(graph.file_path(row) or ""))
    found = set()
    for row in rows:
        path = graph.file_path(row) or ""
        first, last = int(graph.nodes.spans[row, 0]), int(graph.nodes.spans[row, 2])
        source = (folder / path).read_text("utf-8", "replace").splitlines()
        head = source[first - 1 : min(last, first + _N_HEAD_LINES)]
        naming = next((line.strip() for line in head if graph.nodes.names[row] in line), None)
        if naming is not None and any(_is_line(naming, line) for line in shown[path]):
            found.add(row)
    return frozenset(found), done.stdout


def _files_without_tests(graph: CodeGraph) -> list[str]:
    """Return the files that both tools may map."""
    nodes = graph.nodes
    is_test = (nodes.kinds == NodeKind.MODULE) & ((nodes.flags & int(NodeFlag.TEST)) != 0)
    tests = frozenset(nodes.files[is_test].tolist())
    return [path for file, path in enumerate(graph.files) if file not in tests]


def _is_line(naming: str, shown: str) -> bool:
    """Whether a line of a map is a line of the code; Aider cuts long ones."""
    return naming == shown or (len(shown) >= _LONG and naming.startswith(shown))


def _sections(text: str) -> Iterator[tuple[str, list[str]]]:
    """Yield the files of a repo map of Aider, each with the lines of code that it shows."""
    path = ""
    lines: list[str] = []
    for line in text.splitlines():
        if line and line[0] not in _FENCES and line.endswith(":"):
            if path:
                yield path, lines
            path, lines = line[:-1], []
        else:
            lines.append(line.removeprefix("│").strip())
    if path:
        yield path, lines


def table_of(measured: Sequence[Measured]) -> Table:
    """Return the shares of touched definitions that maps hold."""
    tools = sorted({tool for each in measured for tool, _ in each.held}, reverse=True)
    columns = [(tool, budget) for budget in BUDGETS for tool in tools]
    rows = [
        (
            each.name,
            str(each.n_definitions),
            str(each.n_touched),
            *(_cell(each, column) for column in columns),
        )
        for each in measured
    ]
    means = (
        f"{100 * np.mean([each.held[column].n_touched / max(1, each.n_touched) for each in measured]):.1f} %"
        for column in columns
    )
    return Table(
        title="Touched definitions that a map holds (shown, tokens)",
        headings=("project", "definitions", "touched", *(f"{tool} {budget}" for tool, budget in columns)),
        rows=[*rows, ("mean", "", "", *means)],
    )


def _cell(each: Measured, column: tuple[str, int]) -> str:
    held = each.held[column]
    return f"{100 * held.n_touched / max(1, each.n_touched):.1f} % ({held.n_shown}, {held.n_tokens})"


def main(arguments: list[str]) -> None:
    """Measure each checkout and print the table."""
    parser = argparse.ArgumentParser(prog="python -m bench.map", description=__doc__)
    parser.add_argument("checkouts", nargs="+", type=Path, metavar="CHECKOUT")
    parser.add_argument("--commits", type=int, default=300, metavar="N")
    parser.add_argument("--aider", metavar="PYTHON", help="An interpreter that has Aider.")
    options = parser.parse_args(arguments)
    measured = [measure(each, options.commits, options.aider) for each in options.checkouts]
    print(table_text(table_of(measured)))
