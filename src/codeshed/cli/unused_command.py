"""`codeshed unused`: functions that nothing reaches."""

from pathlib import Path
from typing import Annotated

import typer

from codeshed.cli.answer_context import CapOption, CapsOption
from codeshed.cli.answer_options import (
    AllOption,
    AnswerFormat,
    FormatOption,
)
from codeshed.cli.repository_options import (
    IndexDirOption,
    QuietOption,
    RefreshOption,
    RepoOption,
    RepositoryOptions,
    TypesOption,
)


def unused_command(
    *,
    include_public: Annotated[
        bool,
        typer.Option(
            "--include-public",
            help="Also list public functions that nothing here reaches; code of other repositories may use them.",
        ),
    ] = False,
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
    """List functions that nothing reaches from any entry point, test or export, and what speaks against removing them.

    The list is a lower bound: there may be more. A function whose name occurs elsewhere in the texts is
    listed apart, as perhaps used.

    Example: codeshed unused --include-public
    """
    import time

    from codeshed.cli.answer_context import open_answer_context
    from codeshed.cli.index_access import settings_of
    from codeshed.cli.output import write
    from codeshed.model.answers.caps import WORK_CAPS
    from codeshed.project.mention_search import MentionSearch, find_text_files
    from codeshed.project.public_symbols import PublicSymbols
    from codeshed.project.pytest_settings import read_test_names
    from codeshed.query.unused.unused import UnusedRequest, unused
    from codeshed.render.json_output import to_json

    options = RepositoryOptions(repo=repo, index_dir=index_dir, types=types, refresh=refresh, is_quiet=quiet)
    with open_answer_context(
        options, caps, cap, default_profile="wide", allowed_caps=WORK_CAPS, is_for_few=False
    ) as opened:
        report = unused(
            opened.graph,
            UnusedRequest(caps=opened.caps, include_public=include_public, test_names=read_test_names(repo)),
            find_mentions=MentionSearch(
                repo, (*opened.graph.files, *find_text_files(repo, settings_of(repo)))
            ),
            is_public=PublicSymbols(opened.document_of),
            index=opened.index,
            clock=time.monotonic,
        )
    if output is AnswerFormat.JSON:
        write([to_json(report)])
    else:
        from codeshed.render.unused_text import unused_text

        write([unused_text(report, show_all=show_all)])
