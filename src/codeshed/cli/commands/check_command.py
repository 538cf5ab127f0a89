"""`codeshed check`: all guards for one change."""

import enum
from pathlib import Path
from typing import Annotated

import typer

from codeshed.cli.answer_options import AllOption
from codeshed.cli.finding_options import ExplainOption, FindingFormat, FindingFormatOption
from codeshed.cli.repository_options import (
    IndexDirOption,
    QuietOption,
    RepoOption,
    RepositoryOptions,
    VerdictRefreshOption,
    refresh_for_verdict,
)


class Reader(enum.StrEnum):
    """For whom the text is written."""

    HUMAN = "human"
    AGENT = "agent"
    CI = "ci"


def check_command(
    *,
    diff: Annotated[
        str, typer.Option(metavar="REV", help="What the working tree is compared with.")
    ] = "HEAD",
    reader: Annotated[
        Reader,
        typer.Option("--for", help="human: one screen; agent: at most 30 lines; ci: all findings."),
    ] = Reader.HUMAN,
    rules: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Architecture rules. Default: those of the repository."),
    ] = None,
    gate: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="The baseline of the footprint gate (codeshed-gate.json)."),
    ] = None,
    explain: ExplainOption = None,  # noqa: ARG001 - its callback prints the page
    fail_on_warn: Annotated[
        bool, typer.Option("--fail-on-warn", help="Exit with 1 for warnings, too.")
    ] = False,
    repo: RepoOption = Path(),
    refresh: VerdictRefreshOption = None,
    index_dir: IndexDirOption = None,
    output: FindingFormatOption = FindingFormat.TEXT,
    show_all: AllOption = False,
    quiet: QuietOption = False,
) -> None:
    """Ask all guards about a change, and say what to run.

    Contracts that it breaks, architecture rules, the gate of footprints, new flows of untrusted data, and code that no test reaches.
    Exits with 1 if a guard fails. New flows and code that no test reaches are warnings.

    Example: codeshed check --diff origin/main --for agent
    """
    from codeshed.cli.index_access import opened_project
    from codeshed.cli.output import write

    options = RepositoryOptions(
        repo=repo, index_dir=index_dir, types=None, refresh=refresh_for_verdict(refresh), is_quiet=quiet
    )
    with opened_project(options) as project:
        answer = project.check(diff, rules=rules, gate=gate)
    is_text = output is FindingFormat.TEXT
    name = "agent" if is_text and reader is Reader.AGENT else output.value
    write([answer.to_format(name, show_all=show_all or reader is Reader.CI)])
    if answer.has_failed(on_warnings=fail_on_warn):
        raise typer.Exit(1)
