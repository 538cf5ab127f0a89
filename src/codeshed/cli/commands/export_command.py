"""`codeshed export`: SemanticData and edges, for other programs."""

import enum
from pathlib import Path
from typing import Annotated

import typer

from codeshed.cli.repository_options import (
    IndexDirOption,
    ObservedOption,
    QuietOption,
    RefreshOption,
    RepoOption,
    RepositoryOptions,
    TypesOption,
)


class ExportFormat(enum.StrEnum):
    """The one format of exports."""

    JSON = "json"


ExportFormatOption = Annotated[
    ExportFormat, typer.Option("--format", help="Exports are JSON; edges are JSON lines.")
]


def export_semantic_data_command(
    *,
    repo: RepoOption = Path(),
    types: TypesOption = None,
    refresh: RefreshOption = None,
    index_dir: IndexDirOption = None,
    output: ExportFormatOption = ExportFormat.JSON,  # noqa: ARG001 - exports are JSON; every command takes --format
    quiet: QuietOption = False,
) -> None:
    """Write all definitions and references, as JSON.

    The document keeps the SemanticData contract.

    Example: codeshed export semantic-data --repo . > semantic-data.json
    """
    from codeshed.api.index_opening import is_in_memory, open_index, settings_of
    from codeshed.cli.index_access import index_options
    from codeshed.cli.output import warn, write_bytes
    from codeshed.cli.progress_bar import progress_bar
    from codeshed.model.semantic_json import iter_documents_json, iter_semantic_json
    from codeshed.project.index.external_parts import stored_external_symbols
    from codeshed.project.index.graph_in_memory import read_repository
    from codeshed.project.index.stored_semantic_data import iter_stored_documents

    options = index_options(
        RepositoryOptions(repo=repo, index_dir=index_dir, types=types, refresh=refresh, is_quiet=quiet)
    )
    settings = settings_of(repo)
    if is_in_memory(options, settings):
        with progress_bar(is_quiet=quiet) as progress:
            repository = read_repository(
                repo, settings=settings, types=types, progress=progress, n_processes=0
            )
        warn(repository.warnings, is_quiet=quiet)
        write_bytes(iter_semantic_json(repository.data))
        return
    opened = open_index(options, settings)
    with opened.reader:
        warn(opened.graph.warnings, is_quiet=quiet)
        write_bytes(
            iter_documents_json(iter_stored_documents(opened.reader), stored_external_symbols(opened.reader))
        )


def export_edges_command(
    *,
    kind: Annotated[
        str,
        typer.Option(
            metavar="KINDS",
            help="Which edges, by commas: call, read, write, overriddenBy, annotates, inherits, import, export, dataflow, "
            "contains, usage. All if left out.",
        ),
    ] = "",
    repo: RepoOption = Path(),
    types: TypesOption = None,
    refresh: RefreshOption = None,
    observed: ObservedOption = None,
    index_dir: IndexDirOption = None,
    output: ExportFormatOption = ExportFormat.JSON,  # noqa: ARG001 - exports are JSON; every command takes --format
    quiet: QuietOption = False,
) -> None:
    """Write the edges of the graph, as JSON lines.

    Each has its source, target, kind, confidence, provenance and sites.

    Example: codeshed export edges --kind call,read
    """
    from codeshed.cli.index_access import opened_project
    from codeshed.cli.output import warn, write
    from codeshed.query.exported_edges import edge_kinds, iter_exported_edges
    from codeshed.render.json_output import iter_json_lines

    kinds = edge_kinds(kind.split(","))
    options = RepositoryOptions(
        repo=repo,
        index_dir=index_dir,
        types=types,
        refresh=refresh,
        observed=observed,
        is_quiet=quiet,
    )
    with opened_project(options) as project:
        graph = project.code_graph()
    warn(graph.warnings, is_quiet=quiet)
    write(iter_json_lines(iter_exported_edges(graph, kinds)))


def export_api_contracts_command(
    *,
    repo: RepoOption = Path(),
    refresh: RefreshOption = None,
    index_dir: IndexDirOption = None,
    output: ExportFormatOption = ExportFormat.JSON,  # noqa: ARG001 - exports are JSON; every command takes --format
    quiet: QuietOption = False,
) -> None:
    """Write the contract of every symbol as a JSON line: signature, calls, what is wrong with them.

    A row is at most 16 KiB: calls that do not fit are left out, and its truncation says how many.

    Example: codeshed export api-contracts > api_contracts.jsonl
    """
    from codeshed.cli.index_access import opened_project
    from codeshed.cli.output import warn, write
    from codeshed.query.contracts.contract_rows import iter_contract_rows
    from codeshed.render.json_output import iter_json_lines

    options = RepositoryOptions(repo=repo, index_dir=index_dir, types=None, refresh=refresh, is_quiet=quiet)
    with opened_project(options) as project:
        report = project.contracts(profile="wide").document
    warn(report.warnings, is_quiet=quiet)
    write(
        iter_json_lines(
            iter_contract_rows(report, measure=lambda row: sum(map(len, iter_json_lines((row,)))))
        )
    )
