"""`codeshed export`: what was found in a repository, for other programs."""

from pathlib import Path
from typing import Annotated

import typer

from codeshed.cli.repository_options import RepoOption, TypesOption


def export_semantic_data_command(*, repo: RepoOption = Path(), types: TypesOption = None) -> None:
    """Write the SemanticData document of a repository: its definitions and references, as JSON.

    Example: codeshed export semantic-data --repo . > semantic-data.json
    """
    from codeshed.cli.output import warn, write_bytes
    from codeshed.cli.progress import progress_bar
    from codeshed.model.semantic_json import iter_semantic_json
    from codeshed.project.indexing import read_repository

    with progress_bar() as progress:
        repository = read_repository(repo, types=types, progress=progress, n_processes=0)
    warn(repository.warnings)
    write_bytes(iter_semantic_json(repository.data))


def export_edges_command(
    *,
    kind: Annotated[
        str,
        typer.Option(
            metavar="KINDS",
            help="Which edges, by commas: call, read, write, overriddenBy, annotates, inherits, import, export, "
            "contains, usage. All if left out.",
        ),
    ] = "",
    repo: RepoOption = Path(),
    types: TypesOption = None,
) -> None:
    """Write the edges of the graph as JSON lines: source, target, kind, confidence, provenance, sites.

    Example: codeshed export edges --kind call,read
    """
    from codeshed.cli.output import warn, write
    from codeshed.cli.progress import progress_bar
    from codeshed.project.indexing import index_repository
    from codeshed.query.edges import edge_kinds, iter_exported_edges
    from codeshed.render.json import iter_json_lines

    kinds = edge_kinds(kind.split(","))
    with progress_bar() as progress:
        graph = index_repository(repo, types=types, progress=progress, n_processes=0)
    warn(graph.warnings)
    write(iter_json_lines(iter_exported_edges(graph, kinds)))
