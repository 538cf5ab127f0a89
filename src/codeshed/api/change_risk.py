"""The risk flows that pass through a change, and which of them are new.

Turns: all flows of an index + a difference → findings: new ones are warnings, those that were there before are notes.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

import msgspec
from msgspec.structs import replace

from codeshed.api.answer_context import AnswerContext
from codeshed.api.risk_answers import (
    FlowIndex,
    all_flows,
    finding_of_flow,
    nodes_of_rows,
    passes_through,
)
from codeshed.graph.changes.change_roots import find_change_roots
from codeshed.model.answers.answer_basis import Basis
from codeshed.model.answers.node_references import SymbolRef
from codeshed.model.change_set import ChangedLines, ChangeSet, Difference
from codeshed.model.findings.findings_report import FindingsReport
from codeshed.model.findings.risk_findings import risk_findings
from codeshed.model.findings.suppressions import Suppressions
from codeshed.model.risk.risk_rules import RiskRules
from codeshed.query.risk.risk import FlowStepV1

_ENCODING = "utf-8"


class ChangeRisk(msgspec.Struct, frozen=True, kw_only=True):
    """The findings about a change, what they rest on, and how many flows through it are new, and how many are older."""

    findings: FindingsReport
    basis: Basis
    n_new: int
    n_older: int


@dataclass(frozen=True)
class _ChangedText:
    """A changed file: its lines before and after."""

    old: bytes | None
    new: bytes | None

    @cached_property
    def old_lines(self) -> tuple[str, ...]:
        return tuple(_lines(self.old))

    @cached_property
    def old_texts(self) -> frozenset[str]:
        return frozenset(self.old_lines)

    @cached_property
    def new_lines(self) -> tuple[str, ...]:
        return tuple(_lines(self.new))

    def removed_lines(self, within: ChangedLines) -> frozenset[str]:
        """Return the lines of a range of the old file that the new one does not have."""
        lines = self.old_lines[within.start_line - 1 : within.end_line]
        return frozenset(lines).difference(self.new_lines)

    def is_new(self, step: FlowStepV1) -> bool:
        """Whether one of the lines of a step was not in the file before."""
        lines = self.new_lines[step.start_line - 1 : step.end_line]
        return self.old is None or not self.old_texts.issuperset(lines)


def change_risk(
    index: FlowIndex,
    context: AnswerContext,
    difference: Difference,
    changes: ChangeSet,
    suppressions: Suppressions,
) -> ChangeRisk:
    """Return the flows through changed code as findings.

    A flow is new if one of its lines is, or if the change removed a line with a check or sanitizer that the rules know from a
    function on its path: whether that one was for this flow, the text alone does not tell.
    """
    report = all_flows(index, context)
    nodes = nodes_of_rows(context.graph, find_change_roots(context.graph, changes).rows)
    texts = {each.path: _ChangedText(each.old, each.new) for each in difference.files}
    checks = _pattern_of_checks(index.rules)
    through = [each for each in report.flows if passes_through(each, nodes)]
    changed = {each.symbol_id: each.old_lines for each in changes.symbols if each.old_lines is not None}
    new = {
        id(flow)
        for flow in through
        if any(
            text.is_new(step) or _lost_a_check(step, text, changed, checks)
            for step in flow.steps
            if (text := texts.get(step.file)) is not None
        )
    }
    findings = []
    for flow in through:
        found = finding_of_flow(flow)
        if id(flow) not in new:
            message = f"passes through what changed, and was there before: {found.message}"
            found = replace(found, message=message, severity="low")
        findings.append(found)
    return ChangeRisk(
        findings=risk_findings(
            findings,
            [each.id for each in index.rules.rules],
            suppressions,
            errors=frozenset(index.rules.errors),
            is_partial=True,
        ),
        basis=report.basis,
        n_new=len(new),
        n_older=len(through) - len(new),
    )


def _lost_a_check(
    step: FlowStepV1, text: _ChangedText, changed: Mapping[str, ChangedLines], checks: re.Pattern[str]
) -> bool:
    """Whether the function of a step lost a line with a check or sanitizer."""
    lines = changed.get(step.ref.symbol_id) if isinstance(step.ref, SymbolRef) else None
    removed = frozenset() if lines is None else text.removed_lines(lines)
    return any(checks.search(line.lower()) for line in removed)


def _pattern_of_checks(rules: RiskRules) -> re.Pattern[str]:
    """Return what matches a line, in lower case, with a call of a check or sanitizer."""
    words = {word.lower() for guard in rules.guards for word in guard.words}
    calls = {
        name.rpartition(".")[2].lower()
        for names in (*(each.calls for each in rules.guards), *(each.calls for each in rules.sanitizers))
        for name in names
    }
    in_names = "|".join(map(re.escape, sorted(words)))
    names = "|".join(map(re.escape, sorted(calls)))
    return re.compile(rf"\w*(?:{in_names})\w*\(|(?<!\w)(?:{names})\(")


def _lines(content: bytes | None) -> Iterator[str]:
    if content is not None:
        yield from (line.strip() for line in content.decode(_ENCODING, "replace").split("\n"))
