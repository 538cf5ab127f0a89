"""Truncation of walks: what each cap left out, and the records that report it.

Turns: WalkCuts → TruncationRecords: one for each cap that took effect, with its remedy.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING

import msgspec
import numpy as np

from codeshed.graph.data.code_graph import CodeGraph
from codeshed.graph.data.kinds import EdgeKind
from codeshed.graph.data.node_keys import in_key_order, ref_of
from codeshed.graph.walk.frontier import FrontierEdges
from codeshed.graph.walk.traversal_config import TraversalConfig
from codeshed.graph.walk.work_budget import WorkCounter
from codeshed.model.answers.answer_graph import edge_name
from codeshed.model.answers.node_references import node_key
from codeshed.model.answers.truncation import Cap, Scope, TruncationPlace, TruncationRecord

if TYPE_CHECKING:
    from codeshed.graph.walk.bounded_walk import WalkLimits

_NEAREST = "counts the nearest nodes that were left out; what lies behind them is not counted"


class WalkCuts(msgspec.Struct, frozen=True, kw_only=True):
    """What each cap has left out so far; rows of nodes are by distance and key."""

    beyond_depth: frozenset[int] = frozenset()
    beyond_nodes: tuple[int, ...] = ()
    n_beyond_fanout: int = 0
    max_fanout_seen: int = 0
    first_beyond_fanout: int | None = None
    beyond_edges: tuple[int, ...] = ()
    without_work: tuple[int, ...] = ()
    without_time: tuple[int, ...] = ()

    @property
    def is_final(self) -> bool:
        """Whether a cap ends the walk."""
        return bool(self.beyond_nodes or self.without_work or self.without_time)

    def with_frontier(self, level: FrontierEdges) -> "WalkCuts":
        """Add what was left out of one more frontier."""
        first = level.first_left_out if self.first_beyond_fanout is None else self.first_beyond_fanout
        return msgspec.structs.replace(
            self,
            n_beyond_fanout=self.n_beyond_fanout + level.n_left_out,
            max_fanout_seen=max(self.max_fanout_seen, level.max_fanout_seen if level.n_left_out else 0),
            first_beyond_fanout=first,
            without_work=() if level.is_out_of_time else level.not_entered,
            without_time=level.not_entered if level.is_out_of_time else (),
        )

    def united_with(self, other: "WalkCuts") -> "WalkCuts":
        """Combine what was left out of two walks."""
        return WalkCuts(
            beyond_depth=self.beyond_depth | other.beyond_depth,
            beyond_nodes=tuple(dict.fromkeys((*self.beyond_nodes, *other.beyond_nodes))),
            n_beyond_fanout=self.n_beyond_fanout + other.n_beyond_fanout,
            max_fanout_seen=max(self.max_fanout_seen, other.max_fanout_seen),
            first_beyond_fanout=other.first_beyond_fanout
            if self.first_beyond_fanout is None
            else self.first_beyond_fanout,
            beyond_edges=(*self.beyond_edges, *other.beyond_edges),
            without_work=(*self.without_work, *other.without_work),
            without_time=(*self.without_time, *other.without_time),
        )

    def with_result(self, kept: frozenset[int], cut: tuple[int, ...]) -> "WalkCuts":
        """Adjust to a combined result: `kept` nodes were not cut after all, those of `cut` were."""
        beyond = tuple(row for row in dict.fromkeys((*self.beyond_nodes, *cut)) if row not in kept)
        return msgspec.structs.replace(self, beyond_nodes=beyond, beyond_depth=self.beyond_depth - kept)


def depth_cut_record(
    known: TruncationRecord | None, *, scope: Scope, limit: int, requested: int
) -> TruncationRecord:
    """Return the record of a depth that was lowered to the cap; `known` is the record of the walk itself."""
    beyond = f"--depth {requested} is beyond this cap"
    note = f"{beyond}; counts the nearest nodes that were left out; a higher maxDepth goes on to them"
    return TruncationRecord(
        scope=scope,
        cap="maxDepth",
        limit=limit,
        observed=requested,
        omitted=0 if known is None else known.omitted,
        at=None if known is None else known.at,
        note=f"{beyond}, but nothing lies behind it" if known is None else note,
    )


def cut_records(
    graph: CodeGraph, cuts: WalkCuts, config: TraversalConfig, limits: "WalkLimits", work: WorkCounter | None
) -> tuple[TruncationRecord, ...]:
    """Return the truncation records of a walk. Nodes beyond those left out are unknown, so counts are lower bounds."""

    def record(
        cap: Cap,
        limit: int | None,
        left_out: Sequence[int],
        *,
        note: str,
        observed: int | None,
        omitted: int | None = None,
    ) -> TruncationRecord | None:
        if limit is None or not left_out:
            return None
        return TruncationRecord(
            scope=limits.scope,
            cap=cap,
            limit=limit,
            observed=observed,
            omitted=len(left_out) if omitted is None else omitted,
            at=edge_place(graph, left_out[0]) if cap == "maxEdges" else node_place(graph, left_out[0]),
            note=note,
        )

    budget = None if work is None else work.budget
    n_done = None if work is None else work.n_done
    found = (
        record(
            "maxDepth",
            config.max_depth,
            in_key_order(graph, np.array(sorted(cuts.beyond_depth), dtype=np.int32)).tolist(),
            note=f"{_NEAREST}; a higher maxDepth goes on to them",
            observed=(config.max_depth or 0) + 1
            if limits.requested_depth is None
            else limits.requested_depth,
        ),
        record(
            "maxFanoutPerNode",
            limits.max_fanout,
            () if cuts.first_beyond_fanout is None else (cuts.first_beyond_fanout,),
            note="counts edges, the least sure ones; a higher maxFanoutPerNode follows them",
            observed=cuts.max_fanout_seen,
            omitted=cuts.n_beyond_fanout,
        ),
        record(
            "maxNodes",
            config.max_nodes,
            cuts.beyond_nodes,
            note=f"{_NEAREST}; a higher maxNodes lets them in",
            observed=config.max_nodes + len(cuts.beyond_nodes),
        ),
        record(
            "maxEdges",
            limits.max_edges,
            cuts.beyond_edges,
            note="counts the edges farthest from the seed; a higher maxEdges lists them",
            observed=(limits.max_edges or 0) + len(cuts.beyond_edges),
        ),
        record(
            "maxWorkUnits",
            None if budget is None else budget.max_work_units,
            cuts.without_work,
            note="counts nodes that the walk did not go on from; a higher maxWorkUnits does",
            observed=n_done,
        ),
        record(
            "maxWallClockMs",
            None if budget is None else budget.max_wall_clock_ms,
            cuts.without_time,
            note="counts nodes that the walk did not go on from: the clock ran out, and another run may differ; "
            "a higher maxWallClockMs waits longer, a lower maxWorkUnits cuts alike everywhere",
            observed=None if work is None else work.n_milliseconds,
        ),
    )
    return tuple(each for each in found if each is not None)


def node_place(graph: CodeGraph, row: int) -> TruncationPlace:
    """Return a node as the location where a cap took effect."""
    return TruncationPlace(node=node_key(ref_of(graph, row)))


def edge_place(graph: CodeGraph, edge: int) -> TruncationPlace:
    """Return an edge as the location where a cap took effect."""
    table = graph.edges
    return TruncationPlace(
        edge=edge_name(
            ref_of(graph, int(table.sources[edge])),
            EdgeKind(int(table.kinds[edge])).label,
            ref_of(graph, int(table.targets[edge])),
        )
    )
