"""`codeshed find`: symbols by name."""

from pathlib import Path
from typing import Annotated

import typer

from codeshed.cli.answer_options import AllOption, AnswerFormat, CapOption, CapsOption, FormatOption
from codeshed.cli.repository_options import (
    IndexDirOption,
    QuietOption,
    RefreshOption,
    RepoOption,
    RepositoryOptions,
    TypesOption,
)


def find_command(
    name: Annotated[str, typer.Argument(metavar="NAME", help="A name, or a part of one: Cart.tot")],
    *,
    kind: Annotated[
        list[str] | None,
        typer.Option(
            metavar="KIND", help="Only function, variable, type or module; can be given several times."
        ),
    ] = None,
    max_matches: Annotated[
        int | None, typer.Option("--max", metavar="N", min=1, help="How many symbols to list.")
    ] = None,
    externals: Annotated[
        bool, typer.Option("--externals", help="Also list what belongs to other packages.")
    ] = False,
    show_all: AllOption = False,
    caps: CapsOption = None,
    cap: CapOption = None,
    repo: RepoOption = Path(),
    types: TypesOption = None,
    refresh: RefreshOption = None,
    index_dir: IndexDirOption = None,
    output: FormatOption = AnswerFormat.TEXT,
    quiet: QuietOption = False,
) -> None:
    """Find symbols by name.

    Names that are equal come first, then those in another case, that begin with it, that contain it; if there are none, those that are similar. Exit code 2: no name contains it.

    Example: codeshed find Cart.tot
    """
    from codeshed.cli.index_access import opened_project
    from codeshed.cli.output import write_answer

    options = RepositoryOptions(repo=repo, index_dir=index_dir, types=types, refresh=refresh, is_quiet=quiet)
    chosen = (*(cap or ()), *(() if max_matches is None else (f"maxCandidates={max_matches}",)))
    with opened_project(options) as project:
        answer = project.find(name, kinds=kind or (), externals=externals, profile=caps, caps=chosen)
    raise typer.Exit(write_answer(answer, output.value, show_all=show_all))
