"""`codeshed affected`: which packages, build targets and owners a change affects."""

import enum
from pathlib import Path
from typing import Annotated

import typer

from codeshed.cli.answer_context import CapOption, CapsOption
from codeshed.cli.answer_options import (
    AllOption,
    DepthOption,
    DiffOption,
    MinConfidenceOption,
    StagedOption,
)
from codeshed.cli.repository_options import (
    IndexDirOption,
    QuietOption,
    RefreshOption,
    RepoOption,
    RepositoryOptions,
    TypesOption,
)

_PROFILE = "large"
"""Missing a dependent breaks a build; a longer run only costs time."""


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
    """List the packages, build targets and owners that a change affects, itself and by all that depends on it.

    Example: codeshed affected --diff origin/main --format targets
    """
    import time

    from codeshed.cli.answer_context import open_answer_context
    from codeshed.cli.output import warn, write
    from codeshed.cli.requested_changes import (
        find_dangling_references,
        find_requested_changes,
        find_requested_difference,
    )
    from codeshed.errors import NoChangeNamedError
    from codeshed.model.answers.caps import WALK_CAPS
    from codeshed.project.file_groups import RepositoryFileGroups
    from codeshed.query.affected import AffectedRequest, affected
    from codeshed.render.affected_text import affected_text, names_text, warnings_of_list
    from codeshed.render.json_output import to_json

    options = RepositoryOptions(repo=repo, index_dir=index_dir, types=types, refresh=refresh, is_quiet=quiet)
    difference = find_requested_difference(repo, diff, is_staged=staged)
    if difference is None:
        raise NoChangeNamedError(hint="give --diff REV or --staged")
    with open_answer_context(
        options, caps or _PROFILE, cap, allowed_caps=WALK_CAPS, is_for_few=False
    ) as opened:
        changes = find_requested_changes(repo, opened.graph, difference)
        report = affected(
            opened.graph,
            AffectedRequest(
                caps=opened.caps,
                changes=changes,
                dangling_references=find_dangling_references(repo, opened.graph, changes),
                depth=depth,
                min_confidence=min_confidence,
            ),
            RepositoryFileGroups(repo),
            index=opened.index,
            clock=time.monotonic,
        )
    match output:
        case AffectedFormat.TEXT:
            write([affected_text(report, show_all=show_all)])
        case AffectedFormat.JSON:
            write([to_json(report)])
        case AffectedFormat.PACKAGES:
            write([names_text(report.packages)])
        case AffectedFormat.TARGETS:
            write([names_text(report.targets)])
        case AffectedFormat.OWNERS:
            write([names_text(report.owners)])
    if output in {AffectedFormat.PACKAGES, AffectedFormat.TARGETS, AffectedFormat.OWNERS}:
        warn(warnings_of_list(report, output.value), is_quiet=quiet)
