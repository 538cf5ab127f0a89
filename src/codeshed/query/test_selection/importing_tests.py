"""Test files that import what changed, directly or through others.

Turns: CodeGraph + ChangedCode → places of test files whose imports lead to a changed file.
"""

from collections.abc import Sequence

import numpy as np

from codeshed.graph.data.arrays import NO_ROW
from codeshed.graph.data.code_graph import CodeGraph
from codeshed.graph.data.kinds import EdgeKind
from codeshed.query.test_selection.changed_code import ChangedCode


def find_importing_tests(graph: CodeGraph, changed: ChangedCode, tests: Sequence[str]) -> frozenset[int]:
    """Return the places of the test files from which imports and uses lead to a changed file."""
    table, nodes = graph.edges, graph.nodes
    sources, targets = nodes.files[table.sources], nodes.files[table.targets]
    is_between = (sources != targets) & (sources != NO_ROW) & (targets != NO_ROW)
    is_between &= (table.kinds != EdgeKind.CONTAINS) & (table.kinds != EdgeKind.DATAFLOW)
    sources, targets = sources[is_between], targets[is_between]
    reached = np.zeros(len(graph.files) + 1, dtype=np.bool_)
    first = [file for file in graph.files.find_each(changed.paths) if file is not None]
    reached[first] = True
    reached[nodes.files[list(changed.rows)]] = True
    reached[NO_ROW] = False
    n_before = -1
    while n_before != (n_now := int(reached.sum())):
        n_before = n_now
        reached[sources[reached[targets]]] = True
    found = graph.files.find_each(tests)
    return frozenset(place for place, file in enumerate(found) if file is not None and reached[file])
