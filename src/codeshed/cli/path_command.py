"""`codeshed path`: the shortest path from one symbol to another."""

from pathlib import Path
from typing import Annotated

import typer

from codeshed.cli.answer_context import CapOption, CapsOption
from codeshed.cli.answer_options import (
    AllOption,
    AnswerFormat,
    FormatOption,
    MinConfidenceOption,
    SourceArgument,
    TargetArgument,
)
from codeshed.cli.repository_options import (
    IndexDirOption,
    QuietOption,
    RefreshOption,
    RepoOption,
    RepositoryOptions,
    TypesOption,
)


def path_command(
    source: SourceArgument,
    target: TargetArgument,
    *,
    edge_types: Annotated[
        list[str] | None,
        typer.Option(
            "--edge-type",
            metavar="TYPE",
            help="Follow only edges of this type, such as call; several times. Default: calls, overrides and decorators "
            "first, then all but dataflow.",
        ),
    ] = None,
    min_confidence: MinConfidenceOption = 0.0,
    show_all: AllOption = False,
    caps: CapsOption = None,
    cap: CapOption = None,
    repo: RepoOption = Path(),
    types: TypesOption = None,
    refresh: RefreshOption = None,
    index_dir: IndexDirOption = None,
    output: FormatOption = AnswerFormat.TEXT,
    quiet: QuietOption = False,
) -> None:
    """Show the shortest path from A to B with the evidence of each step; if there is none, the path back.

    Of equally short paths it is the most certain. Exit code 1: no path was found in either direction.

    Example: codeshed path checkout Money.times
    """
    import time

    from codeshed.cli.answer_context import open_answer_context
    from codeshed.cli.output import write
    from codeshed.cli.seeds import require_lines, seed_exit_code, seeds_from_root
    from codeshed.graph.walk.edge_filter import EdgeFilters
    from codeshed.model.answers.caps import WALK_CAPS
    from codeshed.query.path import PathRequest, path_between
    from codeshed.render.json_output import to_json

    options = RepositoryOptions(repo=repo, index_dir=index_dir, types=types, refresh=refresh, is_quiet=quiet)
    first, last = seeds_from_root(repo, (source, target))
    with open_answer_context(options, caps, cap, default_profile="wide", allowed_caps=WALK_CAPS) as opened:
        require_lines(repo, opened.graph, (first, last))
        filters = EdgeFilters(edge_types=tuple(edge_types or ()), min_confidence=min_confidence)
        report = path_between(
            opened.graph,
            first,
            last,
            PathRequest(caps=opened.caps, filters=filters),
            index=opened.index,
            clock=time.monotonic,
        )
    if output is AnswerFormat.JSON:
        write([to_json(report)])
    else:
        from codeshed.discover.file_reading import FolderSourceReader
        from codeshed.render.path_text import path_text
        from codeshed.render.source_lines import SourceLines

        write([path_text(report, SourceLines(FolderSourceReader(repo)), show_all=show_all)])
    wrong = seed_exit_code(report.from_) or seed_exit_code(report.to)
    raise typer.Exit(wrong or (1 if report.path is None else 0))
