"""`codeshed path`: the shortest path from one symbol to another."""

from pathlib import Path
from typing import Annotated

import typer

from codeshed.cli.answer_options import (
    AllOption,
    AnswerFormat,
    CapOption,
    CapsOption,
    FormatOption,
    MinConfidenceOption,
    SourceArgument,
    TargetArgument,
)
from codeshed.cli.repository_options import (
    IndexDirOption,
    ObservedOption,
    QuietOption,
    RefreshOption,
    RepoOption,
    RepositoryOptions,
    TypesOption,
)


def path_command(
    source: SourceArgument,
    target: TargetArgument,
    *,
    edge_types: Annotated[
        list[str] | None,
        typer.Option(
            "--edge-type",
            metavar="TYPE",
            help="Follow only edges of this type, such as call; several times. Default: calls, overrides and decorators "
            "first, then all but dataflow.",
        ),
    ] = None,
    min_confidence: MinConfidenceOption = 0.0,
    show_all: AllOption = False,
    caps: CapsOption = None,
    cap: CapOption = None,
    repo: RepoOption = Path(),
    types: TypesOption = None,
    refresh: RefreshOption = None,
    observed: ObservedOption = None,
    index_dir: IndexDirOption = None,
    output: FormatOption = AnswerFormat.TEXT,
    quiet: QuietOption = False,
) -> None:
    """Show a short and sure path from A to B, with its evidence.

    If there is none, it shows the path back. A path that is two steps longer than the shortest is shown if it is surer. Exit code 1: no path was found in either direction.

    Example: codeshed path checkout Money.times
    """
    from codeshed.cli.index_access import opened_project
    from codeshed.cli.output import write_answer

    options = RepositoryOptions(
        repo=repo, index_dir=index_dir, types=types, refresh=refresh, observed=observed, is_quiet=quiet
    )
    with opened_project(options) as project:
        answer = project.path(
            source,
            target,
            edge_types=edge_types or (),
            min_confidence=min_confidence,
            profile=caps,
            caps=cap or (),
        )
    wrong = write_answer(answer, output.value, show_all=show_all)
    raise typer.Exit(wrong or (1 if answer.document.path is None else 0))
