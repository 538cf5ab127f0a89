"""`codeshed gate`: fail when footprints grew past their limits."""

from pathlib import Path
from typing import Annotated

import typer

from codeshed.cli.answer_options import AllOption, MinConfidenceOption
from codeshed.cli.finding_options import ExplainOption, FindingFormat, FindingFormatOption
from codeshed.cli.repository_options import (
    IndexDirOption,
    QuietOption,
    RepoOption,
    RepositoryOptions,
    TypesOption,
    VerdictRefreshOption,
    refresh_for_verdict,
)
from codeshed.footprint.options import Mode

_FAILED = 1


def gate_command(
    *,
    against: Annotated[
        str | None,
        typer.Option(
            metavar="REV",
            help="Compare with the merge base of this revision and HEAD; by default with that of the main branch.",
        ),
    ] = None,
    baseline: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Accept what this file says; it only gets tighter."),
    ] = None,
    write_baseline: Annotated[
        Path | None,
        typer.Option(
            "--write-baseline",
            metavar="FILE",
            help="Instead: write a new file that accepts what is over the limits.",
        ),
    ] = None,
    tighten: Annotated[
        bool,
        typer.Option(
            "--tighten", help="If the gate is passed, write the baseline again with what is lower now."
        ),
    ] = False,
    max_p90: Annotated[
        int | None,
        typer.Option(metavar="N", min=0, help="Limit of the P90 of the working sets in a package (2000)."),
    ] = None,
    max_function: Annotated[
        int | None, typer.Option(metavar="N", min=0, help="Limit of a function's working set (4000).")
    ] = None,
    max_forward: Annotated[
        int | None,
        typer.Option(metavar="N", min=0, help="Limit of all that lies forward of a function (20000)."),
    ] = None,
    max_forward_p90: Annotated[
        int | None,
        typer.Option(metavar="N", min=0, help="Limit of the P90 of what lies forward in a package (10000)."),
    ] = None,
    include_tests: Annotated[bool, typer.Option("--include-tests", help="Count test functions too.")] = False,
    mode: Annotated[
        Mode, typer.Option(help="academic: a typed and documented function is a boundary; strict: it is not.")
    ] = Mode.ACADEMIC,
    doc_threshold: Annotated[
        float | None,
        typer.Option(
            metavar="X", help="Documentation score that counts as documented (0.5, in strict mode 0.8)."
        ),
    ] = None,
    min_confidence: MinConfidenceOption = 0.5,
    repo: RepoOption = Path(),
    types: TypesOption = None,
    refresh: VerdictRefreshOption = None,
    index_dir: IndexDirOption = None,
    output: FindingFormatOption = FindingFormat.TEXT,
    show_all: AllOption = False,
    explain: ExplainOption = None,
    quiet: QuietOption = False,
) -> None:
    """Fail if a working set grew past its limit.

    Compares the code with the merge base, and names the edge or the lost contract that each growth comes from. Ends with 1
    if anything is larger than its limit and larger than before.

    Example: codeshed gate --against origin/main --max-function 3000
    """
    from codeshed.cli.index_access import opened_project, stderr_writer
    from codeshed.cli.output import write_answer
    from codeshed.errors import InvalidOptionError
    from codeshed.model.findings.findings_report import FindingsReport, has_failed

    del explain  # Its callback has printed the page.
    options = RepositoryOptions(
        repo=repo, index_dir=index_dir, types=types, refresh=refresh_for_verdict(refresh), is_quiet=quiet
    )
    with opened_project(options) as project:
        if write_baseline is not None:
            if against is not None or baseline is not None or tighten:
                raise InvalidOptionError(
                    "--write-baseline compares with nothing",
                    hint="leave out --against, --baseline and --tighten",
                )
            n_entries = project.write_gate_baseline(
                write_baseline,
                max_function=max_function,
                max_p90=max_p90,
                max_forward=max_forward,
                max_forward_p90=max_forward_p90,
                include_tests=include_tests,
                mode=mode.value,
                doc_threshold=doc_threshold,
                min_confidence=min_confidence,
            )
            stderr_writer(is_quiet=quiet)(f"{write_baseline} accepts {n_entries} footprints")
            return
        answer = project.gate(
            against,
            baseline=baseline,
            tighten=tighten,
            max_function=max_function,
            max_p90=max_p90,
            max_forward=max_forward,
            max_forward_p90=max_forward_p90,
            include_tests=include_tests,
            mode=mode.value,
            doc_threshold=doc_threshold,
            min_confidence=min_confidence,
        )
    write_answer(answer, output.value, show_all=show_all)
    findings = answer.document.findings
    if isinstance(findings, FindingsReport) and has_failed(findings):
        raise typer.Exit(_FAILED)
