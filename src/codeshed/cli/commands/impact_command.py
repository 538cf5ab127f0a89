"""`codeshed impact`: what a change reaches."""

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
    EdgeTypesOption,
    GraphsOption,
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


class ImpactDirectionName(enum.StrEnum):
    """The directions; repeated here so that `--help` need not load them."""

    UPSTREAM = "upstream"
    DOWNSTREAM = "downstream"


class ImpactFormat(enum.StrEnum):
    """Names of the output formats."""

    TEXT = "text"
    JSON = "json"


def impact_command(
    seeds: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[SEED]...",
            help="What changes: ids, suffixes of them (Cart.total), dotted names, paths, or path:line.",
        ),
    ] = None,
    *,
    changed: Annotated[
        list[str] | None,
        typer.Option(metavar="PATH", help="A file or folder that changes; can be given several times."),
    ] = None,
    changed_file: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE", help="A file with a path that changes in each line; - is standard input."
        ),
    ] = None,
    diff: DiffOption = None,
    staged: StagedOption = False,
    direction: Annotated[
        ImpactDirectionName,
        typer.Option(help="upstream: what depends on the change; downstream: what it depends on."),
    ] = ImpactDirectionName.UPSTREAM,
    depth: DepthOption = 2,
    graphs: GraphsOption = None,
    edge_types: EdgeTypesOption = None,
    min_confidence: MinConfidenceOption = 0.0,
    caps: CapsOption = None,
    cap: CapOption = None,
    repo: RepoOption = Path(),
    types: TypesOption = None,
    refresh: RefreshOption = None,
    observed: ObservedOption = None,
    index_dir: IndexDirOption = None,
    output: Annotated[ImpactFormat, typer.Option("--format", help="How to print it.")] = ImpactFormat.TEXT,
    show_all: AllOption = False,
    quiet: QuietOption = False,
) -> None:
    """Show what a change reaches, the nearest first.

    Each node is shown with one path to it.

    Example: codeshed impact --diff main...HEAD
    """
    from codeshed.cli.index_access import opened_project
    from codeshed.cli.output import write_answer

    options = RepositoryOptions(
        repo=repo, index_dir=index_dir, types=types, refresh=refresh, observed=observed, is_quiet=quiet
    )
    with opened_project(options) as project:
        answer = project.impact(
            *(seeds or ()),
            changed=changed or (),
            changed_file=changed_file,
            diff=diff,
            staged=staged,
            direction=direction.value,
            depth=depth,
            graphs=graphs or (),
            edge_types=edge_types or (),
            min_confidence=min_confidence,
            profile=caps,
            caps=cap or (),
        )
    raise typer.Exit(write_answer(answer, output.value, show_all=show_all))
