"""Render the result of all guards: for people on one screen, for a coding agent in at most thirty lines."""

import shlex

from codeshed.model.findings.finding import Finding
from codeshed.model.languages.language import is_test_path
from codeshed.query.check import CheckReportV1, GuardResult
from codeshed.render.findings.findings_text import findings_text, place_text
from codeshed.render.layout.columns import label
from codeshed.render.phrases.wording import number, plural, printable

_AGENT_LINES = 30
_MAX_RUNS = 12
_WORD_BY_SEVERITY = {"error": "BROKEN", "warning": "WARNING", "note": "NOTE"}


def check_text(report: CheckReportV1, *, show_all: bool = False) -> str:
    """Write the verdict of each guard, the findings, and what to run."""
    tail = ["", *_run_lines(report), *_unseen_lines(report)]
    head = [_verdict(report), *(_guard_line(each) for each in report.guards)]
    if not report.findings.findings:
        return "\n".join([*head, *tail]) + "\n"
    body = findings_text(report.findings, show_all=show_all, n_reserved=len(head) + len(tail) + 1)
    return "\n".join([*head, "", body.rstrip("\n"), *tail]) + "\n"


def check_for_agent(report: CheckReportV1) -> str:
    """Write what is broken, the fix, and what to run, in at most thirty lines."""
    active = _one_for_each_line(report)
    tail = [*_run_lines(report)[:1], _states(report), *_unseen_lines(report)[:1]]
    room = _AGENT_LINES - len(tail) - 1
    lines = [_finding_line(each) for each in active[:room]]
    if len(active) > room:
        lines.append(f"… {plural(len(active) - room, 'more finding')}: codeshed check --for ci")
    return "\n".join([*lines, *tail]) + "\n"


def _one_for_each_line(report: CheckReportV1) -> list[Finding]:
    """Return the findings that count, one for each line: errors first, then code before tests."""
    counting = (each for each in report.findings.findings if each.is_active and each.severity != "note")
    in_order = sorted(
        counting,
        key=lambda each: (
            each.severity != "error",
            each.location is not None and is_test_path(each.location.path),
        ),
    )
    found: dict[object, Finding] = {}
    for each in in_order:
        place = each.location
        found.setdefault(each.fingerprint if place is None else (place.path, place.line), each)
    return list(found.values())


def _finding_line(each: Finding) -> str:
    word = _WORD_BY_SEVERITY[each.severity]
    return (
        f"{label(word)}{place_text(each.location)} {printable(each.message)}  fix: {printable(each.remedy)}"
    )


def _verdict(report: CheckReportV1) -> str:
    counts = report.findings.counts
    if counts.errors:
        return f"FAILED: {plural(counts.errors, 'error')} and {plural(counts.warnings, 'warning')} against {printable(report.revision)}"
    warned = f", {plural(counts.warnings, 'warning')}" if counts.warnings else ""
    return f"OK against {printable(report.revision)}{warned}"


def _guard_line(each: GuardResult) -> str:
    counts = [
        plural(count, noun) for count, noun in ((each.errors, "error"), (each.warnings, "warning")) if count
    ]
    found = f": {', '.join(counts)}" if counts else ""
    return f"  {each.guard} {each.state}{found} ({printable(each.note)})"


def _states(report: CheckReportV1) -> str:
    shown = (
        f"{each.guard} {each.state}"
        + (f" {number(each.errors + each.warnings)}" if each.errors + each.warnings else "")
        for each in report.guards
    )
    return f"{label('GUARDS')}{' · '.join(shown)}"


def _run_lines(report: CheckReportV1) -> list[str]:
    if not report.runs:
        return [f"{label('RUN')}no test is known to matter for this change"]
    shown = " ".join(shlex.quote(printable(each)) for each in report.runs[:_MAX_RUNS])
    n_more = len(report.runs) - _MAX_RUNS
    more = (
        f" … {number(n_more)} more: codeshed tests --diff {printable(report.revision)}" if n_more > 0 else ""
    )
    return [f"{label('RUN')}{report.runner} {shown}{more}"]


def _unseen_lines(report: CheckReportV1) -> list[str]:
    return [f"{label('NOT SEEN')}{printable(each)}" for each in report.not_seen[:4]]
