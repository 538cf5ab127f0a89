"""The overview of `codeshed --help`: the commands by the question that each answers."""

from collections.abc import Sequence
from contextlib import AbstractContextManager
from typing import Protocol

import typer.core

from codeshed.cli.command_table import GROUPS

_MARGIN = 6


class _Formatter(Protocol):
    """What is used of the formatter, which typer takes from one library or another, by its version."""

    @property
    def width(self) -> int:
        """How many columns there are."""

    def section(self, name: str, /) -> AbstractContextManager[None]:
        """Begin a section."""

    def write_dl(self, rows: Sequence[tuple[str, str]], /) -> None:
        """Write names and what they mean."""


class GroupedCommands(typer.core.TyperGroup):
    """Commands that are listed by group; one that is in no group is not for people."""

    def format_commands(self, ctx: object, formatter: _Formatter) -> None:
        """Write the groups, each with its commands and their first sentences."""
        del ctx
        width = max(len(name) for _, names in GROUPS for name in names)
        for title, names in GROUPS:
            rows = [
                (name.ljust(width), self.commands[name].get_short_help_str(formatter.width - width - _MARGIN))
                for name in names
            ]
            with formatter.section(title):
                formatter.write_dl(rows)
