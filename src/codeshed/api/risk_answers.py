"""Risk flows as an answer: through which code they must pass, and their findings.

Turns: an open index + seeds or a difference → Answer of a RiskReportV1.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

import msgspec
from msgspec.structs import replace

from codeshed.api.answer import Answer, Writer
from codeshed.api.answer_context import AnswerContext
from codeshed.api.requested_changes import find_requested_changes
from codeshed.api.seeds import require_lines, seeds_from_root
from codeshed.discover.file_reading import FolderSourceReader
from codeshed.graph.changes.change_roots import find_change_roots
from codeshed.graph.data.code_graph import CodeGraph
from codeshed.graph.data.node_keys import ref_of
from codeshed.graph.seeds.seed_lookup import SeedIndex
from codeshed.graph.seeds.seed_scope import rows_within
from codeshed.graph.walk.work_budget import Clock
from codeshed.model.answers.answer_basis import IndexIdentity
from codeshed.model.answers.caps import Caps, caps_of
from codeshed.model.answers.node_references import FileRef, SymbolRef, node_key
from codeshed.model.answers.truncation import TruncationPlace
from codeshed.model.change_set import Difference
from codeshed.model.findings.finding import FindingLocation
from codeshed.model.findings.findings_report import FindingsReport
from codeshed.model.findings.risk_findings import RiskFinding, RiskPlace, risk_findings
from codeshed.model.repository_settings import Settings
from codeshed.model.risk.risk_rules import RiskRules
from codeshed.project.index.data_flow_parts import iter_flows
from codeshed.project.suppression_search import find_suppressions
from codeshed.query.context.context_contract import FlowsOfRows
from codeshed.query.risk.risk import (
    FlowStepV1,
    RiskFlowV1,
    RiskReportV1,
    RiskRequest,
    RiskSources,
    cut_flows_record,
    find_risks,
)
from codeshed.render.findings.finding_formats import finding_writers
from codeshed.render.json_output import to_json
from codeshed.render.layout.source_lines import SourceLines
from codeshed.render.risk_text import event_text, risk_text
from codeshed.store.index_reading import IndexReader
from codeshed.store.kept_answers import KeptAnswers, program_state

_ALL = 100_000
"""More flows than any repository has."""

_PROFILE = "large"
"""The caps by which all flows of a repository can be searched."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RiskQuestion:
    """What was asked: seeds, a difference, or neither for the whole repository; by which rules; and of which index."""

    seeds: tuple[str, ...]
    difference: Difference | None
    rules: RiskRules
    reader: IndexReader


def risk_sources(root: Path, reader: IndexReader, context: AnswerContext) -> RiskSources:
    """Return what flows are found from."""
    return RiskSources(
        flows=lambda: iter_flows(reader),
        texts=FolderSourceReader(root),
        document_of=context.document_of,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class FlowIndex:
    """Where all flows of a repository are found, by which rules, and where they are kept."""

    root: Path
    reader: IndexReader
    rules: RiskRules
    kept: KeptAnswers


def flows_of_rows(index: FlowIndex, context: AnswerContext, rows: frozenset[int]) -> FlowsOfRows:
    """Return the flows through rows of the graph, for a context; all flows are searched, whatever its own caps are."""
    report = all_flows(index, context)
    nodes = nodes_of_rows(context.graph, rows)
    wanted = [each for each in report.flows if passes_through(each, nodes)]
    limit = context.caps.max_risk_flows
    cuts = [
        replace(each, limit=context.caps.max_work_units) if each.cap == "maxWorkUnits" else each
        for each in report.truncation
        if each.scope == "risk" and each.cap != "maxWarnings"
    ]
    if len(wanted) > limit:
        place = TruncationPlace(node=node_key(wanted[limit].steps[-1].ref))
        cuts.append(cut_flows_record(limit, len(wanted), place))
    return FlowsOfRows(flows=tuple(each.summary for each in wanted[:limit]), truncation=tuple(cuts))


def all_flows(index: FlowIndex, context: AnswerContext) -> RiskReportV1:
    """Return all flows of the repository, from the cache if the index and the rules are those that it was kept for."""
    limits = caps_of(_PROFILE)
    caps = replace(
        context.caps,
        max_work_units=limits.max_work_units,
        max_wall_clock_ms=limits.max_wall_clock_ms,
        max_risk_flows=_ALL,
    )
    key = _key(context.index, index.rules, caps)
    content = None if key is None else index.kept.get(key)
    report = None if content is None else _decoded(content)
    if report is None:
        request = RiskRequest(caps=caps, rules=index.rules)
        sources = risk_sources(index.root, index.reader, context)
        report = find_risks(context.graph, sources, request, index=context.index)
        if key is not None:
            index.kept.keep(key, msgspec.json.encode(report))
    return report


def nodes_of_rows(graph: CodeGraph, rows: Iterable[int]) -> frozenset[str]:
    """Return the keys of the nodes of some rows."""
    return frozenset(node_key(ref_of(graph, row)) for row in rows)


def passes_through(flow: RiskFlowV1, nodes: frozenset[str]) -> bool:
    """Whether a place of a flow is in one of some nodes."""
    return any(node_key(each.ref) in nodes for each in flow.steps)


def _key(index: IndexIdentity, rules: RiskRules, caps: Caps) -> tuple[str, ...] | None:
    """Return what all flows depend on; None if the index is behind the files: nothing is kept then."""
    if index.stale_files or index.n_stale_files or index.n_provisional_files or not index.tree_hash:
        return None
    asked = (index, rules, caps)
    return ("risk", program_state(), msgspec.json.encode(asked).decode())


def _decoded(content: bytes) -> RiskReportV1 | None:
    try:
        return msgspec.json.decode(content, type=RiskReportV1)
    except msgspec.DecodeError:
        return None


def risk_answer(
    root: Path,
    settings: Settings,
    context: AnswerContext,
    question: RiskQuestion,
    clock: Clock,
) -> tuple[Answer[RiskReportV1], FindingsReport]:
    """Return the flows that pass through what was asked about, and their findings."""
    graph = context.graph
    request = RiskRequest(caps=context.caps, rules=question.rules, rows=_rows(root, graph, question))
    report = find_risks(
        graph, risk_sources(root, question.reader, context), request, index=context.index, clock=clock
    )
    findings = risk_findings(
        map(finding_of_flow, report.flows),
        [each.id for each in question.rules.rules],
        find_suppressions(root, graph.files, settings),
        errors=frozenset(question.rules.errors),
        is_partial=request.rows is not None,
        findings_are_all=request.rows is None and not report.truncation,
        warnings=report.warnings,
    )
    lines = SourceLines(FolderSourceReader(root))
    writers: Mapping[str, Writer] = {
        **finding_writers(findings, lines),
        "text": lambda show_all: risk_text(report, findings, show_all=show_all),
        "json": lambda _: to_json(report),
    }
    return Answer(document=report, writers=writers, findings=findings), findings


def _rows(root: Path, graph: CodeGraph, question: RiskQuestion) -> frozenset[int] | None:
    """Return the rows through which flows must pass: what is in the seeds, or what changed; None for all."""
    rows: set[int] = set()
    if question.seeds:
        from_root = seeds_from_root(root, question.seeds)
        require_lines(root, graph, from_root)
        rows.update(rows_within(graph, _seed_rows(graph, from_root)))
    if question.difference is not None:
        changes = find_requested_changes(root, graph, question.difference)
        rows.update(find_change_roots(graph, changes).rows)
    return frozenset(rows) if question.seeds or question.difference is not None else None


def _seed_rows(graph: CodeGraph, seeds: Iterable[str]) -> tuple[int, ...]:
    index = SeedIndex(graph)
    rows: list[int] = []
    for seed in seeds:
        below = index.find_modules_below(seed) if seed == "." or seed.endswith("/") else []
        rows += below or [index.get_row(seed)]
    return tuple(dict.fromkeys(rows))


def finding_of_flow(flow: RiskFlowV1) -> RiskFinding:
    """Return what a finding says of a flow."""
    return RiskFinding(
        rule=flow.rule,
        severity=flow.summary.severity or "",
        message=flow.message,
        remedy=flow.remedy,
        subject=flow.summary.flow_id or "",
        places=tuple(map(_place, flow.steps)),
    )


def _place(step: FlowStepV1) -> RiskPlace:
    ref = step.ref
    return RiskPlace(
        message=f"{event_text(step.event)}: {step.code}",
        symbol=ref.symbol_id
        if isinstance(ref, SymbolRef)
        else ref.path
        if isinstance(ref, FileRef)
        else None,
        location=FindingLocation(
            path=step.file,
            line=step.start_line,
            column=step.start_col,
            end_line=step.end_line,
            end_column=step.end_col,
        ),
    )
