"""Why does one symbol depend on another?

Turns: CodeGraph + two seeds + the references in the file of the first → WhyReportV1: every edge between them with its
sites; without an edge, the shortest path.
"""

from collections.abc import Callable, Sequence

import msgspec
import numpy as np

from codeshed.errors import InvalidOptionError
from codeshed.graph.answers.call_receivers import Receiver, ReceiverTypes
from codeshed.graph.answers.evidence_truncation import evidence_records
from codeshed.graph.answers.shortest_paths import ShortestPathRequest, find_shortest_path
from codeshed.graph.data.arrays import NO_ROW
from codeshed.graph.data.call_site_ids import call_site_ids
from codeshed.graph.data.code_graph import CodeGraph
from codeshed.graph.data.kinds import EdgeFlag, EdgeKind, NodeKind, ProvenanceCode
from codeshed.graph.data.node_keys import ref_of
from codeshed.graph.incompleteness.incompleteness_causes import unresolved_calls_cause_of
from codeshed.graph.seeds.seed_references import ResolvedSeed, resolve_seed, seed_warning
from codeshed.graph.seeds.seed_scope import rows_of_seeds
from codeshed.graph.walk.frontier import is_dependency
from codeshed.graph.walk.walk_truncation import edge_place
from codeshed.graph.walk.witness_paths import is_candidate, sites_of
from codeshed.graph.walk.work_budget import Clock, WorkCounter
from codeshed.model.answers.answer_basis import (
    CAPS,
    Basis,
    Cause,
    IndexIdentity,
    basis_of,
    caps_cause,
    seed_causes,
)
from codeshed.model.answers.answer_graph import VERSION, EdgeSite, Version, WitnessPathV1
from codeshed.model.answers.caps import Caps
from codeshed.model.answers.node_references import Confidence, NodeRef, SeedRef, node_key
from codeshed.model.answers.truncation import (
    TruncationPlace,
    TruncationRecord,
    WarningRecord,
    cap_warnings,
    count_index_warnings,
    merge_truncation_records,
    n_cuts,
    warning_truncation,
)
from codeshed.model.semantic import Document, Reference, ReferenceRole, UnresolvedReason
from codeshed.model.symbol_ids import last_name


class WhyRequest(msgspec.Struct, frozen=True, kw_only=True):
    """The caps."""

    caps: Caps


class WhySite(msgspec.Struct, frozen=True, kw_only=True, rename="camel", omit_defaults=True):
    """One site of an edge: its text, and the receiver of the call."""

    site: EdgeSite
    text: str | None = None
    receiver: Receiver | None = None
    call_site_id: str | None = None


class WhyEdge(msgspec.Struct, frozen=True, kw_only=True, rename="camel", omit_defaults=True):
    """One kind of dependency: its provenance (declared, typed, inferred, heuristic), its confidence and its sites.

    `is_exact`: exactly the target runs, even if something overrides it; `is_recovered`: the call had no target in its own file
    and was resolved by the type of its receiver; `is_candidate`: it is one of several targets by name. With `through`, the
    call names that method, and the target may run in its place.
    """

    edge_type: str
    from_: NodeRef = msgspec.field(name="from")
    to: NodeRef
    confidence: Confidence
    provenance: str
    n_sites: int
    sites: tuple[WhySite, ...] = ()
    is_exact: bool = False
    is_recovered: bool = False
    is_candidate: bool = False
    through: NodeRef | None = None


class OpenCall(msgspec.Struct, frozen=True, kw_only=True, rename="camel", omit_defaults=True):
    """An unresolved call whose name is the one that was asked for."""

    from_: NodeRef = msgspec.field(name="from")
    reason: UnresolvedReason
    n_candidates: int
    site: EdgeSite | None = None
    text: str | None = None
    receiver: Receiver | None = None


class WhyReportV1(msgspec.Struct, frozen=True, kw_only=True, rename="camel", omit_defaults=True):
    """All edges from one symbol to another, by falling confidence; `reverse` are those the other way.

    Without an edge, `nearest` is the shortest path, from the second to the first if `is_nearest_backward`, and `open_calls` are
    unresolved calls with the name of the second.
    """

    version: Version
    from_: SeedRef = msgspec.field(name="from")
    to: SeedRef
    edges: tuple[WhyEdge, ...]
    reverse: tuple[WhyEdge, ...]
    nearest: WitnessPathV1 | None
    open_calls: tuple[OpenCall, ...]
    basis: Basis
    is_nearest_backward: bool = False
    truncation: tuple[TruncationRecord, ...] = ()
    warnings: tuple[WarningRecord, ...] = ()


def why(
    graph: CodeGraph,
    source: str,
    target: str,
    request: WhyRequest,
    *,
    document_of: Callable[[str], Document | None] = lambda _: None,
    index: IndexIdentity | None = None,
    clock: Clock | None = None,
) -> WhyReportV1:
    """Return why one symbol depends on another: `why(graph, "checkout", "Cart.total", request)`.

    `document_of` returns the references of a file; without it, sites have no receivers, and unresolved calls are not found.
    """
    caps = request.caps
    identity = IndexIdentity() if index is None else index
    first, last = (resolve_seed(graph, each, max_candidates=caps.max_candidates) for each in (source, target))
    if not first.rows or not last.rows:
        return _unclear(graph, first, last, caps, identity)
    is_recursion = first.rows == last.rows
    inner, outer = (each if is_recursion else rows_of_seeds(graph, each) for each in (first.rows, last.rows))
    sources = tuple(row for row in inner if row not in frozenset(outer)) or inner
    targets = tuple(row for row in outer if row not in frozenset(inner)) or outer
    explainer = _EdgeExplainer(graph, document_of, caps)
    edges = explainer.edges(sources, targets)
    if is_recursion and (not edges or graph.nodes.kinds[first.rows[0]] != NodeKind.FUNCTION):
        raise InvalidOptionError(
            "both ends of the edge are the same, and it is no function that uses itself",
            hint="name two different symbols",
        )
    reverse = () if is_recursion else explainer.edges(targets, sources)
    nearest = None
    cuts: tuple[TruncationRecord, ...] = ()
    causes: tuple[Cause, ...] = ()
    is_backward = False
    open_calls = () if edges else explainer.open_calls(sources, last_name(graph.nodes.symbols[last.rows[0]]))
    if not edges:
        shortest = find_shortest_path(
            graph, sources, targets, ShortestPathRequest(caps=caps), WorkCounter(caps.work, clock)
        )
        nearest, is_backward, causes = shortest.path, not shortest.is_forward, shortest.causes
        cuts = shortest.truncation
    truncation = merge_truncation_records((*first.truncation, *last.truncation, *explainer.truncation, *cuts))
    others = tuple(each for each in causes if each.code != CAPS) or (
        unresolved_calls_cause_of(graph, sources),
    )
    warnings = cap_warnings(count_index_warnings(graph.warnings))
    return WhyReportV1(
        version=VERSION,
        from_=first.ref,
        to=last.ref,
        edges=edges,
        reverse=reverse,
        nearest=nearest,
        open_calls=open_calls,
        is_nearest_backward=is_backward and nearest is not None,
        basis=basis_of((caps_cause(n_cuts(truncation)), *others), caps, identity),
        truncation=(*truncation, *warning_truncation(warnings, "graph")),
        warnings=warnings,
    )


class _EdgeExplainer:
    """Adds to edges what the documents of their files say about their sites."""

    def __init__(self, graph: CodeGraph, document_of: Callable[[str], Document | None], caps: Caps) -> None:
        self._graph = graph
        self._document_of = document_of
        self._caps = caps
        self._edges_left_out: list[int] = []
        self._calls_left_out: list[OpenCall] = []
        self._shown_edges: list[int] = []

    @property
    def truncation(self) -> tuple[TruncationRecord, ...]:
        """What the caps on edges and their sites left out."""
        return (
            *self._edge_cut(),
            *self._call_cut(),
            *evidence_records(self._graph, (), self._shown_edges, self._caps),
        )

    def _edge_cut(self) -> tuple[TruncationRecord, ...]:
        if not self._edges_left_out:
            return ()
        n_omitted = len(self._edges_left_out)
        return (
            TruncationRecord(
                scope="graph",
                cap="maxEdges",
                limit=self._caps.max_edges,
                observed=len(self._shown_edges) + n_omitted,
                omitted=n_omitted,
                at=edge_place(self._graph, self._edges_left_out[0]),
                note="counts the least sure edges, both ways; a higher maxEdges lists them",
            ),
        )

    def _call_cut(self) -> tuple[TruncationRecord, ...]:
        if not self._calls_left_out:
            return ()
        n_omitted = len(self._calls_left_out)
        n_all = self._caps.max_call_sites + n_omitted
        return (
            TruncationRecord(
                scope="graph",
                cap="maxCallSites",
                limit=self._caps.max_call_sites,
                observed=n_all,
                omitted=n_omitted,
                at=TruncationPlace(node=node_key(self._calls_left_out[0].from_)),
                note=f"counts calls without a known target; --cap maxCallSites={n_all} names them",
            ),
        )

    def edges(self, sources: Sequence[int], targets: Sequence[int]) -> tuple[WhyEdge, ...]:
        """Return the edges between some nodes, by falling confidence, then by key and kind; containment comes last."""
        table = self._graph.edges
        target_rows = frozenset(targets)
        found = [
            edge
            for source in sources
            for edge in range(int(table.out_starts[source]), int(table.out_starts[source + 1]))
            if int(table.targets[edge]) in target_rows
        ]
        rows = np.array(found, dtype=np.int64)
        found = rows[is_dependency(self._graph, rows)].tolist()
        found.sort(
            key=lambda edge: (table.kinds[edge] == EdgeKind.CONTAINS, -int(table.confidence[edge]), edge)
        )
        kept = found[: self._caps.max_edges]
        self._edges_left_out += found[len(kept) :]
        self._shown_edges += kept
        return tuple(self._edge(edge) for edge in kept)

    def open_calls(self, sources: Sequence[int], name: str) -> tuple[OpenCall, ...]:
        """Return unresolved calls by name in some nodes, in source order."""
        symbols = {self._graph.nodes.symbols[row]: row for row in sources}
        found = []
        for document in self._documents(sources):
            types = ReceiverTypes(self._graph, document)
            for each in document.references:
                row = symbols.get(each.enclosing_symbol)
                is_open = each.role is ReferenceRole.CALL and each.target_symbol is None
                if row is None or not is_open or _called_name(each) != name:
                    continue
                found.append(
                    OpenCall(
                        from_=ref_of(self._graph, row),
                        reason=each.reason or UnresolvedReason.OTHER,
                        n_candidates=len(each.candidates),
                        site=_site(document.path, each),
                        text=each.text,
                        receiver=types.find_receiver(each),
                    )
                )
        kept = tuple(found[: self._caps.max_call_sites])
        self._calls_left_out += found[len(kept) :]
        return kept

    def _documents(self, rows: Sequence[int]) -> list[Document]:
        paths = dict.fromkeys(path for row in rows if (path := self._graph.file_path(row)) is not None)
        return [document for path in paths if (document := self._document_of(path)) is not None]

    def _edge(self, edge: int) -> WhyEdge:
        table = self._graph.edges
        flags = int(table.flags[edge])
        source = int(table.sources[edge])
        is_call = table.kinds[edge] == EdgeKind.CALL
        ids = call_site_ids(self._graph, edge, self._caps.max_call_sites) if is_call else ()
        sites = sites_of(self._graph, edge, self._caps.max_call_sites)
        references = self._references(source, edge)
        through = int(table.through[edge])
        return WhyEdge(
            edge_type=EdgeKind(int(table.kinds[edge])).label,
            from_=ref_of(self._graph, source),
            to=ref_of(self._graph, int(table.targets[edge])),
            confidence=int(table.confidence[edge]) / 100,
            provenance=ProvenanceCode(int(table.provenance[edge])).label,
            n_sites=int(table.n_sites[edge]),
            sites=tuple(
                _why_site(site, references, ids[number] if number < len(ids) else None)
                for number, site in enumerate(sites)
            ),
            is_exact=bool(flags & EdgeFlag.EXACT),
            is_recovered=bool(flags & EdgeFlag.RECOVERED),
            is_candidate=is_candidate(self._graph, edge),
            through=None if through == NO_ROW else ref_of(self._graph, through),
        )

    def _references(self, source: int, edge: int) -> "_References":
        """Return the references at the sites of an edge."""
        if self._graph.edges.kinds[edge] != EdgeKind.CALL:
            return {}
        table = self._graph.edges
        called = int(table.targets[edge] if table.through[edge] == NO_ROW else table.through[edge])
        symbol, target = self._graph.nodes.symbols[source], self._graph.nodes.symbols[called]
        found: _References = {}
        for document in self._documents((source,)):
            types = ReceiverTypes(self._graph, document)
            for each in document.references:
                if each.enclosing_symbol != symbol or each.role is not ReferenceRole.CALL:
                    continue
                possible_targets = {each.target_symbol, *(candidate.symbol for candidate in each.candidates)}
                site = _site(document.path, each)
                if site is not None and (site not in found or target in possible_targets):
                    found[site] = each, types.find_receiver(each)
        return found


_References = dict[EdgeSite, tuple[Reference, Receiver | None]]


def _why_site(site: EdgeSite, references: _References, call: str | None) -> WhySite:
    reference, receiver = references.get(site, (None, None))
    text = None if reference is None else reference.text
    return WhySite(site=site, text=text, receiver=receiver, call_site_id=call)


def _site(path: str, reference: Reference) -> EdgeSite | None:
    span = reference.span
    if span is None:
        return None
    return EdgeSite(
        file=path,
        start_line=span.start_line,
        start_col=span.start_column,
        end_line=span.end_line,
        end_col=span.end_column,
    )


def _called_name(reference: Reference) -> str | None:
    """Return the name by which a call is made: the method name, or the last name before the arguments."""
    if reference.method_name is not None:
        return reference.method_name
    head = (reference.text or "").partition("(")[0].strip()
    return last_name(head) if head else None


def _unclear(
    graph: CodeGraph, first: ResolvedSeed, last: ResolvedSeed, caps: Caps, index: IndexIdentity
) -> WhyReportV1:
    """Return the answer to seeds that are unknown or ambiguous: their candidates."""
    unclear = [each for each in (first, last) if not each.rows]
    warnings = cap_warnings(
        (*(seed_warning(each) for each in unclear), *count_index_warnings(graph.warnings))
    )
    truncation = merge_truncation_records((*first.truncation, *last.truncation))
    return WhyReportV1(
        version=VERSION,
        from_=first.ref,
        to=last.ref,
        edges=(),
        reverse=(),
        nearest=None,
        open_calls=(),
        basis=basis_of(seed_causes(truncation, len(unclear)), caps, index),
        truncation=(*truncation, *warning_truncation(warnings, "graph")),
        warnings=warnings,
    )
