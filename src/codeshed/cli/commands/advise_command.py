"""`codeshed advise`: what to annotate, document or make immutable first."""

import enum
from pathlib import Path
from typing import Annotated

import typer

from codeshed.cli.answer_options import DiffOption, MinConfidenceOption
from codeshed.cli.repository_options import (
    IndexDirOption,
    QuietOption,
    RefreshOption,
    RepoOption,
    RepositoryOptions,
    TypesOption,
)
from codeshed.footprint.options import Mode


class AdviseFormat(enum.StrEnum):
    """Names of the output formats."""

    TEXT = "text"
    MD = "md"
    JSON = "json"


def advise_command(
    scope: Annotated[
        list[str] | None,
        typer.Argument(metavar="SCOPE...", help="Folders, files or symbols; by default all code."),
    ] = None,
    *,
    top: Annotated[int, typer.Option(metavar="N", min=1, help="How many pieces of advice.")] = 10,
    diff: DiffOption = None,
    include_tests: Annotated[
        bool, typer.Option("--include-tests", help="Count the footprints of test functions too.")
    ] = False,
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
    output: Annotated[AdviseFormat, typer.Option("--format", help="md: a to-do list.")] = AdviseFormat.TEXT,
    quiet: QuietOption = False,
) -> None:
    """Say what to annotate and document first.

    By the tokens that all working sets and all that lies forward would lose.

    Example: codeshed advise src/shop --top 5
    """
    from codeshed.cli.index_access import opened_project
    from codeshed.cli.output import write_answer

    options = RepositoryOptions(repo=repo, index_dir=index_dir, types=types, refresh=refresh, is_quiet=quiet)
    with opened_project(options) as project:
        answer = project.advise(
            *(scope or ()),
            top=top,
            diff=diff,
            include_tests=include_tests,
            mode=mode.value,
            doc_threshold=doc_threshold,
            min_confidence=min_confidence,
        )
    write_answer(answer, output.value)
