"""How does one symbol lead to another?

Turns: CodeGraph + two seeds + PathRequest → PathReportV1: the surest of the shortest few paths, or how far it was searched for.
"""

from typing import Literal

import msgspec

from codeshed.errors import InvalidOptionError
from codeshed.graph.answers.shortest_paths import (
    ShortestPathRequest,
    WayAttempt,
    find_shortest_cycle,
    find_shortest_path,
)
from codeshed.graph.data.code_graph import CodeGraph
from codeshed.graph.data.kinds import NodeKind
from codeshed.graph.seeds.seed_references import ResolvedSeed, resolve_seed, seed_warning
from codeshed.graph.seeds.seed_scope import rows_of_seeds
from codeshed.graph.walk.edge_filter import EdgeFilters, kinds_of
from codeshed.graph.walk.work_budget import Clock, WorkCounter
from codeshed.model.answers.answer_basis import CAPS, Basis, IndexIdentity, basis_of, caps_cause, seed_causes
from codeshed.model.answers.answer_graph import VERSION, GraphNodeV1, Version, WitnessPathV1
from codeshed.model.answers.caps import Caps
from codeshed.model.answers.node_references import SeedRef
from codeshed.model.answers.truncation import (
    TruncationRecord,
    WarningRecord,
    cap_warnings,
    count_index_warnings,
    merge_truncation_records,
    n_cuts,
    warning_truncation,
)


class PathRequest(msgspec.Struct, frozen=True, kw_only=True):
    """Edge filters and caps; without filters, first edges of execution are tried, then all kinds."""

    caps: Caps
    filters: EdgeFilters = EdgeFilters()


class PathReportV1(msgspec.Struct, frozen=True, kw_only=True, rename="camel", omit_defaults=True):
    """A short path from one symbol to another: the surest of those that are at most two steps longer than the shortest.

    From a function to itself it is the shortest cycle. If there is no path, the reverse direction is searched: `direction` says
    which of both `path` is, and is null if there is neither. `attempts` are the searches in order; `nodes` are those of the path.
    """

    version: Version
    from_: SeedRef = msgspec.field(name="from")
    to: SeedRef
    direction: Literal["forward", "backward"] | None
    path: WitnessPathV1 | None
    nodes: tuple[GraphNodeV1, ...]
    attempts: tuple[WayAttempt, ...]
    basis: Basis
    truncation: tuple[TruncationRecord, ...] = ()
    warnings: tuple[WarningRecord, ...] = ()


def path_between(
    graph: CodeGraph,
    source: str,
    target: str,
    request: PathRequest,
    *,
    index: IndexIdentity | None = None,
    clock: Clock | None = None,
) -> PathReportV1:
    """Return a short and sure path: `path_between(graph, "checkout", "Money.times", request)`."""
    caps = request.caps
    identity = IndexIdentity() if index is None else index
    first, last = (resolve_seed(graph, each, max_candidates=caps.max_candidates) for each in (source, target))
    if not first.rows or not last.rows:
        return _unclear(graph, first, last, caps, identity)
    is_same = first.rows == last.rows
    if is_same and graph.nodes.kinds[first.rows[0]] != NodeKind.FUNCTION:
        raise InvalidOptionError(
            "both ends of the path are the same, and it is no function that may call itself",
            hint="name two different symbols",
        )
    has_filters = bool(request.filters.graphs or request.filters.edge_types)
    way_request = ShortestPathRequest(caps=caps, min_confidence=request.filters.min_confidence)
    if has_filters:
        way_request = msgspec.structs.replace(way_request, kinds=(kinds_of(request.filters),))
    work = WorkCounter(caps.work, clock)
    if is_same:
        shortest = find_shortest_cycle(graph, first.rows[0], way_request, work)
    else:
        shortest = find_shortest_path(
            graph, rows_of_seeds(graph, first.rows), rows_of_seeds(graph, last.rows), way_request, work
        )
    truncation = merge_truncation_records((*first.truncation, *last.truncation, *shortest.truncation))
    others = (each for each in shortest.causes if each.code != CAPS)
    warnings = cap_warnings(count_index_warnings(graph.warnings))
    found = shortest.attempts[-1].direction if shortest.path is not None else None
    return PathReportV1(
        version=VERSION,
        from_=first.ref,
        to=last.ref,
        direction=found,
        path=shortest.path,
        nodes=shortest.nodes,
        attempts=shortest.attempts,
        basis=basis_of((caps_cause(n_cuts(truncation)), *others), caps, identity),
        truncation=(*truncation, *warning_truncation(warnings, "graph")),
        warnings=warnings,
    )


def _unclear(
    graph: CodeGraph, first: ResolvedSeed, last: ResolvedSeed, caps: Caps, index: IndexIdentity
) -> PathReportV1:
    """Return the answer to seeds that are unknown or ambiguous: their candidates."""
    unclear = [each for each in (first, last) if not each.rows]
    warnings = cap_warnings(
        (*(seed_warning(each) for each in unclear), *count_index_warnings(graph.warnings))
    )
    truncation = merge_truncation_records((*first.truncation, *last.truncation))
    return PathReportV1(
        version=VERSION,
        from_=first.ref,
        to=last.ref,
        direction=None,
        path=None,
        nodes=(),
        attempts=(),
        basis=basis_of(seed_causes(truncation, len(unclear)), caps, index),
        truncation=(*truncation, *warning_truncation(warnings, "graph")),
        warnings=warnings,
    )
