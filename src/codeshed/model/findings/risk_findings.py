"""Risk flows as findings.

Turns: the flows of a risk report + Suppressions → FindingsReport.
"""

from collections.abc import Collection, Iterable, Sequence

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
    errors: Collection[str] = (),
    is_partial: bool = False,
    findings_are_all: bool = True,
    warnings: tuple[WarningRecord, ...] = (),
) -> FindingsReport:
    """Return the findings, those of suppressions included. A finding is at its sink.

    Flows of the rules in `errors` are errors, unless they are of low severity. With `is_partial`, only some flows were wanted.
    """
    return report_findings(
        RISK,
        [_finding(each, errors) for each in flows],
        [CheckedRule(code=RISK_FLOW, rule=rule) for rule in rule_ids],
        codes={each.code for each in RISK_RULES},
        rule_ids=rule_ids,
        suppressions=suppressions,
        is_partial=is_partial,
        findings_are_all=findings_are_all,
        warnings=warnings,
    )


def _finding(flow: RiskFinding, errors: Collection[str]) -> Finding:
    sink = flow.places[-1]
    severity = _SEVERITY.get(flow.severity, "warning")
    return Finding(
        code=RISK_FLOW,
        severity="error" if severity == "warning" and flow.rule in errors else severity,
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
