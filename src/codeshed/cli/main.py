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

from codeshed.cli.app import build_app, with_help_alone, with_json_as_format
from codeshed.cli.command_table import MAP
from codeshed.errors import CodeshedError
from codeshed.render.layout.columns import columns

WRONG_CALL = 2
OUR_BUG = 3
INTERRUPTED = 130

_COMPLETION = "_CODESHED_COMPLETE"

_P = ParamSpec("_P")


def main() -> None:
    """Run the command line and exit with a code that means something."""
    signal.signal(signal.SIGTERM, _stop)
    # No matrices are multiplied: idle threads for that would cost a tenth of a short run.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    # Almost no garbage is cyclic: collecting at the default thresholds takes a tenth of a short run.
    gc.set_threshold(100_000, 50, 100)
    code = run(sys.argv[1:])
    try:
        sys.stdout.flush()
        sys.stderr.flush()
    except OSError as error:
        code = code or _exit_code_of(error)
    # Freeing the objects of a graph one by one takes time, so the process ends without it.
    os._exit(code)


def _stop(number: int, _: object) -> None:
    """Exit in the regular way on SIGTERM, so that child processes end and nothing is left behind."""
    sys.exit(128 + number)


def run(arguments: list[str]) -> int:
    """Run one command and return its exit code."""
    arguments = with_json_as_format(with_help_alone(arguments or _arguments_of_none()))
    try:
        build_app(arguments, _bounded)(arguments, prog_name="codeshed")
    except SystemExit as stop:
        return stop.code if isinstance(stop.code, int) else 0
    except (CodeshedError, KeyboardInterrupt) as error:
        # What an option refuses, such as `--explain`, is raised before its command runs.
        return _exit_code_of(error)
    return 0


def _arguments_of_none() -> list[str]:
    """Return what `codeshed` alone means: the map; while a shell completes a line, the line is in its environment."""
    return [] if _COMPLETION in os.environ else [MAP]


def _bounded(command: Callable[_P, None]) -> Callable[_P, None]:
    """Decorate a command so that it raises nothing but an exit code."""

    @functools.wraps(command)
    def bounded_command(*arguments: _P.args, **options: _P.kwargs) -> None:
        try:
            with columns(are_aligned=sys.stdout.isatty()):
                command(*arguments, **options)
        except typer.Exit:
            raise
        except (Exception, KeyboardInterrupt) as error:  # noqa: BLE001 - the one boundary of this surface
            raise typer.Exit(_exit_code_of(error)) from None

    return bounded_command


def _exit_code_of(error: BaseException) -> int:
    """Report an error to the user and return its exit code."""
    match error:
        case CodeshedError():
            _say(error.message, error.hint)
            return WRONG_CALL
        case KeyboardInterrupt():
            _say("interrupted")
            return INTERRUPTED
        case BrokenPipeError():
            # The reader of our output is gone: redirect stdout so that flushing cannot fail.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            return 0
        case OSError():
            _say(str(error), "check the disk, the path and its permissions")
            return WRONG_CALL
        case _:
            _say(f"a bug in codeshed: {type(error).__name__}: {error}", _save_traceback(error))
            return OUR_BUG


def _say(message: str, hint: str = "") -> None:
    """Write to stderr; messages may contain names of analysed code, so they are made safe to print."""
    from codeshed.render.phrases.wording import printable

    for line in (f"codeshed: {message}", *(f"  {line}" for line in hint.splitlines())):
        typer.echo(printable(line), err=True)


def _save_traceback(error: BaseException) -> str:
    """Save the traceback for a bug report."""
    import tempfile
    import traceback

    try:
        handle, path = tempfile.mkstemp(prefix="codeshed-", suffix=".traceback")
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            traceback.print_exception(error, file=file)
    except OSError:
        return "its traceback could not be saved"
    return f"please report it with {path}"
