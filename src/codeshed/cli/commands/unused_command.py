"""`codeshed unused`: functions that nothing reaches."""

from pathlib import Path
from typing import Annotated

import typer

from codeshed.cli.answer_options import (
    AllOption,
    AnswerFormat,
    CapOption,
    CapsOption,
    FormatOption,
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


def unused_command(
    *,
    include_public: Annotated[
        bool,
        typer.Option(
            "--include-public",
            help="Also list public functions that nothing here reaches; code of other repositories may use them.",
        ),
    ] = False,
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
    """List functions that nothing reaches.

    No path leads to them from any entry point, test or export; what speaks against removing them is shown. The list is a lower bound: there may be more. A function whose name occurs elsewhere in the texts is
    listed apart, as perhaps used.

    Example: codeshed unused --include-public
    """
    from codeshed.cli.index_access import opened_project
    from codeshed.cli.output import write_answer

    options = RepositoryOptions(
        repo=repo, index_dir=index_dir, types=types, refresh=refresh, observed=observed, is_quiet=quiet
    )
    with opened_project(options) as project:
        answer = project.unused(include_public=include_public, profile=caps, caps=cap or ())
    write_answer(answer, output.value, show_all=show_all)
