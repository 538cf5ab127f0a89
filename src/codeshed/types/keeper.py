"""A command that does not outlive its caller, run as a script of its own.

Turns: a folder, an environment and a command → that command, until it ends or standard input does. The system closes
that when the caller ends, however it ends; then the command is ended too and the folder removed, since nobody else would.
"""

import contextlib
import json
import os
import shutil
import signal
import subprocess
import sys
import threading

_STANDARD_INPUT = 0


def keep(folder: str, environment: dict[str, str], command: list[str]) -> int:
    """Run a command; return how it ended. If the caller ends first, this does not return."""
    process = subprocess.Popen(  # noqa: S603 - our caller's own command
        command, env=environment, stdin=subprocess.DEVNULL
    )
    is_left = threading.Event()
    watch = threading.Thread(target=_end_with_caller, args=(process, folder, is_left), daemon=True)
    watch.start()
    ending = process.wait()
    if is_left.is_set():
        watch.join()
    return ending


def _end_with_caller(process: "subprocess.Popen[bytes]", folder: str, is_left: threading.Event) -> None:
    """End the command when nobody is left to speak to us."""
    while os.read(_STANDARD_INPUT, 1):
        pass
    is_left.set()
    process.kill()
    process.wait()
    shutil.rmtree(folder, ignore_errors=True)
    os._exit(0)


def main() -> None:
    """Run the command that was given behind a folder and an environment in JSON, and end as it ends."""
    folder, environment, *command = sys.argv[1:]
    ending = keep(folder, json.loads(environment), command)
    if ending < 0:
        with contextlib.suppress(OSError):
            signal.signal(-ending, signal.SIG_DFL)
        os.kill(os.getpid(), -ending)
    # The thread still waits for the caller: an orderly end would wait for the thread.
    os._exit(ending)


if __name__ == "__main__":
    main()
