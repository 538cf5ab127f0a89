"""Functions whose bodies are taken away, and what these bodies use.

Turns: a folder + a number of functions → ContextCases: the graph and the sources of a copy in which the bodies are gone, and
for each function the symbols of the project that its body uses in the code as it is.

The copy is indexed anew, so that neither the text of a body nor an edge out of it can be seen. All functions of a project
are emptied in one copy: whoever answers for one of them knows a little less than the task allows, and never more.
"""

import shutil
import tempfile
from dataclasses import dataclass
from pathlib import Path

from bench.context.context_bodies import Body, bodies_in_random_order, empty
from codeshed.discover.file_reading import FolderSourceReader
from codeshed.graph.data.arrays import NO_ROW
from codeshed.graph.data.code_graph import CodeGraph
from codeshed.graph.data.kinds import EdgeKind, NodeFlag, NodeKind
from codeshed.model.source_reader import TextSourceReader
from codeshed.project.index.graph_in_memory import index_repository

USES = frozenset({EdgeKind.CALL, EdgeKind.READ, EdgeKind.WRITE, EdgeKind.USAGE, EdgeKind.ANNOTATES})
CERTAIN = 80
"""Edges below this confidence, in hundredths, are no truth to be measured by."""

_LEFT_OUT = shutil.ignore_patterns(".git", ".codeshed", "__pycache__", "node_modules")


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """One function without its body: which symbols the body used, and which of them lie in other files."""

    symbol: str
    used: frozenset[str]
    used_elsewhere: frozenset[str]


@dataclass(frozen=True, slots=True, kw_only=True)
class ContextCases:
    """The functions of one project, with the graph and the sources of the copy in which their bodies are gone."""

    project: str
    graph: CodeGraph
    sources: TextSourceReader
    cases: tuple[Case, ...]


def context_cases(
    folder: Path, n_functions: int, *, seed: int, types: str = "off", language: str = "python"
) -> ContextCases:
    """Choose functions at random and take their bodies away."""
    whole = index_repository(folder, types=types)
    chosen: list[Body] = []
    used_by_symbol: dict[str, dict[str, bool]] = {}
    for body in bodies_in_random_order(folder, whole, seed, language):
        if any(body.overlaps(other) for other in chosen):
            continue
        used = _uses(whole, body)
        if used:
            chosen.append(body)
            used_by_symbol[body.symbol] = used
        if len(chosen) == n_functions:
            break
    with tempfile.TemporaryDirectory(prefix="codeshed-bench-") as name:
        copy = Path(name) / folder.name
        shutil.copytree(folder, copy, ignore=_LEFT_OUT, symlinks=True)
        empty(copy, chosen)
        graph = index_repository(copy, types=types)
        reader = FolderSourceReader(copy)
        texts = {path: reader.read(path) or "" for path in graph.files}
    return ContextCases(
        project=folder.name,
        graph=graph,
        sources=TextSourceReader(texts),
        cases=tuple(
            case
            for symbol, used in used_by_symbol.items()
            if (case := _case(graph, symbol, used)) is not None
        ),
    )


def _case(graph: CodeGraph, symbol: str, used: dict[str, bool]) -> Case | None:
    """Keep what still exists: a field that only an emptied body defines is nothing that could be shown."""
    there = {each: is_elsewhere for each, is_elsewhere in used.items() if graph.find_row(each) is not None}
    if not there or graph.find_row(symbol) is None:
        return None
    return Case(
        symbol=symbol,
        used=frozenset(there),
        used_elsewhere=frozenset(each for each, is_elsewhere in there.items() if is_elsewhere),
    )


def _uses(graph: CodeGraph, body: Body) -> dict[str, bool]:
    """Return the symbols of the project that a body uses, and of each whether it lies in another file."""
    nodes, edges = graph.nodes, graph.edges
    start = graph.find_row(body.symbol)
    inside = [] if start is None else [start]
    for row in inside:
        out = range(int(edges.out_starts[row]), int(edges.out_starts[row + 1]))
        inside += [int(edges.targets[edge]) for edge in out if edges.kinds[edge] == EdgeKind.CONTAINS]
    members = frozenset(inside)
    used: dict[str, bool] = {}
    for row in inside:
        for edge in range(int(edges.out_starts[row]), int(edges.out_starts[row + 1])):
            target = int(edges.targets[edge])
            if (
                int(edges.kinds[edge]) in USES
                and int(edges.confidence[edge]) >= CERTAIN
                and target not in members
                and nodes.kinds[target] != NodeKind.MODULE
                and nodes.files[target] != NO_ROW
                and not int(nodes.flags[target]) & (NodeFlag.EXTERNAL | NodeFlag.TEST)
                and _has_site_in(graph, edge, body)
            ):
                used[nodes.symbols[target]] = bool(nodes.files[target] != nodes.files[row])
    return used


def _has_site_in(graph: CodeGraph, edge: int, body: Body) -> bool:
    sites = graph.edges.sites
    places = sites.spans[int(sites.starts[edge]) : int(sites.starts[edge + 1]), :2].tolist()
    return any(body.holds((line, column)) for line, column in places)
