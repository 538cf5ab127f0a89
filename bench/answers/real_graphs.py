"""Graphs of real repositories, and seeds drawn from them.

Turns: a folder → its graph, by its index, which is built or brought up to date first.
"""

import math
import random
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import numpy as np

from codeshed.api.answer_context import AnswerContext
from codeshed.api.project import open_project
from codeshed.graph.data.code_graph import CodeGraph
from codeshed.graph.data.kinds import NodeFlag, NodeKind

SEED = 20_261_116


@contextmanager
def opened(repository: Path) -> Iterator[AnswerContext]:
    """Open the graph of a repository for the time of a block."""
    with open_project(repository) as project:
        yield project.answer_context()


def random_symbols(graph: CodeGraph, n_symbols: int) -> list[str]:
    """Return functions, methods and types of the repository itself, the same ones each time."""
    kinds, flags = graph.nodes.kinds, graph.nodes.flags
    is_own = (flags & int(NodeFlag.EXTERNAL)) == 0
    rows = np.flatnonzero(is_own & ((kinds == NodeKind.FUNCTION) | (kinds == NodeKind.TYPE))).tolist()
    drawn = random.Random(SEED).sample(rows, min(n_symbols, len(rows)))
    return [graph.nodes.symbols[row] for row in drawn]


def quantile(values: list[float], share: float) -> float:
    """Return the value that a share of all values does not exceed, by nearest rank."""
    return sorted(values)[max(0, math.ceil(share * len(values)) - 1)]
