"""The one error boundary of the command line.

Exit codes: 0 fine, 1 findings, 2 the call or its configuration is wrong, 3 our bug, 130 interrupted.
"""

import functools
import gc
import os
import signal
import sys
from collections.abc import Callable
from typing import ParamSpec

import typer

from codeshed.cli.affected_command import affected_command
from codeshed.cli.clean_command import clean_command
from codeshed.cli.context_command import context_command
from codeshed.cli.export_command import export_edges_command, export_semantic_data_command
from codeshed.cli.footprint_command import footprint_command
from codeshed.cli.graph_command import graph_command
from codeshed.cli.help_groups import GroupedCommands
from codeshed.cli.impact_command import impact_command
from codeshed.cli.index_command import index_command
from codeshed.cli.neighbours_command import callees_command, callers_command
from codeshed.cli.path_command import path_command
from codeshed.cli.status_command import status_command
from codeshed.cli.unused_command import unused_command
from codeshed.cli.validate_command import validate_command
from codeshed.cli.verify_command import verify_command, write_exports_command
from codeshed.cli.watch_command import watch_command
from codeshed.cli.why_command import why_command
from codeshed.errors import CodeshedError
from codeshed.version import __version__

WRONG_CALL = 2
OUR_BUG = 3
INTERRUPTED = 130

_P = ParamSpec("_P")

app = typer.Typer(
    name="codeshed",
    cls=GroupedCommands,
    help="Which code must be loaded to change this safely, and how many tokens is that?",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)


def main() -> None:
    """Run the command line and exit with a code that means something."""
    signal.signal(signal.SIGTERM, _stop)
    # Nothing here multiplies matrices: threads that wait for that would cost a tenth of a short run.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    # Almost nothing that is made here is a cycle: looking for them at the usual times takes a tenth of a short run.
    gc.set_threshold(100_000, 50, 100)
    code = run(sys.argv[1:])
    try:
        sys.stdout.flush()
        sys.stderr.flush()
    except OSError as error:
        code = code or _exit_code_of(error)
    # A graph is hundred thousands of objects: whoever waits for the answer need not wait until each has been freed.
    os._exit(code)


def _stop(number: int, _: object) -> None:
    """End as if the command had, so that what it started ends with it and nothing is left behind."""
    sys.exit(128 + number)


def run(arguments: list[str]) -> int:
    """Run one command and return its exit code."""
    try:
        app(arguments, prog_name="codeshed")
    except SystemExit as stop:
        return stop.code if isinstance(stop.code, int) else 0
    except KeyboardInterrupt as error:
        return _exit_code_of(error)
    return 0


def _bounded(command: Callable[_P, None]) -> Callable[_P, None]:
    """Let nothing but an exit code out of a command."""

    @functools.wraps(command)
    def bounded_command(*arguments: _P.args, **options: _P.kwargs) -> None:
        try:
            command(*arguments, **options)
        except typer.Exit:
            raise
        except (Exception, KeyboardInterrupt) as error:  # noqa: BLE001 - the one boundary of this surface
            raise typer.Exit(_exit_code_of(error)) from None

    return bounded_command


def _exit_code_of(error: BaseException) -> int:
    """Tell the user what happened and what to do, and return the code that says it to programs."""
    match error:
        case CodeshedError():
            _say(error.message, error.hint)
            return WRONG_CALL
        case KeyboardInterrupt():
            _say("interrupted")
            return INTERRUPTED
        case BrokenPipeError():
            # The reader of our output has gone: nothing is left to say, and nothing to flush to.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            return 0
        case OSError():
            _say(str(error), "check the disk, the path and its permissions")
            return WRONG_CALL
        case _:
            _say(f"a bug in codeshed: {type(error).__name__}: {error}", _save_traceback(error))
            return OUR_BUG


def _say(message: str, hint: str = "") -> None:
    """Write to stderr; names in a message may come from analysed code, so they are made safe to print."""
    from codeshed.render.wording import printable

    for line in (f"codeshed: {message}", *(f"  {line}" for line in hint.splitlines())):
        typer.echo(printable(line), err=True)


def _save_traceback(error: BaseException) -> str:
    """Save the traceback, so that the report of a bug can carry it."""
    import tempfile
    import traceback

    try:
        handle, path = tempfile.mkstemp(prefix="codeshed-", suffix=".traceback")
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            traceback.print_exception(error, file=file)
    except OSError:
        return "its traceback could not be saved"
    return f"please report it with {path}"


def _show_version(is_wanted: bool) -> None:  # noqa: FBT001 - typer calls it with the flag's value
    if is_wanted:
        typer.echo(f"codeshed {__version__}")
        raise typer.Exit


@app.callback()
def _codeshed(
    *,
    version: bool = typer.Option(
        False, "--version", callback=_show_version, is_eager=True, help="Show the version and exit."
    ),
) -> None:
    """Which code must be loaded to change this safely, and how many tokens is that?"""


app.command("index")(_bounded(index_command))
app.command("status")(_bounded(status_command))
app.command("watch")(_bounded(watch_command))
app.command("verify")(_bounded(verify_command))
app.command("write-exports", hidden=True)(_bounded(write_exports_command))
app.command("clean")(_bounded(clean_command))
app.command("footprint")(_bounded(footprint_command))
app.command("context")(_bounded(context_command))
app.command("graph")(_bounded(graph_command))
app.command("impact")(_bounded(impact_command))
app.command("affected")(_bounded(affected_command))
app.command("callers")(_bounded(callers_command))
app.command("callees")(_bounded(callees_command))
app.command("path")(_bounded(path_command))
app.command("why")(_bounded(why_command))
app.command("unused")(_bounded(unused_command))
app.command("validate")(_bounded(validate_command))
_export = typer.Typer(
    help="Write what was found in a repository, for other programs.",
    no_args_is_help=True,
    rich_markup_mode=None,
)
_export.command("semantic-data")(_bounded(export_semantic_data_command))
_export.command("edges")(_bounded(export_edges_command))
app.add_typer(_export, name="export")
