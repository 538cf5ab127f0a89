"""All formats of findings, by the names that `--format` takes."""

from collections.abc import Callable, Mapping

from codeshed.model.findings.findings_report import FindingsReport
from codeshed.render.findings.findings_text import findings_text
from codeshed.render.findings.github_annotations import github_annotations
from codeshed.render.findings.gitlab_code_quality import gitlab_code_quality
from codeshed.render.findings.junit_xml import junit_xml
from codeshed.render.findings.sarif import sarif
from codeshed.render.json_output import to_json
from codeshed.render.layout.source_lines import SourceLines


def finding_writers(report: FindingsReport, lines: SourceLines) -> Mapping[str, Callable[[bool], str]]:
    """Return what writes the findings of a check: True writes all of them, as the text for people does only then."""
    return {
        "text": lambda show_all: findings_text(report, show_all=show_all),
        "findings": lambda _: to_json(report),
        "sarif": lambda _: sarif(report, lines),
        "github": lambda _: github_annotations(report, lines),
        "gitlab": lambda _: gitlab_code_quality(report),
        "junit": lambda _: junit_xml(report),
    }
