"""The options that every command over a repository has."""

import enum
from pathlib import Path
from typing import Annotated

import typer


class TypesName(enum.StrEnum):
    """Whether the type engine is asked, told here so that `--help` need not load it."""

    ON = "on"
    OFF = "off"


RepoOption = Annotated[
    Path, typer.Option("--repo", metavar="DIR", help="The repository: a folder with Python code.")
]
TypesOption = Annotated[
    TypesName | None,
    typer.Option(
        "--types",
        help="off: resolve by names and values alone, without the type engine. Default: what the settings say, or on.",
    ),
]
