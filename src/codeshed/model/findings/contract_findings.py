"""What is wrong with calls, as findings.

Turns: ApiContractsReportV1 + Suppressions + a baseline → FindingsReport.
"""

from collections.abc import Iterator

from codeshed.model.answers.contracts_answer import (
    FINDING_CODES,
    ApiContractEntryV1,
    ApiContractsReportV1,
    ApiContractWarningV1,
)
from codeshed.model.findings.baseline import FindingsBaseline
from codeshed.model.findings.finding import Finding, FindingLocation, WitnessStep
from codeshed.model.findings.finding_rules import BROKEN_CONTRACT, CONTRACT_RULES
from codeshed.model.findings.findings_report import CheckedRule, FindingsReport, report_findings
from codeshed.model.findings.suppressions import Suppressions

_REMEDIES = {
    "ARITY_MISMATCH": "pass what the signature asks for, or change the signature and all of its callers",
    "INCOMPATIBLE_ARG_KIND": "pass a value of the declared type, or widen the declaration",
    BROKEN_CONTRACT: "change the caller too, or keep the old contract: a default, a keyword, the former name",
}


CONTRACTS_CHECK = "contracts"


def contracts_findings(
    report: ApiContractsReportV1,
    suppressions: Suppressions,
    baseline: FindingsBaseline | None = None,
    *,
    is_partial: bool,
) -> FindingsReport:
    """Return the findings of a report, those of suppressions included; `is_partial` if not all calls were compared."""
    findings = [each for entry in report.symbols for each in _findings_of(entry)]
    counts = report.counts
    n_found = counts.mismatches + counts.incompatible_arguments + counts.broken_calls
    return report_findings(
        CONTRACTS_CHECK,
        findings,
        tuple(CheckedRule(code=each.code) for each in CONTRACT_RULES),
        codes={each.code for each in CONTRACT_RULES},
        suppressions=suppressions,
        baseline=baseline,
        is_partial=is_partial,
        findings_are_all=len(findings) >= n_found,
        warnings=report.warnings,
    )


def _findings_of(entry: ApiContractEntryV1) -> Iterator[Finding]:
    for each in entry.warnings or ():
        if each.code in FINDING_CODES:
            yield _of_warning(entry, each)
    difference = entry.difference
    for broken in () if difference is None else difference.broken_calls:
        before = None if difference is None or difference.before is None else difference.before.declared
        yield Finding(
            code=BROKEN_CONTRACT,
            severity="warning",
            message=f"{entry.symbol.name}: {broken.message}",
            remedy=_REMEDIES[BROKEN_CONTRACT],
            location=FindingLocation(path=broken.file, line=broken.start_line),
            symbol=None if broken.call_site_id is None else broken.call_site_id.rpartition("@")[0],
            subject=f"{entry.symbol.symbol_id} {broken.code}",
            path=() if before is None else (WitnessStep(message=f"it was declared as {before}"),),
        )


def _of_warning(entry: ApiContractEntryV1, warning: ApiContractWarningV1) -> Finding:
    place = warning.data or {}
    declared = entry.signature.declared
    step = (
        ()
        if declared is None
        else (WitnessStep(message=f"declared as {declared}", symbol=entry.symbol.symbol_id),)
    )
    return Finding(
        code=warning.code,
        severity="warning",
        message=warning.message,
        remedy=_REMEDIES[warning.code],
        location=FindingLocation(
            path=str(place.get("file") or ""),
            line=_number(place.get("startLine")),
            column=_number(place.get("startCol")),
            end_line=_number(place.get("endLine")),
            end_column=_number(place.get("endCol")),
        ),
        symbol=str(place.get("callSiteId") or "").rpartition("@")[0] or None,
        subject=f"{entry.symbol.symbol_id} {warning.message}",
        path=step,
    )


def _number(value: object) -> int | None:
    return value if isinstance(value, int) else None
