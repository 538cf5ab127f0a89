"""The findings of one check, as every format writes them.

Turns: findings + suppressions + a baseline → FindingsReport.
"""

from collections.abc import Collection, Iterable, Sequence
from typing import Literal

import msgspec

from codeshed.model.answers.truncation import WarningRecord
from codeshed.model.findings.baseline import FindingsBaseline, compare_with_baseline
from codeshed.model.findings.finding import Finding, finding_order, with_fingerprints
from codeshed.model.findings.finding_rules import UNUSED_SUPPRESSION
from codeshed.model.findings.suppressions import NO_SUPPRESSIONS, Suppressions, suppress


class CheckedRule(msgspec.Struct, frozen=True, kw_only=True, rename="camel", omit_defaults=True):
    """A rule that was checked: its code, the id that the repository gave it, and how many findings count."""

    code: str
    rule: str | None = None
    n_findings: int = 0


class FindingCounts(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """How many findings there are. The first three count what is neither suppressed nor in the baseline."""

    errors: int
    warnings: int
    notes: int
    suppressed: int
    unchanged: int
    absent: int


class FindingsReport(msgspec.Struct, frozen=True, kw_only=True, rename="camel", omit_defaults=True):
    """All findings of one check by place: those that count, suppressed ones, and those of the baseline.

    `check` is the command, such as `arch check`. `findings_are_all` is False if a cap left some out.
    """

    version: Literal["1.0.0"]
    check: str
    rules: tuple[CheckedRule, ...]
    findings: tuple[Finding, ...]
    counts: FindingCounts
    has_baseline: bool = False
    findings_are_all: bool = True
    warnings: tuple[WarningRecord, ...] = ()


def report_findings(
    check: str,
    findings: Iterable[Finding],
    rules: Sequence[CheckedRule],
    *,
    codes: Collection[str],
    suppressions: Suppressions = NO_SUPPRESSIONS,
    rule_ids: Collection[str] | None = None,
    baseline: FindingsBaseline | None = None,
    findings_are_all: bool = True,
    is_partial: bool = False,
    warnings: tuple[WarningRecord, ...] = (),
) -> FindingsReport:
    """Return the report of a check: findings with fingerprints, suppressions and states.

    `rules` are listed even if nothing breaks them; `codes` and `rule_ids` are what suppressions may name (see `suppress`).
    With `is_partial`, only a part of the code was checked: a suppression may be for the rest, and is not called unused.
    """
    suppressed = suppress(tuple(findings), suppressions, checked=codes, rule_ids=rule_ids)
    judged = with_fingerprints(
        tuple(each for each in suppressed if not is_partial or each.code != UNUSED_SUPPRESSION)
    )
    compared = judged if baseline is None else compare_with_baseline(judged, baseline)
    in_order = tuple(sorted(compared, key=lambda each: (each.state == "absent", finding_order(each))))
    return FindingsReport(
        version="1.0.0",
        check=check,
        rules=tuple(_counted(each, in_order) for each in rules),
        findings=in_order,
        counts=_counts(in_order),
        has_baseline=baseline is not None,
        findings_are_all=findings_are_all,
        warnings=warnings,
    )


def combine_reports(check: str, reports: Iterable[FindingsReport]) -> FindingsReport:
    """Return one report of several checks of the same code; what two of them say counts once."""
    parts = tuple(reports)
    unique = {(each.code, each.fingerprint): each for part in parts for each in part.findings}
    in_order = tuple(sorted(unique.values(), key=lambda each: (each.state == "absent", finding_order(each))))
    rules = dict.fromkeys(rule for part in parts for rule in part.rules)
    return FindingsReport(
        version="1.0.0",
        check=check,
        rules=tuple(_counted(each, in_order) for each in rules),
        findings=in_order,
        counts=_counts(in_order),
        has_baseline=any(part.has_baseline for part in parts),
        findings_are_all=all(part.findings_are_all for part in parts),
        warnings=tuple({each.message: each for part in parts for each in part.warnings}.values()),
    )


def has_failed(report: FindingsReport, *, on_warnings: bool = False) -> bool:
    """Whether a check ends with exit code 1: there is an active error, or any active finding but notes if asked for."""
    return report.counts.errors > 0 or (on_warnings and report.counts.warnings > 0)


def _counted(rule: CheckedRule, findings: Sequence[Finding]) -> CheckedRule:
    count = sum(each.is_active and each.code == rule.code and each.rule == rule.rule for each in findings)
    return msgspec.structs.replace(rule, n_findings=count)


def _counts(findings: Sequence[Finding]) -> FindingCounts:
    active = [each.severity for each in findings if each.is_active]
    shown = [each for each in findings if each.suppression is None]
    return FindingCounts(
        errors=active.count("error"),
        warnings=active.count("warning"),
        notes=active.count("note"),
        suppressed=len(findings) - len(shown),
        unchanged=sum(each.state == "unchanged" for each in shown),
        absent=sum(each.state == "absent" for each in shown),
    )
