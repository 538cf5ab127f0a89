"""`codeshed affected`: which packages, build targets and owners a change affects."""

import enum
from pathlib import Path
from typing import Annotated

import typer

from codeshed.cli.answer_options import (
    AllOption,
    CapOption,
    CapsOption,
    DepthOption,
    DiffOption,
    MinConfidenceOption,
    StagedOption,
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


class AffectedFormat(enum.StrEnum):
    """Names of the output formats."""

    TEXT = "text"
    JSON = "json"
    PACKAGES = "packages"
    TARGETS = "targets"
    OWNERS = "owners"


def affected_command(
    *,
    diff: DiffOption = None,
    staged: StagedOption = False,
    depth: DepthOption = 10,
    min_confidence: MinConfidenceOption = 0.0,
    caps: CapsOption = None,
    cap: CapOption = None,
    repo: RepoOption = Path(),
    types: TypesOption = None,
    refresh: RefreshOption = None,
    observed: ObservedOption = None,
    index_dir: IndexDirOption = None,
    output: Annotated[
        AffectedFormat,
        typer.Option(
            "--format",
            help="text and json show everything; packages, targets and owners print names only, one in each line.",
        ),
    ] = AffectedFormat.TEXT,
    show_all: AllOption = False,
    quiet: QuietOption = False,
) -> None:
    """List the packages, targets and owners that a change affects.

    Those of the changed files, and of all that depends on them.

    Example: codeshed affected --diff origin/main --format targets
    """
    from codeshed.cli.index_access import opened_project
    from codeshed.cli.output import warn, write_answer
    from codeshed.render.affected_text import warnings_of_list

    options = RepositoryOptions(
        repo=repo, index_dir=index_dir, types=types, refresh=refresh, observed=observed, is_quiet=quiet
    )
    with opened_project(options) as project:
        answer = project.affected(
            diff, staged=staged, depth=depth, min_confidence=min_confidence, profile=caps, caps=cap or ()
        )
    write_answer(answer, output.value, show_all=show_all)
    if output in {AffectedFormat.PACKAGES, AffectedFormat.TARGETS, AffectedFormat.OWNERS}:
        warn(warnings_of_list(answer.document, output.value), is_quiet=quiet)
