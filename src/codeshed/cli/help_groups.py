"""The overview of `codeshed --help`: commands grouped by the question that they answer."""

from collections.abc import Sequence
from contextlib import AbstractContextManager
from typing import Protocol

import typer.core

from codeshed.cli.command_table import GROUPS

_MARGIN = 6


class _Formatter(Protocol):
    """The part of the formatter that is used; its library depends on the version of typer."""

    @property
    def width(self) -> int:
        """The number of columns."""

    def write_paragraph(self) -> None:
        """Write an empty line."""

    def write_heading(self, heading: str, /) -> None:
        """Write the title of a group."""

    def indentation(self) -> AbstractContextManager[None]:
        """Indent what is written."""

    def write_dl(self, rows: Sequence[tuple[str, str]], /) -> None:
        """Write names with their descriptions."""


class GroupedCommands(typer.core.TyperGroup):
    """Lists commands by group; a command without a group is hidden."""

    def format_commands(self, ctx: object, formatter: _Formatter) -> None:
        """Write the groups, each with its commands and the first sentence of their help."""
        del ctx
        formatter.write_paragraph()
        width = max(len(name) for _, names in GROUPS for name in names)
        for title, names in GROUPS:
            rows = [
                (name.ljust(width), self.commands[name].get_short_help_str(formatter.width - width - _MARGIN))
                for name in names
            ]
            # Without empty lines between the groups, all commands fit one screen.
            formatter.write_heading(title)
            with formatter.indentation():
                formatter.write_dl(rows)
