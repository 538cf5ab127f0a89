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
from codeshed.model.answers.truncation import (
    MAX_FUNCTIONS_PER_TYPE,
    MAX_TYPES_PER_METHOD,
    Cap,
    Scope,
    TruncationPlace,
    TruncationRecord,
)

if TYPE_CHECKING:
    from codeshed.graph.walk.bounded_walk import WalkLimits

_NEAREST = "counts the nearest nodes that were left out; nodes beyond them are not counted"
_NOT_COUNTED = "how many nodes were left out is not known, since another cap cut the walk too"
_NOT_REACHED = "whether anything is beyond that depth is not known, since another cap cut the walk before it"


class WalkCuts(msgspec.Struct, frozen=True, kw_only=True):
    """What each cap has left out so far; rows of nodes are by distance and key.

    `without_work` and `without_time` are nodes of the result that were not expanded. `of_common_types` and
    `of_common_methods` are nodes to which edges may be missing in the index, because their types, or the names of their
    methods, are too common to be evidence.
    """

    beyond_depth: frozenset[int] = frozenset()
    beyond_nodes: tuple[int, ...] = ()
    n_beyond_fanout: int = 0
    max_fanout_seen: int = 0
    first_beyond_fanout: int | None = None
    beyond_edges: tuple[int, ...] = ()
    without_work: tuple[int, ...] = ()
    without_time: tuple[int, ...] = ()
    of_common_types: tuple[int, ...] = ()
    of_common_methods: tuple[int, ...] = ()

    @property
    def is_final(self) -> bool:
        """Whether a cap ends the walk."""
        return bool(self.beyond_nodes) or self.is_out_of_work

    @property
    def is_out_of_work(self) -> bool:
        """Whether work or time ran out."""
        return bool(self.without_work or self.without_time)

    def with_frontier(self, level: FrontierEdges) -> "WalkCuts":
        """Add the edges beyond the fanout of one more frontier."""
        if level.first_left_out is None:
            return self
        first = level.first_left_out if self.first_beyond_fanout is None else self.first_beyond_fanout
        return msgspec.structs.replace(
            self,
            n_beyond_fanout=self.n_beyond_fanout + len(level.left_out),
            max_fanout_seen=max(self.max_fanout_seen, level.max_fanout_seen),
            first_beyond_fanout=first,
        )

    def with_unexpanded(self, rows: Sequence[int], *, is_out_of_time: bool) -> "WalkCuts":
        """Add nodes that there was no work, or no time, to expand."""
        if is_out_of_time:
            return msgspec.structs.replace(self, without_time=_united(self.without_time, rows))
        return msgspec.structs.replace(self, without_work=_united(self.without_work, rows))

    def united_with(self, other: "WalkCuts") -> "WalkCuts":
        """Combine what was left out of two walks."""
        return WalkCuts(
            beyond_depth=self.beyond_depth | other.beyond_depth,
            beyond_nodes=_united(self.beyond_nodes, other.beyond_nodes),
            n_beyond_fanout=self.n_beyond_fanout + other.n_beyond_fanout,
            max_fanout_seen=max(self.max_fanout_seen, other.max_fanout_seen),
            first_beyond_fanout=other.first_beyond_fanout
            if self.first_beyond_fanout is None
            else self.first_beyond_fanout,
            beyond_edges=_united(self.beyond_edges, other.beyond_edges),
            without_work=_united(self.without_work, other.without_work),
            without_time=_united(self.without_time, other.without_time),
            of_common_types=_united(self.of_common_types, other.of_common_types),
            of_common_methods=_united(self.of_common_methods, other.of_common_methods),
        )


def _united(first: Sequence[int], second: Sequence[int]) -> tuple[int, ...]:
    return tuple(dict.fromkeys((*first, *second)))


def depth_cut_record(
    graph: CodeGraph,
    beyond: frozenset[int],
    others: Sequence[TruncationRecord],
    *,
    scope: Scope,
    limit: int,
    requested: int,
) -> TruncationRecord:
    """Return the record of a depth that was lowered to the cap; `beyond` are the nodes seen one step farther.

    If one of the `others` cut the walk too, how many there are is not known; nor whether there are any, if none was seen.
    """
    is_counted = not any(each.cap in _CUTS_OF_NODES for each in others)
    asked = f"--depth {requested} is beyond this cap"
    note = f"{asked}; {_NEAREST if is_counted else _NOT_COUNTED}; a higher maxDepth goes on to them"
    if not beyond:
        note = f"{asked}, but nothing is beyond it" if is_counted else f"{asked}; {_NOT_REACHED}"
    rows = in_key_order(graph, np.array(sorted(beyond), dtype=np.int32))
    return TruncationRecord(
        scope=scope,
        cap="maxDepth",
        limit=limit,
        observed=requested,
        omitted=len(beyond) if is_counted else None,
        at=node_place(graph, int(rows[0])) if beyond else None,
        note=note,
    )


_CUTS_OF_NODES = frozenset({"maxNodes", "maxFanoutPerNode", "maxWorkUnits", "maxWallClockMs"})
"""The caps that keep a walk from nodes."""


def cut_records(
    graph: CodeGraph, cuts: WalkCuts, config: TraversalConfig, limits: "WalkLimits", work: WorkCounter | None
) -> tuple[TruncationRecord, ...]:
    """Return the truncation records of a walk.

    A record says how much was left out only if no other cap hides a part of that.
    """

    def record(
        cap: Cap,
        limit: int | None,
        left_out: Sequence[int],
        *,
        note: str,
        observed: int | None,
        omitted: int | None,
    ) -> TruncationRecord | None:
        if limit is None or not left_out:
            return None
        return TruncationRecord(
            scope=limits.scope,
            cap=cap,
            limit=limit,
            observed=observed,
            omitted=omitted,
            at=edge_place(graph, left_out[0]) if cap == "maxEdges" else node_place(graph, left_out[0]),
            note=note,
        )

    budget = None if work is None else work.budget
    n_done = None if work is None else work.n_done
    are_levels_whole = not cuts.is_out_of_work and not cuts.n_beyond_fanout
    is_depth_counted = are_levels_whole and not cuts.beyond_nodes
    found = (
        record(
            "maxDepth",
            config.max_depth,
            in_key_order(graph, np.array(sorted(cuts.beyond_depth), dtype=np.int32)).tolist(),
            note=f"{_NEAREST if is_depth_counted else _NOT_COUNTED}; a higher maxDepth goes on to them",
            observed=(config.max_depth or 0) + 1
            if limits.requested_depth is None
            else limits.requested_depth,
            omitted=len(cuts.beyond_depth) if is_depth_counted else None,
        ),
        record(
            "maxFanoutPerNode",
            limits.max_fanout,
            () if cuts.first_beyond_fanout is None else (cuts.first_beyond_fanout,),
            note="counts edges that were not followed, the least sure ones; a higher maxFanoutPerNode follows them",
            observed=cuts.max_fanout_seen,
            omitted=cuts.n_beyond_fanout,
        ),
        record(
            "maxNodes",
            config.max_nodes,
            cuts.beyond_nodes,
            note=f"{_NEAREST if are_levels_whole else _NOT_COUNTED}; a higher maxNodes lets them in",
            observed=config.max_nodes + len(cuts.beyond_nodes),
            omitted=len(cuts.beyond_nodes) if are_levels_whole else None,
        ),
        record(
            "maxEdges",
            limits.max_edges,
            cuts.beyond_edges,
            note="how many edges were left out is not known, since the work ran out too; a higher maxEdges lists them"
            if cuts.is_out_of_work
            else "counts the edges farthest from the seed; a higher maxEdges lists them",
            observed=(limits.max_edges or 0) + len(cuts.beyond_edges),
            omitted=None if cuts.is_out_of_work else len(cuts.beyond_edges),
        ),
        record(
            "maxWorkUnits",
            None if budget is None else budget.max_work_units,
            cuts.without_work,
            note="counts nodes whose edges were not all followed; a higher maxWorkUnits follows them",
            observed=n_done,
            omitted=len(cuts.without_work),
        ),
        record(
            "maxWallClockMs",
            None if budget is None else budget.max_wall_clock_ms,
            cuts.without_time,
            note="counts nodes whose edges were not all followed: the clock ran out, and another run may differ; "
            "a higher maxWallClockMs waits longer, a lower maxWorkUnits cuts alike everywhere",
            observed=None if work is None else work.n_milliseconds,
            omitted=len(cuts.without_time),
        ),
        record(
            "maxFunctionsPerType",
            MAX_FUNCTIONS_PER_TYPE,
            cuts.of_common_types,
            note=f"how many edges are missing is not known: data flow is not derived from a type that more than "
            f"{MAX_FUNCTIONS_PER_TYPE} functions take or return; `codeshed callers` of the type lists these",
            observed=len(cuts.of_common_types),
            omitted=None,
        ),
        record(
            "maxTypesPerMethod",
            MAX_TYPES_PER_METHOD,
            cuts.of_common_methods,
            note=f"how many edges are missing is not known: inheritance is not derived from the name of a method that more "
            f"than {MAX_TYPES_PER_METHOD} types have; declared inheritance is complete",
            observed=len(cuts.of_common_methods),
            omitted=None,
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
