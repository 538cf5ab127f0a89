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

from codeshed.cli.app import app_for, with_help_first
from codeshed.errors import CodeshedError

WRONG_CALL = 2
OUR_BUG = 3
INTERRUPTED = 130

_P = ParamSpec("_P")


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
    arguments = with_help_first(arguments)
    try:
        app_for(arguments, _bounded)(arguments, prog_name="codeshed")
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
