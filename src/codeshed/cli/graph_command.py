"""`codeshed graph`: what lies around a symbol."""

import enum
from pathlib import Path
from typing import Annotated

import typer

from codeshed.cli.answer import CapOption, CapsOption
from codeshed.cli.repository_options import (
    IndexDirOption,
    QuietOption,
    RefreshOption,
    RepoOption,
    RepositoryOptions,
    TypesOption,
)


class DirectionName(enum.StrEnum):
    """Which way to look, told here so that `--help` need not load it."""

    OUT = "out"
    IN = "in"
    BOTH = "both"


class GraphFormat(enum.StrEnum):
    """Names of the output formats."""

    TEXT = "text"
    JSON = "json"


def graph_command(
    seed: Annotated[
        str,
        typer.Argument(
            metavar="SEED", help="An id, a suffix of one (Cart.total), a dotted name, a path, or path:line."
        ),
    ],
    *,
    direction: Annotated[
        DirectionName,
        typer.Option(help="out: what the seed uses; in: what uses it; both: each way by itself."),
    ] = DirectionName.BOTH,
    depth: Annotated[int, typer.Option(metavar="N", min=1, help="How many steps away to look.")] = 1,
    graphs: Annotated[
        list[str] | None,
        typer.Option(
            "--graph",
            metavar="NAME",
            help="Follow only callGraph, importGraph, usageGraph or symbolEdges; can be given several times.",
        ),
    ] = None,
    edge_types: Annotated[
        list[str] | None,
        typer.Option(
            "--edge-type", metavar="TYPE", help="Follow only edges of this type, such as call; several times."
        ),
    ] = None,
    min_confidence: Annotated[
        float, typer.Option(metavar="X", min=0, max=1, help="Follow only edges that are at least so sure.")
    ] = 0.0,
    paths: Annotated[
        bool, typer.Option("--paths", help="Also give one way from the seed to each node.")
    ] = False,
    caps: CapsOption = None,
    cap: CapOption = None,
    repo: RepoOption = Path(),
    types: TypesOption = None,
    refresh: RefreshOption = None,
    index_dir: IndexDirOption = None,
    output: Annotated[GraphFormat, typer.Option("--format", help="How to print it.")] = GraphFormat.TEXT,
    quiet: QuietOption = False,
) -> None:
    """Show what lies around a symbol: what it uses and what uses it, with the evidence for each edge.

    Example: codeshed graph Cart.total --direction in --depth 2
    """
    import time

    from codeshed.cli.answer import answering
    from codeshed.cli.output import write
    from codeshed.cli.seeds import seed_exit_code
    from codeshed.graph.edge_choice import EdgeFilters, graph_names
    from codeshed.query.graph_pack import GraphPackRequest, PackDirection, graph_pack
    from codeshed.render.graph_text import graph_text
    from codeshed.render.json import to_json

    options = RepositoryOptions(repo=repo, index_dir=index_dir, types=types, refresh=refresh, is_quiet=quiet)
    with answering(options, caps, cap) as opened:
        request = GraphPackRequest(
            caps=opened.caps,
            direction=PackDirection(direction.value),
            depth=depth,
            filters=EdgeFilters(
                graphs=graph_names(graphs or ()),
                edge_types=tuple(edge_types or ()),
                min_confidence=min_confidence,
            ),
            has_paths=paths,
        )
        pack = graph_pack(opened.graph, seed, request, index=opened.index, clock=time.monotonic)
    write([to_json(pack) if output is GraphFormat.JSON else graph_text(pack)])
    raise typer.Exit(seed_exit_code(pack.seed))
