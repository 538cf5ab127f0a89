"""Options that several bounded answers share: for a symbol, or for a difference."""

import enum
from typing import Annotated

import typer


class AnswerFormat(enum.StrEnum):
    """Names of the output formats."""

    TEXT = "text"
    JSON = "json"


SEED_HELP = "An id, a suffix of one (Cart.total), a dotted name, a file, path:line, or a folder."

SeedArgument = Annotated[str, typer.Argument(metavar="SEED", help=SEED_HELP)]
SourceArgument = Annotated[str, typer.Argument(metavar="A", help=SEED_HELP)]
TargetArgument = Annotated[str, typer.Argument(metavar="B", help="In the same forms.")]
AllOption = Annotated[
    bool, typer.Option("--all", help="Show everything that was found, not just one screen.")
]
FormatOption = Annotated[AnswerFormat, typer.Option("--format", help="How to print it.")]
MinConfidenceOption = Annotated[
    float, typer.Option(metavar="X", min=0, max=1, help="Follow only edges with at least this confidence.")
]
ExternalsOption = Annotated[
    bool, typer.Option("--externals", help="Also draw what belongs to other packages; JSON always has it.")
]
DepthOption = Annotated[int, typer.Option(metavar="N", min=1, help="How many steps away to look.")]
GraphsOption = Annotated[
    list[str] | None,
    typer.Option(
        "--graph",
        metavar="NAME",
        help="Follow only callGraph, importGraph, usageGraph or symbolEdges; can be given several times.",
    ),
]
EdgeTypesOption = Annotated[
    list[str] | None,
    typer.Option(
        "--edge-type", metavar="TYPE", help="Follow only edges of this type, such as call; several times."
    ),
]
DiffOption = Annotated[
    str | None,
    typer.Option(
        metavar="REV",
        help="What differs from a revision: REV against the working tree, REV..REV, or REV...REV since they parted.",
    ),
]
StagedOption = Annotated[
    bool, typer.Option("--staged", help="What is staged, against what is checked out or --diff REV.")
]
CapsOption = Annotated[
    str | None,
    typer.Option(
        "--caps",
        metavar="PROFILE",
        help="How much may be looked at and listed: small, default, large or wide. Default: what the settings say, or what suits the question.",
    ),
]
CapOption = Annotated[
    list[str] | None,
    typer.Option(
        "--cap", metavar="NAME=N", help="One cap, such as maxNodes=500; can be given several times."
    ),
]
