"""`codeshed record`: run a command, and keep which of its tests called what."""

import shlex
from pathlib import Path
from typing import Annotated

import typer

from codeshed.cli.answer_options import AnswerFormat, FormatOption
from codeshed.cli.repository_options import (
    IndexDirOption,
    QuietOption,
    RepoOption,
    RepositoryOptions,
)


def record_command(
    command: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="-- COMMAND...", help="What to run, after two dashes. Left out: show what is recorded."
        ),
    ] = None,
    *,
    add: Annotated[
        bool, typer.Option("--add", help="Keep what was recorded before, as far as it still holds.")
    ] = False,
    repo: RepoOption = Path(),
    index_dir: IndexDirOption = None,
    output: FormatOption = AnswerFormat.TEXT,
    quiet: QuietOption = False,
) -> None:
    """Run a command of yours, and keep which test called what.

    This is the only command that runs code of the repository: it runs what you name, in the repository's folder, with a recorder in each Python process. What it sees
    becomes certain edges of provenance `observed` in later answers, until the calling function changes; --observed off leaves them out.
    Python only; with pytest and unittest also by test. Exits with 1 if the command fails.

    Example: codeshed record -- pytest -q
    """
    from codeshed.cli.index_access import opened_project, stderr_writer
    from codeshed.cli.output import write_answer

    options = RepositoryOptions(repo=repo, index_dir=index_dir, is_quiet=quiet)
    with opened_project(options) as project:
        if not command:
            answer = project.recording()
        else:
            stderr_writer(is_quiet=quiet)(f"this runs code of the repository: {shlex.join(command)}")
            answer = project.record(*command, add=add, is_stdout_ours=output is AnswerFormat.JSON)
    write_answer(answer, output.value)
    if command and answer.document.exit_code:
        raise typer.Exit(1)
