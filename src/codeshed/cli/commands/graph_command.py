"""`codeshed graph`: the neighbourhood of a symbol in the graph."""

import enum
from pathlib import Path
from typing import Annotated

import typer

from codeshed.cli.answer_options import (
    AllOption,
    CapOption,
    CapsOption,
    DepthOption,
    EdgeTypesOption,
    ExternalsOption,
    GraphsOption,
    MinConfidenceOption,
    SeedArgument,
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


class DirectionName(enum.StrEnum):
    """The directions; repeated here so that `--help` need not load them."""

    OUT = "out"
    IN = "in"
    BOTH = "both"


class GraphFormat(enum.StrEnum):
    """Names of the output formats."""

    TEXT = "text"
    JSON = "json"
    MD = "md"
    MERMAID = "mermaid"
    DOT = "dot"
    GRAPHML = "graphml"


def graph_command(
    seed: SeedArgument,
    *,
    direction: Annotated[
        DirectionName,
        typer.Option(help="out: what the seed uses; in: what uses it; both: each direction by itself."),
    ] = DirectionName.BOTH,
    depth: DepthOption = 1,
    graphs: GraphsOption = None,
    edge_types: EdgeTypesOption = None,
    min_confidence: MinConfidenceOption = 0.0,
    paths: Annotated[
        bool, typer.Option("--paths", help="Also give one path from the seed to each node.")
    ] = False,
    show_all: AllOption = False,
    externals: ExternalsOption = False,
    caps: CapsOption = None,
    cap: CapOption = None,
    repo: RepoOption = Path(),
    types: TypesOption = None,
    refresh: RefreshOption = None,
    observed: ObservedOption = None,
    index_dir: IndexDirOption = None,
    output: Annotated[GraphFormat, typer.Option("--format", help="How to print it.")] = GraphFormat.TEXT,
    quiet: QuietOption = False,
) -> None:
    """Show the graph around a symbol, with the evidence of its edges.

    It holds what the symbol uses and what uses it.

    Example: codeshed graph Cart.total --direction in --depth 2
    """
    from codeshed.cli.index_access import opened_project
    from codeshed.cli.output import write_answer

    options = RepositoryOptions(
        repo=repo, index_dir=index_dir, types=types, refresh=refresh, observed=observed, is_quiet=quiet
    )
    with opened_project(options) as project:
        answer = project.graph(
            seed,
            direction=direction.value,
            depth=depth,
            graphs=graphs or (),
            edge_types=edge_types or (),
            min_confidence=min_confidence,
            has_paths=paths,
            externals=externals,
            profile=caps,
            caps=cap or (),
        )
    raise typer.Exit(write_answer(answer, output.value, show_all=show_all))
