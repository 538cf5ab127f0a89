"""`codeshed callers` and `codeshed callees`: who calls a symbol, and what it calls."""

from pathlib import Path

import typer

from codeshed.cli.answer_options import (
    AllOption,
    AnswerFormat,
    CapOption,
    CapsOption,
    FormatOption,
    MinConfidenceOption,
    SeedArgument,
)
from codeshed.cli.repository_options import (
    IndexDirOption,
    ObservedOption,
    QuietOption,
    RefreshOption,
    RepoOption,
    RepositoryOptions,
    TypesOption,
)


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
    observed: ObservedOption = None,
    index_dir: IndexDirOption = None,
    output: FormatOption = AnswerFormat.TEXT,
    quiet: QuietOption = False,
) -> None:
    """Show who calls something, the most certain first.

    Each caller is shown with the line of its first call. Calls of a method that it overrides are shown apart, since they may run it. A class is called where its
    constructor is. For a module, everything in it counts.

    Example: codeshed callers Cart.total
    """
    from codeshed.cli.index_access import opened_project
    from codeshed.cli.output import write_answer

    options = RepositoryOptions(
        repo=repo, index_dir=index_dir, types=types, refresh=refresh, observed=observed, is_quiet=quiet
    )
    with opened_project(options) as project:
        answer = project.callers(seed, min_confidence=min_confidence, profile=caps, caps=cap or ())
    raise typer.Exit(write_answer(answer, output.value, show_all=show_all))


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
    observed: ObservedOption = None,
    index_dir: IndexDirOption = None,
    output: FormatOption = AnswerFormat.TEXT,
    quiet: QuietOption = False,
) -> None:
    """Show what something calls and uses, the most certain first.

    Each is shown with the line of the first call. What overrides a method that it calls is shown apart, since it may run instead. For a class or a module, everything in
    it counts.

    Example: codeshed callees Cart.total
    """
    from codeshed.cli.index_access import opened_project
    from codeshed.cli.output import write_answer

    options = RepositoryOptions(
        repo=repo, index_dir=index_dir, types=types, refresh=refresh, observed=observed, is_quiet=quiet
    )
    with opened_project(options) as project:
        answer = project.callees(seed, min_confidence=min_confidence, profile=caps, caps=cap or ())
    raise typer.Exit(write_answer(answer, output.value, show_all=show_all))
