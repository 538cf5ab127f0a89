"""Who calls this symbol, and what does it call?

Turns: CodeGraph + a seed + NeighbourRequest → NeighboursV1: one entry for each caller or callee, production before tests, by falling confidence.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Sequence

import msgspec

from codeshed.graph.answers.answer_nodes_and_edges import answer_node
from codeshed.graph.answers.evidence_truncation import SiteCounts, site_records
from codeshed.graph.data.arrays import NO_ROW
from codeshed.graph.data.code_graph import CodeGraph
from codeshed.graph.data.kinds import EdgeKind, NodeFlag, NodeKind, ProvenanceCode
from codeshed.graph.data.node_keys import ref_of
from codeshed.graph.data.parallel_edges import MAX_SITES_PER_EDGE
from codeshed.graph.data.unresolved_members import unresolved_users_of
from codeshed.graph.incompleteness.incompleteness_causes import incompleteness_causes
from codeshed.graph.seeds.seed_references import ResolvedSeed, resolve_seed, seed_warning
from codeshed.graph.seeds.seed_scope import rows_of_seeds, with_constructors
from codeshed.graph.walk.bounded_walk import Direction, WalkLimits, WalkResult, walk
from codeshed.graph.walk.traversal_config import TraversalConfig
from codeshed.graph.walk.witness_paths import is_candidate, sites_of
from codeshed.graph.walk.work_budget import Clock, WorkCounter
from codeshed.model.answers.answer_basis import IndexIdentity, basis_of, seed_causes
from codeshed.model.answers.answer_graph import VERSION, EdgeSite
from codeshed.model.answers.caps import Caps
from codeshed.model.answers.neighbours_answer import (
    Neighbour,
    NeighbourCounts,
    NeighboursV1,
    PossibleUser,
    Side,
    neighbour_key,
)
from codeshed.model.answers.node_references import node_key
from codeshed.model.answers.truncation import (
    TruncationPlace,
    TruncationRecord,
    cap_warnings,
    count_index_warnings,
    merge_truncation_records,
    warning_truncation,
    without_heuristic_edge_warnings,
)

_MIN_SEEN = 2000
"""The walk sees at least so many neighbours, so that a lower cap leaves out the least sure ones."""

_ORDINAL = re.compile(r"#\d+$")
_POSSIBLE = 70
"""The confidence in hundredths that all members of a name share which says too little for an edge.

How often is one of them meant? Accesses whose receiver only the type engine knows, of names of one word that four or more
members of the repository have: parso 210 of 210, textX 135 of 137, wtforms 24 of 24, sopel 7 of 11, markdown 1 of 28; the mean
of the projects is .73. It differs much, as a name such as `get` may be of the library. All of them share it: which one is
meant, the name does not say.
"""

_USES = frozenset({EdgeKind.CALL, EdgeKind.READ, EdgeKind.WRITE, EdgeKind.USAGE, EdgeKind.ANNOTATES})
_TYPE_USES = _USES | {EdgeKind.INHERITS}
_MODULE_USES = _USES | {EdgeKind.IMPORT}


class NeighbourRequest(msgspec.Struct, frozen=True, kw_only=True):
    """Callers or callees, the lowest confidence of an edge, and the caps."""

    caps: Caps
    side: Side
    min_confidence: float = 0.0


def neighbours(
    graph: CodeGraph,
    seed: str,
    request: NeighbourRequest,
    *,
    index: IndexIdentity | None = None,
    clock: Clock | None = None,
) -> NeighboursV1:
    """Return who calls a seed, or what it calls.

    What a seed covers: a class is called where it is instantiated, and its callees are those of all its methods; the callees of
    a function include those of functions nested in it; a module stands for everything in it. Uses within a class or module do
    not count; calls of a function to itself and its nested functions do.
    """
    caps = request.caps
    identity = IndexIdentity() if index is None else index
    found = resolve_seed(graph, seed, max_candidates=caps.max_candidates)
    if not found.rows:
        return _without_neighbours(graph, found, request, identity)
    search = _NeighbourSearch(graph, request, WorkCounter(caps.work, clock))
    first = found.rows[0]
    starts = _seed_rows(graph, found.rows, request.side)
    direct = search.walk_from(starts, _use_kinds(graph, first, request.side))
    found_rows = _edges_by_neighbour(graph, direct.edges, starts, is_caller_side=request.side is Side.CALLERS)
    entries = [
        _entry(graph, row, edges, starts, request)
        for row, edges in found_rows.items()
        if row not in starts or graph.nodes.kinds[first] == NodeKind.FUNCTION
    ]
    node = None if found.row is None else answer_node(graph, found.row)
    seed_file = None if node is None else node.file
    in_order = sorted(entries, key=lambda each: neighbour_key(each, seed_file))
    kept = in_order[: caps.max_nodes]
    known = frozenset((*starts, *found_rows))
    possible = _possible_users(graph, starts, known) if request.side is Side.CALLERS else ()
    truncation = search.truncation_with(
        (
            *found.truncation,
            *_node_truncation([node_key(each.node.ref) for each in in_order], caps),
            *_node_truncation([node_key(each.node.ref) for each in possible], caps),
            *site_records(map(_site_counts, kept), caps),
        )
    )
    warnings = cap_warnings(
        count_index_warnings(without_heuristic_edge_warnings(graph.warnings, follows_dispatch=True))
    )
    return NeighboursV1(
        version=VERSION,
        side=request.side,
        seed=found.ref,
        node=node,
        neighbours=tuple(_with_capped_sites(each, caps) for each in kept),
        counts=_counts(in_order, search.n_work_units),
        basis=basis_of(
            incompleteness_causes(graph, direct, (_direction(request.side),), truncation), caps, identity
        ),
        n_overloads=_n_overloads(graph, first),
        possible_users=possible[: caps.max_nodes],
        truncation=(*truncation, *warning_truncation(warnings, "graph")),
        warnings=warnings,
    )


class _NeighbourSearch:
    """Expands one step at a time with the bounded walk, and keeps what caps cut and how much work was done."""

    def __init__(self, graph: CodeGraph, request: NeighbourRequest, work: WorkCounter) -> None:
        self._graph = graph
        self._request = request
        self._work = work
        self._cuts: list[TruncationRecord] = []

    def truncation_with(self, others: Iterable[TruncationRecord]) -> tuple[TruncationRecord, ...]:
        """Return what caps cut, one record for each; the depth of one step is no cut."""
        cuts = (each for each in (*others, *self._cuts) if each.cap != "maxDepth")
        return merge_truncation_records(cuts)

    @property
    def n_work_units(self) -> int:
        return self._work.n_done

    def walk_from(self, starts: Sequence[int], kinds: frozenset[EdgeKind]) -> WalkResult:
        """Walk one step from some nodes, towards the neighbours."""
        caps = self._request.caps
        config = TraversalConfig(
            max_depth=1,
            max_nodes=max(caps.max_nodes, _MIN_SEEN),
            allowed_edge_types=kinds,
            min_edge_confidence=self._request.min_confidence,
        )
        result = walk(
            self._graph,
            starts,
            (_direction(self._request.side),),
            config,
            WalkLimits(max_fanout=caps.max_fanout_per_node),
            work=self._work,
        )
        self._cuts += result.truncation
        return result


def _n_overloads(graph: CodeGraph, row: int) -> int:
    """Return how many other overloads a definition has."""
    base_symbol = _ORDINAL.sub("", graph.nodes.symbols[row])
    count = 1
    while graph.find_row(f"{base_symbol}#{count + 1}") is not None:
        count += 1
    return count - 1


def _direction(side: Side) -> Direction:
    return Direction.BACKWARD if side is Side.CALLERS else Direction.FORWARD


def _seed_rows(graph: CodeGraph, rows: Sequence[int], side: Side) -> tuple[int, ...]:
    """Return the rows that a seed covers: with nested functions for callees, since callers of a nested function do not call the outer one."""
    is_of_modules = graph.nodes.kinds[rows[0]] == NodeKind.MODULE
    if is_of_modules or side is Side.CALLEES:
        return rows_of_seeds(graph, rows)
    return with_constructors(graph, rows[0])


def _use_kinds(graph: CodeGraph, row: int, side: Side) -> frozenset[EdgeKind]:
    """Return the edge kinds that count as use: for a class inheritance too, for a module imports too."""
    match graph.nodes.kinds[row]:
        case NodeKind.TYPE if side is Side.CALLERS:
            return _TYPE_USES
        case NodeKind.MODULE if side is Side.CALLERS:
            return _MODULE_USES
        case _:
            return _USES


def _edges_by_neighbour(
    graph: CodeGraph, edges: Iterable[int], starts: Sequence[int], *, is_caller_side: bool
) -> dict[int, list[int]]:
    """Return the edges that begin or end at the seed, by their other end."""
    table = graph.edges
    own = frozenset(starts)
    found: defaultdict[int, list[int]] = defaultdict(list)
    for edge in edges:
        source, target = int(table.sources[edge]), int(table.targets[edge])
        near, far = (target, source) if is_caller_side else (source, target)
        if near in own:
            found[far].append(edge)
    return found


def _entry(
    graph: CodeGraph, row: int, edges: Sequence[int], starts: Sequence[int], request: NeighbourRequest
) -> Neighbour:
    """Merge all edges to one neighbour into one entry; calls say more than other uses at the same place.

    It has all sites that the index keeps; a site that several edges share is counted once.
    """
    table = graph.edges
    best = min(
        edges,
        key=lambda edge: (
            table.kinds[edge] != EdgeKind.CALL,
            is_candidate(graph, edge),
            table.through[edge] != NO_ROW,
            -int(table.confidence[edge]),
        ),
    )
    through = int(table.through[best])
    same_kind = [
        edge
        for edge in edges
        if table.kinds[edge] == table.kinds[best] and (table.through[edge] == NO_ROW) == (through == NO_ROW)
    ]
    places = [sites_of(graph, edge, MAX_SITES_PER_EDGE) for edge in same_kind]
    sites = {site for each in places for site in each}
    n_unknown = sum(
        max(0, int(table.n_sites[edge]) - len(each)) for edge, each in zip(same_kind, places, strict=True)
    )
    ends = table.targets if request.side is Side.CALLERS else table.sources
    members = sorted({int(ends[edge]) for edge in edges})
    return Neighbour(
        node=answer_node(graph, row),
        edge_types=tuple(sorted({EdgeKind(int(table.kinds[edge])).label for edge in edges})),
        confidence=int(table.confidence[best]) / 100,
        provenance=ProvenanceCode(int(table.provenance[best])).label,
        n_sites=len(sites) + n_unknown,
        sites=tuple(sorted(sites, key=_site_order)),
        is_candidate=all(is_candidate(graph, edge) for edge in edges),
        through=None if through == NO_ROW else ref_of(graph, through),
        members=tuple(ref_of(graph, member) for member in members) if len(starts) > 1 else (),
        is_test=bool(int(graph.nodes.flags[row]) & NodeFlag.TEST),
    )


def _site_order(site: EdgeSite) -> tuple[str, int, int, int, int]:
    return site.file, site.start_line, site.start_col, site.end_line, site.end_col


def _counts(entries: Sequence[Neighbour], n_work_units: int) -> NeighbourCounts:
    n_candidates = sum(each.is_candidate for each in entries)
    n_through = sum(each.through is not None and not each.is_candidate for each in entries)
    n_calls = sum(
        "call" in each.edge_types and each.through is None and not each.is_candidate for each in entries
    )
    return NeighbourCounts(
        calls=n_calls,
        other_uses=len(entries) - n_calls - n_through - n_candidates,
        through_overrides=n_through,
        candidates=n_candidates,
        work_units_used=n_work_units,
    )


def _possible_users(
    graph: CodeGraph, starts: Sequence[int], known: frozenset[int]
) -> tuple[PossibleUser, ...]:
    """Return who uses a member with the name of one of the starts on an object of unknown type, but for known users."""
    n_members_by_user = unresolved_users_of(graph.unresolved_members, graph.nodes, graph.name_index, starts)
    found = [
        (bool(int(graph.nodes.flags[row]) & NodeFlag.TEST), -max(1, _POSSIBLE // n_members), row)
        for row, n_members in n_members_by_user.items()
        if row not in known
    ]
    return tuple(
        PossibleUser(node=answer_node(graph, row), confidence=-hundredths / 100)
        for _, hundredths, row in sorted(found)
    )


def _node_truncation(found: Sequence[str], caps: Caps) -> tuple[TruncationRecord, ...]:
    if len(found) <= caps.max_nodes:
        return ()
    return (
        TruncationRecord(
            scope="graph",
            cap="maxNodes",
            limit=caps.max_nodes,
            observed=len(found),
            omitted=len(found) - caps.max_nodes,
            at=TruncationPlace(node=found[caps.max_nodes]),
            note="counts the last ones of the list; a higher maxNodes lets them in",
        ),
    )


def _site_counts(entry: Neighbour) -> SiteCounts:
    at = TruncationPlace(node=node_key(entry.node.ref))
    return SiteCounts(n_all=entry.n_sites, n_kept=len(entry.sites), at=at)


def _with_capped_sites(entry: Neighbour, caps: Caps) -> Neighbour:
    return msgspec.structs.replace(entry, sites=entry.sites[: caps.max_call_sites])


def _without_neighbours(
    graph: CodeGraph, found: ResolvedSeed, request: NeighbourRequest, index: IndexIdentity
) -> NeighboursV1:
    """Return the answer to a seed that is unknown or ambiguous: its candidates."""
    warnings = cap_warnings((seed_warning(found), *count_index_warnings(graph.warnings)))
    return NeighboursV1(
        version=VERSION,
        side=request.side,
        seed=found.ref,
        node=None,
        neighbours=(),
        counts=_counts((), 0),
        basis=basis_of(seed_causes(found.truncation), request.caps, index),
        truncation=(*found.truncation, *warning_truncation(warnings, "graph")),
        warnings=warnings,
    )
