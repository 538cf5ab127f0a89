"""Risk flows as findings.

Turns: the flows of a risk report + Suppressions → FindingsReport.
"""

from collections.abc import Iterable, Sequence

import msgspec

from codeshed.model.answers.truncation import WarningRecord
from codeshed.model.findings.finding import Finding, FindingLocation, Severity, WitnessStep
from codeshed.model.findings.finding_rules import RISK_FLOW, RISK_RULES
from codeshed.model.findings.findings_report import CheckedRule, FindingsReport, report_findings
from codeshed.model.findings.suppressions import Suppressions

RISK = "risk"
_SEVERITY: dict[str, Severity] = {"high": "warning", "medium": "warning", "low": "note"}


class RiskPlace(msgspec.Struct, frozen=True, kw_only=True):
    """A place on the path of a flow: what happens there, in which symbol."""

    message: str
    symbol: str | None
    location: FindingLocation


class RiskFinding(msgspec.Struct, frozen=True, kw_only=True):
    """One flow: its rule, what is said of it, what tells it from others of the rule, and its places from source to sink."""

    rule: str
    severity: str
    message: str
    remedy: str
    subject: str
    places: tuple[RiskPlace, ...]


def risk_findings(
    flows: Iterable[RiskFinding],
    rule_ids: Sequence[str],
    suppressions: Suppressions,
    *,
    findings_are_all: bool,
    warnings: tuple[WarningRecord, ...] = (),
) -> FindingsReport:
    """Return the findings, those of suppressions included. A finding is at its sink."""
    return report_findings(
        RISK,
        [_finding(each) for each in flows],
        [CheckedRule(code=RISK_FLOW, rule=rule) for rule in rule_ids],
        codes={each.code for each in RISK_RULES},
        rule_ids=rule_ids,
        suppressions=suppressions,
        findings_are_all=findings_are_all,
        warnings=warnings,
    )


def _finding(flow: RiskFinding) -> Finding:
    sink = flow.places[-1]
    return Finding(
        code=RISK_FLOW,
        severity=_SEVERITY.get(flow.severity, "warning"),
        message=flow.message,
        remedy=flow.remedy,
        location=sink.location,
        symbol=sink.symbol,
        subject=flow.subject,
        rule=flow.rule,
        path=tuple(
            WitnessStep(message=each.message, symbol=each.symbol, location=each.location)
            for each in flow.places
        ),
    )
