"""`codeshed context`: the code needed to work on a symbol, within a budget."""

import enum
from pathlib import Path
from typing import Annotated

import typer

from codeshed.cli.answer_options import CapOption, CapsOption
from codeshed.cli.repository_options import (
    IndexDirOption,
    ObservedOption,
    QuietOption,
    RefreshOption,
    RepoOption,
    RepositoryOptions,
    TypesOption,
)

_DEFAULT_TOKENS = 4000
_BYTES_BY_TOKEN = 10


class TaskName(enum.StrEnum):
    """The tasks; repeated here so that `--help` need not load them."""

    WRITE = "write"
    EDIT = "edit"
    REVIEW = "review"
    TEST = "test"
    EXPLAIN = "explain"


class ContextFormatName(enum.StrEnum):
    """Names of the output formats."""

    MD = "md"
    XML = "xml"
    JSON = "json"


class TokensName(enum.StrEnum):
    """The names of tokenizers."""

    CL100K_BASE = "cl100k_base"
    O200K_BASE = "o200k_base"
    WORDS = "words"


def context_command(
    seeds: Annotated[
        list[str],
        typer.Argument(
            metavar="SEED...",
            help="Functions, classes or files, the first one first: ids, suffixes (Cart.total), dotted names, paths, or path:line.",
        ),
    ],
    *,
    max_tokens: Annotated[
        int | None,
        typer.Option(
            metavar="N",
            min=1,
            help=f"At most so many tokens in all ({_DEFAULT_TOKENS} if no bytes are given).",
        ),
    ] = None,
    max_bytes: Annotated[
        int | None,
        typer.Option(
            metavar="N", min=1, help=f"At most so many bytes in all ({_BYTES_BY_TOKEN} for each token)."
        ),
    ] = None,
    hops: Annotated[
        int, typer.Option(metavar="K", min=1, help="How many steps away the graph slice reaches.")
    ] = 1,
    task: Annotated[
        TaskName,
        typer.Option(
            "--for",
            help="What the context is for; callers and tests count more for an edit, bodies to explain.",
        ),
    ] = TaskName.WRITE,
    explain: Annotated[bool, typer.Option("--explain", help="Say why each piece is there.")] = False,
    no_graph: Annotated[bool, typer.Option("--no-graph", help="Without the graph slice.")] = False,
    no_types: Annotated[bool, typer.Option("--no-types", help="Without the type facts.")] = False,
    no_risk: Annotated[bool, typer.Option("--no-risk", help="Without the risk slice.")] = False,
    no_imports: Annotated[bool, typer.Option("--no-imports", help="No imports in the graph slice.")] = False,
    no_usages: Annotated[
        bool, typer.Option("--no-usages", help="No uses, reads and writes in the graph slice.")
    ] = False,
    no_calls: Annotated[bool, typer.Option("--no-calls", help="No calls in the graph slice.")] = False,
    size_function: Annotated[
        TokensName, typer.Option(help="What tokens are counted by.")
    ] = TokensName.CL100K_BASE,
    caps: CapsOption = None,
    cap: CapOption = None,
    repo: RepoOption = Path(),
    types: TypesOption = None,
    refresh: RefreshOption = None,
    observed: ObservedOption = None,
    index_dir: IndexDirOption = None,
    output: Annotated[
        ContextFormatName,
        typer.Option("--format", help="How to print it; the budget is that of what is printed."),
    ] = ContextFormatName.MD,
    full: Annotated[
        bool,
        typer.Option(
            "--full", help="With --format json: a record for each piece, edge and fact, which costs tokens."
        ),
    ] = False,
    quiet: QuietOption = False,
) -> None:
    """Collect the code needed to work on something, within a budget.

    It is the text of a function, a class or a file, and the bodies and signatures that it needs.

    Example: codeshed context Cart.total --max-tokens 3000 --for edit
    """
    from codeshed.build.size import preload_tokenizer

    preload_tokenizer(size_function.value)

    from codeshed.cli.index_access import opened_project
    from codeshed.cli.output import warn, write_answer
    from codeshed.query.context.context_draft import RISK_NOT_AVAILABLE

    options = RepositoryOptions(
        repo=repo, index_dir=index_dir, types=types, refresh=refresh, observed=observed, is_quiet=quiet
    )
    with opened_project(options) as project:
        answer = project.context(
            *seeds,
            max_tokens=max_tokens,
            max_bytes=max_bytes,
            hops=hops,
            task=task.value,
            explain=explain,
            graph=not no_graph,
            types=not no_types,
            risk=not no_risk,
            imports=not no_imports,
            usages=not no_usages,
            calls=not no_calls,
            size_function=size_function.value,
            output=output.value,
            full=full,
            profile=caps,
            caps=cap or (),
        )
    if output is not ContextFormatName.JSON and answer.is_clear:
        # If the seed is unclear, that alone is said. That nothing fills the risk slice is no news; JSON has it.
        shown = [each for each in answer.document.warnings if each.code != RISK_NOT_AVAILABLE]
        warn(shown[:3], is_quiet=quiet)
    raise typer.Exit(write_answer(answer, output.value))
