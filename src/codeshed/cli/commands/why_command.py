"""`codeshed why`: the edges between two symbols, with their evidence."""

from pathlib import Path

import typer

from codeshed.cli.answer_options import (
    AllOption,
    AnswerFormat,
    CapOption,
    CapsOption,
    FormatOption,
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


def why_command(
    source: SourceArgument,
    target: TargetArgument,
    *,
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
    """Show why A depends on B: each edge, its places, how sure.

    Also the type of the receiver, and who found the edge. Without an edge it shows the nearest thing: calls of B's name that are not resolved, and the shortest path. Exit code 1:
    no edge leads from A to B.

    Example: codeshed why receipt Cart.total
    """
    from codeshed.cli.index_access import opened_project
    from codeshed.cli.output import write_answer

    options = RepositoryOptions(
        repo=repo, index_dir=index_dir, types=types, refresh=refresh, observed=observed, is_quiet=quiet
    )
    with opened_project(options) as project:
        answer = project.why(source, target, profile=caps, caps=cap or ())
    wrong = write_answer(answer, output.value, show_all=show_all)
    raise typer.Exit(wrong or (0 if answer.document.edges else 1))
