"""How does one thing come to another?

Turns: CodeGraph + two seeds + PathRequest → PathReportV1: the shortest way, or how far it was looked for.
"""

from typing import Literal

import msgspec

from codeshed.errors import InvalidOptionError
from codeshed.graph.answers.shortest_paths import WayAttempt, WayRequest, find_circle, find_way
from codeshed.graph.data.code_graph import CodeGraph
from codeshed.graph.data.kinds import NodeKind
from codeshed.graph.seeds.seed_references import FoundSeed, find_seed, seed_warning
from codeshed.graph.seeds.seed_scope import rows_of_seed
from codeshed.graph.walk.edge_filter import EdgeFilters, kinds_of
from codeshed.graph.walk.work_budget import Clock, Work
from codeshed.model.answer_pieces import VERSION, GraphNodeV1, Version, WitnessPathV1
from codeshed.model.basis import Basis, IndexIdentity, basis_of, unclear_causes
from codeshed.model.caps import Caps
from codeshed.model.limits import TruncationRecord, WarningRecord, cap_warnings, one_for_each_cap, warning_cut
from codeshed.model.references import SeedRef


class PathRequest(msgspec.Struct, frozen=True, kw_only=True):
    """Along which edges, and how much may be looked at; without filters first what runs, then every kind of edge."""

    caps: Caps
    filters: EdgeFilters = EdgeFilters()


class PathReportV1(msgspec.Struct, frozen=True, kw_only=True, rename="camel", omit_defaults=True):
    """The shortest way from one thing to another; of equal ones the surest, then the first by key.

    From a function to itself it is the shortest circle. If there is none, the way back is looked for: `direction` says which of both `path` is, and is null if there is neither.
    `attempts` are the searches in their order; `nodes` are those of the way.
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
    """Return the shortest way from one thing to another: `path_between(graph, "checkout", "Money.times", request)`."""
    caps = request.caps
    identity = IndexIdentity() if index is None else index
    first, last = (find_seed(graph, each, max_candidates=caps.max_candidates) for each in (source, target))
    if first.row is None or last.row is None:
        return _unclear(graph, first, last, caps, identity)
    if first.row == last.row and graph.nodes.kinds[first.row] != NodeKind.FUNCTION:
        raise InvalidOptionError(
            "both ends of the way are the same, and it is no function that may call itself",
            hint="name two different symbols",
        )
    has_filters = bool(request.filters.graphs or request.filters.edge_types)
    wanted = WayRequest(caps=caps, min_confidence=request.filters.min_confidence)
    if has_filters:
        wanted = msgspec.structs.replace(wanted, kinds=(kinds_of(request.filters),))
    work = Work(caps.work, clock)
    if first.row == last.row:
        way = find_circle(graph, first.row, wanted, work)
    else:
        way = find_way(graph, rows_of_seed(graph, first.row), rows_of_seed(graph, last.row), wanted, work)
    warnings = cap_warnings(graph.warnings)
    found = way.attempts[-1].direction if way.path is not None else None
    return PathReportV1(
        version=VERSION,
        from_=first.ref,
        to=last.ref,
        direction=found,
        path=way.path,
        nodes=way.nodes,
        attempts=way.attempts,
        basis=basis_of(way.causes, caps, identity),
        truncation=(*way.truncation, *warning_cut(warnings, "graph")),
        warnings=warnings,
    )


def _unclear(
    graph: CodeGraph, first: FoundSeed, last: FoundSeed, caps: Caps, index: IndexIdentity
) -> PathReportV1:
    """Return the answer to seeds that name nothing or too much: what they may mean."""
    unclear = [each for each in (first, last) if each.row is None]
    warnings = cap_warnings((*(seed_warning(each) for each in unclear), *graph.warnings))
    truncation = one_for_each_cap(record for each in unclear for record in each.truncation)
    return PathReportV1(
        version=VERSION,
        from_=first.ref,
        to=last.ref,
        direction=None,
        path=None,
        nodes=(),
        attempts=(),
        basis=basis_of(unclear_causes(truncation, len(unclear)), caps, index),
        truncation=(*truncation, *warning_cut(warnings, "graph")),
        warnings=warnings,
    )
