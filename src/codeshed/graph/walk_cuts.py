"""What the caps of a walk left out, and the records that say so.

Turns: Cuts → TruncationRecords: one for each cap that took effect, with the remedy.
"""

from typing import TYPE_CHECKING

import msgspec

from codeshed.graph.code_graph import CodeGraph
from codeshed.graph.keys import ref_of
from codeshed.graph.level import LevelEdges
from codeshed.graph.traversal import TraversalConfig
from codeshed.graph.work import Work
from codeshed.model.limits import Cap, TruncationPlace, TruncationRecord
from codeshed.model.references import node_key

if TYPE_CHECKING:
    from codeshed.graph.walk import WalkLimits

_NEAREST = "counts the nearest nodes that were left out; what lies behind them is not counted"


class Cuts(msgspec.Struct, frozen=True, kw_only=True):
    """What each cap left out so far; rows of nodes by distance and key."""

    beyond_depth: frozenset[int] = frozenset()
    beyond_nodes: tuple[int, ...] = ()
    n_ways: int = 0
    n_most_ways: int = 0
    first_fanned: int | None = None
    n_edges: int = 0
    without_work: tuple[int, ...] = ()
    without_time: tuple[int, ...] = ()

    @property
    def is_final(self) -> bool:
        """Whether the walk cannot go on."""
        return bool(self.beyond_nodes or self.without_work or self.without_time)

    def with_level(self, level: LevelEdges) -> "Cuts":
        """Return these and what was left out of one more level."""
        first = level.first_left_out if self.first_fanned is None else self.first_fanned
        return msgspec.structs.replace(
            self,
            n_ways=self.n_ways + level.n_left_out,
            n_most_ways=max(self.n_most_ways, level.n_most_ways if level.n_left_out else 0),
            first_fanned=first,
            without_work=() if level.is_out_of_time else level.not_entered,
            without_time=level.not_entered if level.is_out_of_time else (),
        )

    def united_with(self, other: "Cuts") -> "Cuts":
        """Return what was left out of two walks."""
        return Cuts(
            beyond_depth=self.beyond_depth | other.beyond_depth,
            beyond_nodes=tuple(dict.fromkeys((*self.beyond_nodes, *other.beyond_nodes))),
            n_ways=self.n_ways + other.n_ways,
            n_most_ways=max(self.n_most_ways, other.n_most_ways),
            first_fanned=other.first_fanned if self.first_fanned is None else self.first_fanned,
            n_edges=self.n_edges + other.n_edges,
            without_work=(*self.without_work, *other.without_work),
            without_time=(*self.without_time, *other.without_time),
        )

    def without(self, kept: frozenset[int], cut: tuple[int, ...]) -> "Cuts":
        """Return these for a result that has some nodes after all, and others not."""
        beyond = tuple(row for row in dict.fromkeys((*self.beyond_nodes, *cut)) if row not in kept)
        return msgspec.structs.replace(self, beyond_nodes=beyond, beyond_depth=self.beyond_depth - kept)


def cut_records(
    graph: CodeGraph, cuts: Cuts, config: TraversalConfig, limits: "WalkLimits", work: Work | None
) -> tuple[TruncationRecord, ...]:
    """Say what was cut. What lies behind the nodes that were left out is not known, so there may be more of it."""

    def at(row: int | None) -> TruncationPlace | None:
        return None if row is None else TruncationPlace(node=node_key(ref_of(graph, row)))

    def record(
        cap: Cap, limit: int | None, *, omitted: int, note: str, observed: int | None, row: int | None
    ) -> TruncationRecord | None:
        if limit is None or not omitted:
            return None
        return TruncationRecord(
            scope=limits.scope,
            cap=cap,
            limit=limit,
            observed=observed,
            omitted=omitted,
            at=at(row),
            note=note,
        )

    budget = None if work is None else work.budget
    n_done = None if work is None else work.n_done
    found = (
        record(
            "maxDepth",
            config.max_depth,
            omitted=len(cuts.beyond_depth),
            note=_NEAREST,
            observed=limits.asked_depth,
            row=min(cuts.beyond_depth, default=None),
        ),
        record(
            "maxFanoutPerNode",
            limits.max_fanout,
            omitted=cuts.n_ways,
            note="counts edges, the least sure ones; a higher maxFanoutPerNode follows them",
            observed=cuts.n_most_ways,
            row=cuts.first_fanned,
        ),
        record(
            "maxNodes",
            config.max_nodes,
            omitted=len(cuts.beyond_nodes),
            note=f"{_NEAREST}; a higher maxNodes lets them in",
            observed=config.max_nodes + len(cuts.beyond_nodes),
            row=next(iter(cuts.beyond_nodes), None),
        ),
        record(
            "maxEdges",
            limits.max_edges,
            omitted=cuts.n_edges,
            note="counts the edges farthest from the seed; a higher maxEdges lists them",
            observed=(limits.max_edges or 0) + cuts.n_edges,
            row=None,
        ),
        record(
            "maxWorkUnits",
            None if budget is None else budget.max_work_units,
            omitted=len(cuts.without_work),
            note="counts nodes that the walk did not go on from; a higher maxWorkUnits does",
            observed=n_done,
            row=next(iter(cuts.without_work), None),
        ),
        record(
            "maxWallClockMs",
            None if budget is None else budget.max_wall_clock_ms,
            omitted=len(cuts.without_time),
            note="counts nodes that the walk did not go on from: the clock ran out, and another run may differ",
            observed=None,
            row=next(iter(cuts.without_time), None),
        ),
    )
    return tuple(each for each in found if each is not None)
