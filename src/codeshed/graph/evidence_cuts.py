"""What the caps on evidence left out of edges: places in the source, and what a call may mean.

Turns: edges → TruncationRecords, one for each cap that took effect.
"""

from collections.abc import Iterable

import numpy as np

from codeshed.graph.code_graph import CodeGraph
from codeshed.graph.surface import guess_groups
from codeshed.graph.walk_cuts import edge_place
from codeshed.model.caps import Caps
from codeshed.model.limits import Cap, Scope, TruncationRecord


def evidence_records(
    graph: CodeGraph, edges: Iterable[int], on_ways: Iterable[int], caps: Caps, *, scope: Scope = "graph"
) -> tuple[TruncationRecord, ...]:
    """Return what was left out of the edges that an answer lists, and of those on its ways, which name places only."""
    listed = sorted(frozenset(edges))
    groups = guess_groups(graph, listed)
    shown_as = {edge: group[0] for group in groups for edge in group}
    rows = np.array(sorted({shown_as.get(edge, edge) for edge in (*listed, *on_ways)}), dtype=np.int64)
    starts = graph.edges.sites.starts
    lengths = starts[rows + 1] - starts[rows]
    is_cut = lengths > caps.max_call_sites
    too_many = [each for each in groups if len(each) > caps.max_candidates]

    def record(cap: Cap, limit: int, counts: list[int], edge: int, note: str) -> TruncationRecord:
        return TruncationRecord(
            scope=scope,
            cap=cap,
            limit=limit,
            observed=max(counts),
            omitted=sum(counts) - limit * len(counts),
            at=edge_place(graph, edge),
            note=note,
        )

    found = []
    if is_cut.any():
        found.append(
            record(
                "maxCallSites",
                caps.max_call_sites,
                lengths[is_cut].tolist(),
                int(rows[is_cut][0]),
                "counts places in the source that edges come from; a higher maxCallSites names them",
            )
        )
    if too_many:
        found.append(
            record(
                "maxCandidates",
                caps.max_candidates,
                [len(each) for each in too_many],
                too_many[0][caps.max_candidates],
                "counts what calls on the way may mean; a higher maxCandidates names it",
            )
        )
    return tuple(found)
