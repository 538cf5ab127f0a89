"""Render an architecture check for people: the findings, after a line on what was checked."""

from codeshed.model.findings.findings_report import FindingsReport
from codeshed.query.architecture.architecture_report import ArchitectureReportV1
from codeshed.render.findings.findings_text import findings_text
from codeshed.render.phrases.answer_phrases import truncation_lines
from codeshed.render.phrases.wording import number, plural, printable


def architecture_text(
    report: ArchitectureReportV1, findings: FindingsReport, *, show_all: bool = False
) -> str:
    """Write the verdict, the findings, the rules that are broken, and what was checked."""
    counts = report.counts
    broken = [each for each in report.rules if each.summary.violations]
    lines = [
        f"{'broken' if each.severity == 'error' else 'warned'}  {printable(each.id)}  {plural(each.summary.violations, 'violation')}"
        for each in broken
    ]
    checked = (
        f"{plural(len(report.rules), 'rule')} of {printable(report.rules_file)}, {number(len(report.rules) - len(broken))} kept · "
        f"{plural(counts.files, 'file')}, {plural(counts.dependencies, 'dependency', 'dependencies')} between them"
    )
    tail = [*lines, checked, *truncation_lines(report.truncation)]
    return (
        findings_text(findings, show_all=show_all, n_reserved=len(tail) + 1) + "\n" + "\n".join(tail) + "\n"
    )
