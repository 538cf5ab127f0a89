"""One process that opens a graph and answers: its own module, so that nothing heavy is imported before the clock runs.

An answer is: the symbol with a given last name, all nodes up to two steps from it along edges both ways, and their
symbols.
"""

import statistics
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from codeshed.graph.data.arrays import Ints
    from codeshed.graph.data.code_graph import CodeGraph

N_ANSWERS = 1000


def measure_opening(source: "GraphFile") -> "Opened":
    """Import, open, answer once; then answer for many other symbols."""
    begin = time.perf_counter()
    # Imported here because importing is part of what is measured.
    from pathlib import Path  # noqa: PLC0415 - see above

    from codeshed.model.symbol_ids import last_name  # noqa: PLC0415 - see above
    from codeshed.store.graph_file import open_graph  # noqa: PLC0415 - see above

    imported = time.perf_counter()
    graph = open_graph(Path(source.path), is_for_few=True)
    opened = time.perf_counter()
    first = answer(graph, source.name)
    answered = time.perf_counter()
    step = max(1, len(graph.nodes) // N_ANSWERS)
    names = [last_name(graph.nodes.symbols[row]) for row in range(0, len(graph.nodes), step)]
    # Once before, so that the pages of the file are there.
    n_nodes = [len(answer(graph, name)) for name in names]
    warm_seconds = [_seconds_of_answer(graph, name) for name in names]
    return Opened(
        import_seconds=imported - begin,
        open_seconds=opened - imported,
        answer_seconds=answered - opened,
        n_answer_nodes=len(first),
        warm_median_seconds=statistics.median(warm_seconds),
        warm_p99_seconds=statistics.quantiles(warm_seconds, n=100)[-1],
        mean_answer_nodes=statistics.fmean(n_nodes),
    )


def _seconds_of_answer(graph: "CodeGraph", name: str) -> float:
    begin = time.perf_counter()
    answer(graph, name)
    return time.perf_counter() - begin


def answer(graph: "CodeGraph", name: str) -> list[str]:
    """Return the symbols up to two steps from the first symbol with a name, itself included."""
    import numpy as np  # noqa: PLC0415 - it is imported by now

    start = graph.name_index.find(name)[:1]
    near = np.unique(np.concatenate((start, neighbours(graph, start))))
    rows = np.unique(np.concatenate((near, neighbours(graph, near))))
    return [graph.nodes.symbols[row] for row in rows.tolist()]


def neighbours(graph: "CodeGraph", rows: "Ints") -> "Ints":
    """Return the other ends of all edges from and to some nodes."""
    import numpy as np  # noqa: PLC0415 - it is imported by now

    edges = graph.edges
    found = [rows]
    for row in rows.tolist():
        found.append(edges.targets[edges.out_starts[row] : edges.out_starts[row + 1]])
        incoming = edges.in_order[edges.in_starts[row] : edges.in_starts[row + 1]]
        found.append(edges.sources[incoming])
    return np.concatenate(found)


@dataclass(frozen=True, slots=True, kw_only=True)
class GraphFile:
    """Where a graph lies, and the name that is asked for."""

    path: str
    name: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Opened:
    """Times of one process."""

    import_seconds: float
    open_seconds: float
    answer_seconds: float
    n_answer_nodes: int
    warm_median_seconds: float
    warm_p99_seconds: float
    mean_answer_nodes: float
