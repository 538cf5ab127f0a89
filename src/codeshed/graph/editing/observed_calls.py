"""Adds calls that were observed at run time to a graph.

Turns: a CodeGraph + ObservedCalls → CodeGraph. Nothing but edges changes, and of these only those of the calls: a call that the
graph has becomes certain, another one becomes an edge. Columns are copied with the new entries inserted, since sorting all
edges again would take longer than most answers.
"""

from collections.abc import Sequence

import msgspec
import numpy as np
from msgspec.structs import replace

from codeshed.graph.data.arrays import NO_ROW, Ints, Longs
from codeshed.graph.data.code_graph import CodeGraph
from codeshed.graph.data.columns import offsets_of_lengths
from codeshed.graph.data.kinds import EdgeFlag, EdgeKind, ProvenanceCode
from codeshed.graph.data.parallel_edges import edge_keys
from codeshed.graph.data.tables import EdgeTable, SiteTable
from codeshed.model.span import Span

_CERTAIN = 100


class ObservedCall(msgspec.Struct, frozen=True, gc=False):
    """A call by the rows of both functions, with the places where it was made in the file of the source."""

    source: int
    target: int
    spans: tuple[Span, ...]


def add_observed_calls(graph: CodeGraph, calls: Sequence[ObservedCall]) -> CodeGraph:
    """Return the graph with the calls as edges of provenance `observed` and confidence 1.

    An edge that is certain already keeps its provenance, every edge its sites, its flags, and the method that it goes through.
    A new one goes through the method that its source calls and its target overrides, if there is one.
    """
    if not calls:
        return graph
    by_ends = {(each.source, each.target): each for each in calls}
    in_order = [by_ends[ends] for ends in sorted(by_ends)]
    n_nodes = len(graph.nodes)
    sources = np.array([each.source for each in in_order], dtype=np.int32)
    targets = np.array([each.target for each in in_order], dtype=np.int32)
    wanted = edge_keys(sources, targets, np.full(len(in_order), EdgeKind.CALL, dtype=np.uint8), n_nodes)
    edges = graph.edges
    keys = edge_keys(edges.sources, edges.targets, edges.kinds, n_nodes)
    places = np.searchsorted(keys, wanted)
    is_known = np.append(keys, -1)[places] == wanted
    confirmed = _with_certain(edges, places[is_known])
    is_new = ~is_known
    if not is_new.any():
        return replace(graph, edges=confirmed)
    new = [each for each, is_one in zip(in_order, is_new.tolist(), strict=True) if is_one]
    return replace(graph, edges=_with_inserted(graph, confirmed, new, places[is_new]))


def count_new_calls(graph: CodeGraph, calls: Sequence[ObservedCall]) -> int:
    """Return how many of some observed calls are no edge of a graph."""
    edges = graph.edges
    n_nodes = len(graph.nodes)
    is_call = edges.kinds == EdgeKind.CALL
    known = {*(edges.sources[is_call].astype(np.int64) * n_nodes + edges.targets[is_call]).tolist()}
    return len({each.source * n_nodes + each.target for each in calls} - known)


def _with_certain(edges: EdgeTable, rows: Longs) -> EdgeTable:
    rows = rows[edges.confidence[rows] < _CERTAIN]
    confidence, provenance = edges.confidence.copy(), edges.provenance.copy()
    confidence[rows] = _CERTAIN
    provenance[rows] = int(ProvenanceCode.OBSERVED)
    return replace(edges, confidence=confidence, provenance=provenance)


def _with_inserted(
    graph: CodeGraph, edges: EdgeTable, new: Sequence[ObservedCall], places: Longs
) -> EdgeTable:
    """Insert sorted edges, each before the row at its place."""
    sources = np.array([each.source for each in new], dtype=np.int32)
    targets = np.array([each.target for each in new], dtype=np.int32)
    n_sites = np.array([len(each.spans) for each in new], dtype=np.int32)
    all_sources = np.insert(edges.sources, places, sources)
    all_targets = np.insert(edges.targets, places, targets)
    through = np.array([_overridden_callee(edges, each) for each in new], dtype=np.int32)
    n_nodes = len(graph.nodes)
    return EdgeTable(
        sources=all_sources,
        targets=all_targets,
        kinds=np.insert(edges.kinds, places, int(EdgeKind.CALL)),
        confidence=np.insert(edges.confidence, places, _CERTAIN),
        stated_confidence=np.insert(edges.stated_confidence, places, _CERTAIN),
        provenance=np.insert(edges.provenance, places, int(ProvenanceCode.OBSERVED)),
        flags=np.insert(edges.flags, places, np.where(through == NO_ROW, int(EdgeFlag.IN_CLOSURE), 0)),
        through=np.insert(edges.through, places, through),
        n_sites=np.insert(edges.n_sites, places, n_sites),
        sites=_sites(graph, edges, new, places),
        statements=replace(
            edges.statements,
            starts=np.insert(edges.statements.starts, places, edges.statements.starts[places]),
        ),
        out_starts=offsets_of_lengths(np.bincount(all_sources, minlength=n_nodes)),
        in_starts=offsets_of_lengths(np.bincount(all_targets, minlength=n_nodes)),
        in_order=_in_order(edges, targets, places, all_targets),
    )


def _overridden_callee(edges: EdgeTable, call: ObservedCall) -> int:
    """Return the method in whose place the target ran: one that the source calls and the target overrides.

    Such a call is a dispatched one, which footprints reach through the method that it names.
    """
    out = slice(edges.out_starts[call.source], edges.out_starts[call.source + 1])
    is_direct = (edges.kinds[out] == EdgeKind.CALL) & (edges.through[out] == NO_ROW)
    called = {*edges.targets[out][is_direct].tolist()}
    seen, waiting = {call.target}, [call.target]
    while waiting:
        method = waiting.pop(0)
        rows = edges.in_order[edges.in_starts[method] : edges.in_starts[method + 1]]
        overridden = edges.sources[rows[edges.kinds[rows] == EdgeKind.OVERRIDDEN_BY]].tolist()
        for each in overridden:
            if each in called:
                return int(each)
        waiting += [each for each in overridden if each not in seen]
        seen.update(overridden)
    return NO_ROW


def _sites(graph: CodeGraph, edges: EdgeTable, new: Sequence[ObservedCall], places: Longs) -> SiteTable:
    sites = edges.sites
    n_sites = np.array([len(each.spans) for each in new], dtype=np.int64)
    at = np.repeat(sites.starts[places], n_sites)
    files = np.repeat(graph.nodes.files[[each.source for each in new]], n_sites)
    spans = [
        (span.start_line, span.start_column, span.end_line, span.end_column)
        for each in new
        for span in each.spans
    ]
    lengths = np.insert(np.diff(sites.starts), places, n_sites)
    return SiteTable(
        starts=offsets_of_lengths(lengths),
        files=np.insert(sites.files, at, files),
        spans=np.insert(sites.spans, at, np.array(spans, dtype=np.int32).reshape(-1, 4), axis=0),
        ordinals=np.insert(sites.ordinals, at, 0),
    )


def _in_order(edges: EdgeTable, targets: Ints, places: Longs, all_targets: Ints) -> Ints:
    """Return all rows by target: those that were there in their order, the new ones where they belong."""
    n_rows = len(all_targets)
    moved = edges.in_order + np.searchsorted(places, edges.in_order, side="right").astype(np.int32)
    rows = (places + np.arange(len(places))).astype(np.int64)
    by_target = np.lexsort((rows, targets))
    keys = all_targets[moved].astype(np.int64) * n_rows + moved
    new_keys = targets[by_target].astype(np.int64) * n_rows + rows[by_target]
    return np.insert(moved, np.searchsorted(keys, new_keys), rows[by_target]).astype(np.int32)
