"""Render findings as a code quality report of GitLab.

GitLab itself compares with the report of the target branch, so what is in a baseline is left out as accepted.
"""

import msgspec

from codeshed.model.findings.finding import Finding
from codeshed.model.findings.findings_report import FindingsReport
from codeshed.render.phrases.wording import without_surrogates

_SEVERITY = {"error": "major", "warning": "minor", "note": "info"}


def gitlab_code_quality(report: FindingsReport) -> str:
    """Write the findings that count; one without a place is at the settings of the repository."""
    entries = [_entry(each) for each in report.findings if each.is_active]
    return msgspec.json.format(msgspec.json.encode(entries), indent=2).decode() + "\n"


def _entry(finding: Finding) -> dict[str, object]:
    place = finding.location
    message = finding.message if not finding.remedy else f"{finding.message}; {finding.remedy}"
    return {
        "description": without_surrogates(message),
        "check_name": finding.code if finding.rule is None else f"{finding.code}/{finding.rule}",
        "fingerprint": finding.fingerprint,
        "severity": _SEVERITY[finding.severity],
        "location": {
            "path": without_surrogates(place.path if place else "codeshed.toml"),
            "lines": {"begin": (place.line if place else None) or 1},
        },
    }
