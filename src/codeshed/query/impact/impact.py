"""What does a change reach?

Turns: CodeGraph + seeds, changed files or a ChangeSet + ImpactRequest → GraphImpactAnalysisV1: every reached node with one
witness path, in the order of `model/answers/impact_order.py`. The walk is in `graph/changes/impact_walk.py`. `risk` is shown
and orders nothing.
"""

import enum
from collections.abc import Sequence

import msgspec
import numpy as np

from codeshed.errors import InvalidOptionError
from codeshed.graph.answers.answer_nodes_and_edges import kind_name
from codeshed.graph.answers.needed_work import with_needed_work
from codeshed.graph.changes.change_roots import ChangeRoots, RemovedSymbol
from codeshed.graph.changes.dangling_users import (
    DanglingUser,
    DanglingUsers,
    count_changed_imports,
    find_dangling_users,
)
from codeshed.graph.changes.impact_roots import ChangeRequest, find_impact_roots, state_warnings
from codeshed.graph.changes.impact_walk import Impact, ImpactOptions, unresolved_rows, walk_impact
from codeshed.graph.changes.risk import compute_risks, count_users, external_entry_kinds, is_test
from codeshed.graph.data.code_graph import CodeGraph
from codeshed.graph.data.kinds import NodeKind
from codeshed.graph.data.node_keys import ref_of
from codeshed.graph.incompleteness.incompleteness_causes import change_causes, incompleteness_causes
from codeshed.graph.walk.bounded_walk import Direction
from codeshed.graph.walk.edge_filter import EdgeFilters, missing_graphs
from codeshed.graph.walk.work_budget import Clock, WorkCounter
from codeshed.model.answers.answer_basis import (
    BEYOND_DEPTH,
    Basis,
    Cause,
    IndexIdentity,
    basis_of,
    make_cause,
)
from codeshed.model.answers.answer_graph import VERSION, Version, WitnessPathV1
from codeshed.model.answers.caps import Caps
from codeshed.model.answers.impact_order import impact_order
from codeshed.model.answers.node_references import Confidence, NodeRef, SeedRef, node_key
from codeshed.model.answers.truncation import (
    TruncationPlace,
    TruncationRecord,
    WarningRecord,
    cap_warnings,
    count_index_warnings,
    list_cut_record,
    merge_truncation_records,
    warning_truncation,
)
from codeshed.model.change_set import ChangedFile, ChangedSymbol, ChangeSet
from codeshed.model.dangling_references import DanglingReference, DanglingReferences
from codeshed.query.impact.impact_paths import witness_paths_to


class ImpactDirection(enum.StrEnum):
    """Towards what depends on the change, or what the change depends on."""

    UPSTREAM = "upstream"
    DOWNSTREAM = "downstream"


_DIRECTION = {
    ImpactDirection.UPSTREAM: Direction.BACKWARD,
    ImpactDirection.DOWNSTREAM: Direction.FORWARD,
}


class ImpactRequest(msgspec.Struct, frozen=True, kw_only=True):
    """What changed, the direction, depth, edge filters and caps.

    `changed` are paths from the root of the repository. `mentions` are dangling references: lines that still name what `changes`
    removed.
    """

    caps: Caps
    seeds: tuple[str, ...] = ()
    changed: tuple[str, ...] | None = None
    changes: ChangeSet | None = None
    mentions: DanglingReferences = DanglingReferences()
    direction: ImpactDirection = ImpactDirection.UPSTREAM
    depth: int = 2
    filters: EdgeFilters = EdgeFilters()


class ImpactedNodeV1(msgspec.Struct, frozen=True, kw_only=True, rename="camel", omit_defaults=True):
    """A node that a change reaches: its distance, the confidence, and one path to it.

    `distance` counts the edges of the path; `steps` those but for hops from a method to what it overrides, if these are
    fewer. `users` are the edges by which the node is used.
    `partial`: something on the path is unresolved. `risk` says how much depends on the node; tests have none. `through` is set
    for nodes reached from a dangling reference, to which no edge leads: the node before it.
    """

    ref: NodeRef
    distance: int
    steps: int | None = None
    confidence: Confidence | None = None
    witness_path: WitnessPathV1 | None = None
    partial: bool = False
    kind: str | None = None
    file: str | None = None
    line: int | None = None
    is_test: bool = False
    entry_points: tuple[str, ...] = ()
    risk: float | None = None
    users: int = 0
    through: NodeRef | None = None


class GoneMention(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """A dangling reference: a line that still names a removed symbol, its node, and the confidence that it means that symbol."""

    file: str
    line: int
    ref: NodeRef
    confidence: Confidence


class GoneSymbolV1(msgspec.Struct, frozen=True, kw_only=True, rename="camel", omit_defaults=True):
    """A symbol that no longer exists. Its users are known only where its old name is still written.

    `new_symbol_id` is its new id if it was renamed; `dangling` are nodes of the old name; `mentions` are lines.
    """

    symbol_id: str
    new_symbol_id: str | None = None
    dangling: tuple[NodeRef, ...] = ()
    mentions: tuple[GoneMention, ...] = ()


class ImpactChanges(msgspec.Struct, frozen=True, kw_only=True, rename="camel", omit_defaults=True):
    """The difference whose impact this is; the lists are capped, `n_symbols` and `n_files` count all."""

    old: str
    new: str
    files: tuple[ChangedFile, ...]
    symbols: tuple[ChangedSymbol, ...]
    n_files: int
    n_symbols: int
    gone: tuple[GoneSymbolV1, ...] = ()


class ImpactStats(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """Figures of one impact; `starts` counts the nodes that it begins with, `changed_tests` the tests among them."""

    work_units_used: int
    impacted_returned: int
    starts: int
    changed_tests: int = 0


class GraphImpactAnalysisV1(msgspec.Struct, frozen=True, kw_only=True, rename="camel", omit_defaults=True):
    """What a change reaches, in the order of `impact_order`; `depth` counts steps."""

    version: Version
    seed: SeedRef
    direction: ImpactDirection
    depth: int
    impacted: tuple[ImpactedNodeV1, ...]
    basis: Basis
    stats: ImpactStats
    changes: ImpactChanges | None = None
    truncation: tuple[TruncationRecord, ...] = ()
    warnings: tuple[WarningRecord, ...] = ()


def impact(
    graph: CodeGraph,
    request: ImpactRequest,
    *,
    index: IndexIdentity | None = None,
    clock: Clock | None = None,
) -> GraphImpactAnalysisV1:
    """Return what a change reaches: `impact(graph, ImpactRequest(caps=caps, seeds=("Cart.total",)))`."""
    if request.depth < 1:
        raise InvalidOptionError(f"a depth of {request.depth} reaches nothing", hint="give a positive number")

    def rerun_with(caps: Caps) -> tuple[int, Sequence[TruncationRecord]]:
        rerun = _bounded_impact(graph, msgspec.structs.replace(request, caps=caps), index, None)
        return rerun.stats.work_units_used, rerun.truncation

    found = _bounded_impact(graph, request, index, clock)
    return msgspec.structs.replace(
        found, truncation=with_needed_work(found.truncation, request.caps, rerun_with)
    )


def _bounded_impact(
    graph: CodeGraph, request: ImpactRequest, index: IndexIdentity | None, clock: Clock | None
) -> GraphImpactAnalysisV1:
    caps = request.caps
    change = ChangeRequest(seeds=request.seeds, changed=request.changed, changes=request.changes)
    starts = find_impact_roots(graph, change, max_candidates=caps.max_candidates)
    options = ImpactOptions(
        caps=caps, direction=_DIRECTION[request.direction], depth=request.depth, filters=request.filters
    )
    signatures = None if starts.change_roots is None else starts.change_roots.signature_rows
    work = WorkCounter(caps.work, clock)
    found = walk_impact(graph, starts.rows, options, work, signature_rows=signatures)
    dangling_users = find_dangling_users(graph, request.mentions.places, found, options, work)
    removed, cut_mentions = _removed_symbols(graph, starts.change_roots, dangling_users, caps)
    nodes, cut_paths = _rank_reached(graph, found, dangling_users.nodes, caps)
    changes, cut_changes = _listed_changes(request.changes, removed, caps)
    truncation = merge_truncation_records(
        (
            *starts.truncation,
            *found.truncation,
            *dangling_users.truncation,
            *cut_mentions,
            *cut_paths,
            *cut_changes,
        )
    )
    causes = (
        *incompleteness_causes(graph, found.result, (options.direction,), truncation),
        *change_causes(
            len(() if starts.change_roots is None else starts.change_roots.removed),
            starts.n_unread,
            count_changed_imports(graph, request.changes, dangling_users, request.mentions.unsearched),
        ),
        *_beyond_depth(found, request.depth, caps),
    )
    basis = basis_of(() if change.is_empty else causes, caps, IndexIdentity() if index is None else index)
    warnings = cap_warnings(
        (
            *starts.warnings,
            *state_warnings(request.changes, index),
            *missing_graphs(graph, request.filters),
            *_empty_warning(nodes, starts.rows, request.direction, basis),
            *count_index_warnings(graph.warnings),
        )
    )
    return GraphImpactAnalysisV1(
        version=VERSION,
        seed=starts.seed,
        direction=request.direction,
        depth=found.depth,
        impacted=nodes,
        basis=basis,
        stats=ImpactStats(
            work_units_used=work.n_done,
            impacted_returned=len(nodes),
            starts=len(starts.rows),
            changed_tests=_n_tests(graph, starts.rows),
        ),
        changes=changes,
        truncation=(*truncation, *warning_truncation(warnings, "impact")),
        warnings=warnings,
    )


def _n_tests(graph: CodeGraph, rows: Sequence[int]) -> int:
    """Return the number of tests among nodes; a test file counts as one if none of its functions is among them."""
    nodes = graph.nodes
    tests = [row for row in rows if is_test(graph, row)]
    functions = [row for row in tests if nodes.kinds[row] == NodeKind.FUNCTION]
    files = {int(nodes.files[row]) for row in tests} - {int(nodes.files[row]) for row in functions}
    return len(functions) + len(files)


def _removed_symbols(
    graph: CodeGraph, of_changes: ChangeRoots | None, dangling_users: DanglingUsers, caps: Caps
) -> tuple[tuple[GoneSymbolV1, ...], tuple[TruncationRecord, ...]]:
    """Return the removed symbols with their dangling references, capped by `maxCandidates`, and the record of that cap."""
    limit = caps.max_candidates
    removed = () if of_changes is None else of_changes.removed
    found = tuple(
        _removed_symbol(graph, each, dangling_users.references_by_symbol.get(each.symbol, ())[:limit])
        for each in removed
    )
    unlisted = {
        each.symbol: dangling_users.references_by_symbol.get(each.symbol, ())[limit:] for each in removed
    }
    cut = [places for places in unlisted.values() if places]
    if not cut:
        return found, ()
    record = TruncationRecord(
        scope="impact",
        cap="maxCandidates",
        limit=limit,
        observed=limit + max(map(len, cut)),
        omitted=sum(map(len, cut)),
        at=TruncationPlace(node=node_key(ref_of(graph, cut[0][0][1]))),
        note="counts places that name what is gone; all were followed. A higher maxCandidates names them",
    )
    return found, (record,)


def _removed_symbol(
    graph: CodeGraph, removed: RemovedSymbol, places: Sequence[tuple[DanglingReference, int]]
) -> GoneSymbolV1:
    return GoneSymbolV1(
        symbol_id=removed.symbol,
        new_symbol_id=removed.new_symbol,
        dangling=tuple(ref_of(graph, row) for row in removed.rows),
        mentions=tuple(
            GoneMention(
                file=mention.file, line=mention.line, ref=ref_of(graph, row), confidence=mention.confidence
            )
            for mention, row in places
        ),
    )


def _rank_reached(
    graph: CodeGraph, found: Impact, dangling_users: Sequence[DanglingUser], caps: Caps
) -> tuple[tuple[ImpactedNodeV1, ...], tuple[TruncationRecord, ...]]:
    """Return the reached nodes in order, the first of them with paths; no edge leads to `dangling_users`.

    A dangling user that a longer path also reaches is listed once, with the fewer steps.
    """
    dangling_rows = {each.row for each in dangling_users}
    previous = {each.row: each.previous for each in dangling_users}
    reached = [each for each in found.affected if each.row not in dangling_rows]
    rows = [*(each.row for each in reached), *(each.row for each in dangling_users)]
    confidences = [*(each.confidence for each in reached), *(each.confidence for each in dangling_users)]
    entry_kinds = [external_entry_kinds(graph, row) for row in rows]
    users = count_users(graph, np.array(rows, dtype=np.int64))
    risk = compute_risks(graph, rows, confidences, entry_kinds, users)
    refs = [ref_of(graph, row) for row in rows]
    distances = [*(each.distance for each in reached), *(each.distance for each in dangling_users)]
    steps = [*(each.steps for each in reached), *(each.steps for each in dangling_users)]
    in_order = sorted(
        range(len(rows)),
        key=lambda index: impact_order(
            is_test=is_test(graph, rows[index]),
            steps=steps[index],
            confidence=round(confidences[index], 6),
            users=users[index],
            key=node_key(refs[index]),
        ),
    )
    paths = witness_paths_to(
        graph, found, [reached[index] for index in in_order if index < len(reached)], caps
    )
    unresolved = unresolved_rows(graph, found)
    nodes = tuple(
        ImpactedNodeV1(
            ref=refs[index],
            distance=distances[index],
            steps=None if steps[index] == distances[index] else steps[index],
            confidence=round(confidences[index], 6),
            witness_path=paths.by_row.get(rows[index]),
            partial=index >= len(reached) or rows[index] in unresolved,
            kind=kind_name(graph, rows[index]),
            file=graph.file_path(rows[index]),
            line=int(graph.nodes.spans[rows[index]][0]) or None,
            is_test=is_test(graph, rows[index]),
            entry_points=entry_kinds[index],
            risk=risk[index],
            users=users[index],
            through=None if (row := previous.get(rows[index])) is None else ref_of(graph, row),
        )
        for index in in_order
    )
    return nodes, paths.truncation


def _listed_changes(
    changes: ChangeSet | None, removed: tuple[GoneSymbolV1, ...], caps: Caps
) -> tuple[ImpactChanges | None, tuple[TruncationRecord, ...]]:
    """Return the difference with its lists capped by `maxNodes`, and the record of that cap."""
    if changes is None:
        return None, ()
    limit = caps.max_nodes
    keys = (
        [f"symbol:{each.symbol_id}" for each in changes.symbols],
        [f"file:{each.path}" for each in changes.files],
        [f"symbol:{each.symbol_id}" for each in removed],
    )
    longest = max(keys, key=len)
    listed = ImpactChanges(
        old=changes.old,
        new=changes.new,
        files=changes.files[:limit],
        symbols=changes.symbols[:limit],
        n_files=len(changes.files),
        n_symbols=len(changes.symbols),
        gone=removed[:limit],
    )
    if len(longest) <= limit:
        return listed, ()
    record = list_cut_record(
        "impact",
        "maxSymbols",
        limit,
        len(longest),
        TruncationPlace(node=longest[limit]),
        "counts what changed and is not listed; all of it was followed. A higher maxNodes lists it",
    )
    return listed, (record,)


def _beyond_depth(found: Impact, requested_depth: int, caps: Caps) -> tuple[Cause, ...]:
    """Say how many nodes lie beyond the requested depth; a depth capped by `maxDepth` has a truncation record instead."""
    if requested_depth > caps.max_depth:
        return ()
    step = found.depth + 1
    return (
        make_cause(
            BEYOND_DEPTH,
            found.n_beyond,
            f"more node at step {step}: --depth {step}",
            f"more nodes at step {step}: --depth {step}",
        ),
    )


def _empty_warning(
    nodes: Sequence[ImpactedNodeV1], rows: Sequence[int], direction: ImpactDirection, basis: Basis
) -> tuple[WarningRecord, ...]:
    """Warn that an empty answer is no proof."""
    if nodes or not rows:
        return ()
    is_exact = basis.kind == "exact"
    if direction is ImpactDirection.UPSTREAM:
        others = "other repositories and files that are not code may"
        incompleteness = others if is_exact else f"calls that were not resolved, {others}"
        message = f"nothing was found that depends on it; {incompleteness}"
    else:
        incompleteness = "" if is_exact else "; calls in it that were not resolved may lead somewhere"
        message = f"nothing was found that it depends on{incompleteness}"
    return (WarningRecord(code="NOTHING_FOUND", message=message),)
