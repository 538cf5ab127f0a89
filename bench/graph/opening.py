"""From a file with a million symbols to an answer: opening it, finding a symbol by name, and what is two steps away.

Measures processes that open the graph and answer once, with its file in the page cache and without; and in the same
processes many answers more.
"""

import os
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from bench.graph.first_answer import N_ANSWERS, GraphFile, Opened, measure_opening
from bench.graph.random_code_graph import CodeGraphRecipe, random_code_graph
from bench.support.fresh import in_fresh_process
from bench.support.report import Report, Table, megabytes, met, seconds
from codeshed.model.symbol_ids import last_name
from codeshed.store.graph_file import write_graph

WANTED_COLD_SECONDS = 0.1
WANTED_WARM_SECONDS = 0.001
N_PROCESSES = 5


def run(folder: Path) -> Report:
    """Write the graph, then open it in fresh processes."""
    path = folder / "opening.graph"
    written = in_fresh_process(write_random_graph, Target(path=str(path)))
    source = GraphFile(path=str(path), name=written.name)
    in_cache = [in_fresh_process(measure_opening, source) for _ in range(N_PROCESSES)]
    not_in_cache = []
    for _ in range(N_PROCESSES):
        _forget(path)
        not_in_cache.append(in_fresh_process(measure_opening, source))
    path.unlink()
    return Report(
        tables=(_cold_table(written, in_cache, not_in_cache), _warm_table(in_cache)),
        figures={"written": written, "in_cache": in_cache, "not_in_cache": not_in_cache},
    )


def write_random_graph(target: "Target") -> "Written":
    """Make the graph and write it."""
    graph = random_code_graph(CodeGraphRecipe())
    begin = time.perf_counter()
    write_graph(graph, Path(target.path))
    return Written(
        n_nodes=len(graph.nodes),
        n_edges=len(graph.edges),
        n_bytes=Path(target.path).stat().st_size,
        write_seconds=time.perf_counter() - begin,
        name=last_name(graph.nodes.symbols[len(graph.nodes) // 2]),
    )


def _forget(path: Path) -> None:
    """Ask the system to drop a file from its page cache, where it can be asked."""
    if hasattr(os, "posix_fadvise"):
        with path.open("rb") as file:
            os.fsync(file.fileno())
            os.posix_fadvise(file.fileno(), 0, 0, os.POSIX_FADV_DONTNEED)


def _cold_table(written: "Written", in_cache: Sequence[Opened], not_in_cache: Sequence[Opened]) -> Table:
    rows = []
    for label, opened in (("in the page cache", in_cache), ("not in the page cache", not_in_cache)):
        best = min(opened, key=lambda each: each.open_seconds + each.answer_seconds)
        both = best.open_seconds + best.answer_seconds
        rows.append(
            (
                label,
                seconds(best.import_seconds),
                seconds(best.open_seconds),
                seconds(best.answer_seconds),
                seconds(both),
                f"< {seconds(WANTED_COLD_SECONDS)}",
                met(is_met=both < WANTED_COLD_SECONDS),
                str(best.n_answer_nodes),
            )
        )
    return Table(
        title=f"Opening: {written.n_nodes} symbols, {written.n_edges} edges, {megabytes(written.n_bytes)}",
        headings=("file", "imports", "open", "answer", "open + answer", "wanted", "met", "nodes"),
        rows=rows,
        notes=(
            f"Best of {N_PROCESSES} processes. Wanted counts opening and the first answer, not the imports before.",
            f"Writing the file took {seconds(written.write_seconds)}.",
        ),
    )


def _warm_table(opened: Sequence[Opened]) -> Table:
    best = min(opened, key=lambda each: each.warm_median_seconds)
    return Table(
        title=f"Opening: {N_ANSWERS} answers one after another",
        headings=("median", "P99", "wanted", "met", "nodes"),
        rows=(
            (
                f"{best.warm_median_seconds * 1000:.2f} ms",
                f"{best.warm_p99_seconds * 1000:.2f} ms",
                f"< {WANTED_WARM_SECONDS * 1000:.0f} ms",
                met(is_met=best.warm_median_seconds < WANTED_WARM_SECONDS),
                f"{best.mean_answer_nodes:.0f}",
            ),
        ),
        notes=("nodes: the mean of an answer. Each answer has been given once before.",),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Target:
    """Where a graph is to be written."""

    path: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Written:
    """What was written, and a name to ask for."""

    n_nodes: int
    n_edges: int
    n_bytes: int
    write_seconds: float
    name: str
