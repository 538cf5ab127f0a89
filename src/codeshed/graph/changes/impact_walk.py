"""The impact walk: how far a change reaches.

Turns: changed rows → ReachedNodes with their paths, and what the caps cut. Two more walks add to the main one.
Overriding methods must follow a changed signature, though no edge leads from them to it. And importing files: an import
counts only where nothing else of its file is reached, and leads no further, since a file that imports something mostly
uses it too. Data flow is left out: the consumer of a value does not depend on its producer. If the caller chooses the
edges to follow, there is only one walk, along these.
"""

from collections.abc import Sequence
from functools import reduce

import msgspec
from msgspec.structs import replace

from codeshed.graph.data.code_graph import CodeGraph
from codeshed.graph.data.kinds import EdgeKind
from codeshed.graph.data.node_keys import ref_of
from codeshed.graph.walk.bounded_walk import Direction, ListedEdges, ReachedNode, WalkLimits, WalkResult, walk
from codeshed.graph.walk.edge_filter import KINDS_BY_GRAPH, EdgeFilters, kinds_of
from codeshed.graph.walk.traversal_config import TraversalConfig
from codeshed.graph.walk.walk_truncation import WalkCuts, depth_cut_record
from codeshed.graph.walk.witness_paths import WitnessPaths, is_candidate
from codeshed.graph.walk.work_budget import WorkCounter
from codeshed.model.answers.caps import Caps
from codeshed.model.answers.node_references import node_key
from codeshed.model.answers.truncation import (
    Cap,
    Scope,
    TruncationPlace,
    TruncationRecord,
    merge_truncation_records,
    without_count,
)

_FREE = frozenset({EdgeKind.OVERRIDDEN_BY})
"""The hop from a method to what it overrides is no step: who calls that may run the method itself."""

_IMPORTS = KINDS_BY_GRAPH["importGraph"]


class ImpactOptions(msgspec.Struct, frozen=True, kw_only=True):
    """The direction, depth in steps and edges to follow, and the caps."""

    caps: Caps
    direction: Direction = Direction.BACKWARD
    depth: int = 2
    filters: EdgeFilters = EdgeFilters()
    scope: Scope = "impact"


class Impact(msgspec.Struct, frozen=True, kw_only=True):
    """What a change reaches: by the main walk, and additional nodes: overriding methods and importing files.

    `depth` is that of the walk, `n_beyond` the number of nodes known to be one step farther; `truncation` has a
    record for each cap that took effect. Nodes that are only `passed` are on paths to others, and not affected themselves.
    """

    result: WalkResult
    additional: tuple[ReachedNode, ...]
    depth: int
    n_work_units: int
    truncation: tuple[TruncationRecord, ...]
    n_beyond: int = 0
    passed: frozenset[int] = frozenset()

    @property
    def reached(self) -> tuple[ReachedNode, ...]:
        """All reached nodes, those of the main walk first."""
        return (*self.result.reached, *self.additional)

    @property
    def affected(self) -> tuple[ReachedNode, ...]:
        """The reached nodes that the change may concern."""
        return tuple(each for each in self.reached if each.row not in self.passed)


def walk_impact(
    graph: CodeGraph,
    rows: Sequence[int],
    options: ImpactOptions,
    work: WorkCounter,
    *,
    signature_rows: Sequence[int] | None = None,
) -> Impact:
    """Walk from all rows at once; without `signature_rows` it is not known whether any signature changes."""
    filters = options.filters
    are_edges_chosen = bool(filters.graphs or filters.edge_types)
    kinds = kinds_of(filters) if are_edges_chosen else kinds_of(filters) - _IMPORTS - {EdgeKind.DATAFLOW}
    depth = min(options.depth, options.caps.max_depth)
    only_effects = not are_edges_chosen
    result = _walk(graph, rows, options, work, kinds=kinds, depth=depth, only_effects=only_effects)
    reached = list(result.reached)
    walks = [result]
    reached_by_direction = result.reached_by_direction
    n_below_confidence = result.n_edges_below_confidence
    known = {*result.starts, *result.rows}
    if signature_rows and options.direction is Direction.BACKWARD and EdgeKind.OVERRIDDEN_BY in kinds:
        found = _walk(
            graph,
            signature_rows,
            replace(options, direction=Direction.FORWARD),
            work,
            kinds=frozenset({EdgeKind.OVERRIDDEN_BY}),
            depth=depth,
        )
        reached += [each for each in found.reached if each.row not in known]
        reached_by_direction += found.reached_by_direction
        walks.append(found)
        n_below_confidence += found.n_edges_below_confidence
    if not are_edges_chosen:
        found = _walk(graph, rows, options, work, kinds=_IMPORTS, depth=1)
        files = graph.nodes.files
        known_files = {int(files[row]) for row in (*known, *(each.row for each in reached))}
        reached += [each for each in found.reached if int(files[each.row]) not in known_files]
        walks.append(_without_depth(found))
        n_below_confidence += found.n_edges_below_confidence
    max_nodes = options.caps.max_nodes
    additional = reached[len(result.reached) : max_nodes]
    return Impact(
        result=replace(
            result, n_edges_below_confidence=n_below_confidence, reached_by_direction=reached_by_direction
        ),
        additional=tuple(additional),
        depth=depth,
        n_work_units=work.n_done,
        truncation=_cuts(graph, walks, reached, options),
        n_beyond=len(result.cuts.beyond_depth),
        passed=frozenset() if are_edges_chosen else _passed(graph, result, rows, signature_rows),
    )


def _passed(
    graph: CodeGraph, result: WalkResult, rows: Sequence[int], signature_rows: Sequence[int] | None
) -> frozenset[int]:
    """Return methods that are only the way from an override to their callers: what overrides them is no part of them.

    An override whose signature may change has to fit what it overrides.
    """
    fitting = set(rows if signature_rows is None else signature_rows)
    passed = set()
    for each in sorted(result.reached, key=lambda reached: reached.distance):
        if each.direction is Direction.BACKWARD and graph.edges.kinds[each.edge] == EdgeKind.OVERRIDDEN_BY:
            if each.previous in fitting:
                fitting.add(each.row)
            else:
                passed.add(each.row)
    return frozenset(passed)


def _walk(
    graph: CodeGraph,
    rows: Sequence[int],
    options: ImpactOptions,
    work: WorkCounter,
    *,
    kinds: frozenset[EdgeKind],
    depth: int,
    only_effects: bool = True,
) -> WalkResult:
    config = TraversalConfig(
        max_depth=depth,
        max_nodes=options.caps.max_nodes,
        allowed_edge_types=kinds,
        min_edge_confidence=options.filters.min_confidence,
        free_edge_types=kinds & _FREE,
        only_effects=only_effects,
    )
    limits = WalkLimits(
        max_fanout=options.caps.max_fanout_per_node, scope=options.scope, edges=ListedEdges.NONE
    )
    return walk(graph, rows, (options.direction,), config, limits, work=work)


def witness_paths_of(graph: CodeGraph, impact: Impact, max_sites: int) -> WitnessPaths:
    """Return the witness paths to all nodes of an impact."""
    together = replace(impact.result, reached=impact.reached)
    return WitnessPaths(graph, together, max_sites=max_sites)


def unresolved_rows(graph: CodeGraph, impact: Impact) -> frozenset[int]:
    """Return the nodes whose path has a candidate edge."""
    found: set[int] = set()
    for each in sorted(impact.reached, key=lambda reached: reached.distance):
        if each.previous in found or is_candidate(graph, each.edge):
            found.add(each.row)
    return frozenset(found)


def _node_cut(graph: CodeGraph, reached: Sequence[ReachedNode], options: ImpactOptions) -> TruncationRecord:
    limit = options.caps.max_nodes
    return TruncationRecord(
        scope=options.scope,
        cap="maxNodes",
        limit=limit,
        observed=len(reached),
        omitted=len(reached) - limit,
        at=TruncationPlace(node=node_key(ref_of(graph, reached[limit].row))),
        note="counts the nearest nodes that were left out; nodes beyond them are not counted; a higher maxNodes "
        "lets them in",
    )


def _without_depth(result: WalkResult) -> WalkResult:
    """Return a walk whose depth is no limit of the answer: imports lead no further."""
    return replace(
        result,
        cuts=replace(result.cuts, beyond_depth=frozenset()),
        truncation=tuple(each for each in result.truncation if each.cap != "maxDepth"),
    )


def _cuts(
    graph: CodeGraph, walks: Sequence[WalkResult], reached: Sequence[ReachedNode], options: ImpactOptions
) -> tuple[TruncationRecord, ...]:
    """Return one record per cap; ending at the requested depth is no truncation.

    The walks follow different edges, so that their edges beyond the fanout add up. Nodes that several walks left out may be
    the same, or reached by another: they are counted by row, or not at all.
    """
    caps = options.caps
    united = reduce(WalkCuts.united_with, (each.cuts for each in walks))
    records = [record for each in walks for record in each.truncation]
    if len(reached) > caps.max_nodes:
        records.append(_node_cut(graph, reached, options))
    by_cap = {each.cap: each for each in merge_truncation_records(records)}
    is_out = united.is_out_of_work or united.n_beyond_fanout
    of_additional = any(each.cuts.beyond_nodes for each in walks[1:])
    if "maxNodes" in by_cap and (is_out or of_additional):
        by_cap["maxNodes"] = without_count(by_cap["maxNodes"])
    n_by_cap: dict[Cap, int] = {
        "maxFanoutPerNode": united.n_beyond_fanout,
        "maxWorkUnits": len(united.without_work),
        "maxWallClockMs": len(united.without_time),
    }
    for record in records:
        if record.cap in n_by_cap:
            by_cap[record.cap] = replace(by_cap[record.cap], omitted=n_by_cap[record.cap], note=record.note)
    by_cap.pop("maxDepth", None)
    others = tuple(by_cap.values())
    if options.depth <= caps.max_depth:
        return others
    shown = {row for each in walks for row in each.starts} | {each.row for each in reached[: caps.max_nodes]}
    beyond = united.beyond_depth - shown
    depth = depth_cut_record(
        graph, beyond, others, scope=options.scope, limit=caps.max_depth, requested=options.depth
    )
    return (depth, *others)
