"""Which flows of values that nobody vouches for pass through code?

Turns: CodeGraph + DocumentFlows + RiskRules + RiskRequest → RiskReportV1: flows from a source to a call that a rule forbids them,
with the calls on their way.
"""

from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence

import msgspec

from codeshed.graph.data.code_graph import CodeGraph
from codeshed.graph.data.kinds import NodeKind
from codeshed.graph.data.node_keys import ref_of
from codeshed.graph.walk.work_budget import Clock, WorkCounter
from codeshed.model.answers.answer_basis import (
    UNRESOLVED_CALLS,
    Basis,
    IndexIdentity,
    basis_of,
    caps_cause,
    make_cause,
)
from codeshed.model.answers.answer_graph import VERSION, Version
from codeshed.model.answers.caps import Caps
from codeshed.model.answers.context_answer import (
    FlowCallSite,
    FlowEvidence,
    FlowPath,
    RiskFlowSummaryV1,
)
from codeshed.model.answers.node_references import FileRef, NodeRef, node_key
from codeshed.model.answers.truncation import (
    TruncationPlace,
    TruncationRecord,
    WarningRecord,
    cap_warnings,
    count_index_warnings,
    list_cut_record,
    n_cuts,
    unfinished_record,
    warning_truncation,
)
from codeshed.model.document_flows import DocumentFlows
from codeshed.model.risk.risk_rules import RECEIVER_SLOT, RiskRules
from codeshed.model.semantic import Document, ReferenceRole, TypeKind, TypeSource
from codeshed.model.source_reader import SourceReader, line_starts
from codeshed.model.span import Span
from codeshed.model.symbol_ids import call_site_id, chunk_uid, content_hash, last_name
from codeshed.query.risk.flow_search import FoundFlow, SearchedFlows, search_flows
from codeshed.query.risk.flow_table import FlowTable
from codeshed.query.risk.sources import EntryPoint
from codeshed.query.risk.witness import WitnessPoint

RISK_RULES = "risk_rules"
CUT_SOURCES = "cut_sources"
_ID_DIGITS = 32
_SEVERITIES = ("high", "medium", "low")
_DECIMALS = 2
_ORDINALS = ("first", "second", "third", "fourth", "fifth")
_MAX_STEPS_SHOWN = 64


class RiskRequest(msgspec.Struct, frozen=True, kw_only=True):
    """The rules, the rows of the graph through which flows must pass (None for all), and the caps."""

    caps: Caps
    rules: RiskRules
    rows: frozenset[int] | None = None


class RiskSources(msgspec.Struct, frozen=True, kw_only=True):
    """What is read: the data flow of all documents, texts, and documents for the ids of call sites."""

    flows: Callable[[], Iterable[DocumentFlows]]
    texts: SourceReader
    document_of: Callable[[str], Document | None]


class FlowStepV1(msgspec.Struct, frozen=True, kw_only=True, rename="camel", omit_defaults=True):
    """A place that the value passes: what happens, in which code, and where."""

    event: str
    ref: NodeRef
    file: str
    start_line: int
    start_col: int
    end_line: int
    end_col: int
    code: str


class RiskFlowV1(msgspec.Struct, frozen=True, kw_only=True, rename="camel", omit_defaults=True):
    """A flow with the rule that it breaks, a sentence that explains it, and its places in order."""

    rule: str
    message: str
    remedy: str
    source: str
    sink: str
    summary: RiskFlowSummaryV1
    steps: tuple[FlowStepV1, ...]


class RiskCounts(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """How many functions were searched, how many sources they have, how many flows there are in all, and how many were wanted."""

    functions: int
    sources: int
    flows_in_all: int
    flows_wanted: int
    rules: int
    work_units_used: int


class RiskReportV1(msgspec.Struct, frozen=True, kw_only=True, rename="camel", omit_defaults=True):
    """Flows by severity, confidence and place. It is no proof that there are no others."""

    version: Version
    flows: tuple[RiskFlowV1, ...]
    counts: RiskCounts
    is_of_seeds: bool
    basis: Basis
    truncation: tuple[TruncationRecord, ...] = ()
    warnings: tuple[WarningRecord, ...] = ()


def find_risks(
    graph: CodeGraph,
    sources: RiskSources,
    request: RiskRequest,
    *,
    index: IndexIdentity | None = None,
    clock: Clock | None = None,
) -> RiskReportV1:
    """Return the flows that break a rule and pass through the wanted code."""
    caps = request.caps
    work = WorkCounter(caps.work, clock)
    searched = search_flows(sources.flows(), request.rules, _entry_points(graph), work)
    writer = _FlowWriter(graph, searched.table, sources, caps)
    in_order = sorted(searched.flows, key=writer.order_of)
    writer.name_flows(in_order)
    wanted = [each for each in in_order if writer.passes_through(each, request.rows)]
    shown = tuple(map(writer.write, wanted[: caps.max_risk_flows]))
    truncation = _truncation(searched, work, writer, wanted, caps)
    warnings = cap_warnings(count_index_warnings(graph.warnings))
    return RiskReportV1(
        version=VERSION,
        flows=shown,
        counts=RiskCounts(
            functions=searched.n_functions,
            sources=searched.n_sources,
            flows_in_all=len(searched.flows),
            flows_wanted=len(wanted),
            rules=len(request.rules.rules),
            work_units_used=work.n_done,
        ),
        is_of_seeds=request.rows is not None,
        basis=basis_of(
            (
                caps_cause(n_cuts(truncation)),
                make_cause(
                    UNRESOLVED_CALLS,
                    searched.n_unfollowed,
                    "call got such a value, and what it runs is not known",
                    "calls got such a value, and what they run is not known",
                ),
                make_cause(
                    CUT_SOURCES,
                    searched.n_cut_sources,
                    "source reaches more places than are followed",
                    "sources reach more places than are followed",
                ),
                make_cause(
                    RISK_RULES,
                    len(request.rules.rules),
                    "rule was asked; what it does not name is not seen",
                    "rules were asked; what they do not name is not seen",
                ),
            ),
            caps,
            IndexIdentity() if index is None else index,
        ),
        truncation=(*truncation, *warning_truncation(warnings, "risk")),
        warnings=warnings,
    )


def _entry_points(graph: CodeGraph) -> dict[str, EntryPoint]:
    """Return the functions that frameworks call, by their symbols."""
    kinds: dict[str, list[str]] = {}
    for entry in graph.entry_points:
        kinds.setdefault(entry.symbol, []).append(entry.kind)
    return {
        symbol: EntryPoint(tuple(kinds_of), _parameter_types(graph, symbol))
        for symbol, kinds_of in kinds.items()
    }


def _parameter_types(graph: CodeGraph, symbol: str) -> dict[str, tuple[str, ...]]:
    row = graph.find_row(symbol)
    details = None if row is None else graph.nodes.details[row]
    return {
        each.name: tuple(_type_name(graph, part) for part in each.param_type.split(" | ") if part != "None")
        for each in (() if details is None else details.parameters or ())
        if each.param_type and each.type_source in {None, TypeSource.ANNOTATION}
    }


def _type_name(graph: CodeGraph, type_text: str) -> str:
    """Return the last name of a type, or `Enum` for an enumeration."""
    symbol = type_text.partition("[")[0]
    row = graph.find_row(symbol)
    details = None if row is None else graph.nodes.details[row]
    is_enum = details is not None and details.type_kind is TypeKind.ENUM
    return "Enum" if is_enum else last_name(symbol)


_UNFINISHED = "since not all functions were searched"


def _truncation(
    searched: SearchedFlows, work: WorkCounter, writer: "_FlowWriter", wanted: Sequence[FoundFlow], caps: Caps
) -> tuple[TruncationRecord, ...]:
    records = []
    if work.n_milliseconds is not None and caps.max_wall_clock_ms is not None:
        note = f"{_UNFINISHED}; a higher maxWallClockMs waits longer"
        records.append(
            unfinished_record("risk", "maxWallClockMs", caps.max_wall_clock_ms, work.n_milliseconds, note)
        )
    elif searched.is_unfinished:
        note = f"{_UNFINISHED}; a higher maxWorkUnits searches more"
        records.append(unfinished_record("risk", "maxWorkUnits", caps.max_work_units, work.n_done, note))
    if len(wanted) > caps.max_risk_flows:
        records.append(
            cut_flows_record(caps.max_risk_flows, len(wanted), writer.place_of(wanted[caps.max_risk_flows]))
        )
    if writer.first_cut is not None:
        records.append(
            TruncationRecord(
                scope="risk",
                cap="maxRiskEvidencePerFlow",
                limit=caps.max_risk_evidence_per_flow,
                observed=writer.most_evidence,
                omitted=writer.n_cut_evidence,
                at=writer.place_of(writer.first_cut),
                note="calls between source and sink are left out; a higher maxRiskEvidencePerFlow lets them in",
            )
        )
    return tuple(records)


def cut_flows_record(limit: int, n_flows: int, at: TruncationPlace) -> TruncationRecord:
    """Return the record of flows that are left out; `at` is where the first of them ends."""
    note = "the least severe and least sure ones are left out; a higher maxRiskFlows lets them in"
    return list_cut_record("risk", "maxRiskFlows", limit, n_flows, at, note)


class _FlowWriter:
    """Writes flows as answers show them."""

    def __init__(self, graph: CodeGraph, table: FlowTable, sources: RiskSources, caps: Caps) -> None:
        self._graph = graph
        self._table = table
        self._sources = sources
        self._caps = caps
        self._row_by_function: dict[int, int | None] = {}
        self._texts: dict[str, tuple[bytes, tuple[int, ...]]] = {}
        self._ordinals: dict[str, dict[tuple[int, int], tuple[str, int]]] = {}
        self._name_by_flow: dict[int, str] = {}
        self.n_cut_evidence = 0
        self.most_evidence = 0
        self.first_cut: FoundFlow | None = None

    def place_of(self, flow: FoundFlow) -> TruncationPlace:
        """Return the function in which a flow ends, as the place where a cap took effect."""
        return TruncationPlace(node=node_key(self._ref(flow.points[-1].function)))

    def passes_through(self, flow: FoundFlow, rows: Collection[int] | None) -> bool:
        """Whether a flow passes through a function, or the file or class of one, that is wanted."""
        if rows is None:
            return True
        return any(self._row_of(point.function) in rows for point in flow.points)

    def order_of(self, flow: FoundFlow) -> tuple[int, float, str, int, str, str, int]:
        """Order by severity, confidence and place."""
        sink = flow.points[-1]
        return (
            _SEVERITIES.index(flow.severity),
            -round(flow.hit.confidence, _DECIMALS),
            self._table.paths[sink.function],
            sink.begin,
            flow.rule.id,
            flow.source.name,
            flow.source.function,
        )

    def name_flows(self, flows: Sequence[FoundFlow]) -> None:
        """Give each flow of the repository what its id is made of; the number of equals before one is part of it."""
        n_seen: Counter[str] = Counter()
        for flow in flows:
            identity = "\0".join(self._identity(flow))
            self._name_by_flow[id(flow)] = f"{identity}\0{n_seen[identity]}"
            n_seen[identity] += 1

    def _identity(self, flow: FoundFlow) -> tuple[str, ...]:
        table = self._table
        return (
            flow.rule.id,
            table.named_symbol(flow.source.function),
            flow.source.name,
            table.named_symbol(flow.hit.function),
            flow.hit.name,
            flow.hit.slot,
        )

    def write(self, flow: FoundFlow) -> RiskFlowV1:
        """Return a flow as answers show it."""
        points, identity = flow.points, self._name_by_flow[id(flow)]
        nodes: list[NodeRef] = []
        sites_by_step: list[tuple[str, ...]] = []
        pending: list[str] = []
        for point in points:
            ref = self._ref(point.function)
            if not nodes or ref != nodes[-1]:
                if nodes:
                    sites_by_step.append(tuple(dict.fromkeys(pending)))
                nodes.append(ref)
                pending = []
            site = self._call_site_id(point)
            if site is not None and point.event != "ends":
                pending.append(site)
        sites = [each for point in points if (each := self._call_site(point)) is not None]
        limit = self._caps.max_risk_evidence_per_flow
        # The sink is what a reader looks for first.
        kept = sites if len(sites) <= limit else [*sites[: limit - 1], sites[-1]]
        if len(kept) < len(sites):
            self.n_cut_evidence += len(sites) - len(kept)
            self.most_evidence = max(self.most_evidence, len(sites))
            self.first_cut = self.first_cut or flow
        first, last = points[0], points[-1]
        digest = content_hash(identity.encode(errors="surrogatepass"))[:_ID_DIGITS]
        summary = RiskFlowSummaryV1(
            flow_id=digest,
            source_chunk_uid=_chunk_of(self._ref(first.function)),
            sink_chunk_uid=_chunk_of(self._ref(last.function)),
            category=flow.rule.category,
            severity=flow.severity,
            confidence=round(flow.hit.confidence, _DECIMALS),
            path=FlowPath(nodes=tuple(nodes), call_site_ids_by_step=tuple(sites_by_step) or None),
            evidence=FlowEvidence(call_sites=tuple(kept)) if kept else None,
        )
        return RiskFlowV1(
            rule=flow.rule.id,
            message=self._sentence(flow),
            remedy=flow.rule.remedy,
            source=flow.source.name,
            sink=flow.hit.name,
            summary=summary,
            steps=tuple(self._step(each) for each in _shortened(points)),
        )

    def _sentence(self, flow: FoundFlow) -> str:
        one = self._name_of(flow.source.function)
        other = self._name_of(flow.hit.function)
        place = f"`{one}`" if one == other else f"`{one}` and comes to `{other}`"
        return (
            f"{flow.source.source.what} (`{flow.source.name}`) is read in {place}, where it becomes {_slot_text(flow.hit.slot)} "
            f"`{flow.hit.name}`, which {flow.rule.action}"
        )

    def _name_of(self, function: int) -> str:
        ref = self._ref(function)
        return ref.path if isinstance(ref, FileRef) else last_name(node_key(ref))

    def _step(self, point: WitnessPoint) -> FlowStepV1:
        path = self._table.paths[point.function]
        span = self._span(path, point.begin, point.end)
        content, _ = self._text(path)
        return FlowStepV1(
            event=point.event,
            ref=self._ref(point.function),
            file=path,
            start_line=span.start_line,
            start_col=span.start_column,
            end_line=span.end_line,
            end_col=span.end_column,
            code=_first_line(content[point.begin : point.end]),
        )

    def _row_of(self, function: int) -> int | None:
        """Return the row of the innermost symbol around a function that the graph has."""
        if function not in self._row_by_function:
            table, current = self._table, function
            found: int | None = None
            while found is None:
                joined = table.functions[current]
                if joined.symbol is not None:
                    found = self._function_row(joined.symbol)
                if found is None and joined.summary.parent < 0:
                    found = self._graph.find_row(table.paths[current])
                    break
                if found is None:
                    current = table.row_in_file(current, joined.summary.parent)
            self._row_by_function[function] = found
        return self._row_by_function[function]

    def _function_row(self, symbol: str) -> int | None:
        row = self._graph.find_row(symbol)
        return None if row is None or self._graph.nodes.kinds[row] == NodeKind.TYPE else row

    def _ref(self, function: int) -> NodeRef:
        row = self._row_of(function)
        return FileRef(path=self._table.paths[function]) if row is None else ref_of(self._graph, row)

    def _call_site_id(self, point: WitnessPoint) -> str | None:
        if point.call is None:
            return None
        path = self._table.paths[point.function]
        found = self._call_ordinals(path).get((point.begin, point.end))
        return None if found is None else call_site_id(*found)

    def _call_site(self, point: WitnessPoint) -> FlowCallSite | None:
        site = self._call_site_id(point)
        if site is None:
            return None
        path = self._table.paths[point.function]
        content, _ = self._text(path)
        span = self._span(path, point.begin, point.end)
        return FlowCallSite(
            call_site_id=site,
            file=path,
            start_line=span.start_line,
            start_col=span.start_column,
            end_line=span.end_line,
            end_col=span.end_column,
            snippet_hash=content_hash(content[point.begin : point.end]),
        )

    def _call_ordinals(self, path: str) -> Mapping[tuple[int, int], tuple[str, int]]:
        """Return the calling symbol of each call of a file, and the number of the call in it, by its place."""
        if path not in self._ordinals:
            document = self._sources.document_of(path)
            _, starts = self._text(path)
            spans: dict[str, set[tuple[int, int, int, int]]] = {}
            for reference in () if document is None else document.references:
                if reference.role is ReferenceRole.CALL and reference.span is not None:
                    spans.setdefault(reference.enclosing_symbol, set()).add(reference.span.sort_key())
            found: dict[tuple[int, int], tuple[str, int]] = {}
            for symbol, places in spans.items():
                for ordinal, place in enumerate(sorted(places), 1):
                    first, column, last, end_column = place
                    if 0 < first <= len(starts) and 0 < last <= len(starts):
                        key = (starts[first - 1] + column, starts[last - 1] + end_column)
                        found[key] = (symbol, ordinal)
            self._ordinals[path] = found
        return self._ordinals[path]

    def _text(self, path: str) -> tuple[bytes, tuple[int, ...]]:
        if path not in self._texts:
            content = (self._sources.texts.read(path) or "").encode("utf-8", "surrogateescape")
            self._texts[path] = (content, line_starts(content))
        return self._texts[path]

    def _span(self, path: str, begin: int, end: int) -> Span:
        _, starts = self._text(path)
        first, last = bisect_right(starts, begin), bisect_right(starts, end)
        return Span(first, begin - starts[first - 1], last, end - starts[last - 1])


def _slot_text(slot: str) -> str:
    """Say which part of a call a slot is: `the first argument of`."""
    if slot == RECEIVER_SLOT:
        return "the object of"
    if not slot.isdecimal():
        return f"the argument `{slot}` of"
    position = int(slot)
    return (
        f"the {_ORDINALS[position]} argument of"
        if position < len(_ORDINALS)
        else f"argument {position + 1} of"
    )


def _chunk_of(ref: NodeRef) -> str | None:
    return chunk_uid(node_key(ref).partition(":")[2])


def _shortened(points: tuple[WitnessPoint, ...]) -> tuple[WitnessPoint, ...]:
    return points if len(points) <= _MAX_STEPS_SHOWN else (*points[: _MAX_STEPS_SHOWN - 1], points[-1])


def _first_line(code: bytes) -> str:
    text = code.decode("utf-8", "replace").strip()
    return text.split("\n", 1)[0][:120]
