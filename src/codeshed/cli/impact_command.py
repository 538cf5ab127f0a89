"""`codeshed impact`: what a change reaches."""

import enum
from pathlib import Path
from typing import Annotated

import typer

from codeshed.cli.answer_context import CapOption, CapsOption
from codeshed.cli.answer_options import (
    AllOption,
    DepthOption,
    DiffOption,
    EdgeTypesOption,
    GraphsOption,
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

_WRONG_CALL = 2


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
    index_dir: IndexDirOption = None,
    output: Annotated[ImpactFormat, typer.Option("--format", help="How to print it.")] = ImpactFormat.TEXT,
    show_all: AllOption = False,
    quiet: QuietOption = False,
) -> None:
    """Show what a change reaches: each node with one path to it, the nearest first.

    Example: codeshed impact --diff main...HEAD
    """
    import time

    from codeshed.cli.answer_context import open_answer_context
    from codeshed.cli.changed_paths import changed_paths, require_paths
    from codeshed.cli.output import write
    from codeshed.cli.requested_changes import (
        find_dangling_references,
        find_requested_changes,
        find_requested_difference,
    )
    from codeshed.cli.seeds import require_lines, seeds_from_root
    from codeshed.errors import NoChangeNamedError
    from codeshed.graph.walk.edge_filter import EdgeFilters, graph_names
    from codeshed.model.answers.caps import PACK_CAPS
    from codeshed.model.dangling_references import DanglingReferences
    from codeshed.query.impact.impact import ImpactDirection, ImpactRequest, impact
    from codeshed.render.impact_text import has_unclear_seed, impact_text
    from codeshed.render.json_output import to_json

    options = RepositoryOptions(repo=repo, index_dir=index_dir, types=types, refresh=refresh, is_quiet=quiet)
    paths = changed_paths(repo, tuple(changed or ()), changed_file)
    difference = find_requested_difference(repo, diff, is_staged=staged)
    if not seeds and not paths and difference is None:
        raise NoChangeNamedError
    from_root = seeds_from_root(repo, seeds or ())
    with open_answer_context(options, caps, cap, allowed_caps=PACK_CAPS) as opened:
        require_lines(repo, opened.graph, from_root)
        require_paths(repo, opened.graph, changed_paths(repo, tuple(changed or ()), None))
        changes = None if difference is None else find_requested_changes(repo, opened.graph, difference)
        request = ImpactRequest(
            caps=opened.caps,
            seeds=from_root,
            changed=paths,
            changes=changes,
            mentions=DanglingReferences()
            if changes is None
            else find_dangling_references(repo, opened.graph, changes),
            direction=ImpactDirection(direction.value),
            depth=depth,
            filters=EdgeFilters(
                graphs=graph_names(graphs or ()),
                edge_types=tuple(edge_types or ()),
                min_confidence=min_confidence,
            ),
        )
        found = impact(opened.graph, request, index=opened.index, clock=time.monotonic)
    write([to_json(found) if output is ImpactFormat.JSON else impact_text(found, show_all=show_all)])
    raise typer.Exit(_WRONG_CALL if has_unclear_seed(found) else 0)
