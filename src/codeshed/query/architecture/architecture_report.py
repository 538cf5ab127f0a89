"""The report of an architecture check, and its findings.

Turns: ArchitectureResult → ArchitectureReportV1, as the contract has it, and Findings, as every check has them.
"""

from collections.abc import Iterator, Sequence
from typing import Literal

import msgspec

from codeshed.graph.data.code_graph import CodeGraph
from codeshed.graph.data.kinds import NodeFlag, NodeKind
from codeshed.graph.incompleteness.incompleteness_causes import partial_files_cause
from codeshed.graph.walk.work_budget import Clock, WorkCounter
from codeshed.model.answers.answer_basis import Basis, IndexIdentity, basis_of, caps_cause
from codeshed.model.answers.answer_graph import VERSION, EdgeSite, PathEdge, Version, edge_name
from codeshed.model.answers.caps import Caps
from codeshed.model.answers.node_references import NodeRef
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
from codeshed.model.architecture.architecture_rules import ArchitectureRuleV1, PlacedRules
from codeshed.model.count_phrases import count_of
from codeshed.model.findings.finding import Finding, FindingLocation, Severity, WitnessStep
from codeshed.model.findings.findings_report import CheckedRule, FindingsReport
from codeshed.query.architecture.architecture_check import (
    CODE_BY_TYPE,
    ArchitectureResult,
    DependencyStep,
    RuleWarning,
    Violation,
    check_rules,
    node_text,
)

SEVERITY: dict[str, Severity] = {"error": "error", "warn": "warning", "info": "note"}


class RuleSummary(msgspec.Struct, frozen=True, kw_only=True):
    """How many violations of a rule count."""

    violations: int


class ArchitectureRuleResult(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A rule that was checked."""

    id: str
    type: str
    summary: RuleSummary
    severity: str | None = None


class ViolationEdge(
    msgspec.Struct, frozen=True, kw_only=True, rename={"from_": "from", "edge_type": "edgeType"}
):
    """The dependency that breaks a rule; of a file that breaks one, such as an orphan, both ends are that file."""

    edge_type: Literal["import", "call"]
    from_: NodeRef
    to: NodeRef


class ViolationEvidence(msgspec.Struct, frozen=True, kw_only=True, rename="camel", omit_defaults=True):
    """Where a dependency is in the code, why it is wrong, and at how many places it is."""

    file: str | None = None
    note: str | None = None
    line: int | None = None
    n_sites: int = 0


class ArchitectureViolationV1(msgspec.Struct, frozen=True, kw_only=True, rename="camel", omit_defaults=True):
    """One violation. `path` is the shortest chain of dependencies that shows it, if it is not one edge alone.

    `state` and `suppressed` say whether it counts: it does not if it is in the baseline, or suppressed with a reason.
    """

    rule_id: str
    edge: ViolationEdge
    evidence: ViolationEvidence | None = None
    code: str | None = None
    path: tuple[PathEdge, ...] | None = None
    fingerprint: str | None = None
    state: Literal["new", "unchanged", "absent"] | None = None
    suppressed: str | None = None


class ArchitectureCounts(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """How much was checked. `violations` counts those that are neither suppressed nor in the baseline."""

    files: int
    dependencies: int
    violations: int
    suppressed: int
    unchanged: int
    absent: int
    work_units_used: int


class ArchitectureReportV1(msgspec.Struct, frozen=True, kw_only=True, rename="camel", omit_defaults=True):
    """Rules in the order of their file, and violations in that order, then by file and line.

    `rules_file` is where the rules are from.
    """

    version: Version
    rules: tuple[ArchitectureRuleResult, ...]
    violations: tuple[ArchitectureViolationV1, ...]
    rules_file: str
    counts: ArchitectureCounts
    basis: Basis
    truncation: tuple[TruncationRecord, ...] = ()
    warnings: tuple[WarningRecord, ...] = ()


class ArchitectureRequest(msgspec.Struct, frozen=True, kw_only=True):
    """The rules, the day on which they are checked (`2026-11-19`), and the caps."""

    rules: PlacedRules
    today: str
    caps: Caps


class CheckedArchitecture(msgspec.Struct, frozen=True, kw_only=True):
    """What a check found, before suppressions and baselines: findings, each violation with the one that tells it."""

    request: ArchitectureRequest
    result: ArchitectureResult
    findings: tuple[Finding, ...]
    rules: tuple[CheckedRule, ...]
    n_work_units: int
    n_milliseconds: int | None = None


def check_architecture(
    graph: CodeGraph, request: ArchitectureRequest, *, clock: Clock | None = None
) -> CheckedArchitecture:
    """Check rules, and return findings for `report_findings`, from whose report `architecture_report` makes the answer."""
    work = WorkCounter(request.caps.work, clock)
    result = check_rules(graph, request.rules.rules, today=request.today, work=work)
    line_by_rule = {
        rule.id: line for rule, line in zip(request.rules.rules, request.rules.lines, strict=True)
    }
    findings = (
        *map(violation_finding, result.violations),
        *(_warning_finding(each, request.rules.origin, line_by_rule) for each in result.warnings),
    )
    return CheckedArchitecture(
        request=request,
        result=result,
        findings=findings,
        rules=tuple(CheckedRule(code=CODE_BY_TYPE[rule.type], rule=rule.id) for rule in request.rules.rules),
        n_work_units=work.n_done,
        n_milliseconds=work.n_milliseconds,
    )


def violation_finding(violation: Violation) -> Finding:
    """Return a violation as a finding, at the first place of its first edge."""
    rule = violation.rule
    what = rule.message or violation.what
    steps = violation.steps
    if not steps:
        return Finding(
            code=violation.code,
            severity=SEVERITY[rule.severity],
            message=f"{violation.file}: {what}",
            remedy=_REMEDY[violation.code],
            location=FindingLocation(path=violation.file or ""),
            rule=rule.id,
        )
    via = f", over {count_of(len(steps) - 1, 'other')}" if len(steps) > 1 else ""
    verb = "calls" if steps[0].edge_type == "call" and len(steps) == 1 else "imports"
    if violation.code == CODE_BY_TYPE["acyclic"]:
        via = ""
    elif len(steps) > 1:
        verb = "depends on"
    source, target = node_text(violation.source), node_text(violation.target)
    return Finding(
        code=violation.code,
        severity=SEVERITY[rule.severity],
        message=f"{source} {verb} {target}{via}: {what}",
        remedy=_REMEDY[violation.code],
        location=steps[0].location,
        symbol=source,
        subject=target,
        rule=rule.id,
        path=tuple(_witness(step) for step in steps) if len(steps) > 1 else (),
    )


_REMEDY = {
    "FORBIDDEN_IMPORT": "move what is needed to where both may use it, or turn the dependency round",
    "FORBIDDEN_CALL": "call it from an allowed place, or pass in what is needed",
    "LAYERING": "move what is needed to a lower layer, or pass it in from above",
    "INDEPENDENCE": "move what both need to a place of its own",
    "ACYCLIC": "break the cycle at this edge: move what is needed, or pass it in",
    "PROTECTED": "use what is public instead, or add the file to `allowedFrom`",
    "ORPHAN": "remove the file, or use it",
    "ALLOWED_ONLY": "remove the dependency, or add an entry to `allowed`",
    "BANNED_EXTERNAL": "use what the repository has for it",
    "UNLAYERED_FILE": "add the file to a layer, or to `noneOf` of `exhaustive`",
}


def _witness(step: DependencyStep) -> WitnessStep:
    verb = "calls" if step.edge_type == "call" else "imports"
    source, target = node_text(step.source), node_text(step.target)
    return WitnessStep(message=f"{source} {verb} {target}", symbol=source, location=step.location)


def _warning_finding(warning: RuleWarning, origin: str, line_by_rule: dict[str, int | None]) -> Finding:
    line = line_by_rule.get(warning.rule.id)
    return Finding(
        code=warning.code,
        severity="warning",
        message=warning.message,
        remedy=warning.remedy,
        location=FindingLocation(path=origin, line=line),
        subject=warning.subject,
        rule=warning.rule.id,
    )


def architecture_report(
    graph: CodeGraph,
    checked: CheckedArchitecture,
    findings: FindingsReport,
    *,
    index: IndexIdentity | None = None,
) -> ArchitectureReportV1:
    """Return the answer: violations as the contract has them, with what the findings say of their states."""
    caps = checked.request.caps
    listed = tuple(_listed(checked, findings))
    kept = listed[: caps.max_edges]
    truncation = tuple(_truncation(listed, caps, checked))
    warnings = cap_warnings(
        (
            *(
                WarningRecord(code=each.code, message=f"{each.rule}: {each.message}")
                for each in findings.findings
                if each.severity == "warning" and not _is_violation(each) and each.is_active
            ),
            *count_index_warnings(graph.warnings),
        )
    )
    counted = [each for each in listed if each.suppressed is None and each.state in {None, "new"}]
    n_by_rule = {rule.id: 0 for rule in checked.request.rules.rules}
    for each in counted:
        n_by_rule[each.rule_id] += 1
    return ArchitectureReportV1(
        version=VERSION,
        rules=tuple(_rule_result(rule, n_by_rule[rule.id]) for rule in checked.request.rules.rules),
        violations=kept,
        rules_file=checked.request.rules.origin,
        counts=ArchitectureCounts(
            files=checked.result.n_files,
            dependencies=checked.result.n_dependencies,
            violations=len(counted),
            suppressed=sum(each.suppressed is not None for each in listed),
            unchanged=sum(each.state == "unchanged" for each in listed),
            absent=findings.counts.absent,
            work_units_used=min(checked.n_work_units, caps.max_work_units),
        ),
        basis=basis_of(
            (caps_cause(n_cuts(truncation)), partial_files_cause(_n_partial_files(graph))),
            caps,
            IndexIdentity() if index is None else index,
        ),
        truncation=(*truncation, *warning_truncation(warnings, "architecture")),
        warnings=warnings,
    )


def _rule_result(rule: ArchitectureRuleV1, n_violations: int) -> ArchitectureRuleResult:
    return ArchitectureRuleResult(
        id=rule.id,
        type=rule.type,
        severity=rule.severity,
        summary=RuleSummary(violations=n_violations),
    )


def _is_violation(finding: Finding) -> bool:
    return finding.code in _REMEDY


def _listed(checked: CheckedArchitecture, findings: FindingsReport) -> Iterator[ArchitectureViolationV1]:
    """Yield all violations in their order, each with the finding that tells it; equal ones are matched in order."""
    found: dict[tuple[object, ...], list[Finding]] = {}
    for each in findings.findings:
        if each.state != "absent":
            found.setdefault(_identity(each), []).append(each)
    for violation in checked.result.violations:
        own = found[_identity(violation_finding(violation))].pop(0)
        yield _listed_violation(violation, own)


def _identity(finding: Finding) -> tuple[object, ...]:
    return finding.code, finding.rule, finding.symbol, finding.subject, finding.location, finding.path


def _listed_violation(violation: Violation, finding: Finding) -> ArchitectureViolationV1:
    place = finding.location
    return ArchitectureViolationV1(
        rule_id=violation.rule.id,
        code=violation.code,
        edge=ViolationEdge(
            edge_type="call" if violation.steps and violation.steps[-1].edge_type == "call" else "import",
            from_=violation.source,
            to=violation.target,
        ),
        evidence=ViolationEvidence(
            file=None if place is None else place.path,
            line=None if place is None else place.line,
            note=violation.rule.message or violation.what,
            n_sites=violation.steps[0].n_sites if violation.steps else 0,
        ),
        path=tuple(map(_path_edge, violation.steps)) if len(violation.steps) > 1 else None,
        fingerprint=finding.fingerprint,
        state=finding.state,
        suppressed=None if finding.suppression is None else finding.suppression.reason,
    )


def _path_edge(step: DependencyStep) -> PathEdge:
    place = step.location
    sites: Sequence[EdgeSite] = ()
    if place.line is not None:
        sites = (
            EdgeSite(
                file=place.path,
                start_line=place.line,
                start_col=place.column or 0,
                end_line=place.end_line or place.line,
                end_col=place.end_column or 0,
            ),
        )
    return PathEdge(from_=step.source, to=step.target, edge_type=step.edge_type, sites=tuple(sites))


def _truncation(
    listed: Sequence[ArchitectureViolationV1], caps: Caps, checked: CheckedArchitecture
) -> Iterator[TruncationRecord]:
    if len(listed) > caps.max_edges:
        yield list_cut_record(
            "architecture",
            "maxEdges",
            caps.max_edges,
            len(listed),
            TruncationPlace(edge=_edge_name(listed[caps.max_edges])),
            "counts violations; all of them count for the exit code",
        )
    if checked.n_work_units >= caps.max_work_units:
        yield unfinished_record(
            "architecture", "maxWorkUnits", caps.max_work_units, checked.n_work_units, _UNFINISHED
        )
    if checked.n_milliseconds is not None and caps.max_wall_clock_ms is not None:
        yield unfinished_record(
            "architecture", "maxWallClockMs", caps.max_wall_clock_ms, checked.n_milliseconds, _UNFINISHED
        )


_UNFINISHED = "since chains were not all followed; a rule may be broken that is not told"


def _edge_name(violation: ArchitectureViolationV1) -> str:
    return edge_name(violation.edge.from_, violation.edge.edge_type, violation.edge.to)


def _n_partial_files(graph: CodeGraph) -> int:
    """Return how many files were not read whole."""
    nodes = graph.nodes
    is_partial = (nodes.flags & int(NodeFlag.PARTIAL_FILE)) != 0
    return int((is_partial & (nodes.kinds == NodeKind.MODULE)).sum())
