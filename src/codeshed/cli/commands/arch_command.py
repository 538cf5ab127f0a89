"""`codeshed arch`: which files may depend on which."""

from pathlib import Path
from typing import Annotated

import typer

from codeshed.cli.answer_options import AllOption, CapOption, CapsOption
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
    TypesOption,
    VerdictRefreshOption,
    refresh_for_verdict,
)

RulesOption = Annotated[
    Path | None,
    typer.Option(
        "--rules",
        metavar="FILE",
        help="The rules: JSON, JSONC or YAML. Default: codeshed-rules.json (.jsonc, .yaml) at the root, or `rules` in the settings.",
    ),
]


def arch_check_command(
    *,
    rules: RulesOption = None,
    fail_on_violation: Annotated[
        bool, typer.Option("--fail-on-violation", help="Exit with 1 for warnings, too.")
    ] = False,
    baseline: BaselineOption = None,
    write_baseline: WriteBaselineOption = None,
    explain: ExplainOption = None,  # noqa: ARG001 - its callback prints the page
    today: Annotated[
        str | None,
        typer.Option(
            metavar="DAY", help="The day for which exceptions hold, such as 2026-11-19. Default: today."
        ),
    ] = None,
    show_all: AllOption = False,
    caps: CapsOption = None,
    cap: CapOption = None,
    repo: RepoOption = Path(),
    types: TypesOption = None,
    refresh: VerdictRefreshOption = None,
    index_dir: IndexDirOption = None,
    output: FindingFormatOption = FindingFormat.TEXT,
    quiet: QuietOption = False,
) -> None:
    """Check the architecture rules: which files may depend on which, by imports and calls.

    Exits with 1 if a rule of severity error is broken. A finding that a comment or setting suppresses, or that is in the baseline, does not count.

    Example: codeshed arch check --rules codeshed-rules.yaml --format sarif
    """
    from codeshed.cli.index_access import opened_project
    from codeshed.cli.output import write

    options = RepositoryOptions(
        repo=repo, index_dir=index_dir, types=types, refresh=refresh_for_verdict(refresh), is_quiet=quiet
    )
    with opened_project(options) as project:
        checked = project.arch_check(
            rules=rules, baseline=baseline, today=today, profile=caps, caps=cap or ()
        )
    if write_baseline is not None and checked.findings is not None:
        write_baseline_file(write_baseline, checked.findings)
    write([checked.to_format(output.value, show_all=show_all)])
    if write_baseline is None and checked.has_failed(on_warnings=fail_on_violation):
        raise typer.Exit(1)
