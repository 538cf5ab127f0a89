"""`codeshed graph`: the neighbourhood of a symbol in the graph."""

import enum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from codeshed.cli.answer_context import CapOption, CapsOption
from codeshed.cli.answer_options import (
    AllOption,
    DepthOption,
    EdgeTypesOption,
    GraphsOption,
    MinConfidenceOption,
    SeedArgument,
)
from codeshed.cli.repository_options import (
    IndexDirOption,
    QuietOption,
    RefreshOption,
    RepoOption,
    RepositoryOptions,
    TypesOption,
)

if TYPE_CHECKING:
    from codeshed.query.graph_pack import GraphContextPackV1


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
    caps: CapsOption = None,
    cap: CapOption = None,
    repo: RepoOption = Path(),
    types: TypesOption = None,
    refresh: RefreshOption = None,
    index_dir: IndexDirOption = None,
    output: Annotated[GraphFormat, typer.Option("--format", help="How to print it.")] = GraphFormat.TEXT,
    quiet: QuietOption = False,
) -> None:
    """Show the graph around a symbol: what it uses and what uses it, with the evidence for each edge.

    Example: codeshed graph Cart.total --direction in --depth 2
    """
    import time

    from codeshed.cli.answer_context import open_answer_context
    from codeshed.cli.output import write
    from codeshed.cli.seeds import require_lines, seed_exit_code, seeds_from_root
    from codeshed.graph.walk.edge_filter import EdgeFilters, graph_names
    from codeshed.model.answers.caps import PACK_CAPS
    from codeshed.query.graph_pack import GraphPackRequest, PackDirection, graph_pack

    options = RepositoryOptions(repo=repo, index_dir=index_dir, types=types, refresh=refresh, is_quiet=quiet)
    (from_root,) = seeds_from_root(repo, (seed,))
    with open_answer_context(options, caps, cap, allowed_caps=PACK_CAPS) as opened:
        require_lines(repo, opened.graph, (from_root,))
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
        pack = graph_pack(opened.graph, from_root, request, index=opened.index, clock=time.monotonic)
    write([_written(pack, output, show_all=show_all)])
    raise typer.Exit(seed_exit_code(pack.seed))


def _written(pack: "GraphContextPackV1", output: GraphFormat, *, show_all: bool) -> str:
    match output:
        case GraphFormat.TEXT:
            from codeshed.render.graph_text import graph_text

            return graph_text(pack, show_all=show_all)
        case GraphFormat.JSON:
            from codeshed.render.json_output import to_json

            return to_json(pack)
        case GraphFormat.MD:
            from codeshed.render.graph_markdown import graph_markdown

            return graph_markdown(pack)
        case _:
            from codeshed.render import graph_diagrams

            write_diagram = {
                GraphFormat.MERMAID: graph_diagrams.mermaid,
                GraphFormat.DOT: graph_diagrams.dot,
                GraphFormat.GRAPHML: graph_diagrams.graphml,
            }[output]
            return write_diagram(pack)
