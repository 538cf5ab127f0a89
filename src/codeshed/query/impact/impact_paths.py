"""The witness paths of an impact, within the caps on paths and edges.

Turns: Impact + its nodes in the order of the answer → ImpactPaths. The nearest nodes get a path with its edges, those beyond
`maxEdges` a path of nodes only, those beyond `maxPaths` none.
"""

from collections.abc import Sequence

import msgspec

from codeshed.graph.answers.evidence_truncation import evidence_records
from codeshed.graph.changes.impact_walk import Impact, witness_paths_of
from codeshed.graph.data.code_graph import CodeGraph
from codeshed.graph.walk.bounded_walk import ReachedNode
from codeshed.graph.walk.walk_truncation import edge_place, node_place
from codeshed.model.answers.answer_graph import WitnessPathV1
from codeshed.model.answers.caps import Caps
from codeshed.model.answers.truncation import Scope, TruncationRecord


class ImpactPaths(msgspec.Struct, frozen=True, kw_only=True):
    """Paths by the rows that they lead to, and a record for each cap that left something out."""

    by_row: dict[int, WitnessPathV1]
    truncation: tuple[TruncationRecord, ...]


def witness_paths_to(
    graph: CodeGraph, found: Impact, in_order: Sequence[ReachedNode], caps: Caps, *, scope: Scope = "impact"
) -> ImpactPaths:
    """Return paths to the nodes of an impact, the first nodes first."""
    witnesses = witness_paths_of(graph, found, caps.max_call_sites)
    by_row: dict[int, WitnessPathV1] = {}
    listed: dict[int, None] = {}
    unlisted: dict[int, None] = {}
    for each in in_order[: caps.max_paths]:
        path = witnesses.path_to(each)
        edges = [step.edge for step in witnesses.steps_to(each)]
        new = [edge for edge in edges if edge not in listed]
        if unlisted or len(listed) + len(new) > caps.max_edges:
            unlisted.update(dict.fromkeys(new))
            path = msgspec.structs.replace(path, edges=None)
        else:
            listed.update(dict.fromkeys(new))
        by_row[each.row] = path
    return ImpactPaths(
        by_row=by_row,
        truncation=(
            *_edge_cut(graph, tuple(unlisted), len(listed), caps, scope),
            *_path_cut(graph, in_order[caps.max_paths :], caps, scope),
            *evidence_records(graph, (), listed, caps, scope=scope),
        ),
    )


def _edge_cut(
    graph: CodeGraph, unlisted: Sequence[int], n_listed: int, caps: Caps, scope: Scope
) -> tuple[TruncationRecord, ...]:
    if not unlisted:
        return ()
    return (
        TruncationRecord(
            scope=scope,
            cap="maxEdges",
            limit=caps.max_edges,
            observed=n_listed + len(unlisted),
            omitted=len(unlisted),
            at=edge_place(graph, unlisted[0]),
            note="counts the edges of the farthest ways, of which only the nodes are there; a higher maxEdges lists them",
        ),
    )


def _path_cut(
    graph: CodeGraph, without_path: Sequence[ReachedNode], caps: Caps, scope: Scope
) -> tuple[TruncationRecord, ...]:
    if not without_path:
        return ()
    return (
        TruncationRecord(
            scope=scope,
            cap="maxPaths",
            limit=caps.max_paths,
            observed=caps.max_paths + len(without_path),
            omitted=len(without_path),
            at=node_place(graph, without_path[0].row),
            note="paths to the nearest nodes; a higher maxPaths shows the others",
        ),
    )
