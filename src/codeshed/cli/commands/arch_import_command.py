"""`codeshed arch import`: rules of other tools as ours."""

import enum
import sys
from pathlib import Path
from typing import Annotated

import typer

from codeshed.cli.repository_options import QuietOption, RepoOption


class RulesFormat(enum.StrEnum):
    """The one format of rules that are written."""

    JSON = "json"


RulesFormatOption = Annotated[RulesFormat, typer.Option("--format", help="Rules are written as JSON.")]


def arch_import_command(
    file: Annotated[
        Path,
        typer.Argument(
            metavar="FILE",
            help="`.importlinter`, `setup.cfg` or `pyproject.toml` with contracts of import-linter, or a `.dependency-cruiser.json`.",
        ),
    ],
    *,
    repo: RepoOption = Path(),
    output: RulesFormatOption = RulesFormat.JSON,  # noqa: ARG001 - rules are JSON; every command takes --format
    quiet: QuietOption = False,
) -> None:
    """Write the rules of import-linter or dependency-cruiser as ours.

    What has no equal is told on stderr, and the exit code is then 1. Globs select the files that the module names and regular expressions select now.

    Example: codeshed arch import pyproject.toml > codeshed-rules.json
    """
    from codeshed.api.rule_import import import_rules
    from codeshed.cli.output import write
    from codeshed.model.architecture.architecture_rules import ArchitectureRulesV1
    from codeshed.render.json_output import to_json
    from codeshed.render.phrases.wording import printable

    imported = import_rules(file, repo)
    write([to_json(ArchitectureRulesV1(version=1, rules=imported.rules))])
    for each in () if quiet else imported.problems:
        sys.stderr.write(f"codeshed: not taken over: {printable(each)}\n")
    if imported.problems:
        raise typer.Exit(1)
