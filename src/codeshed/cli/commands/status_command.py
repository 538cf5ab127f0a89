"""`codeshed status`: what is indexed, how fresh and how complete it is; or whether some paths are indexed."""

import os
from pathlib import Path
from typing import Annotated

import typer

from codeshed.cli.answer_options import AnswerFormat, FormatOption
from codeshed.cli.repository_options import IndexDirOption, QuietOption, RepoOption


def status_command(
    paths: Annotated[
        list[Path] | None,
        typer.Argument(
            metavar="PATH...",
            readable=False,
            help="Show whether these are indexed, by which rule, and with which problems.",
        ),
    ] = None,
    *,
    repo: RepoOption = Path(),
    index_dir: IndexDirOption = None,
    slow: Annotated[
        bool, typer.Option("--slow", help="Also list the files that took longest to parse.")
    ] = False,
    unresolved: Annotated[
        bool, typer.Option("--unresolved", help="Also list why calls could not be resolved, and where.")
    ] = False,
    output: FormatOption = AnswerFormat.TEXT,
    quiet: QuietOption = False,  # noqa: ARG001 - status writes nothing but its answer; all commands take -q
) -> None:
    """Show what is indexed, how fresh and how complete it is. Nothing is changed.

    Example: codeshed status
    """
    from codeshed.api.index_opening import settings_of
    from codeshed.cli.output import write
    from codeshed.project.index.index_request import IndexRequest
    from codeshed.project.index.index_status import explain_status, find_status
    from codeshed.project.index.usable_index import remembered_scorer
    from codeshed.project.scoring.scorer_program import ScorerProgram
    from codeshed.render.index.status_text import path_status_text, status_text
    from codeshed.render.json_output import to_json
    from codeshed.store.cache_folder import user_cache_folder
    from codeshed.store.index_layout import index_dir_of

    folder = index_dir_of(repo, index_dir)
    request = IndexRequest(
        root=repo,
        index_dir=folder,
        settings=settings_of(repo),
        scorer=ScorerProgram(name=remembered_scorer(folder)),
    )
    if paths:
        # A path is relative to the current folder if it exists there, else to the root of the repository.
        named = tuple(str(path.absolute()) if os.path.lexists(path) else str(path) for path in paths)
        explained = explain_status(request, named)
        write([to_json(explained) if output is AnswerFormat.JSON else path_status_text(explained)])
    else:
        report = find_status(request, user_cache_folder(), slow=slow, unresolved=unresolved)
        write([to_json(report) if output is AnswerFormat.JSON else status_text(report)])
