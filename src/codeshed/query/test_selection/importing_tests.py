"""Test files that import what changed, directly or through others.

Turns: CodeGraph + ChangedCode → places of test files whose imports lead to a changed file. An import is followed backwards where a
file registers what it defines: `@cli.command()` in `pay.py` lets who uses `cli` run `pay`, though nobody may import `pay.py`.
"""

from collections.abc import Iterator, Sequence

import numpy as np

from codeshed.graph.data.arrays import NO_ROW, Longs
from codeshed.graph.data.code_graph import CodeGraph
from codeshed.graph.data.kinds import EdgeKind
from codeshed.query.test_selection.changed_code import ChangedCode

_USES = (EdgeKind.CALL, EdgeKind.READ)
_REGISTERED = frozenset({"callback", "command", "dependency", "route", "signal", "task"})
"""Entry points that code registers with an object, which then calls them."""


def find_importing_tests(graph: CodeGraph, changed: ChangedCode, tests: Sequence[str]) -> frozenset[int]:
    """Return the places of the test files from which imports and uses lead to a changed file."""
    table, nodes = graph.edges, graph.nodes
    sources, targets = nodes.files[table.sources], nodes.files[table.targets]
    is_between = (sources != targets) & (sources != NO_ROW) & (targets != NO_ROW)
    is_between &= (table.kinds != EdgeKind.CONTAINS) & (table.kinds != EdgeKind.DATAFLOW)
    sources, targets = sources[is_between], targets[is_between]
    registering, registered_on = _registrations(graph)
    sources, targets = np.concatenate([sources, registered_on]), np.concatenate([targets, registering])
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


def _registrations(graph: CodeGraph) -> tuple[Longs, Longs]:
    """Return pairs of files: one that registers a function of its own, and the one that defines what it registers it with.

    It names both on one line: `cli.add_command(pay)`, or names the other one in a decorator.
    """
    nodes, table = graph.nodes, graph.edges
    entries = [each for each in graph.entry_points if each.kind in _REGISTERED]
    rows = graph.nodes.symbols.find_each([each.symbol for each in entries])
    lines: dict[int, set[int]] = {}
    found: list[tuple[int, int]] = []
    for entry, row in zip(entries, rows, strict=True):
        if row is None or nodes.files[row] == NO_ROW:
            continue
        own = lines.setdefault(int(nodes.files[row]), set())
        if entry.span is not None:
            own.update(range(entry.span.start_line, entry.span.end_line + 1))
        users = table.in_order[table.in_starts[row] : table.in_starts[row + 1]]
        for edge in users[nodes.files[table.sources[users]] == nodes.files[row]].tolist():
            own.update(_lines(graph, edge))
    for file, own in sorted(lines.items()):
        module = graph.find_row(graph.files[file])
        outgoing = (
            range(0)
            if module is None
            else range(int(table.out_starts[module]), int(table.out_starts[module + 1]))
        )
        for edge in outgoing:
            other = int(nodes.files[table.targets[edge]])
            if (
                other not in {NO_ROW, file}
                and table.kinds[edge] in _USES
                and not own.isdisjoint(_lines(graph, edge))
            ):
                found.append((file, other))
    pairs: Longs = np.array(sorted(set(found)), dtype=np.int64).reshape(-1, 2)
    return pairs[:, 0], pairs[:, 1]


def _lines(graph: CodeGraph, edge: int) -> Iterator[int]:
    """Yield the lines on which an edge is written."""
    sites = graph.edges.sites
    return (int(sites.spans[site][0]) for site in range(int(sites.starts[edge]), int(sites.starts[edge + 1])))
