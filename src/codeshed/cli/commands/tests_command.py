"""`codeshed tests` and `codeshed untested`: which tests matter for a change, who tests a symbol, what no test reaches."""

import enum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from codeshed.cli.answer_options import (
    AllOption,
    AnswerFormat,
    CapOption,
    CapsOption,
    DiffOption,
    FormatOption,
    StagedOption,
)
from codeshed.cli.repository_options import (
    IndexDirOption,
    ObservedOption,
    QuietOption,
    RepoOption,
    RepositoryOptions,
    TypesOption,
    VerdictRefreshOption,
    refresh_for_verdict,
)

if TYPE_CHECKING:
    from codeshed.api.answer import Answer


class TestsFormat(enum.StrEnum):
    """Names of the output formats: for people, for programs, and for test runners."""

    __test__ = False

    TEXT = "text"
    JSON = "json"
    PYTEST = "pytest"
    UNITTEST = "unittest"
    DJANGO = "django"
    JEST = "jest"
    VITEST = "vitest"
    GO = "go"
    CARGO = "cargo"
    JUNIT = "junit"
    GRADLE = "gradle"
    DOTNET = "dotnet"
    RSPEC = "rspec"
    MINITEST = "minitest"
    PHPUNIT = "phpunit"
    BUSTED = "busted"
    SCALATEST = "scalatest"
    GTEST = "gtest"
    CATCH2 = "catch2"


def select_tests_command(
    *,
    changed: Annotated[
        list[str] | None,
        typer.Option(
            metavar="PATH|SYMBOL", help="A file, folder or symbol that changes; can be given several times."
        ),
    ] = None,
    diff: DiffOption = None,
    staged: StagedOption = False,
    tested: Annotated[
        str | None,
        typer.Option(
            "--for", metavar="SYMBOL", help="List the tests that reach a symbol, each with the path to it."
        ),
    ] = None,
    max_files: Annotated[
        int | None,
        typer.Option("--max", metavar="N", min=1, help="How many test files to suggest; 10 unless given."),
    ] = None,
    budget: Annotated[
        str | None,
        typer.Option(
            metavar="B",
            help="The best tests within a share of the suite (10%), a time (3m) or a number (50).",
        ),
    ] = None,
    safe: Annotated[
        bool,
        typer.Option("--safe", help="All test files from which calls, uses or imports lead to the change."),
    ] = False,
    caps: CapsOption = None,
    cap: CapOption = None,
    repo: RepoOption = Path(),
    types: TypesOption = None,
    refresh: VerdictRefreshOption = None,
    index_dir: IndexDirOption = None,
    observed: ObservedOption = None,
    output: Annotated[
        TestsFormat,
        typer.Option("--format", help="How to print it; the names of test runners print their arguments."),
    ] = TestsFormat.TEXT,
    show_all: AllOption = False,
    quiet: QuietOption = False,
) -> None:
    """Suggest the tests that matter for a change, the best first.

    Without --changed or --diff, the change is what is not committed.

    Example: codeshed tests --diff main --format pytest
    """
    from codeshed.cli.index_access import opened_project
    from codeshed.cli.output import warn, write_answer

    options = RepositoryOptions(
        repo=repo,
        index_dir=index_dir,
        types=types,
        refresh=refresh_for_verdict(refresh),
        observed=observed,
        is_quiet=quiet,
    )
    with opened_project(options) as project:
        answer: Answer[Any]
        if tested is not None:
            answer = project.testers(tested, max_tests=max_files, profile=caps, caps=cap or ())
        else:
            answer = project.tests(
                *(changed or ()),
                diff=diff,
                staged=staged,
                max_files=max_files,
                budget=budget,
                safe=safe,
                profile=caps,
                caps=cap or (),
            )
    code = write_answer(answer, output.value, show_all=show_all)
    if output not in {TestsFormat.TEXT, TestsFormat.JSON}:
        warn(answer.document.warnings, is_quiet=quiet)
    raise typer.Exit(code)


def untested_command(
    *,
    diff: DiffOption = None,
    staged: StagedOption = False,
    caps: CapsOption = None,
    cap: CapOption = None,
    repo: RepoOption = Path(),
    types: TypesOption = None,
    refresh: VerdictRefreshOption = None,
    index_dir: IndexDirOption = None,
    observed: ObservedOption = None,
    output: FormatOption = AnswerFormat.TEXT,
    show_all: AllOption = False,
    quiet: QuietOption = False,
) -> None:
    """List the public or changed functions that no test reaches.

    Each with the test file that is nearest to it. With --diff or --staged, only changed functions.

    Example: codeshed untested --diff main
    """
    from codeshed.cli.index_access import opened_project
    from codeshed.cli.output import write_answer

    options = RepositoryOptions(
        repo=repo,
        index_dir=index_dir,
        types=types,
        refresh=refresh_for_verdict(refresh),
        observed=observed,
        is_quiet=quiet,
    )
    with opened_project(options) as project:
        answer = project.untested(diff, staged=staged, profile=caps, caps=cap or ())
    raise typer.Exit(write_answer(answer, output.value, show_all=show_all))
