"""`codeshed map`: what a repository is, and where to start reading."""

import enum
from pathlib import Path
from typing import Annotated

import typer

from codeshed.cli.answer_options import AllOption, CapOption, CapsOption
from codeshed.cli.repository_options import (
    IndexDirOption,
    ObservedOption,
    QuietOption,
    RefreshOption,
    RepoOption,
    RepositoryOptions,
    TypesOption,
)


class MapFormat(enum.StrEnum):
    """Names of the output formats."""

    TEXT = "text"
    MD = "md"
    JSON = "json"


def map_command(
    scope: Annotated[
        str, typer.Argument(metavar="SCOPE", help="A folder or file, from the root of the repository.")
    ] = ".",
    *,
    max_tokens: Annotated[
        int | None,
        typer.Option(metavar="N", min=1, help="Keep the output to this many tokens (2 000 for md)."),
    ] = None,
    show_all: AllOption = False,
    caps: CapsOption = None,
    cap: CapOption = None,
    repo: RepoOption = Path(),
    types: TypesOption = None,
    refresh: RefreshOption = None,
    observed: ObservedOption = None,
    index_dir: IndexDirOption = None,
    output: Annotated[
        MapFormat, typer.Option("--format", help="How to print it; md is for a prompt.")
    ] = MapFormat.TEXT,
    quiet: QuietOption = False,
) -> None:
    """Show what a repository is and where to start reading.

    Its packages and what they use, its entry points, the code that most else leads to, the largest working sets. `codeshed` alone does the same.

    Example: codeshed map src/shop --format md --max-tokens 1500
    """
    from codeshed.cli.index_access import opened_project
    from codeshed.cli.output import write_answer

    options = RepositoryOptions(
        repo=repo, index_dir=index_dir, types=types, refresh=refresh, observed=observed, is_quiet=quiet
    )
    with opened_project(options) as project:
        answer = project.map(scope, max_tokens=max_tokens, output=output.value, profile=caps, caps=cap or ())
    write_answer(answer, output.value, show_all=show_all)
