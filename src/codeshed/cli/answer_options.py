"""The options that short answers about a symbol have."""

import enum
from typing import Annotated

import typer


class AnswerFormat(enum.StrEnum):
    """Names of the output formats."""

    TEXT = "text"
    JSON = "json"


SEED_HELP = "An id, a suffix of one (Cart.total), a dotted name, a path, or path:line."

SeedArgument = Annotated[str, typer.Argument(metavar="SEED", help=SEED_HELP)]
SourceArgument = Annotated[str, typer.Argument(metavar="A", help=SEED_HELP)]
TargetArgument = Annotated[str, typer.Argument(metavar="B", help="In the same forms.")]
AllOption = Annotated[bool, typer.Option("--all", help="Show all that was found, not only one screen of it.")]
FormatOption = Annotated[AnswerFormat, typer.Option("--format", help="How to print it.")]
MinConfidenceOption = Annotated[
    float, typer.Option(metavar="X", min=0, max=1, help="Follow only edges that are at least so sure.")
]
