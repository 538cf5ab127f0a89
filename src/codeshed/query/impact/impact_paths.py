"""The ways to what a change reaches, as many and with as many edges as an answer may have.

Turns: Impact + its nodes in the order of the answer → ImpactWays. The nearest nodes have a way with its edges, those
behind `maxEdges` one with nodes alone, and those behind `maxPaths` none.
"""

from collections.abc import Sequence

import msgspec

from codeshed.graph.answers.evidence_truncation import evidence_records
from codeshed.graph.changes.impact_walk import Impact, witness_of
from codeshed.graph.data.code_graph import CodeGraph
from codeshed.graph.walk.bounded_walk import Reached
from codeshed.graph.walk.walk_truncation import edge_place, node_place
from codeshed.model.answer_pieces import WitnessPathV1
from codeshed.model.caps import Caps
from codeshed.model.limits import Scope, TruncationRecord


class ImpactWays(msgspec.Struct, frozen=True, kw_only=True):
    """Ways by the rows that they lead to, and a record for each cap that left something out of them."""

    by_row: dict[int, WitnessPathV1]
    truncation: tuple[TruncationRecord, ...]


def ways_to(
    graph: CodeGraph, found: Impact, in_order: Sequence[Reached], caps: Caps, *, scope: Scope = "impact"
) -> ImpactWays:
    """Return the ways to nodes of an impact, of which the first are the most worth having."""
    witnesses = witness_of(graph, found, caps.max_call_sites)
    by_row: dict[int, WitnessPathV1] = {}
    told: dict[int, None] = {}
    untold: dict[int, None] = {}
    for each in in_order[: caps.max_paths]:
        path = witnesses.path_to(each)
        edges = [step.edge for step in witnesses.steps_to(each)]
        new = [edge for edge in edges if edge not in told]
        if untold or len(told) + len(new) > caps.max_edges:
            untold.update(dict.fromkeys(new))
            path = msgspec.structs.replace(path, edges=None)
        else:
            told.update(dict.fromkeys(new))
        by_row[each.row] = path
    return ImpactWays(
        by_row=by_row,
        truncation=(
            *_edge_cut(graph, tuple(untold), len(told), caps, scope),
            *_path_cut(graph, in_order[caps.max_paths :], caps, scope),
            *evidence_records(graph, (), told, caps, scope=scope),
        ),
    )


def _edge_cut(
    graph: CodeGraph, untold: Sequence[int], n_told: int, caps: Caps, scope: Scope
) -> tuple[TruncationRecord, ...]:
    if not untold:
        return ()
    return (
        TruncationRecord(
            scope=scope,
            cap="maxEdges",
            limit=caps.max_edges,
            observed=n_told + len(untold),
            omitted=len(untold),
            at=edge_place(graph, untold[0]),
            note="counts the edges of the farthest ways, of which only the nodes are there; a higher maxEdges lists them",
        ),
    )


def _path_cut(
    graph: CodeGraph, without_way: Sequence[Reached], caps: Caps, scope: Scope
) -> tuple[TruncationRecord, ...]:
    if not without_way:
        return ()
    return (
        TruncationRecord(
            scope=scope,
            cap="maxPaths",
            limit=caps.max_paths,
            observed=caps.max_paths + len(without_way),
            omitted=len(without_way),
            at=node_place(graph, without_way[0].row),
            note="ways to the nearest nodes are there; a higher maxPaths shows the others",
        ),
    )
