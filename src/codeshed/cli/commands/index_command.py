"""`codeshed index`: build the index of a repository, or bring it up to date."""

from pathlib import Path
from typing import Annotated

import typer

from codeshed.cli.answer_options import AnswerFormat, FormatOption
from codeshed.cli.repository_options import (
    FolderArgument,
    IndexDirOption,
    QuietOption,
    RepoOption,
    RepositoryOptions,
    TypesName,
    repository_of,
)


def index_command(
    folder: FolderArgument = None,
    *,
    repo: RepoOption = Path(),
    index_dir: IndexDirOption = None,
    rebuild: Annotated[
        bool, typer.Option("--rebuild", help="Build it from nothing, whatever is there.")
    ] = False,
    types: Annotated[
        TypesName | None,
        typer.Option(
            "--types",
            help="off: resolve by names and values alone, without the type engine. Default: what the settings say, "
            "or on. Answers expect what the settings say.",
        ),
    ] = None,
    jobs: Annotated[
        int,
        typer.Option(
            "--jobs", metavar="N", min=0, max=256, help="How many processes read files; 0: as many as help."
        ),
    ] = 0,
    max_memory: Annotated[
        str | None,
        typer.Option(
            "--max-memory",
            metavar="SIZE",
            help="How much memory indexing may take, such as 800M or 2G; less is slower, and gives the same index. "
            "Default: what the settings say, or three quarters of what is free.",
        ),
    ] = None,
    scorer_command: Annotated[
        str | None,
        typer.Option(
            "--scorer-command",
            metavar="COMMAND",
            help="A program of yours that judges documentation, from JSON lines to JSON lines. The index remembers its "
            "name and what it said, and never runs it by itself. Default: the judgements that the index has.",
        ),
    ] = None,
    save: Annotated[
        Path | None,
        typer.Option(
            "--save",
            metavar="FILE",
            help="Save the index as one file afterwards; in a folder, as codeshed-<tree>.index.",
        ),
    ] = None,
    from_file: Annotated[
        Path | None,
        typer.Option("--from", metavar="FILE", help="Start from a saved index; what differs is brought in."),
    ] = None,
    from_cache: Annotated[
        Path | None,
        typer.Option(
            "--from-cache",
            metavar="DIR",
            help="Start from the nearest of the saved indexes in a folder: that of this very tree, or of --base.",
        ),
    ] = None,
    base: Annotated[
        str | None,
        typer.Option(
            "--base",
            metavar="REV",
            help="With --from-cache: of this commit, or the nearest one before it, will do.",
        ),
    ] = None,
    output: FormatOption = AnswerFormat.TEXT,
    quiet: QuietOption = False,
) -> None:
    """Build the index of a repository, or bring it up to date.

    Other commands do so too when they need to; this one makes it ready beforehand, or takes it elsewhere.

    Example: codeshed index
    """
    from msgspec.structs import replace

    from codeshed.api.index_opening import index_request, removing_empty_index, settings_of
    from codeshed.cli.index_access import index_options, stderr_writer
    from codeshed.cli.output import write
    from codeshed.project.index.index_run import ArtifactOptions, run_index
    from codeshed.project.index.memory_limit import parse_size
    from codeshed.project.scoring.scorer_program import ScorerProgram
    from codeshed.project.settings import with_max_memory, with_types
    from codeshed.render.index.index_text import index_text
    from codeshed.render.json_output import to_json

    repo = repository_of(folder, repo)
    settings = settings_of(repo)
    options = RepositoryOptions(
        repo=repo, index_dir=index_dir, types=types, is_quiet=quiet, scorer_command=scorer_command
    )
    if types is not None and types != settings.types:
        stderr_writer(is_quiet=quiet)(
            f"the settings say types = {settings.types!r}: answers will build the index again unless they say so too"
        )
        settings = with_types(settings, types.value)
    if max_memory is not None:
        settings = with_max_memory(settings, parse_size(max_memory))
    errand = ArtifactOptions(from_file=from_file, from_folder=from_cache, base=base, save=save)
    with (
        index_request(index_options(options), settings, n_processes=jobs) as request,
        removing_empty_index(request.index_dir),
    ):
        # From nothing, whatever is there: without a command the scorer that the index remembers is gone, too.
        scorer = ScorerProgram() if rebuild and scorer_command is None else request.scorer
        summary = run_index(replace(request, is_rebuild_wanted=rebuild, scorer=scorer), errand)
    write([to_json(summary) if output is AnswerFormat.JSON else index_text(summary)])
