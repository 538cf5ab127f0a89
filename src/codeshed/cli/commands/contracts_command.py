"""`codeshed contracts`: do callers keep the signatures of what they call?"""

from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated

import typer

from codeshed.cli.answer_options import AllOption, CapOption, CapsOption, DiffOption
from codeshed.cli.finding_options import (
    BaselineOption,
    ExplainOption,
    FindingFormat,
    FindingFormatOption,
    WriteBaselineOption,
    write_baseline_file,
)
from codeshed.cli.repository_options import (
    IndexDirOption,
    QuietOption,
    RepoOption,
    RepositoryOptions,
    VerdictRefreshOption,
    refresh_for_verdict,
)


def contracts_command(
    symbols: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[SYMBOL]...",
            help="Functions, classes, files or folders; all of the repository but its tests if left out.",
        ),
    ] = None,
    *,
    changed: Annotated[
        list[str] | None,
        typer.Option(metavar="PATH", help="Only calls in this file or folder, and calls of what it defines."),
    ] = None,
    diff: DiffOption = None,
    only_exports: Annotated[
        bool, typer.Option("--only-exports", help="Only contracts that other repositories may rely on.")
    ] = False,
    fail_on_warn: Annotated[
        bool, typer.Option("--fail-on-warn", help="Exit with 1 if a call is wrong or a change breaks one.")
    ] = False,
    baseline: BaselineOption = None,
    write_baseline: WriteBaselineOption = None,
    now: Annotated[
        bool, typer.Option("--now", help="Stamp the report with this moment, not with the commit's time.")
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
    """Check calls against the signatures they call.

    Too many or too few arguments, unknown keywords, literals and typed values of a wrong type. With --diff also what a change of signatures breaks: contracts before and after, and every caller that relies on the former one.

    Example: codeshed contracts Cart.total --format json
    """
    from codeshed.cli.index_access import opened_project
    from codeshed.cli.output import write_answer
    from codeshed.model.findings.findings_report import has_failed

    options = RepositoryOptions(
        repo=repo, index_dir=index_dir, types=None, refresh=refresh_for_verdict(refresh), is_quiet=quiet
    )
    stamp = datetime.now(UTC).isoformat(timespec="seconds") if now else None
    with opened_project(options) as project:
        answer, findings = project.contracts_with_findings(
            *(symbols or ()),
            changed=changed or (),
            diff=diff,
            only_exports=only_exports,
            fail_on_warn=fail_on_warn,
            baseline=baseline,
            generated_at=stamp,
            profile=caps,
            caps=cap or (),
        )
    if write_baseline is not None:
        write_baseline_file(write_baseline, findings)
    wrong = write_answer(answer, output.value, show_all=show_all)
    is_failed = write_baseline is None and has_failed(findings, on_warnings=fail_on_warn)
    raise typer.Exit(wrong or int(is_failed))
