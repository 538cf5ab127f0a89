"""The gate and the history of footprints as answers.

Turns: a project, and its state at other revisions → Answer of a GateReport or a HistoryReport.
"""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec
from msgspec.structs import replace

from codeshed.api.answer import Answer
from codeshed.api.index_opening import IndexOptions, chosen_settings, scorer_of
from codeshed.api.revision_opening import discard_revision, revision_options
from codeshed.discover.file_reading import FolderSourceReader, read_named_file
from codeshed.discover.git_history import commit_of, commit_times, default_base, first_parents, merge_base
from codeshed.errors import CodeshedError, FileUnwritableError, InvalidOptionError, NothingToIndexError
from codeshed.footprint.growth import MeasuredCode
from codeshed.footprint.options import FootprintOptions
from codeshed.footprint.own_code import size_of_code
from codeshed.graph.data.code_graph import CodeGraph
from codeshed.model.documentation_scorers import DEFAULT_DOCUMENTATION_SCORER
from codeshed.model.findings.findings_report import CheckedRule, report_findings
from codeshed.model.size_units import DEFAULT_SIZE_FUNCTION
from codeshed.project.revisions.kept_figures import FigureCache
from codeshed.project.suppression_search import find_suppressions
from codeshed.query.gate import (
    GATE_CODES,
    FootprintRatchet,
    GateLimits,
    GateReport,
    GateRequest,
    figures_of,
    gate,
    gate_findings,
    make_ratchet,
    read_ratchet,
    tightened,
)
from codeshed.query.history import HistoryPoint, HistoryReport, SkippedCommit, choose_evenly
from codeshed.render.findings.finding_formats import finding_writers
from codeshed.render.gate_text import gate_text, history_text
from codeshed.render.json_output import to_json
from codeshed.render.layout.source_lines import SourceLines

if TYPE_CHECKING:
    from codeshed.api.project import Project

_MAX_COMMITS = 1_000_000
CHECK = "gate"


def gate_answer(
    project: "Project",
    options: FootprintOptions,
    *,
    against: str | None,
    baseline: Path | None,
    tighten: bool,
    limits: dict[str, int | None],
    include_tests: bool,
) -> Answer[GateReport]:
    """Return what grew past its limit against the merge base with a revision, or against a file, or by both.

    With both, the file says what is accepted, and the revision what made it grow. With `tighten` the file is written again if the gate is passed.
    """
    if tighten and baseline is None:
        raise InvalidOptionError("there is no baseline to tighten", hint="give --baseline FILE")
    ratchet = None if baseline is None else read_ratchet(read_named_file(baseline), origin=str(baseline))
    chosen = _limits(limits, ratchet)
    commit = None
    if against is not None or ratchet is None:
        against = default_base(project.root) if against is None else against
        commit = merge_base(project.root, commit_of(project.root, against), commit_of(project.root, "HEAD"))
    # Opened before the index of the working tree is brought up to date: that may be the index of this very commit.
    base = None if commit is None else project.open_revision(commit)
    after = MeasuredCode(project.code_graph(), options, include_tests=include_tests)
    names = [each for each in (against, None if baseline is None else str(baseline)) if each is not None]
    request = GateRequest(against=" and ".join(names), commit=commit, limits=chosen, ratchet=ratchet)
    if base is None:
        report = gate(None, after, request)
    else:
        with base:
            before = MeasuredCode(base.code_graph(), options, include_tests=include_tests)
            report = gate(before, after, request)
    settings = chosen_settings(project.options)
    findings = report_findings(
        CHECK,
        gate_findings(report),
        [CheckedRule(code=code) for code in GATE_CODES],
        codes=GATE_CODES,
        suppressions=find_suppressions(project.root, after.graph.files, settings),
        warnings=after.graph.warnings,
    )
    report = replace(report, findings=findings, warnings=after.graph.warnings)
    # What is lower while something else grew may be part of that change, and come back with it.
    if tighten and baseline is not None and ratchet is not None and not findings.counts.errors:
        _write(baseline, tightened(ratchet, after))
    lines = SourceLines(FolderSourceReader(project.root))
    return Answer(
        document=report,
        writers={
            **finding_writers(findings, lines),
            "text": lambda show_all: gate_text(report, show_all=show_all),
            "json": lambda _: to_json(report),
        },
    )


def write_ratchet(
    project: "Project",
    options: FootprintOptions,
    file: Path,
    limits: dict[str, int | None],
    *,
    include_tests: bool,
) -> FootprintRatchet:
    """Write a new baseline that accepts what is over the limits now; one that exists is never replaced."""
    if file.exists():
        raise InvalidOptionError(
            f"{file} exists, and a baseline of the gate only gets tighter",
            hint="--baseline FILE --tighten lowers what it accepts; remove the file to begin again",
        )
    code = MeasuredCode(project.code_graph(), options, include_tests=include_tests)
    ratchet = make_ratchet(code, _limits(limits, None))
    _write(file, ratchet)
    return ratchet


def history_answer(
    source: IndexOptions,
    options: FootprintOptions,
    *,
    revision: str,
    points: int,
    include_tests: bool,
    open_project: "Callable[[IndexOptions], Project]",
) -> Answer[HistoryReport]:
    """Return the figures of commits at even distances, along the first parents of a revision."""
    if points < 1:
        raise InvalidOptionError(f"{points} points show nothing", hint="give 1 or more")
    commits = first_parents(source.root, revision, limit=_MAX_COMMITS)
    chosen = choose_evenly(commits, points)
    times = commit_times(source.root, chosen)
    scorer = scorer_of(source, None).name
    cache = FigureCache(
        source.root,
        chosen_settings(source),
        options,
        include_tests=include_tests,
        scorer=scorer,
    )
    found: list[HistoryPoint] = []
    skipped: list[SkippedCommit] = []
    opened: IndexOptions | None = None
    for commit in chosen:
        known = cache.read(commit, HistoryPoint)
        if known is not None:
            found.append(known)
            continue
        try:
            own = revision_options(source, commit)
            with open_project(own) as at:
                point = _point(at.code_graph(), options, commit, times[commit], include_tests=include_tests)
        except CodeshedError as error:
            # The folder of the revision on this machine is no part of the answer.
            reason = "no code found" if isinstance(error, NothingToIndexError) else error.message
            skipped.append(SkippedCommit(commit=commit, reason=reason))
            continue
        cache.write(commit, point)
        found.append(point)
        # The next index begins as a copy of this one; the one before is needed no more.
        discard_revision(opened)
        opened = own
    report = HistoryReport(
        history_version="1.0.0",
        revision=revision,
        n_commits=len(commits),
        tests_included=include_tests,
        mode=options.mode.value,
        doc_threshold=options.threshold,
        min_confidence=options.min_confidence,
        size_function=DEFAULT_SIZE_FUNCTION,
        documentation_scorer=scorer or DEFAULT_DOCUMENTATION_SCORER,
        points=tuple(reversed(found)),
        skipped=tuple(reversed(skipped)),
    )
    return Answer(
        document=report, writers={"text": lambda _: history_text(report), "json": lambda _: to_json(report)}
    )


def _limits(given: dict[str, int | None], ratchet: FootprintRatchet | None) -> GateLimits:
    base = GateLimits() if ratchet is None else ratchet.limits
    chosen = {name: value for name, value in given.items() if value is not None}
    for name, value in chosen.items():
        if value < 0:
            raise InvalidOptionError(f"{name} is {value}", hint="give 0 or more tokens")
    return replace(base, **chosen)


def _write(file: Path, ratchet: FootprintRatchet) -> None:
    try:
        file.write_bytes(msgspec.json.format(msgspec.json.encode(ratchet)) + b"\n")
    except OSError as error:
        raise FileUnwritableError(str(file), error.strerror or str(error)) from None


def _point(
    graph: CodeGraph, options: FootprintOptions, commit: str, committed_at: int, *, include_tests: bool
) -> HistoryPoint:
    code = MeasuredCode(graph, options, include_tests=include_tests)
    figures = figures_of(code)
    return HistoryPoint(
        commit=commit,
        committed_at=committed_at,
        code_size=size_of_code(graph),
        n_incomplete=sum(code.is_incomplete(row) for row in code.rows),
        **msgspec.structs.asdict(figures),
    )
