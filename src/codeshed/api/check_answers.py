"""All guards for one change, as one answer.

Turns: a project + a revision → Answer of a CheckReportV1.
"""

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from codeshed.api.answer import Answer
from codeshed.api.index_opening import chosen_settings
from codeshed.discover.file_reading import FolderSourceReader
from codeshed.errors import NoArchitectureRulesError
from codeshed.model.answers.answer_basis import Basis
from codeshed.model.answers.answer_graph import VERSION
from codeshed.model.answers.node_references import SymbolRef
from codeshed.model.count_phrases import count_of
from codeshed.model.findings.finding import Finding, FindingLocation
from codeshed.model.findings.findings_report import (
    CheckedRule,
    FindingsReport,
    combine_reports,
    report_findings,
)
from codeshed.model.languages.language import language_of_path
from codeshed.project.suppression_search import find_suppressions
from codeshed.query.check import (
    CHECK,
    GATE_FILE,
    UNTESTED_CHANGE,
    CheckReportV1,
    GuardResult,
    guard_result,
    skipped,
)
from codeshed.query.test_selection.untested import UntestedReportV1
from codeshed.render.check_text import check_for_agent, check_text
from codeshed.render.findings.finding_formats import finding_writers
from codeshed.render.json_output import to_json
from codeshed.render.layout.source_lines import SourceLines
from codeshed.render.test_commands import RUNNERS, runner_text

if TYPE_CHECKING:
    from codeshed.api.project import Project

_MAX_TESTS = 10
_USUAL_RUNNER = "pytest"


def check_answer(
    project: "Project", *, revision: str, rules: Path | None, gate: Path | None
) -> Answer[CheckReportV1]:
    """Ask every guard about what differs from a revision."""
    guards: list[GuardResult] = []
    reports: list[FindingsReport] = []
    not_seen: list[str] = []
    for result, found, basis in (
        _contracts(project, revision),
        _architecture(project, rules),
        _footprint(project, gate),
        _risk(project, revision),
        _untested(project, revision),
    ):
        guards.append(result)
        reports += [] if found is None else [found]
        not_seen += _unseen(basis)
    selected = project.tests(diff=revision, max_files=_MAX_TESTS)
    tests = [each.test_path for each in selected.document.suggestions]
    runner = _runner_of(tests)
    findings = combine_reports(CHECK, reports)
    report = CheckReportV1(
        version=VERSION,
        revision=revision,
        guards=tuple(guards),
        findings=findings,
        tests=tuple(tests),
        runner=runner,
        runs=() if runner is None else tuple(runner_text(selected.document, runner).splitlines()),
        n_tests=len(tests),
        not_seen=tuple(dict.fromkeys(not_seen)),
        warnings=findings.warnings,
    )
    lines = SourceLines(FolderSourceReader(project.root))
    return Answer(
        document=report,
        writers={
            **finding_writers(findings, lines),
            "text": lambda show_all: check_text(report, show_all=show_all),
            "agent": lambda _: check_for_agent(report),
            "json": lambda _: to_json(report),
        },
        findings=findings,
    )


_Guarded = tuple[GuardResult, FindingsReport | None, Basis | None]


def _contracts(project: "Project", revision: str) -> _Guarded:
    """Return the calls that the change breaks, which are errors, and other wrong calls in changed files."""
    answer, found = project.contracts_with_findings(diff=revision, only_broken=True)
    counts = answer.document.counts
    report = combine_reports(CHECK, [found])
    note = f"{count_of(counts.checked_calls, 'call')} compared"
    return guard_result("contracts", report, note), report, answer.document.basis


def _architecture(project: "Project", rules: Path | None) -> _Guarded:
    try:
        answer = project.arch_check(rules=rules)
    except NoArchitectureRulesError:
        return skipped("architecture", "there are no rules: codeshed arch init proposes some"), None, None
    found = answer.findings
    if found is None:
        raise RuntimeError("a check of rules has findings")
    return (
        guard_result("architecture", found, count_of(len(found.rules), "rule")),
        found,
        answer.document.basis,
    )


def _footprint(project: "Project", gate: Path | None) -> _Guarded:
    baseline = gate or project.root / GATE_FILE
    if gate is None and not baseline.is_file():
        note = f"no {GATE_FILE}: codeshed gate --write-baseline {GATE_FILE} begins one"
        return skipped("footprint", note), None, None
    report = project.gate(baseline=baseline).document.findings
    if not isinstance(report, FindingsReport):
        raise TypeError("a gate has findings")
    return guard_result("footprint", report, f"limits of {baseline.name}"), report, None


def _risk(project: "Project", revision: str) -> _Guarded:
    """Return the flows of untrusted data that pass through the change; those that were there before are notes."""
    found = project.risk_of_change(revision)
    if found is None:
        return skipped("risk", "risk flows are read from an index"), None, None
    report = combine_reports(CHECK, [found.findings])
    note = (
        f"{count_of(found.n_new, 'new flow')} and {count_of(found.n_older, 'older one')} through the change"
    )
    return guard_result("risk", report, note), report, found.basis


def _untested(project: "Project", revision: str) -> _Guarded:
    answer = project.untested(revision)
    document = answer.document
    settings = chosen_settings(project.options)
    report = report_findings(
        CHECK,
        _findings_of(document),
        [CheckedRule(code=UNTESTED_CHANGE)],
        codes={UNTESTED_CHANGE},
        suppressions=find_suppressions(project.root, project.code_graph().files, settings),
        is_partial=True,
    )
    note = f"{count_of(document.counts.functions, 'changed function')}"
    return guard_result("untested", report, note), report, document.basis


def _findings_of(document: UntestedReportV1) -> Iterable[Finding]:
    for each in document.untested:
        node = each.node
        remedy = (
            "add a test that calls it"
            if each.nearest is None
            else f"extend {each.nearest.test_path}: {each.nearest.reason}"
        )
        yield Finding(
            code=UNTESTED_CHANGE,
            severity="warning",
            message=f"no test reaches {node.label or node.name}",
            remedy=remedy,
            location=None if node.file is None else FindingLocation(path=node.file, line=node.line),
            symbol=node.ref.symbol_id if isinstance(node.ref, SymbolRef) else None,
        )


def _unseen(basis: Basis | None) -> list[str]:
    return [] if basis is None else [f"{each.count} {each.message}" for each in basis.causes]


def _runner_of(tests: Sequence[str]) -> str | None:
    """Return the runner of the language that most tests are written in; pytest for Python."""
    languages = [language for path in tests if (language := language_of_path(path)) is not None]
    if not languages:
        return None
    most = max(sorted(set(languages)), key=languages.count)
    names = [name for name, runner in RUNNERS.items() if most in runner.languages]
    return _USUAL_RUNNER if _USUAL_RUNNER in names else next(iter(names), None)
