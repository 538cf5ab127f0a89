"""`codeshed history`: how the footprints of a codebase developed."""

from pathlib import Path
from typing import Annotated

import typer

from codeshed.cli.answer_options import AnswerFormat, FormatOption, MinConfidenceOption
from codeshed.cli.repository_options import (
    IndexDirOption,
    QuietOption,
    RefreshOption,
    RepoOption,
    RepositoryOptions,
    TypesOption,
)
from codeshed.footprint.options import Mode


def history_command(
    revision: Annotated[str, typer.Argument(metavar="REV", help="The latest commit.")] = "HEAD",
    *,
    points: Annotated[
        int, typer.Option(metavar="N", min=1, help="How many commits, at even distances.")
    ] = 20,
    include_tests: Annotated[bool, typer.Option("--include-tests", help="Count test functions too.")] = False,
    mode: Annotated[
        Mode, typer.Option(help="academic: a typed and documented function is a boundary; strict: it is not.")
    ] = Mode.ACADEMIC,
    doc_threshold: Annotated[
        float | None,
        typer.Option(
            metavar="X", help="Documentation score that counts as documented (0.5, in strict mode 0.8)."
        ),
    ] = None,
    min_confidence: MinConfidenceOption = 0.5,
    repo: RepoOption = Path(),
    types: TypesOption = None,
    refresh: RefreshOption = None,
    index_dir: IndexDirOption = None,
    output: FormatOption = AnswerFormat.TEXT,
    quiet: QuietOption = False,
) -> None:
    """Show how working sets developed over commits.

    An index is built for each commit and its figures are kept, so that the next call is fast.

    Example: codeshed history --points 10
    """
    from codeshed.cli.index_access import opened_project
    from codeshed.cli.output import write_answer

    options = RepositoryOptions(repo=repo, index_dir=index_dir, types=types, refresh=refresh, is_quiet=quiet)
    with opened_project(options) as project:
        answer = project.history(
            revision,
            points=points,
            include_tests=include_tests,
            mode=mode.value,
            doc_threshold=doc_threshold,
            min_confidence=min_confidence,
        )
    write_answer(answer, output.value)
