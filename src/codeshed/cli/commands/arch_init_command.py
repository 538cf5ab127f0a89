"""`codeshed arch init`: rules from what the code does today."""

import sys
from pathlib import Path
from typing import Annotated

import typer

from codeshed.cli.commands.arch_import_command import RulesFormat, RulesFormatOption
from codeshed.cli.repository_options import (
    IndexDirOption,
    QuietOption,
    RefreshOption,
    RepoOption,
    RepositoryOptions,
    TypesOption,
)


def arch_init_command(
    *,
    container: Annotated[
        str | None,
        typer.Option(
            metavar="DIR",
            help="The folder whose folders become layers. Default: from the root into the folder that holds more than half of the code, again and again.",
        ),
    ] = None,
    repo: RepoOption = Path(),
    types: TypesOption = None,
    refresh: RefreshOption = None,
    index_dir: IndexDirOption = None,
    output: RulesFormatOption = RulesFormat.JSON,  # noqa: ARG001 - rules are JSON; every command takes --format
    quiet: QuietOption = False,
) -> None:
    """Propose rules from what the code does today: layers in the order in which the fewest imports lead upwards.

    Writes the rules; on stderr, the imports that they would have caught.

    Example: codeshed arch init > codeshed-rules.json
    """
    from codeshed.cli.index_access import opened_project
    from codeshed.cli.output import write
    from codeshed.model.architecture.architecture_rules import ArchitectureRulesV1
    from codeshed.render.json_output import to_json
    from codeshed.render.proposed_rules_text import proposed_rules_lines

    options = RepositoryOptions(repo=repo, index_dir=index_dir, types=types, refresh=refresh, is_quiet=quiet)
    with opened_project(options) as project:
        proposed = project.arch_init(container)
    write([to_json(ArchitectureRulesV1(version=1, rules=proposed.rules))])
    for line in () if quiet else proposed_rules_lines(proposed):
        sys.stderr.write(f"{line}\n")
