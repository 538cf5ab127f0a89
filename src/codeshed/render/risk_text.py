"""Render risk flows for people: each with a sentence and the calls on its path."""

from codeshed.model.answers.answer_basis import UNRESOLVED_CALLS
from codeshed.model.answers.node_references import FileRef, SymbolRef
from codeshed.model.count_phrases import count_of
from codeshed.model.findings.findings_report import FindingsReport
from codeshed.query.risk.risk import CUT_SOURCES, FlowStepV1, RiskFlowV1, RiskReportV1
from codeshed.render.layout.screen import first_that_fits
from codeshed.render.phrases.answer_phrases import truncation_lines
from codeshed.render.phrases.wording import number, plural, printable

_MOST = 20
_EVENTS = {
    "begins": "it begins",
    "passes on": "is passed on",
    "enters": "is passed to",
    "returns": "is returned to",
    "ends": "it ends",
}


def event_text(event: str) -> str:
    """Return what happens to the value at a step, in words."""
    return _EVENTS.get(event, event)


def risk_text(report: RiskReportV1, findings: FindingsReport, *, show_all: bool = False) -> str:
    """Write the verdict, the flows by severity, and what was searched."""
    if show_all:
        return "\n".join(_lines(report, findings, len(report.flows))) + "\n"
    return "\n".join(first_that_fits(_lines(report, findings, most) for most in range(_MOST, 0, -1))) + "\n"


def _lines(report: RiskReportV1, findings: FindingsReport, most: int) -> list[str]:
    counts = report.counts
    accepted = {each.subject for each in findings.findings if not each.is_active}
    active = [each for each in report.flows if each.summary.flow_id not in accepted]
    lines = [_verdict(report, len(report.flows) - len(active))]
    for flow in active[:most]:
        lines += ["", *_flow_lines(flow)]
    if len(active) > most:
        lines += ["", f"… and {number(len(active) - most)} more: --all"]
    searched = f"{plural(counts.sources, 'source')} in {plural(counts.functions, 'function')}"
    lines += ["", f"{searched} followed, by {plural(counts.rules, 'rule')}; what no rule names is not seen"]
    lines += [
        f"not followed: {number(each.count)} {printable(each.message)}"
        for each in report.basis.causes
        if each.code in {UNRESOLVED_CALLS, CUT_SOURCES}
    ]
    return [*lines, *truncation_lines(report.truncation)]


def _verdict(report: RiskReportV1, n_accepted: int) -> str:
    counts = report.counts
    where = " through this code" if report.is_of_seeds else ""
    flows = count_of(counts.flows_wanted, "risk flow") if counts.flows_wanted else "no risk flows"
    others = (
        f" · {number(counts.flows_in_all)} in the whole repository"
        if report.is_of_seeds and counts.flows_in_all > counts.flows_wanted
        else ""
    )
    accepted = f" · {number(n_accepted)} suppressed" if n_accepted else ""
    return f"{flows}{where}{others}{accepted}"


def _flow_lines(flow: RiskFlowV1) -> list[str]:
    summary = flow.summary
    last = flow.steps[-1]
    confidence = "" if summary.confidence is None else f"  confidence {summary.confidence:.2f}"
    place = f"{printable(last.file)}:{last.start_line}"
    head = (
        f"{summary.severity or ''}  {printable(summary.category or '')}  {place}  [{flow.rule}]{confidence}"
    )
    lines = [head, f"  {printable(flow.message)}"]
    lines += [f"    {_step_text(each)}" for each in flow.steps]
    return [*lines, f"  {printable(flow.remedy)}"]


def _step_text(step: FlowStepV1) -> str:
    ref = step.ref
    name = (
        ref.symbol_id.rpartition("::")[2]
        if isinstance(ref, SymbolRef)
        else ref.path
        if isinstance(ref, FileRef)
        else ""
    )
    return f"{event_text(step.event):14} {printable(step.file)}:{step.start_line}  {printable(name)}  {printable(step.code)}"
