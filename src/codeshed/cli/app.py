"""The command line that is made of the table of commands.

Turns: the arguments of a call → the typer app that runs them. A call names its command first, and waits for the options
of that one alone; whoever names none, or one that is not there, is shown what there is.
"""

from collections.abc import Callable, Sequence
from importlib import import_module

import typer

from codeshed.cli.command_table import COMMANDS, EXPORT, EXPORTS, HIDDEN
from codeshed.cli.help_groups import GroupedCommands
from codeshed.version import __version__

_HELP = "--help"

Command = Callable[..., None]
Bounded = Callable[[Command], Command]
"""What makes of a command one that lets nothing out but an exit code."""


def with_help_first(arguments: list[str]) -> list[str]:
    """Return the arguments of a call, of one with `--help` those that ask for it: it is no value of an option before it."""
    options = arguments[: arguments.index("--")] if "--" in arguments else arguments
    names = arguments[: 2 if arguments[:1] == [EXPORT] else 1]
    is_command = tuple(names) in {*((name,) for name in COMMANDS), *((EXPORT, name) for name in EXPORTS)}
    return [*names, _HELP] if is_command and _HELP in options else arguments


def app_for(arguments: Sequence[str], bounded: Bounded) -> typer.Typer:
    """Return the command line with the command that some arguments call, or with all if they call none."""
    first = arguments[0] if arguments else ""
    is_known = first == EXPORT or first in COMMANDS
    app = typer.Typer(
        name="codeshed",
        cls=GroupedCommands,
        help="Which code must be loaded to change this safely, and how many tokens is that?",
        no_args_is_help=True,
        add_completion=False,
        pretty_exceptions_enable=False,
        rich_markup_mode=None,
    )
    app.callback()(_codeshed)
    for name, place in COMMANDS.items():
        if name == first or not is_known:
            app.command(name, hidden=name in HIDDEN)(bounded(_loaded(place)))
    if first == EXPORT or not is_known:
        app.add_typer(_exports(bounded), name=EXPORT)
    return app


def _exports(bounded: Bounded) -> typer.Typer:
    exports = typer.Typer(
        help="Write what was found in a repository, for other programs.",
        no_args_is_help=True,
        rich_markup_mode=None,
    )
    for name, place in EXPORTS.items():
        exports.command(name)(bounded(_loaded(place)))
    return exports


def _loaded(place: str) -> Command:
    module, _, name = place.partition(":")
    command: Command = getattr(import_module(f"codeshed.cli.{module}"), name)
    return command


def _show_version(is_wanted: bool) -> None:  # noqa: FBT001 - typer calls it with the flag's value
    if is_wanted:
        typer.echo(f"codeshed {__version__}")
        raise typer.Exit


def _codeshed(
    *,
    version: bool = typer.Option(
        False, "--version", callback=_show_version, is_eager=True, help="Show the version and exit."
    ),
) -> None:
    """Which code must be loaded to change this safely, and how many tokens is that?"""
