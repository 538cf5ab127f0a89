"""`codeshed risk`: which values that nobody vouches for reach which calls?"""

from pathlib import Path
from typing import Annotated

import typer

from codeshed.cli.answer_options import AllOption, CapOption, CapsOption, DiffOption
from codeshed.cli.finding_options import ExplainOption, FindingFormat, FindingFormatOption
from codeshed.cli.repository_options import (
    IndexDirOption,
    QuietOption,
    RepoOption,
    RepositoryOptions,
    VerdictRefreshOption,
    refresh_for_verdict,
)


def risk_command(
    seeds: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[SEED]...",
            help="Functions, classes, files or folders that flows must pass through; the whole repository if left out.",
        ),
    ] = None,
    *,
    diff: DiffOption = None,
    rules: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="Your own risk rules, besides those that are shipped. Default: codeshed-risk.yaml.",
        ),
    ] = None,
    fail_on_warn: Annotated[
        bool,
        typer.Option("--fail-on-warn", help="Exit with 1 if there is a flow of high or medium severity."),
    ] = False,
    explain: ExplainOption = None,  # noqa: ARG001 - its callback prints the page
    caps: CapsOption = None,
    cap: CapOption = None,
    repo: RepoOption = Path(),
    refresh: VerdictRefreshOption = None,
    index_dir: IndexDirOption = None,
    output: FindingFormatOption = FindingFormat.TEXT,
    show_all: AllOption = False,
    quiet: QuietOption = False,
) -> None:
    """Show the flows of untrusted data that pass through code.

    From request data, program arguments or other hosts to SQL, shells, evaluated code, templates, paths, redirects and the like, in Python, JavaScript and TypeScript. With --diff those that pass through what a change touches. It is no security scanner: it shows what to keep in mind while editing.

    Example: codeshed risk src/shop/views.py
    """
    from codeshed.cli.index_access import opened_project
    from codeshed.cli.output import write_answer
    from codeshed.model.findings.findings_report import has_failed

    options = RepositoryOptions(
        repo=repo, index_dir=index_dir, types=None, refresh=refresh_for_verdict(refresh), is_quiet=quiet
    )
    with opened_project(options) as project:
        answer, findings = project.risk_with_findings(
            *(seeds or ()), diff=diff, rules=rules, profile=caps, caps=cap or ()
        )
    wrong = write_answer(answer, output.value, show_all=show_all)
    raise typer.Exit(wrong or (1 if has_failed(findings, on_warnings=fail_on_warn) else 0))
