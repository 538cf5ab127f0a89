"""Findings for tests."""

from codeshed.model.findings.finding import Finding, FindingLocation, Severity, WitnessStep
from codeshed.model.findings.findings_report import CheckedRule

CODE = "SUPPRESSION_WITHOUT_REASON"
"""Any code of the registry."""


def finding(
    path: str = "a.py",
    line: int | None = 3,
    *,
    end_line: int | None = None,
    severity: Severity = "error",
    symbol: str | None = None,
    subject: str = "b.py",
    rule: str | None = "layers",
    message: str = "a.py imports b.py",
    path_steps: tuple[WitnessStep, ...] = (),
) -> Finding:
    """Return a finding at a line."""
    location = FindingLocation(path=path)
    if line is not None:
        location = FindingLocation(path=path, line=line, column=0, end_line=end_line or line, end_column=8)
    return Finding(
        code=CODE,
        severity=severity,
        message=message,
        remedy="do not",
        location=location,
        symbol=symbol,
        subject=subject,
        rule=rule,
        path=path_steps,
    )


RULES = (CheckedRule(code=CODE, rule="layers"), CheckedRule(code=CODE, rule="other"))
