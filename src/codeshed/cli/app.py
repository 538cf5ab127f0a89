"""The command line that is made of the table of commands.

Turns: the arguments of a call → the typer app that runs them. If the first argument is a command, only its module is loaded;
otherwise all are, to show what there is.
"""

from collections.abc import Callable, Sequence
from importlib import import_module

import typer

from codeshed.cli.command_table import COMMANDS, HELP_BY_GROUP, HIDDEN, SUBCOMMANDS
from codeshed.cli.help_groups import GroupedCommands
from codeshed.version import __version__

_HELP = "--help"
_JSON = "--json"
_JSON_FORMAT = ("--format", "json")

Command = Callable[..., None]
ErrorBoundary = Callable[[Command], Command]
"""A decorator that turns exceptions of a command into exit codes."""


def with_help_alone(arguments: list[str]) -> list[str]:
    """Return the arguments for `--help` if it is anywhere in a call; otherwise it could be taken as the value of an option."""
    options = arguments[: arguments.index("--")] if "--" in arguments else arguments
    names = arguments[: 2 if arguments and arguments[0] in SUBCOMMANDS else 1]
    nested = {(group, name) for group, commands in SUBCOMMANDS.items() for name in commands}
    is_command = tuple(names) in {*((name,) for name in COMMANDS), *nested}
    return [*names, _HELP] if is_command and _HELP in options else arguments


def with_json_as_format(arguments: list[str]) -> list[str]:
    """Return the arguments with `--json`, the short form, written out as `--format json`."""
    end = arguments.index("--") if "--" in arguments else len(arguments)
    options = [part for each in arguments[:end] for part in (_JSON_FORMAT if each == _JSON else (each,))]
    return [*options, *arguments[end:]]


def build_app(arguments: Sequence[str], bounded: ErrorBoundary) -> typer.Typer:
    """Return the command line with the command that is called, or with all commands if none is."""
    first = arguments[0] if arguments else ""
    is_command = first in SUBCOMMANDS or first in COMMANDS
    app = typer.Typer(
        name="codeshed",
        cls=GroupedCommands,
        help="What to read before a change, what breaks, and how sure is that?",
        no_args_is_help=True,
        pretty_exceptions_enable=False,
        rich_markup_mode=None,
    )
    app.callback()(_codeshed)
    for name, location in COMMANDS.items():
        if name == first or not is_command:
            app.command(name, hidden=name in HIDDEN)(bounded(_loaded(location)))
    for name in SUBCOMMANDS:
        if name == first or not is_command:
            app.add_typer(_group(name, bounded), name=name)
    return app


def _group(name: str, bounded: ErrorBoundary) -> typer.Typer:
    group = typer.Typer(help=HELP_BY_GROUP[name], no_args_is_help=True, rich_markup_mode=None)
    for command, location in SUBCOMMANDS[name].items():
        group.command(command)(bounded(_loaded(location)))
    return group


def _loaded(location: str) -> Command:
    module, _, name = location.partition(":")
    command: Command = getattr(import_module(f"codeshed.cli.commands.{module}"), name)
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
    """What to read before a change, what breaks, and how sure is that?"""
