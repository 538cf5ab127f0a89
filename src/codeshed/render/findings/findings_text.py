"""Render findings for people: by place, each with the path that shows it and what to do."""

from collections.abc import Sequence

from codeshed.model.findings.finding import Finding, FindingLocation, WitnessStep
from codeshed.model.findings.findings_report import FindingCounts, FindingsReport
from codeshed.render.layout.screen import first_that_fits
from codeshed.render.phrases.wording import number, plural, printable, warning_lines

_MOST = 20
_MAX_STEPS = 12


def findings_text(report: FindingsReport, *, show_all: bool = False, n_reserved: int = 0) -> str:
    """Write the verdict, the findings that count, then what was accepted; `n_reserved` lines of the screen stay free."""
    if show_all:
        return "\n".join(_lines(report, None)) + "\n"
    forms = ([*_lines(report, most), *[""] * n_reserved] for most in range(_MOST, 0, -1))
    shown = first_that_fits(forms)
    return "\n".join(shown[: len(shown) - n_reserved]) + "\n"


def place_text(location: FindingLocation | None) -> str:
    """Write a place as editors read it, `src/a.py:3:1`; columns count from 1."""
    if location is None:
        return ""
    path = printable(location.path)
    if location.line is None:
        return path
    return f"{path}:{location.line}" + ("" if location.column is None else f":{location.column + 1}")


def summary_line(report: FindingsReport) -> str:
    """Write the verdict: `3 errors, 1 warning in 5 rules`."""
    counts = report.counts
    found = [
        plural(count, noun)
        for count, noun in ((counts.errors, "error"), (counts.warnings, "warning"), (counts.notes, "note"))
        if count
    ]
    verdict = ", ".join(found) if found else "no findings"
    of_rules = f" · {plural(len(report.rules), 'rule')} checked" if report.rules else ""
    return f"{verdict}{of_rules}{_accepted(counts)}"


def _accepted(counts: FindingCounts) -> str:
    parts = [
        f"{number(count)} {what}"
        for count, what in (
            (counts.suppressed, "suppressed"),
            (counts.unchanged, "in the baseline"),
            (counts.absent, "gone since the baseline"),
        )
        if count
    ]
    return f" · {', '.join(parts)}" if parts else ""


def _lines(report: FindingsReport, most: int | None) -> list[str]:
    active = [each for each in report.findings if each.is_active]
    shown = active if most is None else active[:most]
    lines = [summary_line(report)]
    for each in shown:
        lines += ["", *_finding_lines(each, show_all=most is None)]
    if len(shown) < len(active):
        lines += ["", f"… {plural(len(active) - len(shown), 'more finding')}: --all shows them"]
    if most is None:
        lines += _section("SUPPRESSED", [each for each in report.findings if each.suppression is not None])
        lines += _section("IN THE BASELINE", [each for each in report.findings if _is(each, "unchanged")])
        lines += _section(
            "GONE SINCE THE BASELINE", [each for each in report.findings if _is(each, "absent")]
        )
    warnings = warning_lines(report.warnings)
    return [*lines, *(["", *warnings] if warnings else [])]


def _is(finding: Finding, state: str) -> bool:
    return finding.state == state and finding.suppression is None


def _finding_lines(finding: Finding, *, show_all: bool) -> list[str]:
    rule = "" if finding.rule is None else f" [{printable(finding.rule)}]"
    place = place_text(finding.location)
    head = f"{place}: " if place else ""
    return [
        f"{head}{finding.severity} {finding.code}{rule}",
        f"  {printable(finding.message)}",
        *_step_lines(finding.path, show_all=show_all),
        *([f"  fix  {printable(finding.remedy)}"] if finding.remedy else []),
    ]


def _step_lines(path: Sequence[WitnessStep], *, show_all: bool) -> list[str]:
    shown = path if show_all or len(path) <= _MAX_STEPS else path[:_MAX_STEPS]
    lines = []
    for index, step in enumerate(shown):
        place = place_text(step.location)
        lines.append(
            f"  {'via ' if index == 0 else '    '} {printable(step.message)}{f'  {place}' if place else ''}"
        )
    if len(shown) < len(path):
        lines.append(f"       … {plural(len(path) - len(shown), 'more step')}")
    return lines


def _section(title: str, findings: Sequence[Finding]) -> list[str]:
    if not findings:
        return []
    return ["", title, *(_short_line(each) for each in findings)]


def _short_line(finding: Finding) -> str:
    place = place_text(finding.location)
    reason = "" if finding.suppression is None else f"  ({printable(finding.suppression.reason)})"
    return f"  {place or finding.code}: {finding.code} {printable(finding.message)}{reason}"
