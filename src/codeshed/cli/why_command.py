"""`codeshed why`: the edges between two symbols, with their evidence."""

from pathlib import Path

import typer

from codeshed.cli.answer_context import CapOption, CapsOption
from codeshed.cli.answer_options import (
    AllOption,
    AnswerFormat,
    FormatOption,
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


def why_command(
    source: SourceArgument,
    target: TargetArgument,
    *,
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
    """Show why A depends on B: each kind of edge, its places, the receiver's type, its provenance and its confidence.

    Without an edge it shows the nearest thing: calls of B's name that are not resolved, and the shortest path. Exit code 1:
    no edge leads from A to B.

    Example: codeshed why receipt Cart.total
    """
    import time

    from codeshed.cli.answer_context import open_answer_context
    from codeshed.cli.output import write
    from codeshed.cli.seeds import require_lines, seed_exit_code, seeds_from_root
    from codeshed.model.answers.caps import WALK_CAPS
    from codeshed.query.why import WhyRequest, why
    from codeshed.render.json_output import to_json

    options = RepositoryOptions(repo=repo, index_dir=index_dir, types=types, refresh=refresh, is_quiet=quiet)
    first, last = seeds_from_root(repo, (source, target))
    with open_answer_context(
        options, caps, cap, default_profile="wide", allowed_caps=(*WALK_CAPS, "maxEdges")
    ) as opened:
        require_lines(repo, opened.graph, (first, last))
        report = why(
            opened.graph,
            first,
            last,
            WhyRequest(caps=opened.caps),
            document_of=opened.document_of,
            index=opened.index,
            clock=time.monotonic,
        )
    if output is AnswerFormat.JSON:
        write([to_json(report)])
    else:
        from codeshed.discover.file_reading import FolderSourceReader
        from codeshed.render.source_lines import SourceLines
        from codeshed.render.why_text import why_text

        write([why_text(report, SourceLines(FolderSourceReader(repo)), show_all=show_all)])
    wrong = seed_exit_code(report.from_) or seed_exit_code(report.to)
    raise typer.Exit(wrong or (0 if report.edges else 1))
