"""Render API contracts for people: what is wrong by file, then what changed, then what was not checked."""

from collections.abc import Iterator

from codeshed.model.answers.contracts_answer import ApiContractEntryV1, ApiContractsReportV1, ObservedCallV1
from codeshed.model.findings.findings_report import FindingsReport
from codeshed.render.findings.findings_text import findings_text
from codeshed.render.phrases.answer_phrases import basis_lines, truncation_lines
from codeshed.render.phrases.wording import number, plural, printable, warning_lines

_MAX_CALLS = 8
_MAX_SYMBOLS = 3
_MAX_CHANGES = 12


def contracts_text(report: ApiContractsReportV1, findings: FindingsReport, *, show_all: bool = False) -> str:
    """Write what was looked at, the findings, changed contracts, and the contracts themselves if there are few."""
    counts = report.counts
    share = f"{number(counts.checked_calls)} checked"
    lines = [
        f"{plural(counts.symbols, 'contract')}, {plural(counts.calls, 'call')} ({share}): "
        f"{plural(counts.mismatches, 'call')} with wrong arguments, "
        f"{plural(counts.incompatible_arguments, 'argument')} of a wrong type, "
        f"{plural(counts.broken_calls, 'caller')} broken by the change"
        if report.revision is not None
        else f"{plural(counts.symbols, 'contract')}, {plural(counts.calls, 'call')} ({share}): "
        f"{plural(counts.mismatches, 'call')} with wrong arguments, "
        f"{plural(counts.incompatible_arguments, 'argument')} of a wrong type",
    ]
    if findings.findings:
        lines += ["", findings_text(findings, show_all=show_all).rstrip("\n")]
    lines += _changed(report, show_all=show_all)
    if len(report.symbols) <= _MAX_SYMBOLS or show_all:
        for entry in report.symbols:
            lines += ["", *_entry(entry, show_all=show_all)]
    lines += [
        "",
        *truncation_lines(report.truncation),
        *basis_lines(report.basis),
        *warning_lines(report.warnings),
    ]
    return "\n".join(lines).rstrip("\n") + "\n"


def _changed(report: ApiContractsReportV1, *, show_all: bool) -> list[str]:
    changed = [each for each in report.symbols if each.difference is not None and each.difference.changes]
    if not changed:
        return []
    shown = changed if show_all else changed[:_MAX_CHANGES]
    lines = ["", "CHANGED CONTRACTS"]
    for entry in shown:
        lines += _changes_of(entry)
    if len(shown) < len(changed):
        lines.append(f"… {plural(len(changed) - len(shown), 'more contract')}: --all shows them")
    return lines


def _changes_of(entry: ApiContractEntryV1) -> Iterator[str]:
    difference = entry.difference
    if difference is None:
        return
    yield f"{printable(entry.symbol.symbol_id)}  {plural(len(difference.broken_calls), 'broken caller')}"
    if difference.before is not None and difference.before.declared:
        yield f"  before  {printable(difference.before.declared)}"
    if difference.after is not None and difference.after.declared:
        yield f"  after   {printable(difference.after.declared)}"
    for change in difference.changes:
        yield f"  {printable(change.message)}{'' if change.is_breaking else ' (no caller breaks)'}"


def _entry(entry: ApiContractEntryV1, *, show_all: bool) -> list[str]:
    head = entry.signature.declared or entry.signature.tooling or ""
    lines = [
        f"{printable(entry.symbol.symbol_id)}",
        f"  {printable(head)}" if head else "  no written signature",
    ]
    if entry.signature.tooling is not None:
        lines.append(f"  found out  {printable(entry.signature.tooling)}")
    lines += [
        f"  {each.code}  {printable(each.message)}"
        for each in entry.warnings or ()
        if each.data is None or "file" not in each.data
    ]
    calls = entry.observed_calls if show_all else entry.observed_calls[:_MAX_CALLS]
    lines += [f"  {_call(each)}" for each in calls]
    if len(calls) < len(entry.observed_calls):
        lines.append(f"  … {plural(len(entry.observed_calls) - len(calls), 'more call')}: --all shows them")
    return [*lines, *truncation_lines(entry.truncation)]


def _call(call: ObservedCallV1) -> str:
    arguments = "(…)" if call.args is None else f"({', '.join(call.args)})"
    sure = "" if call.confidence is None else f"  {call.confidence:g}"
    return f"{printable(call.file or '')}:{call.start_line}  {printable(arguments)}{sure}{'  perhaps' if call.is_candidate else ''}"
