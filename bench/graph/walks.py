"""What a walk, a merge and a frozen change cost on random graphs of growing size.

A walk should cost what it visits: the same on a graph of a million symbols as on one of ten thousand.
"""

import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from bench.graph.random_code_graph import CodeGraphRecipe, random_code_graph
from bench.support.fresh import Costs, costs_of, in_fresh_process
from bench.support.report import Report, Table, megabytes, seconds
from codeshed.graph.data.code_graph import CodeGraph
from codeshed.graph.data.kinds import EdgeKind, NodeKind
from codeshed.graph.editing.drafts import EdgeDraft, NodeDraft
from codeshed.graph.editing.graph_builder import GraphBuilder
from codeshed.graph.editing.merge import merge_graphs
from codeshed.graph.walk.bounded_walk import backward_impact, forward_impact
from codeshed.graph.walk.traversal_config import TraversalConfig

SIZES = (10_000, 100_000, 1_000_000)
N_EDGES_BY_NODE = 5
N_WALKS = 300
PRESETS: dict[str, TraversalConfig] = {
    "llm context": TraversalConfig.for_llm_context(),
    "semantic analysis": TraversalConfig.for_semantic_analysis(),
    "impact analysis": TraversalConfig.for_impact_analysis(),
}


def run(_: Path) -> Report:
    """Measure each size in a process of its own."""
    measured = [in_fresh_process(measure, Size(n_nodes=n_nodes)) for n_nodes in SIZES]
    return Report(tables=(_walk_table(measured), _change_table(measured)), figures={"walks": measured})


def measure(size: "Size") -> "Measured":
    """Walk from many nodes, both ways; merge two graphs; freeze a change."""
    graph = random_code_graph(_recipe(size, seed=1))
    medians = {name: _median_seconds(graph, config) for name, config in PRESETS.items()}
    _, freezing = costs_of(lambda: _changed(graph))
    other = random_code_graph(_recipe(size, seed=2))
    merged, merging = costs_of(lambda: merge_graphs([graph, other]))
    return Measured(
        n_nodes=size.n_nodes,
        n_merged_nodes=len(merged.nodes),
        walk_seconds=medians,
        merging=merging,
        freezing=freezing,
    )


def _recipe(size: "Size", *, seed: int) -> CodeGraphRecipe:
    return CodeGraphRecipe(n_nodes=size.n_nodes, n_edges=size.n_nodes * N_EDGES_BY_NODE, seed=seed)


def _median_seconds(graph: CodeGraph, config: TraversalConfig) -> float:
    step = max(1, len(graph.nodes) // N_WALKS)
    walks: tuple[Callable[..., object], ...] = (forward_impact, backward_impact)
    taken = []
    for start in range(0, len(graph.nodes), step):
        for walk in walks:
            begin = time.perf_counter()
            walk(graph, start, config)
            taken.append(time.perf_counter() - begin)
    return statistics.median(taken)


def _changed(graph: CodeGraph) -> CodeGraph:
    """Add a node with an edge, and remove another one."""
    builder = GraphBuilder(graph)
    builder.add_node(NodeDraft(symbol="new.py::f", kind=NodeKind.FUNCTION, file_path="new.py"))
    builder.add_edge(EdgeDraft(source="new.py::f", target=graph.nodes.symbols[0], kind=EdgeKind.CALL))
    builder.remove_node(graph.nodes.symbols[len(graph.nodes) // 2])
    return builder.freeze()


def _walk_table(measured: "list[Measured]") -> Table:
    return Table(
        title="Walks: the median of one, forward and backward",
        headings=("symbols", *PRESETS),
        rows=[
            (
                str(each.n_nodes),
                *(f"{each.walk_seconds[name] * 1000:.2f} ms" for name in PRESETS),
            )
            for each in measured
        ],
        notes=(f"{N_WALKS} starts each; {N_EDGES_BY_NODE} edges for each symbol.",),
    )


def _change_table(measured: "list[Measured]") -> Table:
    return Table(
        title="Graphs: two merged into one, and one with a node more and one less",
        headings=("symbols of each", "merged", "merge", "freeze", "peak memory"),
        rows=[
            (
                str(each.n_nodes),
                str(each.n_merged_nodes),
                seconds(each.merging.cpu_seconds),
                seconds(each.freezing.cpu_seconds),
                megabytes(each.merging.peak_bytes),
            )
            for each in measured
        ],
        notes=("Times are of the processor. The peak includes both graphs.",),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Size:
    """How large a graph is to be."""

    n_nodes: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Measured:
    """What was measured on graphs of one size."""

    n_nodes: int
    n_merged_nodes: int
    walk_seconds: dict[str, float]
    merging: Costs
    freezing: Costs
