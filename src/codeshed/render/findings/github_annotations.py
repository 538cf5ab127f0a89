"""Render findings as workflow commands of GitHub Actions, which shows them as annotations of a change."""

from codeshed.model.findings.finding import Finding
from codeshed.model.findings.findings_report import FindingsReport
from codeshed.render.findings.findings_text import place_text, summary_line
from codeshed.render.layout.source_lines import SourceLines
from codeshed.render.phrases.wording import printable, without_surrogates

_LEVEL = {"error": "error", "warning": "warning", "note": "notice"}


def github_annotations(report: FindingsReport, lines: SourceLines) -> str:
    """Write one command for each finding that counts, and the verdict as a line of the log."""
    active = [each for each in report.findings if each.is_active]
    return "".join(f"{each}\n" for each in (*(_command(one, lines) for one in active), summary_line(report)))


def _command(finding: Finding, lines: SourceLines) -> str:
    title = finding.code if finding.rule is None else f"{finding.code} [{finding.rule}]"
    properties = {"title": title}
    place = finding.location
    if place is not None:
        properties["file"] = place.path
        if place.line is not None:
            properties["line"] = str(place.line)
            properties["endLine"] = str(place.end_line or place.line)
        # GitHub takes columns only for what lies on one line.
        if place.line is not None and place.end_line == place.line and place.column is not None:
            properties["col"] = str(lines.character_column(place.path, place.line, place.column))
    shown = ",".join(f"{name}={_escaped_property(value)}" for name, value in properties.items())
    steps = [
        f"via {printable(step.message)}" + (f" ({place_text(step.location)})" if step.location else "")
        for step in finding.path
    ]
    message = "\n".join((finding.message, *steps, *([finding.remedy] if finding.remedy else [])))
    return f"::{_LEVEL[finding.severity]} {shown}::{_escaped(message)}"


def _escaped(text: str) -> str:
    plain = without_surrogates(text)
    return plain.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _escaped_property(text: str) -> str:
    return _escaped(text).replace(":", "%3A").replace(",", "%2C")
