"""From a SemanticData file and its sources to a graph: 100 000 definitions and 1 000 000 references.

Measures `index_semantic_data` on one core, with exact tokens and, to tell what counting them costs, with words.
"""

import os
from dataclasses import dataclass, fields
from pathlib import Path

import numpy as np

from bench.graph.sample import Sample, sample_in
from bench.support.fresh import Costs, costs_of, in_fresh_process
from bench.support.report import Report, Table, megabytes, met, seconds, times
from codeshed.graph.data.kinds import EdgeFlag
from codeshed.graph.data.tables import EdgeTable, SiteTable
from codeshed.project.index.graph_in_memory import index_semantic_data

WANTED_SECONDS = 60.0
WANTED_BYTES = 2_000_000_000
SIZE_FUNCTIONS = ("cl100k_base", "words")


def run(folder: Path) -> Report:
    """Build the graph of the sample once with each size function."""
    sample = sample_in(folder)
    built = [
        in_fresh_process(measure_build, BuildRecipe(sample=sample, size_function_name=name))
        for name in SIZE_FUNCTIONS
    ]
    return Report(
        tables=(_time_table(sample, built), _graph_table(built[0])),
        figures={"sample": sample, "built": dict(zip(SIZE_FUNCTIONS, built, strict=True))},
    )


def measure_build(recipe: "BuildRecipe") -> "Built":
    """Read the file and build the graph on one core."""
    _stay_on_one_core()
    sample = recipe.sample
    graph, costs = costs_of(
        lambda: index_semantic_data(
            Path(sample.semantic_data),
            Path(sample.source_root),
            size_function_name=recipe.size_function_name,
        )
    )
    if graph.warnings:
        raise RuntimeError(f"the sample was not read whole: {graph.warnings[0].message}")
    edges = graph.edges
    return Built(
        costs=costs,
        n_nodes=len(graph.nodes),
        n_edges=len(edges),
        n_recovered=int(((edges.flags & int(EdgeFlag.RECOVERED)) != 0).sum()),
        n_unresolved=int(graph.nodes.n_unresolved_calls.sum()),
        n_sites=len(edges.sites.files),
        total_size=int(graph.nodes.sizes.sum()),
        n_edge_bytes=_array_bytes(edges),
        n_site_bytes=_array_bytes(edges.sites),
    )


def _stay_on_one_core() -> None:
    """Let this process and its threads use a single core, where the system can be asked for that."""
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})


def _array_bytes(table: EdgeTable | SiteTable) -> int:
    """Return the size of a table's own arrays; the sites of an edge table are another table."""
    columns = [getattr(table, field.name) for field in fields(table)]
    return sum(column.nbytes for column in columns if isinstance(column, np.ndarray))


def _time_table(sample: Sample, built: "list[Built]") -> Table:
    first = built[0].costs
    rows = []
    for name, run_built in zip(SIZE_FUNCTIONS, built, strict=True):
        costs = run_built.costs
        is_met = costs.wall_seconds < WANTED_SECONDS and costs.peak_bytes < WANTED_BYTES
        rows.append(
            (
                name,
                seconds(costs.wall_seconds),
                seconds(costs.cpu_seconds),
                f"< {WANTED_SECONDS:.0f} s",
                megabytes(costs.peak_bytes),
                f"< {megabytes(WANTED_BYTES)}",
                met(is_met=is_met),
                f"{costs.peak_bytes / sample.n_semantic_bytes:.2f} x",
                times(costs.wall_seconds / first.wall_seconds),
            )
        )
    return Table(
        title=f"Build: {sample.n_definitions} definitions, {sample.n_references} references, one core",
        headings=("sizes in", "time", "CPU", "wanted", "peak", "wanted", "met", "by file size", "ratio"),
        rows=rows,
        notes=(
            f"{megabytes(sample.n_semantic_bytes)} of SemanticData in {sample.n_documents} documents.",
            f"{megabytes(sample.n_source_bytes)} of sources in {sample.n_lines} lines.",
            "One run each. by file size: peak memory by the size of the SemanticData file.",
        ),
    )


def _graph_table(built: "Built") -> Table:
    with_sites = built.n_edge_bytes + built.n_site_bytes
    return Table(
        title="Build: the graph",
        headings=("what", "figure"),
        rows=(
            ("nodes", str(built.n_nodes)),
            ("edges", str(built.n_edges)),
            ("recovered calls among them", str(built.n_recovered)),
            ("calls left unresolved", str(built.n_unresolved)),
            ("sites", str(built.n_sites)),
            ("tokens of all nodes", str(built.total_size)),
            ("bytes per edge, adjacency included", f"{built.n_edge_bytes / built.n_edges:.1f}"),
            ("bytes per edge, with sites", f"{with_sites / built.n_edges:.1f}"),
        ),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class BuildRecipe:
    """What is built, and what its sizes are counted in."""

    sample: Sample
    size_function_name: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Built:
    """One build and what came out; bytes are those of the arrays."""

    costs: Costs
    n_nodes: int
    n_edges: int
    n_recovered: int
    n_unresolved: int
    n_sites: int
    total_size: int
    n_edge_bytes: int
    n_site_bytes: int
