"""`codeshed callers` and `codeshed callees`: who calls a symbol, and what it calls."""

from pathlib import Path
from typing import TYPE_CHECKING

import typer

from codeshed.cli.answer_context import CapOption, CapsOption
from codeshed.cli.answer_options import (
    AllOption,
    AnswerFormat,
    FormatOption,
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
    from codeshed.model.answers.neighbours import Side


def callers_command(
    seed: SeedArgument,
    *,
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
    """Show who calls something, the most certain first, with the line of the first call.

    Calls of a method that it overrides are shown apart, since they may run it. A class is called where its
    constructor is. For a module, everything in it counts.

    Example: codeshed callers Cart.total
    """
    from codeshed.model.answers.neighbours import Side

    options = RepositoryOptions(repo=repo, index_dir=index_dir, types=types, refresh=refresh, is_quiet=quiet)
    _answer(
        Side.CALLERS,
        seed,
        options,
        (caps, cap),
        min_confidence=min_confidence,
        output=output,
        show_all=show_all,
    )


def callees_command(
    seed: SeedArgument,
    *,
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
    """Show what something calls and uses, the most certain first, with the line of the first call.

    What overrides a method that it calls is shown apart, since it may run instead. For a class or a module, everything in
    it counts.

    Example: codeshed callees Cart.total
    """
    from codeshed.model.answers.neighbours import Side

    options = RepositoryOptions(repo=repo, index_dir=index_dir, types=types, refresh=refresh, is_quiet=quiet)
    _answer(
        Side.CALLEES,
        seed,
        options,
        (caps, cap),
        min_confidence=min_confidence,
        output=output,
        show_all=show_all,
    )


def _answer(
    side: "Side",
    seed: str,
    options: RepositoryOptions,
    caps: tuple[str | None, list[str] | None],
    *,
    min_confidence: float,
    output: AnswerFormat,
    show_all: bool,
) -> None:
    import time

    from codeshed.cli.answer_context import open_answer_context
    from codeshed.cli.output import write
    from codeshed.cli.seeds import require_lines, seed_exit_code, seeds_from_root
    from codeshed.model.answers.caps import NEIGHBOUR_CAPS
    from codeshed.query.neighbours.neighbours import NeighbourRequest, neighbours
    from codeshed.render.json_output import to_json

    (from_root,) = seeds_from_root(options.repo, (seed,))
    with open_answer_context(options, *caps, default_profile="wide", allowed_caps=NEIGHBOUR_CAPS) as opened:
        require_lines(options.repo, opened.graph, (from_root,))
        request = NeighbourRequest(caps=opened.caps, side=side, min_confidence=min_confidence)
        answer = neighbours(
            opened.graph,
            from_root,
            request,
            index=opened.index,
            clock=time.monotonic,
        )
    if output is AnswerFormat.JSON:
        write([to_json(answer)])
    else:
        from codeshed.discover.file_reading import FolderSourceReader
        from codeshed.render.neighbours_text import neighbours_text
        from codeshed.render.source_lines import SourceLines

        write([neighbours_text(answer, SourceLines(FolderSourceReader(options.repo)), show_all=show_all)])
    raise typer.Exit(seed_exit_code(answer.seed))
