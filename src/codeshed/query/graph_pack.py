"""The neighbourhood of a symbol in the graph.

Turns: CodeGraph + a seed + GraphPackRequest → GraphContextPackV1: nodes, edges and paths, bounded, in a fixed order.
"""

import enum
from collections.abc import Sequence

import msgspec
import numpy as np

from codeshed.errors import InvalidOptionError
from codeshed.graph.answers.answer_nodes_and_edges import answer_edges, answer_node
from codeshed.graph.answers.evidence_truncation import evidence_records
from codeshed.graph.answers.needed_work import with_needed_work
from codeshed.graph.data.code_graph import CodeGraph
from codeshed.graph.data.node_keys import in_key_order
from codeshed.graph.incompleteness.incompleteness_causes import incompleteness_causes
from codeshed.graph.seeds.seed_references import ResolvedSeed, resolve_seed, seed_warning
from codeshed.graph.seeds.seed_scope import rows_of_seeds
from codeshed.graph.walk.bounded_walk import Direction, ListedEdges, WalkLimits, WalkResult, walk
from codeshed.graph.walk.edge_filter import EdgeFilters, missing_graphs, traversal_of
from codeshed.graph.walk.walk_truncation import depth_cut_record, node_place
from codeshed.graph.walk.witness_paths import WitnessPaths
from codeshed.graph.walk.work_budget import Clock, WorkCounter
from codeshed.model.answers.answer_basis import Basis, IndexIdentity, basis_of, seed_causes
from codeshed.model.answers.answer_graph import VERSION, GraphEdgeV1, GraphNodeV1, Version, WitnessPathV1
from codeshed.model.answers.caps import Caps
from codeshed.model.answers.node_references import SeedRef
from codeshed.model.answers.truncation import (
    TruncationRecord,
    WarningRecord,
    cap_warnings,
    count_index_warnings,
    merge_truncation_records,
    warning_truncation,
)


class PackDirection(enum.StrEnum):
    """Towards what the seed uses (out), what uses it (in), or both."""

    OUT = "out"
    IN = "in"
    BOTH = "both"


DIRECTIONS = {
    PackDirection.OUT: (Direction.FORWARD,),
    PackDirection.IN: (Direction.BACKWARD,),
    PackDirection.BOTH: (Direction.FORWARD, Direction.BACKWARD),
}


class GraphPackRequest(msgspec.Struct, frozen=True, kw_only=True):
    """Direction, depth, edge filters and caps."""

    caps: Caps
    direction: PackDirection = PackDirection.BOTH
    depth: int = 1
    filters: EdgeFilters = EdgeFilters()
    has_paths: bool = False


class ArtifactsUsed(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """Which parts of the index the answer used."""

    graph_relations: bool
    symbol_edges: bool
    call_sites: bool


class PackCounts(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """How much was returned, and how much work was done."""

    nodes_returned: int
    edges_returned: int
    paths_returned: int
    work_units_used: int


class PackStats(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """Figures of one pack."""

    artifacts_used: ArtifactsUsed
    counts: PackCounts


class GraphContextPackV1(msgspec.Struct, frozen=True, kw_only=True, rename="camel", omit_defaults=True):
    """The neighbourhood of a seed. Nodes are ordered by distance and key; edges by the keys of their ends and their type.

    The seed itself, with its members and nested functions, is at distance 0.
    """

    version: Version
    seed: SeedRef
    nodes: tuple[GraphNodeV1, ...]
    edges: tuple[GraphEdgeV1, ...]
    basis: Basis
    stats: PackStats
    paths: tuple[WitnessPathV1, ...] | None = None
    truncation: tuple[TruncationRecord, ...] = ()
    warnings: tuple[WarningRecord, ...] = ()


class PackSeed(msgspec.Struct, frozen=True, kw_only=True):
    """The nodes of a seed, each once, and how an answer refers to it."""

    ref: SeedRef
    rows: tuple[int, ...]
    truncation: tuple[TruncationRecord, ...] = ()


def graph_pack(
    graph: CodeGraph,
    seed: str,
    request: GraphPackRequest,
    *,
    index: IndexIdentity | None = None,
    clock: Clock | None = None,
) -> GraphContextPackV1:
    """Return the graph around a seed: `graph_pack(graph, "Cart.total", request)`."""
    caps = request.caps
    found = resolve_seed(graph, seed, max_candidates=caps.max_candidates)
    identity = IndexIdentity() if index is None else index
    if not found.rows:
        return _without_nodes(graph, found, request, identity)
    resolved = PackSeed(ref=found.ref, rows=found.rows, truncation=found.truncation)
    return pack_around_rows(graph, resolved, request, identity, clock)


def pack_around_rows(
    graph: CodeGraph,
    seed: PackSeed,
    request: GraphPackRequest,
    index: IndexIdentity,
    clock: Clock | None = None,
) -> GraphContextPackV1:
    """Return the graph around one or several nodes."""
    if request.depth < 1:
        raise InvalidOptionError(f"a depth of {request.depth} reaches nothing", hint="give a positive number")

    def rerun_with(caps: Caps) -> tuple[int, Sequence[TruncationRecord]]:
        rerun = _bounded_pack(graph, seed, msgspec.structs.replace(request, caps=caps), index, None)
        return rerun.stats.counts.work_units_used, rerun.truncation

    pack = _bounded_pack(graph, seed, request, index, clock)
    return msgspec.structs.replace(
        pack, truncation=with_needed_work(pack.truncation, request.caps, rerun_with)
    )


def _bounded_pack(
    graph: CodeGraph, seed: PackSeed, request: GraphPackRequest, index: IndexIdentity, clock: Clock | None
) -> GraphContextPackV1:
    caps = request.caps
    work = WorkCounter(caps.work, clock)
    depth = min(request.depth, caps.max_depth)
    starts = rows_of_seeds(graph, seed.rows)
    result = walk(
        graph,
        starts[: caps.max_nodes],
        DIRECTIONS[request.direction],
        traversal_of(request.filters, max_depth=depth, max_nodes=caps.max_nodes),
        WalkLimits(
            max_fanout=caps.max_fanout_per_node,
            max_edges=caps.max_edges,
            are_starts_counted=True,
            edges=ListedEdges.ALL,
            requested_depth=request.depth if request.depth > depth else None,
        ),
        work=work,
    )
    paths = None
    shown = result.reached[: caps.max_paths] if request.has_paths else ()
    witnesses = WitnessPaths(graph, result, max_sites=caps.max_call_sites)
    if request.has_paths:
        paths = tuple(witnesses.path_to(each) for each in shown)
    path_edges = (step.edge for each in shown for step in witnesses.steps_to(each))
    truncation = merge_truncation_records(
        (
            *seed.truncation,
            *_walk_records(graph, result, starts, request),
            *(_path_record(graph, result, caps) if request.has_paths else ()),
            *evidence_records(graph, result.edges, path_edges, caps),
        )
    )
    warnings = cap_warnings((*missing_graphs(graph, request.filters), *count_index_warnings(graph.warnings)))
    edges = answer_edges(graph, result, max_sites=caps.max_call_sites, max_candidates=caps.max_candidates)
    nodes = (
        *(
            answer_node(graph, row, distance=0, confidence=1.0)
            for row in in_key_order(graph, np.array(result.starts, dtype=np.int32)).tolist()
        ),
        *(
            answer_node(graph, each.row, distance=each.distance, confidence=each.confidence)
            for each in result.reached
        ),
    )
    return GraphContextPackV1(
        version=VERSION,
        seed=seed.ref,
        nodes=nodes,
        edges=edges,
        paths=paths,
        basis=basis_of(
            incompleteness_causes(graph, result, DIRECTIONS[request.direction], truncation), caps, index
        ),
        stats=_stats(nodes, edges, paths, result.n_work_units),
        truncation=(*truncation, *warning_truncation(warnings, "graph")),
        warnings=warnings,
    )


def _walk_records(
    graph: CodeGraph, result: WalkResult, starts: Sequence[int], request: GraphPackRequest
) -> tuple[TruncationRecord, ...]:
    """Return the cuts of a walk. Ending at the requested depth is no cut; ending before it, at the cap, always is."""
    caps = request.caps
    others = _with_left_out_seed_rows(
        graph, tuple(each for each in result.truncation if each.cap != "maxDepth"), starts, caps
    )
    if request.depth <= caps.max_depth:
        return others
    beyond = result.cuts.beyond_depth
    record = depth_cut_record(
        graph, beyond, others, scope="graph", limit=caps.max_depth, requested=request.depth
    )
    return (record, *others)


def _with_left_out_seed_rows(
    graph: CodeGraph, truncation: tuple[TruncationRecord, ...], starts: Sequence[int], caps: Caps
) -> tuple[TruncationRecord, ...]:
    """Return the records with one for the nodes of the seed that there was no room to start from.

    They are nearer than all that the walk could reach: the record replaces that of the walk.
    """
    n_omitted = len(starts) - caps.max_nodes
    if n_omitted <= 0:
        return truncation
    record = TruncationRecord(
        scope="graph",
        cap="maxNodes",
        limit=caps.max_nodes,
        observed=len(starts),
        omitted=n_omitted,
        at=node_place(graph, starts[caps.max_nodes]),
        note="counts nodes of the seed, which contains more than there is room for; name one of its members, or raise "
        "maxNodes",
    )
    return (*(each for each in truncation if each.cap != "maxNodes"), record)


def _path_record(graph: CodeGraph, result: WalkResult, caps: Caps) -> tuple[TruncationRecord, ...]:
    n_reached = len(result.reached)
    if n_reached <= caps.max_paths:
        return ()
    return (
        TruncationRecord(
            scope="graph",
            cap="maxPaths",
            limit=caps.max_paths,
            observed=n_reached,
            omitted=n_reached - caps.max_paths,
            at=node_place(graph, result.reached[caps.max_paths].row),
            note="paths to the nearest nodes; a higher maxPaths shows the others",
        ),
    )


def _without_nodes(
    graph: CodeGraph, found: ResolvedSeed, request: GraphPackRequest, index: IndexIdentity
) -> GraphContextPackV1:
    """Return the answer to a seed that is unknown or ambiguous: its candidates."""
    warnings = cap_warnings((seed_warning(found), *count_index_warnings(graph.warnings)))
    return GraphContextPackV1(
        version=VERSION,
        seed=found.ref,
        nodes=(),
        edges=(),
        paths=() if request.has_paths else None,
        basis=basis_of(seed_causes(found.truncation), request.caps, index),
        stats=_stats((), (), None, 0),
        truncation=(*found.truncation, *warning_truncation(warnings, "graph")),
        warnings=warnings,
    )


def _stats(
    nodes: tuple[GraphNodeV1, ...],
    edges: tuple[GraphEdgeV1, ...],
    paths: tuple[WitnessPathV1, ...] | None,
    n_work_units: int,
) -> PackStats:
    graphs = {each.graph for each in edges}
    return PackStats(
        artifacts_used=ArtifactsUsed(
            graph_relations=bool(graphs - {"symbolEdges"}),
            symbol_edges="symbolEdges" in graphs,
            call_sites=any(each.evidence is not None and each.evidence.call_site_ids for each in edges),
        ),
        counts=PackCounts(
            nodes_returned=len(nodes),
            edges_returned=len(edges),
            paths_returned=len(paths or ()),
            work_units_used=n_work_units,
        ),
    )
