"""Lists the edges between the nodes that a walk reached.

Turns: the nodes shown + the edges that the walk saw → EdgeListing. A walk sees the edges that lead on from the nodes it
expands. It misses some where a cap ended it, and, in both directions, those from a user of the seed to what the seed uses.
An edge is missing only if its source was not expanded forward and its target not backward, so looking at the edges of all
such sources, or of all such targets, finds the rest.
"""

from typing import NamedTuple

import msgspec
import numpy as np

from codeshed.graph.data.arrays import Flags, Ints, Longs
from codeshed.graph.data.code_graph import CodeGraph
from codeshed.graph.walk.frontier import Frontier, affordable_nodes, edge_counts, expand_frontier
from codeshed.graph.walk.traversal_config import TraversalConfig
from codeshed.graph.walk.walk_truncation import WalkCuts
from codeshed.graph.walk.work_budget import WorkCounter


class ShownNodes(NamedTuple):
    """The nodes of a walk, the starts included, by distance and key."""

    rows: Ints
    distances: Longs


class LookedAt(NamedTuple):
    """The edges that a walk saw, and the sorted rows of the nodes whose edges in a direction it saw all."""

    edges: list[Longs]
    forward: Ints
    backward: Ints


class EdgeListing(msgspec.Struct, frozen=True, kw_only=True):
    """The edges listed, the work that finding them took, and what the caps left out."""

    edges: tuple[int, ...]
    below_confidence: Longs
    n_work_units: int
    cuts: WalkCuts


def list_edges(
    graph: CodeGraph,
    nodes: ShownNodes,
    looked_at: LookedAt,
    config: TraversalConfig,
    work: WorkCounter | None,
    *,
    cuts: WalkCuts,
    is_completed: bool,
    max_edges: int | None,
) -> EdgeListing:
    """Return the edges between the nodes shown: those seen, and with `is_completed` all; the nearest up to the cap."""
    inside = np.sort(nodes.rows)
    found = [_between(graph, edges, inside) for edges in looked_at.edges]
    below_confidence: Longs = np.zeros(0, dtype=np.int64)
    n_work_units = 0
    unseen = _unseen(graph, nodes, looked_at) if is_completed else None
    if unseen is not None:
        n_entered, is_out_of_time = 0, bool(cuts.without_time)
        # Work that ran out before is not found again here: no node gets what a nearer one did not.
        if not cuts.is_out_of_work:
            affordable = affordable_nodes(graph, [unseen], work)
            (n_entered,), n_work_units = affordable.counts, affordable.n_work_units
            is_out_of_time = affordable.is_out_of_time
        level = expand_frontier(graph, unseen, config, max_fanout=None, n_entered=n_entered)
        cuts = cuts.with_unexpanded(level.not_entered.tolist(), is_out_of_time=is_out_of_time)
        found.append(_between(graph, level.edges, inside))
        below_confidence = _between(graph, level.below_confidence, inside)
    edges = _by_distance(graph, np.unique(np.concatenate(found)), nodes)
    kept = edges if max_edges is None else edges[:max_edges]
    return EdgeListing(
        edges=tuple(np.sort(kept).tolist()),
        below_confidence=below_confidence,
        n_work_units=n_work_units,
        cuts=msgspec.structs.replace(cuts, beyond_edges=tuple(edges[len(kept) :].tolist())),
    )


def _unseen(graph: CodeGraph, nodes: ShownNodes, looked_at: LookedAt) -> Frontier | None:
    """Return the nodes whose edges may lead to others shown and were not seen: sources, or targets if these cost less."""
    sources = nodes.rows[~np.isin(nodes.rows, looked_at.forward)]
    targets = nodes.rows[~np.isin(nodes.rows, looked_at.backward)]
    if not len(sources) or not len(targets):
        return None
    costs = [
        int((edge_counts(graph, rows, is_forward=is_forward) + 1).sum())
        for rows, is_forward in ((sources, True), (targets, False))
    ]
    is_forward = costs[0] <= costs[1]
    rows = sources if is_forward else targets
    return Frontier(rows=rows, confidences=np.ones(len(rows)), is_forward=is_forward)


def _between(graph: CodeGraph, edges: Longs, inside: Ints) -> Longs:
    """Return the edges with both ends among sorted rows."""
    return edges[
        _is_among(graph.edges.sources[edges], inside) & _is_among(graph.edges.targets[edges], inside)
    ]


def _is_among(rows: Ints, inside: Ints) -> Flags:
    places = np.searchsorted(inside, rows)
    return np.asarray(inside[np.minimum(places, len(inside) - 1)] == rows)


def _by_distance(graph: CodeGraph, edges: Longs, nodes: ShownNodes) -> Longs:
    """Sort edges by the distance of their nearer end, then by that of the other, then by row."""
    order = np.argsort(nodes.rows, kind="stable")
    inside, distances = nodes.rows[order], nodes.distances[order]
    ends = [
        distances[np.searchsorted(inside, rows[edges])] for rows in (graph.edges.sources, graph.edges.targets)
    ]
    return edges[np.lexsort((edges, np.maximum(*ends), np.minimum(*ends)))]
