"""`codeshed export codegraph-context`: entities around those that a change is about, for a language model."""

from pathlib import Path
from typing import Annotated

import typer

from codeshed.cli.answer_options import CapOption, CapsOption
from codeshed.cli.commands.export_command import ExportFormat, ExportFormatOption
from codeshed.cli.repository_options import (
    IndexDirOption,
    QuietOption,
    RefreshOption,
    RepoOption,
    RepositoryOptions,
    TypesOption,
)


def codegraph_context_command(
    entities: Annotated[
        list[str],
        typer.Argument(
            metavar="ENTITY...", help="Ids, suffixes of them, dotted names, path:line, or ISGL1 keys."
        ),
    ],
    *,
    hop_depth: Annotated[
        int | None,
        typer.Option(metavar="N", min=0, max=3, help="How many hops to look, both ways (2; 3 to refactor)."),
    ] = None,
    change_type: Annotated[
        str, typer.Option(metavar="TYPE", help="edit, create, delete or refactor.")
    ] = "edit",
    focus: Annotated[
        str,
        typer.Option(
            metavar="AREAS", help="Which come first among equals: test_interfaces, non_test_interfaces."
        ),
    ] = "",
    size_limit: Annotated[
        int, typer.Option(metavar="N", min=1, max=100_000, help="The most tokens that the document may have.")
    ] = 100_000,
    strategy: Annotated[
        str, typer.Option(metavar="NAME", help="How entities are ordered: blast_radius.")
    ] = "blast_radius",
    fail_on_cycle: Annotated[
        bool, typer.Option("--fail-on-cycle", help="A cycle among the entities is an error.")
    ] = False,
    now: Annotated[
        str | None,
        typer.Option(metavar="TIME", help="Instead of the indexed commit's time: 2026-03-01T12:00:00Z."),
    ] = None,
    caps: CapsOption = None,
    cap: CapOption = None,
    repo: RepoOption = Path(),
    types: TypesOption = None,
    refresh: RefreshOption = None,
    index_dir: IndexDirOption = None,
    output: ExportFormatOption = ExportFormat.JSON,
    quiet: QuietOption = False,
) -> None:
    """Write CodeGraphContext.json: the interfaces of entities and of all near them, without bodies.

    Example: codeshed export codegraph-context Cart.total --change-type refactor > CodeGraphContext.json
    """
    from codeshed.cli.index_access import opened_project
    from codeshed.cli.output import write_answer

    options = RepositoryOptions(repo=repo, index_dir=index_dir, types=types, refresh=refresh, is_quiet=quiet)
    with opened_project(options) as project:
        answer = project.codegraph_context(
            *entities,
            hop_depth=hop_depth,
            change_type=change_type,
            focus=tuple(filter(None, focus.split(","))),
            size_limit=size_limit,
            strategy=strategy,
            fail_on_cycle=fail_on_cycle,
            generated_at=now,
            profile=caps,
            caps=cap or (),
        )
    raise typer.Exit(write_answer(answer, output.value))
