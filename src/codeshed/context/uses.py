"""Index of uses: the edges by which a piece of code needs another.

Turns: CodeGraph → Uses: for each node the nodes of the codebase that it uses, and its users, without duplicates.
"""

from collections.abc import Sequence

import msgspec
import numpy as np

from codeshed.graph.data.arrays import Ints, Longs
from codeshed.graph.data.code_graph import CodeGraph
from codeshed.graph.data.columns import concatenate_ranges, offsets_of_lengths
from codeshed.graph.data.kinds import EdgeKind, NodeFlag, NodeKind
from codeshed.graph.walk.frontier import is_dependency

USE_KINDS = (EdgeKind.CALL, EdgeKind.READ, EdgeKind.WRITE, EdgeKind.USAGE, EdgeKind.ANNOTATES)
"""The kinds of edges by which code needs other code to be understood or written."""

_IS_USE = np.isin(np.arange(256), USE_KINDS)
_SURE = 45
"""Edges of lower confidence, in hundredths, are ignored."""


class Uses(msgspec.Struct, frozen=True, kw_only=True):
    """CSR adjacency of uses within the codebase, in both directions.

    Node `n` uses `targets[out_starts[n]:out_starts[n + 1]]`; its users are `sources[in_starts[n]:in_starts[n +
    1]]`. Modules and externals are never among what is used.
    """

    out_starts: Longs
    targets: Ints
    in_starts: Longs
    sources: Ints

    @property
    def n_users(self) -> Longs:
        """The number of users of each node."""
        return np.diff(self.in_starts)

    def used_by(self, rows: Sequence[int] | Ints | Longs) -> tuple[Longs, Longs]:
        """Return all that some nodes use, concatenated, and for each entry the index of its user in `rows`."""
        return _gathered(self.out_starts, self.targets, rows)

    def users_of(self, rows: Sequence[int] | Ints | Longs) -> tuple[Longs, Longs]:
        """Return all users of some nodes, concatenated, and for each entry the index of the used node in `rows`."""
        return _gathered(self.in_starts, self.sources, rows)


def index_uses(graph: CodeGraph) -> Uses:
    """Index the uses of a graph."""
    edges, nodes = graph.edges, graph.nodes
    is_own = (nodes.kinds != NodeKind.MODULE) & ((nodes.flags & int(NodeFlag.EXTERNAL)) == 0)
    chosen = np.flatnonzero(
        _IS_USE[edges.kinds]
        & (edges.confidence >= _SURE)
        & is_own[edges.targets]
        & (edges.sources != edges.targets)
    )
    chosen = chosen[is_dependency(graph, chosen)]
    sources, targets = edges.sources[chosen], edges.targets[chosen]
    # Edges are sorted by source and target: of edges with the same ends the first counts.
    is_first = np.ones(len(chosen), dtype=np.bool_)
    is_first[1:] = (sources[1:] != sources[:-1]) | (targets[1:] != targets[:-1])
    sources, targets = sources[is_first], targets[is_first]
    is_kept = np.zeros(len(edges), dtype=np.bool_)
    is_kept[chosen[is_first]] = True
    n_nodes = len(nodes)
    return Uses(
        out_starts=offsets_of_lengths(np.bincount(sources, minlength=n_nodes)),
        targets=targets,
        in_starts=offsets_of_lengths(np.bincount(targets, minlength=n_nodes)),
        sources=edges.sources[edges.in_order[is_kept[edges.in_order]]],
    )


def uses_by_modules(graph: CodeGraph, rows: Sequence[int]) -> tuple[int, ...]:
    """Return the edges by which modules themselves use some nodes, by node, module and kind."""
    edges = graph.edges
    chosen = np.asarray(rows, dtype=np.int64)
    starts = edges.in_starts[chosen].astype(np.int64)
    found = edges.in_order[concatenate_ranges(starts, edges.in_starts[chosen + 1] - starts)].astype(np.int64)
    found = found[
        (graph.nodes.kinds[edges.sources[found]] == NodeKind.MODULE)
        & _IS_USE[edges.kinds[found]]
        & (edges.confidence[found] >= _SURE)
    ]
    return tuple(found[is_dependency(graph, found)].tolist())


def _gathered(starts: Longs, ends: Ints, rows: Sequence[int] | Ints | Longs) -> tuple[Longs, Longs]:
    chosen = np.asarray(rows, dtype=np.int64)
    lengths = starts[chosen + 1] - starts[chosen]
    places = concatenate_ranges(starts[chosen], lengths)
    return ends[places].astype(np.int64), np.repeat(np.arange(len(chosen)), lengths)
