"""Truncated evidence: sites and call candidates beyond the caps.

Turns: edges → TruncationRecords, one for each cap that took effect.
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

import numpy as np

from codeshed.graph.answers.answer_nodes_and_edges import group_call_candidates
from codeshed.graph.data.arrays import Longs
from codeshed.graph.data.code_graph import CodeGraph
from codeshed.graph.data.parallel_edges import MAX_SITES_PER_EDGE
from codeshed.graph.walk.walk_truncation import edge_place
from codeshed.model.answers.caps import Caps
from codeshed.model.answers.truncation import Scope, TruncationPlace, TruncationRecord


class SiteCounts(NamedTuple):
    """How many sites an item of an answer has, and how many of these the index keeps."""

    n_all: int
    n_kept: int
    at: TruncationPlace


def evidence_records(
    graph: CodeGraph, edges: Iterable[int], on_paths: Iterable[int], caps: Caps, *, scope: Scope = "graph"
) -> tuple[TruncationRecord, ...]:
    """Return the records for the edges that an answer lists, and for those on its paths, which show sites only."""
    listed = sorted(frozenset(edges))
    groups = group_call_candidates(graph, listed)
    shown_as = {edge: group[0] for group in groups for edge in group}
    rows = np.array(sorted({shown_as.get(edge, edge) for edge in (*listed, *on_paths)}), dtype=np.int64)
    too_many = [each for each in groups if len(each) > caps.max_candidates]
    found = list(site_records(_places(graph, rows), caps, scope=scope))
    if too_many:
        counts = [len(each) for each in too_many]
        found.append(
            TruncationRecord(
                scope=scope,
                cap="maxCandidates",
                limit=caps.max_candidates,
                observed=max(counts),
                omitted=sum(counts) - caps.max_candidates * len(counts),
                at=edge_place(graph, too_many[0][caps.max_candidates]),
                note="counts possible targets of calls on the way; a higher maxCandidates names them",
            )
        )
    return tuple(found)


def site_records(
    places: Iterable[SiteCounts], caps: Caps, *, scope: Scope = "graph"
) -> tuple[TruncationRecord, ...]:
    """Return the record for sites that are not shown, because of the cap or because the index does not keep them."""
    limit = caps.max_call_sites
    cut = [each for each in places if each.n_all > min(each.n_kept, limit)]
    if not cut:
        return ()
    n_nameable = sum(max(0, each.n_kept - limit) for each in cut)
    n_omitted = sum(each.n_all - min(each.n_kept, limit) for each in cut)
    return (
        TruncationRecord(
            scope=scope,
            cap="maxCallSites",
            limit=limit,
            observed=max(each.n_all for each in cut),
            omitted=n_omitted,
            at=cut[0].at,
            note="; ".join(
                (
                    "counts places in the source",
                    *_remedies(n_nameable, n_omitted, max(each.n_kept for each in cut)),
                )
            ),
        ),
    )


def _remedies(n_nameable: int, n_omitted: int, n_needed: int) -> Sequence[str]:
    """Describe how to find the sites that are not shown."""
    by_cap = f"--cap maxCallSites={n_needed} names {n_nameable if n_nameable < n_omitted else 'them'}"
    by_hand = f"the index keeps the first {MAX_SITES_PER_EDGE} of an edge: the others stand behind these in the source"
    return (*((by_cap,) if n_nameable else ()), *((by_hand,) if n_nameable < n_omitted else ()))


def _places(graph: CodeGraph, rows: Longs) -> list[SiteCounts]:
    """Count the sites of edges."""
    starts = graph.edges.sites.starts
    n_kept = (starts[rows + 1] - starts[rows]).tolist()
    n_all = graph.edges.n_sites[rows].tolist()
    return [
        SiteCounts(n_all=max(n_of_edge, n_of_index), n_kept=n_of_index, at=edge_place(graph, edge))
        for edge, n_of_edge, n_of_index in zip(rows.tolist(), n_all, n_kept, strict=True)
    ]
