"""Answers about the architecture of a repository.

Turns: an AnswerContext + rules → an Answer with findings.
"""

from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

from codeshed.api.answer import Answer
from codeshed.api.answer_context import AnswerContext
from codeshed.api.index_opening import settings_of
from codeshed.discover.file_reading import read_named_file
from codeshed.discover.git_blame import blame_line
from codeshed.discover.git_history import commit_of
from codeshed.errors import InvalidOptionError
from codeshed.model.architecture.architecture_rules import PlacedRules
from codeshed.model.findings.baseline import read_baseline
from codeshed.model.findings.findings_report import report_findings
from codeshed.project.architecture.rules_file import find_rules
from codeshed.project.suppression_search import find_suppressions
from codeshed.query.architecture.architecture_check import ARCHITECTURE_CODES
from codeshed.query.architecture.architecture_diff import Blame, LineAuthor
from codeshed.query.architecture.architecture_report import (
    ArchitectureReportV1,
    ArchitectureRequest,
    architecture_report,
    check_architecture,
)
from codeshed.render.architecture_text import architecture_text
from codeshed.render.findings.finding_formats import finding_writers
from codeshed.render.json_output import to_json
from codeshed.render.layout.source_lines import SourceLines

ARCH_CHECK = "arch check"


def read_rules(root: Path, named: Path | None) -> PlacedRules:
    """Return the rules of a file, else those of the repository."""
    return find_rules(root, named, settings_of(root))


def check_answer(
    context: AnswerContext,
    root: Path,
    rules: PlacedRules,
    *,
    baseline: Path | None,
    today: str | None,
    clock: Callable[[], float],
    lines: SourceLines,
) -> Answer[ArchitectureReportV1]:
    """Check rules, with the suppressions of the repository and a baseline."""
    accepted = (
        None
        if baseline is None
        else read_baseline(read_named_file(baseline), origin=str(baseline), check=ARCH_CHECK)
    )
    request = ArchitectureRequest(rules=rules, today=_day(today), caps=context.caps)
    checked = check_architecture(context.graph, request, clock=clock)
    findings = report_findings(
        ARCH_CHECK,
        checked.findings,
        checked.rules,
        codes=ARCHITECTURE_CODES,
        suppressions=find_suppressions(root, context.graph.files, settings_of(root)),
        rule_ids=[each.id for each in rules.rules],
        baseline=accepted,
    )
    report = architecture_report(context.graph, checked, findings, index=context.index)
    writers = {
        **finding_writers(findings, lines),
        "text": lambda show_all: architecture_text(report, findings, show_all=show_all),
        "json": lambda _: to_json(report),
    }
    return Answer(document=report, writers=writers, findings=findings)


def architecture_blame(root: Path, old: str, new: str | None) -> Blame:
    """Return what finds the author of a line in the old or the new revision, or in the working tree."""
    old_commit = commit_of(root, old)
    new_commit = None if new is None else commit_of(root, new)

    def blame(is_new: bool, path: str, line: int) -> LineAuthor | None:  # noqa: FBT001 - which of two
        found = blame_line(root, path, line, revision=new_commit if is_new else old_commit)
        if found is None:
            return None
        return LineAuthor(commit=found.commit, author=found.author, day=found.day)

    return blame


def _day(today: str | None) -> str:
    """Return the day of a check; only the ends of exceptions depend on it."""
    if today is None:
        return datetime.now(UTC).date().isoformat()
    try:
        return datetime.fromisoformat(today).date().isoformat()
    except ValueError:
        raise InvalidOptionError(f"{today!r} is no day", hint="write it as 2026-11-19") from None
