"""`codeshed arch diff`: dependencies between packages that changed."""

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


def arch_diff_command(
    old: Annotated[str, typer.Argument(metavar="REV", help="The revision to compare with.")],
    new: Annotated[
        str | None,
        typer.Argument(
            metavar="[REV]", help="The newer one. Default: the files as they are.", show_default=False
        ),
    ] = None,
    *,
    depth: Annotated[
        int | None,
        typer.Option(metavar="N", min=1, help="Tell packages apart by the first N folders. Default: by all."),
    ] = None,
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
    """Compare the imports between packages at two revisions: what is new, gone or grown, and who wrote it.

    A package is a folder. Packages of others count, too, but not standard libraries.

    Example: codeshed arch diff main --depth 2
    """
    from codeshed.cli.index_access import opened_project
    from codeshed.cli.output import write_answer

    options = RepositoryOptions(repo=repo, index_dir=index_dir, types=types, refresh=refresh, is_quiet=quiet)
    with opened_project(options) as project:
        answer = project.arch_diff(old, new, depth=depth, profile=caps, caps=cap or ())
    write_answer(answer, output.value, show_all=show_all)
